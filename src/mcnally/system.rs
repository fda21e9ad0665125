//! What only this rulebook says: the rows, the order of phases, what is shown.

use battle::{Card, Command, FireArc, Pose, Sheet, Side, SystemInfo, UnitId, rule};
use hexes::Hex;
use rulebook::{Next, Phase, PhaseId, Rules, Setting, SoleAnswer, VerbRow};

use crate::space::sight;
use crate::state::{LeaderState, Open, Own, UnitState};
use crate::{McNally, Options, Umpire, War, card, fire, info, marks, reference, sequence, space};

/// What is rolled for: the last part of a roll's key.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Why {
    /// The shuffle and the cards.
    Card = 1,
    /// Arrival of reinforcements.
    Arrival,
    /// A marker or a rally in step 1.
    Marker,
    /// To charge.
    Charging,
    /// To close.
    Second,
    /// Charged.
    Charged,
    /// After a melee.
    AfterMelee,
    /// To stop falling back.
    Stop,
    /// A move.
    Move,
    /// Going back.
    Retreat,
    /// An evasion.
    Evade,
    /// A rout.
    Rout,
    /// Fire.
    Fire,
    /// Counter-battery.
    Counter,
    /// Melee.
    Melee,
    /// The risk of a general.
    Risk,
    /// His wound.
    Wound,
}

impl Why {
    /// What a roll for it is called.
    pub(crate) const fn label(self) -> &'static str {
        match self {
            Why::Card => "card",
            Why::Arrival => "arrival",
            Why::Marker => "morale",
            Why::Charging => "charging",
            Why::Second => "closing",
            Why::Charged => "standing",
            Why::AfterMelee => "after melee",
            Why::Stop => "stopping",
            Why::Move => "move",
            Why::Retreat => "going back",
            Why::Evade => "evasion",
            Why::Rout => "rout",
            Why::Fire => "fire",
            Why::Counter => "counter-battery",
            Why::Melee => "melee",
            Why::Risk => "risk to the general",
            Why::Wound => "wound",
        }
    }
}

impl From<Why> for u8 {
    fn from(why: Why) -> u8 {
        why as u8
    }
}

impl Rules for McNally {
    const INFO: &'static SystemInfo = &info::INFO;
    const PHASES: &'static [Phase<McNally>] = info::PHASE_ROWS;
    const VERBS: &'static [VerbRow<McNally>] = info::VERB_ROWS;
    const DEPLOYMENT: PhaseId = info::DEPLOYMENT;
    const SOLE_ANSWER: SoleAnswer = SoleAnswer::Given;

    type Why = Why;
    type UnitState = UnitState;
    type LeaderState = LeaderState;
    type Own = Own;
    type Frame = Open;

    fn beginning(_setting: &Setting<McNally>) -> Own {
        Own::default()
    }

    fn turn_begins(umpire: &mut Umpire<'_>) -> Next {
        sequence::begin_turn(umpire)
    }

    fn next(war: &War) -> Next {
        sequence::next(war)
    }

    fn turn_ends(umpire: &mut Umpire<'_>) {
        rulebook::ending::take_objectives(umpire);
    }

    fn holds_ground(war: &War, unit: UnitId) -> bool {
        war.present(unit) && !war.marked(unit, marks::ROUTING)
    }

    fn audit(war: &War) -> Result<(), String> {
        for contact in &war.state.own.contacts {
            if let Some(gone) = [contact.by, contact.on].into_iter().find(|unit| !war.present(*unit)) {
                return Err(format!("{} is in contact and not on the map", war.name(gone)));
            }
        }
        war.field().audit_starts()
    }

    fn card(war: &War, unit: UnitId) -> Card {
        card::card(war, unit)
    }

    fn commands(war: &War, side: Side) -> Vec<Command> {
        card::commands(war, side)
    }

    fn reference(options: &Options) -> Vec<Sheet> {
        reference::sheets(options)
    }

    fn sees(war: &War, from: Hex, to: Hex) -> bool {
        sight::sees(war, from, to)
    }

    fn tells_distances(_war: &War) -> bool {
        rule!("MC-DEPLOY-11")
    }

    fn fire_arc(war: &War, unit: UnitId, pose: &Pose) -> FireArc {
        let range = fire::range(war, unit) / i32::from(space::pitch(war));
        let print = war.field().footprint_at(unit, pose);
        let all_round = matches!(space::shape_of(pose), space::Shape::Skirmish | space::Shape::Garrison);
        let grid = war.field().ground().grid();
        let bears = |hex: &Hex| {
            let turned = |stand: &Hex| all_round || space::in_arc(pose.facing, *stand, *hex);
            print.front().iter().any(|stand| stand.distance(*hex) <= range && turned(stand))
        };
        let near = |hex: Hex| u8::from(2 * print.distance_to(hex) > range);
        let hexes = grid.iter().filter(|hex| print.distance_to(*hex) <= range && bears(hex));
        let hexes = if range > 0 { hexes.map(|hex| (hex, near(hex))).collect() } else { Vec::new() };
        FireArc { bands: vec![String::from("to half range"), String::from("beyond half range")], hexes }
    }
}
