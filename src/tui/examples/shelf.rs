//! The terminal front end on everything there is to play; `cargo run -p tui --example shelf`.

use std::process::ExitCode;
use std::sync::Arc;

use tui::{Options, Speed};

fn main() -> ExitCode {
    let data = std::env::temp_dir().join("grognard-shelf");
    let options = Options { fresh_seed: Some(7), speed: Speed::Normal, ..Options::new(data) };
    match tui::run(Arc::new(systems::Shelf::new()), options) {
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
