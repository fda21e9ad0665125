//! Every modifier of scores and tests: its clause, its name and what it is worth.

use battle::Pool;
pub(crate) use rulebook::Modifier;
use rulebook::modifier as row;

use crate::tables;

/// OTH-FIRE-M1 to M25.
pub(crate) const SMALL_ARMS: &[Modifier] = &[
    row("OTH-FIRE-M1", "good shots", &[1]),
    row("OTH-FIRE-M2", "initial volley", &[1]),
    row("OTH-FIRE-M3", "at march column or square", &[1]),
    row("OTH-FIRE-M4", "at 6 inches or less", &[1]),
    row("OTH-FIRE-M5", "into flank or rear", &[1]),
    row("OTH-FIRE-M6", "better skirmishers", &[1]),
    row("OTH-FIRE-M7", "rifle skirmishers", &[1]),
    row("OTH-FIRE-M8", "rifle skirmishers", &[1]),
    row("OTH-FIRE-M9", "enfilade", &[4]),
    row("OTH-FIRE-M10", "in skirmish order", &[1]),
    row("OTH-FIRE-M11", "over 6 inches", &[-1]),
    row("OTH-FIRE-M12", "worse skirmishers", &[-1]),
    row("OTH-FIRE-M13", "target in cover", &[-3]),
    row("OTH-FIRE-M14", "target obscured", &[-1]),
    row("OTH-FIRE-M15", "ragged volley", &[-2]),
    row("OTH-FIRE-M16", "wooden houses", &[-4]),
    row("OTH-FIRE-M17", "houses of wood and brick", &[-6]),
    row("OTH-FIRE-M18", "houses of stone", &[-8]),
    row("OTH-FIRE-M19", "fortified houses", &[-10]),
    row("OTH-FIRE-M20", "at skirmishers", &[-2]),
    row("OTH-FIRE-M21", "at cuirassiers", &[-1]),
    row("OTH-FIRE-M22", "target moves fast", &[-1]),
    row("OTH-FIRE-M23", "wavering", &[-1]),
    row("OTH-FIRE-M24", "gone to ground", &[-3]),
    row("OTH-FIRE-M25", "poor shots", &[-1]),
];

/// OTH-ART-M1 to M18.
pub(crate) const GUNS: &[Modifier] = &[
    row("OTH-ART-M1", "at square or closed column", &[3]),
    row("OTH-ART-M2", "at a column", &[1]),
    row("OTH-ART-M3", "at short range", &[1]),
    row("OTH-ART-M4", "canister at 6 inches or less", &[4]),
    row("OTH-ART-M5", "Grand Battery", &[1]),
    row("OTH-ART-M6", "into flank or rear", &[1]),
    row("OTH-ART-M7", "enfilade", &[4]),
    row("OTH-ART-M8", "target in cover", &[-1]),
    row("OTH-ART-M9", "target obscured", &[-1]),
    row("OTH-ART-M10", "wooden houses", &[-2]),
    row("OTH-ART-M11", "houses of wood and brick", &[-5]),
    row("OTH-ART-M12", "houses of stone", &[-7]),
    row("OTH-ART-M13", "fortified houses", &[-10]),
    row("OTH-ART-M14", "target moves fast", &[-1]),
    row("OTH-ART-M15", "gone to ground", &[-3]),
    row("OTH-ART-M16", "wavering", &[-1]),
    row("OTH-ART-M17", "new target", &[-2]),
    row("OTH-ART-M18", "wheeled", &[-1]),
];

/// OTH-MELEE-INF-M1 to M28.
pub(crate) const FOOT: &[Modifier] = &[
    row("OTH-MELEE-INF-M1", "goes at the enemy; French", &[1, 2]),
    row("OTH-MELEE-INF-M2", "attacks flank or rear", &[1, 3]),
    row("OTH-MELEE-INF-M3", "attacks an obstacle", &[-2]),
    row("OTH-MELEE-INF-M4", "at walls: wooden", &[-2]),
    row("OTH-MELEE-INF-M5", "at walls: wood and brick", &[-4]),
    row("OTH-MELEE-INF-M6", "at walls: stone", &[-6]),
    row("OTH-MELEE-INF-M7", "at walls: fortified", &[-8]),
    row("OTH-MELEE-INF-M8", "met in flank or rear", &[-1, -3]),
    row("OTH-MELEE-INF-M9", "defends an obstacle", &[2]),
    row("OTH-MELEE-INF-M10", "behind walls: wooden", &[2]),
    row("OTH-MELEE-INF-M11", "behind walls: wood and brick", &[4]),
    row("OTH-MELEE-INF-M12", "behind walls: stone", &[6]),
    row("OTH-MELEE-INF-M13", "behind walls: fortified", &[8]),
    row("OTH-MELEE-INF-M14", "has evaded", &[-4]),
    row("OTH-MELEE-INF-M15", "skirmishers at foot", &[-2]),
    row("OTH-MELEE-INF-M16", "open order at formed foot", &[-1]),
    row("OTH-MELEE-INF-M17", "march column", &[-8]),
    row("OTH-MELEE-INF-M18", "square at formed foot", &[-6]),
    row("OTH-MELEE-INF-M19", "caught out of square", &[-6]),
    row("OTH-MELEE-INF-M20", "square against horse", &[6]),
    row("OTH-MELEE-INF-M21", "against a square", &[3]),
    row("OTH-MELEE-INF-M22", "support of one or more", &[1, 2]),
    row("OTH-MELEE-INF-M23", "loose order in woods", &[-1]),
    row("OTH-MELEE-INF-M24", "formed in woods", &[-3]),
    row("OTH-MELEE-INF-M25", "won last round", &[2]),
    row("OTH-MELEE-INF-M26", "higher ground", &[1]),
    row("OTH-MELEE-INF-M27", "militia", &[-1]),
    row("OTH-MELEE-INF-M28", "commander", &tables::FIGHTS),
];

