//! A picture that has moved: what a terminal shows already it moves itself, in a few bytes a row, instead of being sent it anew.

use ratatui::layout::Size;

/// What a terminal shows in a cell, exactly: letter, colours and attributes.
pub(crate) type Code = u128;

/// Not known, or nothing that is moved; like no other cell.
pub(crate) const UNKNOWN: Code = 0;

/// Pictures of which fewer cells change are not looked at.
pub(crate) const LEAST: usize = 100;

/// The most rows by which a move is looked for; what it saves is then counted in all.
const PROBED: usize = 12;

/// Columns that a move leaves at least.
const KEPT: usize = 8;

/// Cells that moving a row has to save.
const WORTH: i32 = 8;

/// A window as a terminal shows it, row after row.
#[derive(Clone, Copy)]
struct Shown<'a> {
    codes: &'a [Code],
    size: Size,
}

impl Shown<'_> {
    fn at(&self, x: usize, y: usize) -> Code {
        self.codes[y * usize::from(self.size.width) + x]
    }
}

/// A part of some rows, the first and the one behind the last of each.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Part {
    columns: (usize, usize),
    rows: (usize, usize),
}

/// A move: sequences for the terminal, and what it shows afterwards.
pub(crate) struct Moved {
    /// The sequences. They work with any looks, for what they uncover is not known, and leave the cursor anywhere.
    pub(crate) bytes: Vec<u8>,
    /// What is shown then; what was uncovered is not known.
    pub(crate) codes: Vec<Code>,
}

/// The move that brings one picture nearest to another, if one brings it much nearer.
pub(crate) fn nearest(before: &[Code], after: &[Code], size: Size) -> Option<Moved> {
    let (before, after) = (Shown { codes: before, size }, Shown { codes: after, size });
    let part = changed(before, after)?;
    let sideways = parts(before, after, part).into_iter().filter_map(|part| sideways(before, after, part));
    let (_, moved) = sideways.chain(updown(before, after, part)).max_by_key(|(saved, _)| *saved)?;
    Some(moved)
}

/// The part of the window in which much changes.
fn changed(before: Shown<'_>, after: Shown<'_>) -> Option<Part> {
    let (width, height) = (usize::from(after.size.width), usize::from(after.size.height));
    let differs = |x: usize, y: usize| before.at(x, y) != after.at(x, y);
    let counts: Vec<usize> = (0..height).map(|y| (0..width).filter(|x| differs(*x, y)).count()).collect();
    if counts.iter().sum::<usize>() < LEAST {
        return None;
    }
    let busy = |y: &usize| counts[*y] >= KEPT;
    let rows = ((0..height).find(busy)?, (0..height).rev().find(busy)? + 1);
    let column = |x: &usize| (rows.0..rows.1).any(|y| differs(*x, y));
    Some(Part { columns: ((0..width).find(column)?, (0..width).rev().find(column)? + 1), rows })
}

/// The part as it is and without what stands beside a border on its right; without a border, as wide as the window.
fn parts(before: Shown<'_>, after: Shown<'_>, part: Part) -> Vec<Part> {
    let (left, right) = part.columns;
    let rows = part.rows.0..part.rows.1;
    let line = |x: &usize| {
        let there = |y: &usize| {
            let code = after.at(*x, *y);
            code != UNKNOWN && code == before.at(*x, *y) && is_border(code)
        };
        rows.clone().filter(there).count() * 4 > rows.len() * 3
    };
    let border = ((left + right) / 2..right).find(line);
    // To the right edge a move is half as long; from the left one a row leads to the next with one character.
    let width = usize::from(after.size.width);
    let columns = border.map_or([(left, width), (0, width)], |border| [part.columns, (left, border)]);
    columns.into_iter().map(|columns| Part { columns, ..part }).collect()
}

/// Whether a cell is the side of a panel.
fn is_border(code: Code) -> bool {
    let letter = (code & 0x1f_ffff) as u32;
    ['│', '╭', '╰', '|', '+'].into_iter().any(|one| u32::from(one) == letter)
}

/// How many cells more are right when they come from there than when nothing is moved.
fn saved(before: Shown<'_>, after: Shown<'_>, there: (usize, usize), from: Option<(usize, usize)>) -> i32 {
    let wanted = after.at(there.0, there.1);
    let right = |code: Code| i32::from(code == wanted && code != UNKNOWN);
    from.map_or(0, |(x, y)| right(before.at(x, y))) - right(before.at(there.0, there.1))
}

