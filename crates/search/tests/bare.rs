//! What the library promises without its features `disk` and `threads`: `cargo test --no-default-features --test bare`.

use std::ops::ControlFlow;

use marquetry_search::{Ending, Limits, Search, Stats, Watch};
use marquetry_testkit::corpus::answers;

/// Counts the threads of this program at every solution.
#[derive(Default)]
struct Threads(Vec<usize>);

impl Threads {
    fn now() -> usize {
        std::fs::read_dir("/proc/self/task").map_or(0, Iterator::count)
    }
}

impl Watch for Threads {
    fn solution(&mut self, _: &marquetry_puzzle::Solution, _: &Stats) -> ControlFlow<()> {
        self.0.push(Threads::now());
        ControlFlow::Continue(())
    }
}

#[test]
fn without_its_features_a_search_starts_no_thread_and_needs_no_disk() {
    if cfg!(any(feature = "threads", feature = "disk")) {
        return;
    }
    let before = Threads::now();
    let mut seen = Threads::default();
    // Engines that share their trees from the beginning, and those that are chosen.
    let engines = [("matching", "rows"), ("tiling", "cover"), ("sliding", "bfs")];
    for answer in answers() {
        let limits = Limits { nodes: Some(20_000), solutions: Some(3), ..Limits::default() };
        let search = Search::new(&answer.puzzle).threads(4).limits(limits);
        let named =
            engines.iter().find(|(family, _)| *family == answer.puzzle.family().name()).unwrap().1;
        for search in [search.clone().engine(named), search] {
            search.run(&mut seen).unwrap_or_else(|failure| panic!("{}: {failure:?}", answer.name));
        }
    }
    assert!(seen.0.len() > 20, "{}", seen.0.len());
    assert!(seen.0.iter().all(|&now| now == before), "{before}: {:?}", seen.0);

    let klotski = answers().into_iter().find(|answer| answer.name == "klotski").unwrap();
    let limits = Limits { memory: Some(100_000), ..Limits::default() };
    let search = Search::new(&klotski.puzzle).engine("bfs").limits(limits);
    let outcome = search.run(&mut ()).unwrap();
    assert_eq!((outcome.ending, outcome.trouble), (Ending::MemoryLimit, None));
}
