//! Sessions on trays of blocks.

use super::{file, play, transcript};

const TRAY: &str = "\
marquetry sliding
tray
  AAB
  AAB
  CD.
  ...
goal
  ...
  ...
  .AA
  .AA
";

#[test]
fn a_tray_is_played_by_hand_with_undo_and_a_count() {
    let tray = file("by-hand.marquetry", TRAY);
    transcript(
        &[&tray],
        "\
> print
now             goal
┌───────┬───┐   ┌───────────┐
│ A   A │ B │   │           │
│       │   │   │           │
│ A   A │ B │   │           │
├───┬───┼───┤   │   ┌───────┤
│ C │ D │   │   │   │ A   A │
├───┴───┘   │   │   │       │
│           │   │   │ A   A │
└───────────┘   └───┴───────┘
> B down
1. B (1x2 block) down 1
> B down 1
2. B (1x2 block) down 1
> A down
block 'A' cannot go down: block 'C' is in the way at row 3, column 1
> A right 2
block 'A' cannot go right: the tray ends there
> A right
3. A (2x2 block) right 1
> check
goal not reached; moves: 2, slides: 2, steps: 3
> undo
taken back: A (2x2 block) right 1
> left
taken back: B (1x2 block) down 1
> redo
2. B (1x2 block) down 1
> right
3. A (2x2 block) right 1
> right
there is no move to go on with
> home
at the start
> left
this is the start
> E up
no command and no block is called 'E': help lists the commands
> A
push it where: up, right, down or left?
> A sideways
'sideways' is no way: up, right, down or left, then cells
> A down 99999999999
'99999999999' is no way: up, right, down or left, then cells
> undo twice
'undo' stands alone
> save
save to which file?
> # nothing
> quit
> print",
    );
}

#[test]
fn hints_and_solutions_of_a_tray_lead_to_the_goal_from_anywhere() {
    let tray = file("hints.marquetry", TRAY);
    transcript(
        &[&tray],
        "\
> hint
1. B (1x2 block) down 2
> B up 2
2. B (1x2 block) up 2
> solve
the goal is 6 moves away: right goes on
> right
3. B (1x2 block) down 2
> end
8. A (2x2 block) down 2
goal reached; moves: 6, slides: 9, steps: 15
> hint
the goal is reached already
> home
at the start
> run
1. B (1x2 block) down 2
2. B (1x2 block) up 2
3. B (1x2 block) down 2
4. A (2x2 block) right 1
5. C (1x1 block) up 2
6. D (1x1 block) left 1, up 1
7. B (1x2 block) left 2
8. A (2x2 block) down 2
goal reached; moves: 6, slides: 9, steps: 15",
    );
}

#[test]
fn a_solution_is_gone_through_and_the_moves_can_be_saved() {
    let tray = file("through.marquetry", TRAY);
    let solution = file("through.solution", "marquetry solution\nmoves\n  B down 2\n  A right\n");
    let saved = file("through.saved", "");
    let played = play(&[&tray, &solution], &format!("end\nleft\nsave {saved}\n"));
    let said = "2. A (2x2 block) right 1\ntaken back: A (2x2 block) right 1\n";
    assert_eq!(played, format!("{said}saved to {saved}\n"));
    let text = std::fs::read_to_string(&saved).expect("the moves were saved");
    assert_eq!(text, "marquetry solution\nmoves\n  B down 2\n");
}

#[test]
fn a_solution_is_gone_through_as_far_as_it_can_be() {
    let tray = file("faulty.marquetry", TRAY);
    let moves = "marquetry solution\nmoves\n  B down\n  A up\n  C down\n";
    transcript(
        &[&tray, &file("faulty.solution", moves)],
        "\
> right
1. B (1x2 block) down 1
> right
the next move cannot be made: the rest is left out
> right
there is no move to go on with",
    );
}

#[test]
fn a_tray_without_a_way_to_the_goal_says_so() {
    let tray = file("stuck.marquetry", "marquetry sliding\ntray\n  AAB.\ngoal\n  B...\n");
    transcript(
        &[&tray],
        "\
> hint
there is no solution
> B right
1. B (1x1 block) right 1",
    );
}
