//! The colours of all pictures.

/// Twelve colours that stay apart under the common kinds of colour blindness, also beside the frame's grey.
const COLOURS: [[u8; 3]; 12] = [
    [0x99, 0xd5, 0xfa], // sky
    [0xe2, 0xa0, 0x29], // orange
    [0x2d, 0xa1, 0x64], // green
    [0xe4, 0xee, 0x58], // lemon
    [0xb6, 0x8d, 0xb8], // mauve
    [0xbc, 0x52, 0x29], // rust
    [0xf1, 0xcf, 0xa9], // peach
    [0x3b, 0x55, 0xdd], // blue
    [0x8e, 0xc1, 0x62], // leaf
    [0x99, 0x43, 0x63], // wine
    [0x8a, 0x90, 0xfa], // periwinkle
    [0x93, 0x44, 0xa5], // purple
];

/// What to paint with.
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) enum Paint {
    /// Any number of colours: twelve plain ones, then the same with a pattern.
    Slot(usize),
    /// The colour of a slot without its pattern.
    Plain(usize),
    /// Lines and letters.
    Ink,
    /// Thin lines that should not be noticed first.
    Faint,
    /// The page.
    Paper,
    /// Empty cells of a board.
    Floor,
    /// The rim's colour of a framed puzzle.
    Frame,
    /// Cells where no block may be.
    Wall,
    /// What is wrong.
    Alarm,
    /// A colour of its own: a face in the shade.
    Shaded([u8; 3]),
}

/// The marks that tell slots of one colour apart, however a piece is turned or flipped.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub(crate) enum Pattern {
    Stripes,
    Dots,
    Lozenges,
    Net,
}

impl Paint {
    /// A slot as it is on paper, where a printer may know no colours: next to each other come colours and patterns that
    /// both differ.
    #[cfg(feature = "pdf")]
    pub(crate) fn printed(slot: usize) -> Paint {
        Paint::Slot(slot % COLOURS.len() + COLOURS.len() * (slot % 5))
    }

    pub(crate) fn rgb(self) -> [u8; 3] {
        match self {
            Paint::Slot(slot) | Paint::Plain(slot) => COLOURS[slot % COLOURS.len()],
            Paint::Ink => [0x22, 0x22, 0x22],
            Paint::Faint => [0x99, 0x99, 0x99],
            Paint::Paper => [0xff, 0xff, 0xff],
            Paint::Floor => [0xf3, 0xf0, 0xe8],
            Paint::Frame => [0xc8, 0xc8, 0xc8],
            Paint::Wall => [0x5a, 0x5a, 0x5a],
            Paint::Alarm => [0xe0, 0x10, 0x10],
            Paint::Shaded(rgb) => rgb,
        }
    }

    /// `#rrggbb`, or `#rgb` where each has two equal digits.
    pub(crate) fn hex(self) -> String {
        let [r, g, b] = self.rgb();
        match [r, g, b].iter().all(|shade| shade % 17 == 0) {
            true => format!("#{:x}{:x}{:x}", r / 17, g / 17, b / 17),
            false => format!("#{r:02x}{g:02x}{b:02x}"),
        }
    }

    pub(crate) fn pattern(self) -> Option<Pattern> {
        let Paint::Slot(slot) = self else { return None };
        match slot / COLOURS.len() % 5 {
            0 => None,
            1 => Some(Pattern::Stripes),
            2 => Some(Pattern::Dots),
            3 => Some(Pattern::Lozenges),
            _ => Some(Pattern::Net),
        }
    }

    /// The same without its pattern.
    pub(crate) fn plain(self) -> Paint {
        if let Paint::Slot(slot) = self { Paint::Plain(slot) } else { self }
    }

    /// The same with less light on it.
    pub(crate) fn shaded(self, brightness: f32) -> Paint {
        Paint::Shaded(self.rgb().map(|c| (f32::from(c) * brightness) as u8))
    }

    fn is_dark(self) -> bool {
        let [r, g, b] = self.rgb().map(u32::from);
        299 * r + 587 * g + 114 * b < 125_000
    }

    /// Ink or paper, whichever is seen better on this paint.
    pub(crate) fn letter(self) -> Paint {
        if self.is_dark() { Paint::Paper } else { Paint::Ink }
    }

    /// The nearest of the 256 terminal colours, from the cube of six shades each of red, green and blue.
    pub(crate) fn terminal(self) -> u8 {
        let shade = |c: u8| if c < 48 { 0 } else { (c.max(75) - 35) / 40 };
        let [r, g, b] = self.rgb().map(shade);
        16 + 36 * r + 6 * g + b
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sixty_slots_differ_in_colour_or_pattern() {
        let look = |slot| (Paint::Slot(slot).rgb(), Paint::Slot(slot).pattern());
        for a in 0..60 {
            assert!((0..a).all(|b| look(a) != look(b)), "slot {a}");
        }
    }

    #[cfg(feature = "pdf")]
    #[test]
    fn on_paper_neighbours_differ_in_colour_and_pattern_and_sixty_differ_in_one_of_them() {
        let look = |slot| (Paint::printed(slot).rgb(), Paint::printed(slot).pattern());
        for a in 0..60 {
            assert!((0..a).all(|b| look(a) != look(b)), "slot {a}");
            let (one, next) = (look(a), look(a + 1));
            assert!(one.0 != next.0 && one.1 != next.1, "slot {a}");
        }
    }

    #[test]
    fn the_twelve_colours_differ_on_a_terminal_too() {
        let shades: std::collections::BTreeSet<u8> =
            (0..12).map(|s| Paint::Slot(s).terminal()).collect();
        assert_eq!(shades.len(), 12);
    }

    #[test]
    fn letters_are_light_on_dark_colours() {
        assert_eq!(Paint::Plain(7).letter(), Paint::Paper);
        assert_eq!(Paint::Plain(3).letter(), Paint::Ink);
    }
}
