//! A campaign in sentences: the story so far, how everybody is, what a way would bring, the map in letters.

use battle::{Quality, Side, Terrain};
use hexes::{Hex, Offset};

use crate::account::{Account, LeaderEnd};
use crate::draw::lifted;
use crate::ledger::{Fate, Ledger, UnitState};
use crate::model::{Campaign, Way};
use crate::run::{Position, Run, Standing};

/// A piece of the story: what it is about, and what is told.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Chapter {
    /// `Cowpens, 17 January 1781`.
    pub heading: String,
    /// Paragraphs.
    pub text: Vec<String>,
}

/// What is shown of a unit.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnitLine {
    /// Whose.
    pub side: Side,
    /// Its name.
    pub name: String,
    /// Per cent of full strength.
    pub strength: u8,
    /// Its quality now, if any of its battles can tell.
    pub quality: Option<Quality>,
    /// What has happened to it, and whether it takes part next, in a few words; empty where nothing is to be told.
    pub told: String,
}

/// A stage as a heading: the battle's title and its date.
#[must_use]
pub fn heading(campaign: &Campaign, stage: usize) -> String {
    let title = &campaign.battle(stage).scenario.title;
    let date = &campaign.stages[stage].date;
    if date.is_empty() { title.clone() } else { format!("{title}, {date}") }
}

/// The story of a run so far, up to the battle that is next, the choice, or the end.
#[must_use]
pub fn story(run: &Run, position: &Position) -> Vec<Chapter> {
    let campaign = run.campaign.as_ref();
    let paragraphs = |text: &str| text.lines().map(String::from).collect::<Vec<String>>();
    let mut chapters =
        vec![Chapter { heading: dated(&campaign.title, &campaign.date), text: paragraphs(&campaign.note) }];
    for fought in &run.past {
        let Some(stage) = campaign.stage_named(&fought.stage) else { continue };
        let mut text = paragraphs(&campaign.stages[stage].story);
        text.push(outcome(&fought.account));
        text.extend(fallen(campaign, stage, &fought.account));
        let way = campaign.stages[stage].ways.iter().find(|way| Some(&way.name) == fought.way.as_ref());
        if let Some(way) = way {
            text.push(format!("{}.", way.name));
            text.extend(paragraphs(&way.story));
        }
        chapters.push(Chapter { heading: heading(campaign, stage), text });
    }
    match position.standing {
        Standing::Battle { stage, .. } => {
            let text = paragraphs(&campaign.stages[stage].story);
            chapters.push(Chapter { heading: heading(campaign, stage), text });
        }
        Standing::Over { ending, nobody } => {
            let ending = &campaign.endings[ending];
            let mut text = Vec::new();
            if let Some(side) = nobody {
                text.push(format!("{side} has nobody left who could fight another battle."));
            }
            text.extend(paragraphs(&ending.story));
            text.push(verdict(campaign, ending.winner, position.ledger.points));
            chapters.push(Chapter { heading: ending.name.clone(), text });
        }
        Standing::Choice { .. } => {}
    }
    chapters
}

fn dated(title: &str, date: &str) -> String {
    if date.is_empty() { title.to_owned() } else { format!("{title}, {date}") }
}

/// Who has won the campaign, with the points.
fn verdict(campaign: &Campaign, winner: Option<Side>, [blue, red]: [u16; 2]) -> String {
    let won = winner.map_or_else(|| String::from("Nobody has won"), |side| format!("{side} has won"));
    format!("{won} {}: {blue} points for Blue, {red} for Red.", campaign.title)
}

/// How a battle ended: `Blue won. Blue lost 20 per cent of its army, Red 45.`
#[must_use]
pub fn outcome(account: &Account) -> String {
    let won = account.winner.map_or_else(|| String::from("Nobody won"), |side| format!("{side} won"));
    let [blue, red] = account.lost;
    format!("{won}. Blue lost {blue} per cent of its army, Red {red}.")
}

/// Leaders of the campaign who were hurt or lost in a battle, a sentence each.
fn fallen(campaign: &Campaign, stage: usize, account: &Account) -> Vec<String> {
    let key = &campaign.stages[stage].key;
    let told = |leader: &crate::model::LeaderLine| match account.leaders.get(leader.labels.get(key)?)? {
        LeaderEnd::Fit => None,
        LeaderEnd::Wounded => Some(format!("{} was wounded.", leader.name)),
        LeaderEnd::Lost => Some(format!("{} was killed or taken.", leader.name)),
    };
    campaign.leaders.iter().filter_map(told).collect()
}

