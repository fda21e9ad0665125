//! Watching a record in both directions.

use proving::DrillLibrary;

use super::{outpost, play_out};
use crate::{Game, RecordFile, Replay};

#[test]
fn a_replay_steps_jumps_and_goes_back() {
    let folder = tempfile::tempdir().expect("a folder");
    let record = RecordFile::create(folder.path(), &outpost(2)).expect("a record");
    let mut game = Game::start(&DrillLibrary, &outpost(2), Some(record)).expect("a game");
    play_out(&mut game);
    let path = game.past().record_path().expect("a path").to_path_buf();
    let mut replay = Replay::open(std::sync::Arc::new(DrillLibrary), &path).expect("a replay");
    let begin = replay.game().system().digest();
    assert!(!replay.back().expect("fine"), "already there");
    assert!(replay.forward().expect("legal"));
    let second = (replay.game().system().digest(), replay.game().stage().dispatches().len());
    replay.seek_turn(2).expect("legal");
    assert_eq!(replay.game().system().field().turn(), 2);
    replay.seek(usize::MAX).expect("legal");
    assert_eq!(replay.position(), replay.orders().len());
    assert_eq!(replay.game().system().digest(), game.system().digest());
    assert_eq!(replay.game().stage().dispatches(), game.stage().dispatches());
    assert!(!replay.forward().expect("fine"), "at the end");
    replay.seek(2).expect("legal");
    assert!(replay.back().expect("legal"));
    assert_eq!((replay.game().system().digest(), replay.game().stage().dispatches().len()), second);
    replay.seek(0).expect("legal");
    assert_eq!(replay.game().system().digest(), begin);
}
