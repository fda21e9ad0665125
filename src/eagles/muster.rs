//! Setting up a battle: armies to Units, Units to the map, Generals to their Units (EA-SEQ-1, EA-STAT-3, EA-SCEN-3).

mod forces;
mod generals;
mod units;

use battle::{Army, Formation, LeaderId, LeaderInfo, Pool, Pose, Reading, RollKind, Scenario, Side, UnitId, rule};
use hexes::{Facing, Hex};
use rulebook::{Armies, Enlists, Enrolled};

use crate::movement::{nearest_fit, room};
use crate::space::measure;
use crate::state::{Flags, flag};
use crate::system::Why;
use crate::{Eagles, Options, Profile, Umpire, War, tables};

use units::Recruit;

pub(crate) use forces::rolled as random_forces;
pub(crate) use generals::{General, Pools};
#[cfg(test)]
pub(crate) use {
    generals::{choose, generals_for},
    units::{auto_traits, class_of, recruits},
};

impl Enlists for Eagles {
    type Options = Options;
    type Profile = Profile;
    type Post = General;
    type Fixed = Pools;

    const SHIFT: i32 = tables::SHIFT;
    const LEADER_CLAUSE: &'static str = "EA-SCEN-3";

    fn recruits(army: &Army, options: &Options, faults: &mut Vec<String>) -> Vec<Recruit> {
        units::recruits(army, options, faults)
    }

    fn leaders(
        scenario: &Scenario,
        armies: &Armies<Profile>,
        options: &Options,
        faults: &mut Vec<String>,
    ) -> Vec<(LeaderInfo, General)> {
        let mut leaders = Vec::new();
        let mut first = 0;
        for (army, units) in scenario.armies.iter().zip(armies) {
            let mut chosen = generals::choose(army, units.len(), options, faults);
            generals::assign(army, units, first, &mut chosen, options);
            first += units.len();
            leaders.extend(chosen.into_iter().map(|one| (generals::shown(&one, army.side), one.general)));
        }
        leaders
    }

    fn fixtures(
        _scenario: &Scenario,
        armies: &Armies<Profile>,
        leaders: &[(LeaderInfo, General)],
        options: &Options,
    ) -> Pools {
        let side = |at: usize| std::iter::repeat_n(Side::ALL[at], armies[at].len());
        let sides: Vec<Side> = side(0).chain(side(1)).collect();
        let generals: Vec<(Side, &General)> = leaders.iter().map(|(info, general)| (info.side, general)).collect();
        Pools::of(&generals, &sides, options)
    }

    fn enrol(recruit: &Recruit, options: &Options) -> Enrolled {
        let row = tables::row(recruit.profile.class);
        Enrolled {
            arm: units::arm(recruit.profile.class),
            class: String::from(row.name),
            stands: measure::stands(options),
            strength: recruit.profile.points,
            formation: Formation::line(measure::files(options)),
        }
    }

    /// The legal pose nearest to the written place, if possible not next to an enemy (EA-STAT-3).
    fn starting_pose(war: &War, _recruit: &Recruit, unit: UnitId, hex: Hex, facing: Facing) -> Option<Pose> {
        let shift = if rule!("EA-STAT-3") { tables::SHIFT } else { 0 };
        let near = nearest_fit(war, unit, &Pose::new(hex, facing, measure::formation(war)), shift);
        near.iter().find(|pose| !is_next_to_enemy(war, unit, pose)).or(near.first()).copied()
    }

    /// The first Unit of his command on the map; any of his side when he commands none.
    fn leader_starts(war: &War, leader: LeaderId) -> Option<UnitId> {
        let command = &war.post(leader).command;
        let any = || war.field().present_of(war.setting().leader(leader).side).next().filter(|_| command.is_empty());
        command.iter().copied().find(|unit| war.present(*unit)).or_else(any)
    }

    fn arrival_roll(_options: &Options, need: u8) -> Pool {
        Pool::new("arrival", "EA-SCEN-3", 1, Reading::Successes(need.clamp(1, tables::DIE as u8 + 1)))
            .as_kind(RollKind::Test)
    }

    fn arrival_why() -> Why {
        Why::Arrival
    }

    /// The first entry hex with room; else room within a base width of one.
    fn entry_pose(war: &War, unit: UnitId, group: usize) -> Option<Pose> {
        let info = &war.setting().groups[group];
        let pose = |hex: &Hex| Pose::new(*hex, info.facing, measure::formation(war));
        let free = |pose: &Pose| room::has_room(war, unit, pose).is_ok() && !is_next_to_enemy(war, unit, pose);
        info.entry.iter().map(pose).find(free).or_else(|| {
            let near = info.entry.iter().flat_map(|hex| nearest_fit(war, unit, &pose(hex), war.options().base_width));
            near.into_iter().find(free)
        })
    }

    /// A General enters with the first Unit of his command.
    fn comes_with(war: &War, leader: LeaderId, unit: UnitId) -> bool {
        let command = &war.post(leader).command;
        (command.contains(&unit) || command.is_empty()) && war.setting().leader(leader).side == war.side(unit)
    }

    fn arrived(umpire: &mut Umpire<'_>, unit: UnitId) {
        if umpire.options().reinforce_move && rule!("EA-RES-48") {
            flag(umpire, unit, Flags::FREE_MOVE, true);
        }
    }
}

fn is_next_to_enemy(war: &War, unit: UnitId, pose: &Pose) -> bool {
    measure::enemy_within(war, unit, pose, i32::from(war.field().inches_per_hex()))
}
