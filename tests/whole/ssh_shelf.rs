//! The shelf over the real OpenSSH client: kept, listed, given back, played, taken away.

use std::io::Write;
use std::process::{Child, Output};

use crate::cli::grognard;
use crate::ssh::Host;

/// Does an errand with that text; the output.
fn errand(mut ssh: Child, text: &[u8]) -> Output {
    let mut input = ssh.stdin.take().expect("piped");
    let _an_errand_without_a_text_may_be_done_already = input.write_all(text);
    drop(input);
    ssh.wait_with_output().expect("it ends")
}

fn said(output: &Output) -> String {
    assert!(output.status.success(), "{output:?}");
    String::from_utf8_lossy(&output.stdout).into_owned()
}

#[test]
fn a_battle_of_ones_own_is_kept_listed_given_back_and_played() {
    let host = Host::start(&["--shelf", "1"]);
    let key = host.key("anna");
    let anna = |words: &[&str]| host.piped(&key, &[&["x@127.0.0.1"], words].concat());
    assert!(!errand(anna(&["keep", "ford"]), b"").status.success(), "whoever has no name yet keeps nothing");
    said(&errand(anna(&["lines"]), b"anna\nquit\n"));
    let drawn = grognard(&["random", "20min", "open", "1809", "4711"]);
    assert!(drawn.status.success());
    let kept = said(&errand(anna(&["keep", "ford"]), &drawn.stdout));
    assert!(kept.contains(" is kept as anna/ford;"), "{kept}");
    let listed = said(&errand(anna(&["shelf"]), b""));
    assert!(listed.starts_with("anna/ford: "), "{listed}");
    assert_eq!(errand(anna(&["give", "anna/ford"]), b"").stdout, drawn.stdout, "byte for byte");
    let refused = errand(anna(&["keep", "bridge"]), &drawn.stdout);
    assert_eq!(refused.status.code(), Some(1), "one is all that may be kept");
    let lines = said(&errand(anna(&["lines"]), b"new\nquit\n"));
    let title = listed.split_once(": ").and_then(|(_, rest)| rest.split_once(',')).expect("a title").0;
    assert!(lines.contains(title), "no {title}: {lines}");
    let dropped = said(&errand(anna(&["drop", "ford"]), b""));
    assert!(dropped.contains("no longer kept here"), "{dropped}");
    assert_eq!(said(&errand(anna(&["shelf"]), b"")), "No battle is kept here yet.\n");
}
