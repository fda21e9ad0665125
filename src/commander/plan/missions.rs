//! Missions: which group goes where, weighed by what a place is worth, the way there, the clock and the odds.

use battle::{Goal, System, UnitId, with_article};
use hexes::Hex;

use super::groups::{Group, together};
use super::posts::facing_to;
use super::{Mission, Plan, Task, wear};
use crate::appraisal::{Appraisal, Known, Prize};
use crate::battleground::Battleground;
use crate::profile::Planning;

/// Hexes about a place within which enemies count as holding it.
const ABOUT: i32 = 11;
/// Hexes about a held place within which enemies threaten it.
const WATCHED: i32 = 22;
/// How often groups reconsider in view of what the others chose.
const ROUNDS: usize = 3;

/// How much the clock presses a group that is not yet at the threatened place it is to hold.
const LATE: f64 = 0.8;

/// Something to go for.
struct Aim {
    task: Task,
    place: Hex,
    prize: Option<usize>,
    value: f64,
    /// Their strength about it.
    against: f64,
    name: String,
}

/// What one group could do about one aim.
#[derive(Clone, Copy)]
struct Course {
    aim: usize,
    score: f64,
    turns: f64,
    odds: f64,
}

/// A mission for every group.
pub(super) fn missions(
    view: &dyn System,
    battleground: &mut Battleground,
    appraisal: &Appraisal,
    planning: &Planning,
    groups: Vec<Group>,
    old: Option<&Plan>,
) -> Vec<Mission> {
    let aims = aims(view, appraisal, planning);
    let ways: Vec<Vec<f64>> = groups.iter().map(|group| inches(view, battleground, group, &aims)).collect();
    let mut chosen: Vec<Option<Course>> = vec![None; groups.len()];
    for _ in 0..ROUNDS {
        for at in 0..groups.len() {
            let settled = Settled { groups: &groups, aims: &aims, chosen: &chosen, at };
            chosen[at] = best(appraisal, planning, &settled, &ways[at], old);
        }
    }
    let worn = wear::worn(view, appraisal, old);
    let firsts = |at: usize| (0..at).filter(|other| same_aim(&chosen, *other, at)).count();
    let make = |(at, group): (usize, &Group)| {
        let option = chosen[at]?;
        let mission = mission(appraisal, planning, group, &aims[option.aim], option, firsts(at));
        Some(if group.units.iter().any(|unit| worn.contains(unit)) {
            recovery(view, appraisal, group, mission)
        } else {
            mission
        })
    };
    groups.iter().enumerate().filter_map(make).collect()
}

/// What a group of a worn command does instead.
fn recovery(view: &dyn System, appraisal: &Appraisal, group: &Group, mission: Mission) -> Mission {
    let task = wear::task(appraisal, group.centre);
    let place = if task == Task::Withdraw { wear::refuge(view, appraisal, group.centre) } else { group.centre };
    let reason = wear::reason(appraisal, &group.name, &group.units);
    Mission { task, place, prize: None, urgency: LATE, reason, ..mission }
}

fn same_aim(chosen: &[Option<Course>], one: usize, other: usize) -> bool {
    chosen[one].map(|option| option.aim) == chosen[other].map(|option| option.aim)
}

/// Everything worth going for: ground that counts, then groups of enemies, then staying.
fn aims(view: &dyn System, appraisal: &Appraisal, planning: &Planning) -> Vec<Aim> {
    let names = &view.field().roster().objectives;
    let mut aims = Vec::new();
    for (number, prize) in appraisal.prizes.iter().enumerate().filter(|(_, prize)| prize.is_ground()) {
        let ours = prize.holder == Some(appraisal.side) && (prize.on_it[1].is_empty() || prize.goal == Goal::Hold);
        let counts = if prize.counts[0] { 1.0 } else { 0.8 };
        aims.push(Aim {
            task: if ours { Task::Hold } else { Task::Attack },
            place: prize.centre,
            prize: Some(number),
            value: prize.value * counts,
            against: Appraisal::force_on(appraisal.enemies(), prize.centre, if ours { WATCHED } else { ABOUT }),
            name: with_article(&names[number].name),
        });
    }
    let foes: Vec<&Known> = appraisal.enemies().collect();
    let worth = enemy_value(appraisal);
    let parts = together(&foes, (planning.together / 2.0) as i32);
    aims.extend(parts.iter().filter_map(|part| enemy_aim(view, appraisal, part, worth)));
    aims
}

