//! The seam: what a rule system is to everybody else.

use hexes::Hex;

use crate::{
    AskRole, Battlefield, Command, Estimates, Event, Forecast, Fork, HouseRules, LeaderId, Listener, MarkInfo,
    OptionInfo, Order, OrderText, Outcome, Pending, Pose, Refusal, ShockInfo, Side, StrengthInfo, TallyInfo, Teaching,
    UnitId, VerbInfo,
};

/// One step of a turn.
#[derive(Clone, Copy, Debug)]
pub struct StepInfo {
    /// As the status line says it: "Orders", "Actions".
    pub title: &'static str,
    /// The clause it comes from.
    pub clause: &'static str,
}

/// Fixed facts of a system.
#[derive(Debug)]
pub struct SystemInfo {
    /// Key, e.g. in `--rules`.
    pub key: &'static str,
    /// Name as shown.
    pub title: &'static str,
    /// Whose rules, one line.
    pub source: &'static str,
    /// Verbs; an order names one by its place.
    pub verbs: &'static [VerbInfo],
    /// Steps of a turn; the field names one by its place.
    pub steps: &'static [StepInfo],
    /// House-rule options.
    pub options: &'static [OptionInfo],
    /// What strength is called and counts.
    pub strength: StrengthInfo,
    /// What the cost of a way counts.
    pub paces: Paces,
    /// The marks that units can show, those that look worst first.
    pub marks: &'static [MarkInfo],
    /// How its charges and combats show.
    pub shock: ShockInfo,
    /// Who wins at the turn limit where goals leave it even, as the end of a sentence; `None`: nobody, it is a draw.
    pub even: Option<&'static str>,
    /// What whoever knows the rules counts in its battles, in the order in which it is told.
    pub tallies: &'static [TallyInfo],
    /// Words that screens show, rows of cards among them, each with what it means to somebody who has never played.
    pub words: &'static [(&'static str, &'static str)],
    /// How it is learned.
    pub teaching: Teaching,
}

impl SystemInfo {
    /// What a word means, whatever its capitals.
    #[must_use]
    pub fn meaning(&self, word: &str) -> Option<&'static str> {
        self.words.iter().find(|(known, _)| known.eq_ignore_ascii_case(word)).map(|(_, meaning)| *meaning)
    }

    /// The primer as a sheet of remarks, to be read before the tables.
    #[must_use]
    pub fn in_short(&self) -> Sheet {
        let notes = self.teaching.primer.iter().copied().map(String::from).collect();
        Sheet { title: String::from("In short"), notes, ..Sheet::default() }
    }
}

/// In what the cost of a way is told.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Paces {
    /// In inches, of which a cost counts the hundredths.
    Inches,
    /// In points of movement, which a cost counts.
    Points,
}

impl Paces {
    /// A cost as it is told: `4.5"`, `90 points`.
    #[must_use]
    pub fn told(self, cost: u32) -> String {
        match self {
            Paces::Inches => format!("{:.1}\"", f64::from(cost) / 100.0),
            Paces::Points => format!("{cost} points"),
        }
    }
}

/// One place a move can end.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Destination {
    /// The pose there.
    pub pose: Pose,
    /// Cost of the way, as [`SystemInfo::paces`] counts it.
    pub cost: u16,
    /// The place before it on the way: a place in [`Reach::places`]; `None` where the way begins.
    pub previous: Option<u16>,
    /// Whether the move may end here; other places only lie on a way.
    pub legal: bool,
}

/// Where a unit can be after a move, each place with its way.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Reach {
    /// The places, in a fixed order.
    pub places: Vec<Destination>,
}

impl Reach {
    /// The places where the move may end.
    pub fn legal(&self) -> impl Iterator<Item = &Destination> {
        self.places.iter().filter(|place| place.legal)
    }

    /// Whether the move may end in that pose.
    #[must_use]
    pub fn allows(&self, pose: &Pose) -> bool {
        self.legal().any(|place| place.pose == *pose)
    }

    /// The poses from the start to that one, both included; empty when it is not reached.
    #[must_use]
    pub fn way(&self, pose: &Pose) -> Vec<Pose> {
        let mut at = self.places.iter().position(|place| place.pose == *pose && place.legal);
        let mut way = Vec::new();
        while let Some(place) = at {
            way.push(self.places[place].pose);
            at = self.places[place].previous.map(usize::from).filter(|_| way.len() <= self.places.len());
        }
        way.reverse();
        way
    }
}

