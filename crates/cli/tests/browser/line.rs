//! A line to the server that can be cut.

use std::io;
use std::net::{Ipv4Addr, Shutdown, TcpListener, TcpStream};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread;

/// A port of its own that leads to the server, as long as the line is whole.
pub(crate) struct Line {
    port: u16,
    state: Arc<Mutex<State>>,
}

#[derive(Default)]
struct State {
    is_cut: bool,
    open: Vec<TcpStream>,
}

impl Line {
    pub(crate) fn to(server: u16) -> Self {
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).expect("a port");
        let port = listener.local_addr().expect("an address").port();
        let state = Arc::<Mutex<State>>::default();
        let shared = Arc::clone(&state);
        // It ends with the process of the tests.
        thread::spawn(move || {
            for stream in listener.incoming().flatten() {
                // A browser that breaks off, or a cut line, is what is tested here.
                let _ = lead(stream, server, &shared);
            }
        });
        Line { port, state }
    }

    /// The address of a screen, by this line.
    pub(crate) fn address(&self, path: &str) -> String {
        format!("http://127.0.0.1:{}{path}", self.port)
    }

    /// Drops what is connected, and whoever connects from now on.
    pub(crate) fn cut(&self) {
        let mut state = lock(&self.state);
        state.is_cut = true;
        for stream in state.open.drain(..) {
            let _ = stream.shutdown(Shutdown::Both);
        }
    }

    pub(crate) fn mend(&self) {
        lock(&self.state).is_cut = false;
    }
}

fn lock(state: &Mutex<State>) -> MutexGuard<'_, State> {
    state.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Leads a connection on to the server, both ways.
fn lead(browser: TcpStream, server: u16, state: &Mutex<State>) -> io::Result<()> {
    let mut state = lock(state);
    if state.is_cut {
        return Ok(());
    }
    let onward = TcpStream::connect((Ipv4Addr::LOCALHOST, server))?;
    for (from, to) in [(&browser, &onward), (&onward, &browser)] {
        let (mut from, mut to) = (from.try_clone()?, to.try_clone()?);
        thread::spawn(move || {
            let _ = io::copy(&mut from, &mut to);
            let _ = to.shutdown(Shutdown::Both);
        });
    }
    state.open.extend([browser, onward]);
    Ok(())
}
