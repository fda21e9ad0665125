//! The part of the map that is drawn, and what is drawn over it.

use super::keys::Panel;
use crate::map::Painter;
use crate::map::overlay::OverlayKind;
use crate::map::projection::{Fit, Projection, Zoom};

/// The window on the map.
#[derive(Default)]
pub struct Window {
    pub(super) zoom: Zoom,
    pub(super) fit: Fit,
    /// The window as it was drawn last.
    pub(super) projection: Option<Projection>,
    pub(super) overlay: Option<OverlayKind>,
    /// The panel opened over the map.
    pub(super) panel: Option<Panel>,
    pub(super) painter: Painter,
}