/// What a unit card shows.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Card {
    /// Heading: label and name.
    pub title: String,
    /// One line of description.
    pub subtitle: String,
    /// Rows of a name and a value.
    pub rows: Vec<(&'static str, String)>,
}

/// One table of the rules as the engine uses it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Sheet {
    /// Heading.
    pub title: String,
    /// The clauses it shows.
    pub clauses: Vec<&'static str>,
    /// Column heads.
    pub columns: Vec<String>,
    /// Rows of as many cells.
    pub rows: Vec<Vec<String>>,
    /// Remarks below.
    pub notes: Vec<String>,
}

/// Where a unit could shoot: hexes with the number of their range band.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct FireArc {
    /// What each band means, nearest first.
    pub bands: Vec<String>,
    /// Hexes with the place of their band.
    pub hexes: Vec<(Hex, u8)>,
}

/// What has become of a leader, as the rules tell it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum LeaderFate {
    /// He is well, wherever he is.
    #[default]
    Fit,
    /// He is hurt, and will be well again.
    Wounded,
    /// He is dead or taken.
    Lost,
}

/// What of a unit is its own side's alone, though the unit itself is seen.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Secrecy {
    /// Nothing.
    #[default]
    Nothing,
    /// Its strength, the marks of its place on a ladder, and every roll of its own, for these tell its strength. What
    /// comes of them on the map is seen.
    Strength,
}

/// A battle under one rule system: what its rules say. Everything that differs between systems reaches the rest of the
/// program through this trait, and through [`Estimates`] what only a commander weighs, as data.
///
/// Legal orders are exactly [`System::orders`] together with every stem of [`System::stems`] completed by a legal
/// pose of its [`System::reach`]; [`System::check`] accepts those and no other.
pub trait System: Send + Sync {
    /// Fixed facts.
    fn info(&self) -> &'static SystemInfo;

    /// The house rules in force.
    fn house(&self) -> &HouseRules;

    /// The battlefield.
    fn field(&self) -> &Battlefield;

    /// What happened before the first decision, while the battle was set up: turn 1 and its first rolls. The field shows
    /// it done already.
    fn opening(&self) -> &[Event] {
        &[]
    }

    /// What the battle waits for.
    fn pending(&self) -> Pending;

    /// Every legal order that names no pose, in ascending order. Never empty together with `stems` while a decision is
    /// pending.
    fn orders(&self) -> Vec<Order>;

    /// Every order that lacks only its pose, in ascending order, one for each verb, actor, target and number.
    fn stems(&self) -> Vec<Order>;

    /// Those of [`System::orders`] and [`System::stems`] that a caller asks for, in ascending order, which may be far cheaper
    /// than to list all: orders that it does not ask for are not looked at.
    fn options(&self, wanted: &dyn Fn(&Order) -> bool) -> Vec<Order> {
        crate::ascending(self.orders().into_iter().chain(self.stems()).filter(wanted).collect())
    }

    /// The poses that complete a stem; empty when it is not one of [`System::stems`]. Also answers for stems of
    /// [`Estimates::prospects`].
    fn reach(&self, stem: &Order) -> Reach;

    /// Whether the order is legal now.
    ///
    /// # Errors
    /// The reason, as a sentence a player can act on.
    fn check(&self, order: &Order) -> Result<(), Refusal>;

    /// Checks the order and carries it out, up to the next decision. [`Listener::carried_out`] is called once, between
    /// what the order does and what follows of itself.
    ///
    /// # Errors
    /// The reason when the order is refused; nothing has changed then.
    fn resolve(&mut self, order: &Order, listener: &mut dyn Listener) -> Result<(), Refusal>;

    /// What the order may bring. Also answers for prospects and for stems (without pose: what can be said already).
    fn forecast(&self, order: &Order) -> Forecast;

    /// Whether anybody may be told how far units are from their enemies before a shot or charge is announced.
    fn tells_distances(&self) -> bool {
        true
    }

    /// What the system estimates for whoever commands.
    fn estimates(&self) -> &dyn Estimates;

    /// How the battle would be counted if it ended now, by all that this view knows.
    fn score(&self) -> Outcome;

    /// What ends a battle before its time under the house rules in force, in a sentence.
    fn breaks(&self) -> &'static str;

