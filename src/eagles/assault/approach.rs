//! The way into an Assault: start turn, contact pose, needed distance, places short of it (EA-ASSAULT-1 to 6).

use battle::{Pose, Presence, Reach, Refusal, UnitId, rule};
use hexes::{Hex, Local};

use crate::movement::{Footing, Press, Trek, Ways};
use crate::scene::Scene;
use crate::space::{Zone, Zones, front_centre, side_centre, side_stands, squared, turned};
use crate::{Class, tables};

/// An Assault as it may be declared.
#[derive(Clone, Debug, PartialEq)]
pub struct Approach {
    /// The side of the target that is attacked.
    pub side: Zone,
    /// One for each start turn the owner may choose (EA-ASSAULT-4): at least one, each with at least one contact.
    pub charges: Vec<Charge>,
}

/// The run from one pose after the start turn.
#[derive(Clone, Debug, PartialEq)]
pub struct Charge {
    /// The pose after the start turn.
    pub start: Pose,
    /// The contact poses, equally good, from which the owner chooses (EA-ASSAULT-5); empty when there is none.
    pub contacts: Vec<Contact>,
}

/// One contact pose and the way there.
#[derive(Clone, Debug, PartialEq)]
pub struct Contact {
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
type Bid = (i64, Hex);

impl Approach {
    /// The least roll in inches that gets to contact by any of the charges.
    #[must_use]
    pub fn needed(&self) -> i32 {
        self.charges.iter().filter_map(Charge::needed).min().unwrap_or(i32::MAX)
    }
}

impl Charge {
    /// The least roll in inches that gets to contact; `None` without a contact pose.
    #[must_use]
    pub fn needed(&self) -> Option<i32> {
        self.contacts.iter().map(|contact| contact.needed).min()
    }

    /// The places short of contact for a roll of that many inches, the start included (EA-ASSAULT-6): as far as the
    /// owner likes, or only the farthest on each way under `charge_full` (EA-RES-19).
    #[must_use]
    pub fn short(&self, scene: &Scene<'_>, rolled: i32) -> Reach {
        rule!("EA-ASSAULT-6");
        rule!("EA-RES-19");
        let longest = self.contacts.iter().map(|contact| contact.way.places.len()).max().unwrap_or(0);
        let mut ways = Ways::from(&self.start, longest as i32);
        let mut farthest = Vec::new();
        for contact in &self.contacts {
            farthest.push(contact.shorten(rolled, &mut ways));
        }
        let mut reach = ways.done();
        if scene.rules.charge_full {
            for (number, place) in reach.places.iter_mut().enumerate() {
                place.legal &= farthest.contains(&(number as u16));
            }
        }
        reach
    }
}

impl Contact {
    /// Adds the places short of contact that the roll reaches; gives the number of the farthest legal one.
    fn shorten(&self, rolled: i32, ways: &mut Ways) -> u16 {
        let limit = 100 * (rolled + self.road_bonus);
        let (mut number, mut farthest) = (0, 0);
        let short = self.way.places.len().saturating_sub(1);
        for place in self.way.places[..short].iter().skip(1).take_while(|place| i32::from(place.cost) <= limit) {
            number = ways.add(&place.pose, place.cost.into(), Some(number), place.legal);
            if place.legal {
                farthest = number;
            }
        }
        farthest
    }
}

impl Scene<'_> {
    /// How the Unit, where it stands, may Assault the target where that stands (EA-ASSAULT-1 to 6).
    ///
    /// # Errors
    /// Why not: class, line of sight and arc, angle, room to turn, no contact pose or way, or out of any roll's reach.
    pub fn approach(&self, unit: UnitId, target: UnitId) -> Result<Approach, Refusal> {
        rule!("EA-ASSAULT-1");
        let (from, at) = (self.pose(unit), self.pose(target));
        let refuse = |clause, why: &str| Refusal::new(clause, format!("{} {why}", self.field.label(unit.into())));
        if !matches!(self.class(unit), Class::Infantry | Class::Cavalry) {
            return Err(refuse("EA-ASSAULT-1", "cannot assault: only infantry and cavalry can"));
        }
        if self.side(unit) == self.side(target) || self.field.unit(target).presence != Presence::OnMap {
            return Err(refuse("EA-ASSAULT-1", "can assault only an enemy on the map"));
        }
        let no_aim = || refuse("EA-ASSAULT-2", "does not see half a base width of the nearest side in its charge arc");
        let side = self.charge_aim(unit, &from, target, &at).ok_or_else(no_aim)?;
        let starts = self.start_turns(unit, &from, &at, side).map_err(|bar| bar.refusal(self, unit))?;
        let charges = starts.iter().map(|start| self.charge_from(unit, start, target, side));
        let charges: Vec<Charge> = charges.filter(|charge| !charge.contacts.is_empty()).collect();
        let approach = Approach { side, charges };
        if approach.charges.is_empty() {
            return Err(refuse("EA-ASSAULT-5", "has no free way to a contact pose"));
        }
        if approach.needed() > self.longest_move(unit) {
            return Err(refuse("EA-ASSAULT-6", "is too far away for any roll"));
        }
        Ok(approach)
    }

    /// The longest Move in inches, the road apart.
    fn longest_move(&self, unit: UnitId) -> i32 {
        self.base_width() + 6 * i32::from(tables::row(self.class(unit)).move_dice)
    }

