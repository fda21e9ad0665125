//! Properties of forecasts and threats: finite, proper chances, and the dice they announce.

use battle::{Effect, Event, Forecast, Order, Recorder, RollForecast, RollKind, System};

use super::game::look_at_each;
use super::universe::spread;
use super::{Failure, Make, SAMPLES};

/// How far a sum of chances may be from 1.
const ROUNDING: f64 = 1e-6;

/// Every legal order, stem and prospect has a forecast without NaN, with chances within 0 and 1, distributions that
/// add up to 1 and no more successes than dice.
///
/// # Errors
/// The first forecast that is not sane.
pub fn forecasts_are_sane(make: Make<'_>) -> Result<(), Failure> {
    look_at_each(make, "forecasts_are_sane", |battle, _| {
        let mut orders: Vec<Order> = battle.orders();
        orders.extend(battle.stems());
        orders.extend(battle.field().ids().flat_map(|unit| battle.estimates().prospects(unit)));
        for stem in battle.stems() {
            let posed: Vec<Order> = battle.reach(&stem).legal().map(|place| stem.to(place.pose)).collect();
            orders.extend(spread(&posed, SAMPLES / 8));
        }
        orders.iter().try_for_each(|order| {
            sane(&battle.forecast(order))
                .map_err(|fault| format!("the forecast of `{}` {fault}", battle.order_text().write(order)))
        })
    })
}

fn chance(name: &str, chance: f64) -> Result<(), String> {
    if (0.0..=1.0 + ROUNDING).contains(&chance) {
        Ok(())
    } else {
        Err(format!("gives \"{name}\" the chance {chance}, expected 0 to 1"))
    }
}

fn amount(name: &str, amount: f64) -> Result<(), String> {
    if amount.is_finite() && amount >= 0.0 { Ok(()) } else { Err(format!("gives \"{name}\" as {amount}")) }
}

fn sane(forecast: &Forecast) -> Result<(), String> {
    forecast.rolls.iter().try_for_each(sane_roll)?;
    forecast.results.iter().try_for_each(|result| chance(result.label, result.chance))?;
    forecast.ends.iter().try_for_each(|(pose, at)| chance(&pose.to_string(), *at))?;
    let total: f64 = forecast.ends.iter().map(|(_, at)| at).sum();
    chance("all ends together", total)?;
    sane_effect(&forecast.effect)
}

fn sane_roll(roll: &RollForecast) -> Result<(), String> {
    roll.outcome.outcomes().try_for_each(|(_, at)| chance(roll.label, at))?;
    let total: f64 = roll.outcome.outcomes().map(|(_, at)| at).sum();
    if (total - 1.0).abs() > ROUNDING {
        return Err(format!("has the roll \"{}\" with chances that add up to {total}", roll.label));
    }
    let beyond = roll.outcome.at_least(i32::from(roll.dice()) + i32::from(roll.terms.add) + 1);
    let counted = matches!(roll.kind, RollKind::Hits | RollKind::Saves | RollKind::Test);
    if counted && roll.need().is_some() && beyond > 0.0 {
        return Err(format!("has the roll \"{}\" with more successes than its {} dice", roll.label, roll.dice()));
    }
    roll.rows.iter().try_for_each(|row| chance(row.label, row.chance))?;
    let named: f64 = roll.rows.iter().map(|row| row.chance).sum();
    if !roll.rows.is_empty() && (named - 1.0).abs() > ROUNDING {
        return Err(format!("has the roll \"{}\" with rows whose chances add up to {named}", roll.label));
    }
    Ok(())
}

fn sane_effect(effect: &Effect) -> Result<(), String> {
    amount("inflicted", effect.inflicted)?;
    amount("taken", effect.taken)?;
    amount("recovers", effect.recovers)?;
    amount("spends", effect.spends)?;
    chance("destroys", effect.destroys)?;
    chance("destroyed", effect.destroyed)?;
    chance("repels", effect.repels)?;
    chance("repelled", effect.repelled)?;
    chance("destroys or repels", effect.destroys + effect.repels)?;
    chance("destroyed or repelled", effect.destroyed + effect.repelled)?;
    chance("succeeds", effect.succeeds)
}

/// Where the first roll that falls is the first one forecast, by label and roller, it has the dice that were forecast,
/// is read as forecast, and its result is drawn from the distribution forecast.
///
/// # Errors
/// The first roll that was forecast otherwise.
pub fn forecasts_meet_the_dice(make: Make<'_>) -> Result<(), Failure> {
    look_at_each(make, "forecasts_meet_the_dice", |battle, _| {
        let legal = battle.all_orders();
        spread(&legal, SAMPLES).try_for_each(|order| meets(battle, order))
    })
}

/// Whether more dice fell than announced because as many of the first ones as missed were thrown again.
fn thrown_again(roll: &battle::Roll, first: usize) -> bool {
    let (faces, need) = (roll.faces.as_slice(), roll.need().unwrap_or(u8::MAX));
    let missed = faces.iter().take(first).filter(|face| **face < need).count();
    faces.len() > first && faces.len() - first == missed
}

fn meets(battle: &dyn System, order: &Order) -> Result<(), String> {
    let (forecast, mut copy, mut heard) = (battle.forecast(order), battle.copy(), Recorder::default());
    let Some(announced) = forecast.rolls.first() else { return Ok(()) };
    let text = battle.order_text().write(order);
    copy.resolve(order, &mut heard).map_err(|refusal| format!("`{text}` is refused: {refusal}"))?;
    let first = heard.events.iter().find_map(|event| match event {
        Event::Rolled(roll) => Some(roll),
        _ => None,
    });
    let Some(roll) = first.filter(|roll| roll.label == announced.label && roll.who == announced.who) else {
        return Ok(());
    };
    let dice = roll.faces.as_slice().len();
    let first_dice = usize::from(announced.dice());
    let same = roll.terms == announced.terms && roll.outcome() == announced.outcome;
    if (dice == first_dice || thrown_again(roll, first_dice))
        && (same || matches!(announced.kind, RollKind::Chain | RollKind::Card))
    {
        return Ok(());
    }
    Err(format!(
        "`{text}` forecast {} dice read as {:?} for \"{}\", but {dice} read as {:?} fell",
        announced.dice(),
        announced.terms.reading,
        announced.label,
        roll.terms.reading
    ))
}

/// The threat of every unit to every enemy is finite and its chances are proper.
///
/// # Errors
/// The first that is not.
pub fn threats_are_finite(make: Make<'_>) -> Result<(), Failure> {
    look_at_each(make, "threats_are_finite", |battle, _| {
        let field = battle.field();
        for by in field.present() {
            for on in field.present_of(field.side(by).other()) {
                let threat = battle.estimates().threat(by, &field.unit(by).pose, on, &field.unit(on).pose);
                let sound = amount("fire", threat.fire)
                    .and_then(|()| amount("charge", threat.charge))
                    .and_then(|()| amount("charge cost", threat.charge_cost))
                    .and_then(|()| chance("breaks", threat.breaks))
                    .and_then(|()| chance("routs", threat.routs));
                let names = (field.label(by.into()), field.label(on.into()));
                sound.map_err(|fault| format!("the threat of {} to {} {fault}", names.0, names.1))?;
            }
        }
        Ok(())
    })
}
