//! Candidates: what a unit can do now, pruned to what differs in something that matters, each judged.

use std::sync::atomic::{AtomicBool, Ordering};

use battle::{AskRole, Destination, Forecast, Order, Pose, PoseOf, Role, Sense, System, UnitId, VerbInfo};

use hexes::{Hex, HexSet};

use crate::appraisal::{Appraisal, Known};
use crate::battleground::{Battleground, ahead};
use crate::considerations::{Concern, Inputs};
use crate::plan::Plan;
use crate::position::{Care, Sites};
use crate::profile::Settings;
use crate::score::{Scored, better, product};

/// Most options kept of one unit.
const KEPT: usize = 5;

/// Most beginnings of a rolled move that are foreseen.
const FORESEEN: usize = 2;

/// What finding a hidden enemy counts for, as a loss inflicted.
const FOUND: f64 = 0.05;

/// Most places of a move that are all looked at.
const FEW: usize = 60;
/// Most hexes of a longer list at which every facing is looked at.
const OUTLINED: usize = 12;

/// How closely what a unit could do is looked at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Look {
    /// Of every kind of move half as many places are judged exactly as the profile says.
    Brief,
    /// As many as the profile says.
    Close,
}

/// Everything a judgement needs to know.
pub(crate) struct Bench<'a> {
    /// The battle as the side may know it.
    pub view: &'a dyn System,
    /// What does not change.
    pub battleground: &'a Battleground,
    /// How things are.
    pub appraisal: &'a Appraisal,
    /// What is to be done.
    pub plan: &'a Plan,
    /// What counts for how much.
    pub profile: &'a Settings,
    /// In what share of its decisions it takes the second or third best.
    pub error_rate: f64,
    /// What kind of thing is asked.
    pub ask: AskRole,
    /// Whether the best answer known is wanted at once.
    pub stop: &'a AtomicBool,
}

/// What one unit could do, judged.
#[derive(Clone, Debug)]
pub(crate) struct Judged {
    /// The product of doing nothing, means kept.
    pub idle: f64,
    /// The product of doing nothing and having no means.
    pub bare: f64,
    /// The inputs of doing nothing.
    pub still: Inputs,
    /// The best options, best first.
    pub options: Vec<Scored>,
    /// How many were weighed.
    pub weighed: usize,
}

/// A stem of a unit that is weighed.
#[derive(Clone, Copy)]
struct Stem<'a> {
    unit: &'a Known,
    sites: &'a Sites<'a>,
    look: Look,
    order: Order,
    /// How many options of the unit have been weighed before.
    from: usize,
}

/// The orders of one unit: complete ones, and those that lack a pose.
#[derive(Clone, Debug, Default)]
pub(crate) struct Own {
    /// Complete.
    pub orders: Vec<Order>,
    /// Without pose.
    pub stems: Vec<Order>,
    /// What is done instead in a reaction or where a place is asked for, if that brings something too.
    pub pass: Option<Order>,
}

impl Own {
    /// Sorts orders of all kinds.
    pub fn of(view: &dyn System, mixed: &[Order]) -> Own {
        let lacks = |order: &&Order| order.pose.is_none() && view.verb(order).is_some_and(VerbInfo::posed);
        let (stems, orders) = mixed.iter().partition(lacks);
        Own { orders, stems, pass: None }
    }

    /// Whether there is nothing to do.
    pub fn is_none(&self) -> bool {
        self.orders.is_empty() && self.stems.is_empty()
    }
}

