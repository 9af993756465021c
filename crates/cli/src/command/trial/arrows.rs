use std::time::{Duration, Instant};

use marquetry_puzzle::Matching;
use marquetry_puzzle::generate::{Kind, generate};
use marquetry_search::matching::small::Small;

use crate::command::Exit;
use crate::command::output::{Complaint, print};
use crate::command::units::{grouped, some, threads};

/// Puzzles that are held at a time: so few that they stay in the cache between being made and being solved.
const BATCH: u64 = 256;

/// Nine tiles with heads and tails in four colours: all solutions of many puzzles, and how long it took.
///
/// Solutions are found up to symmetry. Making the puzzles is timed apart from solving them.
#[derive(clap::Args)]
pub struct Arrows {
    /// How many puzzles
    #[arg(long, value_name = "N", value_parser = some, default_value = "10000")]
    count: u64,
    /// The seed of the first puzzle; each other has the next
    #[arg(long, value_name = "S", default_value_t = 1)]
    seed: u64,
    /// How many threads solve
    #[arg(long, value_name = "N", value_parser = threads, default_value = "1")]
    threads: usize,
}

/// What solving some puzzles took and gave.
#[derive(Copy, Clone, Default)]
struct Sum {
    nodes: u64,
    solutions: u64,
    unsolved: u64,
}

impl Sum {
    fn plus(self, other: Sum) -> Sum {
        Sum {
            nodes: self.nodes + other.nodes,
            solutions: self.solutions + other.solutions,
            unsolved: self.unsolved + other.unsolved,
        }
    }
}

/// All solutions of one puzzle.
fn solutions(puzzle: &Matching) -> Sum {
    let mut solutions = 0;
    let small = Small::new(puzzle, true);
    let nodes = small.map_or(0, |small| small.solve(|_| solutions += 1));
    Sum { nodes, solutions, unsolved: u64::from(solutions == 0) }
}

impl Arrows {
    pub fn run(&self) -> Result<Exit, Complaint> {
        let (mut made, mut solved, mut sum) = (Duration::ZERO, Duration::ZERO, Sum::default());
        let mut left = self.count;
        while left > 0 {
            let batch = left.min(BATCH);
            let first = self.seed.wrapping_add(self.count - left);
            let begun = Instant::now();
            let make = |i| generate(Kind::Arrows, 3, 3, 4, first.wrapping_add(i)).ok();
            let puzzles: Vec<Matching> = (0..batch).filter_map(make).collect();
            made += begun.elapsed();
            let begun = Instant::now();
            sum = sum.plus(self.solve(&puzzles));
            solved += begun.elapsed();
            left -= batch;
        }
        if sum.unsolved > 0 {
            let words = "puzzles that have a solution were not solved, a fault of Marquetry";
            return Err(Complaint::Words(format!("{} {words}", sum.unsolved)));
        }
        print(&self.table(made, solved, sum))?;
        Ok(Exit::Yes)
    }

    fn solve(&self, puzzles: &[Matching]) -> Sum {
        let all = |part: &[Matching]| part.iter().map(solutions).fold(Sum::default(), Sum::plus);
        let threads = self.threads;
        if threads == 1 {
            return all(puzzles);
        }
        std::thread::scope(|scope| {
            let part = puzzles.len().div_ceil(threads).max(1);
            let parts: Vec<_> = puzzles.chunks(part).map(|p| scope.spawn(move || all(p))).collect();
            // A part that was lost shows as puzzles that were not solved.
            let lost = Sum { unsolved: part as u64, ..Sum::default() };
            parts.into_iter().map(|p| p.join().unwrap_or(lost)).fold(Sum::default(), Sum::plus)
        })
    }

    fn table(&self, made: Duration, solved: Duration, sum: Sum) -> String {
        let mean = |total: u64| total as f64 / self.count.max(1) as f64;
        let a_second = self.count as f64 / solved.as_secs_f64().max(1e-9);
        let rows = [
            ("family", "arrows 3x3, 4 colours".to_owned()),
            ("puzzles", grouped(self.count)),
            ("first seed", self.seed.to_string()),
            ("threads", self.threads.to_string()),
            ("made in", format!("{:.4} s", made.as_secs_f64())),
            ("solved in", format!("{:.4} s", solved.as_secs_f64())),
            ("puzzles a second", grouped(a_second as u64)),
            ("mean nodes", format!("{:.1}", mean(sum.nodes))),
            ("mean solutions", format!("{:.3}", mean(sum.solutions))),
        ];
        rows.iter().map(|(name, value)| format!("{name:<24} {value}\n")).collect()
    }
}
