//! Where requests are answered.

use std::sync::atomic::AtomicBool;

use battle::{Commanders, Event, Order, Pose, Presence, Reach, Side, System, UnitId, Why};
use hexes::{Hex, Offset};
use serde_json::{Map, Value, json};

use super::copies::{self, Copies, Played};
use super::events::{Teller, ended};
use super::forecasts::{forecast, threat};
use super::messages::{self, choices, decision, places};
use super::requests::{Ask, FireOf, ForecastOf, Request, StemOf, ThreatOf};
use super::state::{Outlook, is_known, score};
use super::words::{fraction, hex, step};

/// Orders that one request may have foreseen.
const FORECASTS: usize = 1000;

/// Commanders to ask, and copies of the battle.
pub(super) struct Desk {
    commanders: Commanders,
    copies: Copies,
}

type Reply = Result<Value, String>;

impl Desk {
    /// With no copies, and so many at most.
    pub(super) fn new(commanders: Commanders, copies: usize) -> Desk {
        Desk { commanders, copies: Copies::new(copies) }
    }

    /// Forgets what was for one decision.
    pub(super) fn clear(&mut self) {
        self.copies.clear();
    }

    /// Answers a request by a message.
    pub(super) fn answer(
        &mut self,
        outlook: &Outlook,
        view: &dyn System,
        request: Map<String, Value>,
        stop: &AtomicBool,
    ) -> String {
        let Request { ask, id, copy, read } = Request::of(request);
        let reply = read.and_then(|wanted| match copy {
            None => self.of_battle(outlook, view, &wanted, stop),
            Some(number) => self.of_copy(outlook, number, &wanted, stop),
        });
        match reply {
            Ok(reply) => messages::reply(&ask, id.as_ref(), reply),
            Err(why) => messages::refused(&why, id.as_ref()),
        }
    }

    fn of_battle(&mut self, outlook: &Outlook, view: &dyn System, ask: &Ask, stop: &AtomicBool) -> Reply {
        match ask {
            Ask::Copy { seed } => {
                let copy = seed.map_or_else(|| view.copy(), |seed| view.view(outlook.side, seed));
                Ok(json!({ "copy": self.copies.keep(copy)? }))
            }
            Ask::Play(_) | Ask::PlayOn(_) | Ask::Drop => Err(String::from("expected `copy`, the number of a copy")),
            Ask::Choice { by } => self.choice(view, by, stop),
            other => question(outlook, view, other),
        }
    }

    fn of_copy(&mut self, outlook: &Outlook, number: u32, ask: &Ask, stop: &AtomicBool) -> Reply {
        match ask {
            Ask::Copy { seed } => {
                let copied = self.copies.get(number)?;
                let copy = seed.map_or_else(|| copied.copy(), |seed| copied.view(outlook.side, seed));
                Ok(json!({ "copy": self.copies.keep(copy)? }))
            }
            Ask::Play(wanted) => {
                let copy = self.copies.get_mut(number)?;
                let turn = copy.field().turn();
                let played = copies::play(copy, wanted);
                Ok(told(copy, turn, played))
            }
            Ask::PlayOn(wanted) => {
                let copy = self.copies.get_mut(number)?;
                let turn = copy.field().turn();
                let played = copies::play_on(copy, outlook.side, wanted, &self.commanders, stop)?;
                Ok(told(copy, turn, played))
            }
            Ask::Drop => self.copies.drop(number).map(|()| json!({})),
            Ask::Choice { by } => {
                let copy = self.copies.get(number)?;
                let side = copy.to_decide().ok_or("the battle is over")?;
                let view = copy.view(side, u64::from(copy.field().turn()));
                self.choice(view.as_ref(), by, stop)
            }
            other => question(outlook, self.copies.get(number)?, other),
        }
    }

    /// What a commander would do.
    fn choice(&self, view: &dyn System, by: &str, stop: &AtomicBool) -> Reply {
        if view.outcome().is_some() {
            return Err(String::from("the battle is over"));
        }
        let mut commander = copies::commander(&self.commanders, by)?;
        let choice = commander.decide(view, stop);
        let why = choice.why.map(|why| reason(&why)).unwrap_or_default();
        Ok(json!({ "order": view.order_text().write(&choice.order), "why": why }))
    }
}

