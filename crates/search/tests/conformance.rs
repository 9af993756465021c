//! Every engine passes the same battery.

use marquetry_testkit::engine_conformance;

engine_conformance!(matching_exact, "matching", "exact");
engine_conformance!(matching_fewest, "matching", "fewest");
engine_conformance!(matching_rows, "matching", "rows");
engine_conformance!(matching_inside, "matching", "inside");
engine_conformance!(matching_windows, "matching", "windows");
engine_conformance!(matching_reference, "matching", "reference");
engine_conformance!(tiling_auto, "tiling", "auto");
engine_conformance!(tiling_lister, "tiling", "lister");
engine_conformance!(tiling_counter, "tiling", "counter");
engine_conformance!(tiling_cover, "tiling", "cover");
engine_conformance!(tiling_reference, "tiling", "reference");
engine_conformance!(sliding_auto, "sliding", "auto");
engine_conformance!(sliding_bfs, "sliding", "bfs");
engine_conformance!(sliding_guided, "sliding", "guided");
engine_conformance!(sliding_fifteen, "sliding", "fifteen");
engine_conformance!(sliding_reference, "sliding", "reference");
