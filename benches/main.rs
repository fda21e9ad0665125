//! The speed figures of the program, each beside its target and with its answer asserted: `cargo bench`.

mod battles;
mod kernels;
mod measure;
mod screen;

fn main() {
    if std::env::args().any(|argument| argument == "--bench") {
        kernels::run();
        screen::run();
        battles::run();
    }
}
