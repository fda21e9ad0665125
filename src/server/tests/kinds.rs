//! Kinds of keys that are never taken: each may be offered first, and the next key of the same client still comes in.

use std::sync::Arc;

use russh::client::{AuthResult, Handle};
use russh::keys::agent::AgentIdentity;
use russh::keys::ssh_key::certificate::{Builder, CertType};
use russh::keys::{Algorithm, Certificate, HashAlg, PrivateKey, PublicKey};

use super::{Client, Host, key, list, offer, within};

/// Signs nothing: whoever asks it has taken a key that nobody takes.
struct NeverAsked;

impl russh::Signer for NeverAsked {
    type Error = russh::SendError;

    async fn auth_sign(
        &mut self,
        key: &AgentIdentity,
        _: Option<HashAlg>,
        _: Vec<u8>,
    ) -> Result<Vec<u8>, russh::SendError> {
        panic!("asked to sign with {key:?}");
    }
}

/// A field of a key as it goes over the wire: its length and its bytes.
fn field(bytes: &[u8]) -> Vec<u8> {
    [&(bytes.len() as u32).to_be_bytes()[..], bytes].concat()
}

fn public(fields: &[&[u8]]) -> PublicKey {
    let bytes: Vec<u8> = fields.iter().flat_map(|bytes| field(bytes)).collect();
    PublicKey::from_bytes(&bytes).expect("a key of that kind")
}

/// A certificate that the key has given itself.
fn certificate(key: &PrivateKey) -> Certificate {
    let mut builder =
        Builder::new_with_random_nonce(&mut russh::keys::key::safe_rng(), key.public_key(), 0, u64::MAX - 1)
            .expect("a certificate");
    builder.cert_type(CertType::User).expect("for a person");
    builder.valid_principal("anybody").expect("a name");
    builder.sign(key).expect("signed")
}

async fn refused(handle: &mut Handle<Client>, key: PublicKey) -> bool {
    let result = within(handle.authenticate_publickey_with("anybody", key, None, &mut NeverAsked)).await;
    matches!(result, Ok(AuthResult::Failure { .. }))
}

#[tokio::test(flavor = "multi_thread")]
async fn a_key_of_a_kind_that_is_not_taken_leaves_the_next_one_its_chance() {
    let folder = tempfile::TempDir::new().expect("a folder");
    let path = folder.path().join("allow");
    let anna = key();
    list(&path, &[&anna]);
    let host = Host::start(|settings| settings.allow = Some(path)).await;
    let dsa = public(&[b"ssh-dss", &[7; 128], &[5; 20], &[3; 128], &[9; 128]]);
    assert_eq!(dsa.algorithm(), Algorithm::Dsa);
    let strange = public(&[b"lattice-7@example.org", &[1; 800]]);
    assert!(matches!(strange.algorithm(), Algorithm::Other(_)));
    for unknown in [dsa, strange] {
        let mut handle = host.connect().await;
        assert!(refused(&mut handle, unknown.clone()).await, "{:?}", unknown.algorithm());
        assert!(!handle.is_closed(), "{:?} ends nothing", unknown.algorithm());
        assert!(offer(&mut handle, &anna).await, "the next key after {:?}", unknown.algorithm());
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_certificate_is_refused_and_the_key_after_it_taken() {
    let host = Host::start(|_| {}).await;
    let anna = key();
    let mut handle = host.connect().await;
    let shown = within(handle.authenticate_openssh_cert("anybody", Arc::new(anna.clone()), certificate(&anna))).await;
    assert!(matches!(shown, Ok(AuthResult::Failure { .. })), "{shown:?}");
    assert!(!handle.is_closed());
    assert!(offer(&mut handle, &anna).await);
}
