//! What a commander remembers between decisions: the battleground, the last appraisal and plan, judgements still true.

use battle::{AskRole, Battlefield, Marks, Object, Order, Sense, Side, System, UnitId, marks_of};

use crate::appraisal::{Appraisal, Known, Mark, signature};
use crate::battleground::Battleground;
use crate::candidates::{Bench, Judged, Look, Own};
use crate::plan::Plan;
use crate::profile::Settings;

/// Everything remembered.
#[derive(Default)]
pub(crate) struct Memory {
    /// What does not change.
    pub battleground: Option<Battleground>,
    /// How things were.
    pub appraisal: Option<Appraisal>,
    /// What is to be done.
    pub plan: Option<Plan>,
    /// Judgements.
    pub memo: Memo,
}

impl Memory {
    /// Brings everything up to date for a decision of that side.
    pub fn refresh(&mut self, view: &dyn System, profile: &Settings, side: Side) {
        if !self.battleground.as_ref().is_some_and(|battleground| battleground.fits(view)) {
            *self = Memory { battleground: Some(Battleground::new(view)), ..Memory::default() };
        }
        let Some(battleground) = self.battleground.as_mut() else { return };
        if self.appraisal.as_ref().is_some_and(|known| known.side != side) {
            (self.appraisal, self.plan, self.memo) = (None, None, Memo::default());
        }
        if self.appraisal.as_ref().is_none_or(|known| known.signature != signature(view, side)) {
            self.appraisal = Some(Appraisal::new(view, battleground, side, self.appraisal.take()));
        }
        let Some(appraisal) = self.appraisal.as_ref() else { return };
        if self.plan.as_ref().is_none_or(|plan| plan.turn != appraisal.turn) {
            let old = self.plan.take().filter(|old| old.turn < appraisal.turn);
            self.plan = Some(Plan::new(view, battleground, appraisal, profile, old.as_ref()));
        }
    }
}

/// Hexes beyond the longest move within which a change of a friend makes a judgement void: so far he supports who comes there,
/// or stands in his way.
const FRIENDS: i32 = 9;

/// One judgement with what it depends on.
struct Entry {
    unit: UnitId,
    prospect: bool,
    signature: Signature,
    look: Look,
    judged: Judged,
}

impl Entry {
    /// Whether it will do where things are like that now.
    fn does(&self, now: Signature, wanted: Wanted) -> bool {
        let close = wanted != Wanted::Close || self.look == Look::Close;
        self.signature.own == now.own && close && (wanted == Wanted::Recent || self.is_fresh(now))
    }

    /// Whether it was made from the same orders and friends.
    fn is_fresh(&self, now: Signature) -> bool {
        self.signature == Signature { orders: if self.prospect { self.signature.orders } else { now.orders }, ..now }
    }

    /// The judgement as it is to be had where things are like that now.
    fn recalled(&self, now: Signature) -> Recalled {
        let fresh = self.is_fresh(now);
        Recalled { judged: self.judged.clone(), fresh, close: fresh && self.look == Look::Close }
    }
}

/// What a judgement was made from, as numbers.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Signature {
    /// The unit itself, the enemies about it and what is asked.
    own: u64,
    /// The friends about it.
    friends: u64,
    /// Its orders; nothing is known of them before they are listed.
    orders: Option<u64>,
}

impl Signature {
    /// What a judgement of a unit would be made from now: of what it can do, or of what it could do if it had the means.
    fn now(bench: &Bench<'_>, unit: &Known, own: Option<&Own>, prospect: bool) -> Signature {
        let (mut mark, friends) = surroundings(bench, unit);
        if !prospect {
            mark.add(u64::from(bench.view.field().step()) << 8 | bench.ask as u64);
        }
        let orders = own.map(|own| {
            let mut mark = Mark::default();
            own.orders.iter().chain(&own.stems).for_each(|order| enter(&mut mark, order));
            mark.value()
        });
        Signature { own: mark.value(), friends, orders }
    }
}

/// How new and how careful a judgement has to be. What a unit could do if it were given the means is looked at briefly, what it
/// can do closely.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Wanted {
    /// Made from what is now by a close look: for the unit that is to go.
    Close,
    /// Made from what is now: for whether anybody is to go at all.
    Fresh,
    /// One from before friends about the unit changed will do: for who is to go first.
    Recent,
}

/// A judgement with whether it was made from what is now.
pub(crate) struct Recalled {
    /// The judgement.
    pub judged: Judged,
    /// Whether nothing about the unit has changed since.
    pub fresh: bool,
    /// Whether it was made by a close look, too.
    pub close: bool,
}

/// Judgements of units whose surroundings have not changed since.
#[derive(Default)]
pub(crate) struct Memo {
    entries: Vec<Entry>,
}

impl Memo {
    /// What a unit could do by these orders, judged.
    pub fn judge(&mut self, bench: &Bench<'_>, unit: &Known, own: &Own, wanted: Wanted) -> Recalled {
        if !is_remembered(bench) {
            return Recalled { judged: bench.judge(unit, own, Look::Close), fresh: true, close: true };
        }
        if let Some(known) = self.known(bench, unit, Some(own), wanted) {
            return known;
        }
        let signature = Signature::now(bench, unit, Some(own), false);
        self.made(bench, unit.id, false, signature, |look| bench.judge(unit, own, look))
    }