/// What beating a group of enemies is worth beside ground: all, where no ground counts.
fn enemy_value(appraisal: &Appraisal) -> f64 {
    let ground = appraisal.prizes.iter().any(Prize::is_ground);
    let destroy = appraisal.prizes.iter().any(|prize| prize.goal == Goal::Destroy && prize.counts[0]);
    match (ground, destroy) {
        (false, _) => 1.0,
        (true, true) => 0.7,
        (true, false) => 0.35,
    }
}

fn enemy_aim(view: &dyn System, appraisal: &Appraisal, part: &[&Known], value: f64) -> Option<Aim> {
    let apart = |from: &&&Known| part.iter().map(|to| to.pose.anchor.distance(from.pose.anchor)).sum::<i32>();
    let nearest = part.iter().min_by_key(apart)?;
    let place = nearest.pose.anchor;
    let name = format!("the enemy around {}", view.field().roster().unit(nearest.id).label);
    let against = Appraisal::force_on(appraisal.enemies(), place, ABOUT);
    Some(Aim { task: Task::Attack, place, prize: None, value, against, name })
}

/// Inches from a group to every aim, by its slowest kind.
fn inches(view: &dyn System, battleground: &mut Battleground, group: &Group, aims: &[Aim]) -> Vec<f64> {
    let Some(unit) = group.units.first() else { return vec![0.0; aims.len()] };
    aims.iter().map(|aim| battleground.way(view, *unit, aim.place).from(view.field(), group.centre)).collect()
}

/// What the other groups have settled on.
struct Settled<'a> {
    groups: &'a [Group],
    aims: &'a [Aim],
    chosen: &'a [Option<Course>],
    at: usize,
}

impl Settled<'_> {
    /// Strength of the other groups that go for the same aim.
    fn others(&self, aim: usize) -> f64 {
        let same = |(place, _): &(usize, &Group)| {
            *place != self.at && self.chosen[*place].is_some_and(|option| option.aim == aim)
        };
        self.groups.iter().enumerate().filter(same).map(|(_, group)| group.force).sum()
    }
}

fn best(
    appraisal: &Appraisal,
    planning: &Planning,
    settled: &Settled<'_>,
    ways: &[f64],
    old: Option<&Plan>,
) -> Option<Course> {
    let group = &settled.groups[settled.at];
    let before = old.and_then(|old| former(old, &group.units));
    let mut best: Option<Course> = None;
    for (number, aim) in settled.aims.iter().enumerate() {
        let mut option = weigh(appraisal, planning, group, aim, ways[number], settled.others(number));
        option.aim = number;
        if before.is_some_and(|mission| {
            mission.prize == aim.prize && mission.place.distance(aim.place) <= 2 * planning.aside as i32
        }) {
            option.score *= 1.0 + planning.margin;
        }
        if best.is_none_or(|best| option.score > best.score) {
            best = Some(option);
        }
    }
    best
}

/// The mission that most of these units had.
fn former<'a>(old: &'a Plan, units: &[UnitId]) -> Option<&'a Mission> {
    let kept = |mission: &&Mission| units.iter().filter(|unit| mission.units.contains(unit)).count() * 2 > units.len();
    old.missions.iter().find(kept)
}

fn weigh(appraisal: &Appraisal, planning: &Planning, group: &Group, aim: &Aim, inches: f64, others: f64) -> Course {
    let left = f64::from(appraisal.left);
    let turns = inches / group.pace.max(0.5) / planning.tempo;
    let in_time = if turns > left { 0.15 * left / turns } else { 1.0 / (1.0 + 0.07 * turns) };
    let odds = (group.force + others) / aim.against.max(0.25);
    let (posture, chances, need) = match aim.task {
        Task::Hold => (1.0, 1.0, hold_need(aim, others)),
        _ => (spirit(appraisal, planning), (odds / planning.odds).clamp(0.2, 1.0), attack_need(planning, aim, others)),
    };
    Course { aim: 0, score: aim.value * posture * in_time * chances * need, turns, odds }
}

/// What attacks count for: less while winning as things stand, for then the clock is a friend; more and more while
/// losing.
fn spirit(appraisal: &Appraisal, planning: &Planning) -> f64 {
    match appraisal.standing {
        standing if standing > 0.0 => planning.ease,
        standing if standing < 0.0 => planning.drive * (1.0 + planning.press * appraisal.late()),
        _ => planning.drive,
    }
}

/// How much a held place still needs: little where nobody threatens it or enough are there.
fn hold_need(aim: &Aim, others: f64) -> f64 {
    if aim.against <= 0.0 {
        return if others > 0.0 { 0.05 } else { 0.3 };
    }
    let lacking = (aim.against * 0.9 - others).max(0.0) / (aim.against * 0.9);
    0.25 + 0.75 * lacking
}

