//! The mouse in the editor: the left button uses the tool, drags draw, the right one takes up what is there, the wheel changes
//! the brush; the panel is clicked.

use ratatui::layout::Position;

use super::Editor;
use super::tools::Tool;
use crate::layer::{Flow, Input};

/// What a click on the panel does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Spot {
    /// Takes a tool in hand.
    Tool(Tool),
    /// Takes one of what the tool can use.
    Kind(usize),
}

impl Editor {
    pub(super) fn mouse(&mut self, input: Input) -> Flow {
        match input {
            Input::Click(at) => self.click(at),
            Input::Drag(at) => self.drag(at),
            Input::Inspect(at) => {
                if let (Some(hex), Some(grid)) = (self.hex_at(at), self.draft.sketch().grid) {
                    self.point(hex);
                    self.pick(grid);
                }
                Flow::Stay
            }
            Input::WheelUp(at) => self.wheel(at, true),
            Input::WheelDown(at) => self.wheel(at, false),
            Input::Key(_) => Flow::Stay,
        }
    }

    fn hex_at(&self, at: Position) -> Option<hexes::Hex> {
        self.view.projection.and_then(|known| known.hex_at(at.x, at.y))
    }

    fn spot(&self, at: Position) -> Option<Spot> {
        self.spots.iter().find(|(area, _)| area.contains(at)).map(|(_, spot)| *spot)
    }

    fn click(&mut self, at: Position) -> Flow {
        match self.spot(at) {
            Some(Spot::Tool(tool)) => self.choose_tool(tool),
            Some(Spot::Kind(row)) => self.choose_kind(row),
            None => {
                if let Some(hex) = self.hex_at(at) {
                    self.point(hex);
                    return self.use_tool(false);
                }
            }
        }
        Flow::Stay
    }

    fn drag(&mut self, at: Position) -> Flow {
        let Some(hex) = self.hex_at(at).filter(|hex| *hex != self.cursor) else { return Flow::Stay };
        if self.spot(at).is_some() {
            return Flow::Stay;
        }
        let from = std::mem::replace(&mut self.cursor, hex);
        if self.held.is_some() || !self.tool.paints() && !matches!(self.tool, Tool::Goals | Tool::Arrivals) {
            return Flow::Stay;
        }
        // A quick hand passes over hexes between two reports.
        for step in between(from, hex) {
            self.cursor = step;
            drop(self.use_tool(true));
        }
        Flow::Stay
    }

    fn wheel(&mut self, at: Position, up: bool) -> Flow {
        match self.spot(at) {
            Some(_) => {
                let rows = self.rows().len();
                let at = self.kind();
                self.set_kind(if up { at.saturating_sub(1) } else { (at + 1).min(rows.saturating_sub(1)) });
            }
            None if self.tool == Tool::Units || self.held.is_some() => self.turn(up),
            None => self.resize_brush(up),
        }
        Flow::Stay
    }
}

/// The hexes from one to another, without the first.
fn between(from: hexes::Hex, to: hexes::Hex) -> Vec<hexes::Hex> {
    let mut at = from;
    let mut steps = Vec::new();
    while at != to {
        let near = at.neighbors().into_iter().min_by_key(|near| near.distance(to));
        let Some(near) = near else { break };
        at = near;
        steps.push(at);
    }
    steps
}
