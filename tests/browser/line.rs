//! A line to the server that can be cut, or go dead without a word.

use std::io::{self, Read, Write};
use std::net::{Ipv4Addr, Shutdown, TcpListener, TcpStream};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;

/// A port of its own that leads to the server, as long as the line is whole.
pub(crate) struct Line {
    port: u16,
    shared: Arc<Shared>,
}

#[derive(Default)]
struct Shared {
    state: Mutex<State>,
    released: Condvar,
}

#[derive(Default)]
struct State {
    is_cut: bool,
    is_held: bool,
    open: Vec<TcpStream>,
}

impl Line {
    pub(crate) fn to(server: u16) -> Self {
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).expect("a port");
        let port = listener.local_addr().expect("an address").port();
        let shared = Arc::<Shared>::default();
        let leading = Arc::clone(&shared);
        // It ends with the process of the tests.
        thread::spawn(move || {
            for stream in listener.incoming().flatten() {
                // A browser that breaks off, or a cut line, is what is tested here.
                let _ = lead(stream, server, &leading);
            }
        });
        Line { port, shared }
    }

    /// The address of a screen, by this line.
    pub(crate) fn address(&self, path: &str) -> String {
        format!("http://127.0.0.1:{}{path}", self.port)
    }

    /// Drops what is connected, and every connection from now on.
    pub(crate) fn cut(&self) {
        let mut state = self.shared.lock();
        state.is_cut = true;
        for stream in state.open.drain(..) {
            let _ = stream.shutdown(Shutdown::Both);
        }
    }

    pub(crate) fn mend(&self) {
        self.shared.lock().is_cut = false;
    }

    /// Keeps everything that is said from now on, and closes nothing.
    pub(crate) fn hold(&self) {
        self.shared.lock().is_held = true;
    }

    pub(crate) fn release(&self) {
        self.shared.lock().is_held = false;
        self.shared.released.notify_all();
    }
}

impl Shared {
    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Waits until the line is not held.
    fn pass(&self) {
        let wait = self.released.wait_while(self.lock(), |state| state.is_held);
        drop(wait.unwrap_or_else(PoisonError::into_inner));
    }

    /// Carries everything from one end to the other until it is closed.
    fn carry(&self, from: &mut TcpStream, to: &mut TcpStream) -> io::Result<()> {
        let mut said = [0; 8192];
        loop {
            let length = from.read(&mut said)?;
            self.pass();
            if length == 0 {
                return Ok(());
            }
            to.write_all(&said[..length])?;
        }
    }
}

/// Leads a connection on to the server, both ways.
fn lead(browser: TcpStream, server: u16, shared: &Arc<Shared>) -> io::Result<()> {
    let mut state = shared.lock();
    if state.is_cut {
        return Ok(());
    }
    let onward = TcpStream::connect((Ipv4Addr::LOCALHOST, server))?;
    for (from, to) in [(&browser, &onward), (&onward, &browser)] {
        let (mut from, mut to) = (from.try_clone()?, to.try_clone()?);
        let shared = Arc::clone(shared);
        thread::spawn(move || {
            let _ = shared.carry(&mut from, &mut to);
            let _ = to.shutdown(Shutdown::Both);
        });
    }
    state.open.extend([browser, onward]);
    Ok(())
}
