//! How these rules are learned: a primer, and the steps of the lessons.

use battle::{LessonStep, Task, Teaching};

use crate::info::{AIM, CHARGE, FIRE, MOVE, ORDER};
use crate::orders::Mandate;

pub(crate) const TEACHING: Teaching = Teaching {
    primer: &[
        "Nobody falls here. A unit is bold, firm, nervous, disrupted, in panic, routed: that ladder is all its strength.",
        "Every hit and every lost round asks for a morale test on a ten-sided die. A test that fails costs a step and is \
         thrown again until it is passed, so one bad moment can break a unit.",
        "Each command follows an order: attack, probe, screen, maneuver, defend, withdraw, rally. It binds every unit: how near \
         it must go, how far it must keep away, whether it may charge.",
        "A new order arrives a turn late where the commander in chief is far from the command. So give it before you need it.",
        "After the orders a die says who moves first. One side moves; the other shoots, then the mover; then the melees; then \
         the same the other way round.",
        "So every unit shoots twice a turn, whether it moved or not: foot only at an enemy right in front of it, an inch away.",
        "A charge has no bonus distance: it is a move that ends in touch.",
        "In a melee each side throws a die and adds its training and its status; the margin says how many tests the loser takes.",
        "Against horse there is the square: minus 10 for the horse, minus 5 where it was formed in haste.",
        "Units whose command rests under rally, 12 inches from any enemy, may win a step back each turn.",
    ],
    basics: &[
        LessonStep::new(
            1,
            Task::Give(&[ORDER, AIM]),
            "Every command follows an order that binds its units. Give yours the order to attack: it sends all of them \
             forward.",
            "Every command follows an order that binds its units.",
        )
        .numbered(Mandate::Attack as i16),
        LessonStep::new(
            1,
            Task::End,
            "A turn has steps. When all orders are given, you end this one.",
            "You end each step of a turn.",
        ),
        LessonStep::new(
            3,
            Task::Give(&[MOVE]),
            "A die has said who moves first. When it is your turn to move, march one towards the flag.",
            "One side moves first, as a die says.",
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
            "Only some orders let troops go up to the enemy and charge. Give the order to attack.",
            "The order to attack lets troops close and charge.",
        )
        .numbered(Mandate::Attack as i16),
        LessonStep::new(
            2,
            Task::Weigh(&[FIRE]),
            "Muskets reach one inch, guns farther, and both sides shoot twice a turn. Choose a target and look: the odds stand \
             there first.",
            "The odds are shown before any die is thrown.",
        ),
        LessonStep::new(
            2,
            Task::Give(&[FIRE]),
            "A hit kills nobody. It asks for a morale test, and each one failed costs a step: nervous, disrupted, panic, routed.",
            "A hit asks for a morale test; each one failed costs a step.",
        ),
        LessonStep::new(
            3,
            Task::Give(&[CHARGE]),
            "A charge is a move that ends in touch, best at somebody who has lost a step or two, or in flank.",
            "A charge is a move that ends in touch.",
        ),
        LessonStep::new(
            1,
            Task::SeeOut,
            "Both sides fire before the melee is fought, and fire may drive either off. See it out.",
            "",
        ),
    ],
    tip: "This one is yours to win: order an attack, shoot first, and charge whoever has lost heart.",
};
