//! One order followed from its forecast to what came of it.

use battle::{
    AskRole, Battlefield, Decision, Departure, Effect, Event, Forecast, Lasts, Listener, Manner, Object, Order,
    Pending, Pose, Presence, Role, Roll, RollForecast, RollKind, Sense, System, SystemInfo, UnitId,
};

use super::fate::{Fate, is_contact, is_ordered_back, marches};
use super::ledger::{Held, ROLL};

/// Turns after which nothing more is foreseen of an order.
const TURNS: u8 = 3;
/// Chances as near as this are the same.
const SAME: f64 = 1e-9;

/// How long what is foreseen of an order may take.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Span {
    /// Until the order and what follows of itself are carried out: at the latest the step's end.
    Order,
    /// Until the charge it belongs to is over: nobody charges or is in contact any more.
    Charge,
}

/// One order that is followed.
#[derive(Clone, Debug)]
pub(crate) struct Sample {
    info: &'static SystemInfo,
    order: Order,
    asked: &'static str,
    span: Span,
    forecast: Forecast,
    /// Who acts and against whom.
    pub(crate) pair: [Option<UnitId>; 2],
    /// Who charges of the two.
    charger: Option<UnitId>,
    full: [f64; 2],
    /// What they are of full strength now.
    rated: [i16; 2],
    fates: [Fate; 2],
    met: bool,
    /// Whether the charger has been seen to charge.
    charges: bool,
    /// Whose order is being carried out.
    ordered: Option<UnitId>,
    /// What fell of each roll foreseen.
    fell: Vec<Option<Fallen>>,
    turns: u8,
    over: bool,
    /// Something came between that the forecast does not speak of: another charges one of the two, an enemy answers otherwise than
    /// presumed, or others fight where an answer is foreseen for two.
    astray: bool,
    /// The first answer of the enemy has been heard.
    replied: bool,
}

/// A roll as it fell, and the checks failed of a chain.
#[derive(Clone, Debug)]
struct Fallen {
    roll: Roll,
    failed: u8,
}

/// Whether a forecast says anything that can fail.
fn tells(forecast: &Forecast) -> bool {
    let Effect { inflicted, taken, destroys, destroyed, repels, repelled, succeeds, .. } = forecast.effect;
    let open = |chance: f64| chance > SAME && chance < 1.0 - SAME;
    !forecast.rolls.is_empty()
        || inflicted + taken > SAME
        || [destroys, destroyed, repels, repelled, succeeds].into_iter().any(open)
}

/// The chance foreseen of contact, where it is named.
pub(crate) fn contact(forecast: &Forecast) -> Option<f64> {
    let is_contact = |label: &str| label.starts_with("reaches") || label == "makes contact";
    forecast.results.iter().find(|result| is_contact(result.label)).map(|result| result.chance)
}

fn role(info: &SystemInfo, order: &Order) -> Role {
    info.verbs.get(usize::from(order.verb.0)).map_or(Role::Done, |verb| verb.role)
}

/// Whether a decision can be answered by doing nothing more.
pub(crate) fn pass(system: &dyn System) -> Option<Order> {
    let passes = |order: &Order| matches!(role(system.info(), order), Role::Done | Role::Keep);
    system.orders().into_iter().find(passes)
}

/// Whether a decision begins something new, so that all before it is carried out.
fn begins(decision: &Decision) -> bool {
    matches!(decision.ask.role, AskRole::Act | AskRole::Fire | AskRole::Command | AskRole::Deploy)
}

