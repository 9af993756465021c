//! What is asked of a puzzle, as a store keeps it.

use marquetry_search::matching::best::{Goal, Hunt};
use marquetry_search::{Limits, Order, Settings};
use serde::{Deserialize, Serialize};

/// What a run asks. Two runs of one puzzle that ask the same are the same run.
#[derive(Clone, PartialEq, Eq, Default, Debug, Serialize, Deserialize)]
#[serde(default)]
pub struct Question {
    /// The engine that was asked for, if any.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub engine: Option<String>,
    /// Each solution once up to symmetry.
    pub distinct: bool,
    /// The same, where a reflection is another solution.
    pub turns: bool,
    /// Boards of tiles that look alike are one.
    pub looks: bool,
    /// Only their number.
    pub count: bool,
    /// The order of cells, where one was asked for: `rows`, `columns`, `frame` or `centre`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub order: Option<String>,
    /// How many solutions are enough; all without it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub solutions: Option<u64>,
    /// The best board is asked for, not solutions.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub best: Option<Best>,
}

/// What the best board is to be.
#[derive(Clone, PartialEq, Eq, Default, Debug, Serialize, Deserialize)]
pub struct Best {
    /// Most tiles without a mismatch, instead of most edges that match.
    pub tiles: bool,
    /// How many cells may stay empty.
    pub holes: usize,
}

const ORDERS: [(&str, Order); 4] = [
    ("rows", Order::Rows),
    ("columns", Order::Columns),
    ("frame", Order::Frame),
    ("centre", Order::Centre),
];

impl Question {
    /// What a search asks.
    pub fn new(settings: &Settings, limits: &Limits) -> Question {
        let Settings { engine, distinct, turns, looks, order, count, .. } = settings.clone();
        let name = |order| ORDERS.iter().find(|(_, o)| *o == order).map(|(name, _)| *name);
        let order = order.and_then(name).map(str::to_owned);
        let solutions = limits.solutions;
        Question { engine, distinct, turns, looks, count, order, solutions, best: None }
    }

    /// How a search is to be made that answers it.
    pub fn settings(&self, threads: usize) -> Settings {
        let Question { engine, distinct, turns, looks, count, order, .. } = self.clone();
        let order = ORDERS.iter().find(|(name, _)| order.as_deref() == Some(*name));
        let order = order.map(|&(_, order)| order);
        Settings { engine, distinct, turns, looks, count, order, threads, ..Settings::default() }
    }

    /// How a hunt for the best board is to be made.
    pub fn hunt(&self, best: &Best, threads: usize) -> Hunt {
        let goal = if best.tiles { Goal::Tiles } else { Goal::Edges };
        Hunt { goal, engine: self.engine.clone(), holes: best.holes, threads, ..Hunt::default() }
    }

    /// In what another question differs from this one.
    pub fn differs(&self, other: &Question) -> Option<&'static str> {
        match () {
            _ if self.engine != other.engine => Some("is of another engine"),
            _ if self != other => Some("asks another question"),
            () => None,
        }
    }

    /// It in words.
    pub fn words(&self) -> String {
        let mut words = match (&self.best, self.count, self.solutions) {
            (Some(best), ..) if best.tiles => "the board with most tiles".to_owned(),
            (Some(_), ..) => "the best board".to_owned(),
            (_, true, _) => "how many solutions".to_owned(),
            (_, _, Some(1)) => "a solution".to_owned(),
            (_, _, Some(most)) => format!("{most} solutions"),
            _ => "all solutions".to_owned(),
        };
        if self.looks {
            words += " that look different";
        }
        if self.distinct {
            words += if self.turns { " up to turns" } else { " up to symmetry" };
        }
        words
    }
}
