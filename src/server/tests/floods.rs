//! What clients can write into the log: bytes under floods of every kind, counts afterwards, and characters that are made
//! visible.

use std::io::{self, Write};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use russh::Channel;
use russh::client::{self, Handle};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio::time::timeout;
use tracing::subscriber::DefaultGuard;
use tracing_subscriber::fmt::MakeWriter;
use tracing_subscriber::util::SubscriberInitExt;

use super::{Client, Host, key, list, offer, within};
use crate::journal::{LONGEST, log, shown};
use crate::ration::{FROM_ADDRESS, IN_ALL, Ration, TOLD};
use crate::settings::LogFormat;

/// Bytes of the log that a flood may cause in the minute in which it comes: 32 a second.
const FLOOD: usize = 32 * 60;

/// A log that is kept.
#[derive(Clone, Default)]
struct Log(Arc<Mutex<Vec<u8>>>);

impl Log {
    /// Takes the lines of this thread from now on.
    fn keep(format: LogFormat) -> (Log, Arc<Ration>, DefaultGuard) {
        let (kept, ration) = (Log::default(), Arc::new(Ration::default()));
        let guard = log(format, Arc::clone(&ration), kept.clone()).set_default();
        (kept, ration, guard)
    }

    fn text(&self) -> String {
        String::from_utf8(self.0.lock().expect("no panic").clone()).expect("a text")
    }

    fn len(&self) -> usize {
        self.0.lock().expect("no panic").len()
    }
}

impl Write for Log {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.lock().expect("no panic").extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl<'a> MakeWriter<'a> for Log {
    type Writer = Log;

