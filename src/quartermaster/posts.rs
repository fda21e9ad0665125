//! Where units stand when the battle begins, and where and when others arrive.

use battle::{Arm, Footprint, Formation, Obstacle, Pose, Side, Terrain};
use hexes::{Direction, Facing, Hex, Offset};

use crate::army::{Army, Brigade, Unit};
use crate::chance::Chance;
use crate::land::Land;
use crate::plan::{Plan, facing};
use crate::stations::{Station, stations};

/// Stands of a starting line.
const LINE: u8 = 4;

/// How far from its wish a unit may be placed.
const SEARCH: i32 = 14;

/// Hexes from anchor to anchor of units side by side.
const FRONT: i32 = 7;

/// Where a unit begins.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Post {
    /// On the map.
    At(Hex, Facing),
    /// With an arrival, by its number.
    Arrives(usize),
}

/// Units that arrive together.
#[derive(Clone, Debug)]
pub(crate) struct Arrival {
    /// What they are called.
    pub name: String,
    /// Whose.
    pub side: Side,
    /// The turn at whose start they come.
    pub turn: u16,
    /// Where.
    pub entry: Vec<Hex>,
    /// How they look.
    pub facing: Facing,
}

/// Everybody's posts.
#[derive(Clone, Debug, Default)]
pub(crate) struct Posts {
    /// Of each side, those of its units, brigade by brigade.
    pub of: [Vec<Post>; 2],
    /// The arrivals of both sides.
    pub arrivals: Vec<Arrival>,
    /// Hexes that are taken, with the side.
    taken: Vec<(Side, Hex)>,
}

/// A wish for a place.
struct Wish {
    at: (i32, i32),
    facing: Facing,
    /// Among houses, or in the woods.
    hidden: bool,
}

impl Posts {
    /// Posts for both armies.
    pub fn assign(plan: &Plan, land: &Land, armies: &[Army; 2]) -> Posts {
        let mut posts = Posts::default();
        for side in [plan.second(), plan.first] {
            posts.of[side.index()] = posts.side(plan, land, &armies[side.index()]);
        }
        posts
    }

    fn side(&mut self, plan: &Plan, land: &Land, army: &Army) -> Vec<Post> {
        let stations = stations(plan, army);
        let mut groups: Vec<(Station, usize)> = Vec::new();
        let mut wishes: Vec<Option<Vec<Wish>>> = Vec::new();
        for (number, station) in stations.iter().enumerate() {
            match station {
                Station::Arrives { .. } => wishes.push(None),
                _ => wishes.push(Some(self.wishes(plan, land, army, &stations, number))),
            }
        }
        let mut of_units = Vec::new();
        for (number, (brigade, wishes)) in army.brigades.iter().zip(wishes).enumerate() {
            match wishes {
                Some(wishes) => {
                    for (unit, wish) in brigade.units.iter().zip(&wishes) {
                        of_units.push(self.place(plan, land, army.side, unit, wish));
                    }
                }
                None => {
                    let known =
                        groups.iter().find(|(station, _)| *station == stations[number]).map(|(_, group)| *group);
                    let group = known.unwrap_or_else(|| self.arrival(plan, land, army.side, &stations[number]));
                    groups.push((stations[number].clone(), group));
                    of_units.extend(brigade.units.iter().map(|_| Post::Arrives(group)));
                }
            }
        }
        of_units
    }

    /// Where the units of a brigade would stand by the book.
    fn wishes(&self, plan: &Plan, land: &Land, army: &Army, stations: &[Station], number: usize) -> Vec<Wish> {
        let brigade = &army.brigades[number];
        match &stations[number] {
            Station::Line { depth, .. } => {
                let middle = middle_of(plan, land, army, stations, number);
                line(plan, army.side, brigade, middle, *depth)
            }
            Station::Column { depth } => column(plan, land, army.side, brigade, *depth),
            Station::Flank { share, depth } => flank(plan, army.side, brigade, *share, *depth),
            Station::Houses => houses(plan, land, army.side, brigade),
            Station::Arrives { .. } => Vec::new(),
        }
    }

