//! Room on the ground: what a unit may stand on, and where it fits (OW-HEX, OW-TERRAIN).

use battle::{GARRISON_SPREAD, Pose, UnitId, rule};
use hexes::{Facing, Hex};
use rulebook::No;

use crate::formations::shapes::{self, shape_of};
use crate::ground::{crossing, going, walls};
use crate::measures::kind;
use crate::profile::Kind;
use crate::tables::Shape;
use crate::{OnWar, War};

/// Why a unit cannot stand in a pose.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Misfit {
    /// Its arm does not use that formation.
    Formation,
    /// The pose has another number of stands.
    Stands,
    /// It would leave the map there.
    OffMap(Hex),
    /// Somebody stands there.
    Taken(Hex, UnitId),
    /// Nobody stands on such ground.
    Ground(Hex),
}

impl Misfit {
    /// The refusal of an order that names the pose.
    pub(crate) fn refusal(self, war: &War) -> No<OnWar> {
        let built_up = |hex: Hex| war.field().ground().terrain(hex).is_built_up();
        let clause = match self {
            Misfit::Formation | Misfit::OffMap(_) => "OW-MOVE-1",
            Misfit::Stands => "OW-BUILD-2",
            Misfit::Taken(..) => "OW-MOVE-11",
            Misfit::Ground(hex) if built_up(hex) => "OW-BUILD-2",
            Misfit::Ground(_) => "OW-TERRAIN-5",
        };
        No::new(clause, |war, order| {
            let misfit = order.unit().zip(order.pose).and_then(|(unit, pose)| misfit(war, unit, &pose));
            misfit.map_or_else(String::new, |one| one.text(war, &war.actor_of(order)))
        })
    }

    fn text(self, war: &War, name: &str) -> String {
        match self {
            Misfit::Formation => format!("{name} does not use that formation"),
            Misfit::Stands => format!("{name} has another number of stands than that pose"),
            Misfit::OffMap(hex) => format!("{name} would leave the map at {}", hex.offset()),
            Misfit::Taken(hex, other) => format!("{} stands on {}", war.name(other), hex.offset()),
            Misfit::Ground(hex) => {
                format!("{name} cannot stand on {} at {}", war.field().ground().terrain(hex).name(), hex.offset())
            }
        }
    }
}

/// Whether the unit could stand there now: a formation of its arm, all on the map, on ground it can be on, and on
/// nobody else.
pub(crate) fn fits(war: &War, unit: UnitId, pose: &Pose) -> bool {
    misfit(war, unit, pose).is_none()
}

/// Why the unit could not stand there now.
pub(crate) fn misfit(war: &War, unit: UnitId, pose: &Pose) -> Option<Misfit> {
    misfit_with(war, unit, pose, war.stands(unit))
}

/// The same with another number of stands.
fn misfit_with(war: &War, unit: UnitId, pose: &Pose, stands: u8) -> Option<Misfit> {
    let (kind, shape, print) = (kind(war, unit), shape_of(pose), pose.stands(stands));
    if !shapes::knows(kind, shape) {
        return Some(Misfit::Formation);
    }
    if print.hexes().len() != usize::from(stands) {
        return Some(Misfit::Stands);
    }
    print.hexes().iter().find_map(|hex| {
        if !war.field().ground().grid().contains(*hex) {
            return Some(Misfit::OffMap(*hex));
        }
        let taken = war.other_at(unit, *hex).map(|other| Misfit::Taken(*hex, other));
        taken.or_else(|| (!ground_takes(war, kind, shape, *hex)).then_some(Misfit::Ground(*hex)))
    })
}

/// Whether the ground alone lets a stand of that arm be there in that shape. Guns may be set up on very difficult
/// going (OW-TERRAIN-10), and nobody is in a building but its garrison.
pub(crate) fn ground_takes(war: &War, kind: Kind, shape: Shape, hex: Hex) -> bool {
    let ground = war.field().ground();
    let house = ground.terrain(hex).is_built_up();
    if shape == Shape::Garrison {
        return house;
    }
    if house {
        return kind.is_foot() && walls::is_ruin(war, hex);
    }
    !crossing::stops_everybody(going::going(ground, hex))
}

/// The pose nearest to that one, same facing and formation, in which the unit fits; at most `radius` hexes away.
pub(crate) fn nearest_fit(war: &War, unit: UnitId, pose: &Pose, radius: i32) -> Option<Pose> {
    nearest_fit_with(war, unit, pose, radius, war.stands(unit))
}

/// The same with another number of stands.
pub(crate) fn nearest_fit_with(war: &War, unit: UnitId, pose: &Pose, radius: i32, stands: u8) -> Option<Pose> {
    let poses = pose.anchor.within(radius).map(|hex| pose.at(hex));
    poses.into_iter().find(|pose| misfit_with(war, unit, pose, stands).is_none())
}

/// The building round that hex as the unit would hold it, every stand on a hex of its own, those nearest the hex
/// first; `None` when it has not room for all (OW-BUILD-2).
pub(crate) fn garrison_at(war: &War, unit: UnitId, hex: Hex, facing: Facing) -> Option<Pose> {
    let (ground, stands) = (war.field().ground(), usize::from(war.stands(unit)));
    let patch = ground.patch(hex).filter(|_| ground.terrain(hex).is_built_up() && rule!("OW-BUILD-2"))?;
    if !kind(war, unit).is_foot() {
        return None;
    }
    let free = |near: &Hex| ground.patch(*near) == Some(patch) && war.other_at(unit, *near).is_none();
    let held: Vec<Hex> = hex.within(GARRISON_SPREAD).filter(free).take(stands).collect();
    if held.len() == stands { Pose::garrison(hex, facing, &held) } else { None }
}
