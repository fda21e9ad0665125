//! Whether one order is legal, and if not, why: a sentence that a player can act on.

use battle::{Object, Order, Refusal, VerbInfo};

use crate::info::{INFO, PLACE};
use crate::state::Stage;
use crate::war::OnWar;

type Verdict = Result<(), Refusal>;

fn no(clause: &'static str, text: String) -> Verdict {
    Err(Refusal::new(clause, text))
}

impl OnWar {
    /// Whether the order is legal now, as far as the side that decides can know.
    pub(crate) fn verdict(&self, order: &Order) -> Verdict {
        self.seen_by(self.deciding()).judge(order)
    }

    fn judge(&self, order: &Order) -> Verdict {
        let Some(verb) = INFO.verbs.get(usize::from(order.verb.0)) else { return no("", String::from("unknown verb")) };
        if self.state.stage == Stage::Over {
            return no("", String::from("the battle is over"));
        }
        self.owned(order)?;
        let listed = match order.pose {
            None => self.listed_orders().contains(order),
            Some(pose) => {
                let stem = Order { pose: None, ..*order };
                self.stage_stems().contains(&stem) && self.stem_reach(&stem).allows(&pose)
            }
        };
        if listed { Ok(()) } else { self.explain(order, verb) }
    }

    /// Whether everything named exists, and who is to act is the side's own and on the map.
    fn owned(&self, order: &Order) -> Verdict {
        let side = self.deciding();
        if order.actor.into_iter().chain(order.target).any(|object| !self.knows(object)) {
            return no("", String::from("no such unit, leader or place"));
        }
        match order.actor {
            Some(Object::Unit(unit)) if self.field.side(unit) != side => {
                no("", format!("{} is not {side}'s to command", self.name(unit)))
            }
            Some(Object::Unit(unit)) if !self.present(unit) => no("", format!("{} is not on the map", self.name(unit))),
            Some(Object::Leader(leader)) if self.setting.leaders[leader.index()].side != side => {
                no("", format!("{} is not {side}'s to command", self.field.label(leader.into())))
            }
            _ => Ok(()),
        }
    }

    /// Why an order that is not listed is not legal.
    fn explain(&self, order: &Order, verb: &VerbInfo) -> Verdict {
        let asked = self.asked();
        let belongs = self.verbs_now().contains(&order.verb);
        if !belongs {
            return no(verb.clause, format!("`{}` is not for this step: {}", verb.word, asked.prompt));
        }
        if order.pose.is_none() && verb.posed {
            return no("", format!("`{}` needs a unit and a pose such as 12,7/N/line7", verb.word));
        }
        if order.pose.is_some() && !verb.posed {
            return no("", format!("`{}` takes no pose", verb.word));
        }
        Err(match self.state.stage {
            Stage::Rout => self.rout_refusal(order),
            Stage::Openers => self.openers_refusal(order),
            Stage::Charges => self.charges_refusal(order),
            Stage::Moves => self.moves_refusal(order),
            Stage::Fire => self.fire_refusal(order),
            Stage::Reply => self.reply_refusal(order),
            Stage::Melee => self.melee_refusal(order),
            _ => self.deploy_refusal(order),
        })
    }

    fn deploy_refusal(&self, order: &Order) -> Refusal {
        let name = order.unit().map_or("the unit", |unit| self.name(unit));
        let text = match order.verb {
            PLACE => format!("{name} cannot be placed there: not all of it lies free in its deployment zone"),
            _ => format!("{name} cannot do that before the battle"),
        };
        Refusal::new("OW-SEQ-4", text)
    }

    /// The verbs that can be answered with in this step.
    fn verbs_now(&self) -> Vec<battle::Verb> {
        use crate::info::*;
        use crate::state::Wait;
        match (&self.state.wait, self.state.stage) {
            (Wait::Respond(_), _) => vec![STAND, HASTY],
            (Wait::Aim { .. }, _) => vec![AIM],
            (Wait::Reply { .. }, _) => vec![FIRE, GRAPE, HOLD],
            (Wait::PileIn { .. }, _) => vec![PILE, KEEP],
            (Wait::Triumph { .. }, _) => vec![ADVANCE, WITHDRAW, REFORM, STAY],
            (Wait::Nothing, Stage::Deploy) => vec![PLACE, DONE],
            (Wait::Nothing, Stage::Rout) => vec![PURSUE, DONE],
            (Wait::Nothing, Stage::Openers) => vec![SQUARE, LINE, COLUMN, LOOSE, FREE, SHELTER, DONE],
            (Wait::Nothing, Stage::Charges) => vec![CHARGE, DONE],
            (Wait::Nothing, Stage::Moves) => {
                vec![MOVE, DOUBLE, LINE, COLUMN, LOOSE, WEDGE, ENTER, HOME, SEARCH, DRESS, ATTACH, RIDE, SHELTER, DONE]
            }
            (Wait::Nothing, Stage::Fire) => vec![FIRE, GRAPE, SHELL, BATTER, RAKE, DONE],
            (Wait::Nothing, Stage::Melee) => vec![FIGHT],
            (Wait::Nothing, _) => Vec::new(),
        }
    }
}