    /// The free place that is best for a unit; where there is none near its wish, it is looked for farther off.
    fn place(&mut self, plan: &Plan, land: &Land, side: Side, unit: &Unit, wish: &Wish) -> Post {
        let wide = i32::from(plan.grid.width());
        let (column, row) = (wish.at.0.clamp(4, wide - 5), wish.at.1.clamp(1, i32::from(plan.grid.height()) - 2));
        let wanted = Offset::new(column as i16, row as i16).hex();
        let best = |radius: i32| {
            let places =
                wanted.within(radius).filter_map(|hex| Some((self.price(land, side, unit, wish, wanted, hex)?, hex)));
            places.min()
        };
        let found = best(SEARCH).or_else(|| best(60)).map_or(wanted, |(_, hex)| hex);
        self.taken.extend(footprint(found, wish.facing).hexes().iter().map(|hex| (side, *hex)));
        Post::At(found, wish.facing)
    }

    /// How bad a place is; nothing where nobody can stand.
    fn price(&self, land: &Land, side: Side, unit: &Unit, wish: &Wish, wanted: Hex, hex: Hex) -> Option<i32> {
        let print = footprint(hex, wish.facing);
        let mut price = 4 * hex.distance(wanted);
        for stand in print.hexes() {
            let cover = *land.cover.get(*stand)?;
            price += self.ground(cover, unit.arm(), wish.hidden)?;
            if land.margin(*stand) < 1 {
                price += 8;
            }
            for (other, taken) in &self.taken {
                match (*other == side, taken.distance(*stand)) {
                    (_, 0) => return None,
                    (true, 1) => price += 6,
                    (false, near) if near < 6 => return None,
                    (false, near) if near < 10 => price += 10,
                    _ => {}
                }
            }
        }
        let levels: Vec<i32> = print.hexes().iter().map(|stand| land.level[*stand]).collect();
        price += 3 * (levels.iter().max()? - levels.iter().min()?);
        (!is_parted(land, &print)).then_some(price)
    }

    fn ground(&self, cover: Terrain, arm: Arm, hidden: bool) -> Option<i32> {
        match cover {
            Terrain::Water | Terrain::Impassable | Terrain::Marsh => None,
            _ if cover.is_built_up() && arm != Arm::Infantry => None,
            _ if cover.is_built_up() => Some(if hidden { -6 } else { 14 }),
            _ if cover.is_woods() && arm != Arm::Infantry => Some(25),
            _ if cover.is_woods() => Some(if hidden { -6 } else { 6 }),
            Terrain::Rough => Some(2),
            _ => Some(0),
        }
    }

    /// The arrival of a station, made.
    fn arrival(&mut self, plan: &Plan, land: &Land, side: Side, station: &Station) -> usize {
        let Station::Arrives { name, turn, flank } = station else { return 0 };
        let (entry, facing) = match flank {
            None => (own_edge(plan, land, side), facing(side)),
            Some(right) => flank_edge(plan, land, side, *right),
        };
        self.arrivals.push(Arrival { name: name.clone(), side, turn: *turn, entry, facing });
        self.arrivals.len() - 1
    }

    /// The rows in which a side's units stand, from its own edge on, first and last.
    pub fn rows(&self, plan: &Plan, side: Side) -> (i16, i16) {
        let last = plan.grid.height() - 1;
        let rows = self.taken.iter().filter(|(of, _)| *of == side).map(|(_, hex)| hex.offset().row);
        match side {
            Side::Blue => (rows.min().map_or(last, |row| (row - 1).max(0)), last),
            Side::Red => (0, rows.max().map_or(0, |row| (row + 1).min(last))),
        }
    }
}

/// The hexes of a starting line.
pub(crate) fn footprint(anchor: Hex, facing: Facing) -> Footprint {
    Pose::new(anchor, facing, Formation::line(LINE)).stands(LINE)
}

/// Whether a water, hedge or wall runs through a line.
fn is_parted(land: &Land, print: &Footprint) -> bool {
    let hexes = print.hexes();
    let wet = hexes.iter().any(|hex| {
        Direction::ALL.iter().any(|side| hexes.contains(&(*hex + *side)) && land.water_between(*hex, *side).is_some())
    });
    let fenced = land.enclosures.iter().filter(|one| one.obstacle != Obstacle::None).any(|one| {
        let count = hexes.iter().filter(|hex| one.hexes.contains(hex)).count();
        count > 0 && count < hexes.len()
    });
    wet || fenced
}

