//! What is told of a battle that is over: what each turn and each unit cost, the best volley, the worst luck, the turns on which
//! it turned, the story in a few lines, and where each unit went.

mod blows;
mod moments;

use battle::{Battlefield, Departure, Event, Pose, Presence, Side, System, UnitId};

pub use blows::{Blow, Mishap};
pub use moments::Moment;

use crate::Game;
use blows::Blows;
use moments::Moments;

/// What became of a unit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fate {
    /// It is on the field, or still to come.
    Stands,
    /// It was killed, captured or overrun.
    Destroyed,
    /// It ran from the field.
    Ran,
    /// It marched off by order.
    MarchedOff,
}

/// What a turn cost.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct TurnToll {
    /// The turn.
    pub turn: u16,
    /// Strength that Blue and Red lost, in the system's terms; what was regained is not taken off.
    pub lost: [i32; 2],
    /// The share of each army's worth that was lost, from 0 to 1.
    pub worth: [f64; 2],
    /// Units destroyed or run from the field.
    pub gone: Vec<UnitId>,
    /// Objectives that changed hands, and who had them then.
    pub taken: Vec<(usize, Option<Side>)>,
}

/// What became of a unit, and where it went.
#[derive(Clone, Debug, PartialEq)]
pub struct UnitToll {
    /// Which.
    pub unit: UnitId,
    /// Its strength at the start and at the end; 0 at the end for a unit that is beaten.
    pub strength: [i16; 2],
    /// What became of it.
    pub fate: Fate,
    /// Every pose it was in, the first where it was put.
    pub track: Vec<Pose>,
}

/// What is told of a battle.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Aftermath {
    /// Each turn, from turn 1 on.
    pub turns: Vec<TurnToll>,
    /// Every known unit, in the order of the roster.
    pub units: Vec<UnitToll>,
    /// What is left of each army's worth, from 0 to 1: each unit by its strength, beaten ones not at all, those that marched
    /// off by order as if they stood.
    pub worth_left: [f64; 2],
    /// Blue's and Red's volley that cost the other side most strength. Hits that were warded off cost none.
    pub best_volley: [Option<Blow>; 2],
    /// The roll of each side with the rarest bad result.
    pub worst_luck: [Option<Mishap>; 2],
    /// The turns on which the battle turned, the greatest first, at most three.
    pub turning: Vec<Moment>,
    /// The story, at most ten moments in the order of time.
    pub story: Vec<Moment>,
}

impl Game {
    /// What is told of the battle so far, as far as its events are known here.
    #[must_use]
    pub fn aftermath(&self) -> Aftermath {
        of(self.system(), self.system().field(), &self.starts, self.stage().events_since(0))
    }
}

/// The same of a battle that began with units there and has come to that field by those events.
pub(crate) fn of(system: &dyn System, field: &Battlefield, starts: &[(UnitId, Pose)], events: &[Event]) -> Aftermath {
    let mut sums = Sums::new(system, field, starts);
    let (mut blows, mut moments) = (Blows::default(), Moments::new(system));
    for event in events {
        let lost = sums.hear(event);
        if sums.has_begun() {
            blows.hear(system, sums.turn(), event, lost);
            moments.hear(sums.turn(), event, lost.is_some());
        }
    }
    let units = field.ids().filter_map(|unit| sums.unit(unit)).collect();
    Aftermath {
        worth_left: Side::ALL.map(|side| sums.worth_left(side)),
        best_volley: blows.best(),
        worst_luck: blows.worst(),
        turning: moments.turning(&sums.turns),
        story: moments.story(),
        units,
        turns: sums.turns,
    }
}

/// A loss of strength, and whose.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Loss {
    unit: UnitId,
    lost: i32,
    cause: &'static str,
}

/// Adds up turn by turn.
struct Sums<'a> {
    system: &'a dyn System,
    field: &'a Battlefield,
    turns: Vec<TurnToll>,
    /// By unit: strength that is left, and where it was.
    left: Vec<Option<i16>>,
    tracks: Vec<Vec<Pose>>,
    /// The unit whose full strength has just become another: what it then gains or loses is not lost.
    rated: Option<UnitId>,
}

