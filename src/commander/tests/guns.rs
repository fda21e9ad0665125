//! Guns go where they can fire, and stay there.

use battle::{Arm, Side, System, UnitId};

use super::{commander, field, play};
use crate::memory::Memory;

/// Hexes within which enemies may drive guns away.
const PRESSED: i32 = 6;

/// Whether guns that stood there would have an enemy in sight and range.
fn has_a_target(battle: &dyn System, gun: UnitId, from: hexes::Hex) -> bool {
    let field = battle.field();
    let range = battle.estimates().fire_range(gun).hexes(field.inches_per_hex());
    field.present_of(field.side(gun).other()).any(|foe| {
        let near = field.footprint(foe).distance_to(from) <= range;
        near && battle.sees(from, field.unit(foe).pose.anchor)
    })
}

#[test]
fn guns_in_action_are_posted_where_they_have_a_target() {
    let profile = commander("steady", 1).profile.settings;
    let (mut in_action, mut leaves, mut moved_up) = (0, 0, 0);
    for seed in 0..6 {
        let sides = [commander("steady", seed), commander("steady", seed)];
        play(field(28, 6, 8, seed), sides, 300, |battle, side, _| {
            let view = battle.view(side, 1);
            let mut memory = Memory::default();
            memory.refresh(&*view, &profile, side);
            let plan = memory.plan.as_ref().expect("a plan");
            let guns = |unit: &UnitId| view.field().roster().unit(*unit).arm == Arm::Artillery;
            for gun in view.field().present_of(side).filter(guns) {
                let (here, post) = (view.field().unit(gun).pose.anchor, plan.post(gun));
                let fights = plan.mission(gun).is_some_and(|mission| !mission.is_recovery());
                let Some(post) = post.filter(|_| fights) else { continue };
                let [now, then] = [here, post].map(|hex| has_a_target(&*view, gun, hex));
                let pressed =
                    view.field().present_of(side.other()).any(|foe| view.field().distance(gun, foe) <= PRESSED);
                let now = now && !pressed;
                in_action += usize::from(now);
                leaves += usize::from(now && !then);
                moved_up += usize::from(!now && then);
            }
        });
    }
    // Those who leave are in more danger than their fire is worth.
    assert!(in_action > 20 && leaves * 4 < in_action, "{leaves} of {in_action} leave their targets");
    assert!(moved_up > 20, "{moved_up} times moved up");
}

#[test]
fn of_two_guns_each_has_a_place_of_its_own() {
    let battle = field(40, 8, 8, 3);
    let mut memory = Memory::default();
    memory.refresh(&*battle.view(Side::Blue, 1), &commander("steady", 1).profile.settings, Side::Blue);
    let plan = memory.plan.expect("a plan");
    let guns = |unit: &UnitId| battle.field().roster().unit(*unit).arm == Arm::Artillery;
    let posts: Vec<_> = battle.field().present_of(Side::Blue).filter(guns).filter_map(|gun| plan.post(gun)).collect();
    assert!(posts.len() > 1, "{posts:?}");
    assert!(posts.iter().enumerate().all(|(number, post)| !posts[..number].contains(post)), "{posts:?}");
}
