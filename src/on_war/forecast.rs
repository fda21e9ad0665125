//! What an order may bring: each stage's own forecast.

use battle::{Forecast, Order};

use crate::state::Stage;
use crate::war::OnWar;

impl OnWar {
    /// What the order may bring, as far as the side that decides can know.
    pub(crate) fn foresee(&self, order: &Order) -> Forecast {
        let seen = self.seen_by(self.deciding());
        if order.actor.into_iter().chain(order.target).any(|object| !seen.knows(object)) {
            return Forecast::default();
        }
        match seen.state.stage {
            Stage::Rout => seen.rout_forecast(order),
            Stage::Openers => seen.openers_forecast(order),
            Stage::Charges => seen.charges_forecast(order),
            Stage::Moves => seen.moves_forecast(order),
            Stage::Fire => seen.fire_forecast(order),
            Stage::Reply => seen.reply_forecast(order),
            Stage::Melee => seen.melee_forecast(order),
            _ => Forecast::default(),
        }
    }
}
