//! A neutral order of battle under the drill: statistics, starting poses, arrivals.

use battle::{Army, Event, LeaderId, LeaderInfo, Pool, Pose, Rank, Reading, RollKind, Scenario, Side, Trait, UnitId};
use hexes::{Facing, Hex};
use rulebook::{Armies, Enlists, Enrolled, Recruit, Umpire};

use super::info::Options;
use super::marks;
use super::movement::fits;
use super::{Drill, Profile, War, Why, tables};

impl Enlists for Drill {
    type Options = Options;
    type Profile = Profile;
    type Post = ();
    type Fixed = ();

    const SHIFT: i32 = tables::NUDGE;
    const LEADER_CLAUSE: &'static str = "DR-LEADER";

    fn recruits(army: &Army, _options: &Options, _faults: &mut Vec<String>) -> Vec<Recruit<Profile>> {
        let profile = |spec: &battle::UnitSpec| Profile {
            arm: spec.troop.arm(),
            quality: spec.quality,
            stands: spec.worn_stands(spec.stands_or_usual()),
            steady: spec.traits.contains(&Trait::Steady),
            hides: spec.traits.contains(&Trait::Hidden),
        };
        let recruit = |spec: &battle::UnitSpec| Recruit {
            label: spec.label.clone(),
            name: spec.name.clone(),
            profile: profile(spec),
            brigade: spec.brigade,
            start: spec.start.clone(),
        };
        army.units.iter().map(recruit).collect()
    }

    fn leaders(
        scenario: &Scenario,
        _armies: &Armies<Profile>,
        _options: &Options,
        _faults: &mut Vec<String>,
    ) -> Vec<(LeaderInfo, ())> {
        let leader = |side: Side| {
            move |spec: &battle::LeaderSpec| LeaderInfo {
                label: spec.label.clone(),
                name: spec.name.clone(),
                side,
                class: String::from(if spec.rank == Rank::Army { "General" } else { "Officer" }),
                officer: false,
            }
        };
        let leaders = scenario.armies.iter().flat_map(|army| army.leaders.iter().map(leader(army.side)));
        leaders.map(|info| (info, ())).collect()
    }

    fn fixtures(_: &Scenario, _: &Armies<Profile>, _: &[(LeaderInfo, ())], _: &Options) {}

    fn enrol(recruit: &Recruit<Profile>, _options: &Options) -> Enrolled {
        let Profile { arm, stands, .. } = recruit.profile;
        Enrolled {
            arm,
            class: String::from(tables::class(arm)),
            stands,
            strength: i16::from(stands) * tables::POINTS,
            formation: tables::formations(arm, stands)[0],
        }
    }

    fn starting_pose(war: &War, _recruit: &Recruit<Profile>, unit: UnitId, hex: Hex, facing: Facing) -> Option<Pose> {
        let wanted = Pose::new(hex, facing, war.pose(unit).formation);
        let near = (0..=Drill::SHIFT).flat_map(|radius| hex.ring(radius).collect::<Vec<_>>());
        near.map(|hex| wanted.at(hex)).find(|pose| fits(war, unit, pose))
    }

    /// Each leader starts with the first unit of his side that is on the map.
    fn leader_starts(war: &War, leader: LeaderId) -> Option<UnitId> {
        war.field().present_of(war.setting().leader(leader).side).next()
    }

    fn placed(umpire: &mut Umpire<'_, Drill>) {
        for unit in umpire.field().present().collect::<Vec<_>>() {
            if umpire.profile(unit).hides {
                umpire.emit(Event::Marked { unit, marks: marks::HIDDEN, on: true, cause: "" });
            }
        }
    }

    fn arrival_roll(_options: &Options, need: u8) -> Pool {
        Pool::new("arrival", "DR-ARRIVE", 1, Reading::Successes(need)).as_kind(RollKind::Test)
    }

    fn arrival_why() -> Why {
        Why::Arrival
    }

    /// The first entry hex with room.
    fn entry_pose(war: &War, unit: UnitId, group: usize) -> Option<Pose> {
        let group = &war.setting().groups[group];
        let pose = war.pose(unit).facing(group.facing);
        group.entry.iter().map(|hex| pose.at(*hex)).find(|pose| fits(war, unit, pose))
    }
}
