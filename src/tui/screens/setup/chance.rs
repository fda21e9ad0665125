//! A battle drawn by chance: what one wishes for, and the battle that comes of it, as often as one likes.

use std::time::Duration;

use battle::{BattleFile, HouseRules, SystemInfo, Unusable, Wish, random_name};
use crossterm::event::KeyCode;
use ratatui::layout::{Position, Rect};

use super::draw;
use crate::canvas::Canvas;
use crate::keymap::{HelpRow, Key, Keymap, binding};
use crate::keys::{Keys, Place};
use crate::layer::{Answer, Desk, Flow, Input, Layer, Standing};
use crate::panels::status;
use crate::screens::fairness::Fairness;
use crate::screens::rows::{Bar, Listed, Own, turned};
use crate::text::{cut, panel, row_of, split_below, wrapped};
use crate::theme::Ink;

/// Tag of the answer that names the battle to the screen below.
pub const DRAWN: &str = "drawn";

/// What a choice is called that leaves it to the seed.
const ANY: &str = "any";

#[derive(Clone, Copy)]
enum Action {
    Change(i32),
    Again,
}

impl Own for Action {}

const CHOOSE: Keymap<Listed<Action>> =
    &[binding(&[Key::code(KeyCode::Enter)], Listed::Choose, "take this battle", "Take the battle that is shown.")];

const KEYS: Keymap<Listed<Action>> = &[
    binding(
        &[Key::code(KeyCode::Right), Key::char('l')],
        Listed::Own(Action::Change(1)),
        "← →|change",
        "The next choice; the battle is drawn anew.",
    ),
    binding(&[Key::code(KeyCode::Left), Key::char('h')], Listed::Own(Action::Change(-1)), "", "The choice before."),
    binding(
        &[Key::char('n'), Key::char(' ')],
        Listed::Own(Action::Again),
        "another one",
        "Another battle by the same wishes.",
    ),
];

const MAPS: &[Keymap<Listed<Action>>] = &[CHOOSE, Listed::ARROWS, KEYS, Listed::BACK];

/// The place of this screen.
#[must_use]
pub fn place() -> Place {
    Place::of(MAPS)
}

/// The screen.
pub struct Chance {
    wishes: Vec<Wish>,
    /// The choice of each wish, counted from 1; 0 for any.
    chosen: Vec<usize>,
    bar: Bar,
    seed: u64,
    battle: Result<BattleFile, Unusable>,
    /// The rules that it will be played by, and whether it is fair under them.
    rules: (&'static SystemInfo, HouseRules),
    fairness: Fairness,
}

impl Chance {
    /// Nothing wished for yet, and a battle drawn that will be played by those rules.
    #[must_use]
    pub fn new(rules: (&'static SystemInfo, HouseRules), desk: &mut Desk) -> Chance {
        let wishes = desk.library.wishes();
        let nothing = Err(Unusable(String::from("no battles are drawn here")));
        let chosen = vec![0; wishes.len()];
        let (bar, seed, fairness) = (Bar::default(), desk.take_seed(), Fairness::default());
        let mut chance = Chance { wishes, chosen, bar, seed, battle: nothing, rules, fairness };
        chance.draw_battle(desk);
        chance
    }

    /// The name of the battle by wishes and seed.
    fn battle_name(&self) -> String {
        let words = self
            .wishes
            .iter()
            .zip(&self.chosen)
            .filter_map(|(wish, chosen)| wish.choices.get(chosen.checked_sub(1)?).map(|(word, _)| word.as_str()));
        random_name(words, self.seed)
    }

    fn draw_battle(&mut self, desk: &Desk) {
        if let Some(drawn) = desk.library.drawn(&self.battle_name(), self.seed) {
            self.battle = drawn;
            self.fairness.renew(desk);
        }
    }

    fn change(&mut self, by: i32, desk: &Desk) {
        let row = self.bar.row();
        if let (Some(wish), Some(chosen)) = (self.wishes.get(row), self.chosen.get_mut(row)) {
            *chosen = turned(*chosen, by, wish.choices.len() + 1);
            self.draw_battle(desk);
        }
    }

    /// The rows: each wish with what is chosen.
    fn rows(&self) -> Vec<String> {
        let row = |(wish, chosen): (&Wish, &usize)| {
            let choice = chosen.checked_sub(1).and_then(|place| wish.choices.get(place));
            let told = choice.map_or(ANY, |(_, told)| told.as_str());
            format!(" {:<9} {told}", wish.name)
        };
        self.wishes.iter().zip(&self.chosen).map(row).collect()
    }
}

impl Layer for Chance {
    fn name(&self) -> String {
        String::from("A battle drawn by chance")
    }

