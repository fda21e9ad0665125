//! Sessions over the network: what comes through, what is refused, and who is not disturbed.

use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use russh::keys::ssh_key::private::RsaKeypair;
use russh::keys::{HashAlg, PrivateKey, PrivateKeyWithHashAlg};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpSocket, TcpStream};
use tokio::time::{Instant, timeout};

use super::{Host, PATIENCE, key, list, offer, within};
use crate::sentences;
use crate::settings::Guests;

#[tokio::test(flavor = "multi_thread")]
async fn keys_sizes_and_pastes_come_through() {
    let host = Host::start(|_| {}).await;
    let mut anna = host.visitor().await;
    anna.expect("[100x30 Indexed Unicode]").await;
    anna.press("jé\x1b[A").await;
    anna.expect("[j]\n[é]\n[Up]").await;
    anna.press("\x1b").await;
    anna.expect("[Esc]").await;
    anna.press("\x1b[200~quit\x1b[201~").await;
    anna.expect("[paste quit]").await;
    anna.channel.window_change(301, 77, 0, 0).await.expect("asked");
    anna.expect("[301x77]").await;
    anna.channel.window_change(0, 4_000_000_000, 0, 0).await.expect("asked");
    anna.expect("[80x200]").await;
    anna.press("q").await;
    anna.end().await;
    assert_eq!(anna.status, Some(0));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_panic_ends_one_session_with_a_sentence() {
    let host = Host::start(|_| {}).await;
    let (mut anna, mut bela) = (host.visitor().await, host.visitor().await);
    bela.expect("100x30").await;
    anna.press("p").await;
    let words = anna.end().await;
    assert!(words.contains(sentences::PANIC), "{words}");
    assert_eq!(anna.status, Some(70));
    bela.press("j").await;
    bela.expect("[j]").await;
    assert_eq!(host.house.door.playing(), 1);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_client_that_never_reads_is_dropped_and_nobody_else_notices() {
    let host = Host::start(|settings| settings.limits.stall = Duration::from_secs(2)).await;
    let (anna, mut bela) = (host.visitor().await, host.visitor().await);
    bela.expect("100x30").await;
    anna.press("f").await;
    let began = Instant::now();
    while host.house.door.playing() > 1 {
        assert!(began.elapsed() < PATIENCE, "the seat is given back");
        bela.press("j").await;
        let pressed = Instant::now();
        bela.expect("[j]").await;
        assert!(pressed.elapsed() < Duration::from_secs(1), "others are not disturbed");
        tokio::time::sleep(Duration::from_millis(200)).await;
    }
    assert!(began.elapsed() > Duration::from_secs(1), "it is given its time");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_client_that_reads_gets_picture_after_picture() {
    let host = Host::start(|_| {}).await;
    let mut anna = host.visitor().await;
    anna.expect("100x30").await;
    anna.press("f").await;
    let mut bytes = 0;
    while bytes < 3_000_000 {
        assert!(anna.step().await);
        bytes += std::mem::take(&mut anna.seen).len();
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn idle_means_that_nothing_is_typed() {
    let host = Host::start(|settings| settings.limits.idle = Duration::from_secs(2)).await;
    let mut anna = host.visitor().await;
    for _ in 0..4 {
        tokio::time::sleep(Duration::from_millis(900)).await;
        anna.press("j").await;
        anna.expect("[j]").await;
    }
    assert!(anna.end().await.contains(sentences::IDLE));
}

#[tokio::test(flavor = "multi_thread")]
async fn closing_tells_everybody() {
    let host = Host::start(|_| {}).await;
    let (mut anna, mut bela) = (host.visitor().await, host.visitor().await);
    anna.expect("100x30").await;
    bela.expect("100x30").await;
    host.house.closing.send_replace(true);
    assert!(anna.end().await.contains(sentences::CLOSING));
    assert!(bela.end().await.contains(sentences::CLOSING));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_half_closed_session_ends() {
    let host = Host::start(|_| {}).await;
    let mut anna = host.visitor().await;
    anna.expect("100x30").await;
    anna.channel.eof().await.expect("sent");
    anna.end().await;
    assert_eq!(anna.status, Some(0));
}

#[tokio::test(flavor = "multi_thread")]
async fn limits_of_sessions_are_told_in_the_session() {
    let host = Host::start(|settings| settings.limits.sessions_per_key = 1).await;
    let anna = key();
    let mut first = host.visitor_with(&anna).await;
    first.expect("100x30").await;
    let mut second = host.visitor_with(&anna).await;
    assert!(second.end().await.contains(sentences::FULL_KEY));
    assert_eq!(second.status, Some(1));
    first.press("j").await;
    first.expect("[j]").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn too_many_who_wait_are_sent_away_before_the_protocol_begins() {
    let host = Host::start(|settings| settings.limits.waiting_per_address = 2).await;
    let _one = TcpStream::connect(host.address).await.expect("connected");
    let _two = TcpStream::connect(host.address).await.expect("connected");
    tokio::time::sleep(Duration::from_millis(200)).await;
    let mut three = TcpStream::connect(host.address).await.expect("connected");
    let mut words = String::new();
    within(three.read_to_string(&mut words)).await.expect("read");
    assert_eq!(words, format!("{}\r\n", sentences::CROWDED));
    let elsewhere = TcpSocket::new_v4().expect("a socket");
    elsewhere.bind(SocketAddr::from(([127, 0, 0, 2], 0))).expect("another address");
    let mut other = elsewhere.connect(host.address).await.expect("connected");
    let mut greeting = [0; 8];
    within(other.read_exact(&mut greeting)).await.expect("a greeting");
    assert_eq!(&greeting, b"SSH-2.0-", "another address is not shut out");
}

#[tokio::test(flavor = "multi_thread")]
async fn who_says_nothing_is_dropped_and_who_speaks_nonsense_too() {
    let host = Host::start(|settings| settings.limits.handshake_time = Duration::from_secs(1)).await;
    let mut silent = TcpStream::connect(host.address).await.expect("connected");
    let mut loud = TcpStream::connect(host.address).await.expect("connected");
    loud.write_all(&[0xff; 100_000]).await.expect("sent");
    let mut bytes = Vec::new();
    let _ = timeout(Duration::from_secs(5), silent.read_to_end(&mut bytes)).await.expect("dropped");
    let _ = timeout(Duration::from_secs(5), loud.read_to_end(&mut bytes)).await.expect("dropped");
    let began = Instant::now();
    while host.house.door.waiting() != [0, 0] {
        assert!(began.elapsed() < PATIENCE, "the places are given back");
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_login_that_leads_nowhere_is_ended() {
    let host = Host::start(|settings| {
        settings.limits.handshake_time = Duration::from_secs(1);
        settings.limits.login_time = Duration::from_secs(1);
    })
    .await;
    let handle = host.login(&key()).await;
    let began = Instant::now();
    while !handle.is_closed() {
        assert!(began.elapsed() < Duration::from_secs(8), "it holds a place for ever");
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
}

/// A connection from another address of this machine.
async fn connect_from(host: &Host, last: u8) -> TcpStream {
    let socket = TcpSocket::new_v4().expect("a socket");
    socket.bind(SocketAddr::from(([127, 0, 0, last], 0))).expect("another address");
    within(socket.connect(host.address)).await.expect("connected")
}

#[tokio::test(flavor = "multi_thread")]
async fn idle_connections_from_many_addresses_shut_nobody_out() {
    let host = Host::start(|_| {}).await;
    let mut early = host.visitor().await;
    early.expect("100x30").await;
    let mut crowd = Vec::new();
    for number in 0..70 {
        crowd.push(connect_from(&host, 10 + number / 10).await);
    }
    let began = Instant::now();
    while host.house.door.waiting()[0] < 64 {
        assert!(began.elapsed() < PATIENCE, "the porch fills");
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    for _ in 0..3 {
        let mut late = host.visitor().await;
        late.expect("100x30").await;
        early.press("j").await;
        early.expect("[j]").await;
    }
    assert!(began.elapsed() < Duration::from_secs(10), "long before the idle ones are dropped");
    assert!(host.house.door.waiting()[0] >= 60, "only as many gave way as had to");
}

#[tokio::test(flavor = "multi_thread")]
async fn connections_that_logged_in_and_do_nothing_shut_nobody_out() {
    let host = Host::start(|settings| (settings.limits.entering, settings.limits.waiting_per_address) = (3, 3)).await;
    let mut idle = Vec::new();
    for _ in 0..5 {
        idle.push(host.login(&key()).await);
    }
    assert_eq!(host.house.door.waiting(), [0, 3]);
    let mut anna = host.visitor().await;
    anna.expect("100x30").await;
    assert!(idle[0].is_closed() && idle[1].is_closed() && !idle[4].is_closed(), "the oldest gave way");
}

#[tokio::test(flavor = "multi_thread")]
async fn as_many_keys_may_be_refused_as_the_limit_says() {
    let folder = tempfile::TempDir::new().expect("a folder");
    let path = folder.path().join("allow");
    let anna = key();
    list(&path, &[&anna]);
    let host = Host::start(|settings| settings.allow = Some(path)).await;
    assert_eq!(host.house.settings.limits.login_attempts, 8);
    let mut handle = host.connect().await;
    assert!(!within(handle.authenticate_none("anna")).await.expect("answered").success(), "as ssh begins");
    for refused in 1..=8 {
        assert!(!offer(&mut handle, &key()).await);
        assert!(!handle.is_closed(), "{refused} of 8 may be refused");
    }
    assert!(!offer(&mut handle, &anna).await && handle.is_closed(), "the ninth comes too late");
    let mut handle = host.connect().await;
    assert!(!within(handle.authenticate_none("anna")).await.expect("answered").success());
    for _ in 1..8 {
        assert!(!offer(&mut handle, &key()).await);
    }
    assert!(offer(&mut handle, &anna).await, "the eighth is not refused before it is looked at");
}

#[tokio::test(flavor = "multi_thread")]
async fn only_keys_are_taken_and_only_so_often() {
    let host = Host::start(|settings| settings.limits.login_attempts = 3).await;
    let mut handle = host.connect().await;
    let result = within(handle.authenticate_none("guest")).await.expect("answered");
    let russh::client::AuthResult::Failure { remaining_methods, .. } = result else { panic!("let in") };
    assert_eq!(&remaining_methods[..], [russh::MethodKind::PublicKey]);
    assert!(!within(handle.authenticate_password("root", "1234")).await.expect("answered").success());
    assert!(!within(handle.authenticate_password("root", "12345")).await.expect("answered").success());
    assert!(!within(handle.authenticate_password("root", "123456")).await.expect("answered").success());
    let fourth = within(handle.authenticate_password("root", "password")).await;
    assert!(!fourth.is_ok_and(|result| result.success()) && handle.is_closed(), "too many attempts end it");
}

#[tokio::test(flavor = "multi_thread")]
async fn guests_come_in_where_they_are_welcome() {
    let host = Host::start(|settings| settings.guests = Guests::Welcome).await;
    let mut handle = host.connect().await;
    assert!(!within(handle.authenticate_none("anna")).await.expect("answered").success(), "only by that name");
    let mut handle = host.connect().await;
    assert!(within(handle.authenticate_none("guest")).await.expect("answered").success());
}

#[tokio::test(flavor = "multi_thread")]
async fn lists_are_read_again_while_the_host_runs() {
    let folder = tempfile::TempDir::new().expect("a folder");
    let path = folder.path().join("allow");
    let [anna, bela] = [key(), key()];
    list(&path, &[&anna]);
    let given = path.clone();
    let host = Host::start(|settings| settings.allow = Some(given)).await;
    let mut handle = host.connect().await;
    assert!(!offer(&mut handle, &bela).await);
    assert!(offer(&mut handle, &anna).await, "the next key of the same client may do");
    list(&path, &[&anna, &bela]);
    assert!(offer(&mut host.connect().await, &bela).await);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_denied_key_ends_the_connection() {
    let folder = tempfile::TempDir::new().expect("a folder");
    let path = folder.path().join("deny");
    let [anna, bela] = [key(), key()];
    list(&path, &[&anna]);
    let host = Host::start(|settings| settings.deny = Some(path)).await;
    let mut handle = host.connect().await;
    assert!(!offer(&mut handle, &anna).await);
    assert!(!offer(&mut handle, &bela).await, "another key does not help");
    assert!(offer(&mut host.connect().await, &bela).await);
}

/// Offers an RSA key of that length, signing with that hash; whether it was taken.
async fn rsa(host: &Host, bits: usize, hash: Option<HashAlg>) -> bool {
    let pair = RsaKeypair::random(&mut russh::keys::key::safe_rng(), bits).expect("a key");
    let key = PrivateKeyWithHashAlg::new(Arc::new(PrivateKey::from(pair)), hash);
    let mut handle = host.connect().await;
    within(handle.authenticate_publickey("anybody", key)).await.is_ok_and(|result| result.success())
}

#[tokio::test(flavor = "multi_thread")]
async fn rsa_keys_are_taken_when_they_are_long_enough_and_sign_well() {
    let host = Host::start(|_| {}).await;
    assert!(rsa(&host, 2048, Some(HashAlg::Sha256)).await);
    assert!(rsa(&host, 2048, Some(HashAlg::Sha512)).await);
    assert!(!rsa(&host, 2048, None).await, "an SHA-1 signature");
    assert!(!rsa(&host, 2040, Some(HashAlg::Sha512)).await, "a short key");
}
