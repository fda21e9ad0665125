//! What rows come to as they pass by, one after another: the sums of every battle under every rule system, what was foreseen, and what
//! house rules change. Nothing is kept of the rows themselves.

use crate::calibration::Ledger;
use crate::cell::Cell;
use crate::row::Row;
use crate::worth::Trials;

/// The sums of one battle under one rule system.
#[derive(Clone, Debug)]
pub(crate) struct Played {
    pub(crate) battle: String,
    pub(crate) rules: String,
    pub(crate) cell: Cell,
}

/// What is added up of one rule system, all its battles together.
#[derive(Clone, Debug)]
pub(crate) struct Ruled {
    pub(crate) rules: String,
    /// What was foreseen of orders beside what came.
    pub(crate) ledger: Ledger,
    /// What its house rules change.
    pub(crate) trials: Trials,
}

/// All sums, in the order in which battles and systems were first heard of.
#[derive(Clone, Debug, Default)]
pub(crate) struct Reckoning {
    played: Vec<Played>,
    ruled: Vec<Ruled>,
    /// Where the last row was counted: plans deal games to their battles in turn, so that the next is its neighbour.
    last: usize,
}

impl Reckoning {
    /// What these rows come to.
    #[cfg(test)]
    pub(crate) fn of(rows: &[Row]) -> Reckoning {
        let mut reckoning = Reckoning::default();
        for row in rows {
            reckoning.hear(row);
        }
        reckoning
    }

    /// Counts a game; tells where among the battles under their systems.
    pub(crate) fn hear(&mut self, row: &Row) -> usize {
        self.last = self.place(row);
        self.played[self.last].cell.add(row);
        let ruled = self.ruled(&row.rules);
        row.foreseen.iter().for_each(|line| ruled.ledger.merge(line));
        if !row.is_fault() {
            ruled.trials.add(row);
        }
        self.last
    }

    /// Every battle under every rule system that it was played under.
    pub(crate) fn played(&self) -> &[Played] {
        &self.played
    }

    /// Every rule system.
    pub(crate) fn systems(&self) -> &[Ruled] {
        &self.ruled
    }

    /// Those of one rule system.
    pub(crate) fn under<'a>(&'a self, rules: &'a str) -> impl Iterator<Item = &'a Played> {
        self.played.iter().filter(move |played| played.rules == rules)
    }

    fn place(&mut self, row: &Row) -> usize {
        let known = self.played.len();
        let is_its = |place: &usize| self.played[*place].battle == row.battle && self.played[*place].rules == row.rules;
        let mut near = (1..=known).map(|step| (self.last + step) % known);
        near.find(is_its).unwrap_or_else(|| {
            let (battle, rules) = (row.battle.clone(), row.rules.clone());
            self.played.push(Played { battle, rules, cell: Cell::default() });
            known
        })
    }

    fn ruled(&mut self, rules: &str) -> &mut Ruled {
        let known = self.ruled.iter().position(|one| one.rules == rules);
        let place = known.unwrap_or_else(|| {
            let (ledger, trials) = (Ledger::default(), Trials::default());
            self.ruled.push(Ruled { rules: String::from(rules), ledger, trials });
            self.ruled.len() - 1
        });
        &mut self.ruled[place]
    }
}

/// The sum of many.
pub(crate) fn sum<'a>(played: impl IntoIterator<Item = &'a Played>) -> Cell {
    let mut sum = Cell::default();
    played.into_iter().for_each(|one| sum.merge(&one.cell));
    sum
}
