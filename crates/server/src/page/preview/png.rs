//! PNG encoding.

use std::io::{self, Write};

use flate2::write::ZlibEncoder;
use flate2::{Compression, Crc};

/// Encodes rows of RGB pixels as a PNG.
pub(super) fn encoded(width: u32, height: u32, pixels: &[[u8; 3]]) -> Vec<u8> {
    let mut head = Vec::new();
    head.extend(width.to_be_bytes());
    head.extend(height.to_be_bytes());
    // Eight bits for each of three colors, the standard compression and filters, not interlaced.
    head.extend([8, 2, 0, 0, 0]);
    let mut png = b"\x89PNG\r\n\x1a\n".to_vec();
    chunk(&mut png, *b"IHDR", &head);
    let data = packed(width, pixels).expect("memory can be written to");
    chunk(&mut png, *b"IDAT", &data);
    chunk(&mut png, *b"IEND", &[]);
    png
}

/// Compresses the rows, without filters.
fn packed(width: u32, pixels: &[[u8; 3]]) -> io::Result<Vec<u8>> {
    let mut encoder = ZlibEncoder::new(Vec::new(), Compression::default());
    for row in pixels.chunks(width as usize) {
        encoder.write_all(&[0])?;
        encoder.write_all(row.as_flattened())?;
    }
    encoder.finish()
}

fn chunk(png: &mut Vec<u8>, kind: [u8; 4], data: &[u8]) {
    let length = u32::try_from(data.len()).expect("a picture is small");
    let mut sum = Crc::new();
    sum.update(&kind);
    sum.update(data);
    png.extend(length.to_be_bytes());
    png.extend(kind);
    png.extend(data);
    png.extend(sum.sum().to_be_bytes());
}
