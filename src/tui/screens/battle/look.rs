//! What is looked up for the panels: card, odds, overlay; each made once and kept until it is old.

use std::time::Duration;

use battle::{Forecast, Order, Paces, Presence, Role, Side, UnitId};
use hexes::Hex;
use ratatui::text::Line;
use table::formation_words;

use super::Battle;
use super::hand::Hand;
use super::seen::Seen;
use crate::layer::Desk;
use crate::map::overlay::{Overlay, OverlayKind};
use crate::map::{Ghost, unit_round};
use crate::ordering::{Entry, Posing, Stage};
use crate::panels::card::{self, CardText};
use crate::panels::{commands, odds, words};
use crate::text::{capital, line, percent, sentence};
use crate::theme::Ink;
use crate::worth;

/// What is said of a shot or charge where nobody measures beforehand.
const UNMEASURED: &str = "no odds before it is announced";

/// The odds of the order being prepared, as text.
#[derive(Clone, Debug, Default)]
pub struct OddsText {
    /// What is ordered.
    pub title: String,
    /// Everything about it.
    pub lines: Vec<Line<'static>>,
    /// The same in one line.
    pub summary: String,
}

/// What an overlay was made for: its kind, the cursor, the order being prepared, the version of the battle.
type OverlayKey = (OverlayKind, Hex, Option<Order>, u64);

/// What the odds were made for: the order, whether its verb is still being chosen, the version of the battle, columns.
type OddsKey = (Order, bool, u64, usize);

/// Things looked up, with what they were looked up for.
#[derive(Default)]
pub struct Looks {
    /// Counts changes of the battle, so that what was made from it is known to be old.
    pub(super) version: u64,
    /// The person who sat at the keyboard last.
    pub seated: Option<Side>,
    /// Columns of the screen.
    pub screen_width: u16,
    /// Columns a card can use.
    pub card_width: usize,
    /// The time of the last tick.
    pub now: Duration,
    card: Option<((Hex, u64, usize), CardText)>,
    odds: Option<(OddsKey, OddsText)>,
    standing: Option<(u64, [Vec<String>; 2])>,
    overlay: Option<(OverlayKey, Overlay)>,
    reach: Option<((Order, u64), Overlay)>,
}

impl Looks {
    /// Forgets everything that was made for other colours.
    pub fn forget(&mut self) {
        (self.card, self.odds, self.overlay, self.reach) = (None, None, None, None);
    }
}

impl Seen {
    /// The unit under the cursor, or round it in a hollow square, in the field that is shown.
    pub(super) fn unit_here(&self) -> Option<UnitId> {
        unit_round(self.system().field(), self.cursor)
    }

    /// Whether nothing can be said of a shot or charge before it is announced.
    fn is_unmeasured(&self, order: &Order, forecast: &Forecast) -> bool {
        let role = self.system().verb(order).map(|verb| verb.role);
        let strikes = matches!(role, Some(Role::Fire | Role::Assault));
        strikes
            && !self.system().tells_distances()
            && forecast.rolls.is_empty()
            && forecast.results.is_empty()
            && order.pose.is_none()
    }

    /// How far the unit is from the enemy it is to shoot at or charge, where that may be told.
    fn distance(&self, order: &Order) -> Option<String> {
        if !self.system().tells_distances() {
            return None;
        }
        let field = self.system().field();
        let (unit, target) = (order.unit()?, order.target_unit()?);
        let here = |unit: UnitId| field.unit(unit).presence == Presence::OnMap;
        let apart = here(unit) && here(target) && field.side(unit) != field.side(target);
        let inches = field.distance(unit, target) * i32::from(field.inches_per_hex());
        apart.then(|| format!("Nearest stands {inches}\" apart"))
    }

    /// Who stands in the lane of a unit that only sets out, as part of a sentence.
    fn lane_words(&self, posing: &Posing) -> String {
        let (system, field) = (self.system(), self.system().field());
        let met = posing.stem.unit().and_then(|unit| {
            let most = 2 * system.estimates().pace(unit).hexes(field.inches_per_hex());
            worth::in_the_lane(field, unit, &posing.ghost, most)
        });
        match met {
            Some((other, between)) if system.tells_distances() => {
                let inches = between * i32::from(field.inches_per_hex());
                format!(", {} in its lane after {inches}\"", field.label(other.into()))
            }
            Some((other, _)) => format!(", {} in its lane", field.label(other.into())),
            None => String::new(),
        }
    }

