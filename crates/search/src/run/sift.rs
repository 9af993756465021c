//! Which solutions are reported where they are to be reported once up to symmetry.

use marquetry_puzzle::{Solution, Symmetries};

use crate::engines::Metric;

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
    /// The first is, and then those that are the least of their images and not an image of that one. For the ways of a tray, of
    /// which an engine may look for one alone: it is told whichever image it meets.
    First(Symmetries<'a>, Metric, Option<Solution>),
}

impl<'a> Sift<'a> {
    /// Is this solution reported, or does another stand for it?
    pub fn wants(&mut self, solution: &Solution) -> bool {
        match self {
            Sift::All | Sift::Standing(_) => true,
            Sift::Least(symmetries) => symmetries.is_least(solution),
            Sift::First(symmetries, metric, first @ None) => {
                *first = Some(symmetries.canonical(&metric.apart(solution)));
                true
            }
            Sift::First(symmetries, metric, Some(first)) => {
                let way = metric.apart(solution);
                symmetries.is_least(&way) && symmetries.compare(&way, first).is_ne()
            }
        }
    }

    /// For another run that asks the same.
    pub fn again<'w>(&self) -> Sift<'w>
    where
        'a: 'w,
    {
        match self {
            Sift::All => Sift::All,
            Sift::Least(symmetries) => Sift::Least(symmetries.clone()),
            Sift::Standing(symmetries) => Sift::Standing(symmetries.clone()),
            Sift::First(symmetries, metric, _) => Sift::First(symmetries.clone(), *metric, None),
        }
    }
}
