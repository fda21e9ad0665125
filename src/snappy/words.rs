//! What the words of these rules mean, said as one would to somebody who has never played.

/// Words of cards, orders and tests, each with its meaning.
pub(crate) const WORDS: &[(&str, &str)] = &[
    (
        "Status",
        "How firm its men are, from bold down to routed. Nobody falls: a hit asks for a test, and each one failed costs a step.",
    ),
    ("Formation", "How it stands."),
    ("Command", "Whether its leader is near enough. Out of command it has to pass a test before it moves."),
    (
        "Order",
        "What its whole command is told to do. It binds every unit: how near it has to go, whether it may charge. A new one arrives a turn late where the commander in chief is far away.",
    ),
    ("short", "So many inches are missing between where the unit is and where its order wants it."),
    ("attack", "The order to go at the enemy; how near is said on the card."),
    ("probe", "The order to feel for the enemy: half of the units go within 6 inches, the rest within 12."),
    ("defend", "The order to stay near a place and keep it."),
    ("maneuver", "The order to go somewhere and keep away from the enemy."),
    ("Move", "Inches it goes on open ground, in points: bad ground costs more."),
    ("Leader", "What its leader adds to its tests."),
    ("Guns", "The weight of its guns."),
];
