//! Choosing a campaign: to go on with, or to begin, and by which terms.

use battle::{CommanderEntry, HouseRules, Library, Side, SystemInfo, Unusable};
use crossterm::event::KeyCode;
use ratatui::layout::{Position, Rect};
use std::sync::Arc;
use table::campaign::{self, Campaign, Run};
use table::{Going, SeatSpec, TakenUp, Terms};

use super::draw;
use super::pages::course;
use super::{CampaignScreen, Visiting};
use crate::canvas::Canvas;
use crate::host::{Opponent, Room, SharedHost};
use crate::keymap::{HelpRow, Key, Keymap, binding};
use crate::keys::{Keys, Place};
use crate::layer::{Answer, Desk, Flow, Input, Layer};
use crate::panels::status;
use crate::screens::list::List;
use crate::screens::prompt::Prompt;
use crate::screens::rows::{Bar, Listed, Own, turned};
use crate::screens::setup::default_commander;
use crate::text::{line, row_of, sentence, split_below, wrapped};
use crate::theme::Ink;

/// Tag of the list of campaigns.
pub const CAMPAIGNS: &str = "campaigns";
/// Tag of the prompt for a file.
pub const FILE: &str = "campaign file";

/// The list of campaigns: those that are going on first, then those that come with the program.
#[must_use]
pub fn list(desk: &Desk) -> List {
    let text = "Linked battles: what comes next depends on who wins and what it costs.";
    let mut list = List::new(CAMPAIGNS, "Campaigns", text);
    let going = going_on(desk);
    for row in &going {
        list = list.row(None, row.clone());
    }
    let known: Vec<Arc<Campaign>> = known();
    for one in &known {
        list = list.row(None, format!("Begin: {}\t{}", one.title, one.date));
    }
    if desk.visit.is_none() {
        list = list.row(None, "Another file…");
    }
    let first = going.len();
    let preview = move |place: usize, area: Rect, canvas: &mut Canvas<'_>, desk: &Desk| {
        let Some(campaign) = place.checked_sub(first).and_then(|place| known.get(place)) else { return };
        let run = Run::new(Arc::clone(campaign), 0);
        if let Ok(at) = run.position() {
            draw::preview(&run, &at, area, canvas, desk);
        }
    };
    list.beside(Box::new(preview))
}

/// The campaigns that go on, a row each: those in the folder of records, or those of the visitor at a place.
fn going_on(desk: &Desk) -> Vec<String> {
    if let Some(visit) = &desk.visit {
        return visit.host.going_on().into_iter().map(|one| format!("Go on: {}", one.told)).collect();
    }
    let row = |one: &Going| {
        let stands = match one.glance.end {
            None => format!("turn {}", one.glance.turn),
            Some(_) => String::from("between battles"),
        };
        format!("Go on: {}\t{stands}", one.part.told())
    };
    table::going(&desk.saves).iter().map(row).collect()
}

/// Goes on with a campaign at a place.
///
/// # Errors
/// Why not.
fn visit(host: &SharedHost, room: Room) -> Result<Flow, Unusable> {
    let (taken, side, opponent) = host.campaign_after(room).map_err(|why| Unusable(sentence(&why)))?;
    let visiting = Visiting { host: host.clone(), room: Some(room), side, opponent };
    Ok(Flow::Restart(vec![Box::new(CampaignScreen::at_a_place(taken, visiting)?)]))
}

/// The campaigns that come with the program.
fn known() -> Vec<Arc<Campaign>> {
    campaign::builtin().iter().filter_map(|listed| campaign::load(listed.key).ok()).map(Arc::new).collect()
}

/// What a row of that list leads to.
#[must_use]
pub fn picked(place: usize, desk: &mut Desk) -> Flow {
    if let Some(host) = desk.visit.as_ref().map(|visit| visit.host.clone()) {
        let going = host.going_on();
        let listed = place.checked_sub(going.len()).and_then(|place| campaign::builtin().get(place));
        return match (going.get(place), listed) {
            (Some(one), _) => visit(&host, one.room).unwrap_or_else(|why| refusal(&why.0, desk)),
            (None, Some(listed)) => named(listed.key, desk),
            (None, None) => Flow::Stay,
        };
    }
    let going = table::going(&desk.saves);
    if let Some(one) = going.get(place) {
        return take_up(one, desk).unwrap_or_else(|why| refusal(&why.0, desk));
    }
    match campaign::builtin().get(place - going.len()) {
        Some(listed) => named(listed.key, desk),
        None => Flow::Push(Box::new(Prompt::new(FILE, "Campaign file", Vec::new()))),
    }
}

