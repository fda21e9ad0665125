//! Who is not let in and what is not served, in the words that the OpenSSH client shows.

use std::fs;
use std::process::{Command, Output, Stdio};

use crate::ssh::Host;

fn said(output: &Output) -> String {
    format!("{}{}", String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr))
}

/// What `ssh` with those arguments is answered, and that it does not succeed.
fn check(host: &Host, key: Option<&std::path::Path>, arguments: &[&str], answer: &str) {
    let output = host.ssh(key, arguments);
    let said = said(&output);
    assert!(!output.status.success(), "{arguments:?} succeeds: {said}");
    assert!(said.contains(answer), "{arguments:?}: no `{answer}` in:\n{said}\n{}", host.log());
}

#[test]
fn what_is_no_game_is_refused_with_a_sentence() {
    let host = Host::start(&[]);
    let key = host.key("anna");
    let anna = Some(key.as_path());
    let here = "anna@127.0.0.1";
    check(
        &host,
        anna,
        &[here, "ls"],
        "No commands are run here but lines (the game in sentences), shelf, keep KEY, give NAME and drop KEY",
    );
    check(&host, anna, &["-s", here, "sftp"], "No files are served here");
    check(&host, anna, &["-T", here], "The game needs a terminal; connect with ssh -t, or ask for sentences");
    check(&host, anna, &["-W", "localhost:22", here], "administratively prohibited: nothing is forwarded here");
    let back = ["-N", "-o", "ExitOnForwardFailure=yes", "-R", "0:localhost:22", here];
    check(&host, anna, &back, "remote port forwarding failed");
    let socket = ["-N", "-o", "ExitOnForwardFailure=yes", "-R", "/tmp/grognard-test:localhost:22", here];
    check(&host, anna, &socket, "remote port forwarding failed");
    let password = ["-o", "PreferredAuthentications=password,keyboard-interactive", here];
    check(&host, anna, &password, "Permission denied (publickey).");
    assert!(!host.log().contains("panicked"), "{}", host.log());
    assert!(host.log().matches("disconnected").count() >= 6, "{}", host.log());
}

#[test]
fn agent_and_x11_forwarding_are_declined_before_the_game() {
    let host = Host::start(&[]);
    let key = host.key("anna");
    let output = host.ssh(Some(&key), &["-A", "-X", "-v", "anna@127.0.0.1", "ls"]);
    assert!(said(&output).contains("No commands are run here"), "{}", said(&output));
    assert!(!said(&output).contains("X11 forwarding request accepted"));
}

#[test]
fn a_wrong_key_is_told_why() {
    let host = Host::start(&[]);
    let (anna, bela) = (host.key("anna"), host.key("bela"));
    let (allow, deny) = (host.data().join("allow"), host.data().join("deny"));
    fs::copy(anna.with_extension("pub"), &allow).expect("copied");
    fs::copy(bela.with_extension("pub"), &deny).expect("copied");
    let exclusive = Host::start(&["--allow", &allow.display().to_string()]);
    check(&exclusive, Some(&bela), &["x@127.0.0.1", "ls"], "only keys on the host's list are let in");
    check(&exclusive, Some(&bela), &["x@127.0.0.1", "ls"], "Permission denied (publickey).");
    check(&exclusive, Some(&anna), &["x@127.0.0.1", "ls"], "No commands are run here");
    assert!(exclusive.log().contains("login refused"), "{}", exclusive.log());
    let wary = Host::start(&["--deny", &deny.display().to_string()]);
    check(&wary, Some(&bela), &["x@127.0.0.1", "ls"], "some keys are refused");
    let both = ["-o", &format!("IdentityFile={}", anna.display()), "x@127.0.0.1", "ls"];
    check(&wary, Some(&bela), &both, "That key is not welcome here.");
    check(&wary, Some(&anna), &["x@127.0.0.1", "ls"], "No commands are run here");
}

#[test]
fn guests_are_refused_unless_they_are_welcome() {
    let closed = Host::start(&[]);
    check(&closed, None, &["guest@127.0.0.1", "ls"], "guests are not let in");
    check(&closed, None, &["guest@127.0.0.1", "ls"], "Permission denied (publickey).");
    let open = Host::start(&["--guests"]);
    check(&open, None, &["anna@127.0.0.1", "ls"], "Permission denied (publickey).");
    let guest = open.visit(None, "guest", 120, 40);
    guest.expect("a guest");
}

