use std::cmp::Ordering;

use marquetry_formats::detect::{Format, read_solutions};
use marquetry_formats::{Rejected, dlx};
use marquetry_puzzle::{ExactCover, Puzzle, Score, Solution, judge};

use super::Exit;
use super::input::{Given, Input, ask_for_goal, read_source};
use super::output::{Complaint, hush, print};

/// Judge a solution: its score, or all that is wrong with it.
///
/// The exit code is 0 when the solution solves the puzzle and 1 when it does not; with --at-least, 0 when it breaks
/// no rule of placement and matches that many edges.
#[derive(clap::Args)]
pub struct Check {
    #[command(flatten)]
    input: Input,
    /// The solution: a file, - for standard input, or a link
    solution: String,
    /// The goal's file, for a Berkeley tray
    #[arg(long, value_name = "FILE")]
    goal: Option<String>,
    /// The format of the solution, where it is not to be told from its content
    #[arg(long, value_name = "FORMAT")]
    solution_from: Option<Format>,
    /// Be content with a board that matches this many edges
    #[arg(long, value_name = "EDGES")]
    at_least: Option<usize>,
    /// Print nothing: the exit code is the answer
    #[arg(short, long)]
    quiet: bool,
}

impl Check {
    pub fn run(&self) -> Result<Exit, Complaint> {
        hush(self.quiet);
        let (puzzle, known) = match self.input.read_any(self.goal.as_deref())? {
            Given::Puzzle(format, puzzle, known) => {
                ask_for_goal(format, "--goal GOAL", self.goal.as_deref())?;
                (puzzle, known)
            }
            Given::Items(problem) => return self.items(&problem),
        };
        let solutions = read_solutions(&puzzle, &read_source(&self.solution)?, self.solution_from)?;
        let mut good = true;
        let mut out = String::new();
        for (i, solution) in solutions.iter().enumerate() {
            if solutions.len() > 1 {
                out += &format!("solution {}\n", i + 1);
            }
            good &= self.report(&puzzle, solution, &mut out);
            if let (Some(fewest), Ok(Score::Moves { moves, reached: true, .. })) =
                (known.moves, judge(&puzzle, solution))
            {
                out += &compared(moves as u64, fewest);
            }
        }
        self.say(&out)?;
        Ok(if good { Exit::Yes } else { Exit::No })
    }

    fn say(&self, out: &str) -> Result<(), Complaint> {
        if self.quiet { Ok(()) } else { print(out) }
    }

    /// Judges a choice of options.
    fn items(&self, problem: &ExactCover) -> Result<Exit, Complaint> {
        let source = read_source(&self.solution)?;
        let chosen = dlx::read_options(problem, &source.text);
        let chosen = chosen.map_err(|faults| Rejected::one(source, faults))?;
        let faults = problem.faults(&chosen);
        if faults.is_empty() {
            self.say(&format!("solved: {} chosen\n", count(chosen.len(), "option")))?;
            return Ok(Exit::Yes);
        }
        let mut out = format!("wrong: {}\n", count(faults.len(), "fault"));
        faults.iter().for_each(|fault| out += &format!("  {fault}\n"));
        self.say(&out)?;
        Ok(Exit::No)
    }

    fn report(&self, puzzle: &Puzzle, solution: &Solution, out: &mut String) -> bool {
        let score = match judge(puzzle, solution) {
            Ok(score) => score,
            Err(faults) => {
                *out += &format!("wrong: {}\n", count(faults.len(), "fault"));
                faults.iter().for_each(|fault| *out += &format!("  {fault}\n"));
                return false;
            }
        };
        let verdict = if score.solved() { "solved" } else { "not solved" };
        *out += &format!("{verdict}: {score}\n");
        if let (Puzzle::Matching(p), Solution::Board(board), Score::Board { breaks, .. }) =
            (puzzle, solution, &score)
            && !breaks.is_empty()
        {
            *out += &format!("{}:\n", count(breaks.len(), "break"));
            breaks.iter().for_each(|b| *out += &format!("  {}\n", b.words(p, board)));
        }
        match (&score, self.at_least) {
            (Score::Board { matched, .. }, Some(least)) => *matched >= least,
            _ => score.solved(),
        }
    }
}

/// A number of moves beside the fewest that the puzzle's file knows of.
fn compared(moves: u64, fewest: u64) -> String {
    match moves.cmp(&fewest) {
        Ordering::Equal => format!("as few moves as the file says: {fewest}\n"),
        Ordering::Greater => {
            format!("{} moves more than the file says: {fewest}\n", moves - fewest)
        }
        Ordering::Less => format!("the file is wrong: it says {fewest} moves are the fewest\n"),
    }
}

fn count(n: usize, one: &str) -> String {
    super::units::plural(n as u64, one)
}
