//! Trays that are hard: all positions of each are looked at, and the start is the one farthest from the goal.

use marquetry_puzzle::generate::Laying;
use marquetry_puzzle::generate::dice::Dice;
use marquetry_puzzle::{Fault, Part, Sliding};
use marquetry_search::sliding::chart::chart;
use marquetry_search::{Ending, Limits, Metric, Run};

use super::trial::Verdict;
use super::{Hear, Made, News, Unmade};
use crate::seek::Patience;

/// The most positions of a tray: one that has more is passed over.
const MOST_POSITIONS: u64 = 200_000;
/// The most bytes of a survey.
const MOST_MEMORY: u64 = 1 << 30;
/// When so many trays were passed over and none was not, all are too large.
const TOO_LARGE: u32 = 5;
/// A climb begins anew when so many changes made nothing harder.
const STUCK: u32 = 150;
/// While it climbs, a tray may be by so many moves easier than the last. The dice say how many.
const EASIER: u32 = 4;

/// A tray, and what it is to be like.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Tray {
    /// How it is laid out.
    pub laying: Laying,
    /// The fewest moves that its shortest solution is to have.
    pub moves: usize,
    /// Is it to be the one with the longest solution, of all that are tried?
    pub hard: bool,
    /// How many seeds to try; 1,000 where this is not said, or 100 for a hard one.
    pub tries: Option<u64>,
    /// Climb: go on from a tray to trays that are nearly the same and harder, and look at so many of them.
    pub climb: Option<u64>,
}

/// What a survey says of a tray.
enum Seen {
    /// So many moves from the start that is given, which is as far from the goal as can be.
    Far(usize, Sliding),
    /// The goal cannot be reached.
    Never,
    TooLarge,
    Stopped,
}

impl Tray {
    /// Any tray that is laid out so.
    pub fn new(laying: Laying) -> Tray {
        Tray { laying, moves: 1, hard: false, tries: None, climb: None }
    }

    pub(super) fn look(
        &self,
        seed: u64,
        surveys: &mut Surveys,
        patience: &mut Patience,
    ) -> Result<Verdict, Unmade> {
        let laid = self.laying.lay(&mut Dice::new(seed)).map_err(Unmade::Faults)?;
        let Some(tray) = laid else { return Ok(Verdict::Bad) };
        Ok(match surveys.look(&tray, patience)? {
            Seen::Far(moves, tray) if moves >= self.moves => {
                Verdict::Good(Box::new(self.made(&tray, moves, seed)?))
            }
            Seen::Stopped => Verdict::Stopped,
            _ => Verdict::Bad,
        })
    }

    fn made(&self, tray: &Sliding, moves: usize, seed: u64) -> Result<Made, Unmade> {
        let Laying { like, width, height, .. } = self.laying;
        let (like, s) = (like.name(), if moves == 1 { "" } else { "s" });
        let title = format!("{like} {width}x{height}, {moves} move{s}, seed {seed}");
        let tray = self.laying.titled(tray, title).map_err(Unmade::Faults)?;
        Ok(Made { seed, moves: Some(moves), ..Made::new(tray.into(), 0) })
    }

    /// Changes a tray again and again, and goes on from what is not much easier.
    pub(super) fn climb(
        &self,
        trays: u64,
        seed: u64,
        patience: &mut Patience,
        hear: &mut Hear<'_>,
    ) -> Result<Option<Made>, Unmade> {
        let (mut dice, mut surveys) = (Dice::new(seed), Surveys::default());
        let mut best: Option<Made> = None;
        // Where the climb is, and the hardest since it began there, with the changes that were of no use.
        let mut at: Option<(usize, Sliding)> = None;
        let (mut height, mut stuck) = (0, 0);
        for number in 1..=trays {
            let next = match &at {
                Some((_, tray)) => self.laying.change(tray, &mut dice),
                None => self.laying.lay(&mut dice).map_err(Unmade::Faults)?,
            };
            let seen = next.map_or(Ok(Seen::Never), |tray| surveys.look(&tray, patience))?;
            if matches!(seen, Seen::Stopped) || patience.stop.stopped() {
                break;
            }
            stuck += 1;
            if let Seen::Far(moves, tray) = seen {
                if moves > height {
                    (height, stuck) = (moves, 0);
                }
                if moves >= self.moves && best.as_ref().is_none_or(|best| Some(moves) > best.moves)
                {
                    let made = best.insert(self.made(&tray, moves, seed)?);
                    let _ = hear(News::Best(made));
                }
                let easier = dice.below(EASIER) as usize;
                if at.as_ref().is_none_or(|at| moves + easier >= at.0) {
                    at = Some((moves, tray));
                }
            }
            if stuck > STUCK {
                (at, height, stuck) = (None, 0, 0);
            }
            if hear(News::Tried(number)).is_break() {
                break;
            }
        }
        Ok(best)
    }
}

/// The surveys of trays that are made one after the other.
#[derive(Default)]
pub(super) struct Surveys {
    /// Was one surveyed whole?
    whole: bool,
    too_large: u32,
}