    /// What there is to say about the place being thought of: cost, facing, who could hurt the unit there.
    fn place_lines(&self, posing: &Posing, desk: &Desk) -> Vec<Line<'static>> {
        let system = self.system();
        let pose = posing.ghost;
        if posing.aims() && posing.allowed {
            return vec![line(format!("To {}", pose.anchor.offset()), desk.theme.ink(Ink::Text))];
        }
        let text =
            format!("{} facing {} in {}", pose.anchor.offset(), pose.facing, table::formation_words(pose.formation));
        let cost = cost_words(posing, system.info().paces);
        if posing.at_rest(system.field()) {
            let text = "Move the cursor to a shaded hex, or step through the places with Tab.";
            return vec![line(text, desk.theme.ink(Ink::Text))];
        }
        let mut lines = vec![line(format!("To {text}{cost}"), desk.theme.ink(Ink::Text))];
        if !posing.allowed {
            let why = posing.refusal(system).unwrap_or_else(|| String::from("not here"));
            lines.push(line(sentence(&why), desk.theme.ink(Ink::Bad)));
            return lines;
        }
        if let Some(unit) = posing.stem.unit() {
            let threats = card::threats(system, unit, &pose);
            if threats.is_empty() && system.tells_distances() {
                lines.push(line("Nobody could hurt it there next turn", desk.theme.ink(Ink::Good)));
            }
            lines.extend(card::threat_lines(&threats, system.field(), &desk.theme));
        }
        lines
    }
}

impl Looks {
    /// The card of what is under the cursor.
    pub(super) fn card(&self) -> Option<&CardText> {
        self.card.as_ref().map(|(_, card)| card)
    }

    /// Points, time left and goals, as parts of a line: in full, and in short.
    pub(super) fn standing(&self) -> [&[String]; 2] {
        self.standing.as_ref().map_or([&[], &[]], |(_, [full, short])| [full, short])
    }

    fn look_at_standing(&mut self, seen: &Seen) {
        if self.standing.as_ref().is_none_or(|(version, _)| *version != self.version) {
            let (system, eyes) = (seen.system(), seen.eyes);
            let both = [table::standing(system, eyes), table::standing_in_short(system, eyes)];
            self.standing = Some((self.version, both));
        }
    }

    /// The odds of the order being prepared.
    pub(super) fn odds(&self) -> Option<&OddsText> {
        self.odds.as_ref().map(|(_, odds)| odds)
    }

    /// The shading to draw: the overlay asked for, or where the move being prepared may end.
    pub(super) fn shading(&self) -> Option<&Overlay> {
        let overlay = self.overlay.as_ref().map(|(_, overlay)| overlay);
        overlay.or(self.reach.as_ref().map(|(_, overlay)| overlay))
    }

    fn look_at_card(&mut self, seen: &Seen, desk: &Desk) {
        let key = (seen.cursor, self.version, self.card_width);
        if self.card.as_ref().is_some_and(|(known, _)| *known == key) {
            return;
        }
        let card = self.make_card(seen, desk);
        self.card = Some((key, card));
    }

    fn make_card(&self, seen: &Seen, desk: &Desk) -> CardText {
        let system = seen.system();
        let field = system.field();
        if let Some(unit) = seen.unit_here() {
            let without = seen.command_under_cursor().map(|_| commands::ORDER);
            let mut text = card::unit(system, unit, self.card_width, (&desk.theme, desk.glyphs), without);
            let threats = card::threats(system, unit, &field.unit(unit).pose);
            text.lines.extend(self.command_lines(seen, Some(unit), desk));
            text.lines.extend(card::threat_lines(&threats, field, &desk.theme));
            return text;
        }
        let leader = field.roster().leaders().find(|(leader, _)| field.leader_hex(*leader) == Some(seen.cursor));
        match leader {
            Some((leader, _)) => {
                let mut text = card::leader(field, leader, &desk.theme);
                text.lines.extend(self.command_lines(seen, None, desk));
                text
            }
            None => card::ground(field, seen.cursor, &desk.theme),
        }
    }

    /// The order of the command of whoever is under the cursor.
    fn command_lines(&self, seen: &Seen, unit: Option<UnitId>, desk: &Desk) -> Vec<Line<'static>> {
        let Some(command) = seen.command_under_cursor() else { return Vec::new() };
        commands::lines(command, unit, seen.system().field(), self.card_width, &desk.theme)
    }
}

impl Hand {
    /// The chosen row of the open menu.
    fn menu_entry(&self) -> Option<&Entry> {
        match self.preparation.stage() {
            Some(Stage::Menu(menu)) => menu.entries.get(menu.chosen),
            _ => None,
        }
    }

