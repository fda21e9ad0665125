//! What falling back costs in an Assault or under Fire, worked out once for each length of the way.

use battle::{Battlefield, Event, Manner, Pose, UnitId, rule};

use crate::assault::Bout;
use crate::eagles::Eagles;
use crate::retreat::{FlightEnd, Heading};
use crate::scene::Scene;
use crate::space::front_centre;
use crate::tables;
use battle::MOST_CHANCES as MOST_DICE;

/// What one way back costs the Unit that takes it (EA-ASSAULT-20, 21).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Toll {
    /// So many Strength Points for what it crosses.
    Hits(i16),
    /// The Unit itself: it leaves the map or runs onto impassable ground.
    Lost,
}

impl Toll {
    /// What is lost in all by a Unit of that strength that has taken so many Hits and now falls back.
    pub fn loss(self, strength: i16, hits: i16) -> i16 {
        match self {
            Toll::Hits(crossed) => (hits.min(strength) + crossed).min(strength),
            Toll::Lost => strength,
        }
    }

    /// Whether the Unit is spent or gone after that.
    pub fn destroys(self, strength: i16, hits: i16) -> bool {
        self == Toll::Lost || self.loss(strength, hits) >= strength
    }
}

/// Both sides in contact, with the tolls asked for so far.
pub(crate) struct Tolls<'a> {
    meeting: Option<(&'a Eagles, &'a Battlefield, Bout)>,
    defender: [Option<Toll>; MOST_DICE + 1],
    attacker: [Option<Toll>; MOST_DICE + 1],
    shot: Option<Toll>,
}

impl<'a> Tolls<'a> {
    /// On a field where the attacker stands in contact: see [`Eagles::field_at_contact`].
    pub fn of(eagles: &'a Eagles, field: &'a Battlefield, bout: Bout) -> Tolls<'a> {
        rule!("EA-AI-5");
        Tolls { meeting: Some((eagles, field, bout)), ..Tolls::none() }
    }

    /// Every way back is free: for quick judgements.
    pub fn none() -> Tolls<'a> {
        Tolls { meeting: None, defender: [None; MOST_DICE + 1], attacker: [None; MOST_DICE + 1], shot: None }
    }

    /// A beaten defender's, going along the attacker's facing.
    pub fn defender(&mut self, widths: usize) -> Toll {
        let Some((eagles, field, bout)) = self.meeting else { return Toll::Hits(0) };
        let way = || Heading::Along(field.unit(bout.attacker).pose.facing);
        *self.defender[widths.min(MOST_DICE)].get_or_insert_with(|| eagles.toll(field, bout.defender, way(), widths))
    }

    /// A beaten attacker's, going back the way it faces.
    pub fn attacker(&mut self, widths: usize) -> Toll {
        let Some((eagles, field, bout)) = self.meeting else { return Toll::Hits(0) };
        let way = || Heading::Along(field.unit(bout.attacker).pose.facing.opposite());
        *self.attacker[widths.min(MOST_DICE)].get_or_insert_with(|| eagles.toll(field, bout.attacker, way(), widths))
    }

    /// That of an attacker whom defensive fire makes withdraw.
    pub fn under_fire(&mut self) -> Toll {
        let Some((eagles, field, bout)) = self.meeting else { return Toll::Hits(0) };
        *self.shot.get_or_insert_with(|| eagles.withdraw_toll(field, bout.defender, bout.attacker))
    }
}

impl Eagles {
    /// The field as it will be when the attacker stands in contact.
    pub(crate) fn field_at_contact(&self, attacker: UnitId, contact: &Pose) -> Battlefield {
        let mut field = self.field.clone();
        if self.pose(attacker) != *contact {
            let (path, manner) = (Vec::new(), Manner::Charged);
            field.apply(&Event::Moved { unit: attacker, to: *contact, path, manner, clause: "EA-ASSAULT-5" });
        }
        field
    }

    /// What it costs a Unit to fall back that far on that field.
    fn toll(&self, field: &Battlefield, unit: UnitId, heading: Heading, widths: usize) -> Toll {
        let scene = Scene { field, ..self.scene() };
        let flight = scene.retreat(unit, heading, widths as i32);
        match flight.end {
            FlightEnd::Eliminated(_) => Toll::Lost,
            FlightEnd::Fits(_) | FlightEnd::Displaced(_) => Toll::Hits(flight.crossed.len() as i16),
        }
    }

    /// What it costs a Unit to withdraw from a shooter on that field (EA-FIRE-10).
    pub(crate) fn withdraw_toll(&self, field: &Battlefield, shooter: UnitId, target: UnitId) -> Toll {
        let centre = |unit: UnitId| front_centre(&field.unit(unit).pose, self.rules());
        let heading = Heading::Away { from: centre(shooter), to: centre(target) };
        self.toll(field, target, heading, tables::WITHDRAW_WIDTHS as usize)
    }
}
