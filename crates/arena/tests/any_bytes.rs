//! The bodies of the fuzz targets on seeded bytes, so that the stable compiler covers them too.

#[path = "../../../fuzz/src/lib.rs"]
#[expect(unreachable_pub, reason = "public for the fuzz targets")]
mod bodies;

use quintet_rules::{Random, Wyrand};

/// Pieces out of which chance makes positions, entries and records.
const PIECES: &[&[u8]] = &[
    b"[Game \"gridlock\"]\n",
    b"[Game \"adjacency-block\"]\n",
    b"[Game \"quad-block\"]\n",
    b"[Size \"3x3\"]\n",
    b"[Size \"6\"]\n",
    b"[Start \"...... 2\"]\n",
    b"[Result \"*\"]\n",
    b"[Termination \"resigned\"]\n",
    b"[Seed \"3\"]\n",
    b"{a comment}",
    b"\"]\n",
    b"\n",
    b"1.",
    b" 2-2 ",
    b" 1 ",
    b" 5 ",
    b" * ",
    b" 1-0\n",
    b"MOVE B1",
    b"BARRIER C3",
    b"..../..../..../.... 1",
    b"1..../...../...../...../....2 1 3 3",
    b"XO../",
    b" s",
    b"\xff",
    b"\0",
    b"\x1b[2J",
];

/// Some pieces, some bytes.
fn some_bytes(random: &mut Wyrand) -> Vec<u8> {
    let mut bytes = Vec::new();
    for _ in 0..random.below(16) {
        if random.below(3) == 0 {
            bytes.push(random.bits() as u8);
        } else {
            bytes.extend(PIECES[random.below(PIECES.len() as u32) as usize]);
        }
    }
    bytes
}

/// Runs a body on the bytes of many seeds, and says which seed it was when it fails.
fn for_seeds(seeds: std::ops::Range<u64>, bytes: fn(&mut Wyrand) -> Vec<u8>, body: fn(&[u8])) {
    for seed in seeds {
        let bytes = bytes(&mut Wyrand::new(seed));
        let outcome = std::panic::catch_unwind(|| body(&bytes));
        assert!(outcome.is_ok(), "seed {seed}: {}", bytes.escape_ascii());
    }
}

#[test]
fn any_text_gets_an_ordinary_answer() {
    let bytes = |random: &mut Wyrand| {
        let mut bytes = vec![random.bits() as u8, random.bits() as u8];
        bytes.extend(some_bytes(random));
        bytes
    };
    for_seeds(0..4000, bytes, bodies::any_text_gets_an_ordinary_answer);
}

#[test]
fn any_game_obeys_the_contract() {
    let bytes = |random: &mut Wyrand| (0..random.below(20)).map(|_| random.bits() as u8).collect();
    for_seeds(0..400, bytes, bodies::any_game_obeys_the_contract);
}

#[test]
fn any_record_is_read_or_refused() {
    for_seeds(0..4000, some_bytes, bodies::any_record_is_read_or_refused);
}

#[test]
fn bytes_that_are_a_record_get_as_far_as_being_written() {
    bodies::any_record_is_read_or_refused(b"[Game \"gridlock\"]\n\n1. 2-2 {so} 3-3 * {end}");
}