    /// The place being thought of, in short: where, what it costs, how many enemies could hurt the unit there.
    fn place_summary(&self, seen: &Seen) -> String {
        let Some(Stage::Pose(posing)) = self.preparation.stage() else { return String::new() };
        let pose = posing.ghost;
        if posing.aims() {
            return format!("to {} · ", pose.anchor.offset());
        }
        if posing.turns_only() {
            return format!("facing {}; arrows turn it, Enter goes · ", pose.facing);
        }
        if posing.sets_out(seen.system()) {
            return format!("sets out facing {}{} · ", pose.facing, seen.lane_words(posing));
        }
        let cost = cost_words(posing, seen.system().info().paces);
        let formed = posing.stem.unit().map(|unit| seen.system().field().unit(unit).pose.formation);
        let formation = formed.filter(|formed| *formed != pose.formation).map(|_| formation_words(pose.formation));
        let formation = formation.map_or_else(String::new, |formation| format!(" in {formation}"));
        let place = format!("to {} facing {}{formation}{cost} · ", pose.anchor.offset(), pose.facing);
        if !seen.system().tells_distances() {
            return place;
        }
        let threats = posing.stem.unit().map_or(0, |unit| card::threats(seen.system(), unit, &pose).len());
        match threats {
            0 => format!("{place}nobody can hurt it there · "),
            1 => format!("{place}1 enemy could hurt it there · "),
            count => format!("{place}{count} enemies could hurt it there · "),
        }
    }

    fn make_overlay(&self, seen: &Seen, kind: OverlayKind) -> Overlay {
        let system = seen.system();
        let field = system.field();
        let unit = self.preparation.unit().or(seen.unit_here());
        let pose = match (self.preparation.stage(), unit) {
            (Some(Stage::Pose(posing)), _) => Some(posing.ghost),
            (_, Some(unit)) => Some(field.unit(unit).pose),
            _ => None,
        };
        match (kind, unit, pose) {
            (OverlayKind::Reach, Some(unit), _) => Overlay::reach_of(system, unit),
            (OverlayKind::Fire, Some(unit), Some(pose)) => Overlay::of_fire(system.fire_arc(unit, &pose)),
            (OverlayKind::Reach | OverlayKind::Fire, ..) => Overlay::of_nobody(),
            (OverlayKind::Sight, ..) => Overlay::of_sight(system, seen.cursor),
            (OverlayKind::Threat, ..) => Overlay::of_threat(system, seen.eyes.unwrap_or(Side::Blue)),
            (OverlayKind::Elevation, ..) => Overlay::of_elevation(field),
        }
    }

    /// The footprint being thought of.
    pub(super) fn ghost(&self, seen: &Seen) -> Option<Ghost> {
        if let Some(order) = self.advised {
            return seen.advised_ghost(&order);
        }
        let Some(Stage::Pose(posing)) = self.preparation.stage() else { return None };
        let field = seen.system().field();
        let unit = posing.stem.unit()?;
        if posing.at_rest(field) {
            return None;
        }
        Some(Ghost {
            footprint: field.footprint_at(unit, &posing.ghost),
            pose: posing.ghost,
            arm: field.roster().unit(unit).arm,
            allowed: posing.allowed,
            way: posing.way(),
        })
    }
}

impl Battle {
    /// Brings everything that will be drawn up to date.
    pub(super) fn look(&mut self, desk: &Desk) {
        self.looks.look_at_card(&self.seen, desk);
        self.looks.look_at_standing(&self.seen);
        self.look_at_odds(desk);
        self.look_at_overlay();
        self.look_at_reach();
    }

    fn look_at_odds(&mut self, desk: &Desk) {
        let Some(order) = self.hand.preparation.stage().and_then(Stage::order) else {
            self.looks.odds = None;
            return;
        };
        let key = (order, self.hand.menu_entry().is_some(), self.looks.version, self.looks.card_width);
        if self.looks.odds.as_ref().is_some_and(|(known, _)| *known == key) {
            return;
        }
        let odds = self.make_odds(&order, desk);
        self.looks.odds = Some((key, odds));
    }

    fn make_odds(&self, order: &Order, desk: &Desk) -> OddsText {
        let system = self.seen.system();
        let field = system.field();
        let mut lines = Vec::new();
        if let Some(entry) =
            self.hand.menu_entry().filter(|entry| entry.variants.len() > 1 || entry.posed || entry.vain.is_some())
        {
            return menu_text(entry, order, system, desk);
        }
        if let Some(Stage::Pose(posing)) = self.hand.preparation.stage() {
            lines.extend(self.seen.place_lines(posing, desk));
            if !posing.allowed {
                let summary = if posing.at_rest(field) {
                    String::from("move the cursor to a shaded hex, Enter goes there")
                } else {
                    let why = posing.refusal(system).unwrap_or_else(|| String::from("not there"));
                    let ways = if posing.sets_out(system) { "Tab turns it" } else { "Tab: places it can go" };
                    format!("{why}. {ways}")
                };
                return OddsText { title: words::order_title(system, order), lines, summary };
            }
        } else if let Some(entry) = self.hand.menu_entry() {
            lines.push(line(entry.help, desk.theme.ink(Ink::Faint)));
        }
        if matches!(self.hand.preparation.stage(), Some(Stage::Target(targeting)) if targeting.is_hopeless()) {
            lines.push(line("This has no chance to hurt it.", desk.theme.ink(Ink::Bad)));
        }
        lines.extend(self.seen.distance(order).map(|text| line(text, desk.theme.ink(Ink::Text))));
        let forecast = system.forecast(order);
        if self.seen.is_unmeasured(order, &forecast) {
            lines.push(line(capital(UNMEASURED), desk.theme.ink(Ink::Faint)));
            let summary = format!("{}{UNMEASURED}", self.hand.place_summary(&self.seen));
            return OddsText { title: words::order_title(system, order), lines, summary };
        }
        lines.extend(odds::lines(&forecast, field, self.looks.card_width, &desk.theme));
        let help = self.hand.menu_entry().filter(|_| forecast.rolls.is_empty());
        let chances = help.map_or_else(|| odds::summary(&forecast), |entry| entry.help.to_owned());
        let taken = forecast.effect.taken;
        let toll = if forecast.rolls.is_empty() && taken >= 0.005 {
            format!("it costs it {} of its strength · ", percent(taken.min(1.0)))
        } else {
            String::new()
        };
        let summary = format!("{}{toll}{chances}", self.hand.place_summary(&self.seen));
        OddsText { title: words::order_title(system, order), lines, summary }
    }

