//! What random hands are promised: Esc and `?` lead out of everything, and no order is given that was not shown.

use std::fs;
use std::path::{Path, PathBuf};

use battle::{Role, SystemInfo};
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use tui::{App, Input, Key};

/// Where Esc leads in the end: screens that one leaves by a key of their own.
const HOMES: &[&str] = &["Making a battle", "Battle", "Watching", "Title", "Lobby", "Your name"];

/// The screen that `?` opens wherever no text is typed.
const HELP: &str = "Help";

/// Keys after which Esc has led out, or never does.
const ENOUGH: usize = 12;

/// Columns and rows in which everything can be read.
const ROOM: Rect = Rect::new(0, 0, 160, 46);

fn press(app: &mut App, key: &str) {
    app.handle(Input::Key(key.parse::<Key>().expect("a key")));
    app.resized();
    app.paint(ROOM, &mut Buffer::empty(ROOM));
}

/// Fails unless `?` opens the help wherever no text is typed, and closes it again, and Esc leads back to a home.
pub fn leads_out(app: &mut App) {
    app.paint(ROOM, &mut Buffer::empty(ROOM));
    let before = app.top_name();
    if before != HELP {
        press(app, "?");
    }
    let help = app.top_name();
    if help != before {
        assert_eq!(help, HELP, "what ? on {before} opens");
        press(app, "Esc");
        assert_eq!(app.top_name(), before, "Esc closes the help");
    }
    for _ in 0..ENOUGH {
        if HOMES.contains(&app.top_name().as_str()) {
            break;
        }
        press(app, "Esc");
    }
    let home = app.top_name();
    assert!(HOMES.contains(&home.as_str()), "Esc leads from {before} to {home}");
}

/// The orders of a record, looked at again and again.
pub struct Orders {
    record: PathBuf,
    system: &'static SystemInfo,
    seen: usize,
}

impl Orders {
    /// Those of that record.
    pub fn of(record: &Path, system: &'static SystemInfo) -> Orders {
        let mut orders = Orders { record: record.to_path_buf(), system, seen: 0 };
        orders.seen = orders.all().len();
        orders
    }

    fn all(&self) -> Vec<String> {
        let text = fs::read_to_string(&self.record).unwrap_or_default();
        let orders = text.lines().filter_map(|line| line.strip_prefix("{\"order\":\"")?.strip_suffix("\"}"));
        orders.map(str::to_owned).collect()
    }

    /// Passes over what was ordered since the last look.
    pub fn pass_over(&mut self) {
        self.seen = self.all().len();
    }

    /// Fails unless what was ordered since the last look stood in the picture before it: the order by its name, and who. How many were
    /// looked for.
    pub fn were_shown(&mut self, picture: &str, by: &str) -> usize {
        let all = self.all();
        let mut looked_for = 0;
        for order in all.iter().skip(self.seen) {
            let mut words = order.split(' ');
            let (word, actor) = (words.next().unwrap_or_default(), words.next().unwrap_or_default());
            let Some(verb) = self.system.verbs.iter().find(|verb| verb.word == word) else { continue };
            if matches!(verb.role, Role::Done | Role::Keep) {
                continue;
            }
            let named = actor.is_empty() || !actor.starts_with(char::is_alphabetic) || picture.contains(actor);
            looked_for += 1;
            let typed = picture.contains(&format!("{word} {actor}"));
            let titled = picture.to_lowercase().contains(&verb.title.to_lowercase());
            assert!(typed || titled && named, "{by} gives `{order}`, which was not shown:\n{picture}");
        }
        self.seen = all.len();
        looked_for
    }
}

/// A picture as text.
pub fn text(buffer: &Buffer) -> String {
    let width = usize::from(buffer.area.width).max(1);
    let rows = buffer.content.chunks(width);
    rows.map(|row| row.iter().map(ratatui::buffer::Cell::symbol).collect::<String>() + "\n").collect()
}
