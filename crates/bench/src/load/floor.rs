//! The cost of a move to the system alone: three messages over loopback, and the wait for the disk.

use std::fs::File;
use std::io::{Read, Seek, Write};
use std::net::{TcpListener, TcpStream};
use std::time::Instant;

use anyhow::Result;

use super::{Bench, report};
use crate::figures::{micros, quantiles, timed};

const MOVES: usize = 50_000;

/// Bytes of a move, of its acknowledgement with the news of it, and of the news for the other player.
const MESSAGES: [usize; 3] = [64, 340, 170];

/// Bytes of a page in the log of the server.
const PAGE: usize = 24 + 4096;

pub(super) fn run(bench: &Bench) -> Result<()> {
    let moves = bench.scaled(MOVES) as u32;
    let (sent, used) = timed(|| loopback(moves));
    sent?;
    let microseconds = |time| format!("{:.0} us", micros(time));
    let what = "processor time of three messages over loopback";
    report(what, microseconds(used / moves), "");

    let mut file = File::create_new(bench.folder.path().join("floor"))?;
    let pages = moves / 20;
    for what in ["appended", "written over"] {
        file.rewind()?;
        let mut times = Vec::new();
        let (written, used) = timed(|| {
            (0..pages).try_for_each(|_| {
                file.write_all(&[1; PAGE])?;
                let began = Instant::now();
                file.sync_data()?;
                times.push(began.elapsed());
                anyhow::Ok(())
            })
        });
        written?;
        let [median, p99] = quantiles(&mut times, [500, 990]).map(microseconds);
        let what = format!("a page {what}: median wait for the disk");
        report(what, median, "");
        report("  99th percentile", p99, "");
        report("  processor time", microseconds(used / pages), "");
    }
    Ok(())
}

/// Returns the messages of moves between two players and a server, all in one thread.
fn loopback(moves: u32) -> Result<()> {
    let listener = TcpListener::bind("127.0.0.1:0")?;
    let connect = || -> Result<[TcpStream; 2]> {
        let client = TcpStream::connect(listener.local_addr()?)?;
        let (server, _) = listener.accept()?;
        client.set_nodelay(true)?;
        server.set_nodelay(true)?;
        Ok([client, server])
    };
    let (mut player, mut opponent) = (connect()?, connect()?);
    let mut bytes = [0; 512];
    let mut pass = |from: &mut TcpStream, to: &mut TcpStream, length| -> Result<()> {
        from.write_all(&bytes[..length])?;
        Ok(to.read_exact(&mut bytes[..length])?)
    };
    for _ in 0..moves {
        let ([client, server], [watcher, beside]) = (&mut player, &mut opponent);
        pass(client, server, MESSAGES[0])?;
        pass(server, client, MESSAGES[1])?;
        pass(beside, watcher, MESSAGES[2])?;
        std::mem::swap(&mut player, &mut opponent);
    }
    Ok(())
}
