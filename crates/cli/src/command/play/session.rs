//! The session on a board: a line in, an answer out.

use std::path::Path;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use marquetry_formats::Source;
use marquetry_formats::detect::{Format, Hints, read, read_solutions, write_solutions};
use marquetry_play::{Change, Found, Game, Hint, Missing, Mode, Move, Patience, Position};
use marquetry_puzzle::{Puzzle, Score, Solution, judge};
use marquetry_report::words;
use marquetry_search::{Limits, StopFlag};

use super::words::{Things, Verb};
use super::{pieces, tiles};
use crate::command::changes::Changes;
use crate::command::input::read_source;
use crate::command::output::{Complaint, write_file};
use crate::command::units::plural;

/// What stops the search that is running, if one is.
pub type Running = Arc<Mutex<Option<StopFlag>>>;

/// What a line is answered with. Errors are answers too: they have changed nothing.
pub type Answer<T = String> = Result<T, String>;

const NOT_LOADED: &str = "load a puzzle first: load FILE";

/// Searches until it ends or a signal stops it.
pub fn searching<T>(
    running: &Running,
    limits: Limits,
    search: impl FnOnce(&mut Patience) -> T,
) -> T {
    let stop = StopFlag::default();
    // A poisoned lock means that the signal handler is gone, which is no reason not to search.
    let set = |stop| running.lock().map(|mut running| *running = stop).is_ok();
    set(Some(stop.clone()));
    let found = search(&mut Patience { limits, stop });
    set(None);
    found
}

/// A puzzle being played.
pub struct Session {
    game: Option<Game>,
    /// How long one command may search.
    time: Duration,
    running: Running,
    /// Placements that the last solve took back.
    taken_back: Option<u64>,
}

impl Session {
    /// A session without a puzzle.
    pub fn new(time: Duration, running: Running) -> Session {
        Session { game: None, time, running, taken_back: None }
    }

    /// What it is about: tiles, while there is no puzzle.
    pub fn things(&self) -> Things {
        match self.game.as_ref().map(Game::puzzle) {
            Some(Puzzle::Tiling(_)) => Things::Pieces,
            _ => Things::Tiles,
        }
    }