impl Bench<'_> {
    /// What a verb of an order is for.
    pub fn role(&self, order: &Order) -> Role {
        self.view.verb(order).map_or(Role::Done, |verb| verb.role)
    }

    /// Whether an order is for command: it sends a leader, grants means, or ends the step.
    pub fn is_command(&self, order: &Order) -> bool {
        matches!(self.role(order), Role::Done | Role::Keep | Role::Lead | Role::Activate)
    }

    /// Whether the answer is wanted at once.
    pub fn stopped(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }

    fn product(&self, inputs: &Inputs) -> f64 {
        product(&self.profile.weighing, inputs)
    }

    fn scored(&self, order: Order, inputs: Inputs, spends: f64, index: usize) -> Scored {
        Scored { order, inputs, product: self.product(&inputs), tier: self.tier(&order), cost: spends, index }
    }

    /// How early an order goes: among actions, what prepares goes first.
    pub fn tier(&self, order: &Order) -> u8 {
        if self.ask == AskRole::Act { tier(self.role(order)) } else { 0 }
    }

    /// Judges what a unit could do.
    pub fn judge(&self, unit: &Known, own: &Own, look: Look) -> Judged {
        let judgement = &self.profile.judgement;
        let sites = Sites::new(self.view, self.battleground, self.appraisal, judgement, self.plan, unit);
        let stays = own.stems.is_empty() && matches!(self.ask, AskRole::Fire | AskRole::React);
        let bare = if stays { Inputs::idle() } else { sites.inputs(&unit.pose, Care::Exact, None) };
        let mut still = bare.with(Concern::Kept, self.keeping(unit, &sites));
        if let Some(pass) = &own.pass {
            self.enter(&mut still, unit, pass, &self.view.forecast(pass));
        }
        still.set(Concern::LossInflicted, still.get(Concern::LossInflicted) + self.shot_to_come(unit, &unit.pose));
        let mut options = Vec::new();
        let mut weighed = 0;
        for order in &own.orders {
            options.push(self.complete(unit, &sites, &bare, *order, weighed));
            weighed += 1;
        }
        let far = |stem: &Order| !(sites.quiet() && self.role(stem) == Role::Maneuver);
        let counts = |stem: &&Order| own.stems.len() == 1 || (far(stem) && !self.is_outdone(stem, &own.stems));
        for stem in own.stems.iter().filter(counts) {
            if self.stopped() && !options.is_empty() {
                break;
            }
            let stem = Stem { unit, sites: &sites, look, order: *stem, from: weighed };
            weighed += self.stem(&stem, &mut options);
        }
        options.sort_by(|one, other| other.product.total_cmp(&one.product).then(better(one, other)));
        options.truncate(KEPT);
        Judged { idle: self.product(&still), bare: self.product(&bare), still, options, weighed }
    }

    /// Whether another stem is the same assault with a greater number: it comes wherever this one does, and as far at least.
    fn is_outdone(&self, stem: &Order, stems: &[Order]) -> bool {
        let same = |other: &Order| Order { number: stem.number, ..*other } == *stem;
        self.role(stem) == Role::Assault && stems.iter().any(|other| same(other) && other.number > stem.number)
    }

    /// How much there is to keep means for: charges to be feared, while they can still come.
    fn keeping(&self, unit: &Known, sites: &Sites<'_>) -> f64 {
        let ordered = self.view.field().shows(unit.id, Sense::Ordered);
        let command = self.ask == AskRole::Command;
        if sites.quiet() || self.ask == AskRole::Fire || !(ordered || command) { 0.0 } else { sites.charge_feared() }
    }

    /// How much of a turn's way a unit still has before it, 0 to 1.
    fn way_left(&self, unit: &Known) -> f64 {
        let field = self.view.field();
        let way = self.plan.posting(unit.id).map_or(0.0, |posting| posting.way.from(field, unit.pose.anchor));
        let stride = f64::from(unit.pace) * f64::from(field.inches_per_hex());
        (way / stride.max(1.0)).min(1.0)
    }

    /// What it can still shoot this turn from a pose, while moves are made before shots.
    fn shot_to_come(&self, unit: &Known, pose: &Pose) -> f64 {
        if !matches!(self.ask, AskRole::Act | AskRole::Place) {
            return 0.0;
        }
        let hurt = |foe: &Known| self.view.estimates().fire_to_come(unit.id, pose, foe.id) * foe.worth;
        self.appraisal.enemies().map(hurt).fold(0.0, f64::max)
    }

    fn complete(&self, unit: &Known, sites: &Sites<'_>, bare: &Inputs, order: Order, index: usize) -> Scored {
        let forecast = self.view.forecast(&order);
        let mut inputs = *bare;
        if !forecast.ends.is_empty() {
            inputs = self.expected(sites, &forecast, gone(&order), Care::Exact, unit);
        }
        self.enter(&mut inputs, unit, &order, &forecast);
        self.scored(order, inputs, forecast.effect.spends, index)
    }

    fn enter(&self, inputs: &mut Inputs, unit: &Known, order: &Order, forecast: &Forecast) {
        let estimates = self.view.estimates();
        let target = order.target_unit().map_or(1.0, |target| estimates.worth(target));
        let effect = estimates.judged(order, forecast);
        inputs.enter_effect(&effect, unit.worth, target);
        if forecast.effect.mobility != 0.0 {
            let way = self.way_left(unit) * forecast.effect.mobility / 2.0;
            inputs.set(Concern::Mission, (inputs.get(Concern::Mission) + way).clamp(0.0, 1.0));
        }
        match self.role(order) {
            Role::Search => inputs.set(Concern::LossInflicted, FOUND * forecast.effect.succeeds),
            Role::Assault => inputs.set(Concern::Charging, 1.0),
            Role::Fire => inputs.set(Concern::Shooting, 1.0),
            _ => {}
        }
        if unit.led {
            inputs.set(Concern::LeaderRisk, inputs.get(Concern::LeaderRisk) + forecast.effect.destroyed);
        }
    }

    /// The mean inputs over where a move may end: with every roll it may also stop where a shorter one would end.
    fn expected(
        &self,
        sites: &Sites<'_>,
        forecast: &Forecast,
        gone: Option<UnitId>,
        care: Care,
        unit: &Known,
    ) -> Inputs {
        let mut sum = Inputs::zero();
        let mut best: Option<(f64, Inputs)> = None;
        let mut all = 0.0;
        for (pose, chance) in thinned(forecast, unit, gone) {
            let inputs = sites.inputs(&pose, care, gone);
            let value = self.product(&inputs);
            let kept = best.filter(|(known, _)| *known >= value && gone.is_none());
            let (value, inputs) = kept.unwrap_or((value, inputs));
            best = Some((value, inputs));
            sum.add(&inputs, chance);
            all += chance;
        }
        if all < 0.999 {
            sum.add(&sites.inputs(&unit.pose, care, gone), 1.0 - all);
        }
        sum
    }

    /// Weighs a stem; tells how many orders it stands for.
    fn stem(&self, stem: &Stem<'_>, options: &mut Vec<Scored>) -> usize {
        let reach = self.view.reach(&stem.order);
        let places: Vec<&Destination> = reach.legal().collect();
        let begins = self.view.verb(&stem.order).is_some_and(|verb| verb.pose == PoseOf::Start);
        options.extend(if begins { self.rolled(stem, &places) } else { self.posed(stem, &places) });
        places.len()
    }

    /// Moves that end in the very pose they name.
    fn posed(&self, &Stem { unit, sites, look, order: stem, from }: &Stem<'_>, places: &[&Destination]) -> Vec<Scored> {
        let rough = |(at, place): (usize, Destination)| {
            let inputs = sites.inputs(&place.pose, Care::Rough, None).with(Concern::LossTaken, self.toll(unit, &place));
            self.scored(stem.to(place.pose), inputs, 0.0, from + at)
        };
        let called_for = self.called_for(&stem, places).map(rough);
        let rough: Vec<Scored> = self.outlined(unit, sites, places).into_iter().map(rough).collect();
        let role = self.role(&stem);
        let goes_in = self.view.field().shows(unit.id, Sense::Charging) || role == Role::Assault;
        let common = self.view.forecast(&stem);
        let each = goes_in || (role == Role::March && !sites.quiet()) || common.differs;
        let weigh = |(one, own): &(Scored, Option<Forecast>), care: Care| {
            let forecast = own.as_ref().unwrap_or(&common);
            let pose = one.order.pose.unwrap_or(unit.pose);
            let mut inputs = match care {
                Care::Exact if !sites.quiet() => sites.inputs(&pose, Care::Exact, None),
                _ => one.inputs,
            };
            if comes_elsewhere(forecast, &pose) {
                inputs = self.expected(sites, forecast, None, care, unit);
            }
            self.enter(&mut inputs, unit, &one.order, forecast);
            if !goes_in && !sites.quiet() && role != Role::March {
                inputs.set(Concern::LossInflicted, inputs.get(Concern::LossInflicted) + self.shot_to_come(unit, &pose));
            }
            self.scored(one.order, inputs, forecast.effect.spends, one.index)
        };
        let foreseen = |one: Scored| (one, each.then(|| self.view.forecast(&one.order)));
        let promising = self
            .promising(&rough, look)
            .into_iter()
            .filter(|one| Some(one.order) != called_for.map(|called| called.order));
        let promising = promising.chain(called_for).map(foreseen);
        if !goes_in {
            return promising.map(|place| weigh(&place, Care::Exact)).collect();
        }
        // Where a charge ends its blows decide: of the places beside one enemy only the best by them is looked at closely.
        let valued = promising.map(|place| (weigh(&place, Care::Rough).product, place));
        let best = valued.reduce(|best, next| if next.0 > best.0 { next } else { best });
        best.into_iter().map(|(_, place)| weigh(&place, Care::Exact)).collect()
    }

    /// The place that what the unit has begun calls for, with its place in the list.
    fn called_for(&self, stem: &Order, places: &[&Destination]) -> Option<(usize, Destination)> {
        let pose = self.view.estimates().called_for(stem)?;
        places.iter().map(|place| **place).enumerate().find(|(_, place)| place.pose == pose)
    }

    /// What the way to a place costs a unit, in usual units.
    fn toll(&self, unit: &Known, place: &Destination) -> f64 {
        self.view.estimates().toll(unit.id, place) * unit.worth
    }

    /// The places on the most promising hexes, each with its place in the list; all, where they are few.
    fn outlined(&self, unit: &Known, sites: &Sites<'_>, places: &[&Destination]) -> Vec<(usize, Destination)> {
        let numbered = places.iter().map(|place| **place).enumerate();
        if places.len() <= FEW {
            return numbered.collect();
        }
        let mut known = HexSet::new(self.view.field().ground().grid());
        let mut hexes: Vec<(Hex, f64)> = Vec::new();
        for place in places {
            if known.insert(place.pose.anchor) {
                let outline = sites.outline(&place.pose).with(Concern::LossTaken, self.toll(unit, place));
                hexes.push((place.pose.anchor, self.product(&outline)));
            }
        }
        hexes.sort_by(|one, other| other.1.total_cmp(&one.1).then(one.0.cmp(&other.0)));
        known.clear();
        for hex in hexes.iter().take(OUTLINED).map(|(hex, _)| *hex).chain([unit.pose.anchor]) {
            known.insert(hex);
        }
        let promising = |place: &Destination| known.contains(place.pose.anchor);
        numbered.filter(|(_, place)| promising(place)).collect()
    }

    /// Moves that name how they begin, their end being rolled: only beginnings that promise something are foreseen.
    fn rolled(
        &self,
        &Stem { unit, sites, look, order: stem, from }: &Stem<'_>,
        places: &[&Destination],
    ) -> Vec<Scored> {
        let guess = |(at, place): (usize, &&Destination)| {
            let inputs = self.guessed(unit, sites, &stem, &place.pose);
            self.scored(stem.to(place.pose), inputs, 0.0, from + at)
        };
        let guesses: Vec<Scored> = places.iter().enumerate().map(guess).collect();
        let one = look == Look::Brief || sites.quiet() || self.role(&stem) == Role::March;
        let few = ranked(&guesses).into_iter().take(if one { 1 } else { FORESEEN });
        let foresee = |one: &Scored| {
            let forecast = self.view.forecast(&one.order);
            let care = if sites.quiet() { Care::Rough } else { Care::Exact };
            let inputs = self.ending(unit, sites, &one.order, &forecast, care);
            self.scored(one.order, inputs, forecast.effect.spends, one.index)
        };
        few.map(foresee).collect()
    }

    /// The inputs of the better of half and a whole usual move straight ahead.
    fn guessed(&self, unit: &Known, sites: &Sites<'_>, stem: &Order, start: &Pose) -> Inputs {
        let grid = self.view.field().ground().grid();
        let pace = if self.role(stem) == Role::March { unit.pace * 3 / 2 } else { unit.pace };
        let rows = [pace, pace / 2].into_iter().filter_map(|rows| usize::try_from(rows).ok());
        let ends = rows.map(|rows| start.at(ahead(start.anchor, start.facing, rows)));
        let inside = ends.filter(|end| grid.contains(end.anchor));
        let inputs =
            inside.map(|end| sites.inputs(&end, Care::Rough, None)).map(|inputs| (self.product(&inputs), inputs));
        let best = inputs.reduce(|best, next| if next.0 > best.0 { next } else { best });
        best.map_or_else(|| sites.inputs(start, Care::Rough, None), |(_, inputs)| inputs)
    }

    fn ending(&self, unit: &Known, sites: &Sites<'_>, order: &Order, forecast: &Forecast, care: Care) -> Inputs {
        let mut inputs = if forecast.ends.is_empty() {
            sites.inputs(&order.pose.unwrap_or(unit.pose), care, None)
        } else {
            self.expected(sites, forecast, gone(order), care, unit)
        };
        self.enter(&mut inputs, unit, order, forecast);
        inputs
    }

    /// The best few that differ: no two in nearly the same place with the same facing.
    fn promising(&self, rough: &[Scored], look: Look) -> Vec<Scored> {
        let few = match (look, self.profile.judgement.depth as usize) {
            (Look::Brief, most) => most.div_ceil(2),
            (Look::Close, most) => most,
        };
        let mut chosen: Vec<Scored> = Vec::new();
        for one in ranked(rough) {
            if chosen.len() >= few {
                break;
            }
            let alike = |other: &Scored| like(one.order.pose.as_ref(), other.order.pose.as_ref());
            if !chosen.iter().any(alike) {
                chosen.push(*one);
            }
        }
        chosen
    }
}

