//! How long a server with many stored games takes until it is of use.

use std::collections::VecDeque;
use std::fs::{self, File};
use std::path::Path;
use std::time::Instant;

use anyhow::Result;
use quintet_games::{Catalogue, Variant};
use quintet_live::store::{Change, NewGame, Seat, Sqlite, Store, Written};
use quintet_live::{Action, Event, GameId, Token};
use quintet_rules::{PerPlayer, Player, Wyrand};

use super::figures::{Row, seconds};
use super::{Bench, variants};

/// Changes that wait to be written at a time: several transactions of the store.
const WAITING: usize = 4096;

/// Moves of a stored game at most.
const MOVES: u32 = 20;

/// Any moment will do.
const NOW: u64 = 1_794_700_800;

/// The time from starting the process until it has written something.
pub(super) async fn run(bench: &Bench) -> Result<Vec<Row>> {
    let db = bench.file("restart");
    let moves = fill(&db, bench.scale.stored, bench.seed).await?;
    let megabytes = fs::metadata(&db)?.len() / 1_000_000;
    let (games, moves) = (bench.scale.stored as u64, moves as u64);
    let [games, moves] = [games, moves].map(quintet_games::grouped);
    let size = format!("{megabytes} MB");
    let mut rows = vec![Row::new(
        format!("restart, {games} games with {moves} moves"),
        size,
    )];
    for (what, is_cold) in [("  file read from disk", true), ("  file in memory", false)] {
        if is_cold {
            leave_memory(&db)?;
        }
        let began = Instant::now();
        let mut server = bench.start("restart")?;
        server.ready().await?;
        let took = began.elapsed();
        rows.push(Row::new(what, seconds(took)).wanted("less than 2 s"));
        server.ask_to_stop()?;
        server.stopped().await?;
    }
    Ok(rows)
}

/// Stores random games, through the server's own storage: how many moves they have.
async fn fill(db: &Path, games: usize, seed: u64) -> Result<usize> {
    let store = Sqlite::open(db, Catalogue::STANDARD)?;
    let mut random = Wyrand::new(seed);
    let mut waiting: VecDeque<Written> = VecDeque::new();
    let mut moves = 0;
    for (_, variant) in (0..games).zip(variants()) {
        let changes = random_game(variant, &mut random);
        moves += changes.len() - 1;
        for change in changes {
            if waiting.len() == WAITING
                && let Some(oldest) = waiting.pop_front()
            {
                oldest.await?;
            }
            waiting.push_back(store.write(change));
        }
    }
    for written in waiting {
        written.await?;
    }
    store.close().await;
    Ok(moves)
}

/// A game with both seats taken, and its moves.
fn random_game(variant: &dyn Variant, random: &mut Wyrand) -> Vec<Change> {
    let mut position = variant.start(Player::One);
    let opening = NewGame {
        id: GameId::random(),
        game: variant.id().to_owned(),
        size: variant.size().to_string(),
        start: position.text(),
        created: NOW,
        rematch_of: None,
        seats: PerPlayer::from_fn(|player| {
            Some(Seat {
                token: Token::random().hash(),
                name: Some(format!("Player {player}")),
                since: NOW,
            })
        }),
    };
    let id = opening.id;
    let mut changes = vec![Change::Open(opening)];
    for ply in 0..MOVES {
        let Some(mv) = position.random_move(random) else {
            break;
        };
        let player = position.to_move();
        position = position.play(&mv).expect("a random move is legal").position;
        let (action, at) = (Action::Move(mv), NOW + u64::from(ply));
        changes.push(Change::Action(id, ply, Event { player, action, at }));
    }
    changes
}

/// Lets the system forget a file, so that it must be read again.
fn leave_memory(path: &Path) -> Result<()> {
    let file = File::open(path)?;
    file.sync_all()?;
    Ok(rustix::fs::fadvise(
        &file,
        0,
        None,
        rustix::fs::Advice::DontNeed,
    )?)
}
