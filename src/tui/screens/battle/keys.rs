//! The keys of the battle screen: one table for each thing one can be doing.

use crossterm::event::KeyCode;
use hexes::Direction;

use crate::keymap::{Key, Keymap, binding};
use crate::keys::Named;
use crate::map::overlay::OverlayKind;
use crate::map::projection::Way;

/// What a key does in a battle.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Action {
    /// Moves the cursor, so many steps.
    Go(Way, u8),
    /// The next or previous of what can be chosen.
    Cycle(bool),
    /// Goes on: opens a menu, takes a choice, gives an order.
    Confirm,
    /// One step back.
    Back,
    /// Ends the step.
    Finish,
    /// Ends the turn.
    EndTurn,
    /// Takes the last order back.
    Undo,
    /// Turns the facing of the ghost; true is clockwise.
    Turn(bool),
    /// The next formation of the ghost.
    Form,
    /// The last order once more, by another unit.
    Again,
    /// The last order once more, by the others of the brigade.
    Brigade,
    /// Opens or closes a panel.
    Panel(Panel),
    /// Opens the log.
    Log,
    /// What a commander would do.
    Advice,
    /// What a commander would have the whole side do.
    Plan,
    /// Why the computer did what it did.
    Why,
    /// Finds a unit.
    Find,
    /// Opens the command line.
    Command,
    /// Says where the battle is saved.
    Save,
    /// Shows or hides an overlay.
    Overlay(OverlayKind),
    /// Shows the rules.
    Reference,
    /// Shows again what the others did since the last own order.
    SeeAgain,
    /// Goes on to the next lesson of the tutorial.
    NextLesson,
    /// Shows what the words on the screen mean.
    Words,
    /// Opens the settings.
    Settings,
    /// Shows what the battle is about.
    Briefing,
    /// Changes the depth of colours.
    Colours,
    /// Changes the characters.
    Characters,
    /// Zooms in (true) or out.
    Zoom(bool),
    /// Shows both armies and the goals as large as they fit.
    Fit,
    /// Opens the menu of leaving.
    Leave,
    /// Stops or goes on.
    Pause,
    /// One order, then stops again.
    StepOnce,
    /// Faster (true) or slower.
    Tempo(bool),
    /// Shows the results again.
    Results,
    /// Asks the thinking computer for the best it has.
    Hurry,
    /// Chooses who goes on for a commander that cannot.
    Replace,
}

/// A panel that can be opened over the map.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Panel {
    /// The unit under the cursor.
    Card,
    /// The odds of the order being prepared.
    Odds,
    /// The whole field.
    Field,
}

const fn to(direction: Direction) -> Action {
    Action::Go(Way::To(direction), 1)
}

const fn far(direction: Direction) -> Action {
    Action::Go(Way::To(direction), 5)
}

/// Choosing whom to order.
pub const LOOK: Keymap<Action> = &[
    binding(&[Key::code(KeyCode::Tab)], Action::Cycle(true), "next unit", "The next unit that can act now."),
    binding(&[Key::code(KeyCode::BackTab)], Action::Cycle(false), "", "The previous unit that can act now."),
    binding(
        &[Key::code(KeyCode::Enter)],
        Action::Confirm,
        "order",
        "Open the orders of the unit here; where it has none, go on to whoever can act, or to the end of the step.",
    ),
    binding(
        &[Key::char(' '), Key::char('.')],
        Action::Finish,
        "end step",
        "End this step; asks first when units that have done nothing could act.",
    ),
    binding(
        &[Key::char('u'), Key::char('U')],
        Action::Undo,
        "undo",
        "Take the last order back, unless dice fell, something was revealed or the enemy has answered.",
    ),
    binding(
        &[Key::char('a'), Key::char('A')],
        Action::Advice,
        "advice",
        "What a commander would do with the unit under the cursor, and why. Enter takes the advice.",
    ),
    binding(&[Key::char('W')], Action::Plan, "", "What a commander would have your whole army do this turn."),
    binding(
        &[Key::char('e')],
        Action::EndTurn,
        "end turn",
        "End the turn; asks once when units could still act or must be ordered.",
    ),
    binding(
        &[Key::char('x')],
        Action::Again,
        "",
        "The last order once more, by the unit under the cursor: the same way, or at the same target.",
    ),
    binding(
        &[Key::char('X')],
        Action::Brigade,
        "",
        "Send the others of the brigade under the cursor the same way as the last unit went.",
    ),
    binding(&[Key::code(KeyCode::Esc)], Action::Back, "", "Close what is open over the map."),
];

