//! How these rules are learned: a primer, and the steps of the lessons.

use battle::{LessonStep, Task, Teaching};

use crate::info::{CHARGE, CLOSE, FIRE, MOVE, PLACE, RIDE, SHIFT};

pub(crate) const TEACHING: Teaching = Teaching {
    primer: &[
        "The American war: regulars, militia, riflemen, Indians. Strength is counted in figures of ten men each.",
        "Each brigade has a card in one deck. When its card is drawn, the whole brigade does everything in order: morale, \
         charges, moves, fire, melee. You never know who comes next.",
        "How far a unit goes is thrown when it sets out. Who moves does not fire on the same card.",
        "Muskets carry 7 inches, rifles 10 or 12. A line of two ranks fires with both and suffers more.",
        "Losses by fire, friends who run near by, and for militia a mere volley put a panic marker on a unit. It tests when its \
         own card comes.",
        "A test is a ten-sided die that has to come low, by class from 1, the best, to 5. Failed by one, the unit is held; by \
         two, it runs.",
        "Charges are named first. The charger tests, then whoever is charged, who may volley, hold, or as skirmishers evade.",
        "In a melee whoever loses more figures routs. A charger wins only if all of the other side rout; otherwise it falls \
         back.",
        "Militia have no place in close order and seldom a bayonet: shoot from cover, and do not wait for the steel.",
        "There are no squares. Horse is few, and a wall or a fence stops it.",
    ],
    basics: &[
        LessonStep::new(
            3,
            Task::Give(&[MOVE, SHIFT]),
            "Each turn the cards of all brigades are drawn one by one, and a brigade acts on its own. March one towards the flag: \
             dice say how far.",
            "A brigade acts when its card is drawn; dice say how far it goes.",
        ),
        LessonStep::new(
            2,
            Task::End,
            "A card has steps: charges, moves, fire. When you want no more of this one, you end it.",
            "You end each step of a card.",
        ),
        LessonStep::new(
            6,
            Task::Hold(&[MOVE, SHIFT, PLACE]),
            "Go on until one of yours stands on the flag.",
            "Who stands on the flag holds it.",
        ),
    ],
    fighting: &[
        LessonStep::new(
            2,
            Task::Weigh(&[FIRE]),
            "Who moves does not fire on the same card, so stay and shoot. Choose a target and look: the odds stand there first.",
            "The odds are shown before any die is thrown.",
        ),
        LessonStep::new(
            2,
            Task::Give(&[FIRE]),
            "Losses, and for militia a mere volley, put a panic marker on a unit. On its own card it must pass a test or run. Let \
             them fire.",
            "Fire may make a unit panic, militia even without a loss.",
        ),
        LessonStep::new(
            3,
            Task::Give(&[CHARGE]),
            "Go in with the bayonet: militia seldom wait for it. A charge is named before anybody moves.",
            "A charge is named before anybody moves; militia seldom wait for it.",
        ),
        LessonStep::new(
            1,
            Task::Give(&[RIDE, CLOSE]),
            "Now it is made: first it tests, then whoever is charged. Bring it home.",
            "Charger and charged test in turn.",
        ),
        LessonStep::new(1, Task::SeeOut, "It may be fired at, and runs or fights. See it out.", ""),
    ],
    tip: "This one is yours to win: shoot from a line that stands, then charge the militia with your regulars.",
};
