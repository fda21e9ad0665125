//! What the turns of many battles come to: how much is left of both armies as turns go by, where units fell, which ways they took.

use std::collections::BTreeMap;
use std::io::BufRead;

use battle::Unusable;

use crate::lines;
use crate::turns::{Place, Turn};

/// What is left of both armies' worth, as shares.
type Left = [f64; 2];

/// The turns of battles, by rule system.
#[derive(Clone, Debug, Default)]
pub struct Courses {
    systems: BTreeMap<String, Course>,
    /// The battle whose turns are being read.
    open: Option<Open>,
}

#[derive(Clone, Debug)]
struct Open {
    index: usize,
    battle: String,
    rules: String,
    turn: u16,
    left: Left,
}

/// All battles under one rule system.
#[derive(Clone, Debug, Default)]
pub(crate) struct Course {
    games: f64,
    /// By turn: what is left of those that have not ended before, added up.
    going: Vec<Left>,
    /// By turn: what is left of those whose last turn was the one before.
    ended: Vec<Left>,
    pub(crate) battles: BTreeMap<String, Traces>,
}

/// What happened where on one battle's map; Blue is true.
#[derive(Clone, Debug, Default)]
pub(crate) struct Traces {
    /// How many units fell at a place.
    pub(crate) fallen: BTreeMap<(bool, Place), u32>,
    /// Where each unit stood, by turn, where that is told.
    pub(crate) units: BTreeMap<(bool, usize), BTreeMap<u16, Places>>,
}

/// The places of one unit in a turn of all battles.
#[derive(Clone, Debug, Default)]
pub(crate) struct Places {
    sum: [f64; 2],
    count: f64,
}

impl Places {
    fn add(&mut self, place: Place) {
        (0..2).for_each(|axis| self.sum[axis] += f64::from(place[axis]));
        self.count += 1.0;
    }

    pub(crate) fn mean(&self) -> [f64; 2] {
        self.sum.map(|sum| sum / self.count)
    }
}

impl Courses {
    /// The turns of a file, line by line; a last line that was being written is left out. `check` says what is wrong with a turn.
    ///
    /// # Errors
    /// A sentence naming the file and the line that is no turn, what `check` says, or that the file cannot be read.
    pub fn read(
        file: &str,
        input: impl BufRead,
        check: impl Fn(&Turn) -> Result<(), String>,
    ) -> Result<Courses, Unusable> {
        let mut courses = Courses::default();
        lines::each(file, input, "the turn of a battle", |turn: Turn| {
            check(&turn)?;
            courses.hear(&turn);
            Ok(())
        })?;
        Ok(courses)
    }

    /// Adds a turn; those of one battle come one after another.
    pub fn hear(&mut self, turn: &Turn) {
        let left = [turn.blue_value_left, turn.red_value_left];
        let is_its = |open: &&mut Open| {
            open.index == turn.index && open.battle == turn.battle && open.rules == turn.rules && open.turn < turn.turn
        };
        if let Some(open) = self.open.as_mut().filter(is_its) {
            let course = self.systems.entry(open.rules.clone()).or_default();
            (open.turn + 1..turn.turn).for_each(|between| add(&mut course.going, between, open.left));
            (open.turn, open.left) = (turn.turn, left);
        } else {
            self.close();
            let (battle, rules) = (turn.battle.clone(), turn.rules.clone());
            let course = self.systems.entry(rules.clone()).or_default();
            (1..turn.turn).for_each(|before| add(&mut course.going, before, [1.0; 2]));
            course.games += 1.0;
            self.open = Some(Open { index: turn.index, battle, rules, turn: turn.turn, left });
        }
        let course = self.systems.entry(turn.rules.clone()).or_default();
        add(&mut course.going, turn.turn, left);
        course.battles.entry(turn.battle.clone()).or_default().add(turn);
    }

    /// Ends the battle whose turns were being read.
    fn close(&mut self) {
        let Some(open) = self.open.take() else { return };
        add(&mut self.systems.entry(open.rules).or_default().ended, open.turn.saturating_add(1), open.left);
    }

    /// All battles under a rule system.
    pub(crate) fn under(&self, rules: &str) -> Option<Course> {
        let mut all = self.clone();
        all.close();
        all.systems.remove(rules)
    }
}

fn add(sums: &mut Vec<Left>, turn: u16, left: Left) {
    let place = usize::from(turn);
    if sums.len() <= place {
        sums.resize(place + 1, [0.0; 2]);
    }
    (0..2).for_each(|side| sums[place][side] += left[side]);
}

impl Course {
    /// What is left of both armies on average, by turn, from all of them before the first; a battle that has ended stays as it was.
    pub(crate) fn left(&self) -> Vec<Left> {
        let at = |sums: &[Left], turn: usize| sums.get(turn).copied().unwrap_or_default();
        let mut over = [0.0; 2];
        let mut told = vec![[1.0; 2]];
        for turn in 1..self.going.len() {
            let (going, ended) = (at(&self.going, turn), at(&self.ended, turn));
            (0..2).for_each(|side| over[side] += ended[side]);
            told.push([0, 1].map(|side| (going[side] + over[side]) / self.games));
        }
        told
    }
}

impl Traces {
    fn add(&mut self, turn: &Turn) {
        for (blue, fallen, at) in [(true, &turn.blue_fallen, &turn.blue_at), (false, &turn.red_fallen, &turn.red_at)] {
            fallen.iter().for_each(|place| *self.fallen.entry((blue, *place)).or_default() += 1);
            for (unit, place) in at {
                self.units.entry((blue, *unit)).or_default().entry(turn.turn).or_default().add(*place);
            }
        }
    }
}
