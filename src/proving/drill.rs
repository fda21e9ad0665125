//! The drill: a small complete rule system in which every facility of the seam occurs, for tests of everything around it.
//!
//! A turn has a half for each side: roll for orders and give them, move and charge with the units that have one, fire,
//! rally. Charged units may fire, the winner of a fight may follow up. Hidden units are unknown to the enemy until he
//! comes near. Objectives count at the turn limit. By the house rule of the whole book, cards say whose half is next, the
//! opponent harasses whoever came near, and nerves fail.

mod cards;
mod charge;
mod command;
mod estimates;
mod fire;
mod harass;
pub mod info;
pub mod marks;
mod movement;
mod muster;
mod nerve;
mod rally;
mod tables;
mod tallies;
mod teaching;

use battle::{
    Arm, Card, Deck, FireArc, HouseRules, Pose, Presence, Quality, Scenario, Sheet, Side, SystemInfo, UnitId,
};
use hexes::Hex;
use rulebook::{Frame, Keys, Next, Phase, PhaseId, Rules, Setting, State, Umpire, VerbRow, Wait};
use serde::Serialize;

/// The drill's rules.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Drill;

/// A battle under the drill.
pub type War = rulebook::War<Drill>;

/// A battle under the drill by its default house rules.
///
/// # Panics
/// When there is no room for a unit near its written place.
#[must_use]
pub fn deploy(scenario: &Scenario, seed: u64) -> War {
    match deploy_with(scenario, &HouseRules::default(), seed) {
        Ok(war) => war,
        Err(fault) => panic!("{fault}"),
    }
}

/// A battle under the drill.
///
/// # Errors
/// When there is no room for a unit near its written place.
pub fn deploy_with(scenario: &Scenario, house: &HouseRules, seed: u64) -> Result<War, String> {
    rulebook::deploy(scenario, house, info::Options::of(house), seed).map_err(|faults| faults.join("\n"))
}

/// What a unit is.
#[derive(Clone, Copy, Debug)]
pub struct Profile {
    arm: Arm,
    quality: Quality,
    stands: u8,
    steady: bool,
    hides: bool,
}

/// What is rolled for.
#[derive(Clone, Copy, Debug)]
pub enum Why {
    /// Orders.
    Orders,
    /// Arrival of reinforcements.
    Arrival,
    /// Fire in the fire phase.
    Fire,
    /// Fire at a charge.
    Volley,
    /// A fight.
    Fight,
    /// Rallying.
    Rally,
    /// The deck of cards.
    Cards,
    /// What stores bring.
    Stores,
    /// Harassing fire.
    Harass,
    /// Bracing for a charge.
    Brace,
    /// A check of nerve.
    Nerve,
    /// Whether a leader falls.
    Fall,
    /// A pursuit.
    Pursuit,
}

impl From<Why> for u8 {
    fn from(why: Why) -> u8 {
        why as u8
    }
}

/// What a unit has done.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
pub struct UnitState {
    /// Tried to rally this turn, or was placed before the battle.
    tried: bool,
    /// Shots of harassing fire this turn.
    shots: u8,
    /// Whether it has braced itself for the charge.
    brace: Brace,
}

/// How a charged unit has braced itself.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
pub enum Brace {
    /// It has not tried.
    #[default]
    Untried,
    /// In vain.
    Failed,
    /// Its misses in the fight are thrown again.
    Held,
}

/// What a leader has done.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
pub struct LeaderState {
    /// Was sent to a unit this turn.
    sent: bool,
}

/// Orders to give, and the cards.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Own {
    /// Left to give, by side.
    pub pool: [i16; 2],
    /// Kept for the next turn, by side.
    pub bank: [i16; 2],
    /// Cards left this turn.
    pub deck: Deck,
    /// The card that was drawn last.
    pub card: Option<u16>,
}

/// What is not finished.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub enum Open {
    /// The target of a charge answers; the charger will stand as the pose says.
    React {
        /// Who charges.
        charger: UnitId,
        /// Whom.
        target: UnitId,
        /// Where it will stand.
        to: Pose,
    },
    /// The charge goes on: it comes home, if it still can.
    Home {
        /// Who charges.
        charger: UnitId,
        /// Whom.
        target: UnitId,
        /// Where it will stand.
        to: Pose,
    },
    /// The winner of a fight goes on or halts.
    Follow {
        /// Who won.
        winner: UnitId,
        /// Whom it beat.
        loser: UnitId,
    },
    /// A unit owes a check of its nerve.
    Nerve(UnitId),
}

