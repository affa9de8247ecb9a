//! The bodies of the fuzz targets on seeded bytes, so that the stable compiler covers them too.

#[path = "../../../fuzz/src/games.rs"]
#[expect(unreachable_pub, reason = "public for the fuzz targets")]
mod bodies;

use quintet_rules::{Random, Wyrand};

/// Pieces of positions, entries and records, between tildes.
const PIECES: &str = "[Game \"gridlock\"]\n~[Game \"adjacency-block\"]\n~[Game \"quad-block\"]\n\
    ~[Size \"3x3\"]\n~[Size \"6\"]\n~[Start \"...... 2\"]\n~[Result \"*\"]\n~[Termination \"resigned\"]\n\
    ~[Seed \"3\"]\n~{a comment}~\"]\n~\n~\r\n~1.~ 2-2 ~ 1 ~ 5 ~ * ~ 1-0\n~ 0-1\n~[~]~{~}~\"~\\\
    ~MOVE B1~BARRIER C3~..../..../..../.... 1~1..../...../...../...../....2 1 3 3~XO../~ s~\0~\x1b[2J";

/// Some pieces, some bytes.
fn some_bytes(random: &mut Wyrand) -> Vec<u8> {
    let pieces: Vec<_> = PIECES.split('~').collect();
    let mut bytes = Vec::new();
    for _ in 0..random.below(16) {
        if random.below(3) == 0 {
            bytes.push(random.bits() as u8);
        } else {
            let piece = pieces[random.below(pieces.len() as u32) as usize];
            bytes.extend(piece.bytes());
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
fn any_text_is_handled() {
    let bytes = |random: &mut Wyrand| {
        let mut bytes = vec![random.bits() as u8, random.bits() as u8];
        bytes.extend(some_bytes(random));
        bytes
    };
    for_seeds(0..4000, bytes, bodies::parsers_accept_any_text);
}

#[test]
fn any_game_obeys_the_contract() {
    let bytes = |random: &mut Wyrand| (0..random.below(20)).map(|_| random.bits() as u8).collect();
    for_seeds(0..400, bytes, bodies::any_game_obeys_the_contract);
}

#[test]
fn any_record_is_accepted_or_rejected() {
    for_seeds(
        0..4000,
        some_bytes,
        bodies::records_round_trip_or_are_rejected,
    );
}

#[test]
fn some_random_bytes_are_valid_records() {
    bodies::records_round_trip_or_are_rejected(b"[Game \"gridlock\"]\n\n1. 2-2 {so} 3-3 * {end}");
}
