//! The statistics of a run: who won how often and how surely, how long and how bloody it was.

use std::collections::BTreeMap;

use crate::cell::Cell;
use crate::comparison::{Comparison, comparisons};
use crate::reckoning::{Played, Reckoning, Ruled, sum};
use crate::statistics::{Interval, wilson};
use crate::sums::{Moments, Names};
use crate::times::{Clocks, ThinkTimes};

/// Figures of a group of games.
#[derive(Clone, Debug, PartialEq)]
pub struct Group {
    /// The battle, or empty for all.
    pub battle: String,
    /// The rule system, or empty for all.
    pub rules: String,
    /// Games, faults included.
    pub games: u32,
    /// Won by the first player.
    pub first_wins: u32,
    /// Drawn.
    pub draws: u32,
    /// Won by the second player.
    pub second_wins: u32,
    /// Won by Blue, whoever that was.
    pub blue_wins: u32,
    /// Won by Red, whoever that was.
    pub red_wins: u32,
    /// Ended at the turn limit.
    pub turn_limit: u32,
    /// Ended by a mistake.
    pub faults: u32,
    /// Turns on average.
    pub turns: f64,
    /// First turn with a fight on average, of the games that had one.
    pub contact_turn: f64,
    /// Games without a fight.
    pub no_contact: u32,
    /// Share of idle turns on average.
    pub idle_share: f64,
    /// What the first player lost of his army's worth on average.
    pub first_lost: f64,
    /// What the second player lost of his army's worth on average.
    pub second_lost: f64,
    /// Orders a game on average.
    pub orders: f64,
    /// What happened a game on average, both sides together.
    pub toll: Toll,
}

/// Means by tally and name.
pub type Means = BTreeMap<String, BTreeMap<String, f64>>;

/// What happened in a game on average, both sides together.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Toll {
    /// Strength lost by infantry, cavalry and artillery, in the system's terms.
    pub lost: [f64; 3],
    /// Times that a unit fell back.
    pub retreats: f64,
    /// Squares formed.
    pub squares: f64,
    /// Units that broke and ran.
    pub routs: f64,
    /// Brigades that quit.
    pub brigades_broken: f64,
    /// Hidden units sprung.
    pub sprung: f64,
    /// Charges declared.
    pub charges: f64,
    /// Of those, the ones in games in which odds of charges were shown.
    pub charges_shown: f64,
    /// Charges that were to break or throw back an enemy, by the odds shown as they were declared.
    pub charges_foreseen: f64,
    /// Charges that did; who goes before them of his own will is not thrown back.
    pub charges_succeeded: f64,
    /// What the systems count, by tally and name.
    pub counts: Means,
}

impl Toll {
    fn of(cell: &Cell) -> Toll {
        let games = f64::from(cell.finished().max(1));
        let mean = |sum: u64| sum as f64 / games;
        let lost = |arm: usize| (cell.arms_lost[0][arm] + cell.arms_lost[1][arm]) as f64 / games;
        let means = |names: &Names| names.iter().map(|(name, times)| (name.clone(), mean(*times))).collect();
        Toll {
            lost: [0, 1, 2].map(lost),
            retreats: mean(cell.acts.retreats),
            squares: mean(cell.acts.squares),
            routs: mean(cell.acts.routs),
            brigades_broken: mean(cell.acts.brigades_broken),
            sprung: mean(cell.acts.sprung),
            charges: mean(cell.acts.charges),
            charges_shown: mean(cell.acts.charges_shown),
            charges_foreseen: cell.acts.charges_foreseen / games,
            charges_succeeded: mean(cell.acts.charges_succeeded),
            counts: cell.counts.iter().map(|(tally, names)| (tally.clone(), means(names))).collect(),
        }
    }
}

impl Group {
    /// Games that came to an end.
    #[must_use]
    pub fn finished(&self) -> u32 {
        self.games - self.faults
    }

    /// The first player's share of points, draws counted as halves.
    #[must_use]
    pub fn first_share(&self) -> Interval {
        wilson(f64::from(self.first_wins) + f64::from(self.draws) / 2.0, self.finished())
    }

    /// Blue's share of the games that somebody won.
    #[must_use]
    pub fn blue_share(&self) -> Interval {
        wilson(f64::from(self.blue_wins), self.blue_wins + self.red_wins)
    }

    fn of(battle: &str, rules: &str, cell: &Cell) -> Group {
        let [first_wins, draws, second_wins] = cell.scores;
        let [blue_wins, _, red_wins] = cell.results;
        let [first_lost, second_lost] = cell.lost_by_player.map(Moments::mean);
        Group {
            battle: String::from(battle),
            rules: String::from(rules),
            games: cell.games,
            first_wins,
            draws,
            second_wins,
            blue_wins,
            red_wins,
            turn_limit: cell.at_limit,
            faults: cell.faults,
            turns: cell.turns.mean(),
            contact_turn: cell.contact.mean(),
            no_contact: cell.finished() - cell.contact.count() as u32,
            idle_share: cell.idle.mean(),
            first_lost,
            second_lost,
            orders: cell.orders as f64 / f64::from(cell.finished().max(1)),
            toll: Toll::of(cell),
        }
    }
}

/// How long a player thinks under a rule system.
#[derive(Clone, Debug, PartialEq)]
pub struct Thinking {
    /// The rule system.
    pub rules: String,
    /// The player.
    pub player: String,
    /// His turns that were counted.
    pub turns: u64,
    /// How long they took.
    pub times: ThinkTimes,
}

fn thinking(rules: &str, clocks: &Clocks) -> Vec<Thinking> {
    let of = |player: &str| {
        let clock = clocks.of(Some(rules), None, Some(player));
        Thinking {
            rules: String::from(rules),
            player: String::from(player),
            turns: clock.turns(),
            times: clock.times(),
        }
    };
    clocks.players(rules).into_iter().map(of).collect()
}

/// The statistics of a run.
#[derive(Clone, Debug, PartialEq)]
pub struct Summary {
    /// The first and the second player, as named for Blue and Red.
    pub players: [String; 2],
    /// By battle and rule system, in the order of the plan.
    pub groups: Vec<Group>,
    /// All games.
    pub all: Group,
    /// All games of each rule system, in the order of the plan.
    pub systems: Vec<Group>,
    /// Battles that were played under more than one rule system.
    pub comparisons: Vec<Comparison>,
    /// Think times of the sides' turns, where they are known.
    pub think: ThinkTimes,
    /// The same by rule system and player.
    pub thinking: Vec<Thinking>,
}

impl Summary {
    /// The statistics of what was played.
    pub(crate) fn of(players: &[String; 2], reckoning: &Reckoning, clocks: &Clocks) -> Summary {
        let of_system = |Ruled { rules, .. }: &Ruled| Group::of("", rules, &sum(reckoning.under(rules)));
        let of_battle = |Played { battle, rules, cell }: &Played| Group::of(battle, rules, cell);
        Summary {
            players: players.clone(),
            groups: reckoning.played().iter().map(of_battle).collect(),
            all: Group::of("", "", &sum(reckoning.played())),
            systems: reckoning.systems().iter().map(of_system).collect(),
            comparisons: comparisons(reckoning),
            think: clocks.of(None, None, None).times(),
            thinking: reckoning.systems().iter().flat_map(|ruled| thinking(&ruled.rules, clocks)).collect(),
        }
    }
}
