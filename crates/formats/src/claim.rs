//! How sure a format is that a text is its own.

/// What a format says of a whole text that nobody has named the format of.
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Claim {
    /// It is something else.
    No,
    /// It may be, and it may be something else as well: somebody has to say.
    Could,
    /// Nobody would write this and mean another format. A fault inside it is a fault of this format.
    Surely,
}
