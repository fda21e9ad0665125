//! Playing other seats' orders as they happen: a copy of the field on which events are applied one after another.

mod loose;

use std::collections::VecDeque;
use std::time::Duration;

use battle::{Battlefield, Event, Pose, Presence, RollKind, UnitId};
use hexes::Hex;

use crate::map::traces::{FLASHES, Gait, Traces};

pub use loose::Loose;

/// How fast orders of other seats are shown.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub enum Speed {
    /// To follow every die.
    Slow,
    /// The usual one.
    #[default]
    Normal,
    /// Just to see who goes where.
    Fast,
    /// Not shown at all.
    Instant,
}

impl Speed {
    /// All of them, slowest first.
    pub const ALL: [Speed; 4] = [Speed::Slow, Speed::Normal, Speed::Fast, Speed::Instant];

    /// Its name.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Speed::Slow => "slow",
            Speed::Normal => "normal",
            Speed::Fast => "fast",
            Speed::Instant => "instant",
        }
    }

    /// The next faster one.
    #[must_use]
    pub fn faster(self) -> Speed {
        Speed::ALL[(self as usize + 1).min(3)]
    }

    /// The next slower one.
    #[must_use]
    pub fn slower(self) -> Speed {
        Speed::ALL[(self as usize).saturating_sub(1)]
    }

    const fn step(self) -> u64 {
        [110, 45, 16, 0][self as usize]
    }

    const fn pause(self) -> u64 {
        [1100, 450, 120, 0][self as usize]
    }
}

/// How fast orders are shown, and how long losses are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Tempo {
    speed: Speed,
    /// How long a loss is held, in percent of the usual pause.
    loss: u64,
}

impl Tempo {
    /// The same for everything.
    #[must_use]
    pub const fn even(speed: Speed) -> Tempo {
        Tempo { speed, loss: 150 }
    }

    /// Longer on losses.
    #[must_use]
    pub const fn lingering(speed: Speed) -> Tempo {
        Tempo { speed, loss: 400 }
    }

    const fn on_loss(self) -> u64 {
        self.speed.pause() * self.loss / 100
    }
}

/// One picture of the film; what is to be seen of it is held for so many milliseconds.
enum Frame {
    /// A unit on its way.
    Glide(UnitId, Pose, Option<Gait>),
    /// An event takes effect.
    Event(Box<Event>, u64),
    /// The next flashes of a volley.
    Flash(u8, u64),
    /// The smoke that is left of it.
    Smoke(u64),
    /// It drifts.
    Drift(u64),
    /// Stands out of their ranks.
    Loose(Loose, u64),
    /// They are in them again.
    Settle(u64),
}

/// Orders being shown.
#[derive(Default)]
pub struct Playback {
    field: Option<Battlefield>,
    frames: VecDeque<Frame>,
    due: Duration,
    struck: Vec<UnitId>,
    fallen: Vec<Hex>,
    acting: Option<UnitId>,
    caption: String,
    /// The labels of rolls that are blows struck hand to hand.
    blows: &'static [&'static str],
    traces: Traces,
    loose: Option<Loose>,
    /// Who is fleeing, and the poses of it so far.
    flight: Option<(UnitId, Vec<Pose>)>,
}

