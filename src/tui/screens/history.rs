//! The battles of the person: won, lost and drawn, by rules and by opponent, the longest and shortest, the most one-sided.

use std::collections::{BTreeMap, BTreeSet};

use battle::{CommanderEntry, Library, Side};
use ratatui::text::Line;
use table::{End, SeatSpec};

use super::pager::Pager;
use crate::layer::Desk;
use crate::records::{Brief, Kept};
use crate::text::{line, sentence, table};
use crate::theme::{Ink, Theme};

/// Columns of the page's tables.
const WIDTH: usize = 100;

/// A battle of one person that is over.
struct Fought<'a> {
    kept: &'a Kept,
    brief: &'a Brief,
    side: Side,
    end: End,
}

impl Fought<'_> {
    fn result(&self) -> Result {
        match self.end.winner {
            None => Result::Drawn,
            Some(side) if side == self.side => Result::Won,
            Some(_) => Result::Lost,
        }
    }

    fn opponent(&self) -> String {
        match &self.brief.seats[self.side.other().index()] {
            SeatSpec::Exec(_) | SeatSpec::Pipe => String::from("a program"),
            seat => seat.to_string(),
        }
    }

    /// How one-sided it was: what the winner has more, in hundredths of what both have, and in points.
    fn margin(&self) -> (i64, i64) {
        let [most, least] = match self.end.points.map(|points| points.max(0)) {
            [blue, red] if blue >= red => [blue, red],
            [blue, red] => [red, blue],
        };
        ((most - least) * 100 / (most + least).max(1), most - least)
    }

    /// `Small field, Drill, against first: won in turn 5 of 8 by objectives at the turn limit, 6 to 2, yesterday.`
    fn told(&self) -> String {
        let [own, other] = [self.side, self.side.other()].map(|side| self.end.points[side.index()]);
        let title = match &self.kept.name {
            Ok(Some(name)) => format!("{name} ({})", self.brief.title),
            _ => self.brief.title.clone(),
        };
        sentence(&format!(
            "{title}, {}, against {}: {} in {} {}, {own} to {other}, {}",
            self.brief.system,
            self.opponent(),
            self.result().word(),
            self.brief.course(),
            self.end.reason.text(),
            self.kept.age()
        ))
    }
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Result {
    Won,
    Lost,
    Drawn,
}

impl Result {
    const ALL: [Result; 3] = [Result::Won, Result::Lost, Result::Drawn];

    const fn word(self) -> &'static str {
        match self {
            Result::Won => "won",
            Result::Lost => "lost",
            Result::Drawn => "drawn",
        }
    }
}

/// The page of the battles whose records are in the folder.
#[must_use]
pub fn page(desk: &Desk) -> Pager {
    let lessons = lessons(desk.library.as_ref());
    let of_lesson = |kept: &Kept| kept.brief.as_ref().as_ref().is_ok_and(|brief| lessons.contains(&brief.key));
    let mut kept = desk.records();
    kept.retain(|kept| !of_lesson(kept));
    let fought: Vec<Fought<'_>> = kept.iter().filter_map(fought).collect();
    let theme = &desk.theme;
    let told = summary(&kept, &fought);
    let mut lines: Vec<Line<'static>> = told.into_iter().map(|text| line(text, theme.ink(Ink::Text))).collect();
    lines.push(Line::default());
    if !fought.is_empty() {
        lines.extend(by("By rules", &fought, theme, |battle| battle.brief.system.clone()));
        let commanders = desk.library.commanders();
        lines.extend(by("By opponent", &fought, theme, |battle| level(battle, &commanders)));
        lines.extend(marks(&fought, theme));
    }
    let told =
        format!("Counted from the records in {}; a battle that is deleted is counted no more.", desk.saves.display());
    lines.push(line(told, theme.ink(Ink::Faint)));
    lines.push(line("Lessons are not counted.", theme.ink(Ink::Faint)));
    Pager::text("Your battles", lines)
}

/// The keys of lessons that are no battles besides.
fn lessons(library: &dyn Library) -> BTreeSet<String> {
    let battles: BTreeSet<String> = library.battles().iter().map(|file| file.scenario.key.clone()).collect();
    let lessons = library.systems().into_iter().flat_map(|system| library.lessons(system));
    lessons.map(|lesson| lesson.battle.scenario.key.clone()).filter(|key| !battles.contains(key)).collect()
}