/// The row so many hexes ahead of a row, as a side looks.
fn ahead(side: Side, row: i16, hexes: i32) -> i32 {
    i32::from(row) + if side == Side::Blue { -hexes } else { hexes }
}

/// Units of a brigade that stand in its first line.
fn front(brigade: &Brigade) -> i32 {
    let count = |arm: Arm| brigade.units.iter().filter(|unit| unit.arm() == arm).count() as i32;
    let (foot, horse, guns) = (count(Arm::Infantry), count(Arm::Cavalry), count(Arm::Artillery));
    if brigade.is_horse() { horse } else { (foot - foot / 3).max(guns).max(1) }
}

/// The column of the middle of a brigade in a line with others: horse on the wings, foot between.
fn middle_of(plan: &Plan, land: &Land, army: &Army, stations: &[Station], number: usize) -> i32 {
    let together = |one: &&usize| {
        matches!((&stations[**one], &stations[number]),
        (Station::Line { rank, .. }, Station::Line { rank: own, .. }) if rank == own)
    };
    let numbers: Vec<usize> = (0..army.brigades.len()).collect();
    let abreast: Vec<usize> = numbers.iter().filter(together).copied().collect();
    let (horse, foot): (Vec<usize>, Vec<usize>) = abreast.iter().partition(|one| army.brigades[**one].is_horse());
    let mut order = foot;
    for (place, one) in horse.into_iter().enumerate() {
        if place % 2 == usize::from(plan.seed.is_multiple_of(2)) { order.push(one) } else { order.insert(0, one) }
    }
    let wide = i32::from(plan.grid.width());
    let all: i32 = order.iter().map(|one| front(&army.brigades[*one])).sum();
    let apart = ((wide - 8) / all.max(1)).clamp(5, FRONT + 1);
    let center = land.places.first().map_or(wide / 2, |place| i32::from(place.at.offset().column));
    let half = (all * apart / 2 + 4).min(wide / 2);
    let center = center.clamp(half, wide - half);
    let before: i32 = order.iter().take_while(|one| **one != number).map(|one| front(&army.brigades[*one])).sum();
    center - all * apart / 2 + before * apart + front(&army.brigades[number]) * apart / 2
}

/// A brigade in two lines: guns ahead between the battalions, a third of the foot and its horse behind.
fn line(plan: &Plan, side: Side, brigade: &Brigade, middle: i32, depth: i32) -> Vec<Wish> {
    let mut chance = Chance::of(plan.seed, &format!("line {side} {}", brigade.name));
    let row = plan.row(depth) + chance.between(-1, 1) as i16;
    let front = front(brigade);
    let left = middle - FRONT * (front - 1) / 2;
    let (mut placed, mut behind, mut guns) = (0, 0, 0);
    let wish = |unit: &Unit| {
        let at = match unit.arm() {
            Arm::Artillery => {
                guns += 1;
                (left + FRONT * (guns - 1) + FRONT / 2, ahead(side, row, 3))
            }
            Arm::Cavalry if !brigade.is_horse() => {
                behind += 1;
                (middle + FRONT * (behind - 1), ahead(side, row, -5))
            }
            _ if placed < front => {
                placed += 1;
                (left + FRONT * (placed - 1), ahead(side, row, 0))
            }
            _ => {
                behind += 1;
                (middle + FRONT * (behind - 1), ahead(side, row, -4))
            }
        };
        // Nobody stands as if drawn up by a ruler.
        let at = (at.0 + chance.between(-1, 1), at.1 + chance.between(-1, 1));
        Wish { at, facing: facing(side), hidden: false }
    };
    brigade.units.iter().map(wish).collect()
}

/// A brigade on the march along the road, one unit behind the other.
fn column(plan: &Plan, land: &Land, side: Side, brigade: &Brigade, depth: i32) -> Vec<Wish> {
    let wish = |place: usize| {
        let row = ahead(side, plan.row(depth), -3 * place as i32);
        let of_row = land.road.iter().filter(|hex| i32::from(hex.offset().row) == row);
        let middle = i32::from(plan.grid.width() / 2);
        let column = of_row.map(|hex| i32::from(hex.offset().column)).min_by_key(|column| (column - middle).abs());
        Wish { at: (column.unwrap_or(middle), row), facing: facing(side), hidden: false }
    };
    (0..brigade.units.len()).map(wish).collect()
}

