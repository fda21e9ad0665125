//! Who learns of what an order does: decided from what each view of the battle shows before and after.

use battle::{Side, System};

use crate::log::{EYES, Eye, Log, LogMark};
use crate::setup::derived;
use crate::visible;

/// What each eye is shown of the battle at one moment.
pub(crate) struct Sight {
    /// Views of Blue, of Red and of onlookers.
    views: [Box<dyn System>; EYES],
    states: [Vec<u8>; EYES],
    /// The state of the battle itself.
    truth: Vec<u8>,
}

impl Sight {
    /// What can be seen of that battle. `views` has what is known already.
    pub(crate) fn of(battle: &dyn System, views: [Option<Box<dyn System>>; EYES]) -> Sight {
        let mut known = views.into_iter();
        let views = Eye::ALL.map(|eye| known.next().flatten().unwrap_or_else(|| view(battle, eye)));
        let states = views.each_ref().map(|view| view.state());
        Sight { views, states, truth: battle.state() }
    }

    /// The views themselves.
    pub(crate) fn into_views(self) -> [Box<dyn System>; EYES] {
        self.views
    }
}

/// The battle as an eye may see it, with dice that have nothing to do with the battle's.
pub(crate) fn view(battle: &dyn System, eye: Eye) -> Box<dyn System> {
    let turn = u64::from(battle.field().turn());
    match eye {
        Eye::Of(side) => battle.view(side, derived(turn, &format!("view of {side}"))),
        Eye::Onlooker => battle.open_view(derived(turn, "view of onlookers")),
    }
}

/// Watches an order being carried out, and takes from each eye's log what its view does not show.
pub(crate) struct Witness {
    /// The side that gives the order: it knows what it does.
    side: Side,
    sight: Sight,
    mark: LogMark,
}

impl Witness {
    /// Of a battle as it stands before an order of that side. What `log` gets from now on will be judged.
    pub(crate) fn new(side: Side, sight: Sight, log: &Log) -> Witness {
        Witness { side, sight, mark: log.mark() }
    }

    /// Judges what was told since the last look: where an eye's view is what it was, nothing has happened for it, and
    /// nothing is told of units that its view did not have and does not have now. Whether onlookers learned something.
    pub(crate) fn look(&mut self, battle: &dyn System, log: &mut Log) -> bool {
        // What is asked may change without a word: the next of two charges on a unit.
        if log.mark() == self.mark && battle.state() == self.sight.truth {
            return true;
        }
        let now = Sight::of(battle, Default::default());
        for eye in Eye::ALL {
            let place = eye.index();
            let (then, shown) = (self.sight.views[place].field(), now.views[place].field());
            let own = eye == Eye::Of(self.side);
            let nothing = !own && self.sight.states[place] == now.states[place];
            log.withhold(eye, self.mark, |unit| match unit {
                None => nothing,
                Some(unit) => visible::unknown([then, shown], unit),
            });
        }
        let learned = self.sight.states[Eye::Onlooker.index()] != now.states[Eye::Onlooker.index()];
        self.sight = now;
        self.mark = log.mark();
        learned
    }

    /// What could be seen at the last look.
    pub(crate) fn into_sight(self) -> Sight {
        self.sight
    }
}
