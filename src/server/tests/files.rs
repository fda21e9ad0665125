//! The host key and the key lists on disk.

use std::fs;
use std::os::unix::fs::PermissionsExt;

use tempfile::TempDir;

use super::{key, list};
use crate::host_key;
use crate::key_list::{KeyLists, Verdict, fingerprint};
use crate::terminal::{LARGEST, Terminal, clamped};

#[test]
fn the_host_key_is_made_once_for_its_owner_only() {
    let data = TempDir::new().expect("a folder");
    assert!(host_key::load(data.path()).expect("nothing wrong").is_none());
    let first = host_key::load_or_make(data.path()).expect("made");
    let second = host_key::load_or_make(data.path()).expect("found");
    assert_eq!(host_key::fingerprint(&first), host_key::fingerprint(&second));
    let mode = fs::metadata(host_key::path(data.path())).expect("there").permissions().mode();
    assert_eq!(mode & 0o777, 0o600);
    assert_eq!(fs::read_dir(data.path()).expect("readable").count(), 1, "nothing is left beside it");
}

#[test]
fn a_host_key_that_others_can_read_is_refused_with_the_remedy() {
    let data = TempDir::new().expect("a folder");
    host_key::load_or_make(data.path()).expect("made");
    fs::set_permissions(host_key::path(data.path()), fs::Permissions::from_mode(0o640)).expect("allowed");
    let fault = host_key::load_or_make(data.path()).expect_err("refused").0;
    assert!(fault.contains("0640") && fault.contains("chmod 600"), "{fault}");
}

#[test]
fn a_spoilt_host_key_is_refused_and_stays() {
    let data = TempDir::new().expect("a folder");
    fs::write(host_key::path(data.path()), "no key").expect("written");
    fs::set_permissions(host_key::path(data.path()), fs::Permissions::from_mode(0o600)).expect("allowed");
    let fault = host_key::load_or_make(data.path()).expect_err("refused").0;
    assert!(fault.contains("cannot be used"), "{fault}");
    assert_eq!(fs::read_to_string(host_key::path(data.path())).expect("there"), "no key");
}

#[test]
fn lists_say_who_may_come_in() {
    let data = TempDir::new().expect("a folder");
    let (allow, deny) = (data.path().join("allow"), data.path().join("deny"));
    let [anna, bela, carl] = [key(), key(), key()];
    list(&allow, &[&anna, &bela]);
    list(&deny, &[&bela]);
    let verdict = |lists: &KeyLists, key: &russh::keys::PrivateKey| lists.verdict(&fingerprint(key.public_key()));
    let lists = KeyLists::read(Some(&allow), Some(&deny)).expect("read");
    assert_eq!(verdict(&lists, &anna), Verdict::Admitted);
    assert_eq!(verdict(&lists, &bela), Verdict::Denied, "denied beats allowed");
    assert_eq!(verdict(&lists, &carl), Verdict::Unlisted);
    let open = KeyLists::read(None, Some(&deny)).expect("read");
    assert_eq!(verdict(&open, &carl), Verdict::Admitted, "without a list everybody is allowed");
}

#[test]
fn a_bad_line_is_named_by_its_number() {
    let data = TempDir::new().expect("a folder");
    let path = data.path().join("allow");
    let good = key().public_key().to_openssh().expect("a line");
    fs::write(&path, format!("# friends\n\n{good} anna # at home\nssh-ed25519 rubbish\n")).expect("written");
    let fault = KeyLists::read(Some(&path), None).expect_err("refused").0;
    assert!(fault.contains("allow:4:"), "{fault}");
}

#[test]
fn a_list_with_a_new_fault_stays_as_it_was() {
    let data = TempDir::new().expect("a folder");
    let path = data.path().join("allow");
    let [anna, bela] = [key(), key()];
    list(&path, &[&anna]);
    let mut lists = KeyLists::read(Some(&path), None).expect("read");
    fs::write(&path, "nonsense").expect("written");
    lists.expire();
    assert!(lists.refresh().is_err());
    assert_eq!(lists.verdict(&fingerprint(anna.public_key())), Verdict::Admitted);
    list(&path, &[&anna, &bela]);
    lists.refresh().expect("read again");
    assert_eq!(lists.verdict(&fingerprint(bela.public_key())), Verdict::Admitted);
}

#[test]
fn sizes_are_made_such_that_they_can_be_drawn() {
    assert_eq!(clamped(0, 0), (80, 24), "0 means that the client knows none");
    assert_eq!(clamped(300, 90), (300, 90), "wider than a byte counts");
    assert_eq!(clamped(u32::MAX, 65_536), LARGEST);
    assert_eq!(clamped(1, 1), (1, 1));
}

#[test]
fn only_variables_that_matter_are_kept() {
    let mut terminal = Terminal::default();
    terminal.begin("xterm", 80, 24);
    assert_eq!(terminal.depth(), tui::Depth::Sixteen);
    assert!(terminal.set("COLORTERM", "truecolor"));
    assert_eq!(terminal.depth(), tui::Depth::True);
    assert!(terminal.set("NO_COLOR", "1"));
    assert_eq!(terminal.depth(), tui::Depth::Mono);
    assert!(terminal.set("LANG", "C"));
    assert_eq!(terminal.glyphs(), tui::Glyphs::Ascii);
    assert!(!terminal.set("LD_PRELOAD", "x"));
    assert!(!terminal.set("LANG", &"x".repeat(1000)), "nor values without end");
}
