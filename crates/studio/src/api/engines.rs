//! The engines, for those who care.

use marquetry_search::matching::best::SEARCHES;
use marquetry_search::{ENGINES, Engine, Finds};
use serde::{Deserialize, Serialize};

use crate::answer::{Answer, Args};

#[derive(Deserialize)]
pub struct Of {
    family: Option<String>,
}

#[derive(Serialize)]
struct Engines {
    engines: Vec<One>,
    /// Those that look for the best board.
    best: Vec<Best>,
    /// How many threads there can be.
    threads: usize,
}

#[derive(Serialize)]
struct One {
    name: &'static str,
    family: &'static str,
    words: &'static str,
    /// "all", "number" or "one".
    finds: &'static str,
    threads: bool,
    shortest: bool,
}

#[derive(Serialize)]
struct Best {
    name: &'static str,
    words: &'static str,
}

pub async fn engines(Args(of): Args<Of>) -> Answer {
    let asked = |family: &str| of.family.as_deref().is_none_or(|asked| asked == family);
    let one = |engine: &Engine| One {
        name: engine.name,
        family: engine.family.name(),
        words: engine.summary,
        finds: match engine.finds {
            Finds::Number => "number",
            Finds::One => "one",
            _ => "all",
        },
        threads: engine.threads,
        shortest: engine.shortest,
    };
    let engines = ENGINES.iter().filter(|engine| asked(engine.family.name())).map(one).collect();
    let best = SEARCHES.iter().filter(|_| asked("matching"));
    let best = best.map(|search| Best { name: search.name, words: search.summary }).collect();
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    Answer::json(&Engines { engines, best, threads })
}
