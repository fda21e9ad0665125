//! The dice of an Assault: both pools, and the roll for the distance (EA-ASSAULT-8 to 10, EA-OPT-12, EA-OPT-15).

use battle::{Pool, Pose, Reading, UnitId, rule};

use crate::movement::{Gait, distance_roll};
use crate::space::zones::Zone;
use crate::terrain::{self, Cover};
use crate::{Class, Traits, War, class, has, tables};

/// The two who fight and how they meet.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Fight {
    /// Who charges.
    pub attacker: UnitId,
    /// Who is charged.
    pub defender: UnitId,
    /// The defender's cover.
    pub cover: Option<Cover>,
    /// The side contacted.
    pub side: Zone,
}

/// What the defender does after contact (EA-ASSAULT-9).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Reply {
    /// Nothing.
    Keep,
    /// An Order for one more die.
    Stand,
    /// An Order for a Fire.
    Fire,
}

/// The face that hits in an Assault (EA-ASSAULT-10, EA-RES-9).
fn assault_face(war: &War, unit: UnitId, enemy: UnitId) -> u8 {
    rule!("EA-ASSAULT-10");
    let of = if war.options().hits_by_target { enemy } else { unit };
    match tables::row(class(war, of)).assault_need {
        0 => tables::row(class(war, unit)).assault_need,
        face => face,
    }
}

/// How the two meet when the attacker stands as `contact`.
pub(crate) fn meeting(war: &War, attacker: UnitId, contact: &Pose, defender: UnitId, at: &Pose, side: Zone) -> Fight {
    let cover = terrain::assault_cover(war, contact, at, side);
    Fight { attacker, defender, cover, side }
}

/// The Assaulter's roll with that many Strength Points (EA-ASSAULT-8).
pub(crate) fn assault_pool(war: &War, fight: &Fight, strength: i16) -> Pool {
    rule!("EA-ASSAULT-8");
    let face = assault_face(war, fight.attacker, fight.defender);
    let mut pool = Pool::new("assault", "EA-ASSAULT-8", strength, Reading::Successes(face));
    if fight.cover.is_some() {
        pool.dice("defender in cover", -1, "EA-ASSAULT-8");
    }
    if class(war, fight.attacker) == Class::Cavalry {
        pool.dice("charging horse", 1, "EA-ASSAULT-8");
    }
    if fight.side != Zone::Front {
        pool.dice("flank or rear", 1, "EA-ASSAULT-8");
    }
    breastplates(war, &mut pool, fight.attacker, fight.defender);
    pool
}

/// The defender's roll with that many Strength Points (EA-ASSAULT-8).
pub(crate) fn defence_pool(war: &War, fight: &Fight, strength: i16, reply: Reply) -> Pool {
    let face = assault_face(war, fight.defender, fight.attacker);
    let mut pool = Pool::new("defence", "EA-ASSAULT-8", strength, Reading::Successes(face));
    if reply == Reply::Stand {
        pool.dice("Order spent", 1, "EA-ASSAULT-9");
    }
    if has(war, fight.defender, Traits::RESOLUTE) && resolute_now(war, reply) {
        rule!("EA-OPT-12");
        pool.dice("Resolute", 1, "EA-OPT-12");
    }
    breastplates(war, &mut pool, fight.defender, fight.attacker);
    pool
}

/// Whether Resolute counts: always, or only with the Order spent on it (EA-OPT-25).
fn resolute_now(war: &War, reply: Reply) -> bool {
    if !war.options().resolute_by_order {
        return true;
    }
    rule!("EA-OPT-25");
    reply == Reply::Stand
}

fn breastplates(war: &War, pool: &mut Pool, unit: UnitId, enemy: UnitId) {
    if has(war, unit, Traits::CUIRASSIERS) && class(war, enemy) == Class::Cavalry {
        rule!("EA-OPT-15");
        pool.dice("Cuirassiers", 1, "EA-OPT-15");
    }
}

/// The roll for the distance of an Assault: that of a Move (EA-ASSAULT-1).
pub(crate) fn charge_roll(war: &War, unit: UnitId) -> Pool {
    let mut pool = distance_roll(war, unit, Gait::Move);
    pool.label = "charge";
    pool
}
