//! Every published number, and every designed one by a name, with its clause.

use battle::{Chart, Row};

use crate::profile::{Arms, Profile, Troops, Weight};
use crate::space::{Seat, Shape};

/// MC-MORALE-2: the morale numbers of classes 1 to 5.
pub(crate) const NUMBERS: [i16; 5] = [9, 8, 7, 6, 5];
/// MC-MORALE-2: what each class is called.
pub(crate) const CLASSES: [&str; 5] = ["Elite", "Veteran", "Trained", "Raw", "Militia"];
/// MC-FIRE-2: figures of one roll.
pub(crate) const FIGURES: i16 = 30;
/// MC-CHARGE-7: inches at which a charge wakes the enemy.
pub(crate) const WAKES: i32 = 2;
/// MC-FIRE-10: inches of canister, of round shot that bounces, and of close range.
pub(crate) const CANISTER: i32 = 12;
pub(crate) const ROUND_SHOT: i32 = 24;
pub(crate) const CLOSE: i32 = 2;
/// MC-MORALE-4: inches within which friends support.
pub(crate) const SUPPORT: i32 = 3;
/// MC-ART-5: inches that units fired over are from both ends.
pub(crate) const OVERHEAD: i32 = 12;
/// MC-FORM-7: inches from its unit within which a detachment is sent out.
pub(crate) const SENT_OUT: i32 = 2;
/// MC-SPECIAL-7: inches from which French lights come back.
pub(crate) const RECALLED: i32 = 12;
/// MC-DEPLOY-12: inches that going into a building and out of it costs.
pub(crate) const THRESHOLD: u16 = 2;
/// MC-PANIC-9: inches within which routs are seen.
pub(crate) const ALARM: i32 = 12;
/// MC-PANIC-8: figures of fire that shake green troops.
pub(crate) const SHAKES: i16 = 6;
/// MC-ART-4: a gun is destroyed on that or more.
pub(crate) const DESTROYS: u8 = 9;
/// How far from its written place room is looked for, in hexes.
pub(crate) const NUDGE: i32 = 12;
/// How far from an entry hex room is looked for, in hexes.
pub(crate) const ENTRY: i32 = 6;

/// MC-FIRE-3: figures lost by modified roll (1 or less to 14 or more) and column of three figures.
pub(crate) const LOSSES: [[u8; 10]; 14] = [
    [0, 0, 0, 0, 0, 0, 0, 0, 0, 0],
    [0, 0, 0, 0, 0, 0, 0, 0, 1, 1],
    [0, 0, 0, 0, 1, 1, 1, 1, 1, 1],
    [0, 0, 0, 1, 1, 1, 1, 1, 1, 2],
    [0, 0, 1, 1, 1, 1, 1, 2, 2, 2],
    [0, 1, 1, 1, 1, 2, 2, 2, 2, 3],
    [0, 1, 1, 1, 2, 2, 2, 3, 3, 3],
    [0, 1, 1, 2, 2, 2, 3, 3, 4, 4],
    [0, 1, 1, 2, 2, 3, 3, 4, 4, 5],
    [1, 1, 2, 2, 3, 4, 4, 5, 5, 6],
    [1, 1, 2, 3, 4, 4, 5, 6, 6, 7],
    [1, 2, 3, 3, 4, 5, 6, 7, 8, 8],
    [1, 2, 3, 4, 5, 6, 7, 8, 9, 10],
    [1, 2, 3, 4, 5, 6, 8, 9, 10, 11],
];

const LOST: [&str; 12] = [
    "no loss", "1 lost", "2 lost", "3 lost", "4 lost", "5 lost", "6 lost", "7 lost", "8 lost", "9 lost", "10 lost",
    "11 lost",
];

const fn rows(column: usize) -> [Row; 14] {
    let mut rows = [Row { from: 1, name: LOST[0], value: 0 }; 14];
    let mut place = 0;
    while place < 14 {
        let lost = LOSSES[place][column];
        rows[place] = Row { from: place as i16 + 1, name: LOST[lost as usize], value: lost as i16 };
        place += 1;
    }
    rows
}

static ROWS: [[Row; 14]; 10] =
    [rows(0), rows(1), rows(2), rows(3), rows(4), rows(5), rows(6), rows(7), rows(8), rows(9)];

static COLUMNS: [Chart; 10] = [
    Chart::new("figures lost", &ROWS[0]),
    Chart::new("figures lost", &ROWS[1]),
    Chart::new("figures lost", &ROWS[2]),
    Chart::new("figures lost", &ROWS[3]),
    Chart::new("figures lost", &ROWS[4]),
    Chart::new("figures lost", &ROWS[5]),
    Chart::new("figures lost", &ROWS[6]),
    Chart::new("figures lost", &ROWS[7]),
    Chart::new("figures lost", &ROWS[8]),
    Chart::new("figures lost", &ROWS[9]),
];

