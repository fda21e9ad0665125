//! What the words of these rules mean, said as one would to somebody who has never played.

/// Words of cards, orders and tests, each with its meaning.
pub(crate) const WORDS: &[(&str, &str)] = &[
    ("FS", "Fatigue score: how fresh it is. It falls with every hit; one number for fire, fight and nerve."),
    ("Status", "What the score comes to: as it falls the unit gets shaky and at last breaks."),
    ("Formation", "How it stands."),
    ("Command", "Whether its commander is near enough for it to move as it likes, by half, or not."),
    ("Order", "What its whole brigade is told to do; it is given through any unit of it, at the step Orders."),
    ("Inches left", "How far it can still go this turn."),
    ("Guns", "The weight of its guns."),
    ("Skirmish", "How good its men are in open order: A is best, D is worst."),
    ("Volley", "Whether its first volley, loaded before the battle, is still in the muskets."),
    ("Traits", "What is special about it; the rules (r) say what each does."),
];