/// Choosing a verb.
pub const MENU: Keymap<Action> = &[
    binding(
        &[Key::code(KeyCode::Enter)],
        Action::Confirm,
        "choose",
        "Take the chosen order. Its letter does the same.",
    ),
    binding(
        &[Key::code(KeyCode::Down), Key::char('j'), Key::code(KeyCode::Tab)],
        Action::Cycle(true),
        "next",
        "The order below.",
    ),
    binding(
        &[Key::code(KeyCode::Up), Key::char('k'), Key::code(KeyCode::BackTab)],
        Action::Cycle(false),
        "",
        "The order above.",
    ),
    binding(&[Key::code(KeyCode::Esc), Key::char('q')], Action::Back, "back", "Close the menu."),
    binding(&[Key::char('a'), Key::char('A')], Action::Advice, "advice", "What a commander would do here, and why."),
];

/// Choosing a target.
pub const TARGET: Keymap<Action> = &[
    binding(
        &[Key::code(KeyCode::Enter)],
        Action::Confirm,
        "give the order",
        "Give the order shown, with the odds shown.",
    ),
    binding(
        &[Key::code(KeyCode::Tab), Key::code(KeyCode::Right), Key::char('l')],
        Action::Cycle(true),
        "next target",
        "The next target, or the next choice of this order.",
    ),
    binding(
        &[Key::code(KeyCode::BackTab), Key::code(KeyCode::Left), Key::char('h')],
        Action::Cycle(false),
        "",
        "The previous target or choice.",
    ),
    binding(&[Key::code(KeyCode::Esc)], Action::Back, "back", "Back to the menu."),
];

/// Choosing a target among many hexes.
pub const TARGET_FAR: Keymap<Action> = &[
    binding(&[Key::code(KeyCode::Enter)], Action::Confirm, "give the order", "Give the order shown."),
    binding(&[Key::code(KeyCode::Tab)], Action::Cycle(true), "next target", "The next target."),
    binding(&[Key::code(KeyCode::BackTab)], Action::Cycle(false), "", "The previous target."),
    binding(&[Key::code(KeyCode::Esc)], Action::Back, "back", "Back to the menu."),
];

/// Choosing where to stand.
pub const POSE: Keymap<Action> = &[
    binding(&[Key::code(KeyCode::Enter)], Action::Confirm, "go there", "Give the order to go to the pale footprint."),
    binding(&[Key::char('[')], Action::Turn(false), "", "Turn the facing to the left."),
    binding(&[Key::char(']')], Action::Turn(true), "[ ]|turn", "Turn the facing to the right."),
    binding(&[Key::char('f')], Action::Form, "formation", "The next formation that is allowed here."),
    binding(&[Key::code(KeyCode::Tab)], Action::Cycle(true), "next place", "The next place where the move may end."),
    binding(&[Key::code(KeyCode::BackTab)], Action::Cycle(false), "", "The previous place where the move may end."),
    binding(&[Key::code(KeyCode::Esc)], Action::Back, "back", "Back without moving."),
];

/// Choosing only which way to face.
pub const TURN: Keymap<Action> = &[
    binding(&[Key::code(KeyCode::Enter)], Action::Confirm, "go", "Give the order with the facing shown."),
    binding(
        &[Key::code(KeyCode::Left), Key::char('['), Key::char('h')],
        Action::Turn(false),
        "",
        "Turn the facing to the left.",
    ),
    binding(
        &[Key::code(KeyCode::Right), Key::char(']'), Key::char('l'), Key::code(KeyCode::Tab)],
        Action::Turn(true),
        "← →|turn",
        "Turn the facing to the right.",
    ),
    binding(&[Key::char('f')], Action::Form, "formation", "The next formation that is allowed here."),
    binding(&[Key::code(KeyCode::Esc)], Action::Back, "back", "Back without moving."),
];

/// While another seat gives orders.
pub const WATCH: Keymap<Action> = &[
    binding(
        &[Key::code(KeyCode::Esc)],
        Action::Hurry,
        "hurry",
        "Ask the thinking commander for the best it has; close what is open over the map.",
    ),
    binding(&[Key::char('p')], Action::Pause, "pause", "Stop, or go on."),
    binding(&[Key::char('.')], Action::StepOnce, "step", "Show one order, then stop."),
];

/// When a commander cannot go on.
pub const FAILED: Keymap<Action> = &[binding(
    &[Key::code(KeyCode::Enter)],
    Action::Replace,
    "go on",
    "Choose: let the commander try again, put another in its place, or command yourself.",
)];

/// When the battle is over.
pub const OVER: Keymap<Action> = &[
    binding(&[Key::code(KeyCode::Enter)], Action::Results, "results", "Who won, and how."),
    binding(&[Key::code(KeyCode::Esc)], Action::Back, "", "Close what is open over the map."),
];

