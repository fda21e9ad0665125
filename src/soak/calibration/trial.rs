//! Orders drawn at random, each tried on a copy of the battle with other dice.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::atomic::AtomicBool;

use battle::{AskRole, Deaf, Forecast, Library, Listener, Order, Player, Pose, Role, Side, System, VerbInfo};

use super::sample::{contact, pass};
use super::ways::every_way;
use super::{Held, Ledger, Looks, Sample, Slot, Source};
use crate::guard::guarded;

/// Orders of a verb that are looked at before it is given up as one whose forecasts tell nothing.
const LOOKS: usize = 4;
/// Orders after which a trial is over.
const MOST: usize = 300;
/// What coming home counts for beside all else that a leg of a charge promises.
const HOME: f64 = 100.0;
/// Ends of a charge, those nearest to the enemy, that are weighed where it goes on.
const ENDS: usize = 12;
/// A charge is sure to come home with more than this chance.
const SURE: f64 = 1.0 - 1e-9;
/// Moves of a charger, those that end nearest to the enemy, after which its leg is looked for.
const MOVES: usize = 40;
/// Of those the ones that are weighed.
const WEIGHED: usize = 12;

/// The trials of one game.
pub(super) struct Trials {
    players: [Option<Box<dyn Player>>; 2],
    seed: u64,
    looks: Looks,
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

/// What came of one order in all its throws.
#[derive(Default)]
struct Means(BTreeMap<(String, Slot), (f64, f64, u32)>);

impl Means {
    fn add(&mut self, held: Held) {
        let (foreseen, came, throws) = self.0.entry((held.kind, held.slot)).or_default();
        *foreseen += held.foreseen;
        *came += held.came;
        *throws += 1;
    }

