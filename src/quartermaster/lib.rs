//! Battles by chance: from wishes and a seed to the text of a battle file, the same on every machine.
//!
//! A battle is named by what is wished for and its seed; what is not wished for is left to the seed. All arithmetic is in whole
//! numbers, and all chance comes from streams keyed by the seed, one for each topic.
//!
//! ```
//! let wishes = quartermaster::Wishes::of_name("random:river:1809:4711").expect("a random battle").expect("no fault");
//! let battle = quartermaster::draw(&wishes, 1).expect("wishes that can be met");
//! assert_eq!(battle.name, "random:1809:river:4711");
//! assert!(battle.text.contains("obstacle = \"river\""));
//! ```

mod army;
mod chance;
mod goals;
mod land;
mod lists;
mod plan;
mod posts;
mod stations;
#[cfg(test)]
mod tests;
mod wishes;
mod write;

pub use lists::faults;
pub use wishes::{Country, Kind, MINUTES, Nations, Wishes, YEARS, choices};

use army::Army;
use battle::{Side, Troop};
use land::Land;
use plan::Plan;
use posts::Posts;

/// A battle that was drawn.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Drawn {
    /// Its name, with the seed: whoever has it can draw the same battle.
    pub name: String,
    /// The text of its battle file.
    pub text: String,
    /// What Blue's and Red's army are worth, in points.
    pub points: [u32; 2],
}

/// A unit of a battle by chance, by what it is worth.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Mustered {
    /// Its type.
    pub troop: Troop,
    /// What it is worth, in points.
    pub points: u32,
    /// What it would be worth at the usual quality of its type.
    pub at_usual_quality: u32,
}

/// What fights in a battle by chance, without the land.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Muster {
    /// Blue's and Red's units.
    pub armies: [Vec<Mustered>; 2],
    /// The kind of battle.
    pub kind: Kind,
    /// Who comes: attacks, pursues, marches.
    pub first: Side,
    /// Whether Blue has a unit more, to measure what it is worth.
    pub measures: bool,
}

/// What fights in a battle; `seed` counts where the wishes have none.
///
/// # Errors
/// One sentence for wishes that cannot be met, with the value and what would do.
pub fn muster(wishes: &Wishes, seed: u64) -> Result<Muster, String> {
    let plan = Plan::of(wishes, seed)?;
    let units = |side| Army::raise(&plan, side).units().map(|unit| lists::mustered(&unit.entry)).collect();
    Ok(Muster { armies: Side::ALL.map(units), kind: plan.kind, first: plan.first, measures: plan.more.is_some() })
}

/// What the lists say that a usual unit of a type is worth, in points.
#[must_use]
pub fn points_of(troop: Troop) -> u32 {
    lists::points_of(troop, None)
}

/// Draws a battle; `seed` counts where the wishes have none.
///
/// # Errors
/// One sentence for wishes that cannot be met, with the value and what would do.
pub fn draw(wishes: &Wishes, seed: u64) -> Result<Drawn, String> {
    let plan = Plan::of(wishes, seed)?;
    let armies = Side::ALL.map(|side| Army::raise(&plan, side));
    let land = Land::survey(&plan);
    let posts = Posts::assign(&plan, &land, &armies);
    let goals = goals::goals(&plan, &land, &armies);
    let text = write::Battle { plan: &plan, land: &land, armies: &armies, posts: &posts, goals: &goals }.text();
    Ok(Drawn { name: plan.name, text, points: armies.each_ref().map(Army::points) })
}
