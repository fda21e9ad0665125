//! Tells every event as a plain sentence.

use battle::{
    Arrangement, Battlefield, Conditions, Counts, Departure, Event, Formation, LeaderId, Link, Listener, Manner, Marks,
    Object, Order, Outcome, Part, Patch, Perch, Pose, Role, Roll, RollKind, Secrecy, Side, System, SystemInfo, Told,
    Unit, UnitId,
};

use crate::log::{Dispatch, DispatchKind, Log};
use crate::receipt::{asked, counted, receipt};
use crate::visible::{self, Before};

/// A listener that writes the log.
pub(crate) struct Narrator<'a> {
    info: &'static SystemInfo,
    secrecy: Secrecy,
    log: &'a mut Log,
    before: Before,
    was: Option<Unit>,
}

impl<'a> Narrator<'a> {
    /// Of that battle.
    pub(crate) fn new(battle: &dyn System, log: &'a mut Log) -> Narrator<'a> {
        let (info, secrecy) = (battle.info(), battle.secrecy());
        Narrator { info, secrecy, log, before: Before::default(), was: None }
    }
}

impl Listener for Narrator<'_> {
    fn before(&mut self, field: &Battlefield, event: &Event) {
        self.before = Before::of(field, event);
        self.was = visible::subject(event).map(|unit| *field.unit(unit));
    }

    fn after(&mut self, field: &Battlefield, event: &Event) {
        let kept = visible::kept(field, event, self.secrecy, self.info.marks);
        let seen = visible::all([visible::seen(field, event, self.before), kept]);
        let teller = Teller { info: self.info, field, was: self.was };
        if let Some(dispatch) = teller.tell(event) {
            self.log.tell(dispatch, visible::units(event), seen);
        }
        self.log.keep(event.clone(), seen);
    }
}

impl Narrator<'_> {
    /// The log as far as it is written.
    pub(crate) fn log(&mut self) -> &mut Log {
        self.log
    }

    /// Whether onlookers saw the last event, as far as the field tells.
    pub(crate) fn was_open(&self) -> bool {
        self.log.last_event_open()
    }
}

struct Teller<'a> {
    info: &'static SystemInfo,
    field: &'a Battlefield,
    was: Option<Unit>,
}

/// What differs between dispatches.
struct Line {
    kind: DispatchKind,
    side: Option<Side>,
    text: String,
    detail: Vec<String>,
    clause: &'static str,
}

impl Line {
    fn new(kind: DispatchKind, side: Option<Side>, clause: &'static str, text: String) -> Option<Line> {
        Some(Line { kind, side, text, detail: Vec::new(), clause })
    }
}