/// Why an order was chosen, in a sentence or two.
fn reason(why: &Why) -> String {
    let best = why.options.first();
    let other = why.options.get(1).map_or(&why.still, |next| &next.considerations);
    let better = best.map(|best| best.beside(other).better).unwrap_or_default();
    let told = (!better.is_empty()).then(|| format!("It {}.", better.join(", ")));
    let mission = (!why.mission.is_empty()).then(|| format!("The plan: {}.", why.mission));
    told.into_iter().chain(mission).collect::<Vec<_>>().join(" ")
}

/// What is asked of a battle without changing anything.
fn question(outlook: &Outlook, battle: &dyn System, ask: &Ask) -> Reply {
    match ask {
        Ask::Reach(wanted) => reach(battle, wanted),
        Ask::Forecast(wanted) => forecasts(battle, wanted),
        Ask::Threat(wanted) => threats(battle, wanted),
        Ask::Sight { from, to } => {
            let [from, to] = [from, to].map(|text| hex_of(battle, text));
            Ok(json!({ "sees": battle.sees(from?, to?) }))
        }
        Ask::FieldOfFire(wanted) => field_of_fire(battle, wanted),
        Ask::Orders => Ok(choices(battle)),
        Ask::State => Ok(json!({ "state": outlook.state(battle) })),
        Ask::Prospects { unit } => {
            let unit = unit_of(battle, unit)?;
            let text = battle.order_text();
            let orders = battle.estimates().prospects(unit);
            Ok(json!({ "orders": orders.iter().map(|order| text.write(order)).collect::<Vec<_>>() }))
        }
        Ask::Standing => Ok(standing(battle)),
        Ask::Copy { .. } | Ask::Choice { .. } | Ask::Play(_) | Ask::PlayOn(_) | Ask::Drop => {
            Err(String::from("expected a question"))
        }
    }
}

fn reach(battle: &dyn System, wanted: &StemOf) -> Reply {
    if wanted.most == Some(0) {
        return Err(String::from("`most` is 0; expected at least 1"));
    }
    let stem = battle.order_text().read(&wanted.stem)?;
    let reach = places(battle, &stem);
    if reach.is_empty() && !is_stem(battle, &stem) {
        return Err(String::from("no stem that can be completed now; expected one of `stems` or of `prospects`"));
    }
    let of = reach.len();
    Ok(json!({ "reach": spread(reach, wanted.most.unwrap_or(of)), "of": of }))
}

/// So many of a list at most, spread evenly over it, the first among them.
fn spread(mut list: Vec<Value>, most: usize) -> Vec<Value> {
    let of = list.len();
    if of <= most {
        return list;
    }
    (0..most).map(|place| list[place * of / most].take()).collect()
}

fn forecasts(battle: &dyn System, wanted: &ForecastOf) -> Reply {
    let mut known = Known::default();
    let mut foreseen = |text: &String| {
        let order = battle.order_text().read(text)?;
        known.allows(battle, &order)?;
        Ok::<Value, String>(forecast(battle, &order))
    };
    match (&wanted.order, &wanted.orders) {
        (Some(order), None) => Ok(json!({ "forecast": foreseen(order)? })),
        (None, Some(orders)) if orders.len() > FORECASTS => {
            Err(format!("{} orders; expected {FORECASTS} at most", orders.len()))
        }
        (None, Some(orders)) => {
            let each = orders.iter().map(|order| foreseen(order).unwrap_or_else(|why| json!({ "refused": why })));
            Ok(json!({ "forecasts": each.collect::<Vec<_>>() }))
        }
        _ => Err(String::from("`forecast`: expected either `order` or `orders`")),
    }
}

/// The stems that can be foreseen, and where they lead, each looked up once for a request.
#[derive(Default)]
struct Known {
    stems: Option<Vec<Order>>,
    prospects: Vec<(UnitId, Vec<Order>)>,
    reach: Option<(Order, Reach)>,
}

impl Known {
    /// Whether an order can be foreseen: it is legal, lacks only its pose, or could be given with the means to act.
    fn allows(&mut self, battle: &dyn System, order: &Order) -> Result<(), String> {
        let legal = battle.check(order);
        let Err(refusal) = legal else { return Ok(()) };
        if self.stems.get_or_insert_with(|| battle.stems()).contains(order) || self.is_prospect(battle, order) {
            return Ok(());
        }
        Err(refusal.to_string())
    }

