//! What the words of these rules mean, said as one would to somebody who has never played.

/// Words of cards, orders and tests, each with its meaning.
pub(crate) const WORDS: &[(&str, &str)] = &[
    ("Formation", "How it stands, and how many inches it goes: one move, or the double."),
    ("Skill", "How well it is drilled: the number a die has to show when that is tested."),
    ("Motivation", "How willing it is: the number a die has to show when its courage is tested."),
    ("Save", "A hit is shrugged off when its die shows this or more."),
    ("Mêlée", "Dice that each of its stands throws hand to hand."),
    ("Charge", "Inches it may charge."),
    ("Fire", "How far it shoots, dice of each stand, what each has to show."),
    ("grape", "What guns fire when it is near: more dice, and better ones."),
    ("With it", "Its commanders. A unit whose CO has fallen obeys worse."),
    ("CO", "The officer who commands the unit itself."),
    ("State", "What has befallen it or what it did this turn."),
    ("Traits", "What is special about it; the rules (r) say what each does."),
];
