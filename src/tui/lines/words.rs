//! What is said: questions, units, lists of orders, the end.

use battle::{Decision, Object, Order, Role, Side, System, UnitId};
use hexes::Hex;
use table::Game;

use super::talk::Talk;
use crate::panels::{odds, words};
use crate::screens::results;
use crate::theme::{Depth, Palette, Theme};
use crate::typed;
use crate::worth;

/// How many places of a move are named when none was typed.
const PLACES: usize = 10;

/// The most orders of one verb that are all listed.
const MANY: usize = 24;

/// How many are listed where there are more.
const FEW: usize = 1;

impl Talk<'_> {
    /// What is asked, how it stands, and who can answer.
    pub(super) fn question(&self, decision: &Decision) -> Vec<String> {
        let system = self.system();
        let field = system.field();
        let step = system.info().steps.get(usize::from(field.step())).map_or("", |step| step.title);
        let about = decision.unit.map_or_else(String::new, |unit| format!("{}: ", field.label(unit.into())));
        let head = format!("Turn {} of {}, {}, {step}.", field.turn(), field.turn_limit(), decision.side);
        let stands = table::standing(system, Some(decision.side)).into_iter().take(2).collect::<Vec<_>>().join(", ");
        let actors: Vec<String> = self.choices.actors().into_iter().map(|actor| field.label(actor)).collect();
        let who = match actors.as_slice() {
            [] => String::from("Type orders for the choices."),
            actors => format!("Can act: {}.", actors.join(", ")),
        };
        let asked = decision.ask.asked(self.done().is_some()).replace("Space", "done");
        let stop = if asked.ends_with('?') { "" } else { "." };
        vec![format!("{head} {stands}."), format!("Asked: {about}{asked}{stop} {who}")]
    }

    /// Everything an actor can be ordered, each with the order that its number gives.
    pub(super) fn menu(&self, actor: Option<Object>) -> Vec<(Order, String)> {
        let system = self.game.stage().shown(self.eyes());
        let entries = self.choices.entries(system, &[actor]);
        let rows = entries.iter().flat_map(|entry| {
            let shown = if entry.variants.len() > MANY { FEW } else { MANY };
            let variants = entry.variants.iter().enumerate().take(shown);
            variants.map(move |(place, order)| (entry, place < entry.hopeful, *order))
        });
        rows.filter_map(|(entry, hopeful, order)| {
            let title = words::order_title(system, &order);
            if entry.posed {
                let pose = self.offered_place(system, &order)?;
                let whole = order.to(pose);
                let text = words::order(system, &whole);
                return Some((whole, format!("{text} (or type another place: {})", self.example(system, &whole))));
            }
            let chances = odds::summary(&system.forecast(&order));
            let vain = if hopeful { "" } else { "; no chance" };
            let more = entry.variants.len().saturating_sub(MANY);
            let more = if more > 0 {
                format!(" (or another of {} such: {})", entry.variants.len(), self.example(system, &order))
            } else {
                String::new()
            };
            Some((order, format!("{title}: {chances}{vain}{more}")))
        })
        .collect()
    }

    /// The place offered for a move: the farthest useful one, else the first other than where the unit stands.
    fn offered_place(&self, system: &dyn System, stem: &Order) -> Option<battle::Pose> {
        let reach = system.reach(stem);
        let now = stem.unit().map(|unit| system.field().unit(unit).pose);
        worth::useful_place(system, stem, &reach)
            .or_else(|| reach.legal().map(|place| place.pose).find(|pose| Some(*pose) != now))
            .or_else(|| reach.legal().next().map(|place| place.pose))
    }

    /// An order as it can be typed.
    pub(super) fn example(&self, system: &dyn System, order: &Order) -> String {
        let label = |object: Object| system.field().label(object).to_lowercase();
        let mut text = String::from(system.verb(order).map_or("?", |verb| verb.word));
        for object in [order.actor, order.target].into_iter().flatten() {
            text = format!("{text} {}", label(object));
        }
        match order.pose {
            Some(pose) => format!("{text} {} {}", pose.anchor.offset(), pose.facing.name().to_lowercase()),
            None => text,
        }
    }

    /// Some places where a move may end, the most useful first.
    pub(super) fn places(&self, stem: &Order) -> String {
        let system = self.game.stage().shown(self.eyes());
        let reach = system.reach(stem);
        let mut anchors: Vec<(u16, Hex)> = reach.legal().map(|place| (place.cost, place.pose.anchor)).collect();
        anchors.sort_unstable_by(|a, b| b.cmp(a));
        anchors.dedup_by_key(|(_, hex)| *hex);
        let useful = self.offered_place(system, stem).map(|pose| pose.anchor);
        let spaced = anchors.len().div_ceil(PLACES).max(1);
        let others = anchors.into_iter().map(|(_, hex)| hex).step_by(spaced);
        let named: Vec<String> = useful.into_iter().chain(others).map(|hex| hex.offset().to_string()).collect();
        format!("Where to? For example {}. Type the order with a place: {}", named.join(", "), self.stem_example(stem))
    }

    fn stem_example(&self, stem: &Order) -> String {
        let system = self.game.stage().shown(self.eyes());
        let pose = self.offered_place(system, stem);
        pose.map_or_else(|| self.example(system, stem), |pose| self.example(system, &stem.to(pose)))
    }

    /// The order that ends the step, if one does.
    pub(super) fn done(&self) -> Option<Order> {
        let system = self.game.stage().shown(self.eyes());
        let done = self.choices.done(system)?;
        system.verb(&done).filter(|verb| matches!(verb.role, Role::Done | Role::Keep)).map(|_| done)
    }
}