/// OTH-MELEE-CAV-M1 to M13, and what guns in close combat make.
pub(crate) const HORSE: &[Modifier] = &[
    row("OTH-MELEE-CAV-M1", "light cavalry charging", &[3]),
    row("OTH-MELEE-CAV-M2", "heavy cavalry charging", &[4]),
    row("OTH-MELEE-CAV-M3", "cuirassiers charging", &[5]),
    row("OTH-MELEE-CAV-M4", "lances", &[1]),
    row("OTH-MELEE-CAV-M5", "won last round", &[2]),
    row("OTH-MELEE-CAV-M6", "met in flank or rear", &[-1, -3]),
    row("OTH-MELEE-CAV-M7", "support of one or more", &[1, 2]),
    row("OTH-MELEE-CAV-M8", "has evaded", &[-4]),
    row("OTH-MELEE-CAV-M9", "militia", &[-1]),
    row("OTH-MELEE-CAV-M10", "march column", &[-6]),
    row("OTH-MELEE-CAV-M11", "against a square", &[-6]),
    row("OTH-MELEE-CAV-M12", "against foot", &[3]),
    row("OTH-MELEE-CAV-M13", "commander", &tables::FIGHTS),
    row("OTH-MELEE-ART-M1", "guns in close combat", &[-4]),
    row("OTH-MELEE-ART-M2", "against guns", &[4]),
];

/// OTH-MORALE-13 to 17.
pub(crate) const TESTS: &[Modifier] = &[
    row("OTH-MORALE-13", "enemy wavers", &[3]),
    row("OTH-MORALE-14", "into flank or rear", &[2]),
    row("OTH-MORALE-15", "irregulars at a front", &[-6]),
    row("OTH-MORALE-16", "brigade near", &[1]),
    row("OTH-MORALE-17", "commander", &tables::STEADIES),
];

/// What is added to hits of guns, and to the risk of fire.
pub(crate) const RESULTS: &[Modifier] = &[row("OTH-ART-4", "canister", &[1]), row("OTH-BUA-8", "wooden houses", &[1])];

/// Every list.
pub(crate) const ALL: [&[Modifier]; 6] = [SMALL_ARMS, GUNS, FOOT, HORSE, TESTS, RESULTS];

/// Whether two texts are the same, as constants can ask it.
const fn is_same(one: &str, other: &str) -> bool {
    let (one, other) = (one.as_bytes(), other.as_bytes());
    let mut at = 0;
    while at < one.len() && at < other.len() && one[at] == other[at] {
        at += 1;
    }
    at == one.len() && at == other.len()
}

/// The modifier of a clause: found when the program is compiled, by [`modifier!`](crate::modifiers::modifier!).
///
/// # Panics
/// When the tables have none, which is then no program.
pub(crate) const fn find(clause: &str) -> &'static Modifier {
    let mut list = 0;
    while list < ALL.len() {
        let rows = ALL[list];
        let mut place = 0;
        while place < rows.len() {
            if is_same(rows[place].clause, clause) {
                return &rows[place];
            }
            place += 1;
        }
        list += 1;
    }
    panic!("the tables have no such modifier");
}

/// The row of the tables with a clause.
macro_rules! modifier {
    ($clause:literal) => {
        const { $crate::modifiers::find($clause) }
    };
}
pub(crate) use modifier;

/// Adds a modifier to a score or test, where it is given.
pub(crate) fn add(pool: &mut Pool, given: bool, row: &'static Modifier) {
    add_valued(pool, given, row, row.values[0]);
}

/// The same with one of its values; nothing where that is nothing.
pub(crate) fn add_valued(pool: &mut Pool, given: bool, row: &'static Modifier, value: i16) {
    if given && value != 0 {
        pool.need(row.name, value, row.clause);
    }
}