/// The terms of a campaign by its name or file.
#[must_use]
pub fn named(name: &str, desk: &mut Desk) -> Flow {
    match campaign::load(name)
        .map_err(|fault| Unusable(fault.to_string()))
        .and_then(|found| BeginScreen::new(found, desk))
    {
        Ok(terms) => Flow::Push(Box::new(terms)),
        Err(why) => refusal(&why.0, desk),
    }
}

fn refusal(why: &str, desk: &Desk) -> Flow {
    let lines = why.lines().map(|text| line(text, desk.theme.ink(Ink::Bad))).collect();
    Flow::Push(Box::new(crate::screens::pager::Pager::text("The campaign cannot be played", lines)))
}

fn take_up(one: &Going, desk: &Desk) -> Result<Flow, Unusable> {
    let taken = table::take_up(desk.library.as_ref(), &one.path)?;
    Ok(Flow::Push(Box::new(CampaignScreen::new(taken)?)))
}

#[derive(Clone, Copy)]
enum Action {
    Change(i32),
}

impl Own for Action {}

const KEYS: &[Keymap<Listed<Action>>] = &[
    &[binding(
        &[Key::code(KeyCode::Enter)],
        Listed::Choose,
        "choose",
        "Begin the campaign; on another row, the next choice.",
    )],
    Listed::ARROWS,
    &[
        binding(
            &[Key::code(KeyCode::Right), Key::char('l')],
            Listed::Own(Action::Change(1)),
            "← →|change",
            "The next one.",
        ),
        binding(&[Key::code(KeyCode::Left), Key::char('h')], Listed::Own(Action::Change(-1)), "", "The one before."),
    ],
    Listed::BACK,
];

/// The place of the terms.
#[must_use]
pub fn place() -> Place {
    Place::of(KEYS)
}

/// A row of the terms.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Row {
    Begin,
    Rules,
    Side,
    Enemy,
    Seed,
}

const ROWS: [Row; 5] = [Row::Begin, Row::Rules, Row::Side, Row::Enemy, Row::Seed];

/// By which terms a campaign is to be played.
pub struct BeginScreen {
    campaign: Arc<Campaign>,
    systems: Vec<&'static SystemInfo>,
    system: usize,
    /// The person's side; nobody's where the computer plays both.
    side: Option<Side>,
    commanders: Vec<CommanderEntry>,
    enemy: usize,
    /// The place that is visited, where others may play as well.
    host: Option<SharedHost>,
    seed: u64,
    bar: Bar,
    message: String,
}

impl BeginScreen {
    fn new(campaign: Campaign, desk: &mut Desk) -> Result<BeginScreen, Unusable> {
        let library: Arc<dyn Library> = desk.library.clone();
        let (systems, commanders) = (library.systems(), library.commanders());
        if systems.is_empty() || commanders.is_empty() {
            return Err(Unusable(String::from("there is no rule system or no commander to play with")));
        }
        let last = desk.settings.rules.as_deref();
        let usual = default_commander(&commanders).to_string();
        Ok(BeginScreen {
            side: Some(campaign.side),
            campaign: Arc::new(campaign),
            system: systems.iter().position(|info| Some(info.key) == last).unwrap_or(0),
            systems,
            enemy: commanders.iter().position(|entry| entry.key == usual).unwrap_or(0),
            commanders,
            host: desk.visit.as_ref().map(|visit| visit.host.clone()),
            seed: desk.take_seed(),
            bar: Bar::default(),
            message: String::new(),
        })
    }

    fn text(&self, row: Row) -> String {
        match row {
            Row::Begin => String::from("Begin the campaign"),
            Row::Rules => format!("Rules   {}", self.systems[self.system].title),
            Row::Side => match self.side {
                Some(side) => {
                    let story = if side == self.campaign.side { ", whose story it is" } else { "" };
                    format!("You     {side}{story}")
                }
                None => String::from("You     watch; the computer plays both sides"),
            },
            Row::Enemy => {
                let entry = self.commanders.get(self.enemy);
                let told = entry.map(|entry| format!("Enemy   {} — {}", entry.key, entry.temper));
                told.unwrap_or_else(|| String::from("Enemy   anyone who comes"))
            }
            Row::Seed => format!("Seed    {}", self.seed),
        }
    }

