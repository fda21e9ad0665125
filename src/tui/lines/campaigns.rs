//! Campaigns in the lobby, told in sentences: what can be begun, and the ways on from a battle that is over.

use table::campaign::{self, Standing, tell};

use crate::host::{GoingOn, Host, Linked, Offer, Opponent};

/// The first battle of each campaign, with what is said of it.
pub(super) fn firsts() -> Vec<(String, Linked)> {
    let known = campaign::builtin().iter().filter_map(|listed| campaign::load(listed.key).ok());
    known.map(|one| (format!("Campaign: {}, {}", one.title, one.date), Linked { key: one.key, after: None })).collect()
}

/// The battles that a campaign can go on to, each with the way there in words; none where somebody else chooses.
pub(super) fn ways_on(host: &dyn Host, going: &GoingOn) -> Vec<(String, Offer)> {
    let Ok((taken, side, opponent)) = host.campaign_after(going.room) else { return Vec::new() };
    let Ok(position) = taken.run.position() else { return Vec::new() };
    let Standing::Choice { side: chooser, ways } = &position.standing else { return Vec::new() };
    let stage = taken.run.past.last().and_then(|last| taken.run.campaign.stage_named(&last.stage));
    let Some(stage) = stage.map(|stage| &taken.run.campaign.stages[stage]) else { return Vec::new() };
    let open = match (&opponent, *chooser == side) {
        (_, true) => ways.clone(),
        (Opponent::Commander(_), false) => vec![ways[taken.run.lot(ways.len())]],
        _ => Vec::new(),
    };
    let row = |way: usize| {
        let brings = tell::brings(&taken.run.campaign, &stage.ways[way], &position.ledger).join(" ");
        let offer = Offer {
            battle: Linked { key: taken.run.campaign.key.clone(), after: Some((going.room, way)) }.to_string(),
            system: String::from(taken.terms.system.key),
            house: taken.terms.house.clone(),
            side,
            opponent: opponent.clone(),
        };
        (format!("On with {}: {}. {brings}", going.told, stage.ways[way].name), offer)
    };
    open.into_iter().map(row).collect()
}