/// Moving the cursor.
pub const MOVE: Keymap<Action> = &[
    binding(
        &[Key::code(KeyCode::Up), Key::char('k'), Key::char('8')],
        Action::Go(Way::Up, 1),
        "",
        "Cursor one row up.",
    ),
    binding(
        &[Key::code(KeyCode::Down), Key::char('j'), Key::char('2')],
        Action::Go(Way::Down, 1),
        "",
        "Cursor one row down, back where up came from.",
    ),
    binding(&[Key::code(KeyCode::Left), Key::char('h'), Key::char('4')], to(Direction::West), "", "Cursor west."),
    binding(
        &[Key::code(KeyCode::Right), Key::char('l'), Key::char('6')],
        to(Direction::East),
        "↑↓←→|cursor",
        "Cursor east.",
    ),
    binding(
        &[Key::char('y'), Key::code(KeyCode::Home), Key::char('7')],
        to(Direction::NorthWest),
        "",
        "Cursor north-west.",
    ),
    binding(
        &[Key::char('i'), Key::code(KeyCode::PageUp), Key::char('9')],
        to(Direction::NorthEast),
        "",
        "Cursor north-east.",
    ),
    binding(
        &[Key::char('b'), Key::code(KeyCode::End), Key::char('1')],
        to(Direction::SouthWest),
        "",
        "Cursor south-west.",
    ),
    binding(
        &[Key::char('n'), Key::code(KeyCode::PageDown), Key::char('3')],
        to(Direction::SouthEast),
        "",
        "Cursor south-east.",
    ),
    binding(&[Key::shift(KeyCode::Up), Key::char('K')], Action::Go(Way::Up, 5), "", "Cursor five rows up."),
    binding(&[Key::shift(KeyCode::Down), Key::char('J')], Action::Go(Way::Down, 5), "", "Cursor five rows down."),
    binding(&[Key::shift(KeyCode::Left), Key::char('H')], far(Direction::West), "", "Cursor five hexes west."),
    binding(&[Key::shift(KeyCode::Right)], far(Direction::East), "", "Cursor five hexes east."),
];

/// Looking things up; works in every state.
pub const VIEW: Keymap<Action> = &[
    binding(&[Key::char('o'), Key::char('O')], Action::Panel(Panel::Odds), "odds", "Odds of the order being prepared."),
    binding(&[Key::char('c')], Action::Panel(Panel::Card), "card", "Card of the unit under the cursor."),
    binding(&[Key::char('L')], Action::Log, "log", "Everything that happened, each die readable."),
    binding(&[Key::char('m')], Action::Panel(Panel::Field), "", "The whole field."),
    binding(&[Key::char('w')], Action::Why, "", "Why the computer gave the last order of the unit under the cursor."),
    binding(&[Key::char('/')], Action::Find, "find", "Find a unit by its label or name."),
    binding(
        &[Key::char('R')],
        Action::Overlay(OverlayKind::Reach),
        "",
        "Shade where the unit under the cursor can go.",
    ),
    binding(&[Key::char('F')], Action::Overlay(OverlayKind::Fire), "", "Shade what it could shoot at, by range."),
    binding(&[Key::char('V')], Action::Overlay(OverlayKind::Sight), "", "Shade what is seen from the cursor."),
    binding(
        &[Key::char('T')],
        Action::Overlay(OverlayKind::Threat),
        "",
        "Shade what the enemy can shoot at or walk to.",
    ),
    binding(&[Key::char('E')], Action::Overlay(OverlayKind::Elevation), "", "Shade the heights."),
    binding(&[Key::char('+'), Key::char('=')], Action::Zoom(true), "", "Larger hexes."),
    binding(&[Key::char('-')], Action::Zoom(false), "+ -|zoom", "Smaller hexes."),
    binding(&[Key::char('z')], Action::Fit, "", "Both armies and the goals, as large as they fit."),
    binding(
        &[Key::char('B')],
        Action::Briefing,
        "goals",
        "What the battle is about: whom you command, what you are to do, how it stands.",
    ),
    binding(&[Key::char('r')], Action::Reference, "rules", "The tables of the rules as they are played here."),
    binding(&[Key::char('P')], Action::SeeAgain, "", "See again what the others did since your last order."),
    binding(&[Key::char('N')], Action::NextLesson, "", "In the tutorial: on to the next lesson."),
    binding(&[Key::char('M')], Action::Words, "", "What the words mean: orders, signs, formations, dice."),
    binding(&[Key::char('S')], Action::Settings, "", "Settings: keys, looks, speed, what happens by itself."),
    binding(&[Key::char('s')], Action::Save, "", "Say where the battle is being saved."),
    binding(&[Key::char(':')], Action::Command, "", "The command line."),
    binding(&[Key::char('<')], Action::Tempo(false), "", "Show other seats' orders more slowly."),
    binding(&[Key::char('>')], Action::Tempo(true), "", "Show them faster; the fastest is not at all."),
    binding(&[Key::char('p')], Action::Pause, "", "Stop the computers, or let them go on."),
    binding(&[Key::char('g')], Action::Colours, "", "Other colours: true colour, 256, 16, none."),
    binding(&[Key::char('G')], Action::Characters, "", "Other characters: Unicode or plain."),
    binding(&[Key::char('q')], Action::Leave, "leave", "Leave, resign or go to the title; the battle is saved."),
];