/// Where a place's content comes from when it is moved back by so many within a range.
fn source(at: usize, by: i32, (first, end): (usize, usize)) -> Option<usize> {
    at.checked_add_signed(by as isize).filter(|from| (first..end).contains(from))
}

/// The best move to the left or right, and how many cells it saves.
fn sideways(before: Shown<'_>, after: Shown<'_>, part: Part) -> Option<(i32, Moved)> {
    let (left, right) = part.columns;
    let room = (right - left).checked_sub(KEPT)? as i32;
    let row = |y: usize, by: i32| -> i32 {
        (left..right).map(|x| saved(before, after, (x, y), source(x, by, part.columns).map(|x| (x, y)))).sum()
    };
    let rows = || part.rows.0..part.rows.1;
    let step = rows().len().div_ceil(PROBED).max(1);
    let probe = |by: &i32| rows().step_by(step).map(|y| row(y, *by)).sum::<i32>();
    let by = (-room..=room).filter(|by| *by != 0).max_by_key(probe)?;
    let worth: Vec<(usize, i32)> = rows().map(|y| (y, row(y, by))).filter(|(_, saved)| *saved > WORTH).collect();
    let mut codes = before.codes.to_vec();
    let width = usize::from(before.size.width);
    for (y, _) in &worth {
        for x in left..right {
            let from = source(x, by, part.columns);
            codes[y * width + x] = from.map_or(UNKNOWN, |from| before.at(from, *y));
        }
    }
    let rows: Vec<usize> = worth.iter().map(|(y, _)| *y).collect();
    let bytes = row_moves(&rows, by, part.columns, width);
    (!rows.is_empty()).then(|| (worth.iter().map(|(_, saved)| saved).sum(), Moved { bytes, codes }))
}

/// The sequences that move a part of those rows: letters are taken out at one end and put in at the other.
fn row_moves(rows: &[usize], by: i32, (left, right): (usize, usize), width: usize) -> Vec<u8> {
    let count = by.unsigned_abs() as usize;
    let (out, into) = if by > 0 { (left, right - count) } else { (right - count, left) };
    let mut bytes = String::new();
    for (place, y) in rows.iter().enumerate() {
        let next = place > 0 && rows[place - 1] + 1 == *y && right == width;
        let mut go = |x: usize| match next {
            true if x == 0 => bytes.push('\n'),
            true => bytes.push_str("\x1b[B"),
            false if x == 0 => bytes.push_str(&format!("\x1b[{}H", y + 1)),
            false => bytes.push_str(&format!("\x1b[{};{}H", y + 1, x + 1)),
        };
        match (by > 0, right == width) {
            (true, true) => {
                go(out);
                bytes.push_str(&format!("\x1b[{count}P"));
            }
            (false, true) => {
                go(into);
                bytes.push_str(&format!("\x1b[{count}@"));
            }
            (_, false) => {
                go(out);
                bytes.push_str(&format!("\x1b[{count}P\x1b[{};{}H\x1b[{count}@", y + 1, into + 1));
            }
        }
    }
    bytes.into_bytes()
}

/// The best move of whole rows up or down, and how many cells it saves.
fn updown(before: Shown<'_>, after: Shown<'_>, part: Part) -> Option<(i32, Moved)> {
    let (top, bottom) = part.rows;
    let width = usize::from(before.size.width);
    let room = (bottom - top).checked_sub(2)? as i32;
    let cells = |by: i32, step: usize| -> i32 {
        let row = |y: usize| {
            let from = source(y, by, part.rows);
            (0..width).step_by(step).map(|x| saved(before, after, (x, y), from.map(|y| (x, y)))).sum::<i32>()
        };
        (top..bottom).map(row).sum()
    };
    let step = width.div_ceil(PROBED * 2).max(1);
    let by = (-room..=room).filter(|by| *by != 0).max_by_key(|by| cells(*by, step))?;
    let mut codes = before.codes.to_vec();
    for y in top..bottom {
        let from = source(y, by, part.rows);
        for x in 0..width {
            codes[y * width + x] = from.map_or(UNKNOWN, |from| before.at(x, from));
        }
    }
    let (letter, count) = (if by > 0 { 'M' } else { 'L' }, by.unsigned_abs());
    let first = top + 1;
    let bytes = format!("\x1b[{first};{bottom}r\x1b[{first}H\x1b[{count}{letter}\x1b[r").into_bytes();
    Some((cells(by, 1), Moved { bytes, codes })).filter(|(saved, _)| *saved > WORTH)
}
