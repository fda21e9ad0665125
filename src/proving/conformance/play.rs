//! Properties of play: battles end soundly, questions have answers, facts are sound.

use std::collections::BTreeSet;

use battle::{Deaf, Event, MarkInfo, Marks, Pending, Reason, Recorder, Side, System};
use hexes::Direction;

use super::game::{Game, look_at_each};
use super::{Failure, Make, SEEDS};

/// Random legal play ends within [`MAX_ORDERS`](super::MAX_ORDERS), passes its audits after every order, never comes
/// to a decision without an order, and lists none when it is over. Every order changes the battle: whoever prefers one that
/// does not would give it for ever.
///
/// # Errors
/// The first battle that does not.
pub fn battles_end(make: Make<'_>) -> Result<(), Failure> {
    (0..SEEDS).try_for_each(|seed| {
        let mut game = Game::new(make, "battles_end", seed);
        audit(&game)?;
        while let Some(order) = game.choose()? {
            if let Err(refusal) = game.battle.check(&order) {
                return game.fail(format!("check refuses the listed order `{}`: {refusal}", game.text(&order)));
            }
            let before = game.battle.state();
            game.give(&order, &mut Deaf)?;
            if game.battle.state() == before {
                return game.fail(format!("`{}` changes nothing and can be given for ever", game.text(&order)));
            }
            audit(&game)?;
        }
        if game.battle.all_orders().is_empty() { Ok(()) } else { game.fail("orders are listed after the end") }
    })
}

fn audit(game: &Game) -> Result<(), Failure> {
    let verdict = game.battle.audit();
    verdict.or_else(|fault| game.fail(format!("the audit finds: {fault}")))?;
    let steps = game.battle.info().steps.len();
    if usize::from(game.battle.field().step()) < steps {
        Ok(())
    } else {
        game.fail(format!("step {} is not one of the system's {steps}", game.battle.field().step()))
    }
}

/// Verbs and options are unique words with sound defaults; verbs, orders and stems agree on what names a pose.
///
/// # Errors
/// The first fact that is not sound.
pub fn facts_are_sound(make: Make<'_>) -> Result<(), Failure> {
    let game = Game::new(make, "facts_are_sound", 0);
    let info = game.battle.info();
    let words: BTreeSet<_> = info.verbs.iter().map(|verb| verb.word).collect();
    if words.len() != info.verbs.len() || words.iter().any(|word| !plain(word)) {
        return game.fail("verbs are not unique plain words");
    }
    if !marks_are_sound(info.marks) {
        return game.fail("marks are not one bit each with a plain word and, where they have one, a sign of their own");
    }
    if info.options.iter().any(|option| !option.values.accepts(option.default)) {
        return game.fail("a house rule's default is not one of its values");
    }
    let roster = game.battle.field().roster();
    let labels = roster.units().map(|(_, unit)| &unit.label).chain(roster.leaders().map(|(_, leader)| &leader.label));
    let (mut seen, mut count) = (BTreeSet::new(), 0);
    labels.for_each(|label| {
        seen.insert(label.clone());
        count += 1;
    });
    if seen.len() != count || seen.iter().any(|label| !plain(label)) {
        return game.fail("labels of units and leaders are not unique plain words");
    }
    let declared = info.marks.iter().fold(Marks::empty(), |all, info| all | info.mark);
    look_at_each(make, "facts_are_sound", |battle, _| {
        let strange = |unit: &battle::UnitId| !declared.contains(battle.field().unit(*unit).marks);
        if let Some(unit) = battle.field().ids().find(strange) {
            return Err(format!("{} has a mark that the system does not declare", battle.field().label(unit.into())));
        }
        let posed = |order: &battle::Order| battle.verb(order).is_some_and(battle::VerbInfo::posed);
        match (battle.orders().iter().find(|order| posed(order) || order.pose.is_some()), battle.stems()) {
            (Some(order), _) => {
                Err(format!("orders() lists `{}`, whose verb names a pose", battle.order_text().write(order)))
            }
            (None, stems) if stems.iter().any(|stem| !posed(stem) || stem.pose.is_some()) => {
                Err(String::from("stems() lists an order whose verb names no pose, or with its pose"))
            }
            (None, _) => Ok(()),
        }
    })
}

