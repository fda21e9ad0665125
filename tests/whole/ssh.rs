//! A running host and people who come with the real OpenSSH client, each in a pseudo-terminal of their own.

use std::fs;
use std::io::{BufRead, BufReader, Read, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::{Duration, Instant};

use portable_pty::{CommandBuilder, MasterPty, PtySize, native_pty_system};
use tempfile::TempDir;

/// Longest wait for anything.
const PATIENCE: Duration = Duration::from_secs(90);

/// A host, ended with this value.
pub struct Host {
    child: Child,
    port: u16,
    folder: TempDir,
}

impl Host {
    /// A host with those flags and nothing in its folder.
    pub fn start(flags: &[&str]) -> Host {
        needs_ssh();
        let folder = TempDir::new().expect("a folder");
        Host::start_in(folder, flags)
    }

    fn start_in(folder: TempDir, flags: &[&str]) -> Host {
        let log = fs::OpenOptions::new().create(true).append(true).open(folder.path().join("log")).expect("a log");
        let data = folder.path().join("data");
        let mut child = Command::new(env!("CARGO_BIN_EXE_grognard"))
            .args(["serve", "--listen", "127.0.0.1:0", "--data", &data.display().to_string(), "--think-time", "1s"])
            .args(flags)
            .stdout(Stdio::piped())
            .stderr(log)
            .spawn()
            .expect("the program starts");
        let mut first = String::new();
        BufReader::new(child.stdout.take().expect("piped")).read_line(&mut first).expect("readable");
        let port = first.trim().rsplit(':').next().and_then(|port| port.parse().ok());
        let port = port.unwrap_or_else(|| panic!("the host does not start: {first}{}", log_in(&folder)));
        Host { child, port, folder }
    }

    /// Ends the host at once, as `kill -9` does, and starts it again over the same folder.
    pub fn killed_and_restarted(mut self, flags: &[&str]) -> Host {
        self.child.kill().expect("it runs");
        self.child.wait().expect("it ends");
        let folder = std::mem::replace(&mut self.folder, TempDir::new().expect("a folder"));
        Host::start_in(folder, flags)
    }

    /// Sends a signal.
    pub fn signal(&self, name: &str) {
        let status = Command::new("kill").args([&format!("-{name}"), &self.child.id().to_string()]).status();
        assert!(status.expect("kill is there").success());
    }

    /// Waits for the end; the status and how long it took.
    pub fn wait(&mut self) -> (Option<i32>, Duration) {
        let began = Instant::now();
        loop {
            if let Some(status) = self.child.try_wait().expect("a child") {
                return (status.code(), began.elapsed());
            }
            assert!(began.elapsed() < PATIENCE, "the host does not end:\n{}", self.log());
            thread::sleep(Duration::from_millis(20));
        }
    }

    /// Its data folder.
    pub fn data(&self) -> PathBuf {
        self.folder.path().join("data")
    }

    /// What it has logged.
    pub fn log(&self) -> String {
        log_in(&self.folder)
    }

    /// A fresh key of that name; its private half.
    pub fn key(&self, name: &str) -> PathBuf {
        make_key(self.folder.path(), name)
    }

    /// A fresh RSA key of that name and length.
    pub fn rsa_key(&self, name: &str, bits: u32) -> PathBuf {
        make_key_of(self.folder.path(), name, &["rsa", "-b", &bits.to_string()])
    }

    /// The arguments of `ssh` for somebody with that key, or with none.
    fn arguments(&self, key: Option<&Path>) -> Vec<String> {
        let mut arguments =
            vec!["-F", "/dev/null", "-p", &self.port.to_string()].into_iter().map(String::from).collect::<Vec<_>>();
        let none = PathBuf::from("none");
        let identity = format!("IdentityFile={}", key.unwrap_or(&none).display());
        let options = [
            "StrictHostKeyChecking=no",
            "UserKnownHostsFile=/dev/null",
            "LogLevel=INFO",
            "IdentitiesOnly=yes",
            "IdentityAgent=none",
            &identity,
        ];
        arguments.extend(options.iter().flat_map(|option| [String::from("-o"), (*option).to_owned()]));
        arguments
    }

    /// Runs `ssh` without a terminal.
    pub fn ssh(&self, key: Option<&Path>, more: &[&str]) -> Output {
        let mut command = Command::new("timeout");
        command.args(["60", "ssh"]).args(self.arguments(key)).args(["-o", "BatchMode=yes"]).args(more);
        command.stdin(Stdio::null()).output().expect("ssh starts")
    }

    /// Somebody with that key at the ends of two pipes.
    pub fn piped(&self, key: &Path, more: &[&str]) -> Child {
        let mut command = Command::new("ssh");
        command.args(self.arguments(Some(key))).args(["-o", "BatchMode=yes"]).args(more);
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null()).spawn().expect("ssh starts")
    }

    /// Somebody at a terminal that shows nothing but text.
    pub fn dumb_visit(&self, key: &Path) -> Visitor {
        let mut arguments = self.arguments(Some(key));
        arguments.push(String::from("x@127.0.0.1"));
        Visitor::start(&arguments, 100, 40, "dumb")
    }

    /// Somebody at a terminal of that size.
    pub fn visit(&self, key: Option<&Path>, user: &str, columns: u16, rows: u16) -> Visitor {
        let mut arguments = self.arguments(key);
        arguments.push(format!("{user}@127.0.0.1"));
        Visitor::start(&arguments, columns, rows, "xterm-256color")
    }

    /// Somebody new, with a name, in the lobby.
    pub fn newcomer(&self, name: &str) -> Visitor {
        let mut visitor = self.visit(Some(&self.key(name)), name, 160, 46);
        visitor.expect("Name:");
        visitor.press(&format!("{name}\r"));
        visitor.expect(&format!("You are {name}"));
        visitor
    }

    /// The same person again.
    pub fn back(&self, name: &str) -> Visitor {
        let visitor = self.visit(Some(&self.folder.path().join(name)), name, 160, 46);
        visitor.expect(&format!("You are {name}"));
        visitor
    }

    /// The orders in the record of a battle.
    pub fn orders(&self, battle: u32) -> Vec<String> {
        let path = self.data().join(format!("records/{battle}.jsonl"));
        let text = fs::read_to_string(path).unwrap_or_default();
        text.lines().filter(|line| line.starts_with("{\"order\"")).map(String::from).collect()
    }
}

