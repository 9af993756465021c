//! Arguments in, exit code out; one file a command.

mod asking;
mod best;
mod blame;
mod calendar;
mod changes;
mod check;
mod closed;
mod convert;
mod draw;
mod effort;
mod fleet;
mod gallery;
mod generate;
mod info;
mod input;
mod keys;
mod list;
mod output;
mod pieces;
mod play;
mod progress;
mod rate;
mod sets;
mod sheet;
mod shell;
mod signal;
mod solve;
#[cfg(feature = "studio")]
mod studio;
mod trial;
mod units;
mod voice;

use std::io::{ErrorKind, Write};
use std::process::ExitCode;

use clap::{Parser, Subcommand};
use output::{Complaint, tell};

/// Fits pieces together: matching, tiling and sliding puzzles solved, checked and drawn.
#[derive(Parser)]
#[command(name = "marquetry", version, propagate_version = true, max_term_width = 100)]
struct Marquetry {
    #[command(subcommand)]
    command: Command,
    /// When to use colours.
    #[arg(long, global = true, value_name = "WHEN", default_value = "auto")]
    color: output::Colours,
}

// The options of a command are made when it is the one that was named: all of them take a third of the time to start.
#[derive(Subcommand)]
#[command(defer = true)]
enum Command {
    /// Find solutions of a puzzle, or of several
    Solve(solve::Solve),
    /// Look for the best board of a matching puzzle that is too hard to solve
    Best(best::Best),
    /// Judge a solution: its score, or all that is wrong with it
    Check(check::Check),
    /// Say what can be said of a puzzle without searching
    Info(info::Info),
    /// Write a puzzle or a solution in another format
    Convert(convert::Convert),
    /// Play a puzzle
    Play(play::Play),
    /// Draw a puzzle or a solution
    Draw(draw::Draw),
    /// Print puzzles to cut out and play
    Sheet(sheet::Sheet),
    /// Make puzzles of any kind that have a solution
    Generate(generate::Generate),
    /// Say how hard a puzzle is
    Rate(rate::Rate),
    /// Solve many random puzzles and say how long it took
    Trial(trial::Trial),
    /// Search on many machines, stopped and killed as it may be
    Fleet(fleet::Fleet),
    /// Play, watch, make and solve puzzles on a page in the browser
    #[cfg(feature = "studio")]
    Studio(studio::Studio),
    /// List the built-in puzzles
    List(list::List),
    /// List, count, draw or write sets of pieces: pentominoes, tetrahexes, hexiamonds and others
    Pieces(sets::Sets),
    /// Print the completions of a shell
    Completions(shell::Completions),
    /// Print the manual page
    Man(shell::Man),
}

/// How a command ends when nothing went wrong.
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum Exit {
    /// Found, valid, done.
    Yes = 0,
    /// Proved that there is none, or invalid.
    No = 1,
    /// Stopped by a limit without an answer.
    Limit = 3,
    /// Interrupted.
    Interrupted = 130,
}

/// Runs the command that the arguments name.
pub fn main() -> ExitCode {
    let args = match Marquetry::try_parse() {
        Ok(args) => args,
        Err(error) => return without_command(&error),
    };
    args.color.apply();
    let ended = match args.command {
        Command::Solve(solve) => solve.run(),
        Command::Best(best) => best.run(),
        Command::Check(check) => check.run(),
        Command::Info(info) => info.run(),
        Command::Convert(convert) => convert.run(),
        Command::Play(play) => play.run(),
        Command::Draw(draw) => draw.run(),
        Command::Sheet(sheet) => sheet.run(),
        Command::Generate(generate) => generate.run(),
        Command::Rate(rate) => rate.run(),
        Command::Trial(trial) => trial.run(),
        Command::Fleet(fleet) => fleet.run(),
        #[cfg(feature = "studio")]
        Command::Studio(studio) => studio.run(),
        Command::List(list) => list.run(),
        Command::Pieces(sets) => sets.run(),
        Command::Completions(completions) => completions.run(),
        Command::Man(man) => man.run(),
    };
    match ended {
        Ok(exit) => ExitCode::from(exit as u8),
        // Whoever reads our output has enough: that is no error.
        Err(Complaint::BrokenPipe) => ExitCode::SUCCESS,
        Err(complaint) => {
            tell(complaint.render());
            ExitCode::from(2)
        }
    }
}

/// Says what is wrong with the arguments, or prints the help or the version that they ask for.
fn without_command(error: &clap::Error) -> ExitCode {
    match error.print().and_then(|()| std::io::stdout().flush()) {
        Err(lost) if !error.use_stderr() && lost.kind() != ErrorKind::BrokenPipe => {
            tell(format_args!("marquetry: standard output: {lost}\n"));
            ExitCode::from(2)
        }
        _ => ExitCode::from(error.exit_code() as u8),
    }
}