impl Teller<'_> {
    fn tell(&self, event: &Event) -> Option<Dispatch> {
        let line = self.line(event)?;
        let step = self.info.steps.get(usize::from(self.field.step())).map_or("", |step| step.title);
        Some(Dispatch {
            turn: self.field.turn(),
            step,
            side: line.side,
            kind: line.kind,
            text: line.text,
            detail: line.detail,
            clause: line.clause,
            unit: visible::subject(event),
            change: match event {
                Event::Strength { from, to, .. } => Some([*from, *to]),
                _ => None,
            },
        })
    }

    fn line(&self, event: &Event) -> Option<Line> {
        match event {
            Event::TurnBegan { turn } => self.turn(*turn),
            Event::StepBegan { step, side } => self.step(*step, *side),
            Event::Ordered { side, order } => self.order(*side, order),
            Event::Rolled(roll) => self.roll(roll),
            Event::Placed { unit, pose } => self.placed(*unit, pose),
            Event::Moved { unit, to, path, manner, clause } => self.moved(*unit, to, path, *manner, clause),
            Event::Reshaped { unit, stands, .. } => self.reshaped(*unit, *stands),
            Event::Damaged { part, wounds, destroyed, clause } => self.damaged(*part, *wounds, *destroyed, clause),
            Event::Ignited { patch, clause } => self.ignited(*patch, clause),
            Event::Strength { unit, from, to, cause, clause } => self.strength(*unit, *from, *to, cause, clause),
            Event::Rated { .. } => None,
            Event::Merged { unit, into, clause } => self.merged(*unit, *into, clause),
            Event::Marked { unit, marks, on, .. } => self.marked(*unit, *marks, *on),
            Event::Left { unit, why, clause } => self.left(*unit, *why, clause),
            Event::LeaderMoved { leader, to, clause } => self.leader(*leader, *to, clause),
            Event::BrigadeBroke { brigade, says, clause } => self.broken(*brigade, says, clause),
            Event::ObjectiveTaken { objective, holder } => self.objective(*objective, *holder),
            Event::Told(told) => self.told(told),
            Event::Ended(outcome) => Line::new(DispatchKind::Result, outcome.winner, "", ending(outcome)),
        }
    }

    fn name(&self, object: impl Into<Object>) -> String {
        self.field.label(object.into())
    }

    /// `12,7 facing NW`, and the formation where it is another than the unit had.
    fn place(&self, unit: Option<UnitId>, pose: &Pose) -> String {
        let before = self.was.map(|was| was.pose).or_else(|| unit.map(|unit| self.field.unit(unit).pose));
        let same = before.is_some_and(|before| before.formation == pose.formation);
        let formation = if same { String::new() } else { format!(" in {}", formation_words(pose.formation)) };
        format!("{}{formation}", bearing(pose))
    }

    /// The place an order names: where a formation is ordered, the verb has said which.
    fn ordered_place(&self, order: &Order, role: Role, pose: &Pose) -> String {
        match role {
            Role::Command => format!(" to {}", pose.anchor.offset()),
            Role::Form => format!(" at {}{}", bearing(pose), width_words(pose.formation)),
            _ => format!(" to {}", self.place(order.unit(), pose)),
        }
    }

    fn unit_line(&self, kind: DispatchKind, unit: UnitId, clause: &'static str, what: &str) -> Option<Line> {
        Line::new(kind, Some(self.field.side(unit)), clause, format!("{} {what}.", self.name(unit)))
    }

    fn turn(&self, turn: u16) -> Option<Line> {
        let text = format!("Turn {turn} of {} begins.", self.field.turn_limit());
        Line::new(DispatchKind::Turn, None, "", text)
    }

    fn step(&self, step: u8, side: Option<Side>) -> Option<Line> {
        let info = self.info.steps.get(usize::from(step))?;
        let whose = side.map_or_else(String::new, |side| format!("{side}: "));
        Line::new(DispatchKind::Turn, side, info.clause, format!("{whose}{}.", info.title))
    }

    fn order(&self, side: Side, order: &Order) -> Option<Line> {
        let verb = self.info.verbs.get(usize::from(order.verb.0))?;
        let actor = order.actor.map_or_else(|| String::from(side.name()), |actor| self.name(actor));
        let mut text = format!("{actor}: {}", lower_first(verb.title));
        let mut add = |word: &str, thing: String| text.push_str(&format!("{word}{thing}"));
        order.target.into_iter().for_each(|target| add(" → ", self.name(target)));
        let named = order.number.and_then(|number| verb.numbered(number));
        named.into_iter().for_each(|one| add(", ", String::from(one.name)));
        order.pose.into_iter().for_each(|pose| add("", self.ordered_place(order, verb.role, &pose)));
        let bare = order.number.filter(|number| *number > 0 && order.pose.is_none() && named.is_none());
        bare.into_iter().for_each(|number| add(", ", number.to_string()));
        let mut line = Line::new(DispatchKind::Order, Some(side), verb.clause, text + ".")?;
        let written = battle::OrderText { verbs: self.info.verbs, roster: self.field.roster() }.write(order);
        line.detail.push(format!("order: {written}"));
        Some(line)
    }

    fn roll(&self, roll: &Roll) -> Option<Line> {
        let who = roll.who.map_or_else(|| String::from(roll.side.name()), |who| self.name(who));
        let shields = matches!(roll.kind, RollKind::Saves | RollKind::Test | RollKind::Contest);
        let word = if shields { "against" } else { "on" };
        let at = roll.against.map_or_else(String::new, |object| format!(" {word} {}", self.name(object)));
        let said = receipt(roll);
        let asks = roll.opposed.is_none() && (roll.kind == RollKind::Card || !asked(&roll.terms).is_empty());
        let separator = if asks { "," } else { ":" };
        let place = roll.link.map_or_else(String::new, |link| place_words(roll, link));
        let text = format!("{who} {}{at}{separator} {}{place}.", roll.label, said.short);
        let mut line = Line::new(DispatchKind::Roll, Some(roll.side), roll.clause, text)?;
        line.detail = said.lines;
        Some(line)
    }

    fn placed(&self, unit: UnitId, pose: &Pose) -> Option<Line> {
        self.unit_line(DispatchKind::Move, unit, "", &format!("takes post at {}", self.place(Some(unit), pose)))
    }

    fn moved(&self, unit: UnitId, to: &Pose, path: &[Pose], manner: Manner, clause: &'static str) -> Option<Line> {
        let reformed = self.was.is_some_and(|was| was.pose.formation != to.formation);
        let what = match manner {
            Manner::Formed if reformed => format!("forms {}{}", formed_words(to.formation), bearing(to)),
            Manner::Formed => format!("forms up at {}", bearing(to)),
            _ => format!("{} to {}", manner.verb(), self.place(Some(unit), to)),
        };
        let mut line = self.unit_line(DispatchKind::Move, unit, clause, &what)?;
        let from = self.was.map_or_else(String::new, |was| format!("from {}", was.pose));
        let steps: String = path.iter().map(|pose| format!(" {pose}")).collect();
        let way = if path.is_empty() { String::new() } else { format!(" by way of{steps}") };
        line.detail.push(format!("{from}{way}").trim_start().to_owned());
        Some(line)
    }

    fn broken(&self, brigade: u8, says: &str, clause: &'static str) -> Option<Line> {
        let brigade = self.field.roster().brigades.get(usize::from(brigade))?;
        let text = format!("{} {says}.", brigade.name);
        Line::new(DispatchKind::Loss, Some(brigade.side), clause, text)
    }

    fn damaged(&self, part: Part, wounds: u8, destroyed: bool, clause: &'static str) -> Option<Line> {
        let what = match destroyed {
            true => String::from("is destroyed: the way in is open"),
            false => format!("has taken {}", counted(i64::from(wounds), "wound", "wounds")),
        };
        let name = self.field.label(Object::Part(part));
        Line::new(DispatchKind::Loss, None, clause, format!("{}{} {what}.", name[..1].to_uppercase(), &name[1..]))
    }

    fn ignited(&self, patch: Patch, clause: &'static str) -> Option<Line> {
        let ground = self.field.ground();
        let hex = ground.grid().iter().find(|hex| ground.patch(*hex) == Some(patch))?;
        Line::new(DispatchKind::Loss, None, clause, format!("The houses at {} burn.", hex.offset()))
    }

    /// Where strength is counted in stands, the loss has said it already.
    fn reshaped(&self, unit: UnitId, stands: u8) -> Option<Line> {
        if self.info.strength.counts == Counts::Stands && self.field.unit(unit).strength == i16::from(stands) {
            return None;
        }
        let what = format!("now has {}", counted(i64::from(stands), "stand", "stands"));
        self.unit_line(DispatchKind::Loss, unit, "", &what)
    }

    fn strength(&self, unit: UnitId, from: i16, to: i16, cause: &str, clause: &'static str) -> Option<Line> {
        let what = self.info.strength.change([from, to], self.field.unit(unit).full, cause);
        self.unit_line(DispatchKind::Loss, unit, clause, &what)
    }

    fn marked(&self, unit: UnitId, marks: Marks, on: bool) -> Option<Line> {
        let had = self.was.map_or(Marks::empty(), |was| was.marks);
        let gone = !on && self.field.unit(unit).strength <= 0;
        let told = Conditions::of(marks, self.info.marks).in_order().into_iter();
        let told = told.filter(|info| had.contains(info.mark) != on).filter_map(|info| info.says);
        let words: Vec<&str> = told.map(|[begins, ends]| if on { begins } else { ends }).collect();
        if words.is_empty() || gone { None } else { self.unit_line(DispatchKind::Move, unit, "", &words.join(" and ")) }
    }

    fn left(&self, unit: UnitId, why: Departure, clause: &'static str) -> Option<Line> {
        let what = match why {
            Departure::Destroyed => "is destroyed",
            Departure::Routed => "runs from the field",
            Departure::Exited => "marches off the map",
        };
        self.unit_line(DispatchKind::Loss, unit, clause, what)
    }

    fn merged(&self, unit: UnitId, into: UnitId, clause: &'static str) -> Option<Line> {
        let text = format!("{} rejoins {}.", self.name(unit), self.name(into));
        Line::new(DispatchKind::Move, Some(self.field.side(unit)), clause, text)
    }

    fn leader(&self, leader: LeaderId, to: Perch, clause: &'static str) -> Option<Line> {
        let who = self.name(leader);
        let (kind, text) = match to {
            Perch::With(unit) => (DispatchKind::Leader, format!("{who} joins {}.", self.name(unit))),
            Perch::At(hex) => (DispatchKind::Leader, format!("{who} goes to {}.", hex.offset())),
            Perch::Away => (DispatchKind::Loss, format!("{who} leaves the field.")),
        };
        Line::new(kind, Some(self.field.roster().leader(leader).side), clause, text)
    }

    fn objective(&self, objective: u8, holder: Option<Side>) -> Option<Line> {
        let name = &self.field.roster().objectives.get(usize::from(objective))?.name;
        let text = match holder {
            Some(side) => format!("{side} takes {name}."),
            None => format!("nobody holds {name} now."),
        };
        Line::new(DispatchKind::Result, holder, "", text)
    }

    fn told(&self, told: &Told) -> Option<Line> {
        let side = told.side.or_else(|| told.actor.and_then(Object::unit).map(|unit| self.field.side(unit)));
        let sentence = told.sentence(self.field);
        let stop = if sentence.ends_with(['.', '!', '?']) { "" } else { "." };
        Line::new(DispatchKind::Result, side, told.clause, sentence + stop)
    }
}

