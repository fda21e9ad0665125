//! Retreats: how far, which way, through whom, and how a unit stands afterwards (SN-MC-7 to 11).

use battle::{Event, Footprint, Manner, Pose, Trail, UnitId, rule};
use hexes::{Direction, Hex};

use crate::room::{Fit, fits};
use crate::space::{self, Aspect, Look, Shape, facings_toward, formation, shape_of};
use crate::{Umpire, War, contact, leaders, marks, tables, terrain};

/// What a status brings.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Retreat {
    /// The unit stays.
    None,
    /// It goes that way, the last pose being its end.
    To(Vec<Pose>),
    /// It cannot go, and disperses.
    Lost,
}

/// What a unit goes back from: somebody, or its enemies' edge of the map (SN-MC-8).
enum Cause {
    Unit(Footprint),
    Edge(battle::MapEdge),
}

impl Cause {
    fn of(war: &War, unit: UnitId, cause: Option<UnitId>) -> Cause {
        let nearest = || {
            let enemies = war.enemies(unit).map(|enemy| (war.field().distance(unit, enemy), enemy));
            enemies.min().map(|(_, enemy)| enemy)
        };
        let known = cause.filter(|cause| war.present(*cause)).or_else(|| nearest().filter(|_| rule!("SN-MC-8i")));
        match known {
            Some(enemy) => Cause::Unit(war.field().footprint(enemy)),
            None => Cause::Edge(war.fixed().edge[war.side(unit).other().index()]),
        }
    }

    fn steps_to(&self, war: &War, hex: Hex) -> i32 {
        match self {
            Cause::Unit(print) => print.distance_to(hex),
            Cause::Edge(edge) => edge.distance(war.field().ground().grid(), hex),
        }
    }

    /// The hex a unit looks at, or away from.
    fn hex(&self, anchor: Hex, war: &War) -> Hex {
        match self {
            Cause::Unit(print) => {
                print.hexes().iter().copied().min_by_key(|hex| hex.distance(anchor)).unwrap_or(anchor)
            }
            Cause::Edge(edge) => {
                let grid = war.field().ground().grid();
                grid.iter()
                    .filter(|hex| edge.distance(grid, *hex) == 0)
                    .min_by_key(|hex| hex.distance(anchor))
                    .unwrap_or(anchor)
            }
        }
    }
}

/// All that a retreat depends on beside the ground: who goes back from whom in what status, and where everybody stands.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct Case {
    unit: UnitId,
    status: i16,
    cause: Option<UnitId>,
    /// Everybody on the map with how he stands and how many his stands are.
    present: Vec<(UnitId, Pose, u8)>,
}

impl Case {
    fn of(war: &War, unit: UnitId, status: i16, cause: Option<UnitId>) -> Case {
        let present = war.field().present().map(|there| (there, war.pose(there), war.stands(there))).collect();
        Case { unit, status, cause, present }
    }
}

/// A retreat being walked.
struct Walk<'a> {
    war: &'a War,
    unit: UnitId,
    cause: Cause,
    /// The whole footprint goes, or the anchor alone with the rest behind it.
    whole: bool,
    status: i16,
}

/// Where a unit goes that has come to a status (SN-MC-4, 7, 8). Odds ask for the same one round after round: it is walked once.
pub(crate) fn of(war: &War, unit: UnitId, status: i16, cause: Option<UnitId>) -> Retreat {
    war.kept(Case::of(war, unit, status, cause), |_| walked(war, unit, status, cause))
}

fn walked(war: &War, unit: UnitId, status: i16, cause: Option<UnitId>) -> Retreat {
    let points = match status {
        tables::NERVOUS => 0,
        tables::DISRUPTED => tables::HALF,
        tables::PANIC => tables::FULL,
        tables::ROUTED => return Retreat::Lost,
        _ => return Retreat::None,
    };
    let cause = Cause::of(war, unit, cause);
    let walk = Walk { war, unit, cause, whole: status == tables::NERVOUS, status };
    walk.run(if rule!("SN-MC-7") { points } else { 0 })
}

