//! What the words on the screen mean: those of every battle, and those of the rules that are played.

use ratatui::text::Line;

use super::legend;
use super::look::Looks;
use super::seen::Seen;
use crate::keymap::HelpRow;
use crate::layer::Desk;
use crate::screens::pager::Pager;
use crate::text::{capital, line, span, wrapped};
use crate::theme::Ink;

/// Columns of a word.
const WORD: usize = 18;

/// The most columns of its meaning.
const MEANING: usize = 50;

/// Columns that the frame of a page takes, and what lies beside it.
const FRAME: usize = 8;

/// Words of every battle.
const COMMON: &[(&str, &str)] = &[
    ("unit", "A battalion, regiment or battery, in some rules a whole brigade: the troops that you order as one."),
    ("stand", "One piece of a unit; each has a hex of its own on the map."),
    ("line", "Men side by side: most of them can shoot."),
    (
        "column",
        "Men behind each other: narrow, and few can shoot. The rules say how fast it is and whether it may charge.",
    ),
    ("square", "Foot facing all ways, against horse; slow or still. Some rules have none."),
    ("skirmish order", "Men spread out: seldom good in a fight. Some rules have none."),
    ("limbered", "Guns hitched to their teams: they can move and not shoot. Some rules have none."),
    ("facing", "The way a unit looks: it shoots and charges to its front."),
    ("flank, rear", "The side and the back of a unit; in most rules blows from there are the worst."),
    ("width", "The breadth of a unit's base, in which some rules count how far it falls back."),
    ("hit", "A shot or blow that struck. In some rules it may still be saved, or only tests the men's nerve."),
    ("rout", "A unit that runs and no longer obeys."),
    ("rally", "To bring a shaken or running unit back to order."),
    ("odds", "What an order may bring before any die falls; the dice are thrown by exactly these chances."),
    ("4+", "A die succeeds when it shows 4 or more. 3d6 are three dice of six sides."),
    ("need", "The number that a die or a total has to reach."),
    ("\"", "An inch on the table; a hex is one inch across unless the battle says otherwise."),
    ("points", "What goals are worth; who has more when time is up wins."),
    (
        "losses caused",
        "What you made the enemy lose. It decides where there are no goals, and under some rules where goals leave it even.",
    ),
];

impl Looks {
    /// The words of the battle and of its rules, each with its meaning.
    pub(super) fn words(&self, seen: &Seen, desk: &Desk) -> Pager {
        let (info, width) = (seen.system().info(), self.meaning_width());
        let heading = |text: &str| line(String::from(text), desk.theme.ink(Ink::Heading));
        let mut lines = self.card_words(seen, desk);
        lines.push(heading("In every battle"));
        lines.extend(COMMON.iter().flat_map(|(word, meaning)| row(word, meaning, width, desk)));
        lines.push(Line::default());
        lines.extend(legend::lines(seen.system(), desk));
        lines.push(heading(&format!("Orders of {}", info.title)));
        lines.extend(info.verbs.iter().flat_map(|verb| row(verb.title, verb.help, width, desk)));
        lines.extend([Line::default(), heading(&format!("Words of {}", info.title))]);
        lines.extend(info.words.iter().flat_map(|(word, meaning)| row(word, meaning, width, desk)));
        let strength = format!("What a unit has left of its {}, and how many it began with.", info.strength.name);
        lines.extend([Line::default(), heading("Strength")]);
        lines.extend(row(info.strength.name, &strength, width, desk));
        Pager::text("What the words mean", lines)
    }
}

impl Looks {
    /// Columns that meanings have on this screen.
    fn meaning_width(&self) -> usize {
        match usize::from(self.screen_width) {
            0 => MEANING,
            columns => columns.saturating_sub(WORD + FRAME).clamp(20, MEANING),
        }
    }

    /// The rows of the card in sight, each with its value and what that means.
    fn card_words(&self, seen: &Seen, desk: &Desk) -> Vec<Line<'static>> {
        let (system, unit, width) = (seen.system(), seen.unit_here(), self.meaning_width());
        let Some(card) = unit.map(|unit| system.card(unit)) else { return Vec::new() };
        let known = card.rows.iter().filter_map(|(name, value)| Some((*name, value, system.info().meaning(name)?)));
        let rows: Vec<Line<'static>> = known
            .flat_map(|(name, value, meaning)| row(&capital(name), &format!("{value}. {meaning}"), width, desk))
            .collect();
        if rows.is_empty() {
            return rows;
        }
        let heading = line(format!("On the card of {}", card.title), desk.theme.ink(Ink::Heading));
        std::iter::once(heading).chain(rows).chain([Line::default()]).collect()
    }
}

impl Seen {
    /// The words of the card in sight and of the rules, for the help.
    pub(super) fn help_words(&self) -> Vec<HelpRow> {
        let heads = |help| HelpRow { keys: String::new(), hint: "".into(), help };
        let system = self.system();
        let unit = system.field().unit_at(self.cursor);
        let names: Vec<&str> =
            unit.map_or_else(Vec::new, |unit| system.card(unit).rows.iter().map(|row| row.0).collect());
        let meant = |name: &str| system.info().meaning(name).map(|help| (capital(name), help));
        let rows: Vec<(String, &'static str)> = names.into_iter().filter_map(meant).collect();
        if rows.is_empty() {
            return Vec::new();
        }
        let rows = rows.into_iter().map(|(word, help)| HelpRow { keys: word, hint: "".into(), help });
        std::iter::once(heads("Words of the card under the cursor (M: all words)")).chain(rows).collect()
    }
}

/// A word and its meaning, wrapped beside it.
fn row(word: &str, meaning: &str, width: usize, desk: &Desk) -> Vec<Line<'static>> {
    let name = |place: usize| if place == 0 { word } else { "" };
    let rows = wrapped(meaning, width).into_iter().enumerate();
    rows.map(|(place, text)| {
        let head = span(format!("{:<WORD$}", name(place)), desk.theme.ink(Ink::KeyName));
        Line::from(vec![head, span(text, desk.theme.ink(Ink::Text))])
    })
    .collect()
}
