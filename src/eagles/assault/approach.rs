//! The way into an Assault: start turn, contact pose, needed distance, places short of it (EA-ASSAULT-1 to 6).

use battle::{Pose, Reach, UnitId, rule};
use hexes::{Hex, Local};

use crate::movement::{
    Footing, NearEnemies, ReachMap, Waypoint, moves_or_turns, room, straight_lines, turns_at_start, turns_to,
};
use crate::space::measure;
use crate::space::zones::{Zone, Zones, front_centre, side_centre, side_stands, squared};
use crate::terrain;
use crate::{Bar, Class, War, class, sight, tables};

/// An Assault as it may be declared.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Approach {
    /// The side of the target that is attacked.
    pub side: Zone,
    /// One for each start turn the owner may choose (EA-ASSAULT-4): at least one, each with at least one contact.
    pub charges: Vec<Charge>,
}

/// The run from one pose after the start turn.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Charge {
    /// The pose after the start turn.
    pub start: Pose,
    /// The contact poses, equally good, from which the owner chooses (EA-ASSAULT-5); empty when there is none.
    pub contacts: Vec<Contact>,
}

/// One contact pose and the way there.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Contact {
    /// The pose in contact.
    pub pose: Pose,
    /// The poses from the start to the contact, both included, with the cost so far and whether the Unit may stop there.
    pub way: Reach,
    /// The Move roll in inches (BW and dice together) that gets there; the road bonus is already taken off (EA-RES-43).
    pub needed: i32,
    /// The road bonus in inches; it also lengthens a short move. 0 off the road.
    pub road_bonus: i32,
}

/// A pose in contact before anybody has asked whether it can be reached: squared distance of the centres first.
type RankedPose = (i64, Hex);

impl Approach {
    /// The least roll in inches that gets to contact by any of the charges.
    pub fn needed(&self) -> i32 {
        self.charges.iter().filter_map(Charge::needed).min().unwrap_or(i32::MAX)
    }
}

impl Charge {
    /// The least roll in inches that gets to contact; `None` without a contact pose.
    pub fn needed(&self) -> Option<i32> {
        self.contacts.iter().map(|contact| contact.needed).min()
    }

    /// The places short of contact for a roll of that many inches, the start included (EA-ASSAULT-6): as far as the
    /// owner likes, or only the farthest on each way under `charge_full` (EA-RES-19).
    pub fn short(&self, war: &War, rolled: i32) -> Reach {
        let longest = self.contacts.iter().map(|contact| contact.way.places.len()).max().unwrap_or_default();
        let mut map = ReachMap::from(&self.start, longest as i32);
        let mut farthest = Vec::new();
        for contact in &self.contacts {
            farthest.push(contact.shorten(rolled, &mut map));
        }
        let mut reach = map.done();
        if war.options().charge_full && rule!("EA-RES-19") {
            for (number, place) in reach.places.iter_mut().enumerate() {
                place.legal &= farthest.contains(&(number as u16));
            }
        }
        reach
    }
}

impl Contact {
    /// Adds the places short of contact that the roll reaches; gives the number of the farthest legal one.
    fn shorten(&self, rolled: i32, map: &mut ReachMap) -> u16 {
        let limit = tables::INCH * (rolled + self.road_bonus);
        let (mut number, mut farthest) = (0, 0);
        let short = self.way.places.len().saturating_sub(1);
        for place in self.way.places[..short].iter().skip(1).take_while(|place| i32::from(place.cost) <= limit) {
            number = map.add(&place.pose, place.cost.into(), Some(number), place.legal);
            if place.legal {
                farthest = number;
            }
        }
        farthest
    }
}

/// Whether the class of a Unit may Assault at all (EA-ASSAULT-1).
pub(crate) fn assaults(war: &War, unit: UnitId) -> bool {
    matches!(class(war, unit), Class::Infantry | Class::Cavalry) || !rule!("EA-ASSAULT-1")
}

