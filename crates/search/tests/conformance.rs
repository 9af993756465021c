//! Every engine passes the same battery.

use marquetry_search::{ENGINES, Engine};
use marquetry_testkit::engine_conformance;

engine_conformance!(matching_exact, Matching, "exact");
engine_conformance!(matching_fewest, Matching, "fewest");
engine_conformance!(matching_rows, Matching, "rows");
engine_conformance!(matching_inside, Matching, "inside");
engine_conformance!(matching_halves, Matching, "halves");
engine_conformance!(matching_windows, Matching, "windows");
engine_conformance!(matching_reference, Matching, "reference");
engine_conformance!(tiling_auto, Tiling, "auto");
engine_conformance!(tiling_lister, Tiling, "lister");
engine_conformance!(tiling_counter, Tiling, "counter");
engine_conformance!(tiling_cover, Tiling, "cover");
engine_conformance!(tiling_reference, Tiling, "reference");
engine_conformance!(sliding_auto, Sliding, "auto");
engine_conformance!(sliding_bfs, Sliding, "bfs");
engine_conformance!(sliding_bounded, Sliding, "bounded");
engine_conformance!(sliding_guided, Sliding, "guided");
engine_conformance!(sliding_fifteen, Sliding, "fifteen");
engine_conformance!(sliding_reference, Sliding, "reference");

/// An engine that is new to the table must be new here too.
#[test]
fn every_engine_is_in_the_battery() {
    let battery = include_str!("conformance.rs");
    for Engine { name, family, .. } in ENGINES {
        assert!(battery.contains(&format!(", {family:?}, {name:?});")), "{name} for {family}");
    }
}
