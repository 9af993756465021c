//! The README, the guide and the transcripts are run as they stand, in the root of the repository.

#[test]
fn the_readme_and_the_transcripts_tell_the_truth() {
    let root = concat!(env!("CARGO_MANIFEST_DIR"), "/../..");
    std::env::set_current_dir(root).expect("the repository has a root");
    trycmd::TestCases::new()
        .case("README.md")
        .case("docs/src/*.md")
        .case("crates/cli/tests/cmd/*.md");
}