/// How the Unit, where it stands, may Assault the target where that stands (EA-ASSAULT-1 to 6).
///
/// # Errors
/// Why not: class, line of sight and arc, angle, room to turn, no contact pose or way, or out of any roll's reach.
pub(crate) fn declared(war: &War, unit: UnitId, target: UnitId) -> Result<Approach, Bar> {
    let (from, at) = (war.pose(unit), war.pose(target));
    if !assaults(war, unit) {
        return Err(barred!("EA-ASSAULT-1", "cannot assault: only infantry and cavalry can"));
    }
    if war.side(unit) == war.side(target) || !war.present(target) {
        return Err(barred!("EA-ASSAULT-1", "can assault only an enemy on the map"));
    }
    const NO_AIM: Bar = barred!("EA-ASSAULT-2", "does not see half a base width of the nearest side in its charge arc");
    let side = sight::charge_aim(war, unit, &from, target, &at).ok_or(NO_AIM)?;
    let starts = start_turns(war, unit, &from, &at, side)?;
    let charges = starts.iter().map(|start| charge_from(war, unit, start, target, side));
    let charges: Vec<Charge> = charges.filter(|charge| !charge.contacts.is_empty()).collect();
    let approach = Approach { side, charges };
    if approach.charges.is_empty() {
        return Err(barred!("EA-ASSAULT-5", "has no free way to a contact pose"));
    }
    if approach.needed() > longest_move(war, unit) {
        return Err(barred!("EA-ASSAULT-6", "is too far away for any roll"));
    }
    Ok(approach)
}

/// The longest Move in inches, the road apart.
fn longest_move(war: &War, unit: UnitId) -> i32 {
    measure::base_width(war) + tables::DIE * i32::from(tables::row(class(war, unit)).move_dice)
}

/// The poses after the start turn: kept while the side's centre is nearer than 30 degrees off, one step towards it
/// beyond, either on the border (EA-ASSAULT-4). Who may not turn keeps its facing.
fn start_turns(war: &War, unit: UnitId, from: &Pose, at: &Pose, side: Zone) -> Result<Vec<Pose>, Bar> {
    let Local { u, k } = Zones::of(from, war.options()).local(side_centre(at, war.options(), side));
    if (k <= 0 || u * u > 3 * k * k) && rule!("EA-ASSAULT-3") {
        return Err(barred!("EA-ASSAULT-3", "has the target more than 45 degrees off"));
    }
    let may_turn = turns_at_start(war, unit) && !moves_or_turns(war, unit, from) && rule!("EA-ASSAULT-4");
    let mut starts = Vec::new();
    if u.abs() <= k || !may_turn {
        starts.push(*from);
    }
    if u.abs() >= k && may_turn {
        let enemies = room::near_enemies(war, unit, from, 1 + i32::from(war.options().files));
        let turns = turns_to(war, from, from.facing.rotate(u.signum()));
        starts.extend(turns.filter(|turn| room::may_end(war, unit, turn, &enemies).is_ok()));
    }
    let no_room = barred!("EA-ASSAULT-4", "has no room for the turn towards the target");
    if starts.is_empty() { Err(no_room) } else { Ok(starts) }
}

/// The charge of the Unit from a pose without any further turn, against that side of the target where it stands
/// (EA-ASSAULT-5). Of the contact poses the best that are free, at most one hex worse than the best there are; of
/// those the ones with the shortest way; all of them when that leaves several.
pub(crate) fn charge_from(war: &War, unit: UnitId, start: &Pose, target: UnitId, side: Zone) -> Charge {
    let enemies = room::near_enemies(war, unit, start, measure::hexes(war, longest_move(war, unit)));
    let poses = contact_poses(war, unit, start, target, side);
    let mut contacts: Vec<Contact> = Vec::new();
    let mut taken = None;
    let best = poses.first().map(|(distance, _)| *distance).unwrap_or_default();
    for (distance, anchor) in &poses {
        let worse = taken.is_some_and(|taken| taken != *distance) || !no_more_than_a_hex_worse(best, *distance);
        if worse && rule!("EA-ASSAULT-5") {
            break;
        }
        if let Some(contact) = contact(war, unit, start, *anchor, &enemies) {
            taken = Some(*distance);
            contacts.push(contact);
        }
    }
    let shortest = contacts.iter().map(|contact| contact.needed).min();
    contacts.retain(|contact| Some(contact.needed) == shortest);
    Charge { start: *start, contacts }
}

