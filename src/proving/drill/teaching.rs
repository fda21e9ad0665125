//! How the drill is learned.

use battle::{Arrangement, LessonStep, Task, Teaching};

use super::info::{CHARGE, FIRE, FORM, MOVE};

/// The drill's lessons.
pub(super) const TEACHING: Teaching = Teaching {
    primer: &["Orders are given before anybody acts.", "Who moves far is tired."],
    basics: &[
        LessonStep::new(3, Task::Give(&[MOVE]), "March one towards the flag.", "Units go where you send them.")
            .with_means(),
        LessonStep::new(1, Task::End, "A turn has steps.", "You end each step of a turn."),
        LessonStep::new(
            6,
            Task::Hold(&[MOVE]),
            "Go on until one stands on the flag.",
            "Who stands on the flag holds it.",
        )
        .with_means(),
    ],
    fighting: &[
        LessonStep::new(2, Task::Weigh(&[FIRE]), "Look what a shot may bring.", "The odds show what a shot may bring."),
        LessonStep::new(2, Task::Give(&[FIRE]), "Now fire.", "Fire weakens."),
        LessonStep::new(3, Task::Give(&[CHARGE]), "Go in.", "A charge decides."),
        LessonStep::new(
            1,
            Task::Form(Arrangement::Square, &[FORM]),
            "Form square.",
            "Foot in a square need not fear horse.",
        ),
    ],
    tip: "This one is yours to win.",
};