impl Sample {
    /// An order about to be given, as its side sees the battle; nothing where its forecast tells nothing.
    pub(crate) fn of(view: &dyn System, order: &Order) -> Option<Sample> {
        let decision = view.pending().decision()?;
        let forecast = view.forecast(order);
        if !tells(&forecast) {
            return None;
        }
        let pair = [order.unit().or(decision.unit), order.target_unit().or(decision.target)];
        let (info, field) = (view.info(), view.field());
        let react = decision.ask.role == AskRole::React;
        let charger = pair[usize::from(react)];
        let full = |unit: UnitId| f64::from(field.unit(unit).full.max(1));
        let fights = pair[0].is_some_and(|unit| is_at_it(field, unit)) || meet(field, pair);
        let ran = |unit: Option<UnitId>| unit.is_some_and(|unit| field.shows(unit, Sense::Routing));
        let span = match role(info, order) {
            Role::Assault => Span::Charge,
            _ if react => Span::Charge,
            Role::Command | Role::Place | Role::Defend | Role::Keep if fights => Span::Charge,
            _ => Span::Order,
        };
        let shown = info.shock.lasts == Lasts::Shown;
        if span == Span::Charge && shown && charger.is_some_and(|by| is_joined(field, by)) {
            return None;
        }
        Some(Sample {
            info,
            order: *order,
            asked: decision.ask.key,
            span,
            pair,
            charger,
            full: pair.map(|unit| unit.map_or(1.0, full)),
            rated: pair.map(|unit| unit.map_or(0, |unit| field.unit(unit).full)),
            fates: pair.map(|unit| Fate { ran: ran(unit), ..Fate::default() }),
            met: false,
            charges: false,
            ordered: None,
            fell: vec![None; forecast.rolls.len()],
            turns: 0,
            over: false,
            astray: false,
            replied: false,
            forecast,
        })
    }

    /// All that has been followed so far, rolls left out: where it is the same, the same is held in the end of the same battle.
    pub(super) fn course(&self) -> String {
        let flags = [self.met, self.charges, self.over, self.astray, self.replied];
        format!("{:?} {:?} {:?} {flags:?} {}", self.fates, self.rated, self.ordered, self.turns)
    }

    /// Whether all that is foreseen has come or not, with the battle as it is.
    pub(crate) fn is_over(&self, system: &dyn System) -> bool {
        let Pending::Decide(decision) = system.pending() else { return true };
        let new = begins(&decision) && pass(system).is_some();
        match self.span {
            _ if self.over => true,
            Span::Order => new || (decision.ask.role == AskRole::Settle && decision.ask.key == self.asked),
            Span::Charge => {
                let goes_on = |unit| self.info.shock.lasts == Lasts::Shown && is_at_it(system.field(), unit);
                new && !self.charger.is_some_and(goes_on)
            }
        }
    }

    /// Whether an order is a move of the charger, which may bring it near enough for the next leg of its charge.
    pub(crate) fn comes_up_by(&self, order: &Order) -> bool {
        let charger = order.unit().is_some() && order.unit() == self.charger;
        role(self.info, order) == Role::Move && self.span == Span::Charge && charger
    }

    /// Whether an order carries this one on: the next leg of its charge, fire of one of the two at the other, or that of
    /// anybody at a charger who has come into contact, which is defence.
    pub(crate) fn goes_on_by(&self, field: &Battlefield, order: &Order) -> bool {
        let declares = self.info.shock.declares.contains(&order.verb);
        let unit = order.unit();
        let at_other = self.pair == [unit, order.target_unit()] || self.pair == [order.target_unit(), unit];
        // The next leg of a charge does not name its target.
        let at_charger = self.pair[1].is_none() && self.charger.is_some() && order.target_unit() == self.charger;
        match role(self.info, order) {
            Role::Assault => !declares && unit.is_some() && unit == self.charger,
            Role::Place => self.span == Span::Charge && unit.is_some() && unit == self.charger,
            // A volley that is gathered is let fly as it stands: who else may join it is not foreseen.
            Role::Fire if self.shoots() && order.target.is_none() => true,
            Role::Fire => unit.is_some() && (at_other || at_charger || self.is_met(field, order.target_unit())),
            _ => false,
        }
    }

    /// Whether the order is a shot of its own, and not the answer to a charge.
    fn shoots(&self) -> bool {
        self.span == Span::Order && role(self.info, &self.order) == Role::Fire
    }

    /// Whether that is a charger in contact with the other of the two.
    fn is_met(&self, field: &Battlefield, unit: Option<UnitId>) -> bool {
        self.span == Span::Charge && unit.is_some() && unit == self.charger && meet(field, self.pair)
    }