    fn make_writer(&'a self) -> Log {
        self.clone()
    }
}

/// Floods, and holds what that wrote against the bound and against the words that must be there.
async fn check(what: &str, kept: &Log, flood: impl Future<Output = usize>, words: &str) {
    let before = kept.len();
    let times = flood.await;
    // What was asked last is answered by another task.
    tokio::time::sleep(Duration::from_millis(100)).await;
    let written = kept.text()[before..].to_owned();
    println!("{what}: {times} times, {} bytes of log", written.len());
    assert!(written.len() <= FLOOD, "{what}: {} bytes:\n{written}", written.len());
    assert!(written.contains(words), "{what}: no `{words}` in:\n{written}");
}

async fn session(host: &Host) -> (Handle<Client>, Channel<client::Msg>) {
    let handle = host.login(&key()).await;
    let channel = within(handle.channel_open_session()).await.expect("a channel");
    (handle, channel)
}

#[tokio::test]
async fn requests_that_are_refused_do_not_flood_the_log() {
    let (kept, _, _guard) = Log::keep(LogFormat::Text);
    let host = Host::start(|settings| settings.limits.input_rate = 0).await;
    let (handle, channel) = session(&host).await;
    let x11 = async {
        for _ in 0..2000 {
            channel.request_x11(false, false, "MIT-MAGIC-COOKIE-1", "00", 0).await.expect("asked");
            channel.agent_forward(false).await.expect("asked");
        }
        4000
    };
    check("x11 and agents", &kept, x11, "There is no X11 here.").await;
    let channels = async {
        for _ in 0..500 {
            assert!(within(handle.channel_open_session()).await.is_err());
            assert!(within(handle.channel_open_direct_tcpip("localhost", 22, "localhost", 1)).await.is_err());
        }
        1000
    };
    check("channels", &kept, channels, "one session a connection").await;
    let forwards = async {
        for port in 1..500 {
            assert!(within(handle.tcpip_forward("0.0.0.0", port)).await.is_err());
        }
        500
    };
    check("forwards", &kept, forwards, "are not forwarded to you").await;
    let commands = async {
        for _ in 0..500 {
            channel.exec(false, "ls").await.expect("asked");
            channel.request_subsystem(false, "sftp").await.expect("asked");
            channel.request_shell(false).await.expect("asked");
            channel.set_env(false, "LANG", "\u{1b}[31m").await.expect("asked");
        }
        2000
    };
    check("commands", &kept, commands, "No commands are run here").await;
}

#[tokio::test]
async fn logins_that_are_refused_do_not_flood_the_log() {
    let (kept, _, _guard) = Log::keep(LogFormat::Text);
    let folder = tempfile::TempDir::new().expect("a folder");
    let path = folder.path().join("allow");
    list(&path, &[&key()]);
    let host = Host::start(|settings| {
        settings.allow = Some(path);
        settings.limits.waiting_per_address = 1000;
        settings.limits.login_attempts = 100;
    })
    .await;
    let mut handle = host.connect().await;
    let stubborn = key();
    let attempts = async {
        for _ in 0..20 {
            assert!(!offer(&mut handle, &stubborn).await);
        }
        20
    };
    check("the same key", &kept, attempts, "login refused").await;
}

#[tokio::test]
async fn connections_do_not_flood_the_log() {
    let (kept, _, _guard) = Log::keep(LogFormat::Text);
    let host = Host::start(|settings| settings.limits.waiting_per_address = 50).await;
    let storm = async {
        for _ in 0..1000 {
            let mut stream = TcpStream::connect(host.address).await.expect("connected");
            let _ = stream.write_all(b"GET / HTTP/1.0\r\n\r\n").await;
        }
        1000
    };
    let limit = FLOOD * 6;
    let before = kept.len();
    let times = storm.await;
    tokio::time::sleep(Duration::from_millis(300)).await;
    let written = kept.len() - before;
    println!("a storm of connections: {times} times, {written} bytes of log");
    assert!(written <= limit, "{written} bytes:\n{}", kept.text());
    let lines = kept.text().matches(" connected id=").count();
    assert_eq!(lines, FROM_ADDRESS as usize, "so many are told one by one");
}

/// A first packet of the protocol whose lists of algorithms are what the client likes.
fn greeting(names: &str) -> Vec<u8> {
    let mut payload = vec![20; 1];
    payload.extend([7; 16]);
    for _ in 0..10 {
        payload.extend((names.len() as u32).to_be_bytes());
        payload.extend(names.as_bytes());
    }
    payload.extend([0; 5]);
    let padding = 8 - (payload.len() + 5) % 8 + 8;
    let mut packet = ((payload.len() + padding + 1) as u32).to_be_bytes().to_vec();
    packet.push(padding as u8);
    packet.extend(payload);
    packet.extend(vec![0; padding]);
    packet
}

#[tokio::test]
async fn packets_that_make_no_sense_do_not_flood_the_log_nor_colour_it() {
    let (kept, _, _guard) = Log::keep(LogFormat::Text);
    let host = Host::start(|_| {}).await;
    let names = format!("\u{1b}[31mred\u{7}{}", ",x".repeat(1000));
    let malformed = async {
        for number in 0..200 {
            let mut stream = TcpStream::connect(host.address).await.expect("connected");
            let _ = stream.write_all(b"SSH-2.0-\x1b]0;title\x07\r\n").await;
            let bytes = if number % 2 == 0 { greeting(&names) } else { vec![number as u8; 4000] };
            let _ = stream.write_all(&bytes).await;
            let _ = timeout(Duration::from_secs(2), stream.read_to_end(&mut Vec::new())).await;
        }
        200
    };
    let times = malformed.await;
    let text = kept.text();
    println!("malformed packets: {times} times, {} bytes of log", text.len());
    assert!(text.len() <= FLOOD * 8, "{} bytes:\n{text}", text.len());
    assert!(text.contains("No common"), "{text}");
    assert!(!text.chars().any(|letter| letter.is_control() && letter != '\n'), "{text:?}");
    assert!(text.lines().all(|line| line.chars().count() < LONGEST + 300), "{text}");
}

#[test]
fn what_was_left_out_is_counted_by_session_and_address_and_in_all() {
    let (kept, ration, _guard) = Log::keep(LogFormat::Text);
    let refuse = |id: u64, last: u64| {
        let address = std::net::SocketAddr::from(([10, 0, (last >> 8) as u8, last as u8], 4000 + id as u16));
        tracing::info!(target: "server", id, %address, why = "no", "request refused");
    };
    (0..1000).for_each(|_| refuse(1, 1));
    assert_eq!(kept.text().lines().count(), 1);
    (2..100).for_each(|id| refuse(id, 1));
    assert_eq!(kept.text().lines().count(), FROM_ADDRESS as usize);
    (100..10_000).for_each(|id| refuse(id, id));
    assert_eq!(kept.text().lines().count(), IN_ALL as usize);
    ration.tell();
    let text = kept.text();
    let told: Vec<&str> = text.lines().skip(IN_ALL as usize).collect();
    assert_eq!(told.len(), 3, "{told:?}");
    assert!(told[0].contains("lines left out of=request refused left_out=9800"), "{told:?}");
    assert!(told[1].contains("of=request refused id=1 address=10.0.0.1 left_out=999"), "{told:?}");
    assert!(told[2].contains("of=request refused address=10.0.0.1 left_out=79"), "{told:?}");
    refuse(1, 1);
    assert_eq!(kept.text().lines().count(), IN_ALL as usize + 4, "a new minute");
}

#[test]
fn counts_of_many_sessions_are_few_lines() {
    let (kept, ration, _guard) = Log::keep(LogFormat::Text);
    for id in 0..100_u64 {
        (0..3).for_each(|_| tracing::info!(target: "server", id, "request refused"));
    }
    let before = kept.text().lines().count();
    ration.tell();
    let text = kept.text();
    let told: Vec<&str> = text.lines().skip(before).collect();
    assert_eq!((before, told.len()), (100, TOLD + 1));
    assert!(told[TOLD].contains("other lines left out kinds=80 left_out=160"), "{}", told[TOLD]);
}

#[test]
fn different_words_of_one_session_are_written() {
    let (kept, _, _guard) = Log::keep(LogFormat::Text);
    for why in ["no X11", "no agent", "no X11"] {
        tracing::info!(target: "server", id = 1, why, "request refused");
    }
    assert_eq!(kept.text().lines().count(), 2);
}

#[test]
fn what_libraries_say_is_rationed_too() {
    let (kept, ration, _guard) = Log::keep(LogFormat::Text);
    (0..500).for_each(|_| tracing::error!(target: "russh::server", "Received global request failure"));
    assert_eq!(kept.text().lines().count(), 1);
    ration.tell();
    assert!(kept.text().contains("left_out=499"), "{}", kept.text());
}

#[test]
fn controls_are_visible_in_both_formats() {
    for (format, escape) in [(LogFormat::Text, "\\u{1b}"), (LogFormat::Json, "\\u001b")] {
        let (kept, _, _guard) = Log::keep(format);
        let words = "a\u{1b}[2Jb\nc\u{9b}d\u{202e}e";
        tracing::info!(target: "server", why = words, "words");
        tracing::info!(target: "server", why = %words, "{words}");
        let text = kept.text();
        assert_eq!(text.lines().count(), 2, "{text}");
        assert!(!text.chars().any(|letter| letter.is_control() && letter != '\n' || letter == '\u{202e}'), "{text:?}");
        assert!(text.contains(escape) || text.contains("\\x1b"), "{text}");
    }
    assert_eq!(shown("a\u{1b}[0m\r\n"), "a\\u{1b}[0m\\r\\n");
    let long = shown(&"é".repeat(LONGEST + 1));
    assert_eq!((long.chars().count(), long.chars().last()), (LONGEST, Some('…')));
    assert_eq!(shown(&"é".repeat(LONGEST)).chars().count(), LONGEST);
}
