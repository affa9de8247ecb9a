//! I/O errors at random moments, injected by strace into system calls on the files of the server: its responses match the
//! stored data.

use std::io;

use quintet_arena::Dice;
use quintet_rules::Random;
use quintet_testkit::http::Connection;
use serde_json::Value;

use crate::common::server::Server;
use crate::common::{generous, rounds, start_with_table};
use crate::table::{Table, endless};

const SEED: u64 = 20_261_116;

/// Responses after which a round ends.
const ANSWERS: usize = 60;

/// A client's view of a game that it plays through errors.
#[derive(Default)]
struct ClientView {
    /// Acknowledged events.
    events: Vec<Value>,
    /// True if the response to the next action was "unknown".
    is_doubtful: bool,
    /// The numbers of "storage" and "unknown" responses.
    refused: usize,
    unknown: usize,
}

/// Either all calls from one on fail, or a few of them.
fn injection(dice: &mut Dice) -> String {
    let both = ["pwrite64,fdatasync", "ftruncate,fdatasync"];
    let call = ["pwrite64", "fdatasync", both[0], both[1]][dice.below(4) as usize];
    let error = ["EIO", "ENOSPC"][dice.below(2) as usize];
    let first = 5 + dice.below(120);
    let when = match dice.below(3) {
        0 => format!("{first}"),
        1 => format!("{first}..{}", first + 1 + dice.below(20)),
        _ => format!("{first}+{}", 2 + dice.below(15)),
    };
    format!("-e trace={call} -e inject={call}:error={error}:when={when}")
}

/// Plays through errors, and repeats actions with an unknown outcome. A `timid` client stops at the first response that is
/// not an acknowledgement.
fn play(server: &Server, table: &Table, is_timid: bool) -> io::Result<ClientView> {
    let mut known = ClientView::default();
    let mut connection = Connection::open(server.address())?;
    for _ in 0..ANSWERS {
        let (player, action) = endless(known.events.len());
        let answer = connection.ask(&table.action(player, &action))?;
        if answer.status == 200 {
            known.events.push(answer.expect(200)["event"].clone());
            known.is_doubtful = false;
            continue;
        }
        let problem = answer.expect(503);
        match problem["type"].as_str() {
            Some("/problems/storage") => known.refused += 1,
            Some("/problems/unknown") => {
                known.unknown += 1;
                known.is_doubtful = true;
            }
            other => panic!("{other:?}: {problem}"),
        }
        if is_timid {
            break;
        }
    }
    Ok(known)
}

/// Compares the client's view with the stored log.
fn compare(known: &ClientView, stored: &[Value], round: u32) {
    let about = format!("round {round} of seed {SEED}");
    let (settled, more) = stored
        .split_at_checked(known.events.len())
        .unwrap_or_else(|| panic!("{about}: acknowledged actions are missing"));
    assert_eq!(settled, known.events, "{about}");
    let most = usize::from(known.is_doubtful);
    assert!(
        more.len() <= most,
        "{about}: reported as not stored, but {more:?}"
    );
    if let Some(event) = more.first() {
        let (player, action) = endless(known.events.len());
        assert_eq!(event["player"], player.number(), "{about}");
        assert_eq!(event["action"], action["action"], "{about}");
    }
}

#[test]
#[ignore = "needs strace"]
fn responses_are_true_whatever_call_fails() {
    let mut dice = Dice::new(SEED, 0);
    let (mut done, mut refused, mut unknown) = (0, 0, 0);
    for round in 0..rounds(24) {
        let mut setup = generous();
        // The game is opened before the first error.
        let (server, _, table) = start_with_table(&setup);
        server.stop();
        let files = ["", "-wal"].map(|suffix| format!("-P '{}'", setup.beside(suffix).display()));
        let injected = injection(&mut dice);
        setup.set_traced(Some(&format!(
            "{injected} {} -o /dev/null",
            files.join(" ")
        )));
        let mut server = setup.spawn(&setup.db());
        // An early error can prevent the start.
        let known = server.has_started().then(|| {
            let is_timid = dice.below(2) == 0;
            play(&server, &table, is_timid).expect("the server answers")
        });
        server.kill();
        setup.set_traced(None);
        let server = setup.start();
        if let Some(known) = known {
            compare(&known, &table.events(server.address()), round);
            done += known.events.len();
            refused += known.refused;
            unknown += known.unknown;
        }
        server.stop();
    }
    eprintln!("{done} done, {refused} refused, {unknown} unknown");
    assert!(
        done > 100 && refused + unknown > 10,
        "{done} {refused} {unknown}: too little happened"
    );
}
