//! Wishes that are not the game: each is refused, with a sentence where the protocol has room for one.

use russh::{ChannelMsg, ChannelOpenFailure};

use super::{Host, Visitor, key, within};
use crate::sentences;

async fn asking(host: &Host) -> Visitor {
    let handle = host.login(&key()).await;
    let channel = within(handle.channel_open_session()).await.expect("a channel");
    Visitor { handle, channel, seen: String::new(), status: None }
}

#[tokio::test(flavor = "multi_thread")]
async fn commands_subsystems_and_shells_without_a_terminal_get_a_sentence() {
    let host = Host::start(|_| {}).await;
    let mut command = asking(&host).await;
    command.channel.exec(true, "cat /etc/passwd").await.expect("asked");
    assert_eq!(command.end().await, format!("{}\n", sentences::NO_COMMANDS));
    assert_eq!(command.status, Some(1));
    let mut files = asking(&host).await;
    files.channel.request_subsystem(true, "sftp").await.expect("asked");
    assert_eq!(files.end().await, format!("{}\n", sentences::NO_SUBSYSTEMS));
    let mut shell = asking(&host).await;
    shell.channel.request_shell(true).await.expect("asked");
    assert_eq!(shell.end().await, format!("{}\n", sentences::NO_TERMINAL));
    assert_eq!(host.house.door.playing(), 0);
}

#[tokio::test(flavor = "multi_thread")]
async fn nothing_is_forwarded() {
    let host = Host::start(|_| {}).await;
    let anna = host.visitor().await;
    let refused = |opened: Result<_, russh::Error>| match opened {
        Err(russh::Error::ChannelOpenFailure(why)) => why,
        Err(other) => panic!("{other}"),
        Ok(()) => panic!("opened"),
    };
    let port = within(anna.handle.channel_open_direct_tcpip("localhost", 22, "localhost", 1)).await.map(drop);
    assert_eq!(refused(port), ChannelOpenFailure::AdministrativelyProhibited);
    let socket = within(anna.handle.channel_open_direct_streamlocal("/run/secret")).await.map(drop);
    assert_eq!(refused(socket), ChannelOpenFailure::AdministrativelyProhibited);
    let x11 = within(anna.handle.channel_open_x11("localhost", 1)).await.map(drop);
    assert_eq!(refused(x11), ChannelOpenFailure::AdministrativelyProhibited);
    let second = within(anna.handle.channel_open_session()).await.map(drop);
    assert_eq!(refused(second), ChannelOpenFailure::AdministrativelyProhibited);
    assert!(within(anna.handle.tcpip_forward("0.0.0.0", 8080)).await.is_err());
    assert!(within(anna.handle.streamlocal_forward("/tmp/socket")).await.is_err());
}

#[tokio::test(flavor = "multi_thread")]
async fn agent_and_x11_are_declined_and_the_game_says_so() {
    let host = Host::start(|_| {}).await;
    let mut anna = asking(&host).await;
    anna.channel.agent_forward(true).await.expect("asked");
    assert!(matches!(within(anna.channel.wait()).await, Some(ChannelMsg::Failure)));
    anna.channel.request_x11(true, false, "MIT-MAGIC-COOKIE-1", "00", 0).await.expect("asked");
    assert!(matches!(within(anna.channel.wait()).await, Some(ChannelMsg::Failure)));
    anna.channel.request_pty(true, "xterm", 80, 24, 0, 0, &[]).await.expect("asked");
    anna.channel.request_shell(true).await.expect("asked");
    anna.expect(&format!("{}\r\n{}\r\n", sentences::NO_AGENT, sentences::NO_X11)).await;
    anna.expect("80x24").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_second_game_on_one_channel_is_refused() {
    let host = Host::start(|_| {}).await;
    let mut anna = host.visitor().await;
    anna.expect("100x30").await;
    anna.channel.request_shell(true).await.expect("asked");
    anna.channel.exec(true, "ls").await.expect("asked");
    anna.press("j").await;
    anna.expect("[j]").await;
    assert_eq!(host.house.door.playing(), 1);
}
