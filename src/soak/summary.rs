//! The statistics of a run: who won how often and how surely, how long and how bloody it was.

use std::collections::BTreeMap;

use crate::comparison::{Comparison, comparisons};
use crate::row::Row;
use crate::statistics::{Interval, wilson};

/// Figures of a group of games.
#[derive(Clone, Debug, PartialEq)]
pub struct Group {
    /// The battle, or empty for all.
    pub battle: String,
    /// The rule system, or empty for all.
    pub rules: String,
    /// Games, faults included.
    pub games: u32,
    /// Won by the first player.
    pub first_wins: u32,
    /// Drawn.
    pub draws: u32,
    /// Won by the second player.
    pub second_wins: u32,
    /// Won by Blue, whoever that was.
    pub blue_wins: u32,
    /// Won by Red, whoever that was.
    pub red_wins: u32,
    /// Ended at the turn limit.
    pub turn_limit: u32,
    /// Ended by a mistake.
    pub faults: u32,
    /// Turns on average.
    pub turns: f64,
    /// First turn with a fight on average, of the games that had one.
    pub contact_turn: f64,
    /// Games without a fight.
    pub no_contact: u32,
    /// Share of idle turns on average.
    pub idle_share: f64,
    /// What the first player lost of his army's worth on average.
    pub first_lost: f64,
    /// What the second player lost of his army's worth on average.
    pub second_lost: f64,
    /// Orders a game on average.
    pub orders: f64,
    /// What happened a game on average, both sides together.
    pub toll: Toll,
}

/// Means by tally and name.
pub type Means = BTreeMap<String, BTreeMap<String, f64>>;

/// What happened in a game on average, both sides together.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Toll {
    /// Strength lost by infantry, cavalry and artillery, in the system's terms.
    pub lost: [f64; 3],
    /// Times that a unit fell back.
    pub retreats: f64,
    /// Squares formed.
    pub squares: f64,
    /// Units that broke and ran.
    pub routs: f64,
    /// Brigades that quit.
    pub brigades_broken: f64,
    /// Hidden units sprung.
    pub sprung: f64,
    /// Charges declared.
    pub charges: f64,
    /// Charges that were to break or throw back an enemy, by the odds shown as they were declared.
    pub charges_foreseen: f64,
    /// Charges that did; who goes before them of his own will is not thrown back.
    pub charges_succeeded: f64,
    /// What the systems count, by tally and name.
    pub counts: Means,
}

impl Toll {
    fn of(rows: &[&Row]) -> Toll {
        let both = |of: &dyn Fn(&Row) -> [i64; 2]| mean(rows.iter().map(|row| of(row).iter().sum::<i64>() as f64));
        let counts = |of: &dyn Fn(&Row) -> [u32; 2]| both(&|row| of(row).map(i64::from));
        let losses = |of: &dyn Fn(&Row) -> [i32; 2]| both(&|row| of(row).map(i64::from));
        Toll {
            lost: [
                losses(&|row| [row.blue_infantry_lost, row.red_infantry_lost]),
                losses(&|row| [row.blue_cavalry_lost, row.red_cavalry_lost]),
                losses(&|row| [row.blue_artillery_lost, row.red_artillery_lost]),
            ],
            retreats: counts(&|row| [row.blue_retreats, row.red_retreats]),
            squares: counts(&|row| [row.blue_squares, row.red_squares]),
            routs: counts(&|row| [row.blue_routs, row.red_routs]),
            brigades_broken: counts(&|row| [row.blue_brigades_broken, row.red_brigades_broken]),
            sprung: counts(&|row| [row.blue_sprung, row.red_sprung]),
            charges: counts(&|row| [row.blue_charges, row.red_charges]),
            charges_foreseen: mean(rows.iter().map(|row| row.blue_charges_foreseen + row.red_charges_foreseen)),
            charges_succeeded: counts(&|row| {
                let pressed = |yielded: u32, evaded: u32| yielded.saturating_sub(evaded);
                [
                    row.blue_charges_won + pressed(row.blue_charges_yielded, row.blue_charges_evaded),
                    row.red_charges_won + pressed(row.red_charges_yielded, row.red_charges_evaded),
                ]
            }),
            counts: means(rows),
        }
    }
}

impl Group {
    /// Games that came to an end.
    #[must_use]
    pub fn finished(&self) -> u32 {
        self.games - self.faults
    }

    /// The first player's share of points, draws counted as halves.
    #[must_use]
    pub fn first_share(&self) -> Interval {
        wilson(f64::from(self.first_wins) + f64::from(self.draws) / 2.0, self.finished())
    }

    /// Blue's share of the games that somebody won.
    #[must_use]
    pub fn blue_share(&self) -> Interval {
        wilson(f64::from(self.blue_wins), self.blue_wins + self.red_wins)
    }

