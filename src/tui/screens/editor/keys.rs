//! The keys of the editor: moving is as in a battle, everything else stands here.

use crossterm::event::KeyCode;
use hexes::Direction;

use crate::keymap::{Binding, Key, Keymap, binding};
use crate::keys::Named;
use crate::map::projection::Way;
use crate::screens::battle;

/// What a key does in the editor.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Action {
    /// Moves the cursor, so many steps.
    Go(Way, u8),
    /// Does what the tool in hand does, at the cursor.
    Use,
    /// Describes what is under the cursor, or chooses what the tool uses.
    Describe,
    /// The next tool, or the one before.
    Tool(bool),
    /// Lists the tools.
    Tools,
    /// The next of what the tool can use, or the one before.
    Kind(bool),
    /// Lists what the tool can use.
    Kinds,
    /// A larger brush, or a smaller one.
    Size(bool),
    /// The next mirror.
    Mirror,
    /// Draws while the cursor moves, or stops.
    Pen,
    /// Fills all ground that is alike.
    Fill,
    /// Takes up what is under the cursor as what the tool uses.
    Pick,
    /// Takes away.
    Erase,
    /// The other army.
    Side,
    /// Turns what is under the cursor.
    Turn(bool),
    /// Takes hold of what is under the cursor, or puts it down.
    Hold,
    /// Lets go, closes.
    Back,
    /// Takes the last change back.
    Undo,
    /// Makes it again.
    Redo,
    /// Lists everything there is in the battle.
    Outline,
    /// Goes to the next fault, or the one before.
    Fault(bool),
    /// Saves.
    Save,
    /// Saves under another name.
    SaveAs,
    /// Plays the battle.
    Try,
    /// Finds out whether it is fair.
    Balance,
    /// Other rules that draw the field and say whether they can play it.
    Rules,
    /// Zooms in (true) or out.
    Zoom(bool),
    /// The whole map as large as it fits.
    Fit,
    /// The settings.
    Settings,
    /// Leaves.
    Leave,
}

const fn to(keys: &'static [Key], direction: Direction, hint: &'static str, help: &'static str) -> Binding<Action> {
    binding(keys, Action::Go(Way::To(direction), 1), hint, help)
}

/// What only the editor does.
pub const WORK: Keymap<Action> = &[
    binding(
        &[Key::char(' ')],
        Action::Use,
        "Space|use",
        "Use the tool at the cursor: paint, place a unit, take hold of one and put it down.",
    ),
    binding(
        &[Key::code(KeyCode::Enter)],
        Action::Describe,
        "describe",
        "Describe what is under the cursor; on bare ground choose what the tool uses.",
    ),
    binding(&[Key::code(KeyCode::Tab)], Action::Tool(true), "tool", "The next tool."),
    binding(&[Key::code(KeyCode::BackTab)], Action::Tool(false), "", "The tool before."),
    binding(&[Key::char('t')], Action::Tools, "", "All tools, to choose one."),
    binding(&[Key::char('.')], Action::Kind(true), ", .|kind", "The next of what the tool can use."),
    binding(&[Key::char(',')], Action::Kind(false), "", "The one before."),
    binding(&[Key::char('v')], Action::Kinds, "", "All that the tool can use, to choose one."),
    binding(&[Key::char('u')], Action::Undo, "undo", "Take the last change back; as often as you like."),
    binding(&[Key::char('r')], Action::Redo, "", "Make the change again that was taken back."),
    binding(&[Key::char('s')], Action::Save, "save", "Save the battle in its file."),
    binding(&[Key::char('T')], Action::Try, "try", "Play the battle against the computer, and come back."),
    binding(&[Key::char('>')], Action::Size(true), "", "A larger brush; on edges, more sides of the hex."),
    binding(&[Key::char('<')], Action::Size(false), "", "A smaller brush."),
    binding(
        &[Key::char('m')],
        Action::Mirror,
        "",
        "Make every stroke twice: half a turn on, left for right, top for bottom.",
    ),
    binding(&[Key::char('d')], Action::Pen, "", "Draw while the cursor moves; again to stop."),
    binding(&[Key::char('f')], Action::Fill, "", "Fill all ground around the cursor that is like it."),
    binding(&[Key::char('p')], Action::Pick, "", "Take up what is under the cursor as what the tool uses."),
    binding(
        &[Key::char('x'), Key::code(KeyCode::Delete)],
        Action::Erase,
        "",
        "Take away: ground becomes open, a road ends, a unit goes.",
    ),
    binding(&[Key::char('a')], Action::Side, "", "The other army, for units, arrivals and zones."),
    binding(&[Key::char('[')], Action::Turn(false), "", "Turn the unit, or the side of the hex, to the left."),
    binding(&[Key::char(']')], Action::Turn(true), "", "Turn it to the right."),
    binding(&[Key::char('g')], Action::Hold, "", "Take hold of the unit or name under the cursor, or put it down."),
    binding(&[Key::code(KeyCode::Esc)], Action::Back, "", "Let go of what you hold; lift the pen."),
    binding(
        &[Key::char('o')],
        Action::Outline,
        "",
        "Everything in the battle: heading, armies, goals, to go there or describe it.",
    ),
    binding(&[Key::char('e')], Action::Fault(true), "", "On to the next fault, and what is wrong there."),
    binding(&[Key::char('E')], Action::Fault(false), "", "Back to the fault before."),
    binding(&[Key::char('w')], Action::SaveAs, "", "Save under another name, and go on with that."),
    binding(
        &[Key::char('B')],
        Action::Balance,
        "",
        "Is it fair? The computer plays it against itself while you go on.",
    ),
    binding(&[Key::char('R')], Action::Rules, "", "Other rules: they draw the field and say whether they can play it."),
    binding(&[Key::char('q')], Action::Leave, "leave", "Leave the editor; nothing is lost."),
];

