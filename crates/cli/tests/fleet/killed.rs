//! Workers that are killed at any moment, hundreds of them.

use std::time::Duration;

use crate::{Place, is_complete, runs};

/// Units of a moment; a lease that a dead worker does not keep for long; and no unit is set aside for the killing.
const HOW: [&str; 6] = ["--unit", "20ms", "--lease", "200ms", "--tries", "100000"];
/// How many workers are killed in each database.
const KILLS: u32 = 60;

#[test]
fn workers_killed_at_any_moment_lose_nothing_and_count_nothing_twice() {
    for place in Place::both("killed") {
        runs().for_each(|(name, kind)| place.plan_as(&name, kind, &HOW));
        let mut life = Duration::from_millis(1);
        for kill in 0..KILLS {
            let mut pair = [place.start(), place.start()];
            // Lives of every length up to some hundred milliseconds, the start of the process among them.
            life = Duration::from_micros((life.as_micros() as u64 * 7 + 1237) % 90_000);
            std::thread::sleep(life);
            let ended = pair.iter_mut().all(|one| matches!(one.try_wait(), Ok(Some(_))));
            for one in &mut pair {
                let _ = one.kill();
                one.wait().expect("it has ended");
            }
            if ended {
                assert!(kill > 10, "all was done after {kill} kills");
                break;
            }
        }
        place.finish();
        runs().for_each(|(name, kind)| place.is_known(&name, kind));
    }
}

#[test]
fn three_workers_of_whom_one_is_killed_and_one_comes_late_count_exactly() {
    for place in Place::both("three") {
        place.plan(
            "pentominoes-6x10",
            &["--count", "--engine", "cover", "--unit", "50ms", "--lease", "300ms"],
        );
        let [mut first, mut second] = [place.start(), place.start()];
        crate::until(|| place.closed("1") > 3);
        first.kill().expect("it is there");
        first.wait().expect("it has ended");
        let mut late = place.start();
        assert!(
            second.wait().expect("it ends").success() && late.wait().expect("it ends").success()
        );
        is_complete(&place.answer("1"), "9356");
    }
}
