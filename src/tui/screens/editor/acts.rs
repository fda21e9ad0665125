//! What keys do in the editor, and what comes back from lists and questions.

use std::sync::Arc;
use std::time::Duration;

use drafting::{Edit, Mirror};
use hexes::Hex;

use super::keys::{Action, MAPS};
use super::tools::Tool;
use super::{Editor, balance, keeping, outline, stroke, trial};
use crate::layer::{Answer, Desk, Flow, Input, Standing};
use crate::map::projection::{Fit, Way};
use crate::screens::form::CLEARED;
use crate::screens::list::List;
use crate::screens::rows::turned;
use crate::screens::settings::SettingsScreen;
use crate::theme::Ink;

/// Tag of the list of tools.
const TOOLS: &str = "editor tools";
/// Tag of the list of what a tool can use.
const KINDS: &str = "editor kinds";

/// The largest brush.
const LARGEST: u8 = 3;

impl Editor {
    /// One input.
    pub(super) fn input(&mut self, input: Input, desk: &mut Desk) -> Flow {
        self.keys = Arc::clone(&desk.keys);
        match input {
            Input::Key(key) => match self.keys.find(MAPS, key) {
                Some(action) => self.act(action, desk),
                None => Flow::Stay,
            },
            other => self.mouse(other),
        }
    }

    fn act(&mut self, action: Action, desk: &mut Desk) -> Flow {
        if let Action::Go(way, steps) = action {
            return self.go(way, steps);
        }
        if !matches!(action, Action::Use | Action::Erase) {
            self.drawing = false;
        }
        self.say(Ink::Text, "");
        match action {
            Action::Use => return self.use_tool(false),
            Action::Erase => return self.erase(false),
            Action::Describe => return self.describe_here(),
            Action::Tool(forward) => self.change_tool(if forward { 1 } else { -1 }),
            Action::Tools => return Flow::Push(Box::new(self.tool_list())),
            Action::Kind(forward) => self.step_kind(if forward { 1 } else { -1 }),
            Action::Kinds => return self.kind_list(),
            Action::Size(larger) => self.resize_brush(larger),
            Action::Mirror => self.next_mirror(),
            Action::Pen => return self.lower_pen(),
            Action::Fill => self.fill(),
            Action::Pick => {
                if let Some(grid) = self.draft.sketch().grid {
                    self.pick(grid);
                }
            }
            Action::Side => self.other_side(),
            Action::Turn(clockwise) => self.turn(clockwise),
            Action::Hold if self.held.is_some() => self.put_down(),
            Action::Hold => self.take_hold(),
            Action::Back => self.let_go(),
            Action::Undo | Action::Redo => self.travel(action == Action::Undo),
            other => return self.look_up(other, desk),
        }
        Flow::Stay
    }

    fn look_up(&mut self, action: Action, desk: &mut Desk) -> Flow {
        match action {
            Action::Outline => return self.outline(),
            Action::Fault(forward) => self.next_fault(forward),
            Action::Save => return self.save(desk),
            Action::SaveAs => return self.ask_for_name(desk),
            Action::Try => return self.try_it(desk),
            Action::Balance => return self.ask_balance(),
            Action::Rules => self.other_rules(desk),
            Action::Zoom(nearer) => {
                self.view.zoom = if nearer { self.view.zoom.nearer() } else { self.view.zoom.farther() };
                self.view.fit = Fit::Off;
            }
            Action::Fit => self.view.fit = Fit::Wanted,
            Action::Settings => return Flow::Push(Box::new(SettingsScreen::default())),
            Action::Leave => return self.leave(),
            _ => {}
        }
        Flow::Stay
    }

    /// Moves the cursor; with the pen down every hex on the way is drawn on.
    fn go(&mut self, way: Way, steps: u8) -> Flow {
        let Some(grid) = self.draft.sketch().grid else { return Flow::Stay };
        for _ in 0..steps {
            let next = way.walk(self.cursor, 1, grid);
            if next == self.cursor {
                break;
            }
            self.cursor = next;
            if self.pen && self.held.is_none() {
                drop(self.use_tool(true));
            }
        }
        if !self.pen {
            self.drawing = false;
            self.say(Ink::Text, "");
        }
        Flow::Stay
    }

    fn lower_pen(&mut self) -> Flow {
        if !self.tool.paints() {
            self.say(Ink::Faint, "Ground, heights, edges, roads and zones are drawn with the pen; this tool is not.");
            return Flow::Stay;
        }
        self.pen = !self.pen;
        if !self.pen {
            self.say(Ink::Text, "The pen is up.");
            return Flow::Stay;
        }
        let flow = self.use_tool(false);
        self.say(Ink::Notice, "The pen is down: moving the cursor draws. d or Esc lifts it.");
        flow
    }

