//! A battle under test: what the common one says, with words of this system.

#![allow(dead_code, reason = "words that proofs may want")]

use battle::{Order, Pool, Pose, Reading};

use super::fixture::{facing, hex};
use crate::combat::score::{Bare, Fighter};
use crate::fire::aim::{self, Aim};
use crate::fire::score::Manner;
use crate::info::{DONE, FIRE};
use crate::space::Shape;
use crate::{OverTheHills, War, fatigue};

/// A battle under test with words of its own.
#[derive(Clone)]
pub struct Game(pub rulebook::fixture::Game<OverTheHills>);

impl std::ops::Deref for Game {
    type Target = rulebook::fixture::Game<OverTheHills>;

    fn deref(&self) -> &Self::Target {
        &self.0
    }
}

impl std::ops::DerefMut for Game {
    fn deref_mut(&mut self) -> &mut Self::Target {
        &mut self.0
    }
}

impl AsMut<War> for Game {
    fn as_mut(&mut self) -> &mut War {
        &mut self.0.war
    }
}

impl Game {
    /// The score of a unit now; 0 when it is not on the map.
    #[track_caller]
    pub fn fs(&self, label: &str) -> i16 {
        if self.is_there(label) { self.war.strength(self.id(label)) } else { 0 }
    }

    /// Hits that a unit has.
    #[track_caller]
    pub fn fh(&self, label: &str) -> i16 {
        fatigue::hits_of(&self.war, self.id(label))
    }

    /// The shape of a unit.
    #[track_caller]
    pub fn shape(&self, label: &str) -> Shape {
        crate::space::shape(&self.war, self.id(label))
    }

    /// Inches between two units.
    #[track_caller]
    pub fn between(&self, one: &str, other: &str) -> i32 {
        crate::space::between(&self.war, self.id(one), self.id(other))
    }

    /// Fires.
    #[track_caller]
    pub fn fire(&mut self, by: &str, on: &str) {
        let order = self.order(FIRE, by, on);
        self.give(order);
    }

    /// Ends the step.
    #[track_caller]
    pub fn done(&mut self) {
        self.give(Order::new(DONE));
    }

    /// Ends steps until that is asked.
    #[track_caller]
    pub fn pass_to(&mut self, key: &str) {
        while self.asks() != key {
            self.done();
        }
    }

    /// Ends steps until one of the two is asked, or nothing is.
    #[track_caller]
    pub fn pass_to_unless(&mut self, key: &str, other: &str) {
        while ![key, other, ""].contains(&self.asks()) {
            self.done();
        }
    }

    /// Gives an order of a unit that ends in a pose.
    #[track_caller]
    pub fn go(&mut self, verb: battle::Verb, by: &str, (q, r): (i16, i16), face: &str) {
        let unit = self.id(by);
        let pose = Pose { anchor: hex(q, r), facing: facing(face), ..self.war.pose(unit) };
        let order = Order::new(verb).by(unit).to(pose);
        self.give(order);
    }

    /// Forms a unit, where it comes to stand by itself.
    #[track_caller]
    pub fn form(&mut self, label: &str, shape: Shape) {
        let stem = self.order(crate::info::FORM, label, "");
        let reach = self.war.reach_of(&stem);
        let pose = reach.legal().map(|place| place.pose).find(|pose| crate::space::shape_of(pose) == shape);
        self.give(stem.to(pose.expect("the shape can be formed")));
    }

    /// Moves to contact with so many segments, by the first way found.
    #[track_caller]
    pub fn charge(&mut self, by: &str, on: &str, segments: i16) {
        let stem = self.order(crate::info::CHARGE, by, on).with(segments);
        let reach = self.war.reach_of(&stem);
        let pose = reach.legal().min_by_key(|place| place.cost).map(|place| place.pose);
        self.give(stem.to(pose.expect("contact can be made")));
    }

    /// The same to an anchor.
    #[track_caller]
    pub fn charge_to(&mut self, by: &str, on: &str, segments: i16, (q, r): (i16, i16)) {
        let stem = self.order(crate::info::CHARGE, by, on).with(segments);
        let reach = self.war.reach_of(&stem);
        let pose = reach.legal().map(|place| place.pose).find(|pose| pose.anchor == hex(q, r));
        self.give(stem.to(pose.expect("contact can be made there")));
    }

    /// The roll of a shot, if there is one.
    #[track_caller]
    pub fn shot(&self, by: &str, on: &str) -> Option<Pool> {
        let shot = aim::shot(&self.war, self.id(by), self.id(on), Aim::Plain)?;
        Some(crate::fire::score::pool(&self.war, &shot, Manner::Plain))
    }

    /// The score of a shot with its modifiers.
    #[track_caller]
    pub fn score(&self, by: &str, on: &str) -> i16 {
        score_of(&self.shot(by, on).expect("a shot"))
    }

    /// The score of a unit in a round of combat with its modifiers.
    #[track_caller]
    pub fn fights(&self, unit: &str, enemy: &str, round: u8) -> i16 {
        let fighter = Fighter { unit: self.id(unit), enemy: self.id(enemy), face: None, round, acted: 0 };
        score_of(&crate::combat::score::pool(&self.war, &fighter, Bare::No))
    }
}

/// The score of a roll on the hit table, or what a test must not pass.
pub fn score_of(pool: &Pool) -> i16 {
    match pool.reading() {
        Reading::Score(score, _) | Reading::Under(score) => score,
        other => panic!("{other:?} has no score"),
    }
}