/// Best first.
fn ranked(scored: &[Scored]) -> Vec<&Scored> {
    let mut ranked: Vec<&Scored> = scored.iter().collect();
    ranked.sort_by(|one, other| better(one, other));
    ranked
}

/// Where a move may end, nearest first; many ends are thinned to a short, a middling and a long one.
fn thinned(forecast: &Forecast, unit: &Known, gone: Option<UnitId>) -> Vec<(Pose, f64)> {
    let mut ends = forecast.ends.clone();
    ends.sort_by_key(|(pose, _)| pose.anchor.distance(unit.pose.anchor));
    let all: f64 = ends.iter().map(|(_, chance)| chance).sum();
    if ends.len() <= 3 || gone.is_some() {
        return ends;
    }
    let at = |share: f64| {
        let mut sum = 0.0;
        let reached = ends.iter().find(|(_, chance)| {
            sum += chance;
            sum >= share * all
        });
        reached.or(ends.last()).map(|(pose, _)| (*pose, all / 3.0))
    };
    [1.0 / 6.0, 0.5, 5.0 / 6.0].into_iter().filter_map(at).collect()
}

/// Whether two poses hardly differ: a hex apart at most, facing and formation the same.
fn like(one: Option<&Pose>, other: Option<&Pose>) -> bool {
    match (one, other) {
        (Some(one), Some(other)) => {
            one.facing == other.facing && one.formation == other.formation && one.anchor.distance(other.anchor) <= 1
        }
        _ => false,
    }
}

/// Whether a unit that goes to a pose is sure not to stay there: a charge that reaches nobody goes back.
fn comes_elsewhere(forecast: &Forecast, pose: &Pose) -> bool {
    !forecast.ends.is_empty() && forecast.ends.iter().all(|(end, chance)| end != pose || *chance == 0.0)
}

/// The target of an order, supposed beaten when what comes after is judged.
fn gone(order: &Order) -> Option<UnitId> {
    order.target_unit()
}

/// Which actions come first: shots that prepare, recovery, assaults, then movement.
fn tier(role: Role) -> u8 {
    match role {
        Role::Fire | Role::Resupply | Role::Defend | Role::Search => 0,
        Role::Rally | Role::Command | Role::Activate | Role::Lead => 1,
        Role::Assault => 2,
        _ => 3,
    }
}
