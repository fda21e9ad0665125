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
        let friends = wanted == Wanted::Recent || self.signature.friends == now.friends;
        self.signature.own == now.own && friends && (wanted != Wanted::Close || self.look == Look::Close)
    }

    /// The judgement as it is to be had where things are like that now.
    fn recalled(&self, now: Signature) -> Recalled {
        let fresh = self.signature == now;
        Recalled { judged: self.judged.clone(), fresh, close: fresh && self.look == Look::Close }
    }
}

/// What a judgement was made from, as two numbers.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Signature {
    /// The unit itself, its orders and the enemies about it.
    own: u64,
    /// The friends about it.
    friends: u64,
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
        if !matches!(bench.ask, AskRole::Act | AskRole::Fire) {
            return Recalled { judged: bench.judge(unit, own, Look::Close), fresh: true, close: true };
        }
        if let Some(foreseen) = self.foreseen(bench, unit, wanted) {
            return foreseen;
        }
        let (mut mark, friends) = surroundings(bench, unit);
        mark.add(bench.ask as u64);
        own.orders.iter().chain(&own.stems).for_each(|order| enter(&mut mark, order));
        let signature = Signature { own: mark.value(), friends };
        self.remembered(bench, unit.id, false, signature, wanted, |look| bench.judge(unit, own, look))
    }

    /// Forgets every judgement.
    pub fn forget(&mut self) {
        self.entries.clear();
    }

    /// Whether what a unit could do was judged before it had the means, when it and the enemies about it were as now.
    pub fn foresees(&self, bench: &Bench<'_>, unit: &Known) -> bool {
        bench.ask == AskRole::Act && self.prospect(bench, unit, Wanted::Recent).is_some()
    }

    /// What was judged before a unit had the means to act, if that will do.
    pub fn foreseen(&self, bench: &Bench<'_>, unit: &Known, wanted: Wanted) -> Option<Recalled> {
        let (entry, now) = self.prospect(bench, unit, wanted).filter(|_| bench.ask == AskRole::Act)?;
        let mut recalled = entry.recalled(now);
        recalled.judged.options.iter_mut().for_each(|option| option.tier = bench.tier(&option.order));
        Some(recalled)
    }

    fn prospect(&self, bench: &Bench<'_>, unit: &Known, wanted: Wanted) -> Option<(&Entry, Signature)> {
        let promises = |entry: &&Entry| entry.unit == unit.id && entry.prospect && !entry.judged.options.is_empty();
        let entry = self.entries.iter().find(promises)?;
        let (mark, friends) = surroundings(bench, unit);
        let now = Signature { own: mark.value(), friends };
        entry.does(now, wanted).then_some((entry, now))
    }

    /// What a unit could do if it were given the means, judged.
    pub fn judge_prospects(
        &mut self,
        bench: &Bench<'_>,
        unit: &Known,
        wanted: Wanted,
        own: impl Fn(&dyn System) -> Own,
    ) -> Recalled {
        let (mark, friends) = surroundings(bench, unit);
        let signature = Signature { own: mark.value(), friends };
        self.remembered(bench, unit.id, true, signature, wanted, |look| bench.judge(unit, &own(bench.view), look))
    }

    fn remembered(
        &mut self,
        bench: &Bench<'_>,
        unit: UnitId,
        prospect: bool,
        signature: Signature,
        wanted: Wanted,
        judge: impl Fn(Look) -> Judged,
    ) -> Recalled {
        let same = |entry: &Entry| entry.unit == unit && entry.prospect == prospect;
        let place = self.entries.iter().position(same);
        if let Some(known) = place.map(|place| &self.entries[place])
            && known.does(signature, wanted)
        {
            return known.recalled(signature);
        }
        let look = if prospect { Look::Brief } else { Look::Close };
        let entry = Entry { unit, prospect, signature, look, judged: judge(look) };
        let recalled = entry.recalled(signature);
        if bench.stopped() {
            return recalled;
        }
        match place {
            Some(place) => self.entries[place] = entry,
            None => self.entries.push(entry),
        }
        recalled
    }
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