#[test]
fn the_host_key_stays_and_is_refused_when_others_can_read_it() {
    use std::os::unix::fs::PermissionsExt;
    let host = Host::start(&[]);
    let path = host.data().join("host_ed25519");
    let before = fs::read(&path).expect("a key");
    let host = host.killed_and_restarted(&[]);
    assert_eq!(fs::read(&path).expect("a key"), before);
    fs::set_permissions(&path, fs::Permissions::from_mode(0o644)).expect("allowed");
    let data = host.data().display().to_string();
    let serve = |more: &[&str]| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_grognard"));
        command.args(["serve", "--listen", "127.0.0.1:0", "--data", &data]).args(more).stdin(Stdio::null());
        command.output().expect("the program starts")
    };
    let start = serve(&[]);
    assert_eq!(start.status.code(), Some(2));
    assert!(said(&start).contains("chmod 600"), "{}", said(&start));
    let checked = serve(&["--check"]);
    assert_eq!(checked.status.code(), Some(1));
    assert!(said(&checked).contains("host key: FAULT:"), "{}", said(&checked));
}

#[test]
fn a_check_says_what_a_start_would_do_and_makes_nothing() {
    let folder = tempfile::TempDir::new().expect("a folder");
    let data = folder.path().join("data").display().to_string();
    let checked = crate::cli::grognard(&["serve", "--listen", "127.0.0.1:0", "--data", &data, "--check"]);
    assert_eq!(checked.status.code(), Some(0), "{}", said(&checked));
    for part in ["--max-sessions", "100", "host key: none yet", "port: free"] {
        assert!(said(&checked).contains(part), "no `{part}` in:\n{}", said(&checked));
    }
    assert!(!folder.path().join("data").exists());
    let list = folder.path().join("list");
    fs::write(&list, "\nnonsense\n").expect("written");
    let list = list.display().to_string();
    let faulty = crate::cli::grognard(&["serve", "--data", &data, "--allow", &list, "--check"]);
    assert_eq!(faulty.status.code(), Some(1));
    assert!(said(&faulty).contains("list:2:"), "{}", said(&faulty));
}

#[test]
fn an_rsa_key_is_an_account_when_it_is_long_enough_and_signs_well() {
    let host = Host::start(&[]);
    let [long, short] = [("long", 2048), ("short", 1024)].map(|(name, bits)| host.rsa_key(name, bits));
    let mut anna = host.visit(Some(&long), "anna", 120, 40);
    anna.expect("Name:");
    anna.press("anna\r");
    anna.expect("You are anna");
    let signing = |how: &str| vec![format!("PubkeyAcceptedAlgorithms={how}"), format!("RequiredRSASize={}", 1024)];
    let asked = |key: &std::path::Path, how: &str, answer: &str| {
        let [signing, size] = &signing(how)[..] else { unreachable!("two options") };
        check(&host, Some(key), &["-o", signing, "-o", size, "x@127.0.0.1", "ls"], answer);
    };
    asked(&long, "rsa-sha2-256", "No commands are run here");
    asked(&long, "rsa-sha2-512", "No commands are run here");
    asked(&long, "ssh-rsa", "Permission denied (publickey).");
    assert!(!host.log().contains("fewer than 2048"), "{}", host.log());
    asked(&short, "rsa-sha2-512", "rsa of 2048 bits or more");
    assert!(host.log().contains("an RSA key of fewer than 2048 bits"), "{}", host.log());
}

#[test]
fn serving_takes_no_wishes_for_the_screen() {
    for (flags, named) in [(&["--colour", "mono"][..], "--colour"), (&["--no-animation"], "--no-animation")] {
        let arguments = [&["serve", "--check"][..], flags].concat();
        let refused = crate::cli::grognard(&arguments);
        assert_eq!(refused.status.code(), Some(2));
        assert!(said(&refused).contains(&format!("{named} has no meaning here")), "{}", said(&refused));
    }
}
