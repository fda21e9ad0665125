//! A disk in memory on which writes fail and the power is cut, to rehearse what the real one does once in a while.

use std::collections::BTreeMap;
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::Duration;

use crate::disk::{Disk, DiskFile};

/// Bytes that come to the disk together or not at all. Real ones are larger; small ones tear lines in more places.
const SECTOR: usize = 16;

/// What goes wrong.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Trouble {
    /// There is no room: half of what is appended comes through, new files cannot be made.
    NoSpace,
    /// Nothing comes to the disk, and what was under way is lost even if the next sync works.
    Broken,
    /// The power goes in the middle of it, and everything fails from then on.
    PowerCut,
}

/// What is done at the moment of a power cut.
type Then = Box<dyn FnOnce() + Send>;

/// A disk in memory. It shows what a process sees, and keeps beside it what a power cut would leave: of what was not
/// synced any part, in any order, torn anywhere; never anything of what was.
#[derive(Clone, Default)]
pub struct SimulatedDisk {
    state: Arc<Mutex<State>>,
}

#[derive(Default)]
struct State {
    /// Names as the process sees them.
    names: BTreeMap<PathBuf, Shared>,
    /// Names that are on the disk.
    kept: BTreeMap<PathBuf, Shared>,
    /// Changes of names that are not.
    since: Vec<(PathBuf, Option<Shared>)>,
    operations: u64,
    troubles: Vec<(u64, u64, Trouble)>,
    cut: bool,
    then: Option<Then>,
    pause: Duration,
}

type Shared = Arc<Mutex<Content>>;

#[derive(Default)]
struct Content {
    now: Vec<u8>,
    safe: Vec<u8>,
    since: Vec<Change>,
}

#[derive(Clone)]
enum Change {
    Write(usize, Vec<u8>),
    Cut(usize),
}

/// A file of it.
struct Simulated {
    disk: SimulatedDisk,
    content: Shared,
}

impl std::fmt::Debug for SimulatedDisk {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("SimulatedDisk").field("operations", &self.operations()).finish()
    }
}

impl std::fmt::Debug for Simulated {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("a file in memory")
    }
}

fn held<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl SimulatedDisk {
    /// How many changes and syncs there were.
    #[must_use]
    pub fn operations(&self) -> u64 {
        held(&self.state).operations
    }

    /// From the operation of that number on, up to but without the other, this goes wrong.
    pub fn plan(&self, from: u64, until: u64, trouble: Trouble) {
        held(&self.state).troubles.push((from, until, trouble));
    }

    /// Nothing goes wrong any more that was planned.
    pub fn repair(&self) {
        held(&self.state).troubles.clear();
    }

    /// Every sync takes so long from now on.
    pub fn slow_down(&self, pause: Duration) {
        held(&self.state).pause = pause;
    }

    /// Does that when the power is cut, before anything else can happen to this disk.
    pub fn when_cut(&self, then: impl FnOnce() + Send + 'static) {
        held(&self.state).then = Some(Box::new(then));
    }

    /// Cuts the power now.
    pub fn cut(&self) {
        held(&self.state).cut_now();
    }

    /// Whether the power was cut.
    #[must_use]
    pub fn is_cut(&self) -> bool {
        held(&self.state).cut
    }

    /// What is found when the power is back: everything that was synced, and of the rest whatever chance leaves.
    #[must_use]
    pub fn after_power_cut(&self, seed: u64) -> SimulatedDisk {
        let mut chance = Chance(seed);
        let state = held(&self.state);
        let mut names = state.kept.clone();
        for (name, content) in &state.since {
            if chance.below(2) == 0 {
                continue;
            }
            match content {
                Some(content) => names.insert(name.clone(), Arc::clone(content)),
                None => names.remove(name),
            };
        }
        let left = |content: &Shared, chance: &mut Chance| {
            let bytes = held(content).left(chance);
            Arc::new(Mutex::new(Content { now: bytes.clone(), safe: bytes, since: Vec::new() }))
        };
        let names: BTreeMap<PathBuf, Shared> =
            names.iter().map(|(name, content)| (name.clone(), left(content, &mut chance))).collect();
        let state = State { kept: names.clone(), names, ..State::default() };
        SimulatedDisk { state: Arc::new(Mutex::new(state)) }
    }

    /// Counts an operation; what goes wrong with it.
    fn operate(&self) -> io::Result<Option<Trouble>> {
        let mut state = held(&self.state);
        if state.cut {
            return Err(power());
        }
        let number = state.operations;
        state.operations += 1;
        let trouble = state.troubles.iter().find(|(from, until, _)| (*from..*until).contains(&number));
        let trouble = trouble.map(|(.., trouble)| *trouble);
        Ok(trouble)
    }

    fn change_name(&self, path: &Path, content: Option<Shared>) -> io::Result<()> {
        let trouble = self.operate()?;
        if trouble == Some(Trouble::Broken) || trouble == Some(Trouble::NoSpace) && content.is_some() {
            return Err(error(trouble));
        }
        let mut state = held(&self.state);
        match &content {
            Some(content) => state.names.insert(path.to_path_buf(), Arc::clone(content)),
            None => state.names.remove(path),
        };
        state.since.push((path.to_path_buf(), content));
        drop(state);
        self.or_cut(trouble)
    }

    fn or_cut(&self, trouble: Option<Trouble>) -> io::Result<()> {
        if trouble != Some(Trouble::PowerCut) {
            return Ok(());
        }
        self.cut();
        Err(power())
    }

    fn content(&self, path: &Path) -> io::Result<Shared> {
        let state = held(&self.state);
        if state.cut {
            return Err(power());
        }
        state.names.get(path).cloned().ok_or_else(|| ErrorKind::NotFound.into())
    }

    fn file(&self, content: Shared) -> Arc<dyn DiskFile> {
        Arc::new(Simulated { disk: self.clone(), content })
    }
}