impl Surveys {
    fn look(&mut self, tray: &Sliding, patience: &mut Patience) -> Result<Seen, Unmade> {
        let positions = patience.limits.nodes.map_or(MOST_POSITIONS, |own| own.min(MOST_POSITIONS));
        let memory = patience.limits.memory.map_or(MOST_MEMORY, |own| own.min(MOST_MEMORY));
        let limits = Limits { nodes: Some(positions), memory: Some(memory), ..patience.limits };
        let mut nobody = ();
        let mut run = Run::without_puzzle(limits, patience.stop.clone(), &mut nobody);
        let chart = chart(tray, Metric::Moves, &mut run);
        let _ = run.look();
        patience.spend(run.stats.elapsed);
        let seen = match chart.whole {
            Ok(whole) => match whole.hardest {
                Some(far) => {
                    let mut position = tray.start().clone();
                    far.way.iter().for_each(|push| drop(position.make(tray, push)));
                    Seen::Far(far.distance, tray.restarted(&position))
                }
                None => Seen::Never,
            },
            Err(Ending::NodeLimit | Ending::MemoryLimit) => Seen::TooLarge,
            Err(_) => Seen::Stopped,
        };
        match seen {
            Seen::TooLarge => self.too_large += 1,
            Seen::Far(..) | Seen::Never => self.whole = true,
            Seen::Stopped => {}
        }
        if !self.whole && self.too_large >= TOO_LARGE {
            let message = format!("such trays have more than {positions} positions each");
            let help = "a smaller tray, larger blocks or fewer empty cells have fewer";
            return Err(Unmade::Faults(
                Fault::new("too-many", Part::Size, message).help(help).into(),
            ));
        }
        Ok(seen)
    }
}

#[cfg(test)]
mod tests {
    use std::ops::ControlFlow;

    use super::*;
    use crate::making::Order;
    use marquetry_puzzle::generate::Like;
    use marquetry_puzzle::{Puzzle, Score, Solution, judge};
    use marquetry_search::{Search, each_solution};

    /// The moves of a shortest solution, by an engine that knows nothing of surveys.
    fn shortest(puzzle: &Puzzle) -> Option<usize> {
        let mut length = None;
        let hear = each_solution(|solution: &Solution| {
            if let Ok(Score::Moves { moves, reached: true, .. }) = judge(puzzle, solution) {
                length = Some(moves);
            }
            ControlFlow::Break(())
        });
        Search::new(puzzle).engine("reference").run(hear).expect("it can search");
        length
    }

    fn chosen(tray: &Tray, next: &mut u64) -> Made {
        let mut hear = |_: News| ControlFlow::Continue(());
        let made = Order::Tray(tray.clone()).choose(next, &mut Patience::default(), &mut hear);
        made.expect("there are such trays").expect("a tray is found")
    }

    #[test]
    fn a_tray_of_any_kind_takes_as_many_moves_as_is_said() {
        for like in Like::ALL {
            let tray = Tray { moves: 4, ..Tray::new(Laying::new(like, 4, 4)) };
            let mut next = 1;
            for _ in 0..3 {
                let made = chosen(&tray, &mut next);
                assert_eq!(shortest(&made.puzzle), made.moves, "{like:?}, seed {}", made.seed);
                assert!(made.moves >= Some(4));
            }
        }
    }

    #[test]
    fn a_climb_goes_up_from_record_to_record_and_gives_the_last() {
        let tray = Tray { climb: Some(60), ..Tray::new(Laying::new(Like::Klotski, 4, 4)) };
        let (mut records, mut tried) = (Vec::new(), 0);
        let mut hear = |news: News| {
            match news {
                News::Best(made) => records.push(made.moves.unwrap_or(0)),
                News::Tried(number) => tried = number,
            }
            ControlFlow::Continue(())
        };
        let order = Order::Tray(tray.clone());
        let made = order.choose(&mut 1, &mut Patience::default(), &mut hear).unwrap().unwrap();
        assert!(records.is_sorted_by(|a, b| a < b) && records.len() > 1, "{records:?}");
        assert_eq!((records.last().copied(), tried), (made.moves, 60));
        assert_eq!(shortest(&made.puzzle), made.moves);
        assert_eq!(chosen(&tray, &mut 1), made, "the same seed climbs the same way");
    }

    #[test]
    fn the_best_so_far_is_kept_when_a_climb_is_broken_off() {
        let tray = Tray { climb: Some(u64::MAX), ..Tray::new(Laying::new(Like::Dad, 4, 4)) };
        let order = Order::Tray(tray);
        let mut seen = None;
        let mut hear = |news: News| match news {
            News::Best(made) => {
                seen = Some(made.clone());
                ControlFlow::Continue(())
            }
            News::Tried(number) if number < 20 => ControlFlow::Continue(()),
            News::Tried(_) => ControlFlow::Break(()),
        };
        let made = order.choose(&mut 1, &mut Patience::default(), &mut hear).unwrap();
        assert!(made.is_some() && made == seen);
        let patience = &mut Patience::default();
        patience.stop.stop();
        let none = order.choose(&mut 1, patience, &mut |_| ControlFlow::Continue(()));
        assert_eq!(none, Ok(None));
    }

    #[test]
    fn trays_with_too_many_positions_are_no_trays() {
        let laying = Laying { empty: 12, ..Laying::new(Like::Klotski, 8, 8) };
        let mut hear = |_: News| ControlFlow::Continue(());
        let mut patience = Patience::default();
        patience.limits.nodes = Some(10_000);
        let unmade = Order::Tray(Tray::new(laying)).choose(&mut 1, &mut patience, &mut hear);
        assert!(matches!(unmade, Err(Unmade::Faults(_))), "{unmade:?}");
    }
}