/// A brigade beside the road, looking inwards, in the woods if there are any.
fn flank(plan: &Plan, side: Side, brigade: &Brigade, share: i32, depth: i32) -> Vec<Wish> {
    let wide = i32::from(plan.grid.width());
    let inwards = match (side, share < 50) {
        (Side::Blue, true) => Facing::EastNorthEast,
        (Side::Blue, false) => Facing::WestNorthWest,
        (Side::Red, true) => Facing::EastSouthEast,
        (Side::Red, false) => Facing::WestSouthWest,
    };
    let wish = |place: usize| {
        let row = ahead(side, plan.row(depth), 5 * (place as i32 - 1));
        Wish { at: (wide * share / 100, row), facing: inwards, hidden: true }
    };
    (0..brigade.units.len()).map(wish).collect()
}

/// A brigade in and about the village that is fought for.
fn houses(plan: &Plan, land: &Land, side: Side, brigade: &Brigade) -> Vec<Wish> {
    let middle =
        land.places.first().map_or_else(|| Offset::new(plan.grid.width() / 2, plan.row(56)), |place| place.at.offset());
    let places = [(0, 2), (-5, 0), (5, 0), (0, -5), (-6, -5), (6, -5)];
    let wish = |(unit, (aside, forward)): (&Unit, (i32, i32))| {
        let foot = unit.arm() == Arm::Infantry;
        let back = if foot { 0 } else { -5 };
        Wish {
            at: (i32::from(middle.column) + aside, ahead(side, middle.row, forward + back)),
            facing: facing(side),
            hidden: foot,
        }
    };
    brigade.units.iter().zip(places.into_iter().cycle()).map(wish).collect()
}

/// Whether every unit can enter there.
fn is_entry(land: &Land, hex: Hex, facing: Facing) -> bool {
    let open = |stand: &Hex| {
        let cover = land.cover.get(*stand);
        cover.is_some_and(|cover| {
            !matches!(cover, Terrain::Water | Terrain::Impassable | Terrain::Marsh) && !cover.is_built_up()
        })
    };
    footprint(hex, facing).hexes().iter().all(open)
}

/// Where a side's reinforcements come in over its own edge: at the road, then beside it.
fn own_edge(plan: &Plan, land: &Land, side: Side) -> Vec<Hex> {
    let row = if side == Side::Blue { plan.grid.height() - 1 } else { 0 };
    let road = crate::land::gates(land, side).first().map_or(plan.grid.width() / 2, |hex| hex.offset().column);
    let mut entries: Vec<Hex> = Vec::new();
    for aside in [0, 5, -5, 10, -10, 15, -15, 20, -20, 25, -25] {
        let column = road + aside;
        let near = (column - 1..=column + 1).map(|column| Offset::new(column, row).hex());
        entries.extend(near.into_iter().find(|hex| plan.grid.contains(*hex) && is_entry(land, *hex, facing(side))));
    }
    entries.dedup();
    entries
}

/// Where a flank column comes in over the left or right edge, and how it looks.
fn flank_edge(plan: &Plan, land: &Land, side: Side, right: bool) -> (Vec<Hex>, Facing) {
    let facing = match (side, right) {
        (Side::Blue, true) => Facing::WestNorthWest,
        (Side::Blue, false) => Facing::EastNorthEast,
        (Side::Red, true) => Facing::WestSouthWest,
        (Side::Red, false) => Facing::EastSouthEast,
    };
    let last = plan.grid.width() - 1;
    let depth = if side == plan.first { 38 } else { 62 };
    let middle = i32::from(plan.row(depth));
    let mut entries = Vec::new();
    for aside in [0, 5, -5, 10, -10] {
        let row = (middle + aside) as i16;
        let columns = (1..=4).map(|step| if right { last - step } else { step });
        let near = columns.map(|column| Offset::new(column, row).hex());
        entries.extend(near.into_iter().find(|hex| is_entry(land, *hex, facing)));
    }
    if entries.is_empty() { (own_edge(plan, land, side), crate::plan::facing(side)) } else { (entries, facing) }
}