    fn of(battle: &str, rules: &str, rows: &[&Row]) -> Group {
        let finished: Vec<&Row> = rows.iter().copied().filter(|row| !row.is_fault()).collect();
        let count = |is: &dyn Fn(&Row) -> bool| finished.iter().filter(|row| is(row)).count() as u32;
        let mean = |of: &dyn Fn(&Row) -> Option<f64>| mean(finished.iter().filter_map(|row| of(row)));
        Group {
            battle: String::from(battle),
            rules: String::from(rules),
            games: rows.len() as u32,
            first_wins: count(&|row| row.first_score() == Some(1.0)),
            draws: count(&|row| row.first_score() == Some(0.5)),
            second_wins: count(&|row| row.first_score() == Some(0.0)),
            blue_wins: count(&|row| row.winner == "blue"),
            red_wins: count(&|row| row.winner == "red"),
            turn_limit: count(&Row::at_turn_limit),
            faults: rows.len() as u32 - finished.len() as u32,
            turns: mean(&|row| Some(f64::from(row.turns))),
            contact_turn: mean(&|row| row.contact_turn.map(f64::from)),
            no_contact: count(&|row| row.contact_turn.is_none()),
            idle_share: mean(&|row| Some(row.idle_share)),
            first_lost: mean(&|row| Some(1.0 - if row.swapped { row.red_value_left } else { row.blue_value_left })),
            second_lost: mean(&|row| Some(1.0 - if row.swapped { row.blue_value_left } else { row.red_value_left })),
            orders: mean(&|row| Some(f64::from(row.orders))),
            toll: Toll::of(&finished),
        }
    }
}

/// Think times of a side's turn, in microseconds.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ThinkTimes {
    /// Half of them took no longer.
    pub p50: u64,
    /// 95 of 100 took no longer.
    pub p95: u64,
    /// The longest.
    pub max: u64,
}

impl ThinkTimes {
    fn of(times: &[u64]) -> ThinkTimes {
        let mut sorted = times.to_vec();
        sorted.sort_unstable();
        let at = |hundredths: usize| {
            let place = (sorted.len() * hundredths).div_ceil(100).saturating_sub(1);
            sorted.get(place).copied().unwrap_or_default()
        };
        ThinkTimes { p50: at(50), p95: at(95), max: at(100) }
    }
}

/// The statistics of a run.
#[derive(Clone, Debug, PartialEq)]
pub struct Summary {
    /// The first and the second player, as named for Blue and Red.
    pub players: [String; 2],
    /// By battle and rule system, in the order of the plan.
    pub groups: Vec<Group>,
    /// All games.
    pub all: Group,
    /// All games of each rule system, in the order of the plan.
    pub systems: Vec<Group>,
    /// Battles that were played under more than one rule system.
    pub comparisons: Vec<Comparison>,
    /// Think times of the sides' turns.
    pub think: ThinkTimes,
}

impl Summary {
    /// The statistics of rows; think times in microseconds a side's turn, if there are any.
    #[must_use]
    pub fn of(players: &[String; 2], rows: &[Row], think_times: &[u64]) -> Summary {
        let mut groups: BTreeMap<(usize, &str, &str), Vec<&Row>> = BTreeMap::new();
        let mut order: Vec<(&str, &str)> = Vec::new();
        for row in rows {
            let key = (row.battle.as_str(), row.rules.as_str());
            let place = order.iter().position(|known| *known == key).unwrap_or_else(|| {
                order.push(key);
                order.len() - 1
            });
            groups.entry((place, key.0, key.1)).or_default().push(row);
        }
        let mut systems: Vec<&str> = order.iter().map(|(_, rules)| *rules).collect();
        systems.dedup();
        systems.sort_by_key(|rules| order.iter().position(|(_, one)| one == rules));
        systems.dedup();
        let of_system = |rules: &&str| {
            let own: Vec<&Row> = rows.iter().filter(|row| row.rules == **rules).collect();
            Group::of("", rules, &own)
        };
        Summary {
            systems: systems.iter().map(of_system).collect(),
            players: players.clone(),
            groups: groups.iter().map(|((_, battle, rules), rows)| Group::of(battle, rules, rows)).collect(),
            all: Group::of("", "", &rows.iter().collect::<Vec<_>>()),
            comparisons: comparisons(rows),
            think: ThinkTimes::of(think_times),
        }
    }
}

/// The means a game of what was counted of both sides.
fn means(rows: &[&Row]) -> Means {
    let mut means = Means::new();
    for (key, counts) in rows.iter().flat_map(|row| [&row.blue_counts, &row.red_counts]).flatten() {
        let sums = means.entry(key.clone()).or_default();
        for (name, count) in counts {
            *sums.entry(name.clone()).or_default() += f64::from(*count);
        }
    }
    let games = rows.len().max(1) as f64;
    means.values_mut().flat_map(BTreeMap::values_mut).for_each(|sum| *sum /= games);
    means
}

/// The mean; 0 of nothing.
fn mean(values: impl Iterator<Item = f64>) -> f64 {
    let (count, sum) = values.fold((0_u32, 0.0), |(count, sum), value| (count + 1, sum + value));
    sum / f64::from(count.max(1))
}
