//! Stopping a server while games are played, and starting one with many stored games.

use std::collections::VecDeque;
use std::fs::{self, File};
use std::path::Path;
use std::time::{Duration, Instant};

use anyhow::{Context, Result};
use quintet_games::{Catalogue, Variant, group_digits};
use quintet_live::store::{Change, NewGame, Seat, Sqlite, Store, WriteFuture};
use quintet_live::{Action, Event, GameId, Token};
use quintet_rules::{PerPlayer, Player, Wyrand};
use rustix::fs::{Advice, fadvise};
use tokio::task::JoinSet;
use tokio_tungstenite::tungstenite::protocol::frame::coding::CloseCode;

use super::client::{Closed, Http};
use super::pair::Pair;
use super::{Bench, joined, report, variants};

/// Stops the server in the middle of games, and compares the acknowledged moves with the stored ones.
pub(super) async fn stop(bench: &Bench) -> Result<()> {
    let mut server = bench.start("stop")?;
    let mut games = JoinSet::new();
    for (n, variant) in (0..bench.games as u64).zip(variants()) {
        let pair = Pair::open(vec![server.port; 2], variant).await?;
        games.spawn(play_until_closed(pair, Wyrand::new(bench.seed + n)));
    }
    tokio::time::sleep(Duration::from_secs(1)).await;
    let began = Instant::now();
    server.terminate()?;
    let closed = joined(games).await?;
    server.wait()?;
    let seconds = began.elapsed().as_secs_f64();

    let store = Sqlite::open(&bench.file("stop"), Catalogue::STANDARD)?;
    let (mut acknowledged, mut lost, mut informed) = (0, 0, 0);
    for (pair, error) in &closed {
        let id: GameId = pair.id.parse().ok().context("the id of a game")?;
        let stored = store.game(id).await?.context("a game is lost")?.log.len() as u32;
        acknowledged += pair.ply;
        lost += pair.ply.saturating_sub(stored);
        informed += u32::from(error.downcast_ref() == Some(&Closed(CloseCode::Restart)));
    }
    let what = format!("stop, {} games in play", closed.len());
    report(what, format!("{seconds:.2} s"), "less than 10 s");
    report("  games informed of the restart", informed, closed.len());
    report("  moves acknowledged in them", acknowledged, "");
    report("  of these lost", lost, 0);
    Ok(())
}

/// Returns the last game that is played before the server closes its sockets, and the error then.
async fn play_until_closed(mut pair: Pair, mut random: Wyrand) -> Result<(Pair, anyhow::Error)> {
    let mut http = Http::new(None, pair.ports[0]);
    let error = loop {
        if let Err(error) = pair.turn(&mut random).await {
            break error;
        }
        if pair.next_game(&mut http).await.is_err() {
            // No more games are opened, but the sockets of the last one are still there.
            break pair.closed().await;
        }
    };
    Ok((pair, error))
}

/// Games in the file with which the server starts.
const GAMES: usize = 100_000;

/// Most moves of a stored game.
const MOVES: u32 = 20;

/// Changes waiting to be written at a time: several transactions of the store.
const WAITING: usize = 4096;

/// An arbitrary time.
const NOW: u64 = 1_794_700_800;

/// Measures the time from starting the process until it has written to its file.
pub(super) async fn start(bench: &Bench) -> Result<()> {
    let (file, games) = (bench.file("restart"), bench.scaled(GAMES));
    let moves = fill(&file, games, bench.seed).await?;
    let megabytes = fs::metadata(&file)?.len() / 1_000_000;
    let [games, moves] = [games, moves].map(|count| group_digits(count as u64));
    let what = format!("restart, {games} games with {moves} moves");
    report(what, format!("{megabytes} MB"), "");
    // The file has to be read from the disk.
    let stored = File::open(&file)?;
    stored.sync_all()?;
    fadvise(&stored, 0, None, Advice::DontNeed)?;
    for what in ["  file read from disk", "  file in memory"] {
        let began = Instant::now();
        let mut server = bench.start("restart")?;
        server.ready().await?;
        let seconds = began.elapsed().as_secs_f64();
        report(what, format!("{seconds:.2} s"), "less than 2 s");
        server.terminate()?;
        server.wait()?;
    }
    Ok(())
}

/// Stores random games, through the server's own storage, and returns the number of their moves.
async fn fill(file: &Path, games: usize, seed: u64) -> Result<usize> {
    let store = Sqlite::open(file, Catalogue::STANDARD)?;
    let (mut random, mut moves) = (Wyrand::new(seed), 0);
    let mut waiting: VecDeque<WriteFuture> = VecDeque::new();
    for (_, variant) in (0..games).zip(variants()) {
        let changes = random_game(variant, &mut random);
        moves += changes.len() - 1;
        waiting.extend(changes.into_iter().map(|change| store.write(change)));
        while waiting.len() > WAITING
            && let Some(oldest) = waiting.pop_front()
        {
            oldest.await?;
        }
    }
    for written in waiting {
        written.await?;
    }
    store.close().await;
    Ok(moves)
}

/// Returns a game with both seats taken, and its moves.
fn random_game(variant: &dyn Variant, random: &mut Wyrand) -> Vec<Change> {
    let (id, mut position) = (GameId::random(), variant.start(Player::One));
    let seat = |player| {
        Some(Seat {
            token: Token::random().hash(),
            name: Some(format!("Player {player}")),
            since: NOW,
        })
    };
    let mut changes = vec![Change::Open(NewGame {
        id,
        game: variant.id().to_owned(),
        size: variant.size().to_string(),
        start: position.text(),
        created: NOW,
        rematch_of: None,
        seats: PerPlayer::from_fn(seat),
    })];
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
