//! Orders drawn at random, each tried on a copy of the battle with other dice.

use std::sync::atomic::AtomicBool;

use battle::{AskRole, Effect, Library, Listener, Order, Player, Pose, Side, System, VerbInfo};

use super::sample::pass;
use super::{Held, Ledger, Sample, Source};
use crate::guard::guarded;

/// Orders of a verb that are looked at before it is given up as one whose forecasts tell nothing.
const LOOKS: usize = 4;
/// Orders after which a trial is over.
const MOST: usize = 300;
/// Ends of a charge, those nearest to the enemy, that are weighed where it goes on.
const ENDS: usize = 12;

/// The trials of one game.
pub(super) struct Trials {
    players: [Option<Box<dyn Player>>; 2],
    seed: u64,
    every: u32,
    failed: u32,
    why: Option<String>,
}

/// Numbers drawn from a seed.
struct Lot {
    seed: u64,
    drawn: u64,
}

impl Lot {
    fn word(&mut self) -> u64 {
        self.drawn += 1;
        let mut hasher = blake3::Hasher::new();
        hasher.update(&self.seed.to_le_bytes()).update(&self.drawn.to_le_bytes()).update(b"calibration");
        let mut word = [0; 8];
        word.copy_from_slice(&hasher.finalize().as_bytes()[..8]);
        u64::from_le_bytes(word)
    }

    fn below(&mut self, count: usize) -> usize {
        (self.word() % count.max(1) as u64) as usize
    }

    fn take<T>(&mut self, from: &mut Vec<T>) -> Option<T> {
        if from.is_empty() { None } else { Some(from.swap_remove(self.below(from.len()))) }
    }
}

/// The order itself, or the stem with one of its poses; nothing where it has none.
fn complete(view: &dyn System, head: Order, lot: &mut Lot) -> Option<Order> {
    if head.pose.is_some() || !view.verb(&head).is_some_and(VerbInfo::posed) {
        return Some(head);
    }
    let reach = view.reach(&head);
    let poses: Vec<Pose> = reach.legal().map(|place| place.pose).collect();
    poses.get(lot.below(poses.len())).map(|pose| head.to(*pose))
}

impl Trials {
    pub(super) fn new(library: &dyn Library, commanders: [&str; 2], seed: u64, every: u32) -> Trials {
        let usual = library.commanders().into_iter().next().map(|entry| entry.key);
        let player = |name: &str| {
            let named = library.commander(name, seed).ok();
            named.or_else(|| library.commander(usual.as_deref()?, seed).ok())
        };
        Trials { players: commanders.map(player), seed, every, failed: 0, why: None }
    }

    /// Tries an order of every verb at this decision, if it is one of those drawn.
    pub(super) fn at(&mut self, battle: &dyn System, given: u32, ledger: &mut Ledger) {
        let mut lot = Lot { seed: self.seed ^ u64::from(given).rotate_left(32), drawn: 0 };
        let drawn = lot.below(self.every as usize) == 0;
        let Some(side) = battle.to_decide().filter(|_| drawn) else { return };
        let view = battle.view(side, lot.word());
        let mut heads = view.orders();
        heads.extend(view.stems());
        let verbs: std::collections::BTreeSet<_> = heads.iter().map(|head| head.verb).collect();
        for verb in verbs {
            let mut own: Vec<Order> = heads.iter().copied().filter(|head| head.verb == verb).collect();
            let looks = (0..LOOKS).find_map(|_| {
                let order = complete(&*view, lot.take(&mut own)?, &mut lot)?;
                Sample::of(&*view, &order).map(|sample| (order, sample))
            });
            let Some((order, sample)) = looks else { continue };
            // Once: what came of one order on several copies would not be independent.
            let copy = battle.view(side, lot.word());
            self.follow(copy, &order, sample, ledger);
        }
    }

    fn follow(&mut self, copy: Box<dyn System>, order: &Order, sample: Sample, ledger: &mut Ledger) {
        match guarded(|| self.play_on(copy, order, sample)).and_then(|held| held) {
            Ok(held) => held.into_iter().for_each(|one| ledger.add(Source::Tried, one)),
            Err(why) => {
                self.failed += 1;
                self.why.get_or_insert(why);
            }
        }
    }