/// What a way would bring, a sentence each.
#[must_use]
pub fn brings(campaign: &Campaign, way: &Way, ledger: &Ledger) -> Vec<String> {
    let Some(to) = way.to else { return vec![String::from("The campaign ends.")] };
    let mut told = vec![format!("Leads to {}.", heading(campaign, to))];
    let rested = |side: Side| format!("{side}'s units get back {} per cent of what they lack.", way.rest[side.index()]);
    told.extend(Side::ALL.into_iter().filter(|side| way.rest[side.index()] > 0).map(rested));
    for late in &way.late {
        told.push(format!("{}: {} come on turn {}.", late.name, names(campaign, to, &late.units), late.turn));
    }
    if !way.absent.is_empty() {
        told.push(format!("Not there: {}.", names(campaign, to, &way.absent)));
    }
    let mut after = ledger.clone();
    after.take(campaign, way);
    let key = &campaign.stages[to].key;
    let stays = |(line, state): (&crate::model::UnitLine, &UnitState)| {
        (state.fate == Fate::Behind && line.labels.contains_key(key)).then(|| line.name.clone())
    };
    let behind: Vec<String> = campaign.units.iter().zip(&after.units).filter_map(stays).collect();
    if !behind.is_empty() {
        told.push(format!("Too weak to come: {}.", behind.join(", ")));
    }
    told
}

/// The names behind labels of a battle.
fn names(campaign: &Campaign, stage: usize, labels: &[String]) -> String {
    let scenario = &campaign.battle(stage).scenario;
    let name = |label: &String| {
        let unit = scenario.armies.iter().flat_map(|army| &army.units).find(|unit| unit.label == *label);
        let leader = || scenario.armies.iter().flat_map(|army| &army.leaders).find(|leader| leader.label == *label);
        unit.map(|unit| &unit.name).or_else(|| leader().map(|leader| &leader.name)).unwrap_or(label).clone()
    };
    labels.iter().map(name).collect::<Vec<_>>().join(", ")
}

/// Every unit of the campaign as it is, Blue's first.
#[must_use]
pub fn units(campaign: &Campaign, ledger: &Ledger) -> Vec<UnitLine> {
    let line = |(place, state): (usize, &UnitState)| {
        let unit = &campaign.units[place];
        UnitLine {
            side: unit.side,
            name: unit.name.clone(),
            strength: state.strength,
            quality: quality(campaign, place).map(|quality| lifted(quality, state.steps())),
            told: told(state),
        }
    };
    let mut all: Vec<UnitLine> = ledger.units.iter().enumerate().map(line).collect();
    all.sort_by_key(|unit| unit.side);
    all
}

/// What the first of a unit's battles says of its quality.
fn quality(campaign: &Campaign, place: usize) -> Option<Quality> {
    let labels = &campaign.units[place].labels;
    let stage = (0..campaign.stages.len()).find(|stage| labels.contains_key(&campaign.stages[*stage].key))?;
    let label = &labels[&campaign.stages[stage].key];
    let armies = &campaign.battle(stage).scenario.armies;
    armies.iter().flat_map(|army| &army.units).find(|unit| unit.label == *label).map(|unit| unit.quality)
}

fn told(state: &UnitState) -> String {
    let fate = match state.fate {
        Fate::Fit => "",
        Fate::Behind => "too weak, stays behind",
        Fate::Gone => "gone for good",
    };
    let parts = [state.since.words(), fate];
    parts.into_iter().filter(|words| !words.is_empty()).collect::<Vec<_>>().join("; ")
}

/// Leaders of whom there is something to tell, a sentence each.
#[must_use]
pub fn leaders(campaign: &Campaign, ledger: &Ledger) -> Vec<String> {
    let line = |(leader, state): (&crate::model::LeaderLine, &crate::ledger::LeaderState)| {
        let name = &leader.name;
        match (state.successors, state.wounded) {
            (0, false) => None,
            (0, true) => Some(format!("{name} is wounded and misses the next battle.")),
            (_, true) => Some(format!("{name} is dead or taken; his successor is wounded and misses the next battle.")),
            (_, false) => Some(format!("{name} is dead or taken; a successor has his place.")),
        }
    };
    campaign.leaders.iter().zip(&ledger.leaders).filter_map(line).collect()
}

/// What a stage is on the map.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mark {
    /// It was fought and won by that side; by nobody where there is none.
    Fought(Option<Side>),
    /// It is next.
    Here,
    /// One of the open ways leads there.
    Open,
    /// It is not known yet whether one comes there.
    Ahead,
}

impl Mark {
    /// Its letter on a map of letters.
    #[must_use]
    pub const fn letter(self) -> char {
        match self {
            Mark::Fought(Some(Side::Blue)) => 'B',
            Mark::Fought(Some(Side::Red)) => 'R',
            Mark::Fought(None) => '=',
            Mark::Here => '@',
            Mark::Open => '?',
            Mark::Ahead => 'o',
        }
    }
}

