//! The editor: a battle file drawn as a battle, with tools to change it.

mod acts;
mod balance;
mod draw;
mod fields;
mod forms;
mod keeping;
mod keys;
mod mouse;
mod outline;
mod special;
mod spots;
mod stroke;
mod tools;
mod trial;
mod view;

use std::collections::BTreeSet;
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use battle::{Side, SystemInfo, Unusable};
use drafting::{Draft, Edit, Entry, Mirror, Opened};
use hexes::{Direction, Grid, Hex, Offset};
use ratatui::layout::{Position, Rect};

use crate::canvas::Canvas;
use crate::keymap::HelpRow;
use crate::keys::Keys;
use crate::layer::{Answer, Desk, Flow, Input, Layer, Standing};
use crate::theme::Ink;
use balance::Balance;
use forms::Open;
pub use forms::size_of;
pub(crate) use keys::{MAPS, WORK};
use mouse::Spot;
use tools::Tool;
use trial::Trial;
use view::View;

/// The size of a new battle's map where nobody has said another.
pub const USUAL: (i16, i16) = (36, 24);

/// The editor.
pub struct Editor {
    draft: Draft,
    keys: Arc<Keys>,
    view: View,
    rules: &'static SystemInfo,
    cursor: Hex,
    tool: Tool,
    /// What each tool uses, by its row.
    kinds: [usize; Tool::ALL.len()],
    /// The army that units, arrivals and zones are of.
    side: Side,
    /// The brigade that new units join, by side.
    brigade: [usize; 2],
    /// Steps of the brush round the cursor.
    size: u8,
    /// The same for edges: more sides of the hex.
    sides: u8,
    mirror: Mirror,
    /// The side of the hex that edges are set on.
    edge: Direction,
    /// Whether moving the cursor draws.
    pen: bool,
    /// Whether the stroke has changed something, so that its next piece goes with it.
    drawing: bool,
    /// Hexes that the stroke has painted.
    stroked: BTreeSet<Hex>,
    held: Option<Entry>,
    message: (Ink, String),
    /// The fault that was gone to last.
    fault: Option<usize>,
    /// The form that is open, so that it comes back after each question.
    open: Option<Open>,
    /// What the file says that somebody else has changed.
    theirs: Option<String>,
    trial: Trial,
    /// Whether it is fair, as far as it was found out.
    balance: Option<Balance>,
    /// Where a click on the panel does something.
    spots: Vec<(Rect, Spot)>,
    /// Whether the editor goes when it has been asked.
    leaving: bool,
    /// Entries that the list that is open stands for.
    listed: Vec<Entry>,
}

/// An editor with that file; a new battle is begun where there is none.
///
/// # Errors
/// One sentence: a folder, a file that cannot be read or is no battle, one that is being edited elsewhere.
pub fn opened(path: &Path, desk: &mut Desk) -> Result<Box<dyn Layer>, Unusable> {
    let stem = path.file_stem().map_or_else(String::new, |stem| stem.to_string_lossy().replace(['-', '_'], " "));
    let fresh = drafting::fresh(&crate::text::capital(stem.trim()), Grid::new(USUAL.0, USUAL.1));
    opened_with(path, &fresh, desk)
}

/// The same; where there is no file, it begins with that text.
///
/// # Errors
/// As [`opened`].
pub fn opened_with(path: &Path, fresh: &str, desk: &mut Desk) -> Result<Box<dyn Layer>, Unusable> {
    let [_, drafts] = desk.workshop();
    let opened = Draft::open(path, &drafts, fresh).map_err(|refused| Unusable(refused.0))?;
    let systems = desk.library.systems();
    let last = desk.settings.rules.as_deref().and_then(|key| desk.library.system(key).ok());
    let none = || Unusable(String::from("there is no rule system to set a battle up under"));
    let rules = last.or_else(|| systems.first().copied()).ok_or_else(none)?;
    let (draft, theirs) = match opened {
        Opened::Draft(draft) => (*draft, None),
        Opened::Changed(draft, theirs) => (*draft, Some(theirs)),
    };
    Ok(Box::new(Editor::new(draft, theirs, rules, desk)))
}

impl Editor {
    fn new(draft: Draft, theirs: Option<String>, rules: &'static SystemInfo, desk: &Desk) -> Editor {
        let grid = draft.sketch().grid;
        let middle = grid.map_or_else(Hex::default, |grid| Offset::new(grid.width() / 2, grid.height() / 2).hex());
        let mut editor = Editor {
            keys: Arc::clone(&desk.keys),
            view: View::default(),
            rules,
            cursor: middle,
            tool: Tool::Ground,
            kinds: [0; Tool::ALL.len()],
            side: Side::Blue,
            brigade: [usize::MAX; 2],
            size: 0,
            sides: 0,
            mirror: Mirror::Off,
            edge: Direction::East,
            pen: false,
            drawing: false,
            stroked: BTreeSet::new(),
            held: None,
            message: (Ink::Text, String::new()),
            fault: None,
            open: None,
            theirs,
            trial: Trial::remembered(desk),
            balance: None,
            spots: Vec::new(),
            leaving: false,
            listed: Vec::new(),
            draft,
        };
        // Woods before open ground: the first stroke of somebody new is to be seen.
        editor.set_kind_of(Tool::Ground, 5);
        editor.greet();
        editor
    }

