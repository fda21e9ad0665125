//! The page of a report as a browser draws it: nothing is cut off at its side, and light and dark have the page's own colours.

use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};

use soak::{Courses, Detail, Options, Report, page, run};
use systems::Shelf;
use table::SeatSpec;

/// Wide and high in pixels.
const WINDOW: [usize; 2] = [1280, 3000];
/// Paper, ink, Blue and Red in `src/soak/page/style.css`.
const LIGHT: [[u8; 3]; 4] = [[0xFF, 0xFD, 0xF8], [0x1D, 0x1B, 0x18], [0x1F, 0x4E, 0x9C], [0xB3, 0x26, 0x1E]];
const DARK: [[u8; 3]; 4] = [[0x16, 0x17, 0x1A], [0xE8, 0xE4, 0xDC], [0x7F, 0xB0, 0xFF], [0xFF, 0x8A, 0x7A]];

fn battles() -> (Report, Courses) {
    let seat = || SeatSpec::Commander(String::from("steady"));
    let options = Options {
        battles: vec![String::from("drill-field"), String::from("first-light")],
        systems: vec![String::from("eagles")],
        games: 12,
        jobs: 2,
        turns: Some(Detail::Positions),
        ..Options::new(seat(), seat())
    };
    let turns = std::sync::Mutex::new(Courses::default());
    let report = run(&Shelf::new(), &options, |progress| {
        let mut courses = turns.lock().expect("nobody panics");
        progress.turns.iter().for_each(|turn| courses.hear(turn));
    });
    (report.expect("a run"), turns.into_inner().expect("nobody panics"))
}

/// The picture of a page, a row after the other; nothing on a machine where no browser starts.
fn picture(folder: &Path, page: &Path, scheme: u8) -> Option<Vec<[u8; 3]>> {
    let file = folder.join(format!("{scheme}.png"));
    let [wide, high] = WINDOW;
    let drawn = Command::new("chromium")
        .args(["--headless", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--hide-scrollbars"])
        .args([format!("--blink-settings=preferredColorScheme={scheme}"), format!("--window-size={wide},{high}")])
        .args([format!("--user-data-dir={}", folder.display()), format!("--screenshot={}", file.display())])
        .arg(format!("file://{}", page.display()))
        .stderr(Stdio::null())
        .status();
    drawn.ok().filter(std::process::ExitStatus::success)?;
    let decoder = png::Decoder::new(std::io::BufReader::new(fs::File::open(file).expect("the browser draws")));
    let mut reader = decoder.read_info().expect("a picture");
    let mut bytes = vec![0; reader.output_buffer_size().expect("a size")];
    let info = reader.next_frame(&mut bytes).expect("a picture");
    assert_eq!([info.width as usize, info.height as usize], WINDOW);
    let deep = info.color_type.samples();
    Some(bytes.chunks_exact(deep).map(|pixel| [pixel[0], pixel[1], pixel[2]]).collect())
}

#[test]
fn a_browser_draws_it_in_light_and_dark() {
    let folder = tempfile::tempdir().expect("a folder");
    let (report, turns) = battles();
    let file = folder.path().join("page.html");
    fs::write(&file, page(&Shelf::new(), &[(String::from("battles.jsonl"), report)], &turns)).expect("written");
    for (scheme, colours) in [(1, LIGHT), (0, DARK)] {
        let Some(pixels) = picture(folder.path(), &file, scheme) else {
            println!("no chromium starts on this machine: the page is not looked at");
            return;
        };
        let of = |colour: [u8; 3]| pixels.iter().filter(|pixel| **pixel == colour).count();
        let [paper, ink, blue, red] = colours.map(of);
        assert!(paper * 2 > pixels.len(), "most is paper: {paper} of {}", pixels.len());
        assert!(ink > 2000 && blue > 300 && red > 300, "ink {ink}, Blue {blue}, Red {red}");
        // Nothing touches the sides.
        let [wide, _] = WINDOW;
        let clear = |row: &[[u8; 3]]| [0, wide - 1].iter().all(|column| row[*column] == colours[0]);
        assert!(pixels.chunks_exact(wide).all(clear));
    }
}