/// What one can be doing, each with its tables.
pub const STATES: &[&[Keymap<Action>]] = &[
    &[LOOK, MOVE, VIEW],
    &[MENU, VIEW],
    &[TARGET, MOVE, VIEW],
    &[TARGET_FAR, MOVE, VIEW],
    &[POSE, MOVE, VIEW],
    &[TURN, VIEW],
    &[WATCH, MOVE, VIEW],
    &[FAILED, MOVE, VIEW],
    &[OVER, MOVE, VIEW],
];

/// What keys do, in the groups in which they are chosen.
pub const GROUPS: [(&str, Keymap<Action>); 5] = [
    ("In a battle", LOOK),
    ("Placing a unit", POSE),
    ("While others move", WATCH),
    ("Moving the cursor", MOVE),
    ("Looking things up", VIEW),
];

impl Named for Action {
    fn key_name(self) -> Option<&'static str> {
        Some(match self {
            Action::Go(way, steps) => return way_name(way, steps),
            Action::Cycle(true) => "next",
            Action::Cycle(false) => "previous",
            Action::Confirm => "confirm",
            Action::Finish => "end-step",
            Action::EndTurn => "end-turn",
            Action::Undo => "undo",
            Action::Turn(false) => "turn-left",
            Action::Turn(true) => "turn-right",
            Action::Form => "formation",
            Action::Again => "same-again",
            Action::Brigade => "same-for-brigade",
            Action::Panel(Panel::Card) => "card",
            Action::Panel(Panel::Odds) => "odds",
            Action::Panel(Panel::Field) => "whole-field",
            Action::Log => "log",
            Action::Advice => "advice",
            Action::Plan => "plan",
            Action::Why => "why",
            Action::Find => "find",
            Action::Command => "command-line",
            Action::Save => "where-saved",
            Action::Overlay(kind) => return Some(overlay_name(kind)),
            Action::Reference => "rules",
            Action::SeeAgain => "see-again",
            Action::NextLesson => "next-lesson",
            Action::Words => "words",
            Action::Settings => "settings",
            Action::Briefing => "goals",
            Action::Colours => "colours",
            Action::Characters => "characters",
            Action::Zoom(true) => "larger",
            Action::Zoom(false) => "smaller",
            Action::Fit => "fit",
            Action::Leave => "leave",
            Action::Pause => "pause",
            Action::StepOnce => "one-order",
            Action::Tempo(true) => "faster",
            Action::Tempo(false) => "slower",
            _ => return None,
        })
    }

    fn usual(self) -> &'static [Key] {
        let bindings = [LOOK, POSE, WATCH, MOVE, VIEW].into_iter().flat_map(<[_]>::iter);
        bindings.filter(|binding| binding.action == self).map(|binding| binding.keys).next().unwrap_or_default()
    }
}

const fn overlay_name(kind: OverlayKind) -> &'static str {
    match kind {
        OverlayKind::Reach => "show-reach",
        OverlayKind::Fire => "show-fire",
        OverlayKind::Sight => "show-sight",
        OverlayKind::Threat => "show-threat",
        OverlayKind::Elevation => "show-heights",
    }
}

pub(crate) const fn way_name(way: Way, steps: u8) -> Option<&'static str> {
    Some(match (way, steps) {
        (Way::Up, 1) => "cursor-up",
        (Way::Down, 1) => "cursor-down",
        (Way::To(Direction::West), 1) => "cursor-west",
        (Way::To(Direction::East), 1) => "cursor-east",
        (Way::To(Direction::NorthWest), 1) => "cursor-north-west",
        (Way::To(Direction::NorthEast), 1) => "cursor-north-east",
        (Way::To(Direction::SouthWest), 1) => "cursor-south-west",
        (Way::To(Direction::SouthEast), 1) => "cursor-south-east",
        (Way::Up, _) => "far-up",
        (Way::Down, _) => "far-down",
        (Way::To(Direction::West), _) => "far-west",
        (Way::To(Direction::East), _) => "far-east",
        _ => return None,
    })
}