/// Moving the cursor and looking.
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
    to(&[Key::code(KeyCode::Left), Key::char('h'), Key::char('4')], Direction::West, "", "Cursor west."),
    to(&[Key::code(KeyCode::Right), Key::char('l'), Key::char('6')], Direction::East, "", "Cursor east."),
    to(&[Key::char('y'), Key::code(KeyCode::Home), Key::char('7')], Direction::NorthWest, "", "Cursor north-west."),
    to(&[Key::char('i'), Key::code(KeyCode::PageUp), Key::char('9')], Direction::NorthEast, "", "Cursor north-east."),
    to(&[Key::char('b'), Key::code(KeyCode::End), Key::char('1')], Direction::SouthWest, "", "Cursor south-west."),
    to(&[Key::char('n'), Key::code(KeyCode::PageDown), Key::char('3')], Direction::SouthEast, "", "Cursor south-east."),
    binding(&[Key::shift(KeyCode::Up), Key::char('K')], Action::Go(Way::Up, 5), "", "Cursor five rows up."),
    binding(&[Key::shift(KeyCode::Down), Key::char('J')], Action::Go(Way::Down, 5), "", "Cursor five rows down."),
    binding(
        &[Key::shift(KeyCode::Left), Key::char('H')],
        Action::Go(Way::To(Direction::West), 5),
        "",
        "Cursor five hexes west.",
    ),
    binding(
        &[Key::shift(KeyCode::Right), Key::char('L')],
        Action::Go(Way::To(Direction::East), 5),
        "",
        "Cursor five hexes east.",
    ),
    binding(&[Key::char('+'), Key::char('=')], Action::Zoom(true), "", "Larger hexes."),
    binding(&[Key::char('-')], Action::Zoom(false), "", "Smaller hexes."),
    binding(&[Key::char('z')], Action::Fit, "", "The whole map, as large as it fits."),
    binding(&[Key::char('S')], Action::Settings, "", "Settings: keys, looks, what happens by itself."),
];

/// All tables of the editor.
pub const MAPS: &[Keymap<Action>] = &[WORK, MOVE];

impl Named for Action {
    fn key_name(self) -> Option<&'static str> {
        Some(match self {
            Action::Go(way, steps) => return battle::way_name(way, steps),
            Action::Use => "edit-use",
            Action::Describe => "edit-describe",
            Action::Tool(true) => "edit-next-tool",
            Action::Tool(false) => "edit-previous-tool",
            Action::Tools => "edit-tools",
            Action::Kind(true) => "edit-next-kind",
            Action::Kind(false) => "edit-previous-kind",
            Action::Kinds => "edit-kinds",
            Action::Size(true) => "edit-larger-brush",
            Action::Size(false) => "edit-smaller-brush",
            Action::Mirror => "edit-mirror",
            Action::Pen => "edit-pen",
            Action::Fill => "edit-fill",
            Action::Pick => "edit-pick",
            Action::Erase => "edit-erase",
            Action::Side => "edit-other-army",
            Action::Turn(false) => "edit-turn-left",
            Action::Turn(true) => "edit-turn-right",
            Action::Hold => "edit-hold",
            Action::Back => return None,
            Action::Undo => "edit-undo",
            Action::Redo => "edit-redo",
            Action::Outline => "edit-outline",
            Action::Fault(true) => "edit-next-fault",
            Action::Fault(false) => "edit-previous-fault",
            Action::Save => "edit-save",
            Action::SaveAs => "edit-save-as",
            Action::Try => "edit-try",
            Action::Balance => "edit-balance",
            Action::Rules => "edit-rules",
            Action::Zoom(true) => "larger",
            Action::Zoom(false) => "smaller",
            Action::Fit => "fit",
            Action::Settings => "settings",
            Action::Leave => "edit-leave",
        })
    }

    fn usual(self) -> &'static [Key] {
        let bindings = MAPS.iter().flat_map(|map| map.iter());
        bindings.filter(|binding| binding.action == self).map(|binding| binding.keys).next().unwrap_or_default()
    }
}
