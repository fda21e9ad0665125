//! The odds of a mêlée: a small dynamic programme over the stands of both sides (OW-ASSAULT-12 to 16).

use battle::{Departure, MAX_STANDS};

/// Chances of killing 0, 1, 2, ... stands.
type Kills = [f64; MAX_STANDS + 1];

/// One side of a fight as its odds see it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Fighter {
    /// Stands.
    pub stands: u8,
    /// Stands in contact.
    pub contact: u8,
    /// Stands that strike with ranks kept.
    pub eligible: u8,
    /// Stands that strike after the first blow: those that pile in too, if it is a unit that does (OW-ASSAULT-17).
    pub piled: u8,
    /// Dice of a stand.
    pub attacks: u8,
    /// Chance of one die to kill.
    pub kill: f64,
    /// Chance to pass the check after losses.
    pub holds: f64,
    /// How it is lost when it falls back with so many stands left, if it is: in the crossfire or off the table (OW-FALL-3,
    /// OW-FALL-4).
    pub no_way_back: [Option<Departure>; MAX_STANDS + 1],
}

/// What becomes of a unit that is beaten.
struct Beaten {
    destroyed: f64,
    repelled: f64,
    /// Stands that it loses by that.
    lost: f64,
}

impl Fighter {
    /// What becomes of it when it is beaten with so many stands left; who leaves the table takes them along.
    fn beaten(&self, left: u8) -> Beaten {
        match self.no_way_back[usize::from(left)] {
            None => Beaten { destroyed: 0.0, repelled: 1.0, lost: 0.0 },
            Some(Departure::Destroyed) => Beaten { destroyed: 1.0, repelled: 0.0, lost: f64::from(left) },
            Some(_) => Beaten { destroyed: 1.0, repelled: 0.0, lost: 0.0 },
        }
    }

    /// Stands that strike, of so many at first, when both have so many left: losses come off the unengaged end; each stand
    /// lost in the front of the enemy takes one stand out of contact, which still strikes while it is next to one in contact.
    pub fn strikers(&self, own: u8, enemy: &Fighter, left: u8, abreast: u8) -> u8 {
        let against = enemy.contact.min(left);
        let contact = if against < enemy.contact { self.contact.min(against + 1) } else { self.contact };
        let beside = abreast.saturating_sub(self.contact);
        let shifted = u8::from(contact < self.contact);
        (contact + beside + shifted).min(abreast).min(own)
    }

    /// The chances of its kills when so many strike, up to `most`.
    fn spread(&self, strikers: u8, most: u8) -> Spread {
        Spread::of(u16::from(strikers) * u16::from(self.attacks), self.kill, usize::from(most))
    }
}

/// The chances of kills of a fighter, by how many strike.
struct Blows(Vec<Spread>);

impl Blows {
    /// Worked out once for a table, of which many states have as many strikers; kills up to `most`.
    fn of(fighter: &Fighter, most: u8) -> Blows {
        let strikers = 0..=fighter.piled.min(fighter.stands);
        Blows(strikers.map(|strikers| fighter.spread(strikers, most)).collect())
    }

    fn by(&self, strikers: u8) -> &Spread {
        &self.0[usize::from(strikers)]
    }
}

/// Chances of each number of successes among dice of one chance, and of fewer than each, as far as they were asked for.
struct Spread {
    exactly: Kills,
    fewer: Kills,
}

impl Spread {
    fn of(dice: u16, chance: f64, most: usize) -> Spread {
        let mut spread = Spread { exactly: [0.0; MAX_STANDS + 1], fewer: [0.0; MAX_STANDS + 1] };
        let chance = chance.clamp(0.0, 0.999_999);
        let mut here = (0..dice).fold(1.0, |product, _| product * (1.0 - chance));
        let mut below = 0.0;
        for number in 0..most.min(MAX_STANDS) {
            spread.exactly[number] = here;
            below += here;
            spread.fewer[number + 1] = below;
            let left = f64::from(dice) - number as f64;
            here = here * left.max(0.0) / (number as f64 + 1.0) * chance / (1.0 - chance);
        }
        spread
    }

    /// The chance of so many, all from `most` up taken together.
    fn chance(&self, number: u8, most: u8) -> f64 {
        if number < most { self.exactly[usize::from(number)] } else { (1.0 - self.fewer[usize::from(most)]).max(0.0) }
    }
}

/// What a mêlée comes to, seen from the charger; losses in stands.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct MeleeOdds {
    /// Expected loss of the charged.
    pub inflicted: f64,
    /// Expected loss of the charger.
    pub taken: f64,
    /// Chance that the charged is destroyed.
    pub destroys: f64,
    /// Chance that the charger is.
    pub destroyed: f64,
    /// Chance that the charged falls back.
    pub repels: f64,
    /// Chance that the charger does.
    pub repelled: f64,
}

impl MeleeOdds {
    /// The sum of this and another weighed with a chance.
    pub fn add(&mut self, other: &MeleeOdds, chance: f64) {
        self.inflicted += other.inflicted * chance;
        self.taken += other.taken * chance;
        self.destroys += other.destroys * chance;
        self.destroyed += other.destroyed * chance;
        self.repels += other.repels * chance;
        self.repelled += other.repelled * chance;
    }