    /// At which place of the way that the forecast presumes that pose is; who has lost stands may stand in fewer files.
    pub(crate) fn on_way(&self, pose: &Pose) -> Option<usize> {
        self.forecast.way.iter().position(|one| (one.anchor, one.facing) == (pose.anchor, pose.facing))
    }

    /// How far the charger would be from its enemy in that pose, in hexes; 0 where there are not two of them.
    pub(crate) fn apart(&self, field: &Battlefield, pose: &Pose) -> i32 {
        let other = self.pair.iter().flatten().find(|unit| Some(**unit) != self.charger);
        match (self.charger, other) {
            (Some(unit), Some(other)) => field.footprint_at(unit, pose).distance(&field.footprint(*other)),
            _ => 0,
        }
    }

    /// Whether the charger in that pose would touch an enemy that is not the other of the two.
    pub(crate) fn meets_another(&self, field: &Battlefield, pose: &Pose) -> bool {
        let Some(by) = self.charger else { return false };
        let print = field.footprint_at(by, pose);
        let mut others = field.present_of(field.side(by).other()).filter(|unit| self.of_pair(*unit).is_none());
        others.any(|unit| field.footprint(unit).distance(&print) <= 1)
    }

    fn of_pair(&self, unit: UnitId) -> Option<usize> {
        self.pair.iter().position(|one| *one == Some(unit))
    }

    /// Whether the order is a move that is no charge.
    fn marches(&self) -> bool {
        self.span == Span::Order && marches(role(self.info, &self.order))
    }

    /// Notes whom a roll presses: at whom it falls, who strikes blows, and whose nerve fails.
    fn presses(&mut self, roll: &Roll) {
        let [who, against] = [roll.who, roll.against].map(|object| object.and_then(Object::unit));
        let blows = self.info.shock.blows.contains(&roll.label);
        let fails = roll.kind == RollKind::Test && !roll.passed();
        // Who goes where it was ordered to, and cannot stop, is not pressed.
        let own = who.filter(|_| blows || (fails && !self.marches()));
        for unit in [own, against].into_iter().flatten() {
            if let Some(place) = self.of_pair(unit) {
                self.fates[place].pressed = true;
            }
        }
        // Who is thrown back goes as far as it finds room, and that may be nowhere.
        let recoils = self.info.shock.recoils.contains(&roll.label);
        if let Some(place) = who.filter(|_| recoils).and_then(|who| self.of_pair(who)) {
            self.fates[place].back = true;
        }
    }

    /// Whether a roll of somebody else falls at one of the two although only their own are foreseen, as of an answer to a charge.
    fn is_of_another(&self, roll: &Roll) -> bool {
        let [who, against] = [roll.who, roll.against].map(|object| object.and_then(Object::unit));
        let ours = |unit: UnitId| self.of_pair(unit).is_some();
        let answers = self.span == Span::Charge && self.charger.is_some() && self.charger == self.pair[1];
        let foreseen = self.info.shock.answers_count_others;
        answers
            && !foreseen
            && roll.kind == RollKind::Hits
            && who.is_some_and(|who| !ours(who))
            && against.is_some_and(ours)
    }

    fn fell(&mut self, roll: &Roll) {
        self.presses(roll);
        self.astray |= self.is_of_another(roll);
        let is_next = |(shown, fell): (&RollForecast, &Option<Fallen>)| {
            let same = shown.label == roll.label && shown.who == roll.who;
            let chained = shown.kind == RollKind::Chain && roll.link.is_some_and(|link| link.number > 1);
            same && (fell.is_none() || chained)
        };
        let Some(place) = self.forecast.rolls.iter().zip(&self.fell).position(is_next) else { return };
        let failed = u8::from(!roll.passed());
        match &mut self.fell[place] {
            Some(known) => known.failed += failed,
            none => *none = Some(Fallen { roll: roll.clone(), failed }),
        }
    }

    fn gone(&mut self, field: &Battlefield, unit: UnitId, why: Departure) {
        if let Some(place) = self.of_pair(unit).filter(|_| matches!(why, Departure::Destroyed | Departure::Routed)) {
            self.fates[place].gone = true;
            let destroyed = why == Departure::Destroyed;
            self.fates[place].rest = if destroyed { i32::from(field.unit(unit).strength.max(0)) } else { 0 };
        }
    }