impl Playback {
    /// Shows these events from that field on, each with its sentence where it has one; `blows` are the labels of rolls that
    /// are struck hand to hand.
    pub fn begin(
        &mut self,
        field: Battlefield,
        events: impl IntoIterator<Item = Event>,
        blows: &'static [&'static str],
        tempo: Tempo,
    ) {
        self.stop();
        self.blows = blows;
        for event in events {
            self.add(event, tempo);
        }
        if !self.frames.is_empty() {
            self.field = Some(field);
            self.due = Duration::ZERO;
        }
    }

    fn add(&mut self, event: Event, tempo: Tempo) {
        let speed = tempo.speed;
        match &event {
            Event::Moved { unit, path, manner, .. } => {
                let gait = Gait::of(*manner);
                self.frames.extend(path.iter().map(|pose| Frame::Glide(*unit, *pose, gait)));
                self.frames.push_back(Frame::Event(Box::new(event), speed.pause() / 3));
            }
            // How far somebody goes is seen by the way that follows.
            Event::Rolled(roll) if roll.kind == RollKind::Total && roll.against.is_none() => {
                self.frames.push_back(Frame::Event(Box::new(event), speed.pause() / 4));
            }
            Event::Rolled(_) => self.frames.push_back(Frame::Event(Box::new(event), speed.pause())),
            Event::Strength { from, to, .. } if to < from => {
                self.frames.push_back(Frame::Event(Box::new(event), tempo.on_loss()));
            }
            Event::Left { .. } | Event::Ignited { .. } => {
                self.frames.push_back(Frame::Event(Box::new(event), tempo.on_loss()))
            }
            Event::Strength { .. } | Event::Reshaped { .. } | Event::Damaged { .. } => {
                self.frames.push_back(Frame::Event(Box::new(event), speed.pause() / 2));
            }
            _ => self.frames.push_back(Frame::Event(Box::new(event), 0)),
        }
    }

    /// Ends it; the present state is to be shown, with what was not shown of smoke and the fallen.
    pub fn stop(&mut self) {
        while let Some(frame) = self.frames.pop_front() {
            self.show(frame, Speed::Instant);
        }
        self.traces.cease();
        self.field = None;
        self.frames.clear();
        self.struck.clear();
        self.fallen.clear();
        self.acting = None;
        (self.loose, self.flight) = (None, None);
        self.caption.clear();
    }

    /// Forgets what combat has left on the map, for the battle is another one now.
    pub fn forget(&mut self) {
        self.traces = Traces::default();
    }

    /// What combat has left on the map.
    #[must_use]
    pub const fn traces(&self) -> &Traces {
        &self.traces
    }

    /// Whether something is being shown.
    #[must_use]
    pub const fn is_playing(&self) -> bool {
        self.field.is_some()
    }

    /// The field as shown, while something is.
    #[must_use]
    pub const fn field(&self) -> Option<&Battlefield> {
        self.field.as_ref()
    }

    /// The unit whose stands are out of their ranks.
    #[must_use]
    pub const fn loose(&self) -> Option<&Loose> {
        self.loose.as_ref()
    }

    /// Units something is happening to.
    #[must_use]
    pub fn struck(&self) -> &[UnitId] {
        &self.struck
    }

    /// Hexes of stands that have just fallen.
    #[must_use]
    pub fn fallen(&self) -> &[Hex] {
        &self.fallen
    }

    /// Where it is happening.
    #[must_use]
    pub fn focus(&self) -> Option<Hex> {
        let (field, unit) = (self.field.as_ref()?, self.acting?);
        (field.unit(unit).presence == Presence::OnMap).then(|| field.unit(unit).pose.anchor)
    }

    /// What is happening, in words.
    #[must_use]
    pub fn caption(&self) -> &str {
        &self.caption
    }

    /// How long until the next picture.
    #[must_use]
    pub fn wait(&self, now: Duration) -> Duration {
        self.due.saturating_sub(now)
    }

    /// Shows what is due; whether the picture changed.
    pub fn advance(&mut self, now: Duration, speed: Speed) -> bool {
        let mut changed = false;
        if self.due == Duration::ZERO {
            self.due = now;
        }
        while self.is_playing() && self.due <= now {
            changed = true;
            match self.frames.pop_front() {
                Some(frame) => {
                    let hold = self.show(frame, speed);
                    self.due += Duration::from_millis(hold);
                }
                None => self.stop(),
            }
        }
        changed
    }

    /// Puts one picture on the field; for how many milliseconds it is to stay.
    fn show(&mut self, frame: Frame, speed: Speed) -> u64 {
        let Some(field) = &mut self.field else { return 0 };
        match frame {
            Frame::Glide(unit, pose, gait) => {
                self.acting = Some(unit);
                if let Some(gait) = gait {
                    self.traces.left(field, unit, gait);
                }
                self.move_stands(&Event::Placed { unit, pose }, gait, speed.step(), speed)
            }
            Frame::Event(event, hold) => {
                self.struck = struck_by(&event);
                self.fallen = fallen_in(&event);
                self.acting = acting_in(&event).or(self.acting);
                self.caption = caption(&event, field).unwrap_or_else(|| std::mem::take(&mut self.caption));
                let volley = self.traces.hear(field, &event, self.blows);
                let gait = if let Event::Moved { manner, .. } = &*event { Gait::of(*manner) } else { None };
                let hold = self.move_stands(&event, gait, hold, speed);
                if volley { self.volley(hold) } else { hold }
            }
            Frame::Flash(number, hold) => {
                self.traces.flash(number);
                hold
            }
            Frame::Smoke(hold) => {
                self.traces.cease();
                hold
            }
            Frame::Drift(hold) => {
                self.traces.drift(field);
                hold
            }
            Frame::Loose(loose, hold) => {
                self.loose = Some(loose);
                hold
            }
            Frame::Settle(hold) => {
                (self.loose, self.flight) = (None, None);
                hold
            }
        }
    }

    /// An event takes effect. Who takes up another formation by it runs together first, who flees straggles; for how many
    /// milliseconds the picture is to stay.
    fn move_stands(&mut self, event: &Event, gait: Option<Gait>, hold: u64, speed: Speed) -> u64 {
        let Some(field) = &mut self.field else { return 0 };
        let stood = |field: &Battlefield, unit: UnitId| field.unit(unit).presence == Presence::OnMap;
        let unit = moved_by(event).filter(|unit| speed != Speed::Instant && stood(field, *unit));
        let Some(unit) = unit else {
            field.apply(event);
            return hold;
        };
        let (pose, print) = (field.unit(unit).pose, field.footprint(unit));
        field.apply(event);
        if !stood(field, unit) {
            return hold;
        }
        let (step, now) = (2 * speed.step(), field.unit(unit).pose);
        if gait == Some(Gait::Flight) {
            let trail = match self.flight.take() {
                Some((who, trail)) if who == unit => trail,
                _ => vec![pose],
            };
            return self.flee(unit, trail, now, matches!(event, Event::Moved { .. }).then_some(hold), step);
        }
        if pose.formation.arrangement == now.formation.arrangement {
            return hold;
        }
        let to = field.footprint(unit);
        let loose = |part: usize| Loose::forming(field, unit, [&print, &to], part);
        self.loose = Some(loose(1));
        let others: Vec<Frame> = (2..loose::STEPS).map(|part| Frame::Loose(loose(part), step)).collect();
        self.frames.push_front(Frame::Settle(hold));
        others.into_iter().rev().for_each(|frame| self.frames.push_front(frame));
        step
    }

    /// The next picture of a flight; at its end, which is held for so long, the stragglers come up.
    fn flee(&mut self, unit: UnitId, mut trail: Vec<Pose>, now: Pose, ends: Option<u64>, step: u64) -> u64 {
        let Some(field) = &self.field else { return 0 };
        trail.push(now);
        self.loose = Some(Loose::straggling(field, unit, &trail));
        if let Some(hold) = ends {
            self.frames.push_front(Frame::Settle(hold));
            for more in (1..loose::LAG).rev() {
                let late: Vec<Pose> = trail.iter().copied().chain(std::iter::repeat_n(now, more)).collect();
                self.frames.push_front(Frame::Loose(Loose::straggling(field, unit, &late), step));
            }
        }
        self.flight = Some((unit, trail));
        step
    }
}