    /// Answers a line; `None` when it ends the session.
    pub fn answer(&mut self, line: &str) -> Option<String> {
        let line = line.trim();
        let (name, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        if name.is_empty() || name.starts_with('#') {
            return Some(String::new());
        }
        let words: Vec<&str> = rest.split_whitespace().collect();
        let answer = match self.things().named(name) {
            None => Err(format!("unknown command '{name}': help lists them all")),
            Some(command) if command.verb == Verb::Quit && words.is_empty() => return None,
            Some(command) => {
                let wrong = || Err(format!("wrong number of words: {}", command.usage));
                let (fewest, most) = command.takes;
                let fits = (fewest..=most).contains(&words.len());
                let obeyed = fits.then(|| self.obey(command.verb, rest.trim(), &words)).flatten();
                obeyed.unwrap_or_else(wrong)
            }
        };
        let mut text = answer.unwrap_or_else(|why| why);
        if !text.ends_with('\n') {
            text.push('\n');
        }
        Some(text)
    }

    /// Does what is asked; `None` where the words are too few or too many for this puzzle.
    fn obey(&mut self, verb: Verb, rest: &str, words: &[&str]) -> Option<Answer> {
        Some(match verb {
            Verb::Load => self.load(rest, None).map_err(plain),
            Verb::Place | Verb::Turn | Verb::Flip | Verb::Remove => return self.play(verb, words),
            Verb::Undo => self.step(|game| game.undo().is_some(), "undone", "undo"),
            Verb::Redo => self.step(|game| matches!(game.redo(), Some(Ok(_))), "redone", "redo"),
            Verb::New => self.clear(),
            Verb::Solve => self.solve(),
            Verb::Hint => self.hint(),
            Verb::Choices => self.choices(),
            Verb::Check => self.check(),
            Verb::Print => self.shown(tiles::print, pieces::print),
            Verb::Pieces => self.shown(tiles::print, pieces::list),
            Verb::Shapes => self.shapes(rest),
            Verb::Save => self.save(rest),
            Verb::Help | Verb::Quit => Ok(self.things().help()),
        })
    }

    fn game(&mut self) -> Answer<&mut Game> {
        self.game.as_mut().ok_or(NOT_LOADED.into())
    }

    /// The names of the puzzle's tiles or pieces.
    pub fn names(&self) -> Vec<&str> {
        match self.game.as_ref().map(Game::puzzle) {
            Some(Puzzle::Matching(p)) => p.tiles.iter().map(|tile| tile.name.as_str()).collect(),
            Some(Puzzle::Tiling(p)) => p.pieces.iter().map(|piece| piece.name.as_str()).collect(),
            _ => Vec::new(),
        }
    }

    /// Loads a puzzle, changed where that is asked for, or a board of the puzzle that is loaded.
    pub fn load(&mut self, name: &str, changes: Option<&Changes>) -> Result<String, Complaint> {
        if name == "-" {
            return Err(Complaint::Words("standard input is the session: name a file".into()));
        }
        let source = read_source(name)?;
        let puzzle = match read(&source, &Hints::default()) {
            Ok((_, puzzle)) => puzzle,
            Err(rejected) => match self.load_board(&source) {
                Some(said) => return said.map_err(Complaint::Words),
                None => return Err(Complaint::Rejected(rejected)),
            },
        };
        let puzzle = changes.map_or(Ok(puzzle.clone()), |changes| changes.make(puzzle))?;
        let said = match &puzzle {
            Puzzle::Matching(p) => tiles::size(p),
            Puzzle::Tiling(p) => pieces::size(p),
            Puzzle::Sliding(_) => {
                let words = format!("{name} is a sliding puzzle: 'marquetry play {name}' plays it");
                return Err(Complaint::Words(words));
            }
        };
        self.game = Some(Game::new(puzzle));
        self.taken_back = None;
        Ok(said)
    }

    /// `None` where it is no board of the puzzle that is loaded.
    fn load_board(&mut self, source: &Source) -> Option<Answer> {
        let thing = self.things().one();
        let game = self.game.as_mut()?;
        let solutions = read_solutions(game.puzzle(), source, None).ok()?;
        let [solution] = solutions.as_slice() else { return None };
        if let Score::Board { breaks, .. } = judge(game.puzzle(), solution).ok()?
            && !breaks.is_empty()
        {
            let breaks = plural(breaks.len() as u64, "break");
            return Some(Err(format!("the board has {breaks}; one to play on has none")));
        }
        let lay = match (game.puzzle(), game.position(), solution) {
            (_, Position::Tiles(on), Solution::Board(board)) => tiles::moves(on, board),
            (Puzzle::Tiling(p), _, Solution::Cover(cover)) => pieces::moves(p, cover.clone()),
            _ => return None,
        };
        // A frame's edge beside an empty cell is no break, though nobody would be let lay it there.
        game.mode = Mode::Free;
        let laid = game.play(Move::Together([vec![Move::Clear], lay].concat()));
        game.mode = Mode::Strict;
        laid.ok()?;
        Some(Ok(format!("{} on the board", plural(placed(game) as u64, thing))))
    }

    fn play(&mut self, verb: Verb, words: &[&str]) -> Option<Answer> {
        let game = match self.game() {
            Ok(game) => game,
            Err(why) => return Some(Err(why)),
        };
        let parsed = match (game.puzzle(), game.position()) {
            (Puzzle::Matching(p), Position::Tiles(on)) => tiles::parse(p, on, verb, words),
            (Puzzle::Tiling(p), Position::Pieces(on)) => pieces::parse(p, on, verb, words)?,
            _ => return None,
        };
        let done = match verb {
            Verb::Place => "placed",
            Verb::Turn => "turned",
            Verb::Flip => "flipped",
            _ => "removed",
        };
        Some(parsed.and_then(|m| {
            let changed = made(game, m)?;
            let solved = if game.check().solved { "; the puzzle is solved" } else { "" };
            Ok(format!("{done} {changed}{solved}"))
        }))
    }

    fn step(&mut self, step: fn(&mut Game) -> bool, done: &str, what: &str) -> Answer {
        if step(self.game()?) {
            Ok(done.into())
        } else {
            Err(format!("there is nothing to {what}"))
        }
    }

    fn clear(&mut self) -> Answer {
        made(self.game()?, Move::Clear)?;
        Ok("the board is cleared".into())
    }

    fn limits(&self) -> Limits {
        Limits { time: Some(self.time), ..Limits::default() }
    }

    /// The moves that complete what was placed or the reason why there are none, and the nodes it took.
    fn complete(&self) -> Result<(Answer<Vec<Move>>, u64), String> {
        let game = self.unfinished()?;
        Ok(searching(&self.running, self.limits(), |patience| {
            let Found { moves, nodes, .. } = game.solution(patience);
            (moves.map_err(|why| self.missing(game, &why, patience)), nodes)
        }))
    }

    /// The game, where its board is not full.
    fn unfinished(&self) -> Answer<&Game> {
        let game = self.game.as_ref().ok_or(NOT_LOADED)?;
        match game.puzzle() {
            Puzzle::Matching(p) if placed(game) == p.area() => {
                Err("the board is full already".into())
            }
            Puzzle::Tiling(_) if game.check().solved => Err("the puzzle is solved already".into()),
            _ => Ok(game),
        }
    }

    fn missing(&self, game: &Game, why: &Missing, patience: &mut Patience) -> String {
        match why {
            Missing::Proved => words::blame(game, &game.blame(patience)),
            Missing::NotKnown(why) => words::not_known(why),
        }
    }

    fn solve(&mut self) -> Answer {
        let (found, nodes) = self.complete()?;
        let thing = self.things().one();
        let before = self.game.as_ref().map_or(0, placed);
        let kept = found.as_ref().map_or(0, |moves| moves.len() + before);
        self.taken_back = Some(nodes.saturating_sub(kept as u64));
        let moves = found?;
        let said = format!("solved: {} placed", plural(moves.len() as u64, thing));
        made(self.game()?, Move::Together(moves))?;
        Ok(said)
    }

    fn hint(&mut self) -> Answer {
        let game = self.unfinished()?;
        let hint = searching(&self.running, self.limits(), |patience| {
            game.hint(patience).map_err(|why| self.missing(game, &why, patience))
        });
        let Hint { next, why } = hint?.ok_or("nothing is missing")?;
        let why = words::why(&why).filter(|_| self.things() == Things::Pieces);
        let game = self.game()?;
        let said = format!("placed {}", made(game, next)?);
        Ok(why.map_or(said.clone(), |why| format!("{said}: {why}")))
    }

    fn choices(&mut self) -> Answer {
        self.game()?;
        let taken_back = self.taken_back.ok_or("nothing has been solved yet")?;
        Ok(format!("{} taken back", plural(taken_back, "placement")))
    }

    fn check(&mut self) -> Answer {
        let game = self.game()?;
        let so_far = game.so_far();
        let lines = match judge(game.puzzle(), &so_far) {
            Ok(score) => {
                let verdict = if score.solved() { "solved" } else { "not solved" };
                let mut lines = vec![format!("{verdict}: {score}")];
                if let (Score::Board { breaks, .. }, Puzzle::Matching(p), Solution::Board(board)) =
                    (&score, game.puzzle(), &so_far)
                {
                    lines.extend(breaks.iter().map(|b| format!("  {}", b.words(p, board))));
                }
                lines
            }
            Err(faults) => faults.iter().map(ToString::to_string).collect(),
        };
        Ok(lines.join("\n"))
    }

    /// The board of one family or the other, as these show it.
    fn shown(
        &mut self,
        tiles: fn(&marquetry_puzzle::Matching, &marquetry_play::Tiles) -> String,
        pieces: fn(&marquetry_puzzle::Tiling, &marquetry_play::Pieces) -> String,
    ) -> Answer {
        let game = self.game()?;
        Ok(match (game.puzzle(), game.position()) {
            (Puzzle::Matching(p), Position::Tiles(on)) => tiles(p, on),
            (Puzzle::Tiling(p), Position::Pieces(on)) => pieces(p, on),
            _ => String::new(),
        })
    }

    fn shapes(&mut self, name: &str) -> Answer {
        match self.game()?.puzzle() {
            Puzzle::Tiling(p) => pieces::shapes(p, name),
            _ => Err(NOT_LOADED.into()),
        }
    }

    fn save(&mut self, name: &str) -> Answer {
        save(self.game()?, name)
    }
}

/// Writes what was played so far to a file.
pub fn save(game: &Game, name: &str) -> Answer {
    let path = Path::new(name);
    let json = path.extension().is_some_and(|ending| ending == "json");
    let format = if json { Format::Json } else { Format::Native };
    let text = write_solutions(format, game.puzzle(), &[game.so_far()])
        .map_err(|unwritable| unwritable.to_string())?;
    write_file(path, text.as_bytes()).map_err(plain)?;
    Ok(format!("saved to {name}"))
}

/// How many tiles or pieces lie on the board.
fn placed(game: &Game) -> usize {
    match game.position() {
        Position::Tiles(on) => on.placed().len(),
        Position::Pieces(on) => on.placed().len(),
        Position::Blocks(_) => 0,
    }
}

/// Makes a move, and says which tile or piece it changed last.
fn made(game: &mut Game, m: Move) -> Answer {
    let changes = game.play(m).map_err(|refusal| words::refusal(game.puzzle(), &refusal))?;
    Ok(match (game.puzzle(), changes.last()) {
        (Puzzle::Matching(p), Some(Change::Tile { from, to, .. })) => {
            to.or(*from).map(|at| words::tile(p, at))
        }
        (Puzzle::Tiling(p), Some(Change::Piece { from, to, .. })) => {
            to.or(*from).map(|at| words::piece(p, at))
        }
        _ => None,
    }
    .unwrap_or_default())
}

/// A complaint as an answer: on standard output, so without colours.
fn plain(complaint: Complaint) -> String {
    match complaint {
        Complaint::Words(words) => words,
        Complaint::Rejected(rejected) => rejected.render(false),
        Complaint::BrokenPipe => String::new(),
    }
}

/// A number that was typed.
pub fn number(word: &str) -> Answer<i64> {
    word.parse().map_err(|_| format!("'{word}' is not a number"))
}