impl Frame<Drill> for Open {
    fn waits(&self, war: &War) -> Option<Wait> {
        Some(match *self {
            Open::React { target, .. } if !war.present(target) => return None,
            Open::React { charger, target, .. } => Wait {
                side: war.side(target),
                ask: &info::ASK_REACT,
                verbs: &[info::VOLLEY, info::STAND, info::BRACE],
                unit: Some(target),
                target: Some(charger),
            },
            Open::Follow { winner, .. } => Wait {
                side: war.side(winner),
                ask: &info::ASK_FOLLOW,
                verbs: &[info::FOLLOW, info::HALT],
                unit: Some(winner),
                target: None,
            },
            Open::Home { .. } | Open::Nerve(_) => return None,
        })
    }

    fn resume(self, umpire: &mut Umpire<'_, Drill>) {
        match self {
            Open::React { charger, target, to } | Open::Home { charger, target, to } => {
                charge::come_home(umpire, charger, target, to);
            }
            Open::Nerve(unit) => nerve::settle(umpire, unit),
            Open::Follow { .. } => {}
        }
    }
}

impl Rules for Drill {
    const INFO: &'static SystemInfo = &info::INFO;
    const PHASES: &'static [Phase<Drill>] = info::PHASE_ROWS;
    const VERBS: &'static [VerbRow<Drill>] = info::VERB_ROWS;
    const DEPLOYMENT: PhaseId = info::DEPLOYMENT;

    type Why = Why;
    type UnitState = UnitState;
    type LeaderState = LeaderState;
    type Own = Own;
    type Frame = Open;

    fn breaks(_war: &War) -> &'static str {
        "A side with nobody left loses at once."
    }

    fn beginning(_setting: &Setting<Drill>) -> Own {
        Own::default()
    }

    fn turn_begins(umpire: &mut Umpire<'_, Drill>) -> Next {
        let fleeting = marks::MOVED | marks::FIRED | marks::CHARGED | marks::ORDERED;
        for unit in umpire.field().present().collect::<Vec<_>>() {
            umpire.mark(unit, fleeting, false);
        }
        let State { units, leaders, .. } = &mut umpire.state;
        units.fill(UnitState::default());
        leaders.fill(LeaderState::default());
        if umpire.options().whole {
            cards::shuffle(umpire);
        }
        Next::Phase(info::TURN_END, umpire.setting().first_side)
    }

    fn next(war: &War) -> Next {
        let (first, player, phase) = (war.setting().first_side, war.state.player, war.phase());
        let half = info::half(war.options());
        let place = half.iter().position(|one| *one == phase);
        match (phase, place) {
            (info::DEPLOYMENT, _) if player == first => Next::Phase(info::DEPLOYMENT, first.other()),
            (info::DEPLOYMENT, _) => Next::TurnBegins,
            (info::DRAW, _) => cards::next(war),
            (info::TURN_END, _) if war.options().whole => Next::Phase(info::DRAW, first),
            (info::TURN_END, _) => Next::Phase(info::COMMAND, first),
            (_, Some(place)) if place + 1 < half.len() => Next::Phase(half[place + 1], player),
            _ if war.options().whole => Next::Phase(info::DRAW, player),
            _ if player == first => Next::Phase(info::COMMAND, first.other()),
            _ => Next::TurnEnds,
        }
    }

    fn turn_ends(umpire: &mut Umpire<'_, Drill>) {
        rulebook::ending::take_objectives(umpire);
    }

    fn keys(war: &War) -> Keys {
        if war.options().whole { Keys::Whole } else { Keys::Roller }
    }

    fn look_round(umpire: &mut Umpire<'_, Drill>) {
        find_hidden(umpire);
        rulebook::ending::last_one_standing(umpire);
    }

    fn hidden(war: &War, from: Side) -> Vec<UnitId> {
        war.field().present_of(from.other()).filter(|unit| war.marked(*unit, marks::HIDDEN)).collect()
    }

    fn audit(war: &War) -> Result<(), String> {
        war.field().audit_starts()?;
        match war.state.own.pool.iter().find(|pool| **pool > tables::MOST_ORDERS) {
            Some(pool) => Err(format!("an order pool holds {pool}, expected at most {}", tables::MOST_ORDERS)),
            None => Ok(()),
        }
    }

    fn card(war: &War, unit: UnitId) -> Card {
        let (info, state) = (war.field().roster().unit(unit), war.field().unit(unit));
        Card {
            title: format!("{} {}", info.label, info.name),
            subtitle: format!("{} {}", war.profile(unit).quality.name(), info.class.to_lowercase()),
            rows: vec![
                ("Strength", format!("{} of {} SP", state.strength, state.full)),
                ("Formation", state.pose.formation.to_string()),
                ("Moves", format!("{} hexes", movement::allowance(war, unit, &state.pose) / tables::HEX)),
            ],
        }
    }

    fn reference(_options: &info::Options) -> Vec<Sheet> {
        sheets()
    }

    fn sees(war: &War, from: Hex, to: Hex) -> bool {
        let ends = [from, to].map(|hex| war.field().unit_at(hex).unwrap_or(UnitId(u8::MAX)));
        fire::sees_past(war, from, to, ends)
    }

    fn fire_arc(war: &War, unit: UnitId, pose: &Pose) -> FireArc {
        fire::arc(war, unit, pose)
    }
}