impl State {
    fn cut_now(&mut self) {
        if !std::mem::replace(&mut self.cut, true)
            && let Some(then) = self.then.take()
        {
            then();
        }
    }
}

fn power() -> io::Error {
    io::Error::other("the power is gone")
}

fn error(trouble: Option<Trouble>) -> io::Error {
    match trouble {
        Some(Trouble::NoSpace) => ErrorKind::StorageFull.into(),
        _ => io::Error::other("the disk is broken"),
    }
}

impl Content {
    fn change(&mut self, change: Change) {
        apply(&mut self.now, &change);
        self.since.push(change);
    }

    /// What a power cut leaves.
    fn left(&self, chance: &mut Chance) -> Vec<u8> {
        let mut left = self.safe.clone();
        let mut changes = self.since.clone();
        while !changes.is_empty() {
            let change = changes.swap_remove(chance.below(changes.len() as u64) as usize);
            match (chance.below(4), change) {
                (0, _) => {}
                (1, change) | (_, change @ Change::Cut(_)) => apply(&mut left, &change),
                (_, Change::Write(at, bytes)) => tear(&mut left, at, &bytes, chance),
            }
        }
        left
    }
}

fn apply(bytes: &mut Vec<u8>, change: &Change) {
    match change {
        Change::Cut(length) => bytes.truncate(*length),
        Change::Write(at, written) => {
            let end = at + written.len();
            if bytes.len() < end {
                bytes.resize(end, 0);
            }
            bytes[*at..end].copy_from_slice(written);
        }
    }
}

/// Applies some sectors of a write.
fn tear(bytes: &mut Vec<u8>, at: usize, written: &[u8], chance: &mut Chance) {
    let mut from = 0;
    while from < written.len() {
        let until = (((at + from) / SECTOR + 1) * SECTOR - at).min(written.len());
        if chance.below(2) == 0 {
            apply(bytes, &Change::Write(at + from, written[from..until].to_vec()));
        }
        from = until;
    }
}

impl Disk for SimulatedDisk {
    fn read(&self, path: &Path) -> io::Result<Vec<u8>> {
        Ok(held(&*self.content(path)?).now.clone())
    }

    fn length(&self, path: &Path) -> io::Result<u64> {
        Ok(held(&*self.content(path)?).now.len() as u64)
    }

    fn create(&self, path: &Path) -> io::Result<Arc<dyn DiskFile>> {
        if held(&self.state).names.contains_key(path) {
            return Err(ErrorKind::AlreadyExists.into());
        }
        let content = Shared::default();
        self.change_name(path, Some(Arc::clone(&content)))?;
        Ok(self.file(content))
    }

    fn reopen(&self, path: &Path) -> io::Result<Arc<dyn DiskFile>> {
        self.content(path).map(|content| self.file(content))
    }

    fn rename(&self, from: &Path, to: &Path) -> io::Result<()> {
        let content = self.content(from)?;
        self.change_name(to, Some(content))?;
        self.change_name(from, None)
    }

    fn remove(&self, path: &Path) -> io::Result<()> {
        self.content(path)?;
        self.change_name(path, None)
    }

    fn sync_folder(&self, path: &Path) -> io::Result<()> {
        let trouble = self.operate()?;
        if trouble == Some(Trouble::Broken) {
            return Err(error(trouble));
        }
        self.or_cut(trouble)?;
        let mut state = held(&self.state);
        let (here, elsewhere) =
            std::mem::take(&mut state.since).into_iter().partition(|(name, _)| name.parent() == Some(path));
        state.since = elsewhere;
        let here: Vec<(PathBuf, Option<Shared>)> = here;
        for (name, content) in here {
            match content {
                Some(content) => state.kept.insert(name, content),
                None => state.kept.remove(&name),
            };
        }
        Ok(())
    }
}

impl DiskFile for Simulated {
    fn append(&self, bytes: &[u8]) -> io::Result<()> {
        let trouble = self.disk.operate()?;
        let mut content = held(&self.content);
        let part = match trouble {
            None | Some(Trouble::PowerCut) => bytes,
            Some(Trouble::NoSpace) => &bytes[..bytes.len() / 2],
            Some(Trouble::Broken) => &[],
        };
        let end = content.now.len();
        content.change(Change::Write(end, part.to_vec()));
        drop(content);
        self.disk.or_cut(trouble)?;
        if trouble.is_some() { Err(error(trouble)) } else { Ok(()) }
    }

    fn truncate(&self, length: u64) -> io::Result<()> {
        let trouble = self.disk.operate()?;
        if trouble == Some(Trouble::Broken) {
            return Err(error(trouble));
        }
        held(&self.content).change(Change::Cut(length as usize));
        self.disk.or_cut(trouble)
    }

    fn sync(&self) -> io::Result<()> {
        let trouble = self.disk.operate()?;
        let pause = held(&self.disk.state).pause;
        if trouble == Some(Trouble::Broken) {
            held(&self.content).since.clear();
            return Err(error(trouble));
        }
        self.disk.or_cut(trouble)?;
        let upto = held(&self.content).since.len();
        if !pause.is_zero() {
            thread::sleep(pause);
        }
        if self.disk.is_cut() {
            return Err(power());
        }
        let content = &mut *held(&self.content);
        let done: Vec<Change> = content.since.drain(..upto).collect();
        done.iter().for_each(|change| apply(&mut content.safe, change));
        Ok(())
    }
}

/// Numbers by chance, the same for the same seed.
struct Chance(u64);

impl Chance {
    fn below(&mut self, most: u64) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        (mixed ^ (mixed >> 31)) % most
    }
}
