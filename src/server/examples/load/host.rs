//! The server under load, as a process.

use std::fs::OpenOptions;
use std::io::{BufRead, BufReader};
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use tempfile::TempDir;

use crate::client::Fault;

/// A server that is ended with this value.
pub struct Host {
    /// Where it listens.
    pub address: SocketAddr,
    program: String,
    child: Child,
    data: TempDir,
}

impl Host {
    /// Starts the program on a port of its own choice, with room for everybody from one address.
    pub fn start(program: &str) -> Result<Host, Fault> {
        Host::start_in(program, TempDir::new()?, &[])
    }

    /// The same over a folder that may have been used, with more flags.
    pub fn start_in(program: &str, data: TempDir, more: &[&str]) -> Result<Host, Fault> {
        let folder = data.path().display().to_string();
        let log = OpenOptions::new().create(true).append(true).open(data.path().join("log"))?;
        let flags = [
            ["--listen", "127.0.0.1:0"],
            ["--data", folder.as_str()],
            ["--max-sessions", "300"],
            ["--max-sessions-per-address", "300"],
            ["--max-waiting-per-address", "60"],
            ["--stall", "5s"],
            ["--input-rate", "0"],
        ];
        let mut command = Command::new(program);
        command.arg("serve").args(flags.as_flattened()).args(more).stdout(Stdio::piped()).stderr(log);
        let mut child = command.spawn()?;
        let out = child.stdout.take().ok_or("no output")?;
        let first = BufReader::new(out).lines().next().ok_or("the server said nothing")??;
        let address = first.trim_start_matches("listening on ").parse()?;
        Ok(Host { address, program: program.to_owned(), child, data })
    }

    /// Ends it at once, as `kill -9` does; its folder.
    pub fn kill(mut self) -> Result<TempDir, Fault> {
        self.child.kill()?;
        self.child.wait()?;
        Ok(std::mem::replace(&mut self.data, TempDir::new()?))
    }

    /// The file of a battle's record.
    pub fn record(&self, battle: usize) -> PathBuf {
        record(self.data.path(), battle)
    }

    /// Has records played again; what it says and whether all of them agree.
    pub fn verify(&self, battles: usize) -> Result<(String, bool), Fault> {
        let records = (1..=battles).map(|battle| self.record(battle));
        let output = Command::new(&self.program).arg("verify").args(records).output()?;
        Ok((String::from_utf8_lossy(&output.stdout).into_owned(), output.status.success()))
    }

    /// What it has logged.
    pub fn log(&self) -> String {
        std::fs::read_to_string(self.data.path().join("log")).unwrap_or_default()
    }

    /// Memory in use, in kB.
    pub fn memory(&self) -> u64 {
        self.status("VmRSS:")
    }

    /// Threads that run.
    pub fn threads(&self) -> u64 {
        self.status("Threads:")
    }

    fn status(&self, name: &str) -> u64 {
        let text = std::fs::read_to_string(format!("/proc/{}/status", self.child.id())).unwrap_or_default();
        let line = text.lines().find(|line| line.starts_with(name)).unwrap_or_default();
        line.split_whitespace().nth(1).and_then(|number| number.parse().ok()).unwrap_or(0)
    }

    /// Processor time used, in seconds.
    pub fn processor_seconds(&self) -> u64 {
        let text = std::fs::read_to_string(format!("/proc/{}/stat", self.child.id())).unwrap_or_default();
        let after = text.rsplit(')').next().unwrap_or_default();
        let ticks = |at: usize| after.split_whitespace().nth(at).and_then(|n| n.parse::<u64>().ok()).unwrap_or(0);
        (ticks(11) + ticks(12)) / 100
    }

    /// Asks it to end; whether it did so in good order within ten seconds.
    pub fn stop(&mut self) -> bool {
        let began = Instant::now();
        let _ = Command::new("kill").args(["-TERM", &self.child.id().to_string()]).status();
        while began.elapsed() < Duration::from_secs(10) {
            if let Ok(Some(status)) = self.child.try_wait() {
                println!("ended after SIGTERM in           {:.1} s, {status}", began.elapsed().as_secs_f64());
                return status.success();
            }
            std::thread::sleep(Duration::from_millis(20));
        }
        println!("DISTURBED: the server does not end");
        false
    }
}

impl Drop for Host {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// The file of a battle's record in that folder.
pub fn record(folder: &Path, battle: usize) -> PathBuf {
    folder.join(format!("records/{battle}.jsonl"))
}