    fn moved(&mut self, unit: UnitId, manner: Manner) {
        // A charger that has reached nobody goes back although nothing has pressed it.
        let charges = self.span == Span::Charge && self.charger == Some(unit);
        let sent_back = manner == Manner::Withdrew && charges && self.ordered != Some(unit);
        let ordered = self.order.unit() == Some(unit) && is_ordered_back(role(self.info, &self.order), manner);
        if let Some(place) = self.of_pair(unit).filter(|_| !ordered) {
            self.fates[place].goes(manner, sent_back);
        }
    }

    /// Whether the two touch, and show contact where it is shown: who stands beside one that has not answered yet, or runs past
    /// it, has not met it. Of one whose enemy is not named, whether it shows contact, or touches anybody where none is shown.
    fn touches(&self, field: &Battlefield) -> bool {
        let shown = self.info.marks.iter().any(|mark| mark.sense == Some(Sense::Engaged));
        match self.pair {
            [Some(one), Some(other)] => {
                let engaged = shown.then(|| [one, other].map(|unit| field.shows(unit, Sense::Engaged)));
                is_contact(meet(field, self.pair), engaged)
            }
            [Some(one), None] if shown => is_on_map(field, one) && field.shows(one, Sense::Engaged),
            [Some(one), None] if is_on_map(field, one) => {
                field.present_of(field.side(one).other()).any(|other| field.distance(one, other) <= 1)
            }
            _ => false,
        }
    }

    fn hear(&mut self, field: &Battlefield, event: &Event) {
        if matches!(event, Event::Moved { .. } | Event::Marked { on: true, .. }) {
            self.met |= self.touches(field);
        }
        match event {
            Event::Rolled(roll) => self.fell(roll),
            Event::Strength { unit, from, to, .. } => {
                // What is won back afterwards, as by who has won, was lost all the same.
                let lost = (i32::from(*from) - i32::from(*to)).max(0);
                if let Some(place) = self.of_pair(*unit) {
                    self.fates[place].lost += lost;
                    self.fates[place].gone |= *to <= 0 && is_on_map(field, *unit);
                }
            }
            // Strength that goes over to another unit, as to a detachment, is not lost.
            Event::Rated { unit, full, .. } => {
                if let Some(place) = self.of_pair(*unit) {
                    self.fates[place].lost -= i32::from(self.rated[place] - *full);
                    self.rated[place] = *full;
                }
            }
            Event::Left { unit, why, .. } => self.gone(field, *unit, *why),
            Event::Moved { unit, manner, .. } => self.moved(*unit, *manner),
            Event::Marked { unit, on: true, .. } if field.shows(*unit, Sense::Routing) => {
                if let Some(place) = self.of_pair(*unit) {
                    self.fates[place].gone |= !self.fates[place].ran;
                }
            }
            Event::Ordered { order, .. } if self.is_joined_by(order) => self.astray = true,
            Event::Ordered { order, .. } if self.is_left_for_another(order) => self.over = true,
            // Who goes back may choose between ways.
            Event::Ordered { order, .. } if role(self.info, order) != Role::Place => {
                self.ordered = order.unit();
                if let Some(place) = order.unit().and_then(|unit| self.of_pair(unit)) {
                    self.fates[place].pressed = false;
                }
            }
            _ => {}
        }
    }

    /// Whether an order is a charge of another unit at one of the two.
    fn is_joined_by(&self, order: &Order) -> bool {
        let [unit, target] =
            [order.unit(), order.target_unit()].map(|unit| unit.map(|unit| self.of_pair(unit).is_some()));
        role(self.info, order) == Role::Assault && unit == Some(false) && target == Some(true)
    }

    /// Whether one of the two goes at somebody else, after the other is broken or thrown back: that is a charge of its own.
    fn is_left_for_another(&self, order: &Order) -> bool {
        let [ours, theirs] =
            [order.unit(), order.target_unit()].map(|unit| unit.map(|unit| self.of_pair(unit).is_some()));
        let decided = self.fates.iter().any(|fate| fate.gone || fate.back);
        decided && role(self.info, order) == Role::Assault && ours == Some(true) && theirs == Some(false)
    }

