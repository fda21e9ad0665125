//! The terminal front end on the drill system: a small battle to try keys and looks on.

use std::process::ExitCode;
use std::sync::Arc;

use proving::DrillLibrary;
use tui::{Options, Speed};

fn main() -> ExitCode {
    let data = std::env::temp_dir().join("grognard-drill");
    let options = Options { fresh_seed: Some(7), speed: Speed::Normal, ..Options::new(data) };
    match tui::run(Arc::new(DrillLibrary), options) {
        Ok(reason) => {
            eprintln!("{reason}");
            ExitCode::SUCCESS
        }
        Err(error) => {
            eprintln!("{error}");
            ExitCode::FAILURE
        }
    }
}