    /// Gives the order and plays on until all that was foreseen of it has come or not.
    fn play_on(&mut self, mut copy: Box<dyn System>, order: &Order, mut sample: Sample) -> Result<Vec<Held>, String> {
        give(&mut *copy, order, &mut sample)?;
        for _ in 0..MOST {
            if sample.is_over(&*copy) {
                return Ok(sample.held());
            }
            let Some(next) = self.answer(&*copy, &sample) else { break };
            give(&mut *copy, &next, &mut sample)?;
        }
        Err(format!("`{}` has no end", copy.order_text().write(order)))
    }

    /// What is ordered next: what carries the order on; nothing else where nothing has to be; and where something is asked,
    /// what a commander answers.
    fn answer(&mut self, battle: &dyn System, sample: &Sample) -> Option<Order> {
        let decision = battle.pending().decision()?;
        let quiet = matches!(decision.ask.role, AskRole::Act | AskRole::Fire | AskRole::Command | AskRole::Deploy);
        // Where a charge may be broken off it is for its commander to say.
        let rides = decision.ask.role == AskRole::Place && battle.orders().is_empty();
        let on = if quiet || rides { carries_on(battle, sample) } else { None };
        on.or_else(|| pass(battle).filter(|_| quiet)).or_else(|| self.commanded(battle, decision.side))
    }

    fn commanded(&mut self, battle: &dyn System, side: Side) -> Option<Order> {
        let player = self.players[side.index()].as_mut()?;
        let view = battle.view(side, self.seed);
        let choice = player.decide(&*view, &AtomicBool::new(false));
        Some(choice.order)
    }

    pub(super) fn broken(&self) -> Option<String> {
        let why = self.why.as_ref()?;
        Some(format!("{} trials could not be played on, the first because: {why}", self.failed))
    }
}

fn give(battle: &mut dyn System, order: &Order, sample: &mut dyn Listener) -> Result<(), String> {
    let text = battle.order_text().write(order);
    battle.resolve(order, sample).map_err(|refusal| format!("`{text}` is refused: {refusal}"))
}

/// The best of what carries an order on: its charge, ridden home where it is asked where to, or fire of one of the two at
/// the other.
fn carries_on(battle: &dyn System, sample: &Sample) -> Option<Order> {
    let mut on: Vec<Order> =
        battle.orders().into_iter().filter(|order| sample.goes_on_by(battle.field(), order)).collect();
    for stem in battle.stems().into_iter().filter(|stem| sample.goes_on_by(battle.field(), stem)) {
        let reach = battle.reach(&stem);
        let apart = |pose: &Pose| sample.apart(battle.field(), pose);
        let nearest = reach.legal().map(|place| apart(&place.pose)).min();
        let home = reach.legal().map(|place| place.pose).filter(|pose| Some(apart(pose)) == nearest);
        on.extend(home.take(ENDS).map(|pose| stem.to(pose)));
    }
    // Who charges means to come home, whatever awaits it there.
    let weighed = on.into_iter().map(|order| {
        let effect = battle.forecast(&order).effect;
        (if order.pose.is_some() { effect.succeeds } else { 0.0 }, worth(&effect), order)
    });
    let best = weighed.max_by(|one, other| one.0.total_cmp(&other.0).then(one.1.total_cmp(&other.1)));
    best.map(|(.., order)| order)
}

fn worth(effect: &Effect) -> f64 {
    let good = effect.inflicted + effect.destroys + effect.repels + effect.succeeds / 2.0;
    good - effect.taken - effect.destroyed - effect.repelled
}

/// Two listeners that hear the same.
pub(crate) struct Both<'a>(pub(crate) &'a mut dyn Listener, pub(crate) &'a mut dyn Listener);

impl Listener for Both<'_> {
    fn before(&mut self, field: &battle::Battlefield, event: &battle::Event) {
        self.0.before(field, event);
        self.1.before(field, event);
    }

    fn after(&mut self, field: &battle::Battlefield, event: &battle::Event) {
        self.0.after(field, event);
        self.1.after(field, event);
    }

    fn carried_out(&mut self, battle: &dyn System) {
        self.0.carried_out(battle);
        self.1.carried_out(battle);
    }
}