fn fought(kept: &Kept) -> Option<Fought<'_>> {
    let brief = kept.brief.as_ref().as_ref().ok()?;
    Some(Fought { kept, brief, side: brief.person()?, end: brief.end? })
}

/// How many there are, a sentence a line.
fn summary(kept: &[Kept], fought: &[Fought<'_>]) -> Vec<String> {
    let count = |result: Result| fought.iter().filter(|battle| battle.result() == result).count();
    let [won, lost, drawn] = Result::ALL.map(count);
    let all = match fought.len() {
        0 => String::from("You have fought no battle to its end yet."),
        1 => format!("You have fought 1 battle to its end: {won} won, {lost} lost, {drawn} drawn."),
        all => format!("You have fought {all} battles to their end: {won} won, {lost} lost, {drawn} drawn."),
    };
    let of_people = |people: usize| {
        let briefs = kept.iter().filter_map(|kept| kept.brief.as_ref().as_ref().ok());
        briefs.filter(move |brief| brief.seats.iter().filter(|seat| seat.is_human()).count() == people)
    };
    let more = [
        (of_people(1).filter(|brief| brief.end.is_none()).count(), "goes on", "go on"),
        (of_people(2).count(), "was fought by two persons here", "were fought by two persons here"),
        (of_people(0).count(), "was fought by the computer alone", "were fought by the computer alone"),
        (kept.iter().filter(|kept| kept.brief.is_err()).count(), "cannot be read", "cannot be read"),
    ];
    let more = more.into_iter().filter(|(count, ..)| *count > 0);
    let more = more.map(|(count, one, many)| format!("{count} {}.", if count == 1 { one } else { many }));
    std::iter::once(all).chain(more).collect()
}

/// What a commander is called, with a line on its temper.
fn level(battle: &Fought<'_>, commanders: &[CommanderEntry]) -> String {
    let key = battle.opponent();
    let known = commanders.iter().find(|entry| entry.key == key);
    known.map_or(key.clone(), |entry| format!("{key}, {}", entry.temper))
}

/// A table of results by something, the most fought first.
fn by(heading: &str, fought: &[Fought<'_>], theme: &Theme, what: impl Fn(&Fought<'_>) -> String) -> Vec<Line<'static>> {
    let mut counts: BTreeMap<String, [usize; 3]> = BTreeMap::new();
    for battle in fought {
        let place = Result::ALL.iter().position(|result| *result == battle.result()).unwrap_or(0);
        counts.entry(what(battle)).or_default()[place] += 1;
    }
    let mut rows: Vec<(String, [usize; 3])> = counts.into_iter().collect();
    rows.sort_by_key(|(_, counts)| std::cmp::Reverse(counts.iter().sum::<usize>()));
    let row = |(name, counts): &(String, [usize; 3])| {
        let results = Result::ALL.iter().zip(counts).map(|(result, count)| format!("{count:>3} {}", result.word()));
        let all = format!("{:>3} fought", counts.iter().sum::<usize>());
        [all].into_iter().chain(results).chain([name.clone()]).collect()
    };
    let cells: Vec<Vec<String>> = rows.iter().map(row).collect();
    let rows = table(&cells, WIDTH).into_iter().map(|row| line(format!("  {row}"), theme.ink(Ink::Text)));
    let heading = line(heading.to_owned(), theme.ink(Ink::Heading));
    [heading].into_iter().chain(rows).chain([Line::default()]).collect()
}

/// The longest, the shortest, and the most one-sided.
fn marks(fought: &[Fought<'_>], theme: &Theme) -> Vec<Line<'static>> {
    let best =
        |result: Result| fought.iter().filter(move |battle| battle.result() == result).max_by_key(|one| one.margin());
    let marks = [
        ("Longest", fought.iter().max_by_key(|battle| battle.brief.turn)),
        ("Shortest", fought.iter().min_by_key(|battle| battle.brief.turn)),
        ("Greatest victory", best(Result::Won)),
        ("Worst defeat", best(Result::Lost)),
    ];
    let told = marks.into_iter().filter_map(|(name, battle)| Some((name, battle?)));
    let lines = told.flat_map(|(name, battle)| {
        [line(name, theme.ink(Ink::Heading)), line(format!("  {}", battle.told()), theme.ink(Ink::Text))]
    });
    lines.chain([Line::default()]).collect()
}
