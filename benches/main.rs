//! The speed figures of the program, each beside its target and with its answer asserted: `cargo bench`, or
//! `cargo bench -- kernels` for one part. `--features jemalloc` takes the allocator that hosts are built with.

mod battles;
mod kernels;
mod keys;
mod measure;
mod outside;
mod screen;
mod thinking;

/// That of the program.
#[cfg(all(target_os = "linux", feature = "jemalloc"))]
#[global_allocator]
static ALLOCATOR: tikv_jemallocator::Jemalloc = tikv_jemallocator::Jemalloc;

/// The parts by name, in the order in which they print.
const PARTS: [(&str, fn()); 6] = [
    ("kernels", kernels::run),
    ("screen", screen::run),
    ("keys", keys::run),
    ("thinking", thinking::run),
    ("outside", outside::run),
    ("battles", battles::run),
];

fn main() {
    let words: Vec<String> = std::env::args().skip(1).collect();
    if !words.iter().any(|word| word == "--bench") {
        return;
    }
    let named = |name: &str| words.iter().any(|word| word == name);
    let all = !PARTS.iter().any(|(name, _)| named(name));
    PARTS.iter().filter(|(name, _)| all || named(name)).for_each(|(_, run)| run());
}
