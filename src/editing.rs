//! The command `edit`: the editor of battles on the screen.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use battle::{Library, Unusable};
use systems::Shelf;

use crate::args::{Cli, Edit};
use crate::commands::{self, Done};
use crate::talking;

/// Opens the editor with a file, or one's own battles.
pub fn edit(cli: &Cli, edit: &Edit) -> Done {
    if talking::is_wanted(cli) {
        return Err(Unusable(String::from(
            "the editor needs a screen; in sentences a battle file is changed with any text editor, and `grognard check FILE` says what is wrong with it",
        ))
        .into());
    }
    let library = Arc::new(Shelf::new());
    let start = match &edit.file {
        None => tui::Start::Workshop,
        Some(file) => of_file(&library, file)?,
    };
    commands::screen(cli, library, start)
}

/// The file itself; a copy where it is the name of a battle that ships and no file is called so.
fn of_file(library: &Shelf, file: &Path) -> Result<tui::Start, Unusable> {
    let name = file.to_string_lossy();
    let is_path = name.contains(['/', '\\']) || file.extension().is_some() || file.exists();
    if is_path {
        return Ok(tui::Start::Edit(file.to_path_buf()));
    }
    if library.battles().iter().any(|battle| battle.scenario.key == name) {
        return Ok(tui::Start::Copy(name.into_owned()));
    }
    let path = PathBuf::from(format!("{name}.toml"));
    match library.battle(&name) {
        Err(why) if !path.exists() => {
            Err(Unusable(format!("{}; for a new battle name a file: grognard edit {}", why.0, path.display())))
        }
        _ => Ok(tui::Start::Edit(path)),
    }
}
