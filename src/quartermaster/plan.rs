//! The plan of a battle: every wish met or left to the seed, and where the sides stand to each other.

use battle::Side;
use document::expected_one_of;
use hexes::{Facing, Grid, Offset};

use crate::chance::Chance;
use crate::land::known_region;
use crate::lists::{self, List};
use crate::wishes::{Country, Kind, MINUTES, Nations, Wishes, YEARS, lists_of};

/// The least minutes in which a battle of a kind that needs room or time can be fought.
const LEAST: [(Kind, u16); 4] = [(Kind::River, 40), (Kind::Town, 40), (Kind::Ambush, 30), (Kind::Late, 30)];

/// A battle, every choice made.
#[derive(Clone, Debug)]
pub(crate) struct Plan {
    /// Its name: the wishes with their seed.
    pub name: String,
    /// The seed.
    pub seed: u64,
    /// The year.
    pub year: u16,
    /// Blue's and Red's list.
    pub lists: [&'static List; 2],
    /// The kind of battle.
    pub kind: Kind,
    /// The country.
    pub country: Country,
    /// Where in the world.
    pub region: &'static str,
    /// Who comes: attacks, pursues, marches.
    pub first: Side,
    /// The map.
    pub grid: Grid,
    /// What both armies are worth on average, in points.
    pub points: u32,
    /// Turns at most.
    pub turns: u16,
    /// One unit more for Blue: its quality and type.
    pub more: Option<(Option<String>, String)>,
}

impl Plan {
    /// The plan for wishes with a seed; `seed` counts where they have none.
    ///
    /// # Errors
    /// One sentence for wishes that cannot be met together, with what would do.
    pub fn of(wishes: &Wishes, seed: u64) -> Result<Plan, String> {
        let wishes = wishes.with_seed(seed);
        let seed = wishes.seed.unwrap_or(seed);
        let kind = wishes.kind.unwrap_or_else(|| kind(seed, wishes.minutes));
        let drawn = Chance::of(seed, "country").below(Country::ALL.len());
        let country = wishes.country.unwrap_or(Country::ALL[drawn]);
        let minutes = minutes(&wishes, kind, seed)?;
        let (year, lists) = sides(&wishes, seed)?;
        let region = region(&mut Chance::of(seed, "region"), lists);
        let units = 4 + u32::from(minutes) / 14;
        let first = if Chance::of(seed, "first").happens(50) { Side::Blue } else { Side::Red };
        let (width, height) = (20 + 3 * units + units / 2, 30 + units * 3 / 4);
        Ok(Plan {
            name: wishes.to_string(),
            seed,
            year,
            lists,
            kind,
            country,
            region,
            first,
            grid: Grid::new(width.min(110) as i16, (height + height % 2) as i16),
            points: 100 * units,
            turns: 12 + minutes / 30,
            more: wishes.more.clone(),
        })
    }

    /// The other side than the first: who holds, withdraws, waits.
    pub fn second(&self) -> Side {
        self.first.other()
    }

    /// The row at a depth of the field, from 0 at the edge of the first side to 100 at that of the second. Blue is at the bottom.
    pub fn row(&self, depth: i32) -> i16 {
        let last = i32::from(self.grid.height()) - 1;
        let down = last * depth.clamp(0, 100) / 100;
        (if self.first == Side::Red { down } else { last - down }) as i16
    }

    /// The depth of a row, as [`Plan::row`] counts it.
    pub fn depth(&self, place: Offset) -> i32 {
        let last = (i32::from(self.grid.height()) - 1).max(1);
        let down = 100 * i32::from(place.row) / last;
        if self.first == Side::Red { down } else { 100 - down }
    }

    /// What the army of a side is to be worth, in points: what a kind of battle asks of the side that comes is evened out by numbers.
    pub fn points_of(&self, side: Side) -> u32 {
        let share = lists::first_of(self.kind);
        let of_two = if side == self.first { share } else { 100 };
        2 * self.points * of_two / (100 + share)
    }

    /// The list of a side.
    pub fn list(&self, side: Side) -> &'static List {
        self.lists[side.index()]
    }
}

/// Which way a side looks.
pub(crate) fn facing(side: Side) -> Facing {
    if side == Side::Blue { Facing::North } else { Facing::South }
}

/// The kind that a seed has for a battle of that length.
fn kind(seed: u64, minutes: Option<u16>) -> Kind {
    let weights = [4, 3, 2, 3, 2, 2, 3];
    let fits = |kind: &Kind| minutes.is_none_or(|minutes| least(*kind) <= minutes);
    let weights: Vec<u32> =
        Kind::ALL.iter().zip(weights).map(|(kind, weight)| if fits(kind) { weight } else { 0 }).collect();
    Kind::ALL[Chance::of(seed, "kind").weighted(&weights)]
}

/// The least minutes in which a battle of a kind can be fought.
fn least(kind: Kind) -> u16 {
    LEAST.iter().find(|(of, _)| *of == kind).map_or(*MINUTES.start(), |(_, least)| *least)
}

fn minutes(wishes: &Wishes, kind: Kind, seed: u64) -> Result<u16, String> {
    let least = least(kind);
    match wishes.minutes {
        Some(minutes) if minutes < least => {
            let told = kind.told();
            Err(format!(
                "{told} cannot be fought in {minutes}min; expected {least}min or more, or another kind of battle"
            ))
        }
        Some(minutes) => Ok(minutes),
        None => {
            let drawn = Chance::of(seed, "minutes").weighted(&[2, 4, 3, 1]);
            Ok([40, 60, 90, 120][drawn].max(least))
        }
    }
}