    fn change(&mut self, by: i32, desk: &mut Desk) {
        match ROWS[self.bar.row()] {
            Row::Begin => {}
            Row::Rules => self.system = turned(self.system, by, self.systems.len()),
            Row::Side => {
                let all: &[Option<Side>] = match self.host {
                    None => &[Some(Side::Blue), Some(Side::Red), None],
                    Some(_) => &[Some(Side::Blue), Some(Side::Red)],
                };
                let at = all.iter().position(|side| *side == self.side).unwrap_or(0);
                self.side = all[turned(at, by, all.len())];
            }
            Row::Enemy => {
                let all = self.commanders.len() + usize::from(self.host.is_some());
                self.enemy = turned(self.enemy, by, all);
            }
            Row::Seed => self.seed = desk.take_seed(),
        }
    }

    /// The rows: at a place nobody chooses a seed.
    fn rows(&self) -> &'static [Row] {
        if self.host.is_some() { &ROWS[..ROWS.len() - 1] } else { &ROWS }
    }

    fn begin(&mut self, desk: &mut Desk) -> Flow {
        let key = self.commanders.get(self.enemy).map(|entry| entry.key.clone());
        let computer = || key.clone().map_or(SeatSpec::Human, SeatSpec::Commander);
        let seat = |side: Side| if self.side == Some(side) { SeatSpec::Human } else { computer() };
        let terms =
            Terms { system: self.systems[self.system], house: HouseRules::default(), seats: Side::ALL.map(seat) };
        desk.remember(|settings| settings.rules = Some(String::from(terms.system.key)));
        let run = Run::new(Arc::clone(&self.campaign), self.seed);
        let taken = TakenUp { run, terms, fighting: None };
        let opponent = key.map_or(Opponent::Anyone, Opponent::Commander);
        let screen = match (&self.host, self.side) {
            (Some(host), Some(side)) => {
                CampaignScreen::at_a_place(taken, Visiting { host: host.clone(), room: None, side, opponent })
            }
            _ => CampaignScreen::new(taken),
        };
        match screen {
            Ok(screen) => Flow::Restart(vec![Box::new(screen)]),
            Err(why) => {
                self.message = why.0;
                Flow::Stay
            }
        }
    }
}

impl Layer for BeginScreen {
    fn name(&self) -> String {
        String::from("Campaign")
    }

    fn help(&self, keys: &Keys) -> Vec<HelpRow> {
        keys.describe(KEYS, Vec::new())
    }

    fn handle(&mut self, input: Input, desk: &mut Desk) -> Flow {
        let Input::Key(key) = input else { return Flow::Stay };
        match desk.keys.find(KEYS, key) {
            Some(Listed::Choose) if ROWS[self.bar.row()] == Row::Begin => return self.begin(desk),
            Some(Listed::Choose) => self.change(1, desk),
            Some(Listed::Step(by)) => self.bar.turn(by, self.rows().len()),
            Some(Listed::Own(Action::Change(by))) => self.change(by, desk),
            Some(Listed::Back) => return Flow::Pop,
            None => {}
        }
        Flow::Stay
    }

    fn answer(&mut self, _answer: Answer, _desk: &mut Desk) -> Flow {
        Flow::Stay
    }

    fn draw(&mut self, area: Rect, canvas: &mut Canvas<'_>, desk: &Desk) -> Option<Position> {
        let theme = &desk.theme;
        let (body, foot) = split_below(area, 3);
        let left = Rect { width: (area.width * 2 / 5).clamp(38, 64).min(area.width), ..body };
        let right = Rect { x: left.right(), width: area.width - left.width, ..body };
        let rows: Vec<String> = self.rows().iter().map(|row| format!(" {} ", self.text(*row))).collect();
        canvas.write(left.x + 1, left.y, &self.campaign.title, theme.ink(Ink::Heading));
        let list = Rect {
            x: left.x + 1,
            y: left.y + 2,
            width: left.width.saturating_sub(2),
            height: left.height.saturating_sub(2),
        };
        self.bar.draw(&rows, list.intersection(left), canvas, theme);
        let run = Run::new(Arc::clone(&self.campaign), self.seed);
        if let Ok(at) = run.position() {
            draw::preview(&run, &at, right, canvas, desk);
        }
        let said = if self.message.is_empty() { course(&run) } else { self.message.clone() };
        for (row, text) in (0..2).zip(wrapped(&said, usize::from(area.width).saturating_sub(2))) {
            let ink = if self.message.is_empty() { Ink::Faint } else { Ink::Bad };
            canvas.write(foot.x + 1, row_of(foot, row).y, text, theme.ink(ink));
        }
        let hints = row_of(foot, 2);
        status::hints(&status::with_help(self.help(&desk.keys)), hints, theme, canvas);
        None
    }
}
