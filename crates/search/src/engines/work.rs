//! What is done with an engine's tree, and what is left of it.

use std::ops::ControlFlow;

use super::Settings;
use crate::parallel::{self, Make};
use crate::run::{Halt, Run};
use crate::tree::{Going, Interval};

/// What an engine has left of its search.
pub(crate) enum Open {
    /// Parts of the tree of the engine with this name; none when all was searched.
    Parts(&'static str, Vec<Interval>),
    /// It cannot be gone on with.
    Unresumable,
}

/// What an engine leaves behind: how its loop ended, and what it has left.
pub(crate) type Left = (ControlFlow<Halt>, Open);

/// What is done with the tables of an engine, once they are made.
pub(crate) type Work<'j> = dyn FnMut(&'static str, &Make<'_>, &mut Run<'_>) -> Left + 'j;

/// Searches a whole tree.
pub(crate) fn all(
    settings: &Settings,
) -> impl FnMut(&'static str, &Make<'_>, &mut Run<'_>) -> Left + use<> {
    rest_of(settings, Interval::WHOLE)
}

/// Searches a part of it.
pub(crate) fn rest_of(
    settings: &Settings,
    part: Interval,
) -> impl FnMut(&'static str, &Make<'_>, &mut Run<'_>) -> Left + use<> {
    let threads = settings.threads;
    move |engine, make, run| {
        let (flow, rest) = parallel::search(make, &part, threads, run);
        (flow, Open::Parts(engine, rest))
    }
}

/// Searches a part of the whole that somebody brings along.
pub(crate) fn brought(
    settings: &Settings,
    part: &Interval,
) -> impl FnMut(&'static str, &Make<'_>, &mut Run<'_>) -> Left + use<> {
    let (mut search, part) = (rest_of(settings, part.clone()), part.clone());
    move |engine, make, run| match Going::new(make(), part.clone()).check(run) {
        ControlFlow::Continue(()) => search(engine, make, run),
        flow => (flow, Open::Parts(engine, vec![part.clone()])),
    }
}
