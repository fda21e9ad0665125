//! What the words of these rules mean, said as one would to somebody who has never played.

/// Words of cards, orders and tests, each with its meaning.
pub(crate) const WORDS: &[(&str, &str)] = &[
    (
        "Order",
        "What lets a unit act: one is given to it in the step Orders, and spent when it moves, fires or rallies. A General brings one free.",
    ),
    ("cost, free", "How many of the side's Orders this one took; a free one comes with a General."),
    ("unused, used", "Whether the unit still has its Order to act by, or has acted."),
    ("General", "Who goes with the unit. He brings it a free Order; attaching him elsewhere moves him away from here."),
    (
        "Moves",
        "Inches it may go, dice thrown as it sets out: 4+1d6 is 4 and one die. A march goes farther; who marches does not shoot.",
    ),
    (
        "Fire",
        "Dice, how far, and what each has to show: 3d6 to 4\", 5+ is three dice at up to 4 inches that hit on 5 or 6.",
    ),
    ("skirmish", "The few men in front, who shoot farther with one die."),
    (
        "bombard",
        "Guns fire with fewer dice the farther it is; the four figures are for four bands up to that many inches.",
    ),
    (
        "Assault",
        "What its dice have to show when it goes in with the bayonet; SP dice is one die for each strength point left.",
    ),
    ("SP", "Strength points: what the unit can still lose."),
    ("Traits", "What is special about it; the table of Units (r) says what each does."),
    ("This turn", "What it has done already."),
];
