//! Who is who in a battle under one rule system: names and fixed facts, shared by every copy of its state.

use crate::{Arm, LeaderId, MarkInfo, Objective, Side, UnitId};

/// Fixed facts of a unit.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnitInfo {
    /// Short unique label, e.g. `B2`.
    pub label: String,
    /// Name as shown.
    pub name: String,
    /// Whose.
    pub side: Side,
    /// Its arm.
    pub arm: Arm,
    /// What the system calls it, e.g. "Infantry".
    pub class: String,
    /// Its brigade's place in [`Roster::brigades`].
    pub brigade: u8,
}

/// Fixed facts of a leader.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LeaderInfo {
    /// Short unique label, e.g. `BG1`.
    pub label: String,
    /// Name as shown.
    pub name: String,
    /// Whose.
    pub side: Side,
    /// What the system calls him, e.g. "General".
    pub class: String,
    /// Whether he belongs to one unit for good, so that only his loss is worth a sign on the map.
    pub officer: bool,
}

/// A brigade as the commander plans with it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BrigadeInfo {
    /// Name as shown.
    pub name: String,
    /// Whose.
    pub side: Side,
}

/// Everybody in the battle.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Roster {
    /// Brigades of both sides.
    pub brigades: Vec<BrigadeInfo>,
    /// Objectives as written.
    pub objectives: Vec<Objective>,
    /// The marks that units can show.
    pub marks: &'static [MarkInfo],
    units: Vec<UnitInfo>,
    leaders: Vec<LeaderInfo>,
}

impl Roster {
    /// A roster; unit and leader numbers are their places in the lists.
    #[must_use]
    pub fn new(
        brigades: Vec<BrigadeInfo>,
        units: Vec<UnitInfo>,
        leaders: Vec<LeaderInfo>,
        objectives: Vec<Objective>,
    ) -> Roster {
        Roster { brigades, objectives, marks: &[], units, leaders }
    }

    /// The same with the marks of a system.
    #[must_use]
    pub fn with_marks(self, marks: &'static [MarkInfo]) -> Roster {
        Roster { marks, ..self }
    }

    /// The same without names for those units and leaders, and for brigades that have no other unit.
    #[must_use]
    pub fn without(&self, units: &[UnitId], leaders: &[LeaderId]) -> Roster {
        let mut roster = self.clone();
        for unit in units {
            let info = &mut roster.units[unit.index()];
            info.label.clear();
            info.name.clear();
            info.class.clear();
            info.arm = Arm::Infantry;
            let brigade = info.brigade;
            let known = |(id, info): (UnitId, &UnitInfo)| info.brigade == brigade && !units.contains(&id);
            if !self.units().any(known) {
                roster.brigades[usize::from(brigade)].name.clear();
            }
        }
        for leader in leaders {
            let info = &mut roster.leaders[leader.index()];
            info.label.clear();
            info.name.clear();
            info.class.clear();
        }
        roster
    }

    /// A unit's facts.
    #[must_use]
    pub fn unit(&self, unit: UnitId) -> &UnitInfo {
        &self.units[unit.index()]
    }

    /// A leader's facts.
    #[must_use]
    pub fn leader(&self, leader: LeaderId) -> &LeaderInfo {
        &self.leaders[leader.index()]
    }

    /// All units with their numbers.
    pub fn units(&self) -> impl Iterator<Item = (UnitId, &UnitInfo)> {
        self.units.iter().enumerate().map(|(place, info)| (UnitId(place as u8), info))
    }

    /// All leaders with their numbers.
    pub fn leaders(&self) -> impl Iterator<Item = (LeaderId, &LeaderInfo)> {
        self.leaders.iter().enumerate().map(|(place, info)| (LeaderId(place as u8), info))
    }
}
