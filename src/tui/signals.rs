//! Signals that end the program, turned into messages.

use std::sync::mpsc::Sender;
use std::thread;

use crate::run::Happening;

/// Listens for the signals that ask a program to end and sends each on. Where there are none it does nothing.
#[cfg(unix)]
pub(crate) fn listen(sender: Sender<Happening>) {
    use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};
    let Ok(mut signals) = signal_hook::iterator::Signals::new([SIGHUP, SIGINT, SIGTERM]) else { return };
    thread::spawn(move || {
        for signal in signals.forever() {
            if sender.send(Happening::Ended(signal)).is_err() {
                return;
            }
        }
    });
}

/// Stops the program as its terminal would, until it is told to continue.
#[cfg(unix)]
pub(crate) fn stop() {
    let _ = signal_hook::low_level::emulate_default_handler(signal_hook::consts::SIGTSTP);
}

/// Programs are not stopped here.
#[cfg(not(unix))]
pub(crate) fn stop() {}

/// Listens for nothing.
#[cfg(not(unix))]
pub(crate) fn listen(_sender: Sender<Happening>) {}
