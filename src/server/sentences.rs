//! What a client is told when something is refused or ends: every sentence in one place, for the tests and the page for
//! hosts to hold against.

/// A command was asked for.
pub const NO_COMMANDS: &str = "No commands are run here but lines (the game in sentences), shelf, keep KEY, give NAME and drop KEY (battles \
    that people keep here); connect without one to play.";
/// A text was announced and did not come.
pub const NO_TEXT: &str =
    "No text came; send the battle's file as input, as in: ssh HOST keep my-battle < my-battle.toml";
/// A subsystem such as sftp.
pub const NO_SUBSYSTEMS: &str = "No files are served here (sftp, scp and other subsystems); connect with ssh to play.";
/// A shell without a terminal.
pub const NO_TERMINAL: &str =
    "The game needs a terminal; connect with ssh -t, or ask for sentences with the command lines.";
/// Any forwarding of ports or sockets.
pub const NO_FORWARDING: &str = "nothing is forwarded here; this host only serves the game";
/// Ports of the host, where the protocol has no room for a reason.
pub const NO_LISTENING: &str = "Ports and sockets of this host are not forwarded to you.";
/// The agent.
pub const NO_AGENT: &str = "Your agent is not forwarded here; better leave it at home.";
/// X11.
pub const NO_X11: &str = "There is no X11 here.";
/// A second session on the same connection.
pub const ONE_SESSION: &str = "one session a connection; connect again for another";
/// A game where one runs.
pub const ALREADY: &str = "The game is on already.";
/// The place is full.
pub const FULL: &str = "All places are taken; come back later.";
/// Too many from one address.
pub const FULL_ADDRESS: &str = "Too many sessions from your address; end one of them first.";
/// Too many with one key.
pub const FULL_KEY: &str = "Too many sessions with your key; end one of them first.";
/// A line before the protocol begins, as `sshd` does it.
pub const CROWDED: &str = "Too many connections; come back later.";
/// The key is on the list of those denied.
pub const KEY_DENIED: &str = "That key is not welcome here.";
/// Nothing was typed for long.
pub const IDLE: &str = "Nothing was typed for long, so the session ends; your battles wait for you.";
/// The host closes.
pub const CLOSING: &str = "The host closes for now; everything is saved and your battles wait for you.";
/// The session failed.
pub const PANIC: &str =
    "Something went wrong here and the host has been told. Your battle is saved; connect again to go on.";
/// The game could not begin.
pub const NO_THREAD: &str = "There is no room for another session at the moment; come back later.";