/// One line about a unit: where it is, how it stands, how strong it is, what is the matter with it.
pub(super) fn unit_words(system: &dyn System, unit: UnitId) -> String {
    let field = system.field();
    let (info, state) = (field.roster().unit(unit), field.unit(unit));
    let strength = system.info().strength.left(state.strength, state.full);
    let marks: Vec<&str> = field.conditions(unit).infos().filter_map(|mark| mark.sign.map(|sign| sign.name)).collect();
    let marks = if marks.is_empty() { String::new() } else { format!("; {}", marks.join(", ")) };
    format!(
        "{} {}, {}, at {} facing {} in {}, {} {strength}{marks}{}",
        info.label,
        info.name,
        info.class,
        state.pose.anchor.offset(),
        state.pose.facing,
        table::formation_words(state.pose.formation),
        system.info().strength.name,
        nearest_enemy(system, unit)
    )
}

/// The nearest enemy of a unit, with his bearing, and his distance where that may be told.
fn nearest_enemy(system: &dyn System, unit: UnitId) -> String {
    let field = system.field();
    let enemies = field.present_of(field.side(unit).other());
    let Some(enemy) = enemies.min_by_key(|enemy| (field.distance(unit, *enemy), *enemy)) else {
        return String::new();
    };
    let (from, to) = (field.unit(unit).pose.anchor, field.unit(enemy).pose.anchor);
    let inches = field.distance(unit, enemy) * i32::from(field.inches_per_hex());
    let far = if system.tells_distances() { format!("{inches}\" ") } else { String::new() };
    format!("; nearest enemy {} {far}{}", field.label(enemy.into()), bearing(from, to))
}

/// What there is to say of a unit by its label, or of a place such as 12,9.
pub(super) fn looked_at(system: &dyn System, what: &str) -> Vec<String> {
    if let Some(Object::Unit(unit)) = typed::labelled(what, system) {
        let rows = system.card(unit).rows.into_iter().map(|(name, value)| format!("{name}: {value}"));
        return std::iter::once(unit_words(system, unit)).chain(rows).collect();
    }
    match what.parse::<hexes::Offset>() {
        Ok(place) if system.field().ground().grid().contains(place.hex()) => {
            let theme = Theme::new(Depth::Mono, Palette::Classic);
            let card = crate::panels::card::ground(system.field(), place.hex(), &theme);
            let there = system.field().unit_at(place.hex()).map(|unit| unit_words(system, unit));
            let lines = card.lines.iter().map(ToString::to_string).chain(there);
            std::iter::once(card.title.clone()).chain(lines).collect()
        }
        _ => vec![format!("\"{what}\" is no unit and no place such as 12,9.")],
    }
}

/// A line about each unit of a side that is seen.
pub(super) fn units_of(system: &dyn System, side: Side) -> Vec<String> {
    let units: Vec<String> = system.field().present_of(side).map(|unit| unit_words(system, unit)).collect();
    if units.is_empty() { vec![String::from("None is seen.")] } else { units }
}

/// Who won and how, losses and luck.
pub(super) fn end_of(game: &Game) -> Vec<String> {
    let lines = results::lines(game, &Theme::new(Depth::Mono, Palette::Classic));
    lines.iter().map(|line| line.to_string().trim_end().to_owned()).collect()
}

/// The point of the compass from one hex to another.
fn bearing(from: Hex, to: Hex) -> &'static str {
    let column = |hex: Hex| 2 * i32::from(hex.offset().column) + i32::from(hex.offset().row & 1);
    let (east, south) = (column(to) - column(from), i32::from(to.offset().row) - i32::from(from.offset().row));
    let (along, down) = (east.abs(), 2 * south.abs());
    match (east.signum(), south.signum()) {
        (0, 0) => "here",
        (_, -1) if down > 2 * along => "north",
        (_, 1) if down > 2 * along => "south",
        (1, _) if along > 2 * down => "east",
        (-1, _) if along > 2 * down => "west",
        (1, -1) => "north-east",
        (-1, -1) => "north-west",
        (1, _) => "south-east",
        (-1, _) => "south-west",
        (_, -1) => "north",
        (..) => "south",
    }
}
