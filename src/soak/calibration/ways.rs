//! An order followed through every way in which the dice can fall: what comes of it, without chance.

use std::collections::BTreeMap;

use battle::{Fork, Order, System};

use super::trial::give;
use super::{Held, Sample};

/// A battle at which dice have arrived on one way or several.
struct Branch {
    chance: f64,
    battle: Box<dyn System>,
    sample: Sample,
}

/// Means over ways, by kind: foreseen, what came times its chance, and the chances.
type Means = BTreeMap<String, (f64, f64, f64)>;

/// Battles that are the same, with all that is followed in them, are one.
type Merged = BTreeMap<(Vec<u8>, String), Branch>;

/// What comes of an order in the mean of all ways; nothing where more than so many orders would have to be carried out to know.
/// `next` says what is ordered next in a battle that is not at its end. Ways that went otherwise than foreseen are left out, and
/// so is an order of which nothing else is left.
///
/// # Errors
/// What `next` says.
pub(super) fn every_way(
    view: &dyn System,
    order: &Order,
    sample: &Sample,
    most: u32,
    mut next: impl FnMut(&dyn System, &Sample) -> Result<Order, String>,
) -> Result<Option<Vec<Held>>, String> {
    let (mut means, mut left) = (Means::new(), most);
    let first = Branch { chance: 1.0, battle: view.copy(), sample: sample.clone() };
    let mut now = vec![(first, *order)];
    while !now.is_empty() {
        let mut merged = Merged::new();
        for (branch, order) in &now {
            if !carry_out(branch, order, &mut left, &mut merged)? {
                return Ok(None);
            }
        }
        now = Vec::new();
        for branch in merged.into_values() {
            if branch.sample.is_over(&*branch.battle) {
                count(branch.chance, branch.sample.held(), &mut means);
            } else {
                let order = next(&*branch.battle, &branch.sample)?;
                now.push((branch, order));
            }
        }
    }
    let mean = |(kind, (foreseen, came, chance))| Held::amount(kind, foreseen, came / chance);
    Ok((!means.is_empty()).then(|| means.into_iter().map(mean).collect()))
}

/// Carries an order out on every way of its dice; says whether that was not too much.
fn carry_out(branch: &Branch, order: &Order, left: &mut u32, merged: &mut Merged) -> Result<bool, String> {
    let ways = Fork::ways(|fork| {
        let (mut battle, mut sample) = (branch.battle.forked(fork), branch.sample.clone());
        let given = give(&mut *battle, order, &mut sample);
        (battle.fork().cloned().unwrap_or_default(), given.map(|()| (battle, sample)))
    });
    for (part, given) in ways {
        if *left == 0 {
            return Ok(false);
        }
        *left -= 1;
        let (battle, sample) = given?;
        let (key, chance) = ((battle.state(), sample.course()), branch.chance * part);
        merged.entry(key).and_modify(|same| same.chance += chance).or_insert(Branch { chance, battle, sample });
    }
    Ok(true)
}

fn count(chance: f64, held: Vec<Held>, means: &mut Means) {
    for held in held.into_iter().filter(Held::is_of_effect) {
        let mean = means.entry(held.kind).or_insert((held.foreseen, 0.0, 0.0));
        mean.1 += chance * held.came;
        mean.2 += chance;
    }
}
