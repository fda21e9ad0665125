//! The appraisal: who is where, who threatens what, and how the battle stands. Made once a step and after every order
//! that changed the field.

mod maps;
mod prizes;

use battle::{Arm, Footprint, Perch, Pose, Side, System, UnitId};
use hexes::{Frame, Hex};

use crate::battleground::Battleground;

pub(crate) use maps::Maps;
pub(crate) use prizes::Prize;

/// Hexes beyond its reach at which an enemy still counts as near.
const WARY: i32 = 4;

/// Hexes beyond which fire hardly counts.
const FAR_FIRE: i32 = 16;

/// A unit on the map as the appraisal sees it.
#[derive(Clone, Debug)]
pub(crate) struct Known {
    /// Which.
    pub id: UnitId,
    /// How it stands.
    pub pose: Pose,
    /// Where its stands are.
    pub print: Footprint,
    /// Its kind.
    pub kind: usize,
    /// Its arm.
    pub arm: Arm,
    /// What it is worth.
    pub worth: f64,
    /// Strength left as a share.
    pub share: f64,
    /// Hexes it goes in a turn.
    pub pace: i32,
    /// Hexes it shoots.
    pub range: i32,
    /// Whether it holds ground.
    pub holds: bool,
    /// Whether a leader is with it.
    pub led: bool,
}

impl Known {
    fn of(view: &dyn System, battleground: &Battleground, id: UnitId) -> Known {
        let field = view.field();
        let (state, estimates, scale) = (field.unit(id), view.estimates(), field.inches_per_hex());
        Known {
            id,
            pose: state.pose,
            print: field.footprint(id),
            kind: battleground.kind(id),
            arm: field.roster().unit(id).arm,
            worth: estimates.worth(id),
            share: state.share(),
            pace: estimates.pace(id).hexes(scale).max(1),
            range: estimates.fire_range(id).hexes(scale),
            holds: view.holds_ground(id),
            led: field
                .roster()
                .leaders()
                .any(|(leader, info)| !info.officer && field.leader(leader) == Perch::With(id)),
        }
    }

    /// How far it can strike next turn, in hexes: by moving and then shooting close, or from where it is.
    pub fn reach(&self) -> i32 {
        (self.pace + 4).max(self.range)
    }

    /// Its front, for asking what lies before it.
    pub fn front(&self) -> Front {
        Front::of(&self.pose, &self.print)
    }

    /// Strength it brings to a fight, in usual units.
    pub fn force(&self) -> f64 {
        self.worth * (0.4 + 0.6 * self.share)
    }
}

/// The ground before a front rank, bounded by 45 degrees outward from its ends.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Front {
    frame: Frame,
    files: i32,
}

impl Front {
    /// The front of stands in a pose.
    pub fn of(pose: &Pose, print: &Footprint) -> Front {
        let files = print.front().len().max(1) as u8;
        Front { frame: pose.frame(files), files: i32::from(files) }
    }

    /// Whether the hex lies before it.
    pub fn has(&self, hex: Hex) -> bool {
        let local = self.frame.local(hex);
        let over = (local.u.abs() - 2 * self.files).max(0);
        local.k >= 1 && over * over <= 3 * (local.k - 1) * (local.k - 1)
    }
}

/// How things are.
pub(crate) struct Appraisal {
    /// What it was made from.
    pub signature: u64,
    /// Whose it is.
    pub side: Side,
    /// The turn.
    pub turn: u16,
    /// Turns left, this one included.
    pub left: u16,
    /// Units on the map, by unit number.
    pub known: Vec<Option<Known>>,
    /// The own units on the map.
    pub friends: Vec<UnitId>,
    /// The enemy's.
    pub foes: Vec<UnitId>,
    /// For each unit number, if a foe's: the friends within his reach.
    pub engaged: Vec<Vec<UnitId>>,
    /// Threat and support over the battlefield.
    pub maps: Maps,
    /// The objectives.
    pub prizes: Vec<Prize>,
    /// Own points less theirs, if it ended now; strength instead where nothing is to be won.
    pub standing: f64,
}

impl Appraisal {
    /// Looks at the battle for a side. `old` lends its maps if the enemy has not changed since.
    pub fn new(view: &dyn System, battleground: &mut Battleground, side: Side, old: Option<Appraisal>) -> Appraisal {
        battleground.learn(view);
        let field = view.field();
        let known = |id| {
            let on_map = field.unit(id).presence == battle::Presence::OnMap;
            on_map.then(|| Known::of(view, battleground, id))
        };
        let known: Vec<Option<Known>> = field.ids().map(known).collect();
        let friends: Vec<UnitId> = field.present_of(side).collect();
        let foes: Vec<UnitId> = field.present_of(side.other()).collect();
        let engaged = engaged(&known, &friends, &foes, battleground);
        let maps = Maps::new(view, battleground, &known, |unit| field.side(unit.id) == side, old.map(|old| old.maps));
        let prizes = prizes::prizes(field, side, &known);
        let standing = prizes::standing(field, side, &prizes, &known);
        let left = field.turn_limit().saturating_sub(field.turn()) + 1;
        let signature = signature(view, side);
        Appraisal { signature, side, turn: field.turn(), left, known, friends, foes, engaged, maps, prizes, standing }
    }