/// The year and who fights in it.
fn sides(wishes: &Wishes, seed: u64) -> Result<(u16, [&'static List; 2]), String> {
    let mut chance = Chance::of(seed, "nations");
    if let Some(year) = wishes.year.filter(|year| lists::all().iter().all(|list| !list.years.contains(year))) {
        return Err(format!("no army list is of the year {year}; expected one of {}", years_of(lists::all().iter())));
    }
    let mut pairs = pairs(wishes)?;
    if wishes.year.is_none() {
        // As likely as it lasted long.
        pairs.retain(|pair| !common(pair).is_empty());
    }
    let weights: Vec<u32> = pairs.iter().map(|pair| common(pair).len() as u32).collect();
    let drawn = chance.weighted(&weights);
    let Some(pair) = pairs.get(drawn) else { return Err(apart(wishes)) };
    let year = wishes.year.unwrap_or_else(|| {
        let years: Vec<u16> = common(pair);
        years[chance.below(years.len())]
    });
    let [one, other] = *pair;
    let turned = !matches!(wishes.nations, Some(Nations::Two(..))) && chance.happens(50);
    Ok((year, if turned { [other, one] } else { [one, other] }))
}

/// The years that two lists are both of.
fn common([one, other]: &[&'static List; 2]) -> Vec<u16> {
    one.years.clone().filter(|year| other.years.contains(year)).collect()
}

/// The pairs of lists that wishes allow.
fn pairs(wishes: &Wishes) -> Result<Vec<[&'static List; 2]>, String> {
    let of_year = |list: &&List| wishes.year.is_none_or(|year| list.years.contains(&year));
    let all: Vec<&'static List> = lists::all().iter().filter(of_year).collect();
    let named = |nation: &str| -> Result<Vec<&'static List>, String> {
        let found: Vec<_> = lists_of(nation, wishes.year).collect();
        if found.is_empty() { Err(not_of_year(nation, wishes.year)) } else { Ok(found) }
    };
    let (ones, others) = match &wishes.nations {
        None | Some(Nations::Alike) => (all.clone(), all),
        Some(Nations::One(nation)) => (named(nation)?, all),
        Some(Nations::Two(blue, red)) => (named(blue)?, named(red)?),
    };
    let fits = |one: &List, other: &List| match &wishes.nations {
        Some(Nations::Alike) => one.name == other.name,
        Some(Nations::Two(..)) => true,
        None | Some(Nations::One(_)) => one.enemies.contains(&other.nation) && other.enemies.contains(&one.nation),
    };
    let mut pairs = Vec::new();
    for one in ones {
        let against = others.iter().filter(|other| fits(one, other)).map(|other| [one, *other]);
        pairs.extend(against.filter(|pair| !common(pair).is_empty()));
    }
    Ok(pairs)
}

/// The years of lists, as ranges.
fn years_of<'a>(lists: impl Iterator<Item = &'a List> + Clone) -> String {
    let has = |year: &u16| lists.clone().any(|list| list.years.contains(year));
    let mut ranges: Vec<(u16, u16)> = Vec::new();
    for year in YEARS.filter(has) {
        match ranges.last_mut() {
            Some((_, last)) if *last + 1 == year => *last = year,
            _ => ranges.push((year, year)),
        }
    }
    let told =
        |(first, last): &(u16, u16)| if first == last { first.to_string() } else { format!("{first} to {last}") };
    ranges.iter().map(told).collect::<Vec<_>>().join(" and ")
}

fn not_of_year(nation: &str, year: Option<u16>) -> String {
    let years = years_of(lists::all().iter().filter(|list| list.nation == nation));
    let year = year.map_or_else(String::new, |year| format!(" of {year}"));
    format!("there is no list of nation `{nation}`{year}; its lists are of {years}")
}

/// That two nations, or a nation and any enemy, have no year in common.
fn apart(wishes: &Wishes) -> String {
    let year = wishes.year.map_or_else(String::new, |year| format!(" in {year}"));
    match &wishes.nations {
        Some(Nations::Two(blue, red)) => {
            let years = |nation: &str| years_of(lists::all().iter().filter(|list| list.nation == nation));
            format!(
                "nations `{blue}` and `{red}` have no year in common; the lists of the one are of {}, of the other {}",
                years(blue),
                years(red)
            )
        }
        Some(Nations::One(nation)) => {
            let mut enemies: Vec<&str> =
                lists_of(nation, None).flat_map(|list| &list.enemies).map(String::as_str).collect();
            enemies.sort_unstable();
            enemies.dedup();
            format!(
                "nation `{nation}` has no enemy with a list{year}; expected another year, or {nation} with {}",
                expected_one_of(enemies)
            )
        }
        _ => format!("no two armies fought each other{year}; expected another year, or alike"),
    }
}

/// Where lists fought each other: a region of both, else one of the first.
fn region(chance: &mut Chance, lists: [&'static List; 2]) -> &'static str {
    let [one, other] = lists;
    let both: Vec<&'static str> =
        one.regions.iter().filter(|name| other.regions.contains(name)).map(String::as_str).collect();
    let own: Vec<&'static str> = one.regions.iter().map(String::as_str).collect();
    let regions: Vec<&'static str> =
        if both.is_empty() { own } else { both }.into_iter().filter(|name| known_region(name)).collect();
    chance.pick(&regions).copied().unwrap_or("saxony")
}