    fn look_at_overlay(&mut self) {
        let Some(kind) = self.window.overlay else {
            self.looks.overlay = None;
            return;
        };
        let posed = match self.hand.preparation.stage() {
            Some(Stage::Pose(posing)) => Some(posing.order()),
            _ => None,
        };
        let key = (kind, self.seen.cursor, posed, self.looks.version);
        if self.looks.overlay.as_ref().is_some_and(|(known, _)| *known == key) {
            return;
        }
        let same_for_all = matches!(kind, OverlayKind::Threat | OverlayKind::Elevation);
        let known = self.looks.overlay.take().filter(|(known, _)| same_for_all && known.0 == kind && known.3 == key.3);
        let overlay = known.map(|(_, overlay)| overlay).unwrap_or_else(|| self.hand.make_overlay(&self.seen, kind));
        self.looks.overlay = Some((key, overlay));
    }

    fn look_at_reach(&mut self) {
        let stage = self.hand.preparation.stage();
        let Some(posing) = stage.and_then(|stage| match stage {
            Stage::Pose(posing) if !posing.aims() => Some(posing),
            _ => None,
        }) else {
            self.looks.reach = None;
            return;
        };
        let key = (posing.stem, self.looks.version);
        if self.looks.reach.as_ref().is_some_and(|(known, _)| *known == key) {
            return;
        }
        self.looks.reach = Some((key, Overlay::of_reach(&posing.reach, self.seen.system().info().paces)));
    }
}

impl Seen {
    /// The footprint that advice names, with the way there.
    fn advised_ghost(&self, order: &Order) -> Option<Ghost> {
        let (system, unit, pose) = (self.system(), order.unit()?, order.pose?);
        let stem = order.without_pose();
        let mut way: Vec<Hex> = system.reach(&stem).way(&pose).iter().map(|pose| pose.anchor).collect();
        way.dedup();
        let field = system.field();
        let arm = field.roster().unit(unit).arm;
        Some(Ghost { footprint: field.footprint_at(unit, &pose), pose, arm, allowed: true, way })
    }
}

/// What a way costs, where it costs anything: `, 4.5"`.
fn cost_words(posing: &Posing, paces: Paces) -> String {
    let cost = posing.cost().filter(|cost| *cost > 0);
    cost.map_or_else(String::new, |cost| format!(", {}", paces.told(cost.into())))
}

/// What a verb with more to choose is for, before anything of it is chosen.
fn menu_text(entry: &Entry, order: &Order, system: &dyn battle::System, desk: &Desk) -> OddsText {
    let number = order.number.filter(|_| entry.stands_for.is_some());
    let open = Order { target: None, number, ..*order };
    let next = match (entry.variants.len(), entry.posed) {
        (1, false) => String::from("Enter gives the order."),
        (1, true) => String::from("Enter, then choose the place."),
        (count, true) => format!("Enter, then choose one of {count}, then the place."),
        (count, false) => format!("Enter, then choose one of {count} and see its odds."),
    };
    let ink = |text: &str, ink: Ink| line(text, desk.theme.ink(ink));
    let vain = entry.vain.map(|vain| ink(vain.sentence(), Ink::Bad));
    let aims = if entry.role == Role::Command && entry.posed { format!(". {next}") } else { String::new() };
    let summary = entry.vain.map_or_else(String::new, |vain| format!("{} ", vain.sentence())) + entry.help + &aims;
    let lines = vain.into_iter().chain([ink(entry.help, Ink::Text), ink(&next, Ink::Faint)]).collect();
    OddsText { title: words::order_title(system, &open), lines, summary }
}