    /// Whether an order is the answer that the forecast presumes something of.
    fn is_reply(&self, field: &Battlefield, order: &Order) -> bool {
        let presumed = !self.forecast.reply.is_empty() && !self.replied;
        let by = |unit: UnitId| self.pair[1].map_or_else(|| self.is_enemy(field, unit), |other| other == unit);
        presumed && order.unit().is_some_and(by)
    }

    /// Notes an order about to be given, whoever gives it: an answer may be another than the one presumed.
    pub(crate) fn answers(&mut self, battle: &dyn System, order: &Order) {
        let reacts = battle.pending().decision().is_some_and(|decision| decision.ask.role == AskRole::React);
        if reacts && self.is_reply(battle.field(), order) {
            self.astray |= !self.forecast.reply.contains(&order.verb);
            self.replied = true;
        }
    }

    /// The answer that the forecast presumes, where it is asked for and can be given.
    pub(crate) fn presumed(&self, battle: &dyn System) -> Option<Order> {
        let asked = battle.pending().decision().filter(|decision| decision.ask.role == AskRole::React)?;
        let presumes =
            |order: &Order| self.forecast.reply.contains(&order.verb) && self.is_reply(battle.field(), order);
        battle.orders().into_iter().filter(|order| order.unit() == asked.unit).find(presumes)
    }

    fn is_enemy(&self, field: &Battlefield, unit: UnitId) -> bool {
        self.pair[0].is_some_and(|own| field.side(own) != field.side(unit))
    }

    fn step_began(&mut self, field: &Battlefield) {
        let at_it = self.charger.is_some_and(|unit| is_at_it(field, unit));
        self.over |= self.charges && !at_it && self.info.shock.lasts == Lasts::Shown;
        let decided = self.fates.iter().any(|fate| fate.gone || fate.back);
        self.over |= self.span == Span::Order || decided;
    }

    fn turn_began(&mut self, field: &Battlefield) {
        self.turns += 1;
        let fights_on = |unit| field.shows(unit, Sense::Engaged);
        let goes_on = self.span == Span::Charge && self.turns < TURNS && self.charger.is_some_and(fights_on);
        self.over |= !goes_on;
    }

    /// What was foreseen beside what came; nothing where it went another way than the one foreseen.
    pub(crate) fn held(&self) -> Vec<Held> {
        if self.astray {
            return Vec::new();
        }
        let verb = self.info.verbs.get(usize::from(self.order.verb.0)).map_or("?", |verb| verb.word);
        let mut held = Vec::new();
        for (shown, fell) in self.forecast.rolls.iter().zip(&self.fell) {
            if let Some(fell) = fell {
                held.extend(held_roll(verb, shown, fell));
            }
        }
        if self.forecast.effect != Effect::default() {
            held.extend(self.held_effect(verb));
        }
        held
    }

    fn held_effect(&self, verb: &str) -> Vec<Held> {
        let effect = &self.forecast.effect;
        let [own, other] = self.fates;
        let kind = |what: &str| format!("{verb}: {what}");
        let share = |place: usize| {
            let fate: Fate = self.fates[place];
            f64::from((fate.lost + fate.rest).max(0)) / self.full[place]
        };
        let mut held = Vec::new();
        if self.pair[1].is_some() {
            held.push(Held::amount(kind("inflicts"), effect.inflicted, share(1)));
            held.push(Held::chance(kind("destroys"), effect.destroys, other.gone));
            held.push(Held::chance(kind("throws back"), effect.repels, other.repelled()));
        }
        if self.pair[0].is_some() {
            held.push(Held::amount(kind("takes"), effect.taken, share(0)));
            held.push(Held::chance(kind("is destroyed"), effect.destroyed, own.gone));
            held.push(Held::chance(kind("is thrown back"), effect.repelled, own.repelled()));
        }
        held.extend(self.succeeded().map(|came| Held::chance(kind("succeeds"), effect.succeeds, came)));
        held.extend(self.reached().map(|(chance, came)| Held::chance(kind("reaches"), chance, came)));
        held
    }

