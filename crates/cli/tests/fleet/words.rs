//! What the orders of `marquetry fleet` say.

use crate::Place;

fn said(place: &Place, order: &str, more: &[&str]) -> (String, String, Option<i32>) {
    let output = place.fleet(order, more).output().expect("it starts");
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    (text(&output.stdout), text(&output.stderr), output.status.code())
}

#[test]
fn a_run_is_planned_worked_on_and_answered() {
    let place = Place::file();
    place.plan("soma", &["--count", "--engine", "cover"]);
    let (text, words, code) = said(&place, "answer", &[]);
    assert_eq!(
        (text.as_str(), words.as_str(), code),
        ("at least 0\n", "the run is not over\n", Some(3))
    );
    let (text, ..) = said(&place, "status", &[]);
    assert!(
        text.contains("open: 0.0 % done, 0 found")
            && text.contains("0 units closed, 0 held, 1 free"),
        "{text}"
    );
    place.finish();
    assert_eq!(said(&place, "answer", &[]), ("11520\n".into(), String::new(), Some(0)));
    let (text, ..) = said(&place, "list", &[]);
    assert!(
        text.starts_with("   1  done       100.0 %") && text.ends_with("how many solutions\n"),
        "{text}"
    );
    assert_eq!(said(&place, "cancel", &["1"]).2, Some(0));
    assert!(said(&place, "list", &["--json"]).0.contains("\"state\":\"cancelled\""));
    assert!(said(&place, "retry", &["1"]).0.contains("0 units to be tried again"));
}

#[test]
fn a_password_is_told_nowhere() {
    let place = Place { at: "postgres://ann:geheim@127.0.0.1:1/db".into(), ..Place::file() };
    for order in ["work", "status", "answer", "list"] {
        let (text, words, code) = said(&place, order, &[]);
        assert!(!format!("{text}{words}").contains("geheim"), "{words}");
        assert!(
            words.contains("postgres://ann@127.0.0.1:1/db: the server cannot be reached"),
            "{words}"
        );
        assert_eq!(code, Some(2));
    }
}

#[test]
fn what_cannot_be_planned_or_found_is_said() {
    let place = Place::file();
    let (_, words, code) = said(&place, "status", &[]);
    assert_eq!(code, Some(2));
    assert!(words.contains("there is no such file"), "{words}");
    let mut command = std::process::Command::new(env!("CARGO_BIN_EXE_marquetry"));
    let output = command.args(["fleet", "plan", "klotski", &place.at]).output().expect("it starts");
    assert!(crate::words(&output).contains("cannot be stopped and gone on with"));
    place.plan("soma", &[]);
    assert!(said(&place, "answer", &["other"]).1.contains("there is no run 'other'"));
}

#[test]
fn the_best_board_is_answered_as_a_link() {
    let place = Place::file();
    place.plan("eternity2", &["--best", "--seeds", "2", "--unit", "100ms"]);
    place.finish();
    let (text, words, code) = said(&place, "answer", &[]);
    assert!(
        text.starts_with("https://e2.bucas.name/#puzzle=") && text.contains("board_edges="),
        "{text}"
    );
    assert!(words.contains("with search combination, seed"), "{words}");
    assert_eq!(code, Some(0));
    assert!(said(&place, "answer", &["--json"]).0.contains("\"how\":{"));
}