    /// Forgets every judgement.
    pub fn forget(&mut self) {
        self.entries.clear();
    }

    /// What a unit can do, judged before, if that will do; its orders need not have been listed.
    pub fn known(&self, bench: &Bench<'_>, unit: &Known, own: Option<&Own>, wanted: Wanted) -> Option<Recalled> {
        if !is_remembered(bench) {
            return None;
        }
        let acts = Signature::now(bench, unit, own, false);
        if let Some(entry) = self.entry(unit.id, false).filter(|entry| entry.does(acts, wanted)) {
            return Some(entry.recalled(acts));
        }
        let foreseen = Signature::now(bench, unit, None, true);
        let promises = |entry: &&Entry| !entry.judged.options.is_empty() && entry.does(foreseen, wanted);
        let entry = self.entry(unit.id, true).filter(|_| bench.ask == AskRole::Act).filter(promises)?;
        let mut recalled = entry.recalled(foreseen);
        recalled.judged.options.iter_mut().for_each(|option| option.tier = bench.tier(&option.order));
        Some(recalled)
    }

    /// What a unit could do if it were given the means, judged.
    pub fn judge_prospects(
        &mut self,
        bench: &Bench<'_>,
        unit: &Known,
        wanted: Wanted,
        own: impl Fn(&dyn System) -> Own,
    ) -> Recalled {
        let now = Signature::now(bench, unit, None, true);
        match self.entry(unit.id, true).filter(|entry| entry.does(now, wanted)) {
            Some(entry) => entry.recalled(now),
            None => self.made(bench, unit.id, true, now, |look| bench.judge(unit, &own(bench.view), look)),
        }
    }

    fn entry(&self, unit: UnitId, prospect: bool) -> Option<&Entry> {
        self.entries.iter().find(|entry| entry.unit == unit && entry.prospect == prospect)
    }

    /// Makes a judgement and remembers it.
    fn made(
        &mut self,
        bench: &Bench<'_>,
        unit: UnitId,
        prospect: bool,
        signature: Signature,
        judge: impl Fn(Look) -> Judged,
    ) -> Recalled {
        let look = if prospect { Look::Brief } else { Look::Close };
        let entry = Entry { unit, prospect, signature, look, judged: judge(look) };
        let recalled = entry.recalled(signature);
        if !bench.stopped() {
            self.entries.retain(|entry| (entry.unit, entry.prospect) != (unit, prospect));
            self.entries.push(entry);
        }
        recalled
    }
}

/// Whether judgements of what is asked are remembered.
fn is_remembered(bench: &Bench<'_>) -> bool {
    matches!(bench.ask, AskRole::Act | AskRole::Fire)
}

fn enter(mark: &mut Mark, order: &Order) {
    mark.add(u64::from(order.verb.0));
    mark.add(order.target.map_or(0, |target| match target {
        Object::Unit(unit) => 1 + u64::from(unit.0),
        Object::Leader(leader) => 1000 + u64::from(leader.0),
        Object::Hex(hex) => (hex.q as u16 as u64) << 32 | (hex.r as u16 as u64) << 16,
        Object::Part(part) => {
            let (hex, side) = part.edge();
            let edge = (hex.q as u16 as u64) << 32 | (hex.r as u16 as u64) << 16 | (side.index() as u64) << 4;
            edge | (1 + part.kind as u64)
        }
    }));
    mark.add(order.number.map_or(0, |number| 1 + number as u16 as u64));
}

/// The marks of a unit but for those of its orders.
fn orders_apart(field: &Battlefield, unit: UnitId) -> Marks {
    let orders = [Sense::Ordered, Sense::WasOrdered].map(|sense| marks_of(field.roster().marks, sense));
    field.unit(unit).marks - orders[0] - orders[1]
}

/// What a judgement of a unit depends on beside its orders: its own state, its post and the enemies near, and apart from
/// these the friends near.
fn surroundings(bench: &Bench<'_>, unit: &Known) -> (Mark, u64) {
    let field = bench.view.field();
    let (mut mark, mut friends) = (Mark::default(), Mark::default());
    let marks = orders_apart(field, unit.id);
    mark.add(u64::from(field.turn()) << 40 | u64::from(marks.bits()) << 1 | u64::from(unit.led));
    if let Some(post) = bench.plan.post(unit.id) {
        mark.add((post.q as u16 as u64) << 16 | post.r as u16 as u64);
    }
    for foe in bench.appraisal.near(unit) {
        mark.add(foe.id.0.into());
        mark.unit(bench.view, foe.id);
        friends.add(bench.appraisal.others_engaged(foe.id, unit.id) as u64);
    }
    for friend in bench.appraisal.own() {
        if friend.id == unit.id {
            mark.unit(bench.view, unit.id);
        } else if friend.pose.anchor.distance(unit.pose.anchor) <= FRIENDS {
            friends.add(friend.id.0.into());
            friends.unit(bench.view, friend.id);
        }
    }
    for prize in bench.appraisal.prizes.iter().filter(|prize| prize.is_ground()) {
        mark.add(prize.holder.map_or(0, |side| 1 + side.index() as u64));
        friends.add(u64::from(prize.others_on(unit.id)) << 1 | u64::from(prize.on_it[0].is_empty()));
    }
    (mark, friends.value())
}
