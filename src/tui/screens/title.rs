//! The title screen.

mod scene;

use crossterm::event::KeyCode;
use ratatui::layout::{Position, Rect};

use super::campaign::choose;
use super::history;
use super::list::{List, Question};
use super::pager::Pager;
use super::reading;
use super::rows::{Bar, Listed, Own};
use super::saves::Saves;
use super::settings::SettingsScreen;
use super::setup::{self, SetupScreen};
use super::workshop::Workshop;
use crate::canvas::Canvas;
use crate::keymap::{Binding, HelpRow, Key, Keymap, binding};
use crate::keys::{Keys, Place};
use crate::layer::{Answer, Desk, Flow, Input, Layer};
use crate::options::Wishes;
use crate::panels::status;
use crate::records::Kept;
use crate::settings::Habit;
use crate::text::{cut, line, split_below};
use crate::theme::Ink;
use scene::Backdrop;

/// What the title leads to.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Choice {
    /// The lessons.
    Tutorial,
    /// Setting a battle up.
    New,
    /// The campaigns.
    Campaign,
    /// The saved battles.
    Continue,
    /// What can be watched.
    Watch,
    /// Making battles.
    Make,
    /// The battles of the person.
    History,
    /// The tables of a rule system.
    Rules,
    /// The settings.
    Settings,
    /// Out.
    Quit,
}

impl Own for Choice {
    fn own_name(self) -> Option<&'static str> {
        Some(match self {
            Choice::Tutorial => "title-tutorial",
            Choice::New => "title-new",
            Choice::Campaign => "title-campaign",
            Choice::Continue => "title-continue",
            Choice::Watch => "title-watch",
            Choice::Make => "title-make",
            Choice::History => "title-history",
            Choice::Rules => "title-rules",
            Choice::Settings => "title-settings",
            Choice::Quit => "title-quit",
        })
    }

    fn own_keys(self) -> &'static [Key] {
        binding_of(self).map_or(&[], |binding| binding.keys)
    }
}

/// The row of keys of a choice.
fn binding_of(choice: Choice) -> Option<&'static Binding<Listed<Choice>>> {
    LETTERS.iter().find(|binding| matches!(binding.action, Listed::Own(own) if own == choice))
}

const CHOICES: [(Choice, &str); 10] = [
    (Choice::Tutorial, "Tutorial"),
    (Choice::New, "New battle"),
    (Choice::Campaign, "Campaign"),
    (Choice::Continue, "Continue"),
    (Choice::Watch, "Watch"),
    (Choice::Make, "Make battle"),
    (Choice::History, "History"),
    (Choice::Rules, "Rules"),
    (Choice::Settings, "Settings"),
    (Choice::Quit, "Quit"),
];

const fn to(keys: &'static [Key], choice: Choice, help: &'static str) -> Binding<Listed<Choice>> {
    binding(keys, Listed::Own(choice), "", help)
}

const KEYS: &[Keymap<Listed<Choice>>] = &[
    &[binding(&[Key::code(KeyCode::Enter)], Listed::Choose, "choose", "Do what is chosen.")],
    Listed::ARROWS,
    LETTERS,
];

/// The letters of the title.
pub const LETTERS: Keymap<Listed<Choice>> = &[
    to(&[Key::char('t')], Choice::Tutorial, "Learn by doing: two short lessons, then a small battle to win."),
    to(&[Key::char('n')], Choice::New, "Set up a new battle."),
    to(&[Key::char('a')], Choice::Campaign, "A campaign: linked battles, to begin or to go on with."),
    to(&[Key::char('c')], Choice::Continue, "Go on with a saved battle."),
    to(&[Key::char('w')], Choice::Watch, "See a saved battle again, or the computer against itself."),
    to(&[Key::char('m')], Choice::Make, "Make a battle of your own: draw the ground, place both armies, try it."),
    to(&[Key::char('h')], Choice::History, "Your battles: won and lost, by rules and by opponent."),
    to(&[Key::char('r')], Choice::Rules, "Read what each rule system is like, with its tables."),
    to(&[Key::char('s')], Choice::Settings, "Keys, colours, characters, speed, and what the program does by itself."),
    binding(&[Key::char('q')], Listed::Own(Choice::Quit), "quit", "Leave the program."),
    binding(
        &[Key::code(KeyCode::Esc)],
        Listed::Back,
        "",
        "Go to Quit, where Enter leaves the program; or ask, if that is set.",
    ),
];

/// The place of the title.
#[must_use]
pub fn place() -> Place {
    Place::of(KEYS)
}

const NAME: [&str; 5] = [
    "█▀▀▀  █▀▀▄  █▀▀█  █▀▀▀  █▄  █  █▀▀█  █▀▀▄  █▀▀▄",
    "█     █  █  █  █  █     █▀▄ █  █  █  █  █  █  █",
    "█ ▀█  █▀█▀  █  █  █ ▀█  █ ▀▄█  █▀▀█  █▀█▀  █  █",
    "█  █  █ ▀▄  █  █  █  █  █  ▀█  █  █  █ ▀▄  █  █",
    "▀▀▀▀  ▀  ▀  ▀▀▀▀  ▀▀▀▀  ▀   ▀  ▀  ▀  ▀  ▀  ▀▀▀ ",
];

