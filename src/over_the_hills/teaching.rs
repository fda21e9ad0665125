//! How these rules are learned: a primer, and the steps of the lessons.

use battle::{Arm, Arrangement, LessonStep, Task, Teaching};

use crate::command::orders::ATTACK;
use crate::info::{CHARGE, FIRE, FORM, MOVE, ORDER, RALLY};

pub(crate) const TEACHING: Teaching = Teaching {
    primer: &[
        "One number is everything: the Fatigue Score. Whatever goes wrong, shots, fights, hard marches, bad ground, takes a \
         point of it, and no stand is ever removed.",
        "Every throw is a ten-sided die that has to come low: at most what is left of the score, with its modifiers. A tired \
         unit does everything worse.",
        "With half its score lost a unit wavers, with three quarters it routs, without any it is destroyed.",
        "Nobody shoots in his own turn. You move, the enemy shoots at who has come into contact, the fights are fought, then \
         the rest of the enemy shoots; then it is the other way round.",
        "A unit moves in segments of its formation. More of them, wheels and changes under way can cost fatigue.",
        "Each brigade has an order: attack, advance, hold, withdraw. Who is too far from his commander goes half as far or not \
         at all.",
        "Who is charged may stand, evade, form an emergency square or, on horseback, charge back; most of it takes a test.",
        "In close combat both throw up to three rounds. A margin of two ends it; foot that horse beats by two in the open is \
         destroyed.",
        "The winner takes an option: follow up, rest, reform, fall back, go on at somebody else.",
        "Commanders who stay where they are may rally a unit of theirs: one point back, with luck.",
    ],
    basics: &[
        LessonStep::new(
            3,
            Task::Give(&[MOVE]),
            "March one towards the flag. A short way costs nothing; going as far as it can costs fatigue.",
            "A move is free up to a point; beyond it tires the men.",
        ),
        LessonStep::new(
            1,
            Task::End,
            "A turn has steps. When you want no more of this one, you end it.",
            "You end each step of a turn.",
        ),
        LessonStep::new(
            6,
            Task::Hold(&[MOVE]),
            "Go on until one of yours stands on the flag.",
            "Who stands on the flag holds it.",
        ),
    ],
    fighting: &[
        LessonStep::new(
            1,
            Task::Give(&[ORDER]),
            "Each brigade has an order; only one that is ordered to attack may go all the way at the enemy. Give that order.",
            "Only a brigade that is ordered to attack may go at the enemy.",
        )
        .numbered(ATTACK as i16),
        LessonStep::new(
            2,
            Task::Weigh(&[FIRE]),
            "You never shoot in your own turn but in the enemy's, when all have moved. Choose a target and look: the odds stand \
             there first.",
            "You shoot in the enemy's turn; the odds are shown first.",
        ),
        LessonStep::new(
            2,
            Task::Give(&[FIRE]),
            "Each hit takes a point of the Fatigue Score, and with half of it gone a unit wavers. Let them fire.",
            "Each hit takes a point of the Fatigue Score.",
        ),
        LessonStep::new(
            3,
            Task::Give(&[CHARGE]),
            "Go in where the odds look good: tired troops fight badly.",
            "Charge tired troops.",
        ),
        LessonStep::new(
            1,
            Task::SeeOut,
            "The enemy fires at the charge, then it is fought out in up to three rounds. See it out.",
            "",
        ),
        LessonStep::new(
            2,
            Task::Give(&[RALLY]),
            "After moving, a commander who has not ridden far may rally a tired unit near him.",
            "Commanders can rally tired units.",
        ),
        LessonStep::new(
            2,
            Task::Form(Arrangement::Square, &[FORM]),
            "Foot that horse catches in the open is destroyed; in a square it need not fear. Form one.",
            "Foot in a square need not fear horse.",
        )
        .by(Arm::Infantry),
    ],
    tip: "This one is yours to win: come up fresh, shoot in the enemy's turn, and charge whoever is tired.",
};
