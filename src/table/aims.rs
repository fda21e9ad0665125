//! What a side is to do, and how it stands: goals, points and the time left, in words.

use battle::{Count, Goal, Objective, Outcome, Scenario, Side, System, Victory, with_article};

use crate::narrator::lower_first;

/// One goal as a side sees it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Aim {
    /// What to do, without a full stop: "hold the village", "destroy 3 enemy units".
    pub task: String,
    /// The same in a few words: "the village", "enemies destroyed".
    pub short: String,
    /// Victory points.
    pub points: i16,
    /// How it stands: "yours", "nobody's", "1 of 3".
    pub state: String,
    /// Who has it, of those that are had.
    pub holder: Option<Side>,
}

/// The goals of a side, or of both where none is given, in the order of the battle.
#[must_use]
pub fn aims(system: &dyn System, side: Option<Side>) -> Vec<Aim> {
    let objectives = system.field().roster().objectives.iter().zip(system.holders());
    let open = objectives.filter(|(objective, _)| objective.side.is_none() || side.is_none() || objective.side == side);
    open.map(|(objective, holder)| aim(system, side, objective, holder)).collect()
}

/// The goals that are the enemy's alone, as a side sees them.
fn enemy_aims(system: &dyn System, side: Side) -> Vec<Aim> {
    let objectives = system.field().roster().objectives.iter().zip(system.holders());
    let theirs = objectives.filter(|(objective, _)| objective.side == Some(side.other()));
    let yours = |aim: Aim| Aim { task: aim.task.replace(" enemy ", " of your "), ..aim };
    theirs.map(|(objective, holder)| yours(aim(system, Some(side), objective, holder))).collect()
}

fn aim(system: &dyn System, side: Option<Side>, objective: &Objective, holder: Option<Side>) -> Aim {
    let field = system.field();
    let holder = holder.filter(|_| matches!(objective.goal, Goal::Hold | Goal::Occupy));
    let count = objective.count.max(1);
    let units = if count == 1 { "unit" } else { "units" };
    let named = with_article(&objective.name);
    let (task, short) = match objective.goal {
        Goal::Hold => (format!("take and hold {named}"), named),
        Goal::Occupy => (format!("have {named} to yourself at the end"), named),
        Goal::Exit => (format!("march {count} {units} off the map by {named}"), format!("out by {named}")),
        Goal::Destroy => (format!("destroy {count} enemy {units}"), String::from("enemies destroyed")),
    };
    let state = match (objective.goal, holder) {
        (Goal::Hold | Goal::Occupy, None) => String::from("nobody's"),
        (Goal::Hold | Goal::Occupy, Some(holder)) => whose(holder, side),
        (Goal::Exit | Goal::Destroy, _) => {
            let who = objective.side.or(side).unwrap_or(Side::Blue);
            format!("{} of {count}", field.counted(who, objective))
        }
    };
    Aim { task, short, points: objective.value, state, holder }
}

fn whose(holder: Side, eyes: Option<Side>) -> String {
    match eyes {
        Some(side) if side == holder => String::from("yours"),
        Some(_) => String::from("the enemy's"),
        None => format!("{holder}'s"),
    }
}

/// How it stands, in parts that are read one after another: the points, the time left, each goal.
#[must_use]
pub fn standing(system: &dyn System, side: Option<Side>) -> Vec<String> {
    let mut parts = vec![score(system, side), time_left(system)];
    parts.extend(aims(system, side).into_iter().map(|aim| match aim.points {
        1 => format!("{}: {}", aim.short, aim.state),
        points => format!("{} ({points}): {}", aim.short, aim.state),
    }));
    parts
}

/// The same in fewer words, for narrow screens; goals as they are.
#[must_use]
pub fn standing_in_short(system: &dyn System, side: Option<Side>) -> Vec<String> {
    let mut parts = standing(system, side);
    let ([first, second], name) = counted(system, side);
    parts[0] = match side {
        None => format!("Blue {first}, Red {second}"),
        Some(_) if system.score().count == Count::Losses => format!("{name}: you {first}, enemy {second}"),
        Some(_) => format!("{name} {first}-{second}"),
    };
    parts[1] = match turns_left(system) {
        0 | 1 => String::from("last turn"),
        left => format!("{left} turns"),
    };
    parts
}

