//! Lessons, on the drill.

use super::Play;

#[test]
fn the_tutorial_is_on_the_title_and_its_steps_follow_what_is_done() {
    let mut play = Play::new(120, 40);
    play.keys("t").shows("Under which rules?").keys("Enter");
    play.shows("Lesson 1, step 1 of 5: These are your troops.");
    play.keys("Tab").shows("step 2 of 5: Each has a list of what it can do. Enter opens it");
    play.keys("Enter").shows("step 3 of 5: March one towards the flag.");
    play.keys("Esc").shows("step 3 of 5");
}

#[test]
fn a_lesson_draws_on_the_map_what_to_press() {
    let mut play = Play::new(120, 40);
    let drawn = |play: &mut Play, key: &str| {
        let screen = play.screen();
        screen.lines().skip(4).take(33).any(|line| line.contains(key))
    };
    play.keys("t Enter");
    assert!(drawn(&mut play, " Tab "), "{}", play.screen());
    play.keys("Tab");
    assert!(drawn(&mut play, " Enter "), "{}", play.screen());
    play.keys("Enter").shows("◄");
}

#[test]
fn a_lesson_goes_on_by_itself_when_its_step_cannot_be_done() {
    let mut play = Play::new(120, 40);
    play.keys("t Enter");
    for _ in 0..40 {
        play.keys("Space Enter");
        if play.screen().contains("The lesson is over") || play.screen().contains("Lesson 2") {
            return;
        }
    }
    panic!("it waits for ever:\n{}", play.screen());
}

#[test]
fn a_lesson_fits_a_small_window() {
    let mut play = Play::new(80, 24);
    play.keys("t Enter").shows("Lesson 1, step 1 of 5").shows("press it.");
}

#[test]
fn a_list_without_the_order_that_is_asked_for_is_to_be_closed() {
    let mut play = Play::new(120, 40);
    play.keys("t Enter Tab Enter Esc").shows("Enter, then \"Order\". Space");
    play.keys("Up Up Up Up Enter").shows("Done").shows("is not in this list");
}

#[test]
fn a_lesson_whose_battle_ends_early_tells_what_was_left() {
    let mut play = Play::new(120, 40);
    play.keys("t Enter").shows("step 1 of 5").keys(":").typed("resign");
    play.keys("Enter").shows("Resign?").keys("Enter");
    for _ in 0..5 {
        if play.screen().contains("The lesson is over") {
            break;
        }
        play.keys("Enter");
    }
    play.shows("The battle was over before its last step").shows("Who stands on the flag holds it.").hides("Well done");
}

#[test]
fn the_first_step_leads_out_of_an_open_list() {
    let mut play = Play::new(120, 40);
    play.keys("t Enter Enter").shows("step 1 of 5: These are your troops. Go back first: Esc.");
    play.keys("Esc").shows("Tab goes from one to the next:").keys("Tab").shows("step 2 of 5");
}

#[test]
fn a_lesson_that_was_left_is_a_lesson_when_it_is_gone_on_with() {
    let mut play = Play::new(120, 40);
    play.keys("t Enter Tab Enter Esc :").typed("order b1");
    play.keys("Enter").shows("Lesson 1").keys("q t").hides("Lesson 1");
    play.keys("c Enter").shows("Lesson 1, step 3 of 5: March one towards the flag.");
}
