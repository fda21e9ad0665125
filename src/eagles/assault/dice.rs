//! The dice of an Assault: both pools, and the roll for the distance (EA-ASSAULT-8 to 10, EA-OPT-12, EA-OPT-15).

use battle::{Pool, Pose, Reading, UnitId, rule};
use rulebook::Modifiers;

use crate::fire::whose_number;
use crate::movement::{Gait, distance_roll};
use crate::space::zones::Zone;
use crate::terrain::{self, Cover};
use crate::{Class, Traits, War, class, has, modifiers, tables};

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
    let need = match tables::row(class(war, whose_number(war, unit, enemy))).assault_need {
        0 => tables::row(class(war, unit)).assault_need,
        face => face,
    };
    if rule!("EA-ASSAULT-10") { need } else { 0 }
}

/// How the two meet when the attacker stands as `contact`.
pub(crate) fn meeting(war: &War, attacker: UnitId, contact: &Pose, defender: UnitId, at: &Pose, side: Zone) -> Fight {
    let cover = terrain::assault_cover(war, contact, at, side);
    Fight { attacker, defender, cover, side }
}

/// The Assaulter's roll with that many Strength Points (EA-ASSAULT-8).
pub(crate) fn assault_pool(war: &War, fight: &Fight, strength: i16) -> Pool {
    let face = assault_face(war, fight.attacker, fight.defender);
    let mut pool = Pool::new("assault", "EA-ASSAULT-8", strength, Reading::Successes(face));
    let charging = class(war, fight.attacker) == Class::Cavalry;
    let mut rows = Modifiers::default();
    for (row, given) in [
        (&modifiers::DEFENDER_IN_COVER, fight.cover.is_some()),
        (&modifiers::CHARGING_HORSE, charging),
        (&modifiers::ASSAULT_ON_FLANK, fight.side != Zone::Front),
    ] {
        rows.when(row, given && rule!("EA-ASSAULT-8"));
    }
    rows.when(&modifiers::CUIRASSIERS, breastplates(war, fight.attacker, fight.defender));
    rows.on_dice(&mut pool);
    pool
}

/// The defender's roll with that many Strength Points (EA-ASSAULT-8).
pub(crate) fn defence_pool(war: &War, fight: &Fight, strength: i16, reply: Reply) -> Pool {
    let face = assault_face(war, fight.defender, fight.attacker);
    let mut pool = Pool::new("defence", "EA-ASSAULT-8", strength, Reading::Successes(face));
    let resolute = has(war, fight.defender, Traits::RESOLUTE) && resolute_now(war, reply) && rule!("EA-OPT-12");
    let mut rows = Modifiers::default();
    rows.when(&modifiers::DEFENCE_BY_ORDER, reply == Reply::Stand);
    rows.when(&modifiers::RESOLUTE, resolute);
    rows.when(&modifiers::CUIRASSIERS, breastplates(war, fight.defender, fight.attacker));
    rows.on_dice(&mut pool);
    pool
}

/// Whether Resolute counts: always, or only with the Order spent on it (EA-OPT-25).
fn resolute_now(war: &War, reply: Reply) -> bool {
    let by_order = war.options().resolute_by_order && rule!("EA-OPT-25");
    !by_order || reply == Reply::Stand
}

/// Whether a Unit of Cuirassiers fights Cavalry (EA-OPT-15).
fn breastplates(war: &War, unit: UnitId, enemy: UnitId) -> bool {
    has(war, unit, Traits::CUIRASSIERS) && class(war, enemy) == Class::Cavalry && rule!("EA-OPT-15")
}

/// Base widths that the loser goes back by the lead of the winner: a tie throws the Assaulter back (EA-ASSAULT-16, 17).
pub(crate) fn widths_back(lead: i32) -> i32 {
    match lead {
        0 if rule!("EA-ASSAULT-16") => tables::WITHDRAW_WIDTHS,
        _ if rule!("EA-ASSAULT-17") => lead.abs(),
        _ => 0,
    }
}

/// Whether a Unit is lost as soon as it is charged: Guns are (EA-ASSAULT-12).
pub(crate) fn falls_at_contact(war: &War, unit: UnitId) -> bool {
    class(war, unit) == Class::Guns && rule!("EA-ASSAULT-12")
}

/// Whether Guns that stop their Assaulter by fire stay, by the house rule (EA-RES-20).
pub(crate) fn guns_survive(war: &War) -> bool {
    war.options().guns_survive_repulse && rule!("EA-RES-20")
}

/// Whether a Withdraw under defensive fire ends an Assault, but for the house rule (EA-RES-21).
pub(crate) fn withdraws_from_fire(war: &War) -> bool {
    !(war.options().defend_no_withdraw && rule!("EA-RES-21"))
}

/// The roll for the distance of an Assault: that of a Move (EA-ASSAULT-1).
pub(crate) fn charge_roll(war: &War, unit: UnitId) -> Pool {
    let mut pool = distance_roll(war, unit, Gait::Move);
    pool.label = "charge";
    pool
}
