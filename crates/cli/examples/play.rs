//! A game that plays itself: it asks for a hint and makes that move until the puzzle is solved. `cargo run --example play`

use marquetry::formats::builtin::builtin;
use marquetry::play::{Game, Patience};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let puzzle =
        builtin("tetravex-3x3").and_then(|known| known.puzzle()).ok_or("no such puzzle")?;
    let mut game = Game::new(puzzle);
    while let Ok(Some(hint)) = game.hint(&mut Patience::default()) {
        println!("{:?}, because {:?}", hint.next, hint.why);
        game.play(hint.next).map_err(|refusal| format!("{refusal:?}"))?;
    }
    assert!(game.check().solved);
    println!("solved in {} moves", game.moves().len());
    Ok(())
}