    /// Who has each objective, as it would be if the turn ended now.
    fn holders(&self) -> Vec<Option<Side>> {
        self.field().holders().to_vec()
    }

    /// Whether the unit counts as holding ground.
    fn holds_ground(&self, unit: UnitId) -> bool;

    /// Whether somebody on `from` sees what stands on `to`, terrain and units considered.
    fn sees(&self, from: Hex, to: Hex) -> bool;

    /// Where the unit could shoot from that pose.
    fn fire_arc(&self, unit: UnitId, pose: &Pose) -> FireArc;

    /// What to show about a unit.
    fn card(&self, unit: UnitId) -> Card;

    /// The commands of a side with their orders, in the order of their leaders; none where the rules know no orders of
    /// commands, and none of those that this view does not know.
    fn commands(&self, _side: Side) -> Vec<Command> {
        Vec::new()
    }

    /// What has become of a leader so far. Well, where the rules hurt nobody.
    fn leader_fate(&self, _leader: LeaderId) -> LeaderFate {
        LeaderFate::Fit
    }

    /// The tables as the engine uses them with the house rules in force.
    fn reference(&self) -> Vec<Sheet>;

    /// Everything that decides the rest of the battle, but for seed, ground and roster, in a fixed encoding.
    fn state(&self) -> Vec<u8>;

    /// Checks what must always hold, of the field as well.
    ///
    /// # Errors
    /// A sentence naming what is wrong.
    fn audit(&self) -> Result<(), String>;

    /// The battle as `side` may know it, with dice of another seed: hidden things are absent, and nothing in it, its
    /// state included, depends on them. On the map, what a view does not have shows
    /// [`Sense::Hidden`](crate::Sense).
    fn view(&self, side: Side, seed: u64) -> Box<dyn System>;

    /// The battle as somebody may know it who has no side: what both sides know, with dice of another seed. Views of
    /// views must therefore be possible, in either order and with the same result.
    fn open_view(&self, seed: u64) -> Box<dyn System> {
        self.view(Side::Blue, seed).view(Side::Red, seed)
    }

    /// What is not told to the other side of units that it sees; a view has it neither.
    fn secrecy(&self) -> Secrecy {
        Secrecy::Nothing
    }

    /// An exact copy.
    fn copy(&self) -> Box<dyn System>;

    /// An exact copy that remembers nothing of what was worked out before: to hold what is kept against what is made anew.
    fn forgetful(&self) -> Box<dyn System>;

    /// An exact copy whose dice take one way of all that are possible: to hold what is foreseen against what the rules do.
    fn forked(&self, fork: Fork) -> Box<dyn System>;

    /// The way that the dice of such a copy have taken so far.
    fn fork(&self) -> Option<&Fork>;

    /// A side gives up; the battle is over.
    fn resign(&mut self, side: Side, listener: &mut dyn Listener);
}

impl dyn System + '_ {
    /// Every legal order, poses included. Many; for tests and for the simplest players.
    #[must_use]
    pub fn all_orders(&self) -> Vec<Order> {
        let mut orders = self.orders();
        for stem in self.stems() {
            orders.extend(self.reach(&stem).legal().map(|place| stem.to(place.pose)));
        }
        orders
    }

    /// How the battle ended, if it has.
    #[must_use]
    pub fn outcome(&self) -> Option<Outcome> {
        match self.pending() {
            Pending::Over(outcome) => Some(outcome),
            Pending::Decide(_) => None,
        }
    }

    /// The side to decide, unless it is over.
    #[must_use]
    pub fn to_decide(&self) -> Option<Side> {
        self.pending().decision().map(|decision| decision.side)
    }

    /// Writer and reader of orders as text.
    #[must_use]
    pub fn order_text(&self) -> OrderText<'_> {
        OrderText { verbs: self.info().verbs, roster: self.field().roster() }
    }

    /// The verb of an order.
    #[must_use]
    pub fn verb(&self, order: &Order) -> Option<&'static VerbInfo> {
        self.info().verbs.get(usize::from(order.verb.0))
    }

    /// The kind of decision pending.
    #[must_use]
    pub fn ask_role(&self) -> Option<AskRole> {
        self.pending().decision().map(|decision| decision.ask.role)
    }

    /// A hash of the state: equal for equal states on every platform.
    #[must_use]
    pub fn digest(&self) -> blake3::Hash {
        blake3::hash(&self.state())
    }
}