    /// What is said first.
    fn greet(&mut self) {
        let restored = self.draft.restored();
        let (ink, text) = match restored {
            Some((count, when)) => {
                let age = crate::records::age(std::time::SystemTime::now().duration_since(when).unwrap_or_default());
                let (changes, are) = if count == 1 { ("change", "is") } else { ("changes", "are") };
                (
                    Ink::Good,
                    format!(
                        "{count} {changes} that you had not saved ({age}) {are} back; u takes them back one by one."
                    ),
                )
            }
            None if !self.draft.is_sound() => {
                (Ink::Notice, format!("{}; e goes to the next, until all are mended.", self.faults_counted()))
            }
            None => (
                Ink::Text,
                String::from("Space paints at the cursor, Tab is the next tool, T plays it, ? lists all keys."),
            ),
        };
        self.say(ink, text);
    }

    fn say(&mut self, ink: Ink, text: impl Into<String>) {
        self.message = (ink, text.into());
    }

    /// The row of what the tool in hand uses.
    fn kind(&self) -> usize {
        let rows = self.rows().len();
        self.kinds[self.tool as usize].min(rows.saturating_sub(1))
    }

    fn rows(&self) -> Vec<String> {
        tools::kinds(self.tool, self.side, self.draft.sketch())
    }

    fn set_kind(&mut self, row: usize) {
        self.set_kind_of(self.tool, row);
    }

    fn set_kind_of(&mut self, tool: Tool, row: usize) {
        self.kinds[tool as usize] = row;
    }

    /// Chooses the last of what the tool can use: what was added just now.
    fn choose_last(&mut self) {
        self.set_kind(self.rows().len().saturating_sub(1));
    }

    /// The thing that is chosen of those that the tool can use.
    fn chosen_entry(&self) -> Option<Entry> {
        tools::entry(self.tool, self.side, self.draft.sketch(), self.kind())
    }

    /// Makes an edit and says what it was, or why it was not made; whether it changed something.
    fn change(&mut self, edit: &Edit, joins: bool) -> bool {
        match self.draft.edit(edit, joins) {
            Ok(Some(name)) => {
                self.told_of(crate::text::sentence(&name));
                true
            }
            Ok(None) => false,
            Err(refused) => {
                self.say(Ink::Bad, refused.0);
                false
            }
        }
    }

    /// Says what was done, and what came of it.
    fn told_of(&mut self, done: String) {
        self.fault = None;
        let here = self.draft.marks().iter().find(|mark| mark.hex == Some(self.cursor)).map(drafting::Mark::words);
        match (self.draft.unwritten().map(str::to_owned), here) {
            (Some(why), _) => self.say(Ink::Bad, why),
            (None, Some(fault)) => self.say(Ink::Bad, crate::text::sentence(&fault)),
            (None, None) => self.say(Ink::Text, done),
        }
    }

    /// The unit under the cursor: whose line it is, or who stands there under the rules.
    fn unit_here(&self) -> Option<&drafting::Unit> {
        let sketch = self.draft.sketch();
        let stands = || {
            let field = self.view.field()?;
            let label = &field.roster().unit(field.unit_at(self.cursor)?).label;
            sketch.units.iter().find(|unit| unit.label == *label)
        };
        sketch.unit_at(self.cursor).or_else(stands)
    }

    /// `2 faults`.
    fn faults_counted(&self) -> String {
        match self.draft.marks().len() {
            1 => String::from("1 fault"),
            count => format!("{count} faults"),
        }
    }
}

impl Layer for Editor {
    fn name(&self) -> String {
        String::from("Making a battle")
    }

    fn help(&self, keys: &Keys) -> Vec<HelpRow> {
        let mut rows = keys.describe(MAPS, Vec::new());
        let at = keys.describe(&[WORK], Vec::new()).len();
        rows.insert(at, HelpRow { keys: String::new(), hint: "".into(), help: "Moving the cursor and looking" });
        rows
    }

    fn words(&self) -> Vec<HelpRow> {
        let heading = HelpRow { keys: String::new(), hint: "".into(), help: "The tools" };
        let row = |tool: Tool| HelpRow { keys: tool.name().to_owned(), hint: "".into(), help: tool.help() };
        std::iter::once(heading).chain(Tool::ALL.map(row)).collect()
    }

    fn is_workshop(&self) -> bool {
        true
    }

    fn handle(&mut self, input: Input, desk: &mut Desk) -> Flow {
        self.input(input, desk)
    }

    fn answer(&mut self, answer: Answer, desk: &mut Desk) -> Flow {
        self.answered(answer, desk)
    }

    fn tick(&mut self, _now: Duration, standing: Standing, desk: &mut Desk) -> (bool, Flow) {
        self.pass_time(standing, desk)
    }

    fn wants_tick(&self, standing: Standing, desk: &Desk) -> Option<Duration> {
        self.next_moment(standing, desk)
    }

    fn draw(&mut self, area: Rect, canvas: &mut Canvas<'_>, desk: &Desk) -> Option<Position> {
        self.paint_all(area, canvas, desk)
    }
}

impl Drop for Editor {
    fn drop(&mut self) {
        self.draft.close();
    }
}
