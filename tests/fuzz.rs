//! The bodies of the fuzz targets for the interfaces of other programs, on seeded lines.

#[path = "../fuzz/src/services.rs"]
#[expect(unreachable_pub, reason = "public for the fuzz targets")]
mod services;

use quintet_rules::{Random, Wyrand};

/// Lines of pieces that begin like valid ones, with some other bytes.
fn lines(pieces: &[&str], seed: u64) -> Vec<u8> {
    let random = &mut Wyrand::new(seed);
    let mut bytes = Vec::new();
    for _ in 0..random.below(12) {
        match random.below(8) {
            0 => bytes.push(random.bits() as u8),
            1 => bytes.push(b' '),
            2 => bytes.push(b'\n'),
            _ => {
                let piece = pieces[random.below(pieces.len() as u32) as usize];
                bytes.extend_from_slice(piece.as_bytes());
            }
        }
    }
    bytes
}

fn for_seeds(seeds: std::ops::Range<u64>, pieces: &[&str], body: fn(&[u8])) {
    for seed in seeds {
        let bytes = lines(pieces, seed);
        let outcome = std::panic::catch_unwind(|| body(&bytes));
        assert!(outcome.is_ok(), "seed {seed}: {}", bytes.escape_ascii());
    }
}

#[test]
fn ugi_lines_get_clean_answers() {
    let pieces = [
        "ugi\n",
        "isready\n",
        "uginewgame\n",
        "position startpos\n",
        "position startpos moves ",
        "position fen ",
        "..../.X../..../.... 2",
        "2-2 ",
        "go",
        "go nodes 10\n",
        "go movetime 1\n",
        "stop\n",
        "setoption name ",
        "Level value easy\n",
        "Seed value 5\n",
        "query p1turn\n",
        "query islegal ",
        "query result\n",
    ];
    for_seeds(0..300, &pieces, services::ugi_lines_get_clean_answers);
}

#[test]
fn mcp_messages_get_json_rpc_answers() {
    let pieces = [
        "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/list\"}\n",
        "{\"jsonrpc\":\"2.0\",\"id\":2,\"method\":\"tools/call\",\"params\":{\"name\":\"new_game\",\"arguments\":",
        "{\"game\":\"gridlock\"}",
        "}}\n",
        "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/initialized\"}\n",
        "{\"jsonrpc\":\"2.0\",\"id\":3,\"method\":\"resources/read\",\"params\":{\"uri\":\"quintet://rules/",
        "gridlock\"}}\n",
        "{\"jsonrpc\":\"2.0\",\"id\":\"x\",\"method\":\"nothing\"}\n",
        "[]\n",
        "null\n",
        "\u{202e}",
    ];
    for_seeds(0..300, &pieces, services::mcp_messages_get_json_rpc_answers);
}

#[test]
fn socket_messages_leave_a_valid_game() {
    let pieces = [
        "{\"id\":1,\"ply\":0,\"action\":\"move\",\"move\":\"2-2\"}\n",
        "{\"id\":2,\"ply\":",
        "1,\"action\":\"resign\"}\n",
        "1,\"action\":\"offer-take-back\"}\n",
        "0,\"action\":\"move\",\"move\":\"1 1\"}\n",
        "{\"watch\":{}}\n",
        "18446744073709551615",
        "{}\n",
        "\n",
    ];
    for_seeds(
        0..100,
        &pieces,
        services::socket_messages_leave_a_valid_game,
    );
}