    /// The poses after the start turn: kept while the side's centre is nearer than 30 degrees off, one step towards it
    /// beyond, either on the border (EA-ASSAULT-4). Who may not turn keeps its facing.
    fn start_turns(&self, unit: UnitId, from: &Pose, at: &Pose, side: Zone) -> Result<Vec<Pose>, crate::terrain::Bar> {
        rule!("EA-ASSAULT-3");
        let Local { u, k } = Zones::of(from, self.rules).local(side_centre(at, self.rules, side));
        if k <= 0 || u * u > 3 * k * k {
            return Err(crate::terrain::Bar::new("EA-ASSAULT-3", "has the target more than 45 degrees off"));
        }
        rule!("EA-ASSAULT-4");
        let may_turn = self.turns_at_start(unit) && !self.moves_or_turns(unit, from);
        let mut starts = Vec::new();
        if u.abs() <= k || !may_turn {
            starts.push(*from);
        }
        if u.abs() >= k && may_turn {
            let press = self.press(unit, from, 1 + i32::from(self.rules.files));
            let turns = turned(from, self.rules, from.facing.rotate(u.signum()));
            starts.extend(turns.filter(|turn| self.may_end(unit, turn, &press).is_ok()));
        }
        let no_room = crate::terrain::Bar::new("EA-ASSAULT-4", "has no room for the turn towards the target");
        if starts.is_empty() { Err(no_room) } else { Ok(starts) }
    }

    /// The charge of the Unit from a pose without any further turn, against that side of the target where it stands
    /// (EA-ASSAULT-5). Of the contact poses the best that are free, at most one hex worse than the best there are; of
    /// those the ones with the shortest way; all of them when that leaves several.
    #[must_use]
    pub fn charge_from(&self, unit: UnitId, start: &Pose, target: UnitId, side: Zone) -> Charge {
        rule!("EA-ASSAULT-5");
        let press = self.press(unit, start, 0);
        let bids = self.bids(unit, start, target, side);
        let mut contacts: Vec<Contact> = Vec::new();
        let mut taken = None;
        for (distance, anchor) in &bids {
            if taken.is_some_and(|taken| taken != *distance) || !no_more_than_a_hex_worse(bids[0].0, *distance) {
                break;
            }
            if let Some(contact) = self.contact(unit, start, *anchor, &press) {
                taken = Some(*distance);
                contacts.push(contact);
            }
        }
        let shortest = contacts.iter().map(|contact| contact.needed).min();
        contacts.retain(|contact| Some(contact.needed) == shortest);
        Charge { start: *start, contacts }
    }

    /// The contact poses that ground and target allow, whoever else stands there, the best first.
    fn bids(&self, unit: UnitId, start: &Pose, target: UnitId, side: Zone) -> Vec<Bid> {
        let at = self.pose(target);
        let (zones, centre) = (Zones::of(&at, self.rules), side_centre(&at, self.rules, side));
        let along = start.facing.right_flank().vector();
        let first = -(i16::from(self.rules.files) - 1) / 2;
        let mut anchors = Vec::new();
        for stand in side_stands(&at, self.rules, side).hexes() {
            for way in [start.facing.front_left(), start.facing.front_right()] {
                let own = *stand - way.vector();
                if zones.zone(own.into()) == side {
                    anchors.extend((0..i16::from(self.rules.files)).map(|file| own - along * (file + first)));
                }
            }
        }
        anchors.sort_unstable();
        anchors.dedup();
        let print = self.footprint(&at);
        let fits = |pose: &Pose| self.ground_allows(unit, pose) && !self.stands_of(pose).any(|hex| print.contains(hex));
        let bid = |pose: Pose| (squared(front_centre(&pose, self.rules), centre), pose.anchor);
        let mut bids: Vec<Bid> = anchors.into_iter().map(|hex| start.at(hex)).filter(fits).map(bid).collect();
        bids.sort_unstable();
        bids
    }

    fn ground_allows(&self, unit: UnitId, pose: &Pose) -> bool {
        let (class, ground) = (self.class(unit), self.field.ground());
        self.stands_of(pose).all(|hex| crate::terrain::may_stop(class, ground.terrain(hex)).is_ok())
    }

    /// The contact there with its way; `None` when somebody stands there or on the way, or the ground forbids it.
    fn contact(&self, unit: UnitId, start: &Pose, anchor: Hex, press: &Press) -> Option<Contact> {
        let pose = start.at(anchor);
        self.has_room(unit, &pose).ok()?;
        let (treks, road_bonus) = self.run(unit, start, anchor)?;
        let end = treks.last().filter(|end| end.wading.settled())?;
        let mut way = Ways::from(start, treks.len() as i32);
        for (number, trek) in treks.iter().enumerate().skip(1) {
            let stops = trek.wading.settled() && self.may_end(unit, &trek.pose, press).is_ok();
            way.add(&trek.pose, trek.cost, Some(number as u16 - 1), stops || trek.pose == end.pose);
        }
        let needed = ((end.cost + 99) / 100 - road_bonus).max(0);
        Some(Contact { pose, way: way.done(), needed, road_bonus })
    }

    /// The straight run to a pivot hex with its road bonus in inches: BW when all of it is on road (EA-RES-43).
    fn run(&self, unit: UnitId, start: &Pose, anchor: Hex) -> Option<(Vec<Trek>, i32)> {
        rule!("EA-RES-43");
        let on_road = |hex: Hex| self.field.ground().road(hex);
        if self.rules.road_assault && on_road(start.anchor) && on_road(anchor) {
            let treks = self.straight(unit, start, anchor, Footing::Road);
            if let Some(treks) = treks.filter(|treks| treks.iter().all(|trek| on_road(trek.pose.anchor))) {
                return Some((treks, self.base_width()));
            }
        }
        Some((self.straight(unit, start, anchor, Footing::Ground)?, 0))
    }
}

/// Whether a squared distance is at most one hex longer than the best one; one hex is 16.
fn no_more_than_a_hex_worse(best: i64, distance: i64) -> bool {
    let beyond = distance - best - 16;
    beyond <= 0 || beyond * beyond <= 64 * best
}