/// The contact poses that ground and target allow, whoever else stands there, the best first.
fn contact_poses(war: &War, unit: UnitId, start: &Pose, target: UnitId, side: Zone) -> Vec<RankedPose> {
    let at = war.pose(target);
    let (zones, centre) = (Zones::of(&at, war.options()), side_centre(&at, war.options(), side));
    let along = start.facing.right_flank().vector();
    let first = -(i16::from(war.options().files) - 1) / 2;
    let mut anchors = Vec::new();
    for stand in side_stands(&at, war.options(), side).hexes() {
        for way in start.facing.fronts() {
            let own = *stand - way.vector();
            if zones.zone(own.into()) == side && !terrain::bars_way(war, own, way) {
                anchors.extend((0..i16::from(war.options().files)).map(|file| own - along * (file + first)));
            }
        }
    }
    anchors.sort_unstable();
    anchors.dedup();
    let print = measure::footprint(war, &at);
    let fits =
        |pose: &Pose| ground_allows(war, unit, pose) && !measure::stands_of(war, pose).any(|hex| print.contains(hex));
    let bid = |pose: Pose| (squared(front_centre(&pose, war.options()), centre), pose.anchor);
    let mut bids: Vec<RankedPose> = anchors.into_iter().map(|hex| start.at(hex)).filter(fits).map(bid).collect();
    bids.sort_unstable();
    bids
}

fn ground_allows(war: &War, unit: UnitId, pose: &Pose) -> bool {
    let (class, ground) = (class(war, unit), war.field().ground());
    measure::stands_of(war, pose).all(|hex| terrain::may_stop(class, ground.terrain(hex)).is_ok())
}

/// The contact there with its way; `None` when somebody stands there or on the way, or the ground forbids it.
fn contact(war: &War, unit: UnitId, start: &Pose, anchor: Hex, enemies: &NearEnemies) -> Option<Contact> {
    let pose = start.at(anchor);
    room::has_room(war, unit, &pose).ok()?;
    let (points, road_bonus) = straight_run(war, unit, start, anchor)?;
    let end = points.last().filter(|end| end.wading.settled())?;
    let mut way = ReachMap::from(start, points.len() as i32);
    for (number, point) in points.iter().enumerate().skip(1) {
        let stops = point.wading.settled() && room::may_end(war, unit, &point.pose, enemies).is_ok();
        way.add(&point.pose, point.cost, Some(number as u16 - 1), stops || point.pose == end.pose);
    }
    let needed = ((end.cost + tables::INCH - 1) / tables::INCH - road_bonus).max(0);
    Some(Contact { pose, way: way.done(), needed, road_bonus })
}

/// The straight run to a pivot hex with its road bonus in inches: BW when all of it is on road (EA-RES-43). Of two equal
/// lines either may be the road's.
fn straight_run(war: &War, unit: UnitId, start: &Pose, anchor: Hex) -> Option<(Vec<Waypoint>, i32)> {
    let on_road = |hex: Hex| war.field().ground().road(hex);
    let by_road = |points: &Vec<Waypoint>| points.iter().all(|point| on_road(point.pose.anchor));
    if war.options().road_assault && on_road(start.anchor) && on_road(anchor) {
        let lines = straight_lines(war, unit, start, anchor, Footing::Road);
        if let Some(points) = lines.into_iter().find(by_road).filter(|_| rule!("EA-RES-43")) {
            return Some((points, measure::base_width(war)));
        }
    }
    let points = straight_lines(war, unit, start, anchor, Footing::Ground).into_iter().next()?;
    Some((points, 0))
}

/// Whether a squared distance is at most one hex longer than the best one; one hex is 16.
fn no_more_than_a_hex_worse(best: i64, distance: i64) -> bool {
    let beyond = distance - best - 16;
    beyond <= 0 || beyond * beyond <= 64 * best
}

/// The ways to carry out a declared Assault, numbered in the order of the approach.
pub(crate) fn ways(approach: &Approach) -> impl Iterator<Item = (&Charge, &Contact)> {
    approach.charges.iter().flat_map(|charge| charge.contacts.iter().map(move |contact| (charge, contact)))
}
