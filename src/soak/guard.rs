//! Catching a panic of one battle without noise and without ending the others.

use std::cell::{Cell, RefCell};
use std::panic::{self, AssertUnwindSafe, PanicHookInfo};
use std::sync::Once;

thread_local! {
    static GUARDED: Cell<bool> = const { Cell::new(false) };
    static MESSAGE: RefCell<Option<String>> = const { RefCell::new(None) };
}

static HOOK: Once = Once::new();

/// Runs something; if it panics, the message with the place in the code. Nothing is printed then.
pub(crate) fn guarded<T>(run: impl FnOnce() -> T) -> Result<T, String> {
    HOOK.call_once(install);
    GUARDED.set(true);
    let result = panic::catch_unwind(AssertUnwindSafe(run));
    GUARDED.set(false);
    result.map_err(|_| MESSAGE.take().unwrap_or_else(|| String::from("an unknown panic")))
}

/// A hook that keeps the message of guarded threads and leaves other threads to the hook before it.
fn install() {
    let before = panic::take_hook();
    panic::set_hook(Box::new(move |info| {
        if GUARDED.get() {
            MESSAGE.set(Some(describe(info)));
        } else {
            before(info);
        }
    }));
}

fn describe(info: &PanicHookInfo<'_>) -> String {
    let payload = info.payload();
    let text = payload.downcast_ref::<&str>().copied().or_else(|| payload.downcast_ref::<String>().map(String::as_str));
    let text = text.unwrap_or("a panic without a message");
    match info.location() {
        Some(place) => format!("{text} ({}:{})", place.file(), place.line()),
        None => String::from(text),
    }
}
