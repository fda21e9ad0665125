//! What the place says of itself, in sentences that several of its parts need.

/// What is said of a battle whose record cannot be played.
pub(crate) const STUCK: &str = "it cannot be continued; the host knows why";

/// What is said of a battle whose record cannot be written now.
pub(crate) const NO_DISK: &str = "the host's disk is full or broken; it goes on by itself when it is mended";

/// What is said when the database was deleted, cut or damaged.
pub(crate) const NO_BOOKS: &str =
    "the host's books are lost, and the host has been told; battles that go on are kept, and will be found again";

/// What is said of an order that could not be written.
pub(crate) const NOT_WRITTEN: &str =
    "the host's disk is full or broken, so it was not carried out; try again when it is mended";

/// How it begins what is said of a battle that this version plays otherwise than the one that wrote its record.
pub(crate) const ASTRAY: &str = "this version of the program plays it otherwise";

/// What is said when the place is closing.
pub(crate) const CLOSING: &str = "the place is closing";
