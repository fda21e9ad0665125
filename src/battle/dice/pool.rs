//! One roll as the rules make it: dice, number needed, every modifier by name and clause. Resolving throws it;
//! forecasts read its distribution. Both go through its [`Terms`], so they cannot disagree.

use super::terms::to_i16;
use super::{
    Chances, Changes, Dice, Die, Distribution, Faces, MAX_DICE, Modifier, Reading, Roll, RollForecast, RollKey,
    RollKind, Terms, Thrower,
};
use crate::Object;

/// The most modifiers one roll names.
const MOST: usize = 20;

/// One roll before it is thrown.
///
/// ```
/// use battle::{Die, Faces, Pool, Reading};
///
/// let mut volley = Pool::new("fire", "X-1", 3, Reading::Successes(7)).of(Die::D10);
/// volley.each("at a column", 1, "X-2");
/// volley.each("in rough ground", -2, "X-2");
/// volley.at_most("beyond 6 inches", 1, "X-3");
/// assert_eq!(volley.face(), Some(8));
/// assert_eq!(volley.read(&Faces::of(&[8, 10, 7])), 1);
/// assert!((volley.outcome().chance(0) - 0.7 * 0.7 * 0.7).abs() < 1e-12);
/// ```
#[derive(Clone, Debug)]
pub struct Pool {
    /// What is rolled.
    pub label: &'static str,
    /// The clause that asks for it.
    pub clause: &'static str,
    kind: Option<RollKind>,
    die: Die,
    dice: i16,
    reading: Reading,
    shift: i16,
    bounds: Option<(u8, u8)>,
    each: i16,
    result: i16,
    divisor: i16,
    least: i16,
    most: i16,
    modifiers: Vec<Modifier>,
}

impl Pool {
    /// A roll of that many d6 before modifiers. What the result is follows from how it is read: successes are hits,
    /// until [`Pool::as_kind`] says otherwise.
    #[must_use]
    pub const fn new(label: &'static str, clause: &'static str, dice: i16, reading: Reading) -> Pool {
        Pool {
            label,
            clause,
            kind: None,
            die: Die::D6,
            dice,
            reading,
            shift: 0,
            bounds: None,
            each: 0,
            result: 0,
            divisor: 1,
            least: i16::MIN,
            most: i16::MAX,
            modifiers: Vec::new(),
        }
    }

    /// The same with another die.
    #[must_use]
    pub fn of(self, die: Die) -> Pool {
        Pool { die, ..self }
    }

    /// The same with a result of that kind: successes as saves or as a test passed, rows of a chart as hits.
    #[must_use]
    pub fn as_kind(self, kind: RollKind) -> Pool {
        Pool { kind: Some(kind), ..self }
    }

    /// The same with the face needed kept between the two, whatever the modifiers. Where nothing is said, a face that a
    /// modifier changes is kept between 2 and one more than the die has: a 1 never does it. Numbers that a sum is held
    /// against have no bounds.
    #[must_use]
    pub fn bounded(self, low: u8, high: u8) -> Pool {
        Pool { bounds: Some((low, high)), ..self }
    }

    /// The same read in another way.
    #[must_use]
    pub fn reading_as(self, reading: Reading) -> Pool {
        Pool { reading, ..self }
    }

    /// Names a reason without changing anything.
    ///
    /// # Panics
    /// When the roll names more reasons than there is room for: a receipt must not leave one out.
    pub fn note(&mut self, name: &'static str, value: i16, changes: Changes, clause: &'static str) {
        assert!(self.modifiers.len() < MOST, "the roll \"{}\" has more than {MOST} modifiers", self.label);
        self.modifiers.push(Modifier { name, value, changes, clause });
    }

    /// More or fewer dice.
    pub fn dice(&mut self, name: &'static str, value: i16, clause: &'static str) {
        self.dice = self.dice.saturating_add(value);
        self.note(name, value, Changes::Dice, clause);
    }

    /// Another number needed: a face (higher is harder), a number not to be passed or a score (higher is easier).
    pub fn need(&mut self, name: &'static str, value: i16, clause: &'static str) {
        self.shift = self.shift.saturating_add(value);
        self.note(name, value, Changes::Need, clause);
    }

    /// More or less on each die.
    pub fn each(&mut self, name: &'static str, value: i16, clause: &'static str) {
        self.each = self.each.saturating_add(value);
        self.note(name, value, Changes::Each, clause);
    }

    /// More or less in total; where dice are read one by one, more or fewer successes.
    pub fn result(&mut self, name: &'static str, value: i16, clause: &'static str) {
        self.result = self.result.saturating_add(value);
        self.note(name, value, Changes::Result, clause);
    }

    /// A share of the result, rounded down: 2 for a half of it. Less than 1 divides by 1.
    pub fn share(&mut self, name: &'static str, divisor: i16, clause: &'static str) {
        self.divisor = self.divisor.saturating_mul(divisor.max(1));
        self.note(name, divisor, Changes::Share, clause);
    }

    /// The result is no more than that.
    pub fn at_most(&mut self, name: &'static str, value: i16, clause: &'static str) {
        self.most = self.most.min(value);
        self.note(name, value, Changes::Most, clause);
    }