    fn help(&self, keys: &Keys) -> Vec<HelpRow> {
        keys.describe(MAPS, Vec::new())
    }

    fn handle(&mut self, input: Input, desk: &mut Desk) -> Flow {
        let Input::Key(key) = input else { return Flow::Stay };
        match desk.keys.find(MAPS, key) {
            Some(Listed::Choose) => {
                if let Ok(battle) = &self.battle {
                    return Flow::Answer(Answer::Line(DRAWN, battle.scenario.key.clone()));
                }
            }
            Some(Listed::Step(by)) => self.bar.turn(by, self.wishes.len()),
            Some(Listed::Own(Action::Change(by))) => self.change(by, desk),
            Some(Listed::Own(Action::Again)) => {
                self.seed = desk.take_seed();
                self.draw_battle(desk);
            }
            Some(Listed::Back) => return Flow::Pop,
            None => {}
        }
        Flow::Stay
    }

    fn tick(&mut self, now: Duration, _standing: Standing, desk: &mut Desk) -> (bool, Flow) {
        (self.fairness.tick(now, desk, self.battle.as_ref().ok(), &self.rules), Flow::Stay)
    }

    fn wants_tick(&self, _standing: Standing, _desk: &Desk) -> Option<Duration> {
        self.fairness.wants_tick()
    }

    fn draw(&mut self, area: Rect, canvas: &mut Canvas<'_>, desk: &Desk) -> Option<Position> {
        let (body, foot) = split_below(area, 2);
        let left = Rect { width: (area.width * 2 / 5).clamp(30, 52).min(area.width), ..body };
        let right = Rect { x: left.right(), width: area.width - left.width, ..body };
        let inner = panel("Drawn by chance", left, &desk.theme, canvas);
        let width = usize::from(inner.width);
        let rows: Vec<String> = self.rows().iter().map(|row| format!("{:<width$}", cut(row, width))).collect();
        self.bar.draw(
            &rows,
            Rect { y: inner.y + 1, height: inner.height.saturating_sub(1), ..inner },
            canvas,
            &desk.theme,
        );
        let told = match &self.battle {
            Ok(battle) => (format!("Whoever types its name gets the same battle: {}", battle.scenario.key), Ink::Faint),
            Err(fault) => (fault.0.clone(), Ink::Bad),
        };
        let room = width.saturating_sub(2);
        let mut lines: Vec<(String, Ink)> = wrapped(&told.0, room).into_iter().map(|line| (line, told.1)).collect();
        lines.push((String::new(), Ink::Text));
        lines.extend(self.fairness.lines(room));
        for (place, (text, ink)) in lines.into_iter().enumerate() {
            let y = inner.y + 2 + (self.wishes.len() + place) as u16;
            if y < inner.bottom() {
                canvas.write(inner.x + 1, y, text, desk.theme.ink(ink));
            }
        }
        if let Ok(battle) = &self.battle {
            draw::preview(&battle.scenario, right, canvas, desk);
        }
        status::hints(&status::with_help(self.help(&desk.keys)), row_of(foot, 1), &desk.theme, canvas);
        None
    }
}
