//! Advice on the map: its place as a ghost, its target ringed, nothing of both under the sentence.

use ratatui::style::Color;

use super::Play;
use super::first_hour::{after_deployment, at};
use crate::Depth;
use crate::theme::{Ink, Palette, Theme};

/// How many cells of the screen have the ground of that ink.
fn cells(play: &mut Play, ink: Ink) -> usize {
    let wanted = Theme::new(Depth::True, Palette::Classic).ink(ink).bg;
    play.screen();
    let cells = &play.terminal.backend().buffer().content;
    cells.iter().filter(|cell| Some(cell.bg) == wanted && cell.bg != Color::Reset).count()
}

#[test]
fn advice_is_drawn_where_it_leads_and_gone_with_the_question() {
    let (mut places, mut targets) = (0, 0);
    for size in [(120, 40), (80, 24)] {
        let mut play = at(after_deployment());
        play.resize(size.0, size.1);
        for _ in 0..60 {
            play.keys("a");
            let screen = play.screen();
            let Some(row) = screen.lines().position(|line| line.contains("Advice — take it?")) else {
                play.keys("Esc Space Enter Enter");
                continue;
            };
            let sentence = screen.lines().nth(row + 1).unwrap_or_default().to_owned();
            let (ghost, ring) = (cells(&mut play, Ink::Ghost), cells(&mut play, Ink::Target));
            if sentence.contains(" facing ") {
                places += 1;
                assert!(ghost > 0, "{sentence}\n{screen}");
            }
            if sentence.contains("→ R") || sentence.contains("→ B") {
                targets += 1;
                assert!(ring > 0, "{sentence}\n{screen}");
            }
            play.keys("Esc");
            assert_eq!(cells(&mut play, Ink::Ghost), 0, "{sentence}");
            play.keys("a Enter Esc");
        }
    }
    println!("{places} places, {targets} targets");
    assert!(places > 0 && targets > 0, "{places} places, {targets} targets");
}
