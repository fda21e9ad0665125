//! The moments of a battle: the turns on which it turned, and the story in a few lines.

use battle::{Conditions, Departure, Event, Object, Role, Sense, Side, System, with_article};

use super::TurnToll;

/// Lines of the story.
const STORY: usize = 10;

/// Turns on which a battle can turn.
const TURNING: usize = 3;

/// How much the objectives count beside the armies when turns are compared.
const GROUND: f64 = 0.3;

/// The least difference of a turn that anything turns on.
const NOTHING: f64 = 0.02;

/// One thing worth telling.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Moment {
    /// The turn.
    pub turn: u16,
    /// A sentence.
    pub text: String,
}

/// What happened, with how much it weighs in the story.
struct Told {
    weight: u8,
    moment: Moment,
}

/// Gathers moments as events pass by.
pub(super) struct Moments<'a> {
    system: &'a dyn System,
    told: Vec<Told>,
    bled: bool,
}

impl<'a> Moments<'a> {
    pub(super) fn new(system: &'a dyn System) -> Moments<'a> {
        Moments { system, told: Vec::new(), bled: false }
    }

    /// What happens twice in a turn in the same words is told once.
    fn tell(&mut self, turn: u16, weight: u8, text: String) {
        let moment = Moment { turn, text };
        if self.told.iter().all(|told| told.moment != moment) {
            self.told.push(Told { weight, moment });
        }
    }

    pub(super) fn hear(&mut self, turn: u16, event: &Event, hurts: bool) {
        let field = self.system.field();
        let label = |object: Object| field.label(object);
        if hurts && !self.bled {
            self.bled = true;
            if let Event::Strength { unit, from, to, cause, .. } = event {
                let full = field.unit(*unit).full;
                let change = self.system.info().strength.change([*from, *to], full, cause);
                self.tell(turn, 4, format!("The first to suffer: {} {change}.", label((*unit).into())));
            }
        }
        match event {
            Event::Left { unit, why: Departure::Destroyed, .. } => {
                self.tell(turn, 6, format!("{} is destroyed.", label((*unit).into())));
            }
            Event::Left { unit, why: Departure::Routed, .. } => {
                self.tell(turn, 6, format!("{} runs from the field.", label((*unit).into())));
            }
            Event::Left { unit, why: Departure::Exited, .. } => {
                self.tell(turn, 5, format!("{} marches off the field.", label((*unit).into())));
            }
            Event::ObjectiveTaken { objective, holder } => self.taken(turn, usize::from(*objective), *holder),
            Event::BrigadeBroke { brigade, says, .. } => {
                let brigade = field.roster().brigades.get(usize::from(*brigade));
                let name = brigade.map_or("A brigade", |brigade| brigade.name.as_str()).to_owned();
                self.tell(turn, 8, format!("{name} {says}."));
            }
            Event::Marked { unit, marks, on: true, .. }
                if Conditions::of(*marks, field.roster().marks).mean(Sense::Routing) =>
            {
                self.tell(turn, 3, format!("{} breaks and runs.", label((*unit).into())));
            }
            Event::Ordered { order, .. } => {
                let charges = self.system.verb(order).is_some_and(|verb| verb.role == Role::Assault);
                if let (true, Some(unit), Some(target)) = (charges, order.unit(), order.target) {
                    self.tell(turn, 2, format!("{} goes at {}.", label(unit.into()), label(target)));
                }
            }
            Event::Ended(outcome) => {
                let who = outcome.winner.map_or_else(|| String::from("A draw"), |side| format!("{side} wins"));
                self.tell(turn, 10, format!("{who} {}.", outcome.reason.text()));
            }
            _ => {}
        }
    }

    fn taken(&mut self, turn: u16, objective: usize, holder: Option<Side>) {
        let Some(name) = self.objective(objective) else { return };
        let text = match holder {
            Some(side) => format!("{side} takes {name}."),
            None => format!("Nobody holds {name} any more."),
        };
        self.tell(turn, 5, text);
    }

    fn objective(&self, place: usize) -> Option<String> {
        self.system.field().roster().objectives.get(place).map(|objective| with_article(&objective.name))
    }

    /// The heaviest moments in the order of time; of those that weigh the same, the earlier.
    pub(super) fn story(&self) -> Vec<Moment> {
        let mut places: Vec<usize> = (0..self.told.len()).collect();
        places.sort_by_key(|place| (std::cmp::Reverse(self.told[*place].weight), *place));
        places.truncate(STORY);
        places.sort_unstable();
        places.into_iter().map(|place| self.told[place].moment.clone()).collect()
    }

    /// The turns whose losses and gains of ground differ most between the sides, the greatest first.
    pub(super) fn turning(&self, turns: &[TurnToll]) -> Vec<Moment> {
        let mut swings: Vec<(f64, &TurnToll)> = turns.iter().map(|turn| (self.swing(turn), turn)).collect();
        swings.retain(|(swing, _)| swing.abs() >= NOTHING);
        swings.sort_by(|(a, one), (b, other)| b.abs().total_cmp(&a.abs()).then(one.turn.cmp(&other.turn)));
        swings.truncate(TURNING);
        swings.into_iter().map(|(swing, turn)| Moment { turn: turn.turn, text: self.told_of(turn, swing) }).collect()
    }

    /// How far a turn went Blue's way: above 0 for Blue, below for Red.
    fn swing(&self, turn: &TurnToll) -> f64 {
        let objectives = &self.system.field().roster().objectives;
        let value = |place: usize| objectives.get(place).map_or(0.0, |objective| f64::from(objective.value));
        let all: f64 = (0..objectives.len()).map(value).sum();
        let ground: f64 = turn
            .taken
            .iter()
            .map(|(place, holder)| match holder {
                Some(Side::Blue) => value(*place),
                Some(Side::Red) => -value(*place),
                None => 0.0,
            })
            .sum();
        let ground = if all > 0.0 { ground / all } else { 0.0 };
        turn.worth[1] - turn.worth[0] + GROUND * ground
    }

    fn told_of(&self, turn: &TurnToll, swing: f64) -> String {
        let winner = if swing > 0.0 { Side::Blue } else { Side::Red };
        let share = |side: Side| {
            let whole = (turn.worth[side.index()] * 100.0).round();
            if whole < 1.0 { String::from("nothing") } else { format!("{whole} %") }
        };
        let mut text = format!(
            "{winner}'s turn: of its army {} lost {}, {winner} {}",
            winner.other(),
            share(winner.other()),
            share(winner)
        );
        let field = self.system.field();
        let gone: Vec<String> = turn.gone.iter().map(|unit| field.label((*unit).into())).collect();
        if !gone.is_empty() {
            text += &format!("; gone: {}", gone.join(", "));
        }
        for (place, holder) in &turn.taken {
            if let (Some(name), Some(side)) = (self.objective(*place), holder) {
                text += &format!("; {side} took {name}");
            }
        }
        text + "."
    }
}