/// MC-FIRE-3: the column of so many figures, 1 to 30.
pub(crate) fn column(figures: i16) -> &'static Chart {
    &COLUMNS[usize::try_from((figures - 1) / 3).unwrap_or(0).min(9)]
}

/// MC-GENERAL-6: the value of a general's death in [`WOUNDS`].
pub(crate) const KILLED: i16 = 3;
/// MC-GENERAL-6: what becomes of a general by d6.
pub(crate) static WOUNDS: Chart = Chart::new(
    "wound",
    &[
        Row { from: 1, name: "light wound", value: 1 },
        Row { from: 3, name: "serious wound", value: 2 },
        Row { from: 5, name: "killed", value: KILLED },
    ],
);

/// A throw of d6 with something added.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Pace {
    /// Dice.
    pub(crate) dice: i16,
    /// Added.
    pub(crate) add: i16,
    /// Three-sided dice.
    pub(crate) small: bool,
}

pub(crate) const fn pace(dice: i16, add: i16) -> Pace {
    Pace { dice, add, small: false }
}

impl Pace {
    /// The most it comes to.
    pub(crate) const fn most(self) -> i16 {
        self.dice * if self.small { 3 } else { 6 } + self.add
    }

    /// What it comes to on average, rounded down.
    pub(crate) const fn mean(self) -> i16 {
        (self.dice * if self.small { 4 } else { 7 }) / 2 + self.add
    }
}

/// MC-MOVE-4: the dice of a unit in a shape.
pub(crate) const fn dice(profile: &Profile, shape: Shape, seat: Seat) -> Pace {
    match (profile.troops, shape) {
        (Troops::Horse, _) if matches!(seat, Seat::Saddle) => pace(4, 0),
        (Troops::Guns, Shape::Limbered) => limbered(profile.gun),
        // Crews without their guns.
        (Troops::Guns, Shape::Skirmish) => pace(3, 2),
        (Troops::Guns, _) => match profile.gun {
            Weight::Light => pace(1, 0),
            Weight::Medium => Pace { dice: 1, add: 0, small: true },
            Weight::Heavy => pace(0, 1),
        },
        (_, Shape::Line) => pace(2, 0),
        (_, Shape::Open) => pace(2, 2),
        (_, Shape::Column) => pace(3, 0),
        _ => pace(3, 2),
    }
}

const fn limbered(gun: Weight) -> Pace {
    match gun {
        Weight::Light => pace(3, 0),
        Weight::Medium => pace(2, 0),
        Weight::Heavy => pace(1, 0),
    }
}

/// MC-MOVE-4: the dice of a rout.
pub(crate) const fn rout(profile: &Profile, shape: Shape, seat: Seat) -> Pace {
    match (profile.troops, shape) {
        (Troops::Horse, _) if matches!(seat, Seat::Saddle) => pace(4, 6),
        (Troops::Guns, Shape::Limbered) => {
            let dice = limbered(profile.gun);
            pace(dice.dice, dice.add + 3)
        }
        _ => pace(3, 3),
    }
}

/// MC-MOVE-23: the bonus of a charge.
pub(crate) const fn bonus(seat: Seat) -> i16 {
    match seat {
        Seat::Saddle => 6,
        Seat::Afoot => 3,
    }
}

/// MC-GENERAL-2: a general's ride.
pub(crate) const RIDE: Pace = pace(4, 4);
/// MC-GENERAL-6: the ride of one seriously wounded.
pub(crate) const CRIPPLED: Pace = pace(1, 0);
/// MC-MELEE-11: the retreat of foot and of horse.
pub(crate) const RETREAT: [Pace; 2] = [pace(3, 0), pace(4, 0)];

/// MC-FIRE-9: ranges in inches.
pub(crate) const fn range(arms: Arms) -> i32 {
    match arms {
        Arms::None => 0,
        Arms::Carbine => 5,
        Arms::Musket => 7,
        Arms::JaegerRifle => 10,
        Arms::LongRifle => 12,
        Arms::Guns => 40,
    }
}

/// MC-ART-1: figures that a gun counts.
pub(crate) const fn equivalent(gun: Weight) -> i16 {
    match gun {
        Weight::Light => 5,
        Weight::Medium => 10,
        Weight::Heavy => 15,
    }
}

/// MC-ART-2: the crew of a gun.
pub(crate) const fn crew(gun: Weight) -> i16 {
    match gun {
        Weight::Light => 3,
        Weight::Medium => 4,
        Weight::Heavy => 5,
    }
}

/// MC-UNIT-3: figures of a stand.
pub(crate) const fn per_stand(troops: Troops, gun: Weight) -> i16 {
    match troops {
        Troops::Regulars | Troops::Militia => 3,
        Troops::Guns => crew(gun),
        _ => 2,
    }
}
