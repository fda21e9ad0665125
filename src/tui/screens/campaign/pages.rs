//! What is read beside the map: the story, the armies, the rules of carrying over; and what stands below it: what comes next.

use battle::Side;
use ratatui::text::{Line, Span};
use table::campaign::carry;
use table::campaign::tell::{self, UnitLine};
use table::campaign::{Run, Standing};

use super::CampaignScreen;
use crate::glyphs::Glyphs;
use crate::text::{cut, line, span};
use crate::theme::{Ink, Theme};

/// Columns of a bar of strength, where there is room and where there is little.
const BARS: [usize; 2] = [10, 5];
/// Columns of a page from which there is room.
const ROOMY: usize = 60;
/// Columns of what stands behind a bar: ` 100 % conscript`, and a blank before the bar.
const FIGURES: usize = 17;

impl CampaignScreen {
    /// The story so far.
    pub(super) fn story(&self, theme: &Theme) -> Vec<Line<'static>> {
        let mut lines = Vec::new();
        for chapter in tell::story(&self.run, &self.at) {
            if !lines.is_empty() {
                lines.push(Line::default());
            }
            lines.push(line(chapter.heading, theme.ink(Ink::Heading)));
            lines.extend(chapter.text.into_iter().map(|text| line(text, theme.ink(Ink::Text))));
        }
        lines.push(Line::default());
        lines.push(line(format!("On the map: {}", tell::SIGNS), theme.ink(Ink::Faint)));
        lines
    }

    /// Both armies, a unit a line, with leaders of whom there is something to tell.
    pub(super) fn armies(&self, width: usize, theme: &Theme, glyphs: Glyphs) -> Vec<Line<'static>> {
        let campaign = &self.run.campaign;
        let units = tell::units(campaign, &self.at.ledger);
        let longest = units.iter().map(|unit| unit.name.chars().count()).max().unwrap_or(0);
        let names = longest.min(width.saturating_sub(BARS[usize::from(width < ROOMY)] + FIGURES).max(width / 3));
        let mut lines = Vec::new();
        for side in Side::ALL {
            let left = self.at.ledger.left(campaign, side);
            let points = self.at.ledger.points[side.index()];
            let counted = if points == 1 { "point" } else { "points" };
            lines.push(line(format!("{side}: {left} % left, {points} {counted}"), theme.side_text(side)));
            let own = units.iter().filter(|unit| unit.side == side);
            lines.extend(own.flat_map(|unit| unit_lines(unit, names, width, theme, glyphs)));
            lines.push(Line::default());
        }
        lines.extend(tell::leaders(campaign, &self.at.ledger).into_iter().map(|text| line(text, theme.ink(Ink::Text))));
        lines
    }

    /// What is carried from a battle to the next.
    pub(super) fn rules(&self, theme: &Theme) -> Vec<Line<'static>> {
        let mut lines =
            vec![line("What is carried from a battle to the next, under all rules alike:", theme.ink(Ink::Heading))];
        for rule in carry::RULES {
            lines.push(Line::default());
            lines.push(line(rule.sentence(), theme.ink(Ink::Text)));
        }
        lines
    }

    /// What comes next: the choice with what the way under the bar would bring, or what Enter does.
    pub(super) fn next(&self, theme: &Theme) -> Vec<Line<'static>> {
        let campaign = &self.run.campaign;
        let text = |words: String| line(words, theme.ink(Ink::Text));
        match &self.at.standing {
            Standing::Battle { stage, .. } => {
                let what = if self.fighting.is_some() { "The battle goes on" } else { "Next" };
                let points = campaign.stages[*stage].points;
                let worth = if points == 1 { String::from("1 point") } else { format!("{points} points") };
                vec![
                    line(format!("{what}: {}", tell::heading(campaign, *stage)), theme.ink(Ink::Heading)),
                    text(format!("Whoever wins it has {worth}.")),
                ]
            }
            Standing::Over { ending, .. } => {
                let [blue, red] = self.at.ledger.points;
                let name = &campaign.endings[*ending].name;
                vec![
                    line(format!("The campaign is over: {name}"), theme.ink(Ink::Heading)),
                    text(format!("Points: Blue {blue}, Red {red}.")),
                ]
            }
            Standing::Choice { side, .. } => self.choice(*side, theme),
        }
    }

    fn choice(&self, side: Side, theme: &Theme) -> Vec<Line<'static>> {
        if let Some(name) = self.other_chooser() {
            return vec![line(format!("{name} chooses where {side} goes."), theme.side_text(side))];
        }
        let Some((way, person)) = self.way() else { return Vec::new() };
        let mut lines = Vec::new();
        let ways = self.ways();
        if !person {
            lines.push(line(format!("{side} has chosen: {}", way.name), theme.side_text(side)));
        } else if ways.len() == 1 {
            lines.push(line(format!("{side} goes on: {}", way.name), theme.side_text(side)));
        } else {
            lines.push(line(format!("{side} chooses:"), theme.side_text(side)));
            for (place, way) in ways.iter().enumerate() {
                let ink = if place == self.bar.row() { Ink::Chosen } else { Ink::Text };
                lines.push(line(format!(" {}. {} ", place + 1, way.name), theme.ink(ink)));
            }
        }
        let told = tell::brings(&self.run.campaign, way, &self.at.ledger);
        lines.extend(told.into_iter().map(|text| line(text, theme.ink(Ink::Text))));
        lines
    }
}

/// `First of the Line  ██████░░░░  62 %  veteran  fought and held`; what it did on a line of its own where there is no room for it.
fn unit_lines(unit: &UnitLine, names: usize, width: usize, theme: &Theme, glyphs: Glyphs) -> Vec<Line<'static>> {
    let (full, empty) = if glyphs == Glyphs::Unicode { ('█', '░') } else { ('#', '.') };
    let columns = BARS[usize::from(width < ROOMY)];
    let filled = (usize::from(unit.strength) * columns).div_ceil(100);
    let bar: String = (0..columns).map(|place| if place < filled { full } else { empty }).collect();
    let name = format!("{:<names$}", cut(&unit.name, names));
    let quality = unit.quality.map_or("", battle::Quality::name);
    let figures = format!(" {:>3} % {quality:<9}", unit.strength);
    let room = width.saturating_sub(names + columns + 1);
    let beside = figures.chars().count() + 1 + unit.told.chars().count() <= room;
    let rest = if beside { format!("{figures} {}", unit.told) } else { figures };
    let first = Line::from(vec![
        span(name, theme.ink(Ink::Text)),
        Span::raw(" "),
        span(bar, theme.side_text(unit.side)),
        span(cut(rest.trim_end(), room), theme.ink(Ink::Faint)),
    ]);
    let below = (!beside && !unit.told.is_empty()).then(|| line(format!("  {}", unit.told), theme.ink(Ink::Faint)));
    std::iter::once(first).chain(below).collect()
}

/// Where a run stands, in a few words for a list.
#[must_use]
pub fn course(run: &Run) -> String {
    match run.past.len() {
        0 => String::from("not begun"),
        1 => String::from("1 battle fought"),
        count => format!("{count} battles fought"),
    }
}