    /// Whether the order did what it is meant to do, by what its forecast makes of that: the enemy broken or thrown back,
    /// neither happening to who answers a charge, contact. Nothing where a roll tells it, or nobody can.
    fn succeeded(&self) -> Option<bool> {
        let Effect { destroys, destroyed, repels, repelled, succeeds, .. } = self.forecast.effect;
        let same = |chance: f64| (succeeds - chance).abs() < SAME;
        let [own, other] = self.fates;
        let told = self.forecast.rolls.iter().any(|roll| same(roll.passes()));
        let answers = self.pair[1].is_some() && self.charger == self.pair[1];
        let beyond_contact = self.reached().is_some_and(|(reaches, _)| succeeds < reaches - SAME);
        match role(self.info, &self.order) {
            _ if same(1.0) || told || self.pair[1].is_none() => None,
            _ if same(destroys + repels) => Some(other.gone || other.back),
            _ if same(1.0 - destroyed - repelled) => Some(!own.gone && !own.back),
            _ if answers => None,
            Role::Fire => Some(other.lost > 0 || other.gone),
            // Beyond contact a system may mean more than one of these: a win, say, and nobody can tell it from outside.
            // Nor whether a charge did what it is for where the enemy has a choice.
            Role::Assault if beyond_contact || !self.forecast.reply.is_empty() => None,
            Role::Assault => Some(self.met || other.gone || other.back),
            _ => None,
        }
    }

    /// The chance foreseen of contact, and whether it was made.
    fn reached(&self) -> Option<(f64, bool)> {
        Some((contact(&self.forecast)?, self.met))
    }
}

fn is_on_map(field: &Battlefield, unit: UnitId) -> bool {
    field.unit(unit).presence == Presence::OnMap
}

/// Whether the two are on the map and touch.
fn meet(field: &Battlefield, pair: [Option<UnitId>; 2]) -> bool {
    let [Some(one), Some(other)] = pair else { return false };
    is_on_map(field, one) && is_on_map(field, other) && field.distance(one, other) <= 1
}

/// Whether friends of a charger charge as well: what each of them does to the others' charges nobody foresees.
fn is_joined(field: &Battlefield, by: UnitId) -> bool {
    field.present_of(field.side(by)).any(|unit| unit != by && field.shows(unit, Sense::Charging))
}

fn is_at_it(field: &Battlefield, unit: UnitId) -> bool {
    is_on_map(field, unit) && (field.shows(unit, Sense::Charging) || field.shows(unit, Sense::Engaged))
}

/// What was foreseen of a roll that fell.
fn held_roll(verb: &str, shown: &RollForecast, fell: &Fallen) -> Vec<Held> {
    let kind = |what: &str| format!("{verb}{ROLL}\"{}\" {what}", shown.label);
    let result = f64::from(fell.roll.result);
    match shown.kind {
        RollKind::Test | RollKind::Contest => vec![Held::chance(kind("passes"), shown.passes(), fell.roll.passed())],
        RollKind::Chain => vec![Held::chance(kind("passes"), shown.passes(), fell.failed == 0)],
        RollKind::Hits | RollKind::Saves => vec![
            Held::amount(kind("counts"), shown.outcome.mean(), result),
            Held::chance(kind("has one"), shown.outcome.at_least(1), fell.roll.result >= 1),
        ],
        RollKind::Row => match fell.roll.row() {
            Some(row) if !shown.rows.is_empty() => {
                let of =
                    |chance: &battle::Chance| Held::chance(kind(chance.label), chance.chance, row.name == chance.label);
                shown.rows.iter().map(of).collect()
            }
            _ => vec![Held::amount(kind("comes to"), shown.outcome.mean(), result)],
        },
        RollKind::Total => vec![Held::amount(kind("comes to"), shown.outcome.mean(), result)],
        RollKind::Card => Vec::new(),
    }
}

impl Listener for Sample {
    fn after(&mut self, field: &Battlefield, event: &Event) {
        if self.over {
            return;
        }
        match event {
            Event::TurnBegan { .. } => self.turn_began(field),
            Event::StepBegan { .. } => self.step_began(field),
            _ => self.hear(field, event),
        }
        self.charges |= self.charger.is_some_and(|unit| is_at_it(field, unit));
    }
}
