//! `quintet serve`: the browser app and the interface for programs.

use std::io::Write;
use std::net::{Ipv4Addr, SocketAddr};

use anyhow::{Context, Result};
use etcetera::BaseStrategy;
use quintet_server::{App, Settings};
use tokio::net::TcpListener;

use crate::answer::Answer;
use crate::args::ServeArgs;

pub(crate) fn run(args: &ServeArgs, out: &mut dyn Write) -> Result<Answer> {
    let folders = etcetera::choose_base_strategy().ok();
    let settings = Settings {
        tables: folders.map(|folders| folders.cache_dir().join("quintet")),
        ..Settings::default()
    };
    let runtime = tokio::runtime::Runtime::new()?;
    runtime.block_on(async {
        let address = SocketAddr::from((Ipv4Addr::LOCALHOST, args.port));
        let listener = TcpListener::bind(address)
            .await
            .with_context(|| format!("{address} can not be used"))?;
        writeln!(out, "http://{}", listener.local_addr()?)?;
        out.flush()?;
        quintet_server::serve(App::new(settings), listener).await?;
        Ok(Answer::Yes)
    })
}