fn attack_need(planning: &Planning, aim: &Aim, others: f64) -> f64 {
    let enough = aim.against * planning.odds * 1.5 + 0.8;
    if others >= enough { 0.35 } else { 1.0 }
}

fn mission(
    appraisal: &Appraisal,
    planning: &Planning,
    group: &Group,
    aim: &Aim,
    option: Course,
    before: usize,
) -> Mission {
    let left = f64::from(appraisal.left);
    let task = task(appraisal, planning, group, aim, &option, before);
    let needed = option.turns + planning.fight;
    let urgency = match task {
        _ if task.attacks() => (needed / left.max(1.0)).min(1.0) * spirit(appraisal, planning).min(1.0),
        Task::Hold if aim.against > 0.0 && option.turns > 1.5 => LATE,
        _ => 0.25,
    };
    Mission {
        task,
        units: group.units.clone(),
        place: place(appraisal, planning, group, aim, task, before),
        prize: aim.prize,
        urgency,
        odds: option.odds,
        reason: format!("{}: {} {}; odds {:.1} to 1", group.name, task.verb(), aim.name, option.odds.min(9.9)),
    }
}

fn task(appraisal: &Appraisal, planning: &Planning, group: &Group, aim: &Aim, option: &Course, before: usize) -> Task {
    let close = Appraisal::force_near(appraisal.enemies(), group.centre, ABOUT);
    match aim.task {
        _ if group.share < 0.3 && close > group.force * 2.0 => Task::Withdraw,
        Task::Hold if falls_back(appraisal, planning, group, option) => Task::Withdraw,
        _ if group.share < 0.4 && close <= 0.0 && appraisal.left > 4 => Task::Rally,
        Task::Hold if before > 1 => Task::Reserve,
        Task::Attack if option.odds < 0.4 && appraisal.standing >= 0.0 => Task::Screen,
        Task::Attack if before > 0 => Task::Flank,
        task => task,
    }
}

/// Whether a group had better join the others than be beaten alone where it is to hold: the odds are poor, most of the
/// army is elsewhere, and there is time to come back.
fn falls_back(appraisal: &Appraisal, planning: &Planning, group: &Group, option: &Course) -> bool {
    let all: f64 = appraisal.own().map(Known::force).sum();
    let near = Appraisal::force_near(appraisal.own(), group.centre, ABOUT);
    let late = f64::from(appraisal.left) <= planning.fight + 2.0;
    !late && option.odds < planning.stand && all - near > 0.6 * group.force
}

fn place(appraisal: &Appraisal, planning: &Planning, group: &Group, aim: &Aim, task: Task, before: usize) -> Hex {
    match task {
        Task::Withdraw => rally_point(appraisal, group).unwrap_or(group.centre),
        Task::Rally => group.centre,
        _ => aside(group, aim, before, planning.aside as i16),
    }
}

/// The friend outside the group who is nearest to all friends.
fn rally_point(appraisal: &Appraisal, group: &Group) -> Option<Hex> {
    let others = || appraisal.own().filter(|unit| !group.units.contains(&unit.id));
    let apart = |from: &Hex| others().map(|unit| unit.pose.anchor.distance(*from)).sum::<i32>();
    others().map(|unit| unit.pose.anchor).min_by_key(apart)
}

/// The place for the group: a second and third one at an aim go to its sides, each to the side it stands on.
fn aside(group: &Group, aim: &Aim, before: usize, hexes: i16) -> Hex {
    if before == 0 {
        return aim.place;
    }
    let facing = facing_to(aim.place.point() - group.centre.point());
    let right = facing.right_flank().vector().point().dot(group.centre.point() - aim.place.point()) >= 0;
    let (near, far) = (facing.right_flank(), facing.left_flank());
    let side = if right == (before % 2 == 1) { near } else { far };
    aim.place + side.vector() * (hexes * (before as i16).div_euclid(2).max(1))
}

/// How things stand as the plan is made, in words: the turns left, and whose battle it would be.
pub(super) fn standing(view: &dyn System, appraisal: &Appraisal) -> String {
    let turns = match appraisal.left {
        1 => String::from("the last turn"),
        left => format!("{left} turns left"),
    };
    let stands = match view.score().winner {
        Some(side) if side == appraisal.side => "ahead when the turn began",
        Some(_) => "behind when the turn began",
        None => "even when the turn began",
    };
    format!("{turns}, {stands}")
}
