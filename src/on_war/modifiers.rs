//! Every modifier of a roll: its clause, its name on the receipt and what it is worth. A row without a number counts what
//! the charts or a house rule say.

use rulebook::{Modifier, modifiers};

modifiers! {
    /// What adds to the die of a shot or takes from it (OW-SHOOT-7, OW-SHOOT-12, OW-SHOOT-13, OW-COVER-2).
    TO_HIT:
    STOOD_STILL = "line standing still", "OW-SHOOT-7" [1];
    HAS_MOVED = "has moved", "OW-SHOOT-12" [-1];
    AT_A_CHARGER = "fire at a charger", "OW-SHOOT-12" [-1];
    AT_SQUARE = "target in square", "OW-SHOOT-13" [2];
    AT_COLUMN = "target in column", "OW-SHOOT-13" [1];
    THROUGH_SKIRMISHERS = "through skirmishers", "OW-SHOOT-13" [-1];
    LONG_RANGE = "over 16 inches", "OW-SHOOT-13" [-1];
    SOFT_COVER = "soft cover", "OW-COVER-2" [-1];
    HARD_COVER = "hard cover", "OW-COVER-2" [];
}

// What makes the dice of a volley, in the order in which they are counted. `MOVED_RATE` is the most a stand rolls, with ball
// and with grape; those after it say by how much its dice are divided or multiplied.
modifiers! {
    SHELLS = "shells", "OW-HOWITZER-2" [];
    STANDS = "stands", "OW-SHOOT-5" [];
    SECOND_RANK = "second rank", "OW-SHOOT-9" [];
    OFFICER = "commanding officer", "OW-UNIT-11" [];
    IN_LINE = "in line", "OW-SHOOT-5" [1];
    MOVED_RATE = "has moved", "OW-SHOOT-10" [1, 2];
    DEFENSIVE = "defensive fire", "OW-ASSAULT-9" [2];
    DOUBLED = "target moved at the double", "OW-MOVE-6" [2];
    DISORIENTED = "disoriented", "OW-SHOOT-11" [2];
}

modifiers! {
    /// What helps with kills and with tests of skill and motivation; a second throw has no number (OW-CMD-2 to 4).
    TESTS:
    CHARGING_HORSE = "charging horse", "OW-ASSAULT-14" [1];
    GENERAL = "General with it: second throw", "OW-CMD-2" [];
    ADJUTANT = "adjutant with it: second throw", "OW-CMD-4" [];
    GENERAL_NEAR = "General near: second throw", "OW-CMD-3" [];
}

/// The dice of a stand divided by a row, rounded up.
pub(crate) const fn part_of(rate: i16, row: &Modifier) -> i16 {
    (rate + row.value() - 1) / row.value()
}