impl Drop for Host {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn log_in(folder: &TempDir) -> String {
    fs::read_to_string(folder.path().join("log")).unwrap_or_default()
}

fn needs_ssh() {
    let there = Command::new("ssh").arg("-V").stderr(Stdio::null()).status().is_ok();
    assert!(there, "these tests play over the real ssh; install the package openssh-client");
}

fn make_key(folder: &Path, name: &str) -> PathBuf {
    make_key_of(folder, name, &["ed25519"])
}

fn make_key_of(folder: &Path, name: &str, kind: &[&str]) -> PathBuf {
    let path = folder.join(name);
    let mut command = Command::new("ssh-keygen");
    let made = command.args(["-q", "-N", "", "-C", name, "-f"]).arg(&path).arg("-t").args(kind).status();
    assert!(made.expect("ssh-keygen is part of openssh-client").success());
    path
}

/// Somebody at a terminal; the client is ended with this value.
pub struct Visitor {
    child: Box<dyn portable_pty::Child + Send + Sync>,
    writer: Box<dyn Write + Send>,
    parser: Arc<Mutex<vt100::Parser>>,
    raw: Arc<Mutex<Vec<u8>>>,
    master: Box<dyn MasterPty + Send>,
}

impl Visitor {
    fn start(arguments: &[String], columns: u16, rows: u16, kind: &str) -> Visitor {
        let size = PtySize { rows, cols: columns, pixel_width: 0, pixel_height: 0 };
        let pair = native_pty_system().openpty(size).expect("a pseudo-terminal");
        let mut command = CommandBuilder::new("ssh");
        command.args(arguments);
        command.env("TERM", kind);
        command.env("LANG", "C.UTF-8");
        let child = pair.slave.spawn_command(command).expect("ssh starts");
        let parser = Arc::new(Mutex::new(vt100::Parser::new(rows, columns, 0)));
        let raw = Arc::new(Mutex::new(Vec::new()));
        let mut reader = pair.master.try_clone_reader().expect("a reader");
        let (seen, all) = (Arc::clone(&parser), Arc::clone(&raw));
        thread::spawn(move || {
            let mut bytes = [0; 4096];
            while let Ok(count @ 1..) = reader.read(&mut bytes) {
                seen.lock().expect("the parser").process(&bytes[..count]);
                all.lock().expect("the bytes").extend_from_slice(&bytes[..count]);
            }
        });
        let writer = pair.master.take_writer().expect("a writer");
        Visitor { child, writer, parser, raw, master: pair.master }
    }

    /// What is on the screen.
    pub fn contents(&self) -> String {
        self.parser.lock().expect("the parser").screen().contents()
    }

    /// Bytes that have come in so far.
    pub fn bytes(&self) -> usize {
        self.raw.lock().expect("the bytes").len()
    }

    /// Everything that has ever been shown, as it came.
    pub fn history(&self) -> String {
        String::from_utf8_lossy(&self.raw.lock().expect("the bytes")).into_owned()
    }

    /// Waits until the text is on the screen.
    pub fn expect(&self, text: &str) {
        self.wait(&format!("`{text}` on the screen"), |visitor| visitor.contents().contains(text));
    }

    /// Waits until that is so.
    pub fn wait(&self, what: &str, done: impl Fn(&Visitor) -> bool) {
        let began = Instant::now();
        while !done(self) {
            assert!(began.elapsed() < PATIENCE, "no {what}; the screen:\n{}", self.contents());
            thread::sleep(Duration::from_millis(20));
        }
    }

    /// Waits for the end of the client; its status.
    pub fn end(&mut self) -> u32 {
        let began = Instant::now();
        loop {
            if let Some(status) = self.child.try_wait().expect("a child") {
                thread::sleep(Duration::from_millis(100));
                return status.exit_code();
            }
            assert!(began.elapsed() < PATIENCE, "ssh does not end; the screen:\n{}", self.contents());
            thread::sleep(Duration::from_millis(20));
        }
    }

    /// Presses keys.
    pub fn press(&mut self, keys: &str) {
        self.writer.write_all(keys.as_bytes()).expect("ssh reads");
        self.writer.flush().expect("ssh reads");
        thread::sleep(Duration::from_millis(150));
    }

    /// Gives the window another size.
    pub fn resize(&self, columns: u16, rows: u16) {
        let size = PtySize { rows, cols: columns, pixel_width: 0, pixel_height: 0 };
        self.parser.lock().expect("the parser").screen_mut().set_size(rows, columns);
        self.master.resize(size).expect("the terminal resizes");
    }

    /// Cuts the line, as a closed laptop does.
    pub fn drop_line(mut self) {
        self.child.kill().expect("ssh runs");
        self.child.wait().expect("ssh ends");
    }
}

impl Drop for Visitor {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
