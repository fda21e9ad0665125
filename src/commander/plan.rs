//! The plan, made once a turn: every group of units has a mission with a place and a reason, every unit a post.

mod groups;
mod guns;
mod missions;
mod posts;
mod wear;

use std::sync::Arc;

use battle::{System, UnitId};
use hexes::Hex;

use crate::appraisal::Appraisal;
use crate::battleground::{Battleground, Way};
use crate::profile::Settings;

/// What a group is to do.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Task {
    /// Take the place.
    Attack,
    /// Keep the place.
    Hold,
    /// Go for the enemy at the place from the side.
    Flank,
    /// Keep the enemy busy at a distance.
    Screen,
    /// Stay behind the others.
    Reserve,
    /// Get away.
    Withdraw,
    /// Recover out of reach.
    Rally,
}

impl Task {
    /// As a sentence begins with it.
    pub const fn verb(self) -> &'static str {
        match self {
            Task::Attack => "attack",
            Task::Hold => "hold",
            Task::Flank => "turn the flank at",
            Task::Screen => "screen towards",
            Task::Reserve => "stay in reserve at",
            Task::Withdraw => "withdraw to",
            Task::Rally => "rally at",
        }
    }

    /// Whether it goes at the enemy.
    pub const fn attacks(self) -> bool {
        matches!(self, Task::Attack | Task::Flank)
    }
}

/// What a group is to do, where and why.
#[derive(Clone, Debug)]
pub(crate) struct Mission {
    /// What.
    pub task: Task,
    /// The units.
    pub units: Vec<UnitId>,
    /// Where.
    pub place: Hex,
    /// The objective's place in the roster's list, if it is one.
    pub prize: Option<usize>,
    /// How much the clock presses, 0 to 1.
    pub urgency: f64,
    /// Own strength to theirs there.
    pub odds: f64,
    /// The mission with its reason, as a sentence.
    pub reason: String,
}

impl Mission {
    /// Whether its units are to get out of the fight.
    pub fn is_recovery(&self) -> bool {
        matches!(self.task, Task::Withdraw | Task::Rally)
    }

    /// The share of danger that this mission shrugs off: of an attack with good odds or in a hurry, up to `most`.
    pub fn dash(&self, most: f64) -> f64 {
        let sure = ((self.odds - 1.0) / 1.5).clamp(0.0, 1.0);
        if self.task.attacks() { most * sure.max(self.urgency) } else { 0.0 }
    }
}

/// A unit's part in the plan.
pub(crate) struct Posting<'a> {
    /// The mission it serves.
    pub mission: &'a Mission,
    /// The ways to its post.
    pub way: &'a Way,
}

/// Every unit's mission and post.
pub(crate) struct Plan {
    /// The turn it was made in.
    pub turn: u16,
    /// The missions.
    pub missions: Vec<Mission>,
    /// How things stood when it was made, in words.
    pub standing: String,
    posts: Vec<Option<(usize, Hex, Arc<Way>)>>,
}

impl Plan {
    /// A plan for the turn; missions of the old one stay unless clearly beaten.
    pub fn new(
        view: &dyn System,
        battleground: &mut Battleground,
        appraisal: &Appraisal,
        profile: &Settings,
        old: Option<&Plan>,
    ) -> Plan {
        let groups = groups::groups(view, appraisal, &profile.planning);
        let missions = missions::missions(view, battleground, appraisal, &profile.planning, groups, old);
        let mut posts = vec![None; appraisal.known.len()];
        for (number, mission) in missions.iter().enumerate() {
            for (unit, post) in posts::posts(view, battleground, appraisal, mission) {
                posts[unit.index()] = Some((number, post, battleground.way(view, unit, post)));
            }
        }
        Plan { turn: appraisal.turn, missions, standing: missions::standing(view, appraisal), posts }
    }

    /// A unit's mission and the ways to its post.
    pub fn posting(&self, unit: UnitId) -> Option<Posting<'_>> {
        let (mission, _, way) = self.posts.get(unit.index())?.as_ref()?;
        Some(Posting { mission: &self.missions[*mission], way })
    }

    /// A unit's mission.
    pub fn mission(&self, unit: UnitId) -> Option<&Mission> {
        self.posting(unit).map(|posting| posting.mission)
    }

    /// Where a unit is to go.
    pub fn post(&self, unit: UnitId) -> Option<Hex> {
        self.posts.get(unit.index())?.as_ref().map(|(_, post, _)| *post)
    }
}