/// The points, one's own first where the words are somebody's.
#[must_use]
pub fn score(system: &dyn System, side: Option<Side>) -> String {
    let ([first, second], name) = counted(system, side);
    match side {
        None => format!("Blue {first}, Red {second} {}", lower_first(name)),
        Some(_) => format!("{name}: you {first}, enemy {second}"),
    }
}

/// The two numbers of the score as it is, one's own first, and what they count: losses where these would decide, goals or not.
fn counted(system: &dyn System, side: Option<Side>) -> ([i16; 2], &'static str) {
    let Outcome { points: [blue, red], count, .. } = system.score();
    let numbers = if side == Some(Side::Red) { [red, blue] } else { [blue, red] };
    let goals = !system.field().roster().objectives.is_empty();
    (numbers, if goals && count == Count::Losses { "Goals even, losses caused" } else { count.title() })
}

/// How much time is left, the turn that goes on counted.
#[must_use]
pub fn time_left(system: &dyn System) -> String {
    match turns_left(system) {
        0 | 1 => String::from("last turn"),
        left => format!("{left} turns left"),
    }
}

/// How many turns are left, the one that goes on counted; all of them before the first.
fn turns_left(system: &dyn System) -> u16 {
    let field = system.field();
    (field.turn_limit() + 1).saturating_sub(field.turn().max(1))
}

/// What a side is told before a battle: who it is, what it is to do, how the battle is decided. A paragraph each.
#[must_use]
pub fn briefing(system: &dyn System, scenario: &Scenario, side: Side) -> Vec<String> {
    let field = system.field();
    let army = scenario.army(side);
    let mine = field.present_of(side).count();
    let later = army.units.iter().filter(|unit| matches!(unit.start, battle::Start::Arrives(_))).count();
    let later = if later > 0 { format!(", {later} more come later") } else { String::new() };
    let place = if side == Side::Blue { "blue" } else { "red" };
    let mut told = vec![format!("You command {} ({place}): {mine} units on the map{later}.", army.name)];
    told.extend(scenario.note.lines().map(str::trim).filter(|line| !line.is_empty()).map(String::from));
    told.push(String::from("What you are to do:"));
    let tasks = aims(system, Some(side));
    told.extend(tasks.iter().map(|aim| format!("- {} ({}), now {}", aim.task, points(aim.points), aim.state)));
    if tasks.is_empty() {
        told.push(String::from("- hurt the enemy more than he hurts you"));
    }
    let theirs = enemy_aims(system, side);
    if !theirs.is_empty() {
        told.push(String::from("What the enemy is to do besides:"));
        told.extend(theirs.iter().map(|aim| format!("- {} ({}), now {}", aim.task, points(aim.points), aim.state)));
    }
    let breaks = system.breaks();
    told.push(format!("{} The battle lasts {} turns. {breaks}", decided(system, scenario), field.turn_limit()));
    told
}

/// How a battle is decided, in a sentence or two.
fn decided(system: &dyn System, scenario: &Scenario) -> String {
    let (won, even) = match (scenario.objectives.is_empty(), scenario.victory) {
        (true, _) => return String::from("Whoever has lost less when time is up wins."),
        (false, Victory::Points) => ("Whoever has more points when time is up wins.", "If both have as many"),
        (false, Victory::All) => (
            "You win with every goal of yours reached when the enemy has not reached his.",
            "If both have reached theirs, or neither",
        ),
    };
    format!("{won} {even}, {}.", system.info().even.unwrap_or("it is a draw"))
}

/// `1 point`, `3 points`.
fn points(value: i16) -> String {
    format!("{value} {}", if value == 1 { "point" } else { "points" })
}