impl<'a> Sums<'a> {
    fn new(system: &'a dyn System, field: &'a Battlefield, starts: &[(UnitId, Pose)]) -> Sums<'a> {
        let count = field.ids().map(|unit| usize::from(unit.0) + 1).max().unwrap_or(0);
        let mut tracks = vec![Vec::new(); count];
        for (unit, pose) in starts {
            tracks[usize::from(unit.0)].push(*pose);
        }
        Sums { system, field, turns: Vec::new(), left: vec![None; count], tracks, rated: None }
    }

    fn has_begun(&self) -> bool {
        !self.turns.is_empty()
    }

    fn turn(&self) -> u16 {
        self.turns.last().map_or(0, |turn| turn.turn)
    }

    fn known(&self, side: Side) -> impl Iterator<Item = UnitId> + '_ {
        let field = self.field;
        field.ids().filter(move |unit| field.side(*unit) == side && field.unit(*unit).presence != Presence::Unknown)
    }

    fn worth(&self, unit: UnitId) -> f64 {
        self.system.estimates().worth(unit)
    }

    /// What a unit counts for in its army, from 0 to 1.
    fn weight(&self, unit: UnitId) -> f64 {
        let all: f64 = self.known(self.field.side(unit)).map(|unit| self.worth(unit)).sum();
        if all > 0.0 { self.worth(unit) / all } else { 0.0 }
    }

    /// The share of a unit that was left when it was last heard of.
    fn share(&self, unit: UnitId) -> f64 {
        let full = self.field.unit(unit).full.max(1);
        self.left[usize::from(unit.0)].map_or(1.0, |left| f64::from(left.max(0)) / f64::from(full)).min(1.0)
    }

    /// Hears an event; the loss that it is.
    fn hear(&mut self, event: &Event) -> Option<Loss> {
        let rated = self.rated.take();
        match event {
            Event::TurnBegan { turn } => self.turns.push(TurnToll { turn: *turn, ..TurnToll::default() }),
            Event::Placed { unit, pose } => self.tracks[usize::from(unit.0)].push(*pose),
            Event::Moved { unit, to, path, .. } => {
                let track = &mut self.tracks[usize::from(unit.0)];
                track.extend(path.iter().chain([to]));
            }
            Event::Rated { unit, .. } => self.rated = Some(*unit),
            Event::Strength { unit, from, to, cause, .. } => {
                let before = self.share(*unit);
                self.left[usize::from(unit.0)] = Some(*to);
                return (to < from && rated != Some(*unit)).then(|| self.lose(*unit, [*from, *to], before, cause));
            }
            Event::Left { unit, why: Departure::Destroyed | Departure::Routed, .. } => self.leave(*unit),
            Event::ObjectiveTaken { objective, holder } => {
                let taken = (usize::from(*objective), *holder);
                self.turns.last_mut().into_iter().for_each(|turn| turn.taken.push(taken));
            }
            _ => {}
        }
        None
    }

    fn lose(&mut self, unit: UnitId, [from, to]: [i16; 2], before: f64, cause: &'static str) -> Loss {
        let lost = i32::from(from) - i32::from(to);
        let worth = (before - self.share(unit)).max(0.0) * self.weight(unit);
        let side = self.field.side(unit).index();
        if let Some(turn) = self.turns.last_mut() {
            turn.lost[side] += lost;
            turn.worth[side] += worth;
        }
        Loss { unit, lost, cause }
    }

    /// A beaten unit takes with it what was left of it.
    fn leave(&mut self, unit: UnitId) {
        let worth = self.share(unit) * self.weight(unit);
        let side = self.field.side(unit).index();
        self.left[usize::from(unit.0)] = Some(0);
        if let Some(turn) = self.turns.last_mut() {
            turn.worth[side] += worth;
            turn.gone.push(unit);
        }
    }

    fn unit(&self, unit: UnitId) -> Option<UnitToll> {
        let state = self.field.unit(unit);
        let fate = fate(state.presence)?;
        let left = if matches!(fate, Fate::Destroyed | Fate::Ran) { 0 } else { state.strength };
        let track = self.tracks[usize::from(unit.0)].clone();
        Some(UnitToll { unit, strength: [state.full, left], fate, track })
    }

    fn worth_left(&self, side: Side) -> f64 {
        let field = self.field;
        let left = |unit: UnitId| match fate(field.unit(unit).presence) {
            Some(Fate::Destroyed | Fate::Ran) | None => 0.0,
            Some(Fate::Stands | Fate::MarchedOff) => field.unit(unit).share().min(1.0) * self.worth(unit),
        };
        let all: f64 = self.known(side).map(|unit| self.worth(unit)).sum();
        let there: f64 = self.known(side).map(left).sum();
        if all > 0.0 { there / all } else { 0.0 }
    }
}

/// What became of a unit that is known.
const fn fate(presence: Presence) -> Option<Fate> {
    match presence {
        Presence::Unknown => None,
        Presence::Gone(Departure::Destroyed) => Some(Fate::Destroyed),
        Presence::Gone(Departure::Routed) => Some(Fate::Ran),
        Presence::Gone(Departure::Exited) => Some(Fate::MarchedOff),
        _ => Some(Fate::Stands),
    }
}
