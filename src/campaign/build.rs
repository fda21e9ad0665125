//! Tells cargo that a campaign added to, or taken out of, `campaigns/` changes this crate.

fn main() {
    println!("cargo::rerun-if-changed=../../campaigns");
}
