//! That nothing kept for speed makes a difference.

use battle::{Order, System, VerbInfo};

use super::game::Game;
use super::universe::spread;
use super::{Failure, Make};

/// Stems looked at before each order.
const LOOKED_AT: usize = 6;

/// At every decision of a random battle a view that remembers lists the same orders, and gives the same reaches, as one that
/// has forgotten everything; and what it lists of one unit when asked for that alone is what all its orders have of it.
///
/// # Errors
/// The first that is another.
pub fn nothing_kept_makes_a_difference(make: Make<'_>) -> Result<(), Failure> {
    (0..super::SEEDS).try_for_each(|seed| {
        let mut game = Game::new(make, "nothing_kept_makes_a_difference", seed);
        while let Some(order) = game.choose()? {
            let number = game.orders.len() as u64;
            if let Err(what) = as_if_forgotten(&*game.battle, number) {
                return game.fail(what);
            }
            game.give(&order, &mut battle::Deaf)?;
        }
        Ok(())
    })
}

fn as_if_forgotten(battle: &dyn System, number: u64) -> Result<(), String> {
    let Some(side) = battle.to_decide() else { return Ok(()) };
    let view = battle.view(side, number);
    let fresh = view.forgetful();
    let (orders, stems) = (view.orders(), view.stems());
    if (&orders, &stems) != (&fresh.orders(), &fresh.stems()) {
        return Err(String::from("what was kept changes what can be ordered"));
    }
    let units = view.field().present_of(side).collect::<Vec<_>>();
    let next = units.iter().cycle().nth(number as usize);
    let his = |order: &Order| order.unit() == next.copied();
    let mut listed: Vec<Order> = orders.iter().chain(&stems).copied().filter(his).collect();
    listed.sort_unstable();
    if view.options(&his) != listed {
        return Err(String::from("what is listed of what is asked for is not what all lists have of it"));
    }
    let posed = |order: &Order| order.pose.is_none() && view.verb(order).is_some_and(VerbInfo::posed);
    let prospects = next.map(|unit| view.estimates().prospects(*unit)).unwrap_or_default();
    let more: Vec<Order> = prospects.into_iter().filter(posed).collect();
    for stem in spread(&stems, LOOKED_AT).chain(spread(&more, LOOKED_AT)) {
        if view.reach(stem) != fresh.reach(stem) {
            return Err(format!("the reach of `{}` is not what it is made anew", view.order_text().write(stem)));
        }
    }
    Ok(())
}