    /// The same as the other side sees it.
    pub fn turned(&self) -> MeleeOdds {
        MeleeOdds {
            inflicted: self.taken,
            taken: self.inflicted,
            destroys: self.destroyed,
            destroyed: self.destroys,
            repels: self.repelled,
            repelled: self.repels,
        }
    }

    /// Chance that the charger wins.
    pub fn won(&self) -> f64 {
        self.destroys + self.repels
    }
}

/// The odds of a fight from every number of stands of both sides, after the first blow.
pub(crate) struct MeleeTable {
    charged: u8,
    /// By stands of the charger, then of the charged: with the charger to strike, and with the charged to strike.
    table: Vec<[MeleeOdds; 2]>,
}

impl MeleeTable {
    /// Works the table out, from few stands to many.
    pub fn of(charger: &Fighter, charged: &Fighter) -> MeleeTable {
        let width = usize::from(charged.stands) + 1;
        let table = vec![[MeleeOdds::default(); 2]; width * (usize::from(charger.stands) + 1)];
        let mut fights = MeleeTable { charged: charged.stands, table };
        let blows = [Blows::of(charger, charged.stands), Blows::of(charged, charger.stands)];
        for own in 1..=charger.stands {
            for left in 1..=charged.stands {
                let place = fights.place(own, left);
                fights.table[place] = fights.settle([charger, charged], &blows, [own, left]);
            }
        }
        fights
    }

    fn place(&self, charger: u8, charged: u8) -> usize {
        usize::from(charger) * (usize::from(self.charged) + 1) + usize::from(charged)
    }

    /// The odds with so many stands left, the charger to strike after the first blow.
    pub fn charging(&self, charger: u8, charged: u8) -> MeleeOdds {
        self.table[self.place(charger, charged)][0]
    }

    /// The odds with so many stands left, the charged to strike.
    pub fn answering(&self, charger: u8, charged: u8) -> MeleeOdds {
        self.table[self.place(charger, charged)][1]
    }

    /// The odds with so many stands left, the charger to strike with its ranks kept.
    pub fn charging_in_ranks(&self, [charger, charged]: [&Fighter; 2], [own, left]: [u8; 2]) -> MeleeOdds {
        let blow = charger.spread(charger.strikers(own, charged, left, charger.eligible), left);
        let mut odds = self.struck(charged, &blow, [own, left]);
        odds.add(&self.answering(own, left), blow.chance(0, 1));
        odds
    }

    /// The odds with so many stands left, the charged to strike with its ranks kept.
    pub fn answering_in_ranks(&self, [charger, charged]: [&Fighter; 2], [own, left]: [u8; 2]) -> MeleeOdds {
        let reply = charged.spread(charged.strikers(left, charger, own, charged.eligible), own);
        let mut odds = self.answered(charger, &reply, [own, left]);
        odds.add(&self.charging(own, left), reply.chance(0, 1));
        odds
    }

    /// What a blow of the charger comes to where somebody falls.
    fn struck(&self, charged: &Fighter, blow: &Spread, [own, left]: [u8; 2]) -> MeleeOdds {
        let mut struck = MeleeOdds::default();
        for lost in 1..=left {
            let chance = blow.chance(lost, left);
            struck.inflicted += chance * f64::from(lost);
            if lost == left {
                struck.destroys += chance;
            } else {
                let (beaten, fails) = (charged.beaten(left - lost), chance * (1.0 - charged.holds));
                struck.inflicted += fails * beaten.lost;
                struck.destroys += fails * beaten.destroyed;
                struck.repels += fails * beaten.repelled;
                struck.add(&self.answering(own, left - lost), chance * charged.holds);
            }
        }
        struck
    }

    /// What a blow of the charged comes to where somebody falls.
    fn answered(&self, charger: &Fighter, reply: &Spread, [own, left]: [u8; 2]) -> MeleeOdds {
        let mut answered = MeleeOdds::default();
        for lost in 1..=own {
            let chance = reply.chance(lost, own);
            answered.taken += chance * f64::from(lost);
            if lost == own {
                answered.destroyed += chance;
            } else {
                let (beaten, fails) = (charger.beaten(own - lost), chance * (1.0 - charger.holds));
                answered.taken += fails * beaten.lost;
                answered.destroyed += fails * beaten.destroyed;
                answered.repelled += fails * beaten.repelled;
                answered.add(&self.charging(own - lost, left), chance * charger.holds);
            }
        }
        answered
    }

    /// One state: a blow without losses hands over to the other side with nothing changed, so the two odds of the
    /// state are two equations in each other.
    fn settle(&self, fighters: [&Fighter; 2], blows: &[Blows; 2], stands: [u8; 2]) -> [MeleeOdds; 2] {
        let ([charger, charged], [own, left]) = (fighters, stands);
        let blow = blows[0].by(charger.strikers(own, charged, left, charger.piled));
        let reply = blows[1].by(charged.strikers(left, charger, own, charged.piled));
        let struck = self.struck(charged, blow, stands);
        let answered = self.answered(charger, reply, stands);
        let quiet = [blow, reply].map(|blow| blow.chance(0, 1));
        let loops = (1.0 - quiet[0] * quiet[1]).max(1e-9);
        let mut first = MeleeOdds::default();
        first.add(&struck, 1.0 / loops);
        first.add(&answered, quiet[0] / loops);
        let mut second = answered;
        second.add(&first, quiet[1]);
        [first, second]
    }
}
