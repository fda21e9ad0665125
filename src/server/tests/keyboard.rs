//! Keys, pastes and the mouse out of bytes, cut and spoilt in every way.

use crossterm::event::{Event, KeyCode, KeyModifiers, MouseEventKind};
use proptest::prelude::*;

use crate::input::Keyboard;

/// The events of bytes that come in those portions, in few words.
fn typed(portions: &[&[u8]]) -> Vec<String> {
    let (mut keyboard, mut events) = (Keyboard::default(), Vec::new());
    for portion in portions {
        keyboard.feed(portion, &mut events);
    }
    keyboard.settle(&mut events);
    events.iter().map(words).collect()
}

fn words(event: &Event) -> String {
    match event {
        Event::Key(key) => {
            let ctrl = if key.modifiers.contains(KeyModifiers::CONTROL) { "Ctrl-" } else { "" };
            let alt = if key.modifiers.contains(KeyModifiers::ALT) { "Alt-" } else { "" };
            match key.code {
                KeyCode::Char(c) => format!("{ctrl}{alt}{c}"),
                code => format!("{ctrl}{alt}{code:?}"),
            }
        }
        Event::Mouse(mouse) => {
            let kind = if matches!(mouse.kind, MouseEventKind::Down(_)) { "down" } else { "else" };
            format!("{kind} {},{}", mouse.column, mouse.row)
        }
        Event::Paste(text) => format!("paste `{text}`"),
        other => format!("{other:?}"),
    }
}

#[test]
fn several_keys_in_one_packet_are_several_keys() {
    let keys = typed(&[b"jk\x1b[A\x1bOB\r\x1b[5~\x1b[Z\x7f\x03"]);
    assert_eq!(keys, ["j", "k", "Up", "Down", "Enter", "PageUp", "BackTab", "Backspace", "Ctrl-c"]);
}

#[test]
fn a_sequence_may_be_cut_anywhere() {
    assert_eq!(typed(&[b"\x1b", b"[", b"1;5", b"C"]), ["Ctrl-Right"]);
    assert_eq!(typed(&[b"\xc3", b"\xa9", b"\xe2\x82", b"\xac"]), ["é", "€"]);
}

#[test]
fn escape_is_a_key_when_nothing_follows() {
    let (mut keyboard, mut events) = (Keyboard::default(), Vec::new());
    keyboard.feed(b"\x1b", &mut events);
    assert!(events.is_empty() && keyboard.patience().is_some(), "it may be the beginning of something");
    keyboard.settle(&mut events);
    assert_eq!(events.iter().map(words).collect::<Vec<_>>(), ["Esc"]);
    assert_eq!(keyboard.patience(), None);
    assert_eq!(typed(&[b"\x1b\x1b"]), ["Esc", "Esc"]);
    assert_eq!(typed(&[b"\x1bx"]), ["Alt-x"]);
    assert_eq!(typed(&[b"\x1b["]), ["Esc", "["]);
}

#[test]
fn a_paste_is_one_event_and_never_keys() {
    assert_eq!(typed(&[b"a\x1b[200~qu\x1b[Ait\n\x1b[201", b"~b"]), ["a", "paste `qu\u{1b}[Ait\n`", "b"]);
    assert_eq!(typed(&[b"\x1b[200~no end"]), ["paste `no end`"]);
    assert_eq!(typed(&[b"\x1b[201~x"]), ["x"], "an end without a beginning");
}

#[test]
fn a_huge_paste_is_cut_short_and_its_end_still_seen() {
    let mut bytes = b"\x1b[200~".to_vec();
    bytes.extend(vec![b'q'; 10_000_000]);
    bytes.extend(b"\x1b[201~j");
    let events = typed(&[&bytes]);
    assert_eq!(events.len(), 2);
    assert!(events[0].len() < 20_000, "{} bytes kept", events[0].len());
    assert_eq!(events[1], "j");
}

#[test]
fn the_mouse_reports_cells_of_large_windows() {
    assert_eq!(typed(&[b"\x1b[<0;301;120M"]), ["down 300,119"]);
    assert_eq!(typed(&[b"\x1b[<0;0;0Mj"]), ["j"], "positions count from 1");
    assert_eq!(typed(&[b"\x1b[M !!"]), ["down 0,0"]);
}

#[test]
fn a_sequence_without_an_end_is_forgotten() {
    let mut bytes = b"\x1b[<".to_vec();
    bytes.extend(vec![b'1'; 1_000_000]);
    let (mut keyboard, mut events) = (Keyboard::default(), Vec::new());
    keyboard.feed(&bytes, &mut events);
    assert!(format!("{keyboard:?}").len() < 2000, "the buffer does not grow");
}

proptest! {
    #[test]
    fn any_bytes_in_any_portions_are_survived(portions in prop::collection::vec(prop::collection::vec(any::<u8>(), 0..40), 0..30)) {
        let portions: Vec<&[u8]> = portions.iter().map(Vec::as_slice).collect();
        typed(&portions);
    }

    #[test]
    fn anything_that_begins_like_a_sequence_is_survived(
        tails in prop::collection::vec("[0-9;:<?MmuZ~A-D\u{1b}\\[O\u{e9}]{0,12}", 1..20)
    ) {
        let bytes: Vec<u8> = tails.iter().flat_map(|tail| format!("\x1b[{tail}").into_bytes()).collect();
        typed(&[&bytes]);
    }

    #[test]
    fn the_portions_do_not_matter(text in "[a-zé€A-Z0-9\u{1b}\\[;~<M]{0,60}", cut in 0_usize..60) {
        let bytes = text.as_bytes();
        let cut = cut.min(bytes.len());
        prop_assert_eq!(typed(&[bytes]), typed(&[&bytes[..cut], &bytes[cut..]]));
    }
}