/// What a check of a chain makes of its roller: `: stays firm, check 1 of 2`, `: firm falls to nervous`.
pub(crate) fn place_words(roll: &Roll, link: Link) -> String {
    let place = match roll.passed() {
        true => format!(": stays {}", link.rung),
        false => format!(": {} falls to {}", link.rung, link.below),
    };
    let count = if link.owed > 1 { format!(", check {} of {}", link.number, link.owed) } else { String::new() };
    format!("{place}{count}")
}

/// `12,7 facing NW`.
fn bearing(pose: &Pose) -> String {
    format!("{} facing {}", pose.anchor.offset(), pose.facing)
}

/// A formation as a player would say it: `line, 3 wide`, `square`, `skirmish order`.
#[must_use]
pub fn formation_words(formation: Formation) -> String {
    let name = match formation.arrangement {
        Arrangement::OpenOrder => "open order",
        Arrangement::AttackColumn => "attack column",
        Arrangement::MarchColumn => "march column",
        Arrangement::Skirmish | Arrangement::Screen => "skirmish order",
        other => other.name(),
    };
    format!("{name}{}", width_words(formation))
}

/// The formation before the place where it is formed: `square at `, `line, 3 wide, at `.
fn formed_words(formation: Formation) -> String {
    let pause = if width_words(formation).is_empty() { "" } else { "," };
    format!("{}{pause} at ", formation_words(formation))
}

/// `, 3 wide`, where a formation has a width to choose.
fn width_words(formation: Formation) -> String {
    match formation.arrangement {
        Arrangement::Line | Arrangement::Column | Arrangement::AttackColumn => format!(", {} wide", formation.files),
        _ => String::new(),
    }
}

/// How a battle ended, in a sentence.
pub(crate) fn ending(outcome: &Outcome) -> String {
    let (how, count) = (outcome.reason.text(), outcome.count.title().to_lowercase());
    let [blue, red] = outcome.points;
    match outcome.winner {
        Some(winner) => format!("{winner} wins {how}; {count}: Blue {blue}, Red {red}."),
        None => format!("The battle is drawn {how}; {count}: Blue {blue}, Red {red}."),
    }
}

pub(crate) fn lower_first(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or_else(String::new, |first| first.to_lowercase().collect::<String>() + letters.as_str())
}

/// Whether an order of that role is a shot.
pub(crate) const fn is_shot(role: Role) -> bool {
    matches!(role, Role::Fire)
}
