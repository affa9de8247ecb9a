//! What the system alone takes for a move: three messages over loopback, and the wait for the disk. No server that
//! says as much and keeps as much can take less.

use std::fs::File;
use std::io::{Read, Seek, Write};
use std::net::{TcpListener, TcpStream};
use std::time::Instant;

use anyhow::Result;

use super::Bench;
use super::figures::{Row, Times, microseconds};
use crate::clock;

/// Bytes of a move, of the answer to it together with the news of it, and of the news to the other player.
const MESSAGES: [usize; 3] = [64, 340, 170];

/// Bytes of a page in the log of the server.
const PAGE: usize = 24 + 4096;

/// Figures of the machine, without a server.
pub(super) fn run(bench: &Bench) -> Result<Vec<Row>> {
    let mut rows = vec![loopback(bench.scale.floor)?];
    let mut file = File::create_new(bench.folder.path().join("floor"))?;
    for what in ["appended", "written over"] {
        file.rewind()?;
        rows.extend(synced(&mut file, what, bench.scale.floor / 20)?);
    }
    Ok(rows)
}

/// The messages of moves between two players and a server, all in one thread.
fn loopback(count: u32) -> Result<Row> {
    let listener = TcpListener::bind("127.0.0.1:0")?;
    let connect = || -> Result<[TcpStream; 2]> {
        let client = TcpStream::connect(listener.local_addr()?)?;
        let (server, _) = listener.accept()?;
        client.set_nodelay(true)?;
        server.set_nodelay(true)?;
        Ok([client, server])
    };
    let (mut mover, mut other) = (connect()?, connect()?);
    let mut bytes = [0; 512];
    let mut pass = |from: &mut TcpStream, to: &mut TcpStream, length| -> Result<()> {
        from.write_all(&bytes[..length])?;
        Ok(to.read_exact(&mut bytes[..length])?)
    };
    let before = clock::used();
    for _ in 0..count {
        let [client, server] = &mut mover;
        let [watcher, beside] = &mut other;
        let [said, answered, told] = MESSAGES;
        pass(client, server, said)?;
        pass(server, client, answered)?;
        pass(beside, watcher, told)?;
        std::mem::swap(&mut mover, &mut other);
    }
    let used = clock::used().saturating_sub(before) / count;
    Ok(Row::new(
        "processor time of three messages over loopback",
        microseconds(used),
    ))
}

/// The wait for the disk after each page.
fn synced(file: &mut File, what: &str, pages: u32) -> Result<Vec<Row>> {
    let (page, mut times) = ([1; PAGE], Times::default());
    let before = clock::used();
    for _ in 0..pages {
        file.write_all(&page)?;
        let asked = Instant::now();
        file.sync_data()?;
        times.add(asked.elapsed());
    }
    let used = clock::used().saturating_sub(before) / pages;
    let [median, p99] = times.quantiles([500, 990]);
    Ok(vec![
        Row::new(
            format!("a page {what}: median wait for the disk"),
            microseconds(median),
        ),
        Row::new("  99th percentile", microseconds(p99)),
        Row::new("  processor time", microseconds(used)),
    ])
}
