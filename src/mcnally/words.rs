//! What the words of these rules mean, said as one would to somebody who has never played.

/// Words of cards, orders and tests, each with its meaning.
pub(crate) const WORDS: &[(&str, &str)] = &[
    ("Figures", "Model soldiers: each stands for ten men, a gun's for five. They fall one by one."),
    ("Men", "How many soldiers the figures stand for."),
    ("Class", "How good it is, from 1 (elite) down to 5 (militia)."),
    ("Morale", "It passes a test when the dice show this or less."),
    ("Formation", "How it stands: close order fights better, open order is hit less."),
    ("State", "Whether it stands, falls back or runs."),
    ("Card", "Each brigade acts when its card is turned up; nobody knows the order of the cards."),
    ("Panic", "A marker weighs on every test until one is passed."),
    ("Range", "How far it shoots."),
    ("Traits", "What is special about it; the rules (r) say what each does."),
    ("Crews", "Men at each gun."),
    ("Guns", "Where its guns stand that its crews have left, if the enemy has not taken them."),
    ("margin", "By how much a test was passed or failed."),
];