impl Playback {
    /// Puts a volley's pictures before the next one: flashes along the line, then smoke that hangs and drifts for the rest of
    /// the time.
    fn volley(&mut self, hold: u64) -> u64 {
        let flash = hold / 6;
        let smoke = hold - flash * u64::from(FLASHES);
        self.frames.push_front(Frame::Drift(smoke / 2));
        self.frames.push_front(Frame::Smoke(smoke - smoke / 2));
        (1..FLASHES).rev().for_each(|number| self.frames.push_front(Frame::Flash(number, flash)));
        self.traces.flash(0);
        flash
    }
}

/// The unit that an event puts elsewhere.
const fn moved_by(event: &Event) -> Option<UnitId> {
    match event {
        Event::Moved { unit, .. } | Event::Placed { unit, .. } => Some(*unit),
        _ => None,
    }
}

fn struck_by(event: &Event) -> Vec<UnitId> {
    match event {
        Event::Strength { unit, .. } | Event::Left { unit, .. } => vec![*unit],
        Event::Rolled(roll) => roll.against.and_then(battle::Object::unit).into_iter().collect(),
        _ => Vec::new(),
    }
}

fn fallen_in(event: &Event) -> Vec<Hex> {
    match event {
        Event::Reshaped { fell, .. } => fell.clone(),
        _ => Vec::new(),
    }
}

fn acting_in(event: &Event) -> Option<UnitId> {
    match event {
        Event::Moved { unit, .. } | Event::Placed { unit, .. } | Event::Strength { unit, .. } => Some(*unit),
        Event::Rolled(roll) => roll.who.and_then(battle::Object::unit),
        _ => None,
    }
}

fn caption(event: &Event, field: &Battlefield) -> Option<String> {
    let name = |unit: &UnitId| field.label((*unit).into());
    match event {
        Event::Moved { unit, manner, .. } => Some(format!("{} {}", name(unit), manner.verb())),
        Event::Rolled(roll) => {
            let who = roll.who.map_or_else(|| String::from(roll.side.name()), |who| field.label(who));
            let at = roll.against.map_or_else(String::new, |target| format!(" at {}", field.label(target)));
            if roll.kind != RollKind::Total && (roll.need().is_none() || roll.opposed.is_some()) {
                return Some(format!("{who} {}{at}: {}", roll.label, table::receipt(roll).short));
            }
            let faces: Vec<String> = roll.faces.as_slice().iter().map(u8::to_string).collect();
            let need = roll.need().map_or_else(String::new, |need| format!(" need {need}+"));
            Some(format!("{who} {}{at}{need}: {} → {}", roll.label, faces.join(" "), roll.result))
        }
        Event::Strength { unit, from, to, cause, .. } => Some(format!("{} {:+} by {cause}", name(unit), to - from)),
        Event::Left { unit, .. } => Some(format!("{} leaves the field", name(unit))),
        Event::Told(told) => Some(told.sentence(field)),
        _ => None,
    }
}
