//! What each brigade is to do when the battle begins, by the kind of battle.

use crate::army::Army;
use crate::chance::Chance;
use crate::plan::Plan;
use crate::wishes::Kind;

/// Where a brigade begins.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Station {
    /// In line with all others of its rank at a depth of the field (see [`Plan::row`]).
    Line {
        /// The depth.
        depth: i32,
        /// Which line: those of one rank stand side by side.
        rank: u8,
    },
    /// On the march along the road, its head at a depth.
    Column {
        /// The depth.
        depth: i32,
    },
    /// Beside the road, at hundredths of the width and at a depth.
    Flank {
        /// Hundredths of the width.
        share: i32,
        /// The depth.
        depth: i32,
    },
    /// In the village that is fought for.
    Houses,
    /// Later.
    Arrives {
        /// The name of those who come together.
        name: String,
        /// The turn.
        turn: u16,
        /// Over the right or left edge; none for the own edge.
        flank: Option<bool>,
    },
}

fn arrives(name: &str, turn: u16, flank: Option<bool>) -> Station {
    Station::Arrives { name: String::from(name), turn, flank }
}

/// The stations of an army's brigades, in their order.
pub(crate) fn stations(plan: &Plan, army: &Army) -> Vec<Station> {
    let first = army.side == plan.first;
    let many = army.brigades.len();
    match (plan.kind, first) {
        (Kind::Meeting, _) => meeting(plan, army, if first { 24 } else { 76 }),
        (Kind::River, _) => lines(army, if first { [20, 8] } else { [80, 92] }),
        (Kind::Attack, true) | (Kind::Town, true) | (Kind::Late, true) => lines(army, [18, 6]),
        (Kind::Attack, false) => lines(army, [66, 80]),
        (Kind::Town, false) => {
            let mut all = lines(army, [74, 86]);
            if let Some(garrison) = army.brigades.iter().position(|brigade| !brigade.is_horse() && !brigade.is_guns()) {
                all[garrison] = Station::Houses;
            }
            all
        }
        (Kind::Late, false) => late(army, lines(army, [66, 78]), &[(3, "First column"), (5, "Second column")]),
        (Kind::Rearguard, true) => late(army, lines(army, [22, 10]), &[(2, "Main body")]),
        (Kind::Rearguard, false) => lines(army, [56, 70]),
        (Kind::Ambush, true) => {
            let depth = |place: usize| 50 - 34 * place as i32 / many.max(1) as i32;
            (0..many).map(|place| Station::Column { depth: depth(place) }).collect()
        }
        (Kind::Ambush, false) => {
            let mut chance = Chance::of(plan.seed, "ambush");
            let left = chance.below(2);
            // On either hand as far from the road, and as far along it, as the ground has it: no two alike.
            let hands = [0, 1].map(|_| (10 + chance.below(9) as i32, 41 + chance.below(13) as i32));
            let flank = |place: usize| {
                let Some((off, depth)) = hands.get(place).copied() else { return arrives("Support", 3, None) };
                let share = if (place + left).is_multiple_of(2) { off } else { 100 - off };
                Station::Flank { share, depth }
            };
            (0..many).map(flank).collect()
        }
    }
}

/// All brigades on the field: most in the first line, guns and every fourth behind.
fn lines(army: &Army, depths: [i32; 2]) -> Vec<Station> {
    let foot: usize = army.brigades.iter().filter(|brigade| !brigade.is_horse()).count();
    let mut placed = 0;
    let station = |brigade: &crate::army::Brigade| {
        placed += usize::from(!brigade.is_horse());
        let behind = brigade.is_guns() || !brigade.is_horse() && foot > 3 && placed % 4 == 3;
        let rank = u8::from(behind && !brigade.is_guns());
        Station::Line { depth: depths[usize::from(rank)], rank }
    };
    army.brigades.iter().map(station).collect()
}

/// The van on the field, the main body two turns behind, and a column that comes in on a flank where there are brigades for it.
fn meeting(plan: &Plan, army: &Army, depth: i32) -> Vec<Station> {
    let mut chance = Chance::of(plan.seed, "meeting");
    let right = chance.happens(50) == (army.side == plan.first);
    let half = army.points() * 45 / 100;
    let mut sum = 0;
    let mut order: Vec<usize> = (0..army.brigades.len()).collect();
    order.sort_by_key(|place| !army.brigades[*place].is_horse());
    let mut all = vec![arrives("Main body", 2, None); army.brigades.len()];
    for place in order {
        if sum < half {
            all[place] = Station::Line { depth, rank: 0 };
        }
        sum += army.brigades[place].points();
    }
    let late: Vec<usize> = (0..all.len()).filter(|place| matches!(all[*place], Station::Arrives { .. })).collect();
    if late.len() > 1
        && let Some(last) = late.last()
    {
        all[*last] = arrives("Flank column", 4, Some(right));
    }
    all
}

/// Some of those brigades later: as many as there are arrivals, foot first, but never the first two.
fn late(army: &Army, mut all: Vec<Station>, arrivals: &[(u16, &str)]) -> Vec<Station> {
    let mut foot: Vec<usize> = (0..all.len()).filter(|place| !army.brigades[*place].is_horse()).collect();
    let rest: Vec<usize> = (0..all.len()).filter(|place| army.brigades[*place].is_horse()).collect();
    foot.splice(0..1.min(foot.len()), []);
    let late: Vec<usize> = foot.into_iter().rev().chain(rest).collect();
    let most = all.len() / 2;
    for (place, number) in late.into_iter().take(most.max(1)).enumerate() {
        let (turn, name) = arrivals[place * arrivals.len() / most.max(1).max(arrivals.len())];
        all[number] = arrives(name, turn, None);
    }
    if all.iter().all(|station| matches!(station, Station::Arrives { .. })) {
        all[0] = Station::Line { depth: 60, rank: 0 };
    }
    all
}
