//! A small font of strokes, so that a picture needs no font of the machine it is seen on.

/// A step of a pen.
#[derive(Copy, Clone, PartialEq, Debug)]
pub(crate) enum Pen {
    Move(f32, f32),
    Line(f32, f32),
    /// A curve: its control point, then its end.
    Curve(f32, f32, f32, f32),
}

/// Capitals are this high.
pub(crate) const CAPITAL: f32 = 12.0;
const GAP: f32 = 3.5;

/// The printable signs of ASCII from `!` to `~`, in their order.
///
/// A sign is its strokes with blanks between, a stroke is its points, a point is column and row, each a digit in
/// base 36: row 0 is the top of a capital, `4` the top of a small letter, `c` the baseline, `g` the foot of a `g`.
/// A point after `~` bends the line from the point before it to the point after it.
const SIGNS: [&str; 94] = [
    "0008 0b0c",                                              // !
    "0003 3033",                                              // "
    "202c 606c 0484 0888",                                    // #
    "82~8040~0003~0646~8689~8c4c~0c0a 404c",                  // $
    "800c 0020220200 6a8a8c6c6a",                             // %
    "8c13~0030~605317~0809~0c3c~7c86",                        // &
    "0003",                                                   // '
    "30~0206~0a3c",                                           // (
    "00~3236~3a0c",                                           // )
    "424a 1478 7418",                                         // *
    "424a 0686",                                              // +
    "1b0e",                                                   // ,
    "0656",                                                   // -
    "0b0c",                                                   // .
    "600c",                                                   // /
    "30~6066~6c3c~0c06~0030",                                 // 0
    "03303c 0c6c",                                            // 1
    "02~0030~6063~65480c6c",                                  // 2
    "02~0030~6063~6636~6669~6c3c~0c0a",                       // 3
    "5c500878",                                               // 4
    "60000535~6568~6c3c~0c0a",                                // 5
    "50~0008~0c3c~6c69~6535~0508",                            // 6
    "00602c",                                                 // 7
    "35~0503~0030~6063~6535~0509~0c3c~6c69~6535",             // 8
    "1c~6c64~6030~0003~0737~6764",                            // 9
    "0506 0b0c",                                              // :
    "1516 1b0e",                                              // ;
    "62066a",                                                 // <
    "0464 0868",                                              // =
    "02660a",                                                 // >
    "02~0030~6063~663638 3b3c",                               // ?
    "67~6444~2447~2a4a~6a67 6468~6a7a~8a86~8040~0006~0c4c6c", // @
    "0c408c 1878",                                            // A
    "0c0040~7073~7646 0646~8689~8c4c0c",                      // B
    "82~8040~0006~0c4c~8c8a",                                 // C
    "000c3c~8c86~803000",                                     // D
    "70000c7c 0656",                                          // E
    "70000c 0656",                                            // F
    "82~8040~0006~0c4c~8c888656",                             // G
    "000c 808c 0686",                                         // H
    "0040 0c4c 202c",                                         // I
    "6068~6c3c~0c09",                                         // J
    "000c 8007 348c",                                         // K
    "000c7c",                                                 // L
    "0c0047808c",                                             // M
    "0c008c80",                                               // N
    "40~8086~8c4c~0c06~0040",                                 // O
    "0c0050~8083~875707",                                     // P
    "40~8086~8c4c~0c06~0040 598d",                            // Q
    "0c0050~8083~865606 468c",                                // R
    "82~8040~0003~0646~8689~8c4c~0c0a",                       // S
    "0080 404c",                                              // T
    "0008~0c4c~8c8880",                                       // U
    "004c80",                                                 // V
    "002c528ca0",                                             // W
    "008c 800c",                                              // X
    "004680 464c",                                            // Y
    "00800c8c",                                               // Z
    "30000c3c",                                               // [
    "006c",                                                   // \
    "00303c0c",                                               // ]
    "043064",                                                 // ^
    "0c6c",                                                   // _
    "0022",                                                   // `
    "68~6434~0408~0c3c~6c68 646c",                            // a
    "68~6434~0408~0c3c~6c68 000c",                            // b
    "65~5434~0408~0c3c~5c6b",                                 // c
    "68~6434~0408~0c3c~6c68 606c",                            // d
    "0868~6434~0408~0c3c~5c6b",                               // e
    "50~20232c 0444",                                         // f
    "68~6434~0408~0c3c~6c68 646d~6g3g~1g0f",                  // g
    "000c 08~0434~64686c",                                    // h
    "040c 0001",                                              // i
    "242e~2g0g 2021",                                         // j
    "000c 5409 276c",                                         // k
    "000a~0c2c",                                              // l
    "040c 07~0424~44474c 47~4464~84878c",                     // m
    "040c 08~0434~64686c",                                    // n
    "68~6434~0408~0c3c~6c68",                                 // o
    "68~6434~0408~0c3c~6c68 040g",                            // p
    "68~6434~0408~0c3c~6c68 646g",                            // q
    "040c 08~0444",                                           // r
    "65~5434~0406~0838~686a~6c3c~1c0b",                       // s
    "2129~2c5c 0454",                                         // t
    "0408~0c3c~6c68 646c",                                    // u
    "043c64",                                                 // v
    "042c456c84",                                             // w
    "046c 640c",                                              // x
    "043c 641g",                                              // y
    "04640c6c",                                               // z
    "40~2023~2606~2629~2c4c",                                 // {
    "000e",                                                   // |
    "00~2023~2646~2629~2c0c",                                 // }
    "07~1446~7885",                                           // ~
];