/// A unit's arm.
fn arm(war: &War, unit: UnitId) -> Arm {
    war.profile(unit).arm
}

/// Hidden units that an enemy has come near to are hidden no more.
fn find_hidden(umpire: &mut Umpire<'_, Drill>) {
    let found = |unit: &UnitId| {
        let mut enemies = umpire.field().present_of(umpire.side(*unit).other());
        enemies.any(|enemy| umpire.field().distance(*unit, enemy) <= umpire.options().finding)
    };
    let hidden = umpire.field().present().filter(|unit| umpire.marked(*unit, marks::HIDDEN));
    for unit in hidden.filter(found).collect::<Vec<_>>() {
        umpire.mark(unit, marks::HIDDEN, false);
    }
}

/// Strength goes, stands with it, and the unit when nothing is left.
fn hurt(umpire: &mut Umpire<'_, Drill>, unit: UnitId, hits: i16, cause: &'static str) {
    let state = *umpire.field().unit(unit);
    if hits <= 0 || state.presence != Presence::OnMap {
        return;
    }
    let to = (state.strength - hits).max(0);
    umpire.emit(battle::Event::Strength { unit, from: state.strength, to, cause, clause: "DR-HITS" });
    umpire.mark(unit, marks::BLOODED, true);
    umpire.mark(unit, marks::WEAK, to * 2 <= state.full);
    let stands = (to + 1) / tables::POINTS;
    if to == 0 {
        leave(umpire, unit, battle::Departure::Destroyed);
    } else if stands < i16::from(state.stands) {
        let fell = umpire.field().footprint(unit).hexes()[stands as usize..].to_vec();
        umpire.emit(battle::Event::Reshaped { unit, stands: stands as u8, pose: state.pose, fell });
    }
}

/// A unit leaves; its leader stays where it was.
fn leave(umpire: &mut Umpire<'_, Drill>, unit: UnitId, why: battle::Departure) {
    let hex = umpire.pose(unit).anchor;
    for leader in umpire.field().leaders_with(unit).collect::<Vec<_>>() {
        umpire.lead(leader, battle::Perch::At(hex), "DR-LEADER");
    }
    if umpire.options().whole {
        nerve::shake_friends(umpire, unit);
    }
    umpire.emit(battle::Event::Left { unit, why, clause: "DR-HITS" });
}

/// The tables: what ground costs and how far arms fire.
fn sheets() -> Vec<Sheet> {
    let cost =
        |arm, terrain| tables::entry_cost(arm, terrain).map_or_else(|| String::from("no"), |cost| cost.to_string());
    let row = |terrain: &battle::Terrain| {
        let arms = [Arm::Infantry, Arm::Cavalry, Arm::Artillery];
        std::iter::once(String::from(terrain.name())).chain(arms.iter().map(|arm| cost(*arm, *terrain))).collect()
    };
    vec![Sheet {
        title: String::from("Ground"),
        clauses: vec!["DR-MOVE"],
        columns: ["terrain", "foot", "horse", "guns"].map(String::from).to_vec(),
        rows: battle::Terrain::ALL.iter().map(row).collect(),
        notes: vec![format!("muskets reach {} hexes, guns {}", tables::MUSKET_RANGE, tables::GUN_RANGE)],
    }]
}