    /// The result is no less than that.
    pub fn at_least(&mut self, name: &'static str, value: i16, clause: &'static str) {
        self.least = self.least.max(value);
        self.note(name, value, Changes::Least, clause);
    }

    /// Dice thrown.
    #[must_use]
    pub fn count(&self) -> u8 {
        self.dice.clamp(0, MAX_DICE as i16) as u8
    }

    /// How it is read, the number needed with its modifiers.
    #[must_use]
    pub fn reading(&self) -> Reading {
        match self.reading {
            Reading::Successes(face) => Reading::Successes(self.face_from(face)),
            Reading::SuccessOrAgain(face) => Reading::SuccessOrAgain(self.face_from(face)),
            Reading::EachOrAgain(face) => Reading::EachOrAgain(self.face_from(face)),
            Reading::Below(face) => {
                let most = i16::from(face).saturating_add(self.shift).saturating_sub(self.each);
                let (low, high) = self.bounds.unwrap_or((0, self.die.faces()));
                Reading::Below(most.clamp(i16::from(low), i16::from(high.max(low))) as u8)
            }
            Reading::AtMost(most) => Reading::AtMost(self.number_from(i16::from(most)).clamp(0, 255) as u8),
            Reading::Under(most) => Reading::Under(self.number_from(most)),
            Reading::Over(least) => Reading::Over(self.number_from(least)),
            Reading::Score(score, scores) => Reading::Score(score.saturating_add(self.shift), scores),
            Reading::Total | Reading::Row(_) | Reading::EachRow(_) => self.reading,
        }
    }

    /// The face needed; as given where nothing changes it.
    fn face_from(&self, face: u8) -> u8 {
        let shift = self.shift.saturating_sub(self.each);
        if self.bounds.is_none() && shift == 0 {
            return face;
        }
        let (low, high) = self.bounds.unwrap_or((2, self.die.faces() + 1));
        i16::from(face).saturating_add(shift).clamp(i16::from(low), i16::from(high.max(low))) as u8
    }

    /// The number that a sum should not pass.
    fn number_from(&self, most: i16) -> i16 {
        most.saturating_add(self.shift)
    }

    /// What decides what the faces come to.
    #[must_use]
    pub fn terms(&self) -> Terms {
        let reading = self.reading();
        let summed = reading.adds_up();
        let by_dice = if summed { i32::from(self.each) * i32::from(self.count()) } else { 0 };
        Terms {
            kind: self.kind.unwrap_or(RollKind::of(&reading)),
            die: self.die,
            dice: self.count(),
            reading,
            each: self.each,
            add: to_i16(i32::from(self.result) + by_dice),
            divisor: self.divisor,
            least: self.least,
            most: self.most,
        }
    }

    /// The face needed, if one is.
    #[must_use]
    pub fn face(&self) -> Option<u8> {
        self.terms().face()
    }

    /// Its modifiers.
    #[must_use]
    pub fn modifiers(&self) -> Vec<Modifier> {
        self.modifiers.clone()
    }

    /// The faces of the roll with that key, those thrown again behind the first ones.
    pub fn fall(&self, dice: &mut Dice, key: RollKey) -> Faces {
        self.terms().fall(dice, key)
    }

    /// What the faces come to.
    #[must_use]
    pub fn read(&self, faces: &Faces) -> i16 {
        self.terms().read(faces)
    }

    /// The chance of one die to succeed, where dice succeed one by one.
    #[must_use]
    pub fn hit(&self) -> f64 {
        self.terms().hit()
    }

    /// Chances of each number of successes of at most [`MOST_CHANCES`](crate::MOST_CHANCES) dice that succeed or not.
    #[must_use]
    pub fn chances(&self) -> Chances {
        self.terms().chances()
    }

    /// The distribution of the result.
    #[must_use]
    pub fn outcome(&self) -> Distribution {
        self.terms().outcome()
    }

    /// Expected result.
    #[must_use]
    pub fn mean(&self) -> f64 {
        self.terms().mean()
    }

    /// As a forecast shows it.
    #[must_use]
    pub fn shown(&self, who: Option<Object>) -> RollForecast {
        let terms = self.terms();
        RollForecast {
            kind: terms.kind,
            label: self.label,
            who,
            clause: self.clause,
            terms,
            modifiers: self.modifiers(),
            outcome: terms.outcome(),
            rows: terms.rows(),
            opposed: None,
        }
    }

    /// Its receipt when it fell like that.
    #[must_use]
    pub fn rolled(&self, thrower: Thrower, faces: Faces) -> Roll {
        let terms = self.terms();
        Roll {
            kind: terms.kind,
            who: thrower.who,
            side: thrower.side,
            against: thrower.against,
            label: self.label,
            clause: self.clause,
            key: thrower.key,
            result: terms.read(&faces),
            faces,
            terms,
            modifiers: self.modifiers(),
            opposed: None,
            link: None,
        }
    }

    /// Throws it, and gives the receipt with the result.
    pub fn throw(&self, dice: &mut Dice, thrower: Thrower) -> Roll {
        self.rolled(thrower, self.fall(dice, thrower.key))
    }
}