    /// The mean of each kind.
    fn held(self) -> impl Iterator<Item = Held> {
        self.0.into_iter().map(|((kind, slot), (foreseen, came, throws))| {
            let mean = |sum: f64| sum / f64::from(throws);
            Held { kind, slot, foreseen: mean(foreseen), came: mean(came) }
        })
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
    pub(super) fn new(library: &dyn Library, commanders: [&str; 2], seed: u64, looks: Looks) -> Trials {
        let usual = library.commanders().into_iter().next().map(|entry| entry.key);
        let player = |name: &str| {
            let named = library.commander(name, seed).ok();
            named.or_else(|| library.commander(usual.as_deref()?, seed).ok())
        };
        Trials { players: commanders.map(player), seed, looks, failed: 0, why: None }
    }

    /// Tries an order of every verb at this decision, if it is one of those drawn.
    pub(super) fn at(&mut self, battle: &dyn System, given: u32, ledger: &mut Ledger) {
        let mut lot = Lot { seed: self.seed ^ u64::from(given).rotate_left(32), drawn: 0 };
        let mut dice = Lot { seed: !lot.seed, drawn: 0 };
        let drawn = lot.below(self.looks.every as usize) == 0;
        let Some(side) = battle.to_decide().filter(|_| drawn) else { return };
        let view = battle.view(side, lot.word());
        let mut heads = view.orders();
        heads.extend(view.stems());
        let verbs: BTreeSet<_> = heads.iter().map(|head| head.verb).collect();
        for verb in verbs {
            let mut own: Vec<Order> = heads.iter().copied().filter(|head| head.verb == verb).collect();
            let looks = (0..LOOKS).find_map(|_| {
                let order = complete(&*view, lot.take(&mut own)?, &mut lot)?;
                Sample::of(&*view, &order).map(|sample| (order, sample))
            });
            let Some((order, sample)) = looks else { continue };
            let copy = battle.view(side, lot.word());
            if let Some(worked) = self.work(&*copy, &order, &sample) {
                worked.into_iter().for_each(|one| ledger.add(Source::Worked, one));
            }
            // Once: what came of one order on several copies would not be independent.
            let mut means = Means::default();
            for _ in 0..self.looks.throws {
                let again = battle.view(side, dice.word());
                self.follow(again, &order, sample.clone()).into_iter().for_each(|one| means.add(one));
            }
            means.held().for_each(|one| ledger.add(Source::Thrown, one));
            self.follow(copy, &order, sample).into_iter().for_each(|one| ledger.add(Source::Tried, one));
        }
    }

    /// What comes of an order on every way of the dice, where there are few enough.
    fn work(&mut self, copy: &dyn System, order: &Order, sample: &Sample) -> Option<Vec<Held>> {
        let most = self.looks.ways;
        let next = |battle: &dyn System, sample: &Sample| {
            self.answer(battle, sample).ok_or_else(|| String::from("nothing can be ordered"))
        };
        guarded(|| every_way(copy, order, sample, most, next)).ok()?.ok()?
    }

    fn follow(&mut self, copy: Box<dyn System>, order: &Order, sample: Sample) -> Vec<Held> {
        guarded(|| self.play_on(copy, order, sample)).and_then(|held| held).unwrap_or_else(|why| {
            self.failed += 1;
            self.why.get_or_insert(why);
            Vec::new()
        })
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
        if let Some(presumed) = sample.presumed(battle) {
            return Some(presumed);
        }
        let quiet = matches!(decision.ask.role, AskRole::Act | AskRole::Fire | AskRole::Command | AskRole::Deploy);
        // A charge keeps to the way that was foreseen, where its system tells one. Otherwise it is for its commander to say
        // whether it is broken off, unless it is known what it meets where it is ridden.
        let place = decision.ask.role == AskRole::Place;
        if place && let Some(settled) = as_foreseen(battle, sample).or_else(|| rides_or_not(battle, sample)) {
            return Some(settled);
        }
        let rides = place && battle.orders().is_empty();
        let on = if quiet || rides || may_only_fire(battle) { carries_on(battle, sample) } else { None };
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

pub(super) fn give(battle: &mut dyn System, order: &Order, sample: &mut Sample) -> Result<(), String> {
    sample.answers(battle, order);
    let text = battle.order_text().write(order);
    battle.resolve(order, sample).map_err(|refusal| format!("`{text}` is refused: {refusal}"))
}

/// Whether nothing is asked but whether to fire.
fn may_only_fire(battle: &dyn System) -> bool {
    let fires = |order: &Order| battle.verb(order).is_some_and(|verb| matches!(verb.role, Role::Fire | Role::Keep));
    battle.stems().is_empty() && battle.orders().iter().all(fires)
}

/// The best of what carries an order on: its charge, ridden home where it is asked where to, after a move where that is
/// better; or fire of one of the two at the other.
fn carries_on(battle: &dyn System, sample: &Sample) -> Option<Order> {
    let mut on: Vec<Order> =
        battle.orders().into_iter().filter(|order| sample.goes_on_by(battle.field(), order)).collect();
    let (apart, home) = home(battle, sample).unzip();
    let rides = home.is_some();
    on.extend(home.into_iter().flatten());
    let at_once = best(battle, on);
    let up = if rides { comes_up(battle, sample, apart.unwrap_or(0)) } else { None };
    let better = up.filter(|(later, _)| at_once.is_none_or(|(now, _)| *later > now));
    better.or(at_once).map(|(_, order)| order)
}

/// The order that promises most, and what; a leg that is sure to reach nobody promises nothing.
fn best(battle: &dyn System, orders: Vec<Order>) -> Option<(f64, Order)> {
    let foreseen = orders.into_iter().map(|order| (battle.forecast(&order), order));
    let reaches = foreseen.filter(|(forecast, _)| contact(forecast) != Some(0.0));
    let weighed = reaches.map(|(forecast, order)| (promise(&order, &forecast), order));
    weighed.max_by(|one, other| one.0.total_cmp(&other.0))
}

/// How much an order promises. Who charges means to come home, whatever awaits it there.
fn promise(order: &Order, forecast: &Forecast) -> f64 {
    let home = contact(forecast).unwrap_or(forecast.effect.succeeds);
    let posed = if order.pose.is_some() { HOME * home } else { 0.0 };
    posed + forecast.effect.balance()
}

/// The charge ridden where it is best, of places at all of which it is sure to come home, or broken off where that is better.
fn rides_or_not(battle: &dyn System, sample: &Sample) -> Option<Order> {
    let may_break_off = pass(battle);
    let (_, legs) = all_home(battle, sample)?;
    let mut weighed = Vec::new();
    for leg in legs {
        let forecast = battle.forecast(&leg);
        contact(&forecast).filter(|chance| *chance > SURE)?;
        weighed.push((forecast.effect.balance(), leg));
    }
    let (balance, leg) = weighed.into_iter().min_by(|one, other| other.0.total_cmp(&one.0))?;
    may_break_off.filter(|_| balance <= 0.0).or(Some(leg))
}

/// The next leg of a charge as far as it keeps to the way foreseen: to the first place where it may end there, past whomever it
/// does not go for where it can. Where no leg keeps to it, the one that comes nearest without meeting anybody else.
fn as_foreseen(battle: &dyn System, sample: &Sample) -> Option<Order> {
    let here = sample.pair.iter().flatten().find_map(|unit| sample.on_way(&battle.field().unit(*unit).pose))?;
    let mut legs = Vec::new();
    for stem in battle.stems().into_iter().filter(|stem| sample.goes_on_by(battle.field(), stem)) {
        let reach = battle.reach(&stem);
        legs.extend(reach.legal().map(|place| (place.pose, stem.to(place.pose))));
    }
    let strays = |pose: &Pose| sample.meets_another(battle.field(), pose);
    let ahead = legs.iter().filter_map(|(pose, order)| Some((sample.on_way(pose)?, pose, order)));
    let kept = ahead.filter(|(place, ..)| *place > here).min_by_key(|(place, pose, _)| (strays(pose), *place));
    let near = || {
        let aside = legs.iter().filter(|(pose, _)| !strays(pose));
        aside.min_by_key(|(pose, _)| sample.apart(battle.field(), pose)).map(|(_, order)| *order)
    };
    kept.map(|(.., order)| *order).or_else(near)
}

/// The ends of the charger's next leg that are nearest to its enemy, the first of them, and how far they are from him in hexes.
fn home(battle: &dyn System, sample: &Sample) -> Option<(i32, Vec<Order>)> {
    all_home(battle, sample).map(|(apart, legs)| (apart, legs.into_iter().take(ENDS).collect()))
}

fn all_home(battle: &dyn System, sample: &Sample) -> Option<(i32, Vec<Order>)> {
    let mut all: Vec<(i32, Order)> = Vec::new();
    for stem in battle.stems().into_iter().filter(|stem| sample.goes_on_by(battle.field(), stem)) {
        let reach = battle.reach(&stem);
        all.extend(reach.legal().map(|place| (sample.apart(battle.field(), &place.pose), stem.to(place.pose))));
    }
    let nearest = all.iter().map(|(apart, _)| *apart).min()?;
    Some((nearest, all.into_iter().filter(|(apart, _)| *apart == nearest).map(|(_, order)| order).collect()))
}

/// The move of the charger, of those that end nearest to its enemy, after which its leg comes nearest to him and promises most,
/// and what; nothing where the leg comes nearer at once.
fn comes_up(battle: &dyn System, sample: &Sample, at_once: i32) -> Option<(f64, Order)> {
    let mut moves: Vec<(i32, Order)> = Vec::new();
    for stem in battle.stems().into_iter().filter(|stem| sample.comes_up_by(stem)) {
        let reach = battle.reach(&stem);
        moves.extend(reach.legal().map(|place| (sample.apart(battle.field(), &place.pose), stem.to(place.pose))));
    }
    moves.sort_by_key(|(apart, _)| *apart);
    let after = |order: Order| {
        let mut copy = battle.copy();
        copy.resolve(&order, &mut Deaf).ok()?;
        home(&*copy, sample).map(|(apart, legs)| (apart, order, copy, legs))
    };
    let moved: Vec<_> = moves.into_iter().take(MOVES).filter_map(|(_, order)| after(order)).collect();
    let nearest = moved.iter().map(|(apart, ..)| *apart).min().filter(|apart| *apart <= at_once)?;
    let few = moved.into_iter().filter(|(apart, ..)| *apart == nearest).take(WEIGHED);
    let weighed = few.filter_map(|(_, order, copy, legs)| Some((best(&*copy, legs)?.0, order)));
    weighed.max_by(|one, other| one.0.total_cmp(&other.0))
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
