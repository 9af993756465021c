//! Every engine passes the same battery.

use marquetry_testkit::engine_conformance;

engine_conformance!(matching_reference, "matching", "reference");
engine_conformance!(tiling_reference, "tiling", "reference");
engine_conformance!(sliding_reference, "sliding", "reference");
