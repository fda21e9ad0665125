//! Clients that misbehave, each while somebody else plays on.

use std::io;
use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::task::{Context, Poll};
use std::time::Duration;

use russh::client;
use tokio::io::{AsyncRead, AsyncWrite, AsyncWriteExt, ReadBuf};
use tokio::net::TcpStream;
use tokio::time::{sleep, timeout};

use crate::client::{Client, Fault, Trusting, login, new_key};
use crate::host::Host;
use crate::times;

/// Keys pressed by the one who plays on, during each fault.
const KEYS: usize = 60;

/// Every fault in turn; whether the one who plays on was never disturbed.
pub async fn all(host: &Host, prober: &Client) -> Result<bool, Fault> {
    let mut calm = true;
    calm &= during("never reads", host, prober, never_reads(host)).await?;
    calm &= during("10 MB at random", host, prober, random_bytes(host)).await?;
    calm &= during("1000 connections", host, prober, connections(host)).await?;
    calm &= during("half-closed", host, prober, half_closed(host)).await?;
    calm &= during("10000 resizes", host, prober, resizes(host)).await?;
    calm &= during("sizes 0 and huge", host, prober, sizes(host)).await?;
    Ok(calm)
}

async fn during(
    what: &str,
    host: &Host,
    prober: &Client,
    fault: impl Future<Output = Result<String, Fault>>,
) -> Result<bool, Fault> {
    let before = host.memory();
    let (calm, found) = tokio::join!(times(what, prober, KEYS), fault);
    println!("    {}; memory {before} kB before, {} kB after", found?, host.memory());
    calm
}

/// Asks for picture after picture and takes none.
async fn never_reads(host: &Host) -> Result<String, Fault> {
    let shut = Arc::new(AtomicBool::new(false));
    let socket = Deaf { socket: TcpStream::connect(host.address).await?, shut: Arc::clone(&shut) };
    let config = client::Config { window_size: 32 * 1024, ..client::Config::default() };
    let connected = client::connect_stream(Arc::new(config), socket, Trusting).await?;
    let (_handle, channel) = login(connected, &new_key()?).await?;
    channel.request_pty(false, "xterm-256color", 300, 100, 0, 0, &[]).await?;
    channel.request_shell(false).await?;
    sleep(Duration::from_secs(1)).await;
    shut.store(true, Ordering::SeqCst);
    for number in 0..400_u32 {
        let asked = channel.window_change(200 + number % 2, 60, 0, 0);
        if timeout(Duration::from_secs(1), asked).await.is_err_or_failed() {
            break;
        }
        sleep(Duration::from_millis(20)).await;
    }
    for _ in 0..100 {
        if host.log().contains("took nothing for too long") {
            return Ok(String::from("dropped by the server"));
        }
        sleep(Duration::from_millis(100)).await;
    }
    Err("a client that never reads is not dropped".into())
}

/// A socket that is not read any more once it is shut.
struct Deaf {
    socket: TcpStream,
    shut: Arc<AtomicBool>,
}

impl AsyncRead for Deaf {
    fn poll_read(mut self: Pin<&mut Self>, cx: &mut Context<'_>, buffer: &mut ReadBuf<'_>) -> Poll<io::Result<()>> {
        if self.shut.load(Ordering::SeqCst) {
            return Poll::Pending;
        }
        Pin::new(&mut self.socket).poll_read(cx, buffer)
    }
}

impl AsyncWrite for Deaf {
    fn poll_write(mut self: Pin<&mut Self>, cx: &mut Context<'_>, bytes: &[u8]) -> Poll<io::Result<usize>> {
        Pin::new(&mut self.socket).poll_write(cx, bytes)
    }

    fn poll_flush(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.socket).poll_flush(cx)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.socket).poll_shutdown(cx)
    }
}

/// Ten megabytes; some of them mean leaving, and then they come back as somebody else.
async fn random_bytes(host: &Host) -> Result<String, Fault> {
    let mut state = 1_u64;
    let mut next = || {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        state.to_le_bytes()
    };
    let mut visits = 1;
    let mut client = Client::join(host.address, "noise1").await?;
    for _ in 0..320 {
        let bytes: Vec<u8> = (0..4096).flat_map(|_| next()).collect();
        if !client.send(bytes).await {
            visits += 1;
            client = Client::join(host.address, &format!("noise{visits}")).await?;
        }
    }
    Ok(format!("10 MB sent in {visits} visits"))
}

/// Whether a wait or what was waited for failed.
trait Failed {
    fn is_err_or_failed(&self) -> bool;
}

impl<T, E, F> Failed for Result<Result<T, E>, F> {
    fn is_err_or_failed(&self) -> bool {
        !matches!(self, Ok(Ok(_)))
    }
}

async fn connections(host: &Host) -> Result<String, Fault> {
    let mut open = Vec::new();
    for _ in 0..1000 {
        if let Ok(mut stream) = TcpStream::connect(host.address).await {
            let _ = stream.write_all(b"SSH-2.0-nobody\r\n").await;
            open.push(stream);
        }
    }
    let count = open.len();
    sleep(Duration::from_secs(2)).await;
    Ok(format!("{count} opened"))
}

async fn half_closed(host: &Host) -> Result<String, Fault> {
    let client = Client::join(host.address, "halved").await?;
    client.half_close().await?;
    let mut stream = TcpStream::connect(host.address).await?;
    stream.write_all(b"SSH-2.0-nobody\r\n").await?;
    stream.shutdown().await?;
    sleep(Duration::from_millis(500)).await;
    Ok(String::from("channel and socket half-closed"))
}

async fn resizes(host: &Host) -> Result<String, Fault> {
    let client = Client::join(host.address, "resizer").await?;
    for number in 0..10_000_u32 {
        client.resize(80 + number % 200, 24 + number % 50).await?;
    }
    client.resize(120, 40).await?;
    sleep(Duration::from_secs(1)).await;
    client.key_to_frame("\x1b[5~?").await?;
    Ok(format!("still answers; {} kB of pictures", client.bytes() / 1024))
}

async fn sizes(host: &Host) -> Result<String, Fault> {
    let client = Client::join(host.address, "sizer").await?;
    for (columns, rows) in [(0, 0), (u32::MAX, u32::MAX), (65_536, 1), (1, 65_536), (1, 1), (120, 40)] {
        client.resize(columns, rows).await?;
        sleep(Duration::from_millis(300)).await;
    }
    client.key_to_frame("?").await?;
    Ok(String::from("still answers"))
}
