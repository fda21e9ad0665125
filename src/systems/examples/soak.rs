//! Plays many battles from the command line: `soak BLUE RED GAMES JOBS SEED [BATTLE...]`; faults go to `target/faults`.

use std::env;

use soak::{Bar, Options, Seating};
use systems::Shelf;
use table::SeatSpec;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let words: Vec<String> = env::args().skip(1).collect();
    let [blue, red, games, jobs, seed, battles @ ..] = words.as_slice() else {
        return Err("expected BLUE RED GAMES JOBS SEED [BATTLE...]".into());
    };
    let options = Options {
        games: games.parse()?,
        jobs: jobs.parse()?,
        seed: seed.parse()?,
        battles: battles.to_vec(),
        seating: Seating::Swapped,
        faults: Some("target/faults".into()),
        ..Options::new(blue.parse::<SeatSpec>()?, red.parse::<SeatSpec>()?)
    };
    let bar = Bar::new();
    let report = soak::run(&Shelf::new(), &options, |progress| bar.show(progress))?;
    bar.finish();
    print!("{}", report.summary());
    Ok(())
}
