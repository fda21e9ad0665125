//! How these rules are learned: a primer, and the steps of the lessons.

use battle::{Arm, Arrangement, LessonStep, Task, Teaching};

use crate::info::{CHARGE, CHARGE_HOME, DOUBLE, FIRE, MOVE, SQUARE};

pub(crate) const TEACHING: Teaching = Teaching {
    primer: &[
        "Units are battalions, and every stand counts: a hit that is not saved takes a stand off the table.",
        "The sides take whole turns in turn: morale, movement, shooting, assault.",
        "No orders are needed. Everybody may move each turn, and twice as far at the double, but then neither shoots nor \
         charges and is shot at twice as hard.",
        "Nobody may measure before a shot or a charge is announced. Muskets carry 16 inches, and a shot that is too long is \
         wasted.",
        "A line that has not moved shoots best: two dice a stand, and a hit on 4 or more. Having moved costs a die and a \
         point.",
        "Charges are announced before anybody moves, made in movement and fought out at the end. Foot charges 4 inches and \
         horse 6 or 8, after a normal move.",
        "Whoever is charged from far enough may fire first. One loss, and the charger tests whether it comes on.",
        "In the fight one strikes, the other loses stands, tests, and strikes back, until one falls back or is destroyed.",
        "Square makes foot safe from horse: formed at the start of one's own movement, or, with luck, when the charge comes.",
        "Motivation decides: at half strength a battalion tests every turn, and the first brigade that quits the field \
         loses the battle.",
    ],
    basics: &[
        LessonStep::new(
            3,
            Task::Give(&[MOVE, DOUBLE]),
            "March one towards the flag. At the double it goes twice as far, and neither shoots nor charges this turn.",
            "Everybody may move each turn, or go at the double.",
        ),
        LessonStep::new(
            1,
            Task::End,
            "A turn has steps: movement, then shooting. When you want no more of one, you end it.",
            "You end each step of a turn.",
        ),
        LessonStep::new(
            6,
            Task::Hold(&[DOUBLE, MOVE]),
            "Go on until one of yours stands on the flag.",
            "Who stands on the flag holds it.",
        ),
    ],
    fighting: &[
        LessonStep::new(
            2,
            Task::Give(&[FIRE]),
            "A line that stands still shoots best, so let nobody move and go on to shooting. Muskets carry 16 inches, which \
             you judge by eye.",
            "A line that has not moved shoots best, at up to 16 inches.",
        ),
        LessonStep::new(
            3,
            Task::Give(&[CHARGE]),
            "In your next turn name a charge, before anybody moves. Foot reaches about 8 inches: take somebody who is near \
             and has lost stands.",
            "Charges are named before anybody moves.",
        )
        .by(Arm::Infantry),
        LessonStep::new(
            1,
            Task::Give(&[CHARGE_HOME]),
            "The charge is made in movement: bring it up to the enemy. They may fire at it, and the fight comes last.",
            "A charge is made in movement and fought out last.",
        ),
        LessonStep::new(
            1,
            Task::SeeOut,
            "The enemy may fire at the charge, and the fight comes last: see it out.",
            "",
        ),
        LessonStep::new(
            2,
            Task::Form(Arrangement::Square, &[SQUARE]),
            "Foot in a square need not fear horse. It is formed in the first step of your turn.",
            "Foot in a square need not fear horse.",
        )
        .by(Arm::Infantry),
    ],
    tip: "This one is yours to win: shoot from lines that stand still, then charge whom it has told on.",
};