const PLAIN_NAME: [&str; 5] = [
    " ##### ####   ###   ##### #   #  ###  ####  #### ",
    " #     #   # #   #  #     ##  # #   # #   # #   #",
    " #  ## ####  #   #  #  ## # # # ##### ####  #   #",
    " #   # #  #  #   #  #   # #  ## #   # #  #  #   #",
    " ##### #   #  ###   ##### #   # #   # #   # #### ",
];

/// A line of battle, for decoration.
const LINE: &str = "▾▾▾▾▾▾▾▾  ▾▾▾▾▾▾▾▾  ●↓●↓●↓  ▾▾▾▾▾▾▾▾  ◆↓◆↓◆↓";
const FACING_LINE: &str = "◆↑◆↑◆↑  ▴▴▴▴▴▴▴▴  ●↑●↑●↑  ▴▴▴▴▴▴▴▴  ▴▴▴▴▴▴▴▴";

/// The title screen.
pub struct Title {
    bar: Bar,
    /// Battles that go on.
    saved: usize,
    /// Whether there are battles of campaigns.
    campaigns: bool,
    backdrop: Backdrop,
}

/// A fresh title screen.
#[must_use]
pub fn title(desk: &Desk) -> Box<dyn Layer> {
    let kept = desk.records();
    let first = kept.is_empty() && desk.settings.is_untouched();
    let saved = kept.iter().filter(|kept| kept.goes_on()).count();
    let campaigns = kept.iter().any(Kept::is_of_a_campaign);
    Box::new(Title { bar: Bar::at(usize::from(!first)), saved, campaigns, backdrop: Backdrop::default() })
}

/// Tag of the question whether to leave.
const QUIT: &str = "quit";
/// Tag of the list of what can be watched.
const WATCHED: &str = "watch";
/// Tag of the list of rule systems.
const READ: &str = "rules";
/// Tag of the list of rule systems to learn.
const LEARNT: &str = "tutorial";

impl Title {
    /// What a choice is for, in a line.
    fn about(&self, choice: Choice) -> String {
        String::from(match (choice, self.saved) {
            (Choice::Tutorial, _) => "two lessons, then a small battle to win",
            (Choice::New, _) => "choose a battle, its rules, and who commands",
            (Choice::Campaign, _) => "linked battles; losses are carried over",
            (Choice::Continue, 0) if self.campaigns => "no battle goes on; campaigns are above",
            (Choice::Continue, 0) => "go on with a saved battle (none)",
            (Choice::Continue, 1) => "go on with a saved battle (1 saved)",
            (Choice::Continue, saved) => return format!("go on with a saved battle ({saved} saved)"),
            (Choice::Watch, _) => "a saved battle, or computer against computer",
            (Choice::Make, _) => "draw the ground, place both armies, try it",
            (Choice::History, _) => "your battles, by rules and by opponent",
            (Choice::Rules, _) => "what each system is like, and its tables",
            (Choice::Settings, _) => "keys, looks, speed, what happens by itself",
            (Choice::Quit, _) => "leave the program",
        })
    }

    fn set_up(wishes: Wishes, desk: &mut Desk) -> Flow {
        match SetupScreen::new(wishes, desk) {
            Ok(setup) => Flow::Push(Box::new(setup)),
            Err(error) => Flow::Push(Box::new(Pager::text(
                "No battle can be set up",
                error.0.lines().map(|text| line(text, desk.theme.ink(Ink::Bad))).collect(),
            ))),
        }
    }

    fn go(choice: Choice, desk: &mut Desk) -> Flow {
        match choice {
            Choice::Tutorial => Flow::Push(Box::new(reading::lessons(LEARNT, desk))),
            Choice::New => Title::set_up(Wishes::default(), desk),
            Choice::Campaign => Flow::Push(Box::new(choose::list(desk))),
            Choice::Continue => Flow::Push(Box::new(Saves::new(desk))),
            Choice::Watch => {
                let list = List::new(WATCHED, "Watch", "Nothing is asked of you; sit back.");
                let list = list.row(Some('c'), "the computer against itself");
                Flow::Push(Box::new(list.row(Some('s'), "a saved battle from its beginning")))
            }
            Choice::Make => Flow::Push(Box::new(Workshop::new(desk))),
            Choice::History => Flow::Push(Box::new(history::page(desk))),
            Choice::Rules => Flow::Push(Box::new(reading::rules(READ, desk))),
            Choice::Settings => Flow::Push(Box::new(SettingsScreen::default())),
            Choice::Quit => Flow::Quit,
        }
    }

    /// Two commanders of the computer, to be set up by whoever wants to see them.
    fn watch(place: usize, desk: &mut Desk) -> Flow {
        if place > 0 {
            return Flow::Push(Box::new(Saves::to_watch(desk)));
        }
        let commanders = desk.library.commanders();
        let steady = setup::default_commander(&commanders);
        Title::set_up(Wishes { seats: [Some(steady.clone()), Some(steady)], ..Wishes::default() }, desk)
    }
}

