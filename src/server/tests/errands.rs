//! Errands: their text comes in, their answer goes out, and nothing else begins.

use super::{Host, Visitor, key, within};
use crate::errand::Errand;
use crate::sentences;

/// Somebody who asks for a command and sends that text with it, if any.
async fn asks(host: &Host, command: &str, text: &[u8]) -> Visitor {
    let handle = host.login(&key()).await;
    let channel = within(handle.channel_open_session()).await.expect("a channel");
    channel.exec(true, command).await.expect("asked");
    // An errand without a text may be done before its text is refused.
    let _sent = channel.data(text).await;
    let _ended = channel.eof().await;
    Visitor { handle, channel, seen: String::new(), status: None }
}

#[test]
fn errands_are_told_by_their_words() {
    let named = |name: &str| String::from(name);
    assert_eq!(Errand::of(b" shelf "), Some(Errand::List));
    assert_eq!(Errand::of(b"keep bridge"), Some(Errand::Keep(named("bridge"))));
    assert_eq!(Errand::of(b"give anna/bridge"), Some(Errand::Give(named("anna/bridge"))));
    assert_eq!(Errand::of(b"drop bridge"), Some(Errand::Drop(named("bridge"))));
    for other in [&b"keep"[..], b"keep a b", b"shelf all", b"lines", b"", b"keep \xff"] {
        assert_eq!(Errand::of(other), None, "{other:?}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_text_comes_whole_and_the_answer_is_harmless() {
    let host = Host::start(|_| {}).await;
    let mut anna = asks(&host, "keep bridge", &[b'x'; 100_000]).await;
    let said = anna.end().await;
    assert!(said.starts_with("Keep(\"bridge\"), 100000 bytes\n") && said.ends_with("red\n"), "{said}");
    assert!(!said.contains('\u{1b}'), "control characters are written as letters: {said:?}");
    assert_eq!(anna.status, Some(0));
    assert_eq!(host.house.door.playing(), 0, "the place among those who play is given back");
}

#[tokio::test(flavor = "multi_thread")]
async fn what_goes_wrong_is_a_sentence_and_a_status() {
    let host = Host::start(|_| {}).await;
    let mut anna = asks(&host, "drop bridge", b"").await;
    assert_eq!((anna.end().await.as_str(), anna.status), ("no bridge here\n", Some(1)));
    let mut anna = asks(&host, "keep bridge", b"\xff\xfe").await;
    assert_eq!((anna.end().await.as_str(), anna.status), ("The text is no UTF-8.\n", Some(1)));
    let mut anna = asks(&host, "give bridge", b"").await;
    assert_eq!((anna.end().await, anna.status), (format!("{}\n", sentences::PANIC), Some(1)));
    let mut anna = asks(&host, "keep bridge", &vec![b'x'; 300_000]).await;
    let said = anna.end().await;
    assert!(said.contains("too long; at most 262144 bytes"), "{said}");
}
