//! A verb is one row: its words, who may do it to whom, whether it may be given and why not, its reach, what it does and
//! what it may bring. Lists, check, refusals, help and forecasts are derived from the rows.

use battle::{
    Arrangement, Destination, Forecast, NumberInfo, Object, Order, Pose, PoseOf, Reach, Refusal, Role, UnitId, VerbInfo,
};

use crate::{Rules, Umpire, War};

/// Who an order's actor is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Actor {
    /// Nobody: the side as a whole.
    Nobody,
    /// A unit of the deciding side on the map.
    Unit,
    /// A leader of the deciding side.
    Leader,
}

/// What an order's target is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Target {
    /// There is none.
    Nothing,
    /// A unit.
    Unit,
    /// A leader.
    Leader,
    /// A hex.
    Hex,
    /// A part of a building or obstacle.
    Part,
    /// None, or a unit.
    PerhapsUnit,
    /// None, or a leader.
    PerhapsLeader,
}

/// Whether an order names a number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Number {
    /// It does not.
    None,
    /// It may; which, is the judge's to say.
    Judged,
}

/// How the orders of a verb are listed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Listing {
    /// The candidates that the judge lets through.
    Judged,
    /// All candidates: they are exactly what the judge would let through, found at once because judging each of them
    /// alone is as dear as finding them all.
    Found,
}

/// Why an order may not be given. The sentence is written only when somebody reads it.
pub struct No<R: Rules> {
    clause: &'static str,
    text: fn(&War<R>, &Order) -> String,
}

impl<R: Rules> Clone for No<R> {
    fn clone(&self) -> No<R> {
        *self
    }
}

impl<R: Rules> Copy for No<R> {}

impl<R: Rules> std::fmt::Debug for No<R> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "No({})", self.clause)
    }
}

impl<R: Rules> No<R> {
    /// A reason by a clause, with the sentence for the order that was judged.
    #[must_use]
    pub const fn new(clause: &'static str, text: fn(&War<R>, &Order) -> String) -> No<R> {
        No { clause, text }
    }

    /// The clause it comes from.
    #[must_use]
    pub const fn clause(&self) -> &'static str {
        self.clause
    }

    /// The sentence, for the order that was judged.
    #[must_use]
    pub fn refusal(&self, war: &War<R>, order: &Order) -> Refusal {
        Refusal::new(self.clause, (self.text)(war, order))
    }
}

/// A judgement of an order.
pub type May<R> = Result<(), No<R>>;

/// A refusal by a clause, with the sentence for an order: it names the thing, the value and the limit.
///
/// # Errors
/// Always.
pub fn no<R: Rules, T>(clause: &'static str, text: fn(&War<R>, &Order) -> String) -> Result<T, No<R>> {
    Err(No { clause, text })
}

