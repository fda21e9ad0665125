//! How these rules are learned: a primer, and the steps of the lessons.

use battle::{Arm, LessonStep, Task, Teaching};

use crate::info::{ASSAULT, BOMBARD, FIRE, HALT, MARCH, MOVE, ORDER, RALLY};

pub(crate) const TEACHING: Teaching = Teaching {
    primer: &[
        "A Unit is a brigade, and an army has about six of them. There are no formations: every Unit is a line of one width.",
        "At the start of a turn a die says how many Orders a side has. A Unit with an Order may do one thing: move, charge, \
         rally, bombard. A Unit without one stays where it is.",
        "An Order costs two within a base width of the enemy, so troops that are in it stay in it. The Unit with the General \
         needs none.",
        "Orders are given out before anybody knows who moves first.",
        "All moves and charges of both sides come first, then all musketry. Foot shoots in the Fire step without an Order, \
         three dice at up to a base width; guns shoot only as an Action, and so need one.",
        "Each hit takes a Strength Point. Lost points cost nothing when shooting and one die each in a charge.",
        "Three hits from one volley drive a Unit back a base width.",
        "A charge is a move that reaches the enemy. Both throw a die for each Strength Point; whoever hits less goes back a \
         base width for each hit less, and loses one for every Unit or wood that is run through.",
        "An Order that has been kept can be spent when one is charged: for a volley or for one die more.",
        "Rallying brings back a point or two, but never the first that was lost. A Unit without points is gone.",
    ],
    basics: &[
        LessonStep::new(
            2,
            Task::Give(&[ORDER]),
            "Each turn a die says how many Orders you have, and a Unit does nothing without one. Give one; the General's own \
             Unit needs none.",
            "A Unit acts only with an Order.",
        ),
        LessonStep::new(
            3,
            Task::Give(&[MOVE, MARCH]),
            "Who has an Order may act. March a Unit towards the flag: dice say how far it may go.",
            "An ordered Unit moves as far as its dice allow.",
        )
        .with_means(),
        LessonStep::new(
            2,
            Task::Give(&[HALT]),
            "The dice have fallen. Choose where the move ends.",
            "You choose where a move ends once the dice are known.",
        ),
        LessonStep::new(
            1,
            Task::End,
            "A turn has steps: Orders, Actions, Fire. When you want no more of one, you end it.",
            "You end each step of a turn.",
        ),
        LessonStep::new(
            6,
            Task::Hold(&[MOVE, MARCH, HALT]),
            "Go on like this until one of yours stands on the flag.",
            "Who stands on the flag holds it.",
        )
        .with_means(),
    ],
    fighting: &[
        LessonStep::new(
            1,
            Task::Give(&[ORDER]),
            "Foot shoots without an Order, guns only with one. Give the battery an Order.",
            "Guns shoot only with an Order.",
        )
        .by(Arm::Artillery),
        LessonStep::new(
            1,
            Task::Weigh(&[BOMBARD]),
            "Guns shoot in the Actions step. Choose their target and look: the odds stand there before any die is thrown.",
            "The odds are shown before any die is thrown.",
        ),
        LessonStep::new(
            1,
            Task::Give(&[BOMBARD]),
            "Each hit takes a Strength Point, and three at once drive a Unit back. Let the guns fire.",
            "Each hit takes a Strength Point; three at once drive a Unit back.",
        ),
        LessonStep::new(
            2,
            Task::Give(&[FIRE]),
            "When all have moved, the foot shoots: three dice at up to a base width, and no Order needed.",
            "Foot shoots after all moves, at up to a base width.",
        )
        .by(Arm::Infantry),
        LessonStep::new(
            4,
            Task::Give(&[ASSAULT]),
            "Charge whoever has been shot to pieces: both throw a die for each Strength Point they have left. It takes an \
             Order.",
            "Charge whoever has fewer Strength Points left than you.",
        )
        .by(Arm::Infantry)
        .with_means(),
        LessonStep::new(
            1,
            Task::Give(&[RALLY]),
            "A Unit with an Order can rally instead: on a 4 or more a point comes back.",
            "An Order spent on rallying may bring points back.",
        )
        .with_means(),
    ],
    tip: "This one is yours to win: let the battery fire first, keep together, and charge whom it has weakened.",
};
