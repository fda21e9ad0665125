//! The host key: made on the first start, kept for ever, refused when others could read it.

use std::fs::{self, File, OpenOptions};
use std::io::Write;
use std::os::unix::fs::{OpenOptionsExt, PermissionsExt};
use std::path::{Path, PathBuf};

use battle::Unusable;
use russh::keys::ssh_key::LineEnding;
use russh::keys::{Algorithm, HashAlg, PrivateKey};

/// The file in the data folder.
#[must_use]
pub fn path(data: &Path) -> PathBuf {
    data.join("host_ed25519")
}

/// The fingerprint as `ssh` shows it, `SHA256:...`.
#[must_use]
pub fn fingerprint(key: &PrivateKey) -> String {
    key.fingerprint(HashAlg::Sha256).to_string()
}

/// The host key of a data folder; `None` when none has been made.
///
/// # Errors
/// A file that others may read, or that is no ed25519 key.
pub fn load(data: &Path) -> Result<Option<PrivateKey>, Unusable> {
    let path = path(data);
    let shown = path.display();
    let metadata = match fs::metadata(&path) {
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Ok(None),
        other => other.map_err(|error| Unusable(format!("cannot read the host key {shown}: {error}")))?,
    };
    let mode = metadata.permissions().mode() & 0o777;
    if mode & 0o077 != 0 {
        return Err(Unusable(format!(
            "the host key {shown} has mode {mode:04o}; others could read it: chmod 600 {shown}"
        )));
    }
    let text =
        fs::read_to_string(&path).map_err(|error| Unusable(format!("cannot read the host key {shown}: {error}")))?;
    let bad = |why: String| {
        Unusable(format!(
            "the host key {shown} cannot be used: {why}; restore it from a backup (clients know it), or move it away and a new one is made"
        ))
    };
    let key = PrivateKey::from_openssh(&text).map_err(|error| bad(error.to_string()))?;
    if key.is_encrypted() {
        return Err(bad(String::from("it has a passphrase")));
    }
    if key.algorithm() != Algorithm::Ed25519 {
        return Err(bad(format!("it is of kind {}, not ssh-ed25519", key.algorithm())));
    }
    Ok(Some(key))
}

/// The host key of a data folder, made when there is none.
///
/// # Errors
/// As [`load`], and when it cannot be written.
pub fn load_or_make(data: &Path) -> Result<PrivateKey, Unusable> {
    if let Some(key) = load(data)? {
        return Ok(key);
    }
    let written =
        |error: &dyn std::fmt::Display| Unusable(format!("cannot make the host key {}: {error}", path(data).display()));
    let key = PrivateKey::random(&mut russh::keys::key::safe_rng(), Algorithm::Ed25519).map_err(|e| written(&e))?;
    let text = key.to_openssh(LineEnding::LF).map_err(|e| written(&e))?;
    write(data, text.as_bytes()).map_err(|e| written(&e))?;
    load(data)?.ok_or_else(|| written(&"it is gone again"))
}

/// Whole or not at all, never over another one, and never readable by others.
fn write(data: &Path, text: &[u8]) -> std::io::Result<()> {
    let beside = data.join(format!("host_ed25519.{}", std::process::id()));
    let mut file = OpenOptions::new().write(true).create_new(true).mode(0o600).open(&beside)?;
    let done = file
        .write_all(text)
        .and_then(|()| file.sync_all())
        .and_then(|()| match fs::hard_link(&beside, path(data)) {
            Err(error) if error.kind() == std::io::ErrorKind::AlreadyExists => Ok(()),
            other => other,
        })
        .and_then(|()| File::open(data)?.sync_all());
    fs::remove_file(&beside)?;
    done
}
