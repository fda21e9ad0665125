//! The ledger of a campaign: how every unit and leader is, and the points, after each battle.

use battle::Side;

use crate::account::Account;
use crate::carry;
use crate::condition::Situation;
use crate::model::{Campaign, Way};

/// Whether a unit takes part in the next battle.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Fate {
    /// It does.
    #[default]
    Fit,
    /// It is too weak and stays behind.
    Behind,
    /// It is no more.
    Gone,
}

/// What the last battle has made of a unit.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Since {
    /// No battle was fought yet.
    #[default]
    Nothing,
    /// It was there to the end.
    Stood,
    /// It lost men and held.
    Held,
    /// It held for the second time, and is better for it.
    Grown,
    /// It ran.
    Ran,
    /// It was destroyed.
    Destroyed,
    /// It was not there.
    StayedOut,
}

impl Since {
    /// A few words on it; nothing before the first battle.
    #[must_use]
    pub const fn words(self) -> &'static str {
        match self {
            Since::Nothing => "",
            Since::Stood => "stood",
            Since::Held => "fought and held",
            Since::Grown => "fought and held, and is better for it",
            Since::Ran => "ran from the field",
            Since::Destroyed => "was destroyed",
            Since::StayedOut => "was not there",
        }
    }
}

/// How a unit is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct UnitState {
    /// Per cent of full strength; 0 when it is gone.
    pub strength: u8,
    /// Steps of quality it has gained.
    pub grown: u8,
    /// Whether it is one quality lower for now.
    pub shaken: bool,
    /// How often it has held since it grew last.
    pub merit: u8,
    /// Whether it takes part in the next battle.
    pub fate: Fate,
    /// What the last battle has made of it.
    pub since: Since,
}

impl Default for UnitState {
    fn default() -> UnitState {
        UnitState { strength: 100, grown: 0, shaken: false, merit: 0, fate: Fate::Fit, since: Since::Nothing }
    }
}

impl UnitState {
    /// Steps of quality up or down from what its battle file says.
    #[must_use]
    pub const fn steps(&self) -> i8 {
        self.grown as i8 - self.shaken as i8
    }
}

/// How a leader is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct LeaderState {
    /// How many have followed each other in his place.
    pub successors: u8,
    /// Whether he misses the next battle.
    pub wounded: bool,
}

/// How everybody is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ledger {
    /// By the places of [`Campaign::units`].
    pub units: Vec<UnitState>,
    /// By the places of [`Campaign::leaders`].
    pub leaders: Vec<LeaderState>,
    /// Campaign points of Blue and Red.
    pub points: [u16; 2],
}

impl Ledger {
    /// The ledger before the first battle.
    #[must_use]
    pub fn fresh(campaign: &Campaign) -> Ledger {
        Ledger {
            units: vec![UnitState::default(); campaign.units.len()],
            leaders: vec![LeaderState::default(); campaign.leaders.len()],
            points: [0; 2],
        }
    }

    /// The battle of a stage is over.
    pub fn fought(&mut self, campaign: &Campaign, stage: usize, account: &Account) {
        let key = &campaign.stages[stage].key;
        for (line, state) in campaign.units.iter().zip(&mut self.units) {
            match line.labels.get(key).and_then(|label| account.units.get(label)) {
                Some(told) => carry::fought(state, *told),
                None => carry::stayed_out(state),
            }
        }
        for (line, state) in campaign.leaders.iter().zip(&mut self.leaders) {
            let told = line.labels.get(key).and_then(|label| account.leaders.get(label));
            carry::led(state, told.copied());
        }
        if let Some(winner) = account.winner {
            self.score(campaign, stage, winner);
        }
    }

    /// A side has won the battle of a stage, fought or not.
    pub fn score(&mut self, campaign: &Campaign, stage: usize, winner: Side) {
        let points = &mut self.points[winner.index()];
        *points = points.saturating_add(campaign.stages[stage].points);
    }

    /// A way is taken: what it brings back.
    pub fn take(&mut self, campaign: &Campaign, way: &Way) {
        for (line, state) in campaign.units.iter().zip(&mut self.units) {
            carry::rested(state, way.rest[line.side.index()]);
        }
    }

    /// Per cent that is left of a side's whole strength, every unit counted alike; 100 of a side without units.
    #[must_use]
    pub fn left(&self, campaign: &Campaign, side: Side) -> u8 {
        let own = campaign.units.iter().zip(&self.units).filter(|(line, _)| line.side == side);
        let strengths: Vec<u32> = own.map(|(_, state)| u32::from(state.strength)).collect();
        let sum: u32 = strengths.iter().sum();
        sum.checked_div(strengths.len() as u32).map_or(100, |mean| mean as u8)
    }

    /// How things stand after the battle of a stage.
    #[must_use]
    pub fn situation<'a>(&self, campaign: &'a Campaign, stage: usize, account: &Account) -> Situation<'a> {
        Situation {
            stage: &campaign.stages[stage].key,
            winner: account.winner,
            lost: account.lost,
            left: Side::ALL.map(|side| self.left(campaign, side)),
            points: self.points,
        }
    }
}