/// What every stage is on the map, in the order of the stages.
#[must_use]
pub fn marks(run: &Run, position: &Position) -> Vec<Mark> {
    let campaign = run.campaign.as_ref();
    let fought = |key: &str| run.past.iter().rev().find(|fought| fought.stage == key);
    let open: Vec<usize> = match (&position.standing, run.past.last()) {
        (Standing::Choice { ways, .. }, Some(last)) => {
            let stage = campaign.stage_named(&last.stage).unwrap_or_default();
            ways.iter().filter_map(|way| campaign.stages[stage].ways[*way].to).collect()
        }
        _ => Vec::new(),
    };
    let here = |stage: usize| matches!(position.standing, Standing::Battle { stage: next, .. } if next == stage);
    let mark = |stage: usize| match fought(&campaign.stages[stage].key) {
        _ if here(stage) => Mark::Here,
        _ if open.contains(&stage) => Mark::Open,
        Some(fought) => Mark::Fought(fought.account.winner),
        None => Mark::Ahead,
    };
    (0..campaign.stages.len()).map(mark).collect()
}

/// What the signs of stages mean.
pub const SIGNS: &str = "@ next  ? a way leads there  B R = fought, by who won  o ahead";

/// What the letters of the ground mean, where it is drawn in letters.
pub const LETTERS: &str = "w woods  ~ water  - road";

/// The map in letters: two columns a hex, odd rows indented, with stages by their marks and names where there is room.
#[must_use]
pub fn map(run: &Run, position: &Position) -> Vec<String> {
    let campaign = run.campaign.as_ref();
    let grid = campaign.ground.grid();
    let width = 2 * usize::from(grid.width().unsigned_abs()) + 1;
    let mut sheet = Sheet {
        rows: (0..grid.height()).map(|row| ground_row(campaign, row, width)).collect(),
        taken: vec![vec![false; width]; usize::from(grid.height().unsigned_abs())],
    };
    let marks = marks(run, position);
    let stages = || campaign.stages.iter().zip(&marks);
    // Where one comes to first, then where one was; of what is ahead the names come last.
    for (stage, mark) in stages().filter(|(_, mark)| **mark != Mark::Ahead) {
        sheet.write(stage.at, mark.letter(), &campaign.battles[&stage.battle].scenario.title);
    }
    for (stage, mark) in stages().filter(|(_, mark)| **mark == Mark::Ahead) {
        sheet.write(stage.at, mark.letter(), &campaign.battles[&stage.battle].scenario.title);
    }
    for (name, hex) in &campaign.places {
        if campaign.stages.iter().all(|stage| stage.at != *hex) {
            sheet.write(*hex, '·', name);
        }
    }
    let rows = sheet.rows;
    rows.into_iter().map(|row| row.into_iter().collect::<String>().trim_end().to_owned()).collect()
}

fn ground_row(campaign: &Campaign, row: i16, width: usize) -> Vec<char> {
    let mut letters = vec![' '; width];
    for column in 0..campaign.ground.grid().width() {
        let place = 2 * usize::from(column.unsigned_abs()) + usize::from(row.unsigned_abs() % 2);
        letters[place] = letter(campaign, Offset::new(column, row).hex());
    }
    letters
}

fn letter(campaign: &Campaign, hex: Hex) -> char {
    let ground = &campaign.ground;
    match ground.terrain(hex) {
        _ if ground.road(hex) => '-',
        Terrain::Water => '~',
        Terrain::Woods | Terrain::DenseWoods | Terrain::LightWoods => 'w',
        Terrain::Marsh => 'm',
        Terrain::Impassable => '#',
        Terrain::Rough => 'r',
        terrain if terrain.is_built_up() => 'h',
        _ if ground.elevation(hex) > 0 => '^',
        _ => '.',
    }
}

/// A map in letters, and which of them names and signs have taken.
struct Sheet {
    rows: Vec<Vec<char>>,
    taken: Vec<Vec<bool>>,
}

impl Sheet {
    /// Writes a sign and its name, behind it or at the right edge before it; the sign alone, or nothing, where something is written.
    fn write(&mut self, hex: Hex, sign: char, name: &str) {
        let at = hex.offset();
        let first = 2 * usize::from(at.column.unsigned_abs()) + usize::from(at.row.unsigned_abs() % 2);
        let behind: Vec<char> = std::iter::once(sign).chain(name.chars()).collect();
        let before: Vec<char> = name.chars().chain([sign]).collect();
        let start = (first + 1).saturating_sub(before.len());
        let row = usize::from(at.row.unsigned_abs());
        for (from, text) in [(first, behind), (start, before), (first, vec![sign])] {
            if self.fits(row, from, text.len()) {
                for (place, letter) in text.into_iter().enumerate() {
                    (self.rows[row][from + place], self.taken[row][from + place]) = (letter, true);
                }
                return;
            }
        }
    }

    /// Whether so many letters are free there, with one to spare on either side.
    fn fits(&self, row: usize, from: usize, count: usize) -> bool {
        let Some(taken) = self.taken.get(row).filter(|taken| from + count <= taken.len()) else { return false };
        !taken[from.saturating_sub(1)..(from + count + 1).min(taken.len())].contains(&true)
    }
}