    /// Another tool, so many further on.
    fn change_tool(&mut self, by: i32) {
        let all = Tool::ALL;
        self.choose_tool(all[turned(self.tool as usize, by, all.len())]);
    }

    /// Takes a tool in hand.
    pub(super) fn choose_tool(&mut self, tool: Tool) {
        (self.tool, self.pen, self.drawing) = (tool, false, false);
        self.say(Ink::Text, tool.help());
    }

    fn tool_list(&self) -> List {
        let list = List::new(TOOLS, "Tools", "");
        let letters = ['g', 'h', 'e', 'r', 'u', 'l', 'o', 'n', 'a', 'z', 'b'];
        let row = |list: List, (tool, letter): (&Tool, char)| {
            list.row(Some(letter), format!("{}\t{}", tool.name(), tool.help()))
        };
        Tool::ALL.iter().zip(letters).fold(list, row).at(self.tool as usize)
    }

    fn step_kind(&mut self, by: i32) {
        let rows = self.rows();
        if !rows.is_empty() {
            self.set_kind(turned(self.kind(), by, rows.len()));
            self.say(Ink::Text, format!("{}: {}.", crate::text::capital(self.tool.name()), rows[self.kind()]));
        }
    }

    pub(super) fn kind_list(&mut self) -> Flow {
        let rows = self.rows();
        if rows.is_empty() {
            return self.describe_here();
        }
        let list = List::new(KINDS, crate::text::capital(self.tool.name()), self.tool.help());
        Flow::Push(Box::new(rows.into_iter().fold(list, |list, row| list.row(None, row)).at(self.kind())))
    }

    /// Takes that of what the tool can use; the cursor goes where it lies.
    pub(super) fn choose_kind(&mut self, row: usize) {
        self.set_kind(row);
        let place = self.chosen_entry().and_then(|entry| self.draft.sketch().place_of(&entry));
        if let (Some(place), false) = (place, self.tool == Tool::Zones) {
            self.cursor = place;
        }
    }

    /// A larger or smaller brush.
    pub(super) fn resize_brush(&mut self, larger: bool) {
        let size = if self.tool == Tool::Edges { &mut self.sides } else { &mut self.size };
        *size = if larger { (*size + 1).min(LARGEST) } else { size.saturating_sub(1) };
        self.say(Ink::Text, format!("{}.", self.brush_words()));
    }

    /// The brush in words.
    pub(super) fn brush_words(&self) -> String {
        let sides = usize::from(self.sides.min(LARGEST));
        let size = usize::from(self.brush_size().min(LARGEST));
        match self.tool {
            Tool::Edges => ["One side", "Two sides", "Three sides", "All six sides"][sides].to_owned(),
            _ => ["Brush: 1 hex", "Brush: 7 hexes", "Brush: 19 hexes", "Brush: 37 hexes"][size].to_owned(),
        }
    }

    fn next_mirror(&mut self) {
        let all = Mirror::ALL;
        let at = all.iter().position(|mirror| *mirror == self.mirror).unwrap_or(0);
        self.mirror = all[(at + 1) % all.len()];
        let text = match self.mirror {
            Mirror::Off => "No mirror: strokes are made once.",
            Mirror::HalfTurn => "Mirror: strokes are made again half a turn on. Units appear on both sides.",
            Mirror::LeftRight => "Mirror: strokes are made again left for right.",
            Mirror::TopBottom => "Mirror: strokes are made again top for bottom. Units appear on both sides.",
        };
        self.say(Ink::Notice, text);
    }

    fn other_side(&mut self) {
        self.side = self.side.other();
        self.say(Ink::Text, format!("Units, arrivals and zones are {}'s now.", self.side));
    }

    fn let_go(&mut self) {
        self.pen = false;
        let held = self.held.take().is_some();
        self.say(Ink::Text, if held { "You let go; it stays where it was." } else { "" });
    }

    fn travel(&mut self, back: bool) {
        self.held = None;
        let name = if back { self.draft.undo() } else { self.draft.redo() };
        self.keep_cursor();
        match (name, back) {
            (Some(name), true) => self.told_of(format!("Taken back: {name}. r makes it again.")),
            (Some(name), false) => self.told_of(format!("Made again: {name}.")),
            (None, true) => self.say(Ink::Faint, "Nothing is left to take back."),
            (None, false) => self.say(Ink::Faint, "Nothing was taken back."),
        }
    }

    /// Keeps the cursor on the map.
    pub(super) fn keep_cursor(&mut self) {
        if let Some(grid) = self.draft.sketch().grid.filter(|grid| !grid.contains(self.cursor)) {
            let at = self.cursor.offset();
            let (column, row) = (at.column.clamp(0, grid.width() - 1), at.row.clamp(0, grid.height() - 1));
            self.cursor = hexes::Offset::new(column, row).hex();
        }
    }

