//! What many games of one battle under one rule system come to: sums from which all that is told of them is worked out. They take
//! no more room for a million games than for ten.

use std::collections::BTreeMap;

use battle::Sums;

use crate::row::Row;
use crate::sums::{Moments, Names, Spread, count};

/// Parts of a hit to which luck is kept.
const LUCK: f64 = 10.0;

/// Sums over games, faults left out but where they are counted.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Cell {
    /// All, faults included.
    pub(crate) games: u32,
    pub(crate) faults: u32,
    /// Won by the first player, drawn, won by the second.
    pub(crate) scores: [u32; 3],
    /// Won by Blue, drawn, won by Red.
    pub(crate) results: [u32; 3],
    pub(crate) at_limit: u32,
    pub(crate) turns: Spread,
    /// First turns with a fight, of the games that had one.
    pub(crate) contact: Moments,
    pub(crate) idle: Moments,
    pub(crate) orders: u64,
    /// The share of its worth that each army lost, by side.
    pub(crate) lost: [Moments; 2],
    /// The mean of both.
    pub(crate) lost_by_both: Moments,
    /// The same by player.
    pub(crate) lost_by_player: [Moments; 2],
    /// Strength lost, by side and arm.
    pub(crate) arms_lost: [[i64; 3]; 2],
    /// Strength at full.
    pub(crate) arms_full: [[i64; 3]; 2],
    /// What both sides did and suffered.
    pub(crate) acts: Acts,
    /// What the system counts of both, by tally and name.
    pub(crate) counts: BTreeMap<String, Names>,
    /// How games ended.
    pub(crate) endings: Names,
    /// What losers lost most to in their worst turn.
    pub(crate) causes: Names,
    /// Which turn that was.
    pub(crate) decisive: Moments,
    /// Games somebody won, by Blue's luck less Red's in tenths of a hit: Red's and Blue's.
    pub(crate) luck: BTreeMap<i64, [u32; 2]>,
    /// How often each clause was used, where that was counted, and in how many games.
    pub(crate) clauses: BTreeMap<String, [u64; 2]>,
}

/// What was done and suffered by both sides of games together.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct Acts {
    pub(crate) shots: u64,
    pub(crate) retreats: u64,
    pub(crate) squares: u64,
    pub(crate) routs: u64,
    pub(crate) brigades_broken: u64,
    pub(crate) sprung: u64,
    pub(crate) charges: u64,
    /// Those of games in which odds of charges were shown.
    pub(crate) charges_shown: u64,
    pub(crate) charges_foreseen: f64,
    /// Who goes before a charge of his own will is not thrown back by it.
    pub(crate) charges_succeeded: u64,
}

impl Acts {
    fn of(row: &Row) -> Acts {
        let both = |blue: u32, red: u32| u64::from(blue) + u64::from(red);
        let pressed = |yielded: u32, evaded: u32| yielded.saturating_sub(evaded);
        let foreseen = row.blue_charges_foreseen + row.red_charges_foreseen;
        let charges = both(row.blue_charges, row.red_charges);
        Acts {
            shots: both(row.blue_shots, row.red_shots),
            retreats: both(row.blue_retreats, row.red_retreats),
            squares: both(row.blue_squares, row.red_squares),
            routs: both(row.blue_routs, row.red_routs),
            brigades_broken: both(row.blue_brigades_broken, row.red_brigades_broken),
            sprung: both(row.blue_sprung, row.red_sprung),
            charges,
            charges_shown: if foreseen > 0.0 { charges } else { 0 },
            charges_foreseen: foreseen,
            charges_succeeded: both(
                row.blue_charges_won + pressed(row.blue_charges_yielded, row.blue_charges_evaded),
                row.red_charges_won + pressed(row.red_charges_yielded, row.red_charges_evaded),
            ),
        }
    }

    fn merge(&mut self, other: Acts) {
        self.shots += other.shots;
        self.retreats += other.retreats;
        self.squares += other.squares;
        self.routs += other.routs;
        self.brigades_broken += other.brigades_broken;
        self.sprung += other.sprung;
        self.charges += other.charges;
        self.charges_shown += other.charges_shown;
        self.charges_foreseen += other.charges_foreseen;
        self.charges_succeeded += other.charges_succeeded;
    }
}

impl Cell {
    /// Games that came to an end.
    pub(crate) fn finished(&self) -> u32 {
        self.games - self.faults
    }

    /// Adds a game.
    pub(crate) fn add(&mut self, row: &Row) {
        self.games += 1;
        let Some(score) = row.first_score() else {
            self.faults += 1;
            return;
        };
        let place = |score: f64| 2 - (score * 2.0) as usize;
        self.scores[place(score)] += 1;
        self.results[place(if row.swapped { 1.0 - score } else { score })] += 1;
        self.at_limit += u32::from(row.at_turn_limit());
        self.turns.add(row.turns.into());
        row.contact_turn.into_iter().for_each(|turn| self.contact.add(turn.into()));
        self.idle.add(row.idle_share);
        self.orders += u64::from(row.orders);
        self.acts.merge(Acts::of(row));
        self.add_losses(row);
        self.add_ending(row);
        [&row.blue_counts, &row.red_counts].into_iter().for_each(|counts| self.add_counts(counts));
        for (clause, uses) in &row.clauses {
            merge_clause(&mut self.clauses, clause, [u64::from(*uses), 1]);
        }
    }