/// Everything about a verb.
pub struct VerbRow<R: Rules> {
    /// Its words for the player, its role, whether it names a pose.
    pub words: VerbInfo,
    /// Who does it.
    pub actor: Actor,
    /// To whom.
    pub target: Target,
    /// Whether it names a number.
    pub number: Number,
    /// How its orders are listed.
    pub listing: Listing,
    /// Orders, or stems for a verb that names a pose, that may come into question now; those that may be given are kept.
    pub candidates: fn(&War<R>, &mut Vec<Order>),
    /// Whether the order (the stem, for a verb that names a pose) may be given now: the only judge, asked of the battle
    /// as the deciding side knows it, when the phase or interrupt takes the verb and the order names what the row says.
    pub may: fn(&War<R>, &Order) -> May<R>,
    /// The poses that complete a stem that may be given.
    pub reach: fn(&War<R>, &Order) -> Reach,
    /// Why a pose is not among them.
    pub beyond: fn(&War<R>, &Order) -> No<R>,
    /// Carries the order out.
    pub act: fn(&mut Umpire<'_, R>, &Order),
    /// What it may bring; for a stem, what can be said already.
    pub foresee: fn(&War<R>, &Order) -> Forecast,
}

impl<R: Rules> Clone for VerbRow<R> {
    fn clone(&self) -> VerbRow<R> {
        *self
    }
}

impl<R: Rules> Copy for VerbRow<R> {}

impl<R: Rules> VerbRow<R> {
    /// A verb that each unit of the deciding side could do to nobody in particular, without a pose; to be completed by
    /// what differs.
    #[must_use]
    pub const fn new(
        word: &'static str,
        title: &'static str,
        role: Role,
        clause: &'static str,
        help: &'static str,
        act: fn(&mut Umpire<'_, R>, &Order),
    ) -> VerbRow<R> {
        VerbRow {
            words: VerbInfo { word, title, help, role, pose: PoseOf::Nothing, clause, numbers: &[], forms: None },
            actor: Actor::Unit,
            target: Target::Nothing,
            number: Number::None,
            listing: Listing::Judged,
            candidates: |_, _| {},
            may: |_, _| Ok(()),
            reach: |_, _| Reach::default(),
            beyond: too_far,
            act,
            foresee: |_, _| Forecast::default(),
        }
    }

    /// The same naming a pose of that reach.
    #[must_use]
    pub const fn to(self, reach: fn(&War<R>, &Order) -> Reach) -> VerbRow<R> {
        let words = VerbInfo { pose: PoseOf::End, ..self.words };
        VerbRow { words, reach, ..self }
    }

    /// The same with numbers that stand for something.
    #[must_use]
    pub const fn numbered(self, numbers: &'static [NumberInfo]) -> VerbRow<R> {
        let words = VerbInfo { numbers, ..self.words };
        VerbRow { words, number: Number::Judged, ..self }
    }

    /// The same for orders that name no pose, and are for standing in that way.
    #[must_use]
    pub const fn forming(self, arrangement: Arrangement) -> VerbRow<R> {
        let words = VerbInfo { forms: Some(arrangement), ..self.words };
        VerbRow { words, ..self }
    }

    /// The same with that pose being only how the unit sets out; its forecast says where it ends.
    #[must_use]
    pub const fn setting_out(self) -> VerbRow<R> {
        let words = VerbInfo { pose: PoseOf::Start, ..self.words };
        VerbRow { words, ..self }
    }
}

fn too_far<R: Rules>(_: &War<R>, order: &Order) -> No<R> {
    No {
        clause: R::VERBS.get(usize::from(order.verb.0)).map_or("", |row| row.words.clause),
        text: |_, order| {
            let place = order.pose.map_or_else(
                || String::from("that place"),
                |pose| format!("{} facing {}", pose.anchor.offset(), pose.facing),
            );
            format!("{place} is out of reach or not free")
        },
    }
}

/// The words of the rows, for [`battle::SystemInfo::verbs`].
#[must_use]
pub const fn verb_words<R: Rules, const N: usize>(rows: &[VerbRow<R>]) -> [VerbInfo; N] {
    let mut words = [rows[0].words; N];
    let mut place = 0;
    while place < N {
        words[place] = rows[place].words;
        place += 1;
    }
    words
}

/// Numbers verbs by their place and lists their rows: `verbs! { Drill; MOVE = movement::MOVE_ROW, ... }` makes the
/// constants and `VERB_ROWS`.
#[macro_export]
macro_rules! verbs {
    ($rules:ty; $($name:ident = $row:expr),* $(,)?) => {
        #[allow(non_camel_case_types, clippy::upper_case_acronyms)]
        #[derive(Clone, Copy)]
        enum VerbNumber { $($name),* }
        $(
            #[doc = concat!("The verb of the row `", stringify!($row), "`.")]
            pub const $name: battle::Verb = battle::Verb(VerbNumber::$name as u8);
        )*
        /// Every verb's row, in the order of their numbers.
        pub const VERB_ROWS: &[$crate::VerbRow<$rules>] = &[$($row),*];
    };
}

impl Actor {
    /// Whether an order's actor is of that kind.
    pub(crate) fn fits(self, actor: Option<Object>) -> bool {
        matches!(
            (self, actor),
            (Actor::Nobody, None) | (Actor::Unit, Some(Object::Unit(_))) | (Actor::Leader, Some(Object::Leader(_)))
        )
    }

    /// As a refusal says it.
    pub(crate) const fn named(self) -> &'static str {
        match self {
            Actor::Nobody => "nobody to do it",
            Actor::Unit => "a unit to do it",
            Actor::Leader => "a leader to do it",
        }
    }
}

impl Target {
    /// Whether an order's target is of that kind.
    pub(crate) fn fits(self, target: Option<Object>) -> bool {
        matches!(
            (self, target),
            (Target::Nothing | Target::PerhapsUnit | Target::PerhapsLeader, None)
                | (Target::Unit | Target::PerhapsUnit, Some(Object::Unit(_)))
                | (Target::Leader | Target::PerhapsLeader, Some(Object::Leader(_)))
                | (Target::Hex, Some(Object::Hex(_)))
                | (Target::Part, Some(Object::Part(_)))
        )
    }

    /// As a refusal says it.
    pub(crate) const fn named(self) -> &'static str {
        match self {
            Target::Nothing => "no target",
            Target::Unit => "a unit as its target, such as >R2",
            Target::Leader => "a leader as its target, such as >RG",
            Target::Hex => "a hex as its target, such as >12,7",
            Target::Part => "a part of a building as its target",
            Target::PerhapsUnit => "no target but a unit",
            Target::PerhapsLeader => "no target but a leader",
        }
    }
}

/// A reach of poses that are taken up without any way there.
#[must_use]
pub fn spots(poses: impl Iterator<Item = Pose>) -> Reach {
    Reach { places: poses.map(|pose| Destination { pose, cost: 0, previous: None, legal: true }).collect() }
}

/// Pushes an order of each of those units.
pub fn each(verb: battle::Verb, units: impl Iterator<Item = UnitId>, out: &mut Vec<Order>) {
    out.extend(units.map(|unit| Order::new(verb).by(unit)));
}

/// Pushes an order of each leader of the side whose turn or half it is.
pub fn each_leader<R: Rules>(verb: battle::Verb, war: &War<R>, out: &mut Vec<Order>) {
    out.extend(war.setting().leaders_of(war.state.player).map(|leader| Order::new(verb).by(leader)));
}

/// Pushes an order of each leader of that side to each of its units on the map.
pub fn each_leader_to_unit<R: Rules>(verb: battle::Verb, war: &War<R>, out: &mut Vec<Order>) {
    for leader in war.setting().leaders_of(war.state.player) {
        out.extend(war.field().present_of(war.state.player).map(|unit| Order::new(verb).by(leader).on(unit)));
    }
}