impl Walk<'_> {
    /// Steps while there are points, the first always; then on to a free place, or back to the last one passed.
    fn run(&self, points: u16) -> Retreat {
        let mut way = vec![self.war.pose(self.unit)];
        let (mut spent, mut previous) = (0, None);
        while let Some((direction, price)) = self.best(&way[way.len() - 1], previous) {
            if way.len() > 1 && spent + price > points {
                break;
            }
            spent += price;
            previous = Some(direction);
            let at = way[way.len() - 1];
            way.push(at.at(at.anchor + direction));
        }
        if way.len() == 1 {
            // Nowhere to go: trapped troops surrender (SN-MC-10).
            return if rule!("SN-MC-10") { Retreat::Lost } else { Retreat::None };
        }
        self.settle(way, previous)
    }

    /// Ends the way where the unit has room.
    fn settle(&self, mut way: Vec<Pose>, mut previous: Option<Direction>) -> Retreat {
        let more = if rule!("SN-MC-8g") { tables::CROWDED } else { 0 };
        for _ in 0..more {
            if self.standing(&way[way.len() - 1]).is_some() {
                break;
            }
            let at = way[way.len() - 1];
            let Some((direction, _)) = self.best(&at, previous) else { break };
            previous = Some(direction);
            way.push(at.at(at.anchor + direction));
        }
        let ends = (1..way.len()).rev();
        let ends: Vec<usize> = if self.standing(&way[way.len() - 1]).is_some() {
            vec![way.len() - 1]
        } else {
            // There was none on the hexes it went on.
            ends.filter(|_| rule!("SN-MC-8h")).collect()
        };
        for end in ends {
            if let Some(pose) = self.standing(&way[end]) {
                way.truncate(end);
                way.push(pose);
                return Retreat::To(way);
            }
        }
        Retreat::Lost
    }

    fn print(&self, at: &Pose) -> Footprint {
        if self.whole { self.war.field().footprint_at(self.unit, at) } else { Footprint::of([at.anchor], 1) }
    }

    /// The best open step from a place with its price in column, by the wishes in order (SN-MC-8).
    fn best(&self, at: &Pose, previous: Option<Direction>) -> Option<(Direction, u16)> {
        let here = self.print(at);
        let far = |print: &Footprint| {
            print.hexes().iter().map(|hex| self.cause.steps_to(self.war, *hex)).min().unwrap_or_default()
        };
        let grid = self.war.field().ground().grid();
        let edge = self.war.fixed().edge[self.war.side(self.unit).index()];
        let home =
            |print: &Footprint| print.hexes().iter().map(|hex| edge.distance(grid, *hex)).min().unwrap_or_default();
        let open = Direction::ALL.into_iter().filter_map(|way| {
            let price = self.price(at, &here, way)?;
            let print = self.print(&at.at(at.anchor + way));
            let open = far(&print) >= far(&here) || !rule!("SN-MC-8a");
            let met = |enemy: Hex| here.hexes().iter().any(|stand| stand.distance(enemy) == 1);
            let pressed = print.hexes().iter().any(|hex| self.enemies_by(*hex).any(|enemy| !met(enemy)));
            let back = if rule!("SN-MC-8c") { -far(&print) } else { 0 };
            let base = if rule!("SN-MC-8d") { home(&print) } else { 0 };
            let again = Some(way) == previous && rule!("SN-MC-8e");
            let last = if rule!("SN-MC-8f") { way.index() } else { 5 - way.index() };
            open.then_some(((pressed && rule!("SN-MC-8b"), back, base, again, last), way, price))
        });
        open.min_by_key(|(key, ..)| *key).map(|(_, way, price)| (way, price))
    }

    /// The dearest hex of a step in column price; none where a stand cannot go: map, ground, enemies.
    fn price(&self, at: &Pose, here: &Footprint, way: Direction) -> Option<u16> {
        let ground = self.war.field().ground();
        let kind = self.war.profile(self.unit).kind;
        let open = terrain::price(self.war, kind, Shape::Column).unwrap_or(1);
        let shape = if self.whole { shape_of(at) } else { Shape::Column };
        here.hexes().iter().try_fold(0, |worst, hex| {
            let times = terrain::step(ground, shape, *hex, way)?;
            let enemy = self.war.other_at(self.unit, *hex + way).is_some_and(|there| self.is_enemy(there));
            if enemy { None } else { Some(worst.max(open * times)) }
        })
    }

    fn is_enemy(&self, unit: UnitId) -> bool {
        self.war.side(unit) != self.war.side(self.unit)
    }

    /// Enemy stands next to a hex.
    fn enemies_by(&self, hex: Hex) -> impl Iterator<Item = Hex> + '_ {
        hex.neighbors()
            .into_iter()
            .filter(|near| self.war.field().unit_at(*near).is_some_and(|there| self.is_enemy(there)))
    }

    /// How the unit stands at a place, if it has room (SN-MC-9).
    fn standing(&self, at: &Pose) -> Option<Pose> {
        let free = |pose: &Pose| fits(self.war, self.unit, pose) == Fit::Free;
        let hex = self.cause.hex(at.anchor, self.war);
        if self.whole {
            let kept = self.kept(at);
            return free(&kept).then(|| self.turned(&kept, hex, free));
        }
        let kind = self.war.profile(self.unit).kind;
        let look = if self.status == tables::PANIC && rule!("SN-MC-9d") { Look::Away } else { Look::At };
        let formation = formation(kind, self.war.stands(self.unit), Shape::Column);
        let formation = if rule!("SN-MC-9a") { formation } else { at.formation };
        let column = |facing| Pose { anchor: at.anchor, facing, formation, trail: Trail::default() };
        let facings = facings_toward(at.anchor, at.facing, hex, look);
        facings.into_iter().map(column).find(free)
    }

    /// A nervous unit keeps its formation; a garrison only while all its stands are on building hexes.
    fn kept(&self, at: &Pose) -> Pose {
        if shape_of(at) != Shape::Garrison {
            return *at;
        }
        let housed = self
            .war
            .field()
            .footprint_at(self.unit, at)
            .hexes()
            .iter()
            .all(|hex| terrain::is_building(self.war.field().ground().terrain(*hex)));
        let kind = self.war.profile(self.unit).kind;
        let formation = formation(kind, self.war.stands(self.unit), Shape::Column);
        if housed || !rule!("SN-MC-9c") { *at } else { Pose { formation, trail: Trail::default(), ..*at } }
    }

    /// The same facing its cause, where that is not in its front already and the turn fits.
    fn turned(&self, pose: &Pose, hex: Hex, free: impl Fn(&Pose) -> bool) -> Pose {
        let print = self.war.field().footprint_at(self.unit, pose);
        let stand = print.hexes().iter().copied().min_by_key(|stand| stand.distance(hex)).unwrap_or(pose.anchor);
        if space::aspect(pose, &print, stand, hex) == Aspect::Front && rule!("SN-MC-9b") {
            return *pose;
        }
        let facing = space::facing_toward(pose.anchor, pose.facing, hex, Look::At);
        let turned = pose.facing(facing);
        if free(&turned) { turned } else { *pose }
    }
}

/// The unit goes, out of every engagement (SN-MC-11); enemy leaders are driven off its way.
pub(crate) fn carry_out(umpire: &mut Umpire<'_>, unit: UnitId, way: Vec<Pose>) {
    let Some(to) = way.last().copied() else { return };
    if rule!("SN-MC-11") {
        contact::disengage(umpire, unit);
    }
    let swept: Vec<Hex> = way[1..]
        .iter()
        .map(|pose| pose.anchor)
        .chain(umpire.field().footprint_at(unit, &to).hexes().to_vec())
        .collect();
    let inner = way.len().saturating_sub(2);
    let path = way.into_iter().skip(1).take(inner).collect();
    umpire.emit(Event::Moved { unit, to, path, manner: Manner::Retreated, clause: "SN-MC-7" });
    if shape_of(&to) != Shape::Square {
        umpire.mark(unit, marks::HASTY, false);
    }
    leaders::drive_off(umpire, unit, &swept);
}