/// Whether marks and signs can be told apart.
fn marks_are_sound(infos: &[MarkInfo]) -> bool {
    let distinct = |count: usize| count == infos.len();
    let signs = infos.iter().filter_map(|info| info.sign);
    let (unicode, ascii): (BTreeSet<_>, BTreeSet<_>) = signs.clone().map(|sign| (sign.unicode, sign.ascii)).unzip();
    distinct(
        infos.iter().map(|info| info.mark.bits()).filter(|bits| bits.is_power_of_two()).collect::<BTreeSet<_>>().len(),
    ) && distinct(infos.iter().map(|info| info.key).filter(|key| plain(key)).collect::<BTreeSet<_>>().len())
        && [unicode.len(), ascii.len()] == [signs.count(); 2]
}

fn plain(word: &str) -> bool {
    !word.is_empty() && word.chars().all(|c| c.is_ascii_alphanumeric() || c == '-' || c == '_')
}

/// Everything a commander or a screen asks of a battle has a finite answer on the map and changes nothing.
///
/// # Errors
/// The first question without a sound answer.
pub fn questions_have_answers(make: Make<'_>) -> Result<(), Failure> {
    let reference = make(0).reference();
    if let Some(sheet) = reference.iter().find(|sheet| sheet.rows.iter().any(|row| row.len() != sheet.columns.len())) {
        let what = format!("the table `{}` has a row that is not as wide as its heads", sheet.title);
        return Game::new(make, "questions_have_answers", 0).fail(what);
    }
    look_at_each(make, "questions_have_answers", |battle, _| {
        let before = battle.state();
        ask_everything(battle)?;
        super::game::same("asking questions changes the battle", &before, &battle.state())
    })
}

/// Asks everything about every unit on the map.
pub(super) fn ask_everything(battle: &dyn System) -> Result<(), String> {
    let (field, estimates) = (battle.field(), battle.estimates());
    let grid = field.ground().grid();
    for unit in field.ids() {
        let (label, pose) = (field.label(unit.into()), field.unit(unit).pose);
        let worth = estimates.worth(unit);
        if !worth.is_finite() || worth < 0.0 {
            return Err(format!("{label} is worth {worth}"));
        }
        let _ = (battle.card(unit), estimates.pace(unit), estimates.fire_range(unit), battle.holds_ground(unit));
        estimates.prospects(unit).iter().for_each(|order| drop(battle.forecast(order)));
        if field.unit(unit).presence != battle::Presence::OnMap {
            continue;
        }
        let cover = estimates.cover(unit, &pose);
        if !(0.0..=1.0).contains(&cover) {
            return Err(format!("{label} has cover {cover}, expected 0 to 1"));
        }
        let arc = battle.fire_arc(unit, &pose);
        if arc.hexes.iter().any(|(hex, band)| !grid.contains(*hex) || usize::from(*band) >= arc.bands.len()) {
            return Err(format!("the fire arc of {label} has a hex off the map or without a band"));
        }
        for direction in Direction::ALL {
            let beyond = !grid.contains(pose.anchor + direction);
            if beyond && estimates.step_cost(unit, pose.anchor, direction).is_some() {
                return Err(format!("{label} can step off the map from {}", pose.anchor.offset()));
            }
            let _ = battle.sees(pose.anchor, pose.anchor + direction);
        }
    }
    Ok(())
}

/// A side can give up at any time: the enemy wins by resignation, it is told, and nothing more is asked.
///
/// # Errors
/// The first time it is not so.
pub fn resigning_ends(make: Make<'_>) -> Result<(), Failure> {
    look_at_each(make, "resigning_ends", |battle, _| {
        if battle.outcome().is_some() {
            return Ok(());
        }
        Side::ALL.iter().try_for_each(|side| {
            let (mut copy, mut heard) = (battle.copy(), Recorder::default());
            copy.resign(*side, &mut heard);
            let told = heard.events.iter().any(|event| matches!(event, Event::Ended(_)));
            match copy.pending() {
                Pending::Over(end) if end.winner == Some(side.other()) && end.reason == Reason::Resigned && told => {
                    copy.audit()
                }
                other => Err(format!("after {side} resigned {other:?} is pending; told of the end: {told}")),
            }
        })
    })
}
