//! Tells cargo that a list added to, or taken out of, `armies/` changes this crate.

fn main() {
    println!("cargo::rerun-if-changed=../../armies");
}