/// What stands for a sign the font does not have.
const UNKNOWN: &str = "00606c0c00";

fn strokes(sign: char) -> &'static str {
    match (sign as usize).checked_sub('!' as usize) {
        _ if sign == ' ' => "",
        Some(at) => SIGNS.get(at).copied().unwrap_or(UNKNOWN),
        None => UNKNOWN,
    }
}

/// The points of a sign; `None` marks the end of a stroke, the flag a point that bends the line.
fn points(sign: char) -> impl Iterator<Item = Option<(f32, f32, bool)>> {
    let mut signs = strokes(sign).chars();
    let digit = |c: char| c.to_digit(36).map_or(0.0, |d| d as f32);
    std::iter::from_fn(move || {
        let first = signs.next()?;
        if first == ' ' {
            return Some(None);
        }
        let bends = first == '~';
        let x = if bends { signs.next()? } else { first };
        Some(Some((digit(x), digit(signs.next()?), bends)))
    })
}

fn breadth(sign: char) -> f32 {
    if sign == ' ' { 3.0 } else { points(sign).flatten().fold(0.0, |most, p| p.0.max(most)) }
}

/// How broad a text is when its capitals are [`CAPITAL`] high.
pub(crate) fn width(text: &str) -> f32 {
    text.chars().map(|sign| breadth(sign) + GAP).sum::<f32>() - GAP
}

/// The way of the pen through a text whose capitals are `size` high and whose middle is at `(x, y)`.
pub(crate) fn pens(text: &str, x: f32, y: f32, size: f32) -> Vec<Pen> {
    let scale = size / CAPITAL;
    let mut left = x - width(text) * scale / 2.0;
    let top = y - size / 2.0;
    let mut pens = Vec::new();
    for sign in text.chars() {
        let (mut lifted, mut bend) = (true, None);
        for point in points(sign) {
            let Some((px, py, bends)) = point else {
                lifted = true;
                continue;
            };
            let (px, py) = (left + px * scale, top + py * scale);
            match (lifted, bends, bend.take()) {
                (true, _, _) => pens.push(Pen::Move(px, py)),
                (_, true, _) => bend = Some((px, py)),
                (_, _, Some((bx, by))) => pens.push(Pen::Curve(bx, by, px, py)),
                _ => pens.push(Pen::Line(px, py)),
            }
            lifted = false;
        }
        left += (breadth(sign) + GAP) * scale;
    }
    pens
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_sign_starts_its_strokes_on_a_point_and_ends_its_bends_on_one() {
        for (at, sign) in SIGNS.iter().enumerate() {
            for stroke in sign.split(' ') {
                let plain = stroke.replace('~', "");
                assert!(plain.len() >= 4 && plain.len() % 2 == 0, "sign {at}: {stroke}");
                assert!(plain.bytes().all(|b| b.is_ascii_alphanumeric()), "sign {at}: {stroke}");
                assert!(!stroke.starts_with('~') && !stroke.ends_with('~'), "sign {at}: {stroke}");
            }
        }
    }

    #[test]
    fn a_text_is_centred_on_its_middle() {
        assert_eq!(pens("T", 10.0, 10.0, 12.0)[0], Pen::Move(6.0, 4.0));
    }

    #[test]
    fn foreign_signs_are_drawn_as_a_box() {
        assert_eq!(pens("é", 0.0, 0.0, 12.0).len(), 5);
    }
}