    fn is_prospect(&mut self, battle: &dyn System, order: &Order) -> bool {
        let there = |unit: &UnitId| battle.field().unit(*unit).presence == Presence::OnMap;
        let Some(unit) = order.unit().filter(there) else { return false };
        if !self.prospects.iter().any(|(known, _)| *known == unit) {
            self.prospects.push((unit, battle.estimates().prospects(unit)));
        }
        let listed = self.prospects.iter().find(|(known, _)| *known == unit).map_or(&[][..], |(_, orders)| orders);
        let stem = order.without_pose();
        let Some(pose) = order.pose else { return listed.contains(order) };
        if !listed.contains(&stem) {
            return false;
        }
        if self.reach.as_ref().is_none_or(|(known, _)| *known != stem) {
            self.reach = Some((stem, battle.reach(&stem)));
        }
        self.reach.as_ref().is_some_and(|(_, reach)| reach.allows(&pose))
    }
}

fn is_stem(battle: &dyn System, stem: &Order) -> bool {
    stem.pose.is_none() && Known::default().allows(battle, stem).is_ok()
}

fn threats(battle: &dyn System, wanted: &ThreatOf) -> Reply {
    let (by, on) = (unit_of(battle, &wanted.by)?, unit_of(battle, &wanted.on)?);
    if battle.field().side(by) == battle.field().side(on) {
        return Err(format!("{} and {} are of one side; expected two enemies", wanted.by, wanted.on));
    }
    let (from, at) = (pose_of(battle, by, wanted.from.as_deref())?, pose_of(battle, on, wanted.at.as_deref())?);
    Ok(threat(&battle.estimates().threat(by, &from, on, &at)))
}

fn field_of_fire(battle: &dyn System, wanted: &FireOf) -> Reply {
    let unit = unit_of(battle, &wanted.unit)?;
    let arc = battle.fire_arc(unit, &pose_of(battle, unit, wanted.at.as_deref())?);
    let hexes: Vec<Value> = arc.hexes.iter().map(|(at, band)| json!({ "hex": hex(*at), "band": band })).collect();
    Ok(json!({ "bands": arc.bands, "hexes": hexes }))
}

/// A unit on the map.
fn unit_of(battle: &dyn System, label: &str) -> Result<UnitId, String> {
    let field = battle.field();
    let named =
        field.roster().units().find(|(id, info)| !label.is_empty() && info.label == label && is_known(field, *id));
    let (unit, _) = named.ok_or_else(|| format!("unknown unit `{label}`; expected a label"))?;
    match field.unit(unit).presence {
        Presence::OnMap => Ok(unit),
        _ => Err(format!("{label} is not on the map")),
    }
}

/// A hex of the map.
fn hex_of(battle: &dyn System, text: &str) -> Result<Hex, String> {
    let grid = battle.field().ground().grid();
    let place = text.parse::<Offset>().ok().map(Offset::hex).filter(|hex| grid.contains(*hex));
    let (columns, rows) = (grid.width(), grid.height());
    place.ok_or_else(|| format!("unknown hex `{text}`; expected column,row on a map of {columns} by {rows}"))
}

/// The pose in which a unit is supposed to stand, or in which it does: on the map as a whole.
fn pose_of(battle: &dyn System, unit: UnitId, text: Option<&str>) -> Result<Pose, String> {
    let field = battle.field();
    let Some(text) = text else { return Ok(field.unit(unit).pose) };
    let pose: Pose = text.parse()?;
    let grid = field.ground().grid();
    let print = field.footprint_at(unit, &pose);
    let inside = grid.contains(pose.anchor) && print.hexes().iter().all(|hex| grid.contains(*hex));
    if inside { Ok(pose) } else { Err(format!("pose `{text}` is not on the map")) }
}

/// What came of playing a copy, and how it stands.
fn told(copy: &dyn System, turn: u16, played: Played) -> Value {
    let mut reply = json!({ "played": played.orders, "refused": played.refused });
    let events = played.events.map(|events: Vec<Event>| {
        Teller { info: copy.info(), field: copy.field() }.tell_from(turn, &events, 0, |_| true)
    });
    if let (Some(reply), Value::Object(standing)) = (reply.as_object_mut(), standing(copy)) {
        reply.extend(standing);
        reply.extend(events.map(|events| (String::from("events"), json!(events))));
    }
    reply
}

/// How it stands, in few words.
fn standing(battle: &dyn System) -> Value {
    let field = battle.field();
    let worth = |side: Side| {
        let units = field.present_of(side).map(|unit| battle.estimates().worth(unit));
        fraction(units.sum())
    };
    json!({
        "turn": field.turn(),
        "step": step(battle),
        "decision": decision(battle),
        "over": battle.outcome().map(|outcome| ended(&outcome)),
        "score": score(&battle.score()),
        "strength": { "blue": worth(Side::Blue), "red": worth(Side::Red) },
    })
}