    fn add_losses(&mut self, row: &Row) {
        let lost = [1.0 - row.blue_value_left, 1.0 - row.red_value_left];
        let of_second = usize::from(!row.swapped);
        self.lost.iter_mut().zip(lost).for_each(|(sum, lost)| sum.add(lost));
        self.lost_by_both.add(f64::midpoint(lost[0], lost[1]));
        self.lost_by_player[0].add(lost[1 - of_second]);
        self.lost_by_player[1].add(lost[of_second]);
        let arms = [
            [row.blue_infantry_lost, row.blue_cavalry_lost, row.blue_artillery_lost],
            [row.red_infantry_lost, row.red_cavalry_lost, row.red_artillery_lost],
        ];
        let full = [
            [row.blue_infantry, row.blue_cavalry, row.blue_artillery],
            [row.red_infantry, row.red_cavalry, row.red_artillery],
        ];
        add_arms(&mut self.arms_lost, arms.map(|side| side.map(i64::from)));
        add_arms(&mut self.arms_full, full.map(|side| side.map(i64::from)));
    }

    fn add_ending(&mut self, row: &Row) {
        count(&mut self.endings, &row.reason, 1);
        if !row.decisive_cause.is_empty() {
            count(&mut self.causes, &row.decisive_cause, 1);
        }
        row.decisive_turn.into_iter().for_each(|turn| self.decisive.add(turn.into()));
        let luck = || ((row.blue_luck - row.red_luck) * LUCK).round() as i64;
        match row.winner.as_str() {
            "blue" => self.luck.entry(luck()).or_default()[1] += 1,
            "red" => self.luck.entry(luck()).or_default()[0] += 1,
            _ => {}
        }
    }

    fn add_counts(&mut self, counts: &Sums) {
        for (tally, names) in counts {
            if !self.counts.contains_key(tally) {
                self.counts.insert(tally.clone(), Names::new());
            }
            if let Some(sums) = self.counts.get_mut(tally) {
                names.iter().for_each(|(name, times)| count(sums, name, u64::from(*times)));
            }
        }
    }

    /// Adds other games.
    pub(crate) fn merge(&mut self, other: &Cell) {
        self.games += other.games;
        self.faults += other.faults;
        for place in 0..3 {
            self.scores[place] += other.scores[place];
            self.results[place] += other.results[place];
        }
        self.at_limit += other.at_limit;
        self.turns.merge(&other.turns);
        self.contact.merge(other.contact);
        self.idle.merge(other.idle);
        self.orders += other.orders;
        for side in 0..2 {
            self.lost[side].merge(other.lost[side]);
            self.lost_by_player[side].merge(other.lost_by_player[side]);
        }
        self.lost_by_both.merge(other.lost_by_both);
        add_arms(&mut self.arms_lost, other.arms_lost);
        add_arms(&mut self.arms_full, other.arms_full);
        self.acts.merge(other.acts);
        for (tally, names) in &other.counts {
            let sums = self.counts.entry(tally.clone()).or_default();
            names.iter().for_each(|(name, times)| count(sums, name, *times));
        }
        other.endings.iter().for_each(|(name, times)| count(&mut self.endings, name, *times));
        other.causes.iter().for_each(|(name, times)| count(&mut self.causes, name, *times));
        self.decisive.merge(other.decisive);
        for (luck, [red, blue]) in &other.luck {
            let known = self.luck.entry(*luck).or_default();
            *known = [known[0] + red, known[1] + blue];
        }
        other.clauses.iter().for_each(|(clause, uses)| merge_clause(&mut self.clauses, clause, *uses));
    }

    /// The battles somebody won in parts of about as many each, by luck: its mean, how many Blue won, and how many there are.
    pub(crate) fn by_luck(&self, parts: u32) -> Vec<(f64, u32, u32)> {
        let all: u32 = self.luck.values().flatten().sum();
        let mut told: Vec<(f64, u32, u32)> = Vec::new();
        let (mut passed, mut sum, mut blue, mut some) = (0, 0.0, 0, 0);
        for (luck, [red, won]) in &self.luck {
            sum += *luck as f64 / LUCK * f64::from(red + won);
            blue += won;
            some += red + won;
            passed += red + won;
            if u64::from(passed) * u64::from(parts) >= u64::from(all) * (told.len() as u64 + 1) {
                told.push((sum / f64::from(some), blue, some));
                (sum, blue, some) = (0.0, 0, 0);
            }
        }
        told
    }
}

fn add_arms(sums: &mut [[i64; 3]; 2], more: [[i64; 3]; 2]) {
    sums.iter_mut().flatten().zip(more.iter().flatten()).for_each(|(sum, more)| *sum += more);
}

fn merge_clause(clauses: &mut BTreeMap<String, [u64; 2]>, clause: &str, [uses, games]: [u64; 2]) {
    match clauses.get_mut(clause) {
        Some(known) => *known = [known[0] + uses, known[1] + games],
        None => drop(clauses.insert(String::from(clause), [uses, games])),
    }
}