impl Layer for Title {
    fn name(&self) -> String {
        String::from("Title")
    }

    fn help(&self, keys: &Keys) -> Vec<HelpRow> {
        keys.describe(KEYS, Vec::new())
    }

    fn handle(&mut self, input: Input, desk: &mut Desk) -> Flow {
        let Input::Key(key) = input else { return Flow::Stay };
        match desk.keys.find(KEYS, key) {
            Some(Listed::Choose) => return Title::go(CHOICES[self.bar.row()].0, desk),
            Some(Listed::Step(by)) => self.bar.turn(by, CHOICES.len()),
            Some(Listed::Back | Listed::Own(Choice::Quit)) if desk.settings.has(Habit::Parting) => {
                let text = line("Your battles are saved.", desk.theme.ink(Ink::Text));
                return Flow::Push(Box::new(Question::new(QUIT, "Leave the program?", vec![text])));
            }
            Some(Listed::Own(choice)) => return Title::go(choice, desk),
            Some(Listed::Back) => self.bar = Bar::at(CHOICES.len() - 1),
            None => {}
        }
        Flow::Stay
    }

    fn answer(&mut self, answer: Answer, desk: &mut Desk) -> Flow {
        match answer {
            Answer::Yes(QUIT) => Flow::Quit,
            Answer::Picked(WATCHED, place) => Title::watch(place, desk),
            Answer::Picked(choose::CAMPAIGNS, place) => choose::picked(place, desk),
            Answer::Line(choose::FILE, name) => choose::named(&name, desk),
            Answer::Picked(LEARNT, place) => reading::first_lesson(place, desk),
            Answer::Picked(READ, place) => reading::tables(place, desk),
            _ => Flow::Stay,
        }
    }

    fn draw(&mut self, area: Rect, canvas: &mut Canvas<'_>, desk: &Desk) -> Option<Position> {
        let theme = &desk.theme;
        let (body, hints) = split_below(area, 1);
        let rows = CHOICES.len() as u16;
        let banner = if body.height >= BANNER + rows { BANNER } else { 2.min(body.height.saturating_sub(rows)) };
        let top = body.y + body.height.saturating_sub(banner + rows) / 2;
        let under =
            Rect { x: area.x + area.width.saturating_sub(SHADE) / 2, y: top, width: SHADE, height: banner + rows + 1 };
        let scene = self.backdrop.draw(body, under.intersection(body), canvas, desk);
        if banner == BANNER {
            draw_banner(Rect { y: top, height: banner, ..body }, !scene, canvas, desk);
        } else if banner > 0 {
            canvas.write(body.x + 2, top, "GROGNARD", theme.ink(Ink::Heading));
        }
        let width = ROW.min(area.width);
        let key = |choice: Choice| binding_of(choice).and_then(|row| desk.keys.of(row).first().map(Key::to_string));
        let keys = CHOICES.map(|(choice, _)| key(choice).unwrap_or_default());
        let room = keys.iter().map(String::len).max().unwrap_or(0);
        let row = |(choice, name): (Choice, &str)| {
            let key = key(choice).unwrap_or_default();
            let text = format!(" {key:<room$}  {name:<11} {}", self.about(choice));
            format!("{:<width$}", cut(&text, usize::from(width)), width = usize::from(width))
        };
        let height = body.bottom().saturating_sub(top + banner);
        let list = Rect { x: area.x + (area.width - width) / 2, y: top + banner, width, height };
        self.bar.draw(&CHOICES.map(row), list, canvas, theme);
        status::hints(&status::with_help(self.help(&desk.keys)), hints, theme, canvas);
        None
    }
}

/// Rows of the name with its decoration.
const BANNER: u16 = 13;

/// Columns of a choice.
const ROW: u16 = 70;

/// Columns of the shade that title and choices are read on, where a field lies behind them.
const SHADE: u16 = 76;

/// The name, between two lines of battle where no field lies behind it.
fn draw_banner(area: Rect, alone: bool, canvas: &mut Canvas<'_>, desk: &Desk) {
    let theme = &desk.theme;
    let middle = |text: &str| area.x + (area.width.saturating_sub(text.chars().count() as u16)) / 2;
    let unicode = desk.glyphs == crate::glyphs::Glyphs::Unicode;
    let (lines, name) = if unicode { (Some((LINE, FACING_LINE)), NAME) } else { (None, PLAIN_NAME) };
    if let Some((above, below)) = lines.filter(|_| alone) {
        canvas.write(middle(above), area.y, above, theme.side_text(battle::Side::Red));
        canvas.write(middle(below), area.y + 9, below, theme.side_text(battle::Side::Blue));
    }
    for (row, text) in name.iter().enumerate() {
        canvas.write(middle(text), area.y + 2 + row as u16, text, theme.ink(Ink::Heading));
    }
    let subtitle = "battles of muskets, horses and guns, under published tabletop rules";
    canvas.write(middle(subtitle), area.y + 11, subtitle, theme.ink(Ink::Faint));
}
