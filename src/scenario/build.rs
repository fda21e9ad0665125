//! Tells cargo that a battle file added to, or taken out of, `maps/` changes this crate.

fn main() {
    println!("cargo::rerun-if-changed=../../maps");
}
