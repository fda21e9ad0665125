//! A battle that somebody without a side watches from elsewhere: frames of what both sides know, and nothing else.

use std::sync::Arc;

use battle::{BattleFile, HouseRules, Side};

use super::following::Elsewhere;
use super::past::Past;
use super::seating::Seats;
use super::stage::Stage;
use super::{Game, Telling};
use crate::account::{Frame, Gallery};
use crate::log::{LogMark, TO_ALL};
use crate::seat::Seat;
use crate::setup::{SeatSpec, Setup};
use crate::tally::Tally;

/// What an onlooker's game knows of its other end.
pub(super) struct Watching {
    gallery: Box<dyn Gallery>,
    /// The number of the frame that is shown.
    number: u64,
    tally: Option<Tally>,
}

impl Watching {
    pub(super) fn players(&self) -> [Option<String>; 2] {
        self.gallery.players()
    }
}

impl Elsewhere {
    /// Whether this is a battle elsewhere in which nobody here has a side.
    #[must_use]
    pub const fn is_watching(&self) -> bool {
        self.watching.is_some()
    }

    pub(super) fn has_new_frame(&self) -> bool {
        self.watching.as_ref().is_some_and(|watching| watching.gallery.next(watching.number).is_some())
    }

    /// The tally that came with the last frame.
    pub(super) fn tally_told(&self) -> Option<Tally> {
        self.watching.as_ref().map(|watching| watching.tally.clone().unwrap_or_default())
    }
}

impl Game {
    /// Watches a battle that is kept elsewhere, from its present frame on. There is nothing in this game but what was
    /// in the frames: no seed, no orders, no set-up of the armies, no record. Nobody gives orders here or thinks.
    #[must_use]
    pub fn watch(gallery: Box<dyn Gallery>) -> Game {
        let sighting = gallery.now();
        let system = sighting.frame.system.copy();
        let setup = Setup {
            battle: BattleFile { text: String::new(), scenario: Arc::clone(&sighting.scenario) },
            system: system.info(),
            house: HouseRules::default(),
            seats: sighting.seats.clone(),
            seed: 0,
        };
        let starts = super::starts_of(system.field());
        let nobody = || Seat::Elsewhere { own: false, person: false };
        let watching = Watching { gallery, number: sighting.frame.number, tally: sighting.frame.tally.clone() };
        let mut game = Game {
            setup,
            stage: Stage::new(system, Telling::Full),
            seats: Seats::new([nobody(), nobody()]),
            past: Past::new(String::new()),
            link: Elsewhere { following: None, watching: Some(watching) },
            starts,
            surrender: None,
        };
        sighting
            .dispatches
            .iter()
            .for_each(|dispatch| game.stage.log.tell(dispatch.as_ref().clone(), [None; 2], TO_ALL));
        game
    }

    /// Shows the next frame; whether there was one. Whoever was away for so long that it is no longer kept goes on with
    /// the present one.
    pub(super) fn follow_frame(&mut self) -> bool {
        let Some(watching) = &mut self.link.watching else { return false };
        let Some(frame) = watching.gallery.next(watching.number) else { return false };
        let follows = frame.number == watching.number + 1;
        let missed = (!follows).then(|| watching.gallery.now());
        match missed {
            None => self.show(&frame),
            Some(sighting) => {
                self.stage.log.return_to(LogMark::default());
                self.show(&sighting.frame);
                self.stage.log.return_to(LogMark::default());
                let told = |dispatch: &Arc<crate::Dispatch>| dispatch.as_ref().clone();
                sighting.dispatches.iter().map(told).for_each(|one| self.stage.log.tell(one, [None; 2], TO_ALL));
            }
        }
        true
    }

    fn show(&mut self, frame: &Frame) {
        self.stage.log.take_back_from(frame.stands);
        for dispatch in &frame.dispatches {
            self.stage.log.tell(dispatch.as_ref().clone(), [None; 2], TO_ALL);
        }
        for event in &frame.events {
            self.stage.log.keep(event.clone(), TO_ALL);
        }
        self.stage.system = frame.system.copy();
        if let Some(watching) = &mut self.link.watching {
            watching.number = frame.number;
            watching.tally.clone_from(&frame.tally);
        }
        self.changed();
    }

    /// Who sits where as everybody may know it.
    pub(crate) fn seats_shown(&self) -> [SeatSpec; 2] {
        Side::ALL.map(|side| match self.setup.seat(side) {
            SeatSpec::Commander(key) => SeatSpec::Commander(key.clone()),
            SeatSpec::Human | SeatSpec::Exec(_) | SeatSpec::Pipe => SeatSpec::Human,
        })
    }
}
