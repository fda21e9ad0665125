//! Locks that outlive whoever broke down with one.

use std::sync::{Mutex, MutexGuard, PoisonError};

/// Locks, whatever happened to whoever had it before.
pub(crate) fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
