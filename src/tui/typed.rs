//! Orders as a person types them: `move b3 13,25 ne`, `fire b3 r2`, `done`.

use battle::{Arrangement, Formation, Object, Order, Pose, System, VerbInfo};
use hexes::{Facing, Hex, Offset};
use table::formation_words;

use crate::ordering::Choices;
use crate::ordering::posing::CLOSE_BY;

/// An order that was typed, as far as it is known.
#[derive(Clone, Debug, PartialEq)]
pub enum Typed {
    /// It is complete.
    Order(Order),
    /// It lacks its place.
    Stem(Order),
}

/// What the words after a verb and an actor say.
#[derive(Default)]
struct Rest {
    target: Option<Object>,
    place: Option<Hex>,
    facing: Option<Facing>,
    number: Option<i16>,
    /// The beginning of a formation's name.
    formation: Option<String>,
}

/// Reads a line as one of the orders that are legal now.
///
/// # Errors
/// A sentence that says which word is not understood, or why no such order can be given.
pub fn read(text: &str, choices: &Choices, system: &dyn System) -> Result<Typed, String> {
    let mut words = text.split_whitespace();
    let verb = words.next().unwrap_or_default().to_lowercase();
    let named = |info: &VerbInfo| info.word == verb || info.title.to_lowercase().starts_with(&verb);
    let verbs: Vec<usize> = (0..system.info().verbs.len()).filter(|at| named(&system.info().verbs[*at])).collect();
    if verbs.is_empty() {
        return Err(format!("unknown command \"{verb}\""));
    }
    let mut objects = Vec::new();
    let mut rest = Rest::default();
    for word in words {
        read_word(word, system, &mut objects, &mut rest)?;
    }
    let actor = objects.first().copied();
    rest.target = rest.target.or(objects.get(1).copied());
    let fits = |order: &&Order| {
        verbs.contains(&usize::from(order.verb.0))
            && order.actor == actor
            && aims_at(order, &rest)
            && (rest.number.is_none() || order.number == rest.number)
    };
    let found = choices.all().find(fits).copied();
    let found = found.ok_or_else(|| not_now(&verbs, actor, &rest, system))?;
    complete(found, &rest, system)
}

/// Whether an order is at what was named: a unit, a leader, or the hex of a place.
fn aims_at(order: &Order, rest: &Rest) -> bool {
    match (rest.target, rest.place, order.target) {
        (Some(named), _, target) => target == Some(named),
        (None, Some(place), Some(Object::Hex(hex))) => hex == place,
        (None, ..) => true,
    }
}

fn read_word(word: &str, system: &dyn System, objects: &mut Vec<Object>, rest: &mut Rest) -> Result<(), String> {
    let plain = word.trim_start_matches('>');
    if let Some(object) = labelled(plain, system) {
        objects.push(object);
    } else if let Ok(place) = plain.parse::<Offset>() {
        rest.place = Some(place.hex());
    } else if let Some(facing) = facing(plain) {
        rest.facing = Some(facing);
    } else if let Some(number) = plain.strip_prefix('#').and_then(|number| number.parse().ok()) {
        rest.number = Some(number);
    } else if let Some(formation) = formation(plain) {
        rest.formation = Some(formation);
    } else {
        return Err(format!(
            "\"{word}\" is no unit, place such as 12,7, facing such as ne or formation such as square"
        ));
    }
    Ok(())
}

/// Whoever has that label, in any case.
#[must_use]
pub fn labelled(word: &str, system: &dyn System) -> Option<Object> {
    let roster = system.field().roster();
    let unit = roster.units().find(|(_, info)| info.label.eq_ignore_ascii_case(word)).map(|(id, _)| Object::Unit(id));
    let leader = || roster.leaders().find(|(_, info)| info.label.eq_ignore_ascii_case(word));
    unit.or_else(|| leader().map(|(id, _)| Object::Leader(id))).filter(|_| !word.is_empty())
}

/// A facing by its name, or by the point of the compass nearest to it.
fn facing(word: &str) -> Option<Facing> {
    let near = match word.to_lowercase().as_str() {
        "ne" | "e" => "ENE",
        "se" => "ESE",
        "sw" | "w" => "WSW",
        "nw" => "WNW",
        _ => word,
    };
    near.parse().ok()
}

/// The word in small letters, where a formation's name begins with it.
fn formation(word: &str) -> Option<String> {
    let word = word.to_lowercase();
    let named = Arrangement::ALL.into_iter().any(|arrangement| begins(arrangement, &word));
    (word.len() > 2 && named).then_some(word)
}

/// Whether an arrangement's name begins with that word, as orders write it or as sentences do.
fn begins(arrangement: Arrangement, word: &str) -> bool {
    arrangement.name().starts_with(word) || formation_words(Formation { arrangement, files: 1 }).starts_with(word)
}

/// Why none of the orders that are legal now is meant: in the rule's own words where one is named.
fn not_now(verbs: &[usize], actor: Option<Object>, rest: &Rest, system: &dyn System) -> String {
    let order = Order { actor, target: rest.target, ..Order::new(battle::Verb(verbs[0] as u8)) };
    match system.check(&order) {
        Err(refusal) if actor.is_some() => refusal.to_string(),
        _ => format!("\"{}\" needs a unit that can do it now", system.info().verbs[verbs[0]].word),
    }
}

/// The order with its place, where it names one.
fn complete(found: Order, rest: &Rest, system: &dyn System) -> Result<Typed, String> {
    if !system.verb(&found).is_some_and(VerbInfo::posed) {
        return Ok(Typed::Order(found));
    }
    let now = found.unit().map(|unit| system.field().unit(unit).pose);
    let stays = rest.facing.is_some() || rest.formation.is_some();
    let (Some(place), reach) = (rest.place.or(now.map(|now| now.anchor).filter(|_| stays)), system.reach(&found))
    else {
        return Ok(Typed::Stem(found));
    };
    let wanted = rest.facing.or(now.map(|now| now.facing)).unwrap_or(Facing::North);
    let key =
        |pose: &Pose| (now.is_some_and(|now| now.formation != pose.formation), pose.facing.turns_to(wanted), *pose);
    if let Some(word) = &rest.formation {
        // A formation may be anchored beside where the unit stands.
        let so = reach.legal().map(|place| place.pose).filter(|pose| begins(pose.formation.arrangement, word));
        let nearest = so.min_by_key(|pose| (pose.anchor.distance(place), pose.facing.turns_to(wanted), *pose));
        let near = nearest.filter(|pose| pose.anchor.distance(place) <= CLOSE_BY);
        return near.map(|pose| Typed::Order(found.to(pose))).ok_or_else(|| format!("it cannot form {word} there"));
    }
    let there = reach.legal().map(|place| place.pose).filter(|pose| pose.anchor == place);
    if let Some(pose) = there.min_by_key(key) {
        return Ok(Typed::Order(found.to(pose)));
    }
    let ghost = now.map(|now| Pose { anchor: place, facing: wanted, ..now });
    let why = ghost.and_then(|ghost| crate::worth::blocked(system, &found, &reach, &ghost));
    Err(why.unwrap_or_else(|| format!("it cannot end at {}", place.offset())))
}

/// The beginnings of lines that can be typed now.
#[must_use]
pub fn known(choices: &Choices, system: &dyn System) -> Vec<String> {
    let text = system.order_text();
    choices.all().map(|order| text.write(order).replace('>', "")).collect()
}
