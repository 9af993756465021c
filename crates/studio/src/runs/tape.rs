//! What a run tells, for those who listen, and for those who come back.

use std::collections::VecDeque;
use std::sync::Arc;
use std::time::{Duration, Instant};

/// How many events are kept for those who come back, and how many bytes.
const KEPT: usize = 1_024;
const KEPT_BYTES: usize = 4 << 20;

/// The kinds of events that come so often that the newest stands for all, and how far apart they are told.
const OFTEN: [(&str, Duration); 3] = [
    ("improved", Duration::from_millis(250)),
    ("solution", Duration::from_millis(250)),
    ("progress", Duration::from_millis(100)),
];

/// Something to tell: its name, and its JSON.
#[derive(Clone, Debug)]
pub struct Event {
    pub name: &'static str,
    pub data: Arc<str>,
}

/// Something told.
#[derive(Clone, Debug)]
struct Told {
    id: u64,
    event: Event,
}

/// The events of a run.
#[derive(Debug, Default)]
pub struct Tape {
    told: VecDeque<Told>,
    bytes: usize,
    last: u64,
    /// For each kind that comes often: what waits, and when one was told.
    waiting: [Option<Event>; OFTEN.len()],
    at: [Option<Instant>; OFTEN.len()],
}

/// What there is to hear after some event.
#[derive(Debug)]
pub struct Heard {
    /// As server-sent events.
    pub text: String,
    /// The last of them.
    pub last: u64,
    /// When something that waits will be told.
    pub more: Option<Duration>,
}

impl Tape {
    /// Tells an event, at once or when one of its kind may be told again.
    pub fn tell(&mut self, event: Event, now: Instant) {
        match OFTEN.iter().position(|often| often.0 == event.name) {
            Some(kind) => {
                self.waiting[kind] = Some(event);
                self.pass(now);
            }
            None => {
                // What waits came before it.
                let waiting: Vec<Event> =
                    self.waiting.iter_mut().filter_map(Option::take).collect();
                waiting.into_iter().for_each(|event| self.write(event));
                self.write(event);
            }
        }
    }

    /// Would an event of this kind be told at once?
    pub fn ready(&self, name: &str, now: Instant) -> bool {
        let kind = OFTEN.iter().position(|often| often.0 == name);
        let ready = |kind: usize| {
            self.at[kind].is_none_or(|at| now.saturating_duration_since(at) >= OFTEN[kind].1)
        };
        kind.is_none_or(ready)
    }

    /// Tells what has waited long enough.
    fn pass(&mut self, now: Instant) {
        for (kind, (name, _)) in OFTEN.iter().enumerate() {
            let due = self.ready(name, now);
            if let Some(event) = self.waiting[kind].take_if(|_| due) {
                self.at[kind] = Some(now);
                self.write(event);
            }
        }
    }

    fn write(&mut self, event: Event) {
        self.last += 1;
        self.bytes += event.data.len();
        self.told.push_back(Told { id: self.last, event });
        while self.told.len() > KEPT || self.bytes > KEPT_BYTES && self.told.len() > 1 {
            self.bytes -= self.told.pop_front().map_or(0, |told| told.event.data.len());
        }
    }

    /// What was told after the event with this number.
    pub fn hear(&mut self, after: u64, now: Instant) -> Heard {
        self.pass(now);
        let mut text = String::new();
        for Told { id, event } in self.told.iter().filter(|told| told.id > after) {
            text += &format!("id: {id}\nevent: {}\n", event.name);
            event.data.lines().for_each(|line| text += &format!("data: {line}\n"));
            text.push('\n');
        }
        let waits =
            self.waiting.iter().zip(self.at).zip(OFTEN).filter(|((waits, _), _)| waits.is_some());
        let due = waits.map(|((_, at), (_, apart))| {
            at.map_or(Duration::ZERO, |at| (at + apart).saturating_duration_since(now))
        });
        Heard { text, last: self.last, more: due.min() }
    }

    /// The number of the last event.
    pub fn last(&self) -> u64 {
        self.last
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn event(name: &'static str, data: &str) -> Event {
        Event { name, data: data.into() }
    }

    fn ids(heard: &Heard) -> Vec<u64> {
        heard.text.lines().filter_map(|line| line.strip_prefix("id: ")?.parse().ok()).collect()
    }

    #[test]
    fn of_events_that_come_often_the_newest_is_told_and_never_too_soon() {
        let (mut tape, start) = (Tape::default(), Instant::now());
        for n in 0..100_000_u32 {
            let now = start + Duration::from_micros(10) * n;
            tape.tell(event("progress", &n.to_string()), now);
            tape.tell(event("solution", &n.to_string()), now);
            tape.tell(event("improved", &n.to_string()), now);
        }
        assert!(tape.last() <= 20, "{} events in a second", tape.last());
        tape.tell(event("end", "done"), start + Duration::from_secs(1));
        let heard = tape.hear(0, start + Duration::from_secs(1));
        assert!(heard.text.contains("data: 99999\n"), "the newest is told before the end");
        assert!(heard.text.ends_with("event: end\ndata: done\n\n"));
    }

    #[test]
    fn who_comes_back_hears_what_came_after_and_no_more_than_is_kept() {
        let (mut tape, now) = (Tape::default(), Instant::now());
        (0..3_000).for_each(|n| tape.tell(event("begin", &n.to_string()), now));
        assert_eq!(ids(&tape.hear(2_998, now)), [2_999, 3_000]);
        let all = ids(&tape.hear(0, now));
        assert_eq!((all.len(), all[0]), (KEPT, 3_000 - KEPT as u64 + 1));
        assert!(ids(&tape.hear(3_000, now)).is_empty());
        let large = "x".repeat(KEPT_BYTES / 2);
        (0..5).for_each(|_| tape.tell(event("begin", &large), now));
        assert!(
            ids(&tape.hear(0, now)).len() <= 2,
            "large events are kept no longer than their bytes"
        );
    }

    #[test]
    fn what_waits_says_when_it_will_be_told() {
        let (mut tape, now) = (Tape::default(), Instant::now());
        tape.tell(event("progress", "1"), now);
        assert_eq!(tape.hear(0, now).more, None);
        tape.tell(event("progress", "2"), now);
        let more = tape.hear(1, now).more.expect("it waits");
        assert_eq!(ids(&tape.hear(1, now + more)), [2]);
    }

    #[test]
    fn every_line_of_an_event_is_told_as_its_data() {
        let (mut tape, now) = (Tape::default(), Instant::now());
        tape.tell(event("made", "{\n}"), now);
        assert_eq!(tape.hear(0, now).text, "id: 1\nevent: made\ndata: {\ndata: }\n\n");
    }
}