    /// A unit on the map.
    pub fn unit(&self, id: UnitId) -> Option<&Known> {
        self.known.get(id.index()).and_then(Option::as_ref)
    }

    /// Own units on the map.
    pub fn own(&self) -> impl Iterator<Item = &Known> {
        self.friends.iter().filter_map(|id| self.unit(*id))
    }

    /// Enemy units on the map.
    pub fn enemies(&self) -> impl Iterator<Item = &Known> {
        self.foes.iter().filter_map(|id| self.unit(*id))
    }

    /// Strength of the units that bear on a place: within so many hexes, or within musket shot.
    pub fn force_on<'a>(units: impl Iterator<Item = &'a Known>, place: Hex, radius: i32) -> f64 {
        let bears = |unit: &&Known| {
            let shot = if unit.arm == Arm::Artillery { 0 } else { unit.range };
            unit.print.distance_to(place) <= radius.max(shot)
        };
        units.filter(bears).map(Known::force).sum()
    }

    /// Strength of some units within so many hexes of a place.
    pub fn force_near<'a>(units: impl Iterator<Item = &'a Known>, place: Hex, radius: i32) -> f64 {
        units.filter(|unit| unit.print.distance_to(place) <= radius).map(Known::force).sum()
    }

    /// The enemies that could matter to a unit wherever it goes this turn. Fire from very far is left out: it is weak
    /// and falls on all places alike.
    pub fn near(&self, unit: &Known) -> Vec<&Known> {
        let close = |foe: &&Known| {
            let apart = foe.pose.anchor.distance(unit.pose.anchor);
            apart <= unit.pace * 3 / 2 + foe.reach().max(unit.reach()).min(FAR_FIRE) + WARY
        };
        self.enemies().filter(close).collect()
    }

    /// How many friends beside that one a foe could hurt where they stand.
    pub fn others_engaged(&self, foe: UnitId, unit: UnitId) -> usize {
        self.engaged[foe.index()].iter().filter(|friend| **friend != unit).count()
    }

    /// How far the battle has gone, 0 to 1.
    pub fn late(&self) -> f64 {
        let all = f64::from(self.turn) + f64::from(self.left);
        if all <= 0.0 { 0.0 } else { f64::from(self.turn) / all }
    }
}

fn engaged(
    known: &[Option<Known>],
    friends: &[UnitId],
    foes: &[UnitId],
    battleground: &Battleground,
) -> Vec<Vec<UnitId>> {
    let mut engaged = vec![Vec::new(); known.len()];
    for foe in foes.iter().filter_map(|id| known[id.index()].as_ref()) {
        let in_reach = |friend: &&Known| {
            let threat =
                battleground.menace(foe.kind, friend.kind).map(|menace| menace.at(foe.print.distance(&friend.print)));
            threat.is_some_and(|threat| threat.fire + threat.charge > 0.04)
        };
        let friends = friends.iter().filter_map(|id| known[id.index()].as_ref()).filter(in_reach);
        engaged[foe.id.index()] = friends.map(|friend| friend.id).collect();
    }
    engaged
}

/// A number that differs when what the appraisal was made from differs.
pub(crate) fn signature(view: &dyn System, side: Side) -> u64 {
    let field = view.field();
    let mut mark = Mark::default();
    mark.add(field.turn().into());
    mark.add(u64::from(field.step()) << 8 | side.index() as u64);
    for id in field.present() {
        mark.add(id.0.into());
        mark.unit(view, id);
    }
    for (leader, _) in field.roster().leaders() {
        if let Perch::With(unit) = field.leader(leader) {
            mark.add(u64::from(leader.0) << 8 | u64::from(unit.0));
        }
    }
    mark.value()
}

/// A running hash (FNV-1a over words), the same everywhere.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Mark(u64);

impl Default for Mark {
    fn default() -> Mark {
        Mark(0xcbf2_9ce4_8422_2325)
    }
}

impl Mark {
    /// Adds a number.
    pub fn add(&mut self, number: u64) {
        self.0 = (self.0 ^ number).wrapping_mul(0x0000_0100_0000_01b3);
        self.0 ^= self.0 >> 29;
    }

    /// Adds where a unit stands and how strong it is.
    pub fn unit(&mut self, view: &dyn System, unit: UnitId) {
        let state = view.field().unit(unit);
        let (anchor, facing) = (state.pose.anchor, state.pose.facing.index() as u64);
        self.add((anchor.q as u16 as u64) << 32 | (anchor.r as u16 as u64) << 16 | facing);
        let formation = state.pose.formation;
        self.add(
            (state.strength as u16 as u64) << 32 | (formation.arrangement as u64) << 16 | u64::from(formation.files),
        );
    }

    /// The hash so far.
    pub fn value(self) -> u64 {
        self.0
    }
}
