//! Which solutions are reported where they are to be reported once up to symmetry.

use std::collections::HashSet;

use marquetry_puzzle::{Solution, Symmetries};

/// The bytes that a solution takes, about.
pub(crate) fn heft(solution: &Solution) -> u64 {
    let inside = match solution {
        Solution::Board(board) => size_of_val(&board[..]),
        Solution::Cover(cover) => {
            cover.iter().map(|p| size_of_val(p) + size_of_val(&p.cells[..])).sum()
        }
        Solution::Moves(moves) => {
            moves.iter().map(|m| size_of_val(m) + size_of_val(&m.path[..])).sum()
        }
        Solution::Options(options) => size_of_val(&options[..]),
    };
    // The solution itself, and what the collection that holds it keeps free beside it.
    (inside + 2 * size_of::<Solution>()) as u64
}

/// What each solution goes through where it is to be reported once up to symmetry.
pub(super) enum Sift<'a> {
    /// All are reported: nothing is equal, or the engine meets one of each class.
    All,
    /// Those are reported that are the least of their images: the engine meets all.
    Least(Symmetries<'a>),
    /// The engine passes on one of each class, and the least of its images is reported.
    Standing(Symmetries<'a>),
    /// The first of each class is. For paths of a sliding puzzle, of which an engine may meet one image and not the other.
    First(Sieve<'a>),
}

impl<'a> Sift<'a> {
    /// For another run that asks the same.
    pub fn again<'w>(&self) -> Sift<'w>
    where
        'a: 'w,
    {
        match self {
            Sift::All => Sift::All,
            Sift::Least(symmetries) => Sift::Least(symmetries.clone()),
            Sift::Standing(symmetries) => Sift::Standing(symmetries.clone()),
            Sift::First(sieve) => Sift::First(Sieve::new(sieve.symmetries.clone())),
        }
    }
}

/// What was reported already.
pub(super) struct Sieve<'a> {
    pub symmetries: Symmetries<'a>,
    seen: HashSet<Solution>,
    /// What that takes, about.
    pub bytes: u64,
}

impl<'a> Sieve<'a> {
    /// Nothing yet.
    pub fn new(symmetries: Symmetries<'a>) -> Sieve<'a> {
        Sieve { symmetries, seen: HashSet::new(), bytes: 0 }
    }

    /// Is it new?
    pub fn insert(&mut self, least: &Solution) -> bool {
        let new = self.seen.insert(least.clone());
        self.bytes += if new { heft(least) } else { 0 };
        new
    }
}
