//! Bytes in letters.

/// The bytes that these letters stand for; `None` where they are no base64.
pub fn decode(text: &str) -> Option<Vec<u8>> {
    let text = text.trim_end_matches('=');
    let mut bytes = Vec::with_capacity(text.len() / 4 * 3 + 3);
    let (mut held, mut bits) = (0_u32, 0);
    for letter in text.bytes() {
        let value = match letter {
            b'A'..=b'Z' => letter - b'A',
            b'a'..=b'z' => letter - b'a' + 26,
            b'0'..=b'9' => letter - b'0' + 52,
            b'+' => 62,
            b'/' => 63,
            _ => return None,
        };
        held = held << 6 | u32::from(value);
        bits += 6;
        if bits >= 8 {
            bits -= 8;
            bytes.push((held >> bits) as u8);
            held &= (1 << bits) - 1;
        }
    }
    (bits < 6 && held == 0).then_some(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn letters_become_bytes_or_are_refused() {
        assert_eq!(decode("TWFycXVldHJ5").as_deref(), Some(&b"Marquetry"[..]));
        assert_eq!(decode("AP8=").as_deref(), Some(&[0, 255][..]));
        assert_eq!(decode(""), Some(vec![]));
        assert_eq!(decode("A"), None, "six bits are no byte");
        assert_eq!(decode("AB=="), None, "bits that are left over are none");
        assert_eq!(decode("a b"), None);
    }
}
