//! Battles with whoever has started the game, by its own input and output: no screen, no clock, nothing else is written.

use std::sync::atomic::AtomicBool;

use battle::{Library, Unusable};
use systems::Shelf;
use table::{Game, Outside, RecordFile, SeatSpec};

use crate::args::Play;
use crate::commands::{self, Answer, Done};
use crate::drawing;
use crate::print;

/// Whether a seat is for whoever has started the game.
pub fn is_wanted(play: &Play) -> bool {
    [&play.blue, &play.red].into_iter().flatten().any(|who| who.parse() == Ok(SeatSpec::Pipe))
}

/// Plays the battle to its end; the answer is no when whoever was asked was not there any more.
pub fn play(play: &Play) -> Done {
    let library = Shelf::new();
    let battle = match drawing::named(play) {
        Some(drawing::INPUT) => {
            return refused("with a seat of `pipe` no battle can come from standard input; name its file");
        }
        Some(battle) => battle,
        None => return refused("a seat of `pipe` is for a battle that is named; expected its name"),
    };
    let setup = commands::set_up(&library, play, battle)?;
    if setup.seats.iter().any(SeatSpec::is_human) {
        return refused(
            "with a seat of `pipe` there is no screen for a person; expected --blue and --red, each a commander, \
                        exec:COMMAND or pipe",
        );
    }
    let record = play.record.as_deref().map(RecordFile::create_at).transpose()?;
    let pipe = print::pipe();
    let outside = Outside { pipe: Some(pipe.clone()), ..Outside::patient(play.patience) };
    let mut game = Game::start_outside(&library as &dyn Library, &setup, record, &outside)?;
    while game.outcome().is_none() {
        game.think(&AtomicBool::new(false)).map_err(|refusal| Unusable(refusal.to_string()))?;
    }
    let ended = pipe.has_ended();
    drop(game);
    if ended {
        print::complain("a side gave up: nobody speaks on the pipe any more");
        return Ok(Answer::No);
    }
    Ok(Answer::Yes)
}

fn refused(why: &str) -> Done {
    Err(Unusable(String::from(why)).into())
}
