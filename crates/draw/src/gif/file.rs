//! The GIF file: one palette for all frames, each frame packed by LZW.

/// A part of the picture, and how long it is shown, in hundredths of a second.
pub(super) struct Frame {
    pub left: u16,
    pub top: u16,
    pub width: u16,
    pub height: u16,
    pub delay: u16,
    /// Indices into the palette, row by row.
    pub pixels: Vec<u8>,
}

/// A file that grows frame by frame.
pub(super) struct File(Vec<u8>);

impl File {
    /// A file without frames, which will be shown again and again.
    pub(super) fn new(width: u16, height: u16, palette: &[[u8; 3]]) -> File {
        let mut file = File(b"GIF89a".to_vec());
        file.numbers(&[width, height]);
        // A palette of 256 colours of eight bits for all frames.
        file.0.extend([0xf7, 0, 0]);
        file.0.extend(palette.iter().flatten());
        file.0.resize(13 + 3 * 256, 0);
        file.0.extend(b"\x21\xff\x0bNETSCAPE2.0\x03\x01\x00\x00\x00");
        file
    }

    fn numbers(&mut self, numbers: &[u16]) {
        self.0.extend(numbers.iter().flat_map(|number| number.to_le_bytes()));
    }

    /// Adds a frame, which stays when the next comes.
    pub(super) fn add(&mut self, frame: &Frame) {
        self.0.extend([0x21, 0xf9, 4, 4]);
        self.numbers(&[frame.delay]);
        self.0.extend([0, 0, 0x2c]);
        self.numbers(&[frame.left, frame.top, frame.width, frame.height]);
        self.0.extend([0, 8]);
        for block in pack(&frame.pixels).chunks(255) {
            self.0.push(block.len() as u8);
            self.0.extend(block);
        }
        self.0.push(0);
    }

    /// The whole file.
    pub(super) fn finish(mut self) -> Vec<u8> {
        self.0.push(0x3b);
        self.0
    }
}

const CLEAR: u16 = 256;
const END: u16 = 257;
const MOST: u16 = 4096;

/// The strings of pixels met so far: a tree in which each code knows its first child and its next sibling; 0 is none.
struct Strings {
    child: [u16; MOST as usize],
    sibling: [u16; MOST as usize],
    pixel: [u8; MOST as usize],
    next: u16,
}

impl Strings {
    fn find(&self, code: u16, pixel: u8) -> Option<u16> {
        let mut at = self.child[usize::from(code)];
        while at != 0 && self.pixel[usize::from(at)] != pixel {
            at = self.sibling[usize::from(at)];
        }
        (at != 0).then_some(at)
    }

    fn add(&mut self, code: u16, pixel: u8) {
        let (parent, new) = (usize::from(code), usize::from(self.next));
        self.pixel[new] = pixel;
        self.sibling[new] = self.child[parent];
        self.child[new] = 0;
        self.child[parent] = self.next;
        self.next += 1;
    }

    fn clear(&mut self) {
        self.child.fill(0);
        self.next = END + 1;
    }
}

/// Codes of growing width, lowest bits first.
struct Codes {
    bytes: Vec<u8>,
    held: u32,
    bits: u32,
    width: u32,
}

impl Codes {
    fn write(&mut self, code: u16) {
        self.held |= u32::from(code) << self.bits;
        self.bits += self.width;
        while self.bits >= 8 {
            self.bytes.push(self.held as u8);
            self.held >>= 8;
            self.bits -= 8;
        }
    }
}

fn pack(pixels: &[u8]) -> Vec<u8> {
    let mut codes = Codes { bytes: Vec::new(), held: 0, bits: 0, width: 9 };
    let mut strings = Strings {
        child: [0; MOST as usize],
        sibling: [0; MOST as usize],
        pixel: [0; MOST as usize],
        next: END + 1,
    };
    codes.write(CLEAR);
    let mut seen: Option<u16> = None;
    for &pixel in pixels {
        let Some(code) = seen else {
            seen = Some(pixel.into());
            continue;
        };
        if let Some(longer) = strings.find(code, pixel) {
            seen = Some(longer);
            continue;
        }
        codes.write(code);
        if strings.next == MOST {
            codes.write(CLEAR);
            strings.clear();
            codes.width = 9;
        } else {
            codes.width += u32::from(strings.next == 1 << codes.width);
            strings.add(code, pixel);
        }
        seen = Some(pixel.into());
    }
    if let Some(code) = seen {
        codes.write(code);
        codes.width += u32::from(strings.next == 1 << codes.width && codes.width < 12);
    }
    codes.write(END);
    // Fills the last byte up.
    codes.width = 7;
    codes.write(0);
    codes.bytes
}
