//! Which keys and signatures are taken: the old RSA signatures, short RSA keys and kinds that cannot be checked are not.

use russh::keys::ssh_key::public::KeyData;
use russh::keys::{Algorithm, PublicKey};

/// The fewest bits of an RSA key that is taken.
pub const RSA_LEAST: u32 = 2048;
/// The most, so that nobody keeps the host busy with checking.
pub const RSA_MOST: u32 = 8192;

/// Why that key, signing that way, is not taken; `None` when it is.
#[must_use]
pub fn weakness(key: &PublicKey, signature: &Algorithm) -> Option<&'static str> {
    if *signature == (Algorithm::Rsa { hash: None }) {
        return Some("an RSA signature with SHA-1");
    }
    if matches!(key.key_data(), KeyData::Dsa(_) | KeyData::Certificate(_) | KeyData::Other(_)) {
        return Some("a kind of key that is not taken");
    }
    match key.key_data().rsa().map(|rsa| bits(rsa.n().as_positive_bytes().unwrap_or_default())) {
        Some(..RSA_LEAST) => Some("an RSA key of fewer than 2048 bits"),
        Some(bits) if bits > RSA_MOST => Some("an RSA key of more than 8192 bits"),
        _ => None,
    }
}

/// The length of a number, most significant byte first.
fn bits(number: &[u8]) -> u32 {
    let whole = u32::try_from(number.len() * 8).unwrap_or(u32::MAX);
    number.first().map_or(0, |first| whole - first.leading_zeros())
}