    fn other_rules(&mut self, desk: &Desk) {
        let systems = desk.library.systems();
        let at = systems.iter().position(|info| info.key == self.rules.key).unwrap_or(0);
        if let Some(next) = systems.get((at + 1) % systems.len().max(1)) {
            self.rules = next;
            self.view.look(&self.draft, next, desk);
            let text = match &self.view.refusal {
                Some(why) => format!("{} cannot play it: {why}", next.title),
                None => format!("The field is drawn as under {}.", next.title),
            };
            self.say(if self.view.refusal.is_some() { Ink::Bad } else { Ink::Text }, text);
        }
    }

    /// Goes to the next fault and says what is wrong there; after the faults, to what the rules say.
    fn next_fault(&mut self, forward: bool) {
        let count = self.draft.marks().len();
        if count == 0 {
            let refusal = self.view.refusal.clone();
            return match refusal {
                Some(why) => self.say(Ink::Bad, format!("Under {}: {}", self.rules.title, crate::text::sentence(&why))),
                None => self.say(Ink::Good, "Nothing is wrong with it."),
            };
        }
        let next = match (self.fault, forward) {
            (None, true) => 0,
            (None, false) => count - 1,
            (Some(at), _) => turned(at.min(count - 1), if forward { 1 } else { -1 }, count),
        };
        self.fault = Some(next);
        let mark = &self.draft.marks()[next];
        let grid = self.draft.sketch().grid;
        let place = mark.hex.filter(|hex| grid.is_some_and(|grid| grid.contains(*hex)));
        let text =
            format!("{} of {count}, line {}: {}", next + 1, mark.fault.line, crate::text::sentence(&mark.words()));
        self.cursor = place.unwrap_or(self.cursor);
        self.say(Ink::Bad, text);
    }

    /// What came back from a list, a question or a line.
    pub(super) fn answered(&mut self, answer: Answer, desk: &mut Desk) -> Flow {
        match answer {
            Answer::Picked(TOOLS, place) => {
                if let Some(tool) = Tool::ALL.get(place) {
                    self.choose_tool(*tool);
                }
                Flow::Stay
            }
            Answer::Picked(KINDS, place) => {
                self.choose_kind(place);
                Flow::Stay
            }
            Answer::Picked(balance::FAIR, place) => self.chose_balance(place, desk),
            Answer::Picked(outline::OUTLINE, place) => self.picked_entry(place),
            Answer::Picked(tag @ (keeping::LEAVE | keeping::OVER | keeping::THEIRS), place) => {
                self.decided(tag, place, desk)
            }
            Answer::Line(keeping::NAME, name) => self.save_as(&name, desk),
            Answer::Line(stroke::NAME, name) if name.is_empty() => Flow::Stay,
            Answer::Line(stroke::NAME, name) => {
                self.change(&Edit::AddPlace(self.cursor, name), false);
                Flow::Stay
            }
            Answer::Picked(tag, place) if tag.starts_with(trial::TAGS) => self.chose_trial(tag, place, desk),
            Answer::No(trial::FORM) => {
                self.trial.open = false;
                Flow::Stay
            }
            Answer::Line(trial::FORM, _) => Flow::Stay,
            Answer::Line(tag, text) if tag == super::forms::FORM => {
                let row = text.strip_prefix(CLEARED).and_then(|row| row.parse().ok());
                row.map_or(Flow::Stay, |row| self.clear_row(row, desk))
            }
            other => self.filled_in(other, desk),
        }
    }

    /// Time passes: what was asked for comes back to the top.
    pub(super) fn pass_time(&mut self, standing: Standing, desk: &mut Desk) -> (bool, Flow) {
        let found = self.watch_balance();
        if standing != Standing::Top {
            return (found, Flow::Stay);
        }
        if std::mem::take(&mut desk.rehearsing) {
            self.say(Ink::Good, "Back from the trial; nothing of it is kept.");
            return (true, Flow::Stay);
        }
        if self.theirs.is_some() {
            return (true, Flow::Push(Box::new(keeping::whose())));
        }
        match self.trial_again(desk).or_else(|| self.form_again(desk)) {
            Some(flow) => (true, flow),
            None => (found, Flow::Stay),
        }
    }

    pub(super) fn next_moment(&self, standing: Standing, desk: &Desk) -> Option<Duration> {
        let asks = self.theirs.is_some() || self.open.is_some() || self.trial.open || desk.rehearsing;
        (standing == Standing::Top && asks).then_some(Duration::ZERO)
    }

    /// The hex that a click or a step goes to.
    pub(super) fn point(&mut self, hex: Hex) {
        self.cursor = hex;
    }
}
