//! What is said of puzzles that are made.

use marquetry_play::making::{Made, Order, Unmade};

use super::{grouped, plural};

/// Why no puzzle could be made.
pub fn unmade(unmade: &Unmade) -> String {
    match unmade {
        Unmade::Failed(failure) => failure.to_string(),
        Unmade::Faults(faults) => {
            let words = faults.iter().map(|fault| match fault.help.as_str() {
                "" => fault.message.clone(),
                help => format!("{fault}: {help}"),
            });
            words.collect::<Vec<_>>().join("; ")
        }
    }
}

/// What a puzzle was to be like and none was: "none has exactly one solution up to symmetry".
pub fn wanted(order: &Order) -> String {
    match order {
        _ if order.is_unique() => "none has exactly one solution up to symmetry".into(),
        Order::Tray(tray) => format!("none takes {} or more", plural(tray.moves as u64, "move")),
        Order::Year(_) => "none has a solution for every day".into(),
        _ if order.is_hard() => "none was searched through".into(),
        _ => "none cuts the board so".into(),
    }
}

/// What is good about a puzzle that was made.
pub fn merit(order: &Order, made: &Made) -> String {
    match (made.moves, &made.days) {
        (Some(moves), _) => plural(moves as u64, "move"),
        (None, Some(days)) => {
            let (number, least, mean) = (grouped(days.days), grouped(days.least), days.mean());
            format!("all {number} days have solutions, {least} at least, {mean:.1} on average")
        }
        (None, None) => {
            let only = if order.is_unique() { "one solution up to symmetry, " } else { "" };
            format!("{only}{} nodes to search it through", grouped(made.nodes))
        }
    }
}
