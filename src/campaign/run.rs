//! A campaign being played: the battles fought so far, and what comes next.

use std::sync::Arc;

use battle::Side;
use serde::{Deserialize, Serialize};

use crate::account::Account;
use crate::draw;
use crate::ledger::Ledger;
use crate::model::{Campaign, Way};

/// The most battles of a campaign that goes in circles.
const MOST: usize = 50;

/// A battle that was fought, and the way that was taken after it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Fought {
    /// The key of its stage.
    pub stage: String,
    /// What came of it.
    pub account: Account,
    /// The name of the way that was taken; `None` as long as none is.
    pub way: Option<String>,
    /// The last hash of its record.
    pub hash: String,
}

/// What comes next.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Standing {
    /// A battle, to which that way has led.
    Battle {
        /// Its stage.
        stage: usize,
        /// The way, by its place among those of the stage before; `None` for the first battle.
        way: Option<usize>,
    },
    /// A way is to be taken, by that side.
    Choice {
        /// Who chooses.
        side: Side,
        /// The open ways, by their places among those of the stage just fought.
        ways: Vec<usize>,
    },
    /// The campaign is over.
    Over {
        /// Its ending.
        ending: usize,
        /// The side that had nobody left for the next battle.
        nobody: Option<Side>,
    },
}

/// A campaign being played.
#[derive(Clone, Debug)]
pub struct Run {
    /// The campaign.
    pub campaign: Arc<Campaign>,
    /// Fixes its battles, and what computers choose.
    pub seed: u64,
    /// The battles that were fought, in order.
    pub past: Vec<Fought>,
}

/// How far a run has come: everybody's state, and what comes next.
#[derive(Clone, Debug)]
pub struct Position {
    /// How everybody is, what the way has brought counted in.
    pub ledger: Ledger,
    /// What comes next.
    pub standing: Standing,
}

impl Run {
    /// A campaign that begins.
    #[must_use]
    pub const fn new(campaign: Arc<Campaign>, seed: u64) -> Run {
        Run { campaign, seed, past: Vec::new() }
    }

    /// How far it has come.
    ///
    /// # Errors
    /// A sentence, when the battles of its past do not follow from one another: a stage that was not next, a way that is not there or
    /// was not open.
    pub fn position(&self) -> Result<Position, String> {
        let campaign = self.campaign.as_ref();
        let mut ledger = Ledger::fresh(campaign);
        let mut standing = Standing::Battle { stage: 0, way: None };
        for (place, fought) in self.past.iter().enumerate() {
            let Standing::Battle { stage, .. } = standing else {
                return Err(format!("battle {} was fought though {}", place + 1, what_else(&standing)));
            };
            let next = &campaign.stages[stage].key;
            if *next != fought.stage {
                return Err(format!("battle {} is `{}`; expected `{next}`", place + 1, fought.stage));
            }
            ledger.fought(campaign, stage, &fought.account);
            standing = self.after(&mut ledger, (place, stage), fought)?;
        }
        Ok(Position { ledger, standing })
    }

    fn after(&self, ledger: &mut Ledger, (place, stage): (usize, usize), fought: &Fought) -> Result<Standing, String> {
        let open = self.open_ways(ledger, stage, &fought.account);
        let over = |ledger: &Ledger, nobody| self.over(ledger, stage, &fought.account, nobody);
        let Some((side, ways)) = open.filter(|_| place + 1 < MOST) else { return Ok(over(ledger, None)) };
        let Some(name) = &fought.way else { return Ok(Standing::Choice { side, ways }) };
        let way = self.campaign.stages[stage].ways.iter().position(|way| way.name == *name);
        let Some(number) = way.filter(|way| ways.contains(way)) else {
            return Err(format!("after battle {} the way `{name}` was not open", place + 1));
        };
        let way = &self.campaign.stages[stage].ways[number];
        ledger.take(&self.campaign, way);
        let Some(to) = way.to else { return Ok(over(ledger, None)) };
        if let Some(side) = draw::nobody_left(&self.campaign, to, Some(way), ledger) {
            ledger.score(&self.campaign, to, side.other());
            return Ok(over(ledger, Some(side)));
        }
        Ok(Standing::Battle { stage: to, way: Some(number) })
    }

    /// Who chooses after a battle, and among which ways; nothing where none is open.
    fn open_ways(&self, ledger: &Ledger, stage: usize, account: &Account) -> Option<(Side, Vec<usize>)> {
        let now = ledger.situation(&self.campaign, stage, account);
        let all = &self.campaign.stages[stage].ways;
        let open: Vec<usize> = (0..all.len()).filter(|way| all[*way].condition.holds(&now)).collect();
        let side = all[*open.first()?].side;
        Some((side, open.into_iter().filter(|way| all[*way].side == side).collect()))
    }

    fn over(&self, ledger: &Ledger, stage: usize, account: &Account, nobody: Option<Side>) -> Standing {
        let now = ledger.situation(&self.campaign, stage, account);
        let found = self.campaign.endings.iter().position(|ending| ending.condition.holds(&now));
        Standing::Over { ending: found.unwrap_or(self.campaign.endings.len().saturating_sub(1)), nobody }
    }

    /// The way that led to the battle to be fought.
    #[must_use]
    pub fn last_way(&self) -> Option<&Way> {
        let last = self.past.last()?;
        let stage = self.campaign.stage_named(&last.stage)?;
        self.campaign.stages[stage].ways.iter().find(|way| Some(&way.name) == last.way.as_ref())
    }

    /// The text of the battle to be fought: that of its stage as the ledger and the way have changed it.
    ///
    /// # Errors
    /// A sentence, when no battle is to be fought now.
    pub fn battle(&self) -> Result<(usize, String), String> {
        let position = self.position()?;
        let Standing::Battle { stage, .. } = position.standing else {
            return Err(String::from("no battle is to be fought now"));
        };
        draw::battle(&self.campaign, stage, self.last_way(), &position.ledger).map(|text| (stage, text))
    }

    /// The seed of the battle to be fought.
    #[must_use]
    pub fn battle_seed(&self) -> u64 {
        self.number("battle") % 1_000_000_007
    }

    /// The one of so many that a computer takes, all alike.
    #[must_use]
    pub fn lot(&self, count: usize) -> usize {
        (self.number("way") % count.max(1) as u64) as usize
    }

    /// A number that follows from the seed, how many battles were fought, and what it is wanted for.
    fn number(&self, purpose: &str) -> u64 {
        let mut key = [0; 32];
        key[..8].copy_from_slice(&self.seed.to_le_bytes());
        let hash = blake3::keyed_hash(&key, format!("campaign {purpose} {}", self.past.len()).as_bytes());
        let mut word = [0; 8];
        word.copy_from_slice(&hash.as_bytes()[..8]);
        u64::from_le_bytes(word)
    }
}

/// What was to come in place of a battle.
const fn what_else(standing: &Standing) -> &'static str {
    match standing {
        Standing::Choice { .. } => "no way had been taken before",
        _ => "the campaign was over",
    }
}
