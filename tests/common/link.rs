//! A proxy between a node and the database that can degrade the connection.

use std::io::{Read, Write};
use std::net::{Shutdown, SocketAddr, TcpListener, TcpStream};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::Duration;

/// The treatment of bytes in transit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum State {
    /// They are forwarded.
    Whole,
    /// Each piece is delayed.
    Slow(Duration),
    /// All bytes are held back without an error.
    Silent,
    /// Responses of the database are dropped, so that the node does not learn the outcome of its requests.
    Deaf,
    /// New connections are closed at once.
    Refused,
}

/// A proxy on this machine, through which one node reaches the database.
pub(crate) struct Link {
    address: SocketAddr,
    shared: Arc<Shared>,
}

struct Shared {
    state: Mutex<State>,
    /// The two ends of each connection: the node's and the database's.
    open: Mutex<Vec<[TcpStream; 2]>>,
}

/// The interval at which a piece that is held back is tried again.
const LOOK: Duration = Duration::from_millis(5);

impl Link {
    /// Starts a proxy to a port of this machine.
    pub(crate) fn to(port: u16) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").expect("a free port");
        let address = listener.local_addr().expect("it listens");
        let shared = Arc::new(Shared {
            state: Mutex::new(State::Whole),
            open: Mutex::new(Vec::new()),
        });
        let accepting = Arc::clone(&shared);
        // It ends with the process, as do all its connections.
        thread::spawn(move || {
            for node in listener.incoming().map_while(Result::ok) {
                if accepting.state() != State::Refused
                    && let Ok(database) = TcpStream::connect(("127.0.0.1", port))
                {
                    accepting.join(node, database);
                }
            }
        });
        Link { address, shared }
    }

    pub(crate) fn port(&self) -> u16 {
        self.address.port()
    }

    /// Changes the treatment of bytes.
    pub(crate) fn set(&self, state: State) {
        *lock(&self.shared.state) = state;
    }

    /// Ends all connections and returns their number.
    pub(crate) fn cut(&self) -> usize {
        let open = std::mem::take(&mut *lock(&self.shared.open));
        for end in open.iter().flatten() {
            // The other side may have ended it.
            let _ = end.shutdown(Shutdown::Both);
        }
        open.len()
    }

    /// Closes the connections toward the node, while the database still waits for the node.
    pub(crate) fn half_close(&self) {
        for [node, _] in &*lock(&self.shared.open) {
            let _ = node.shutdown(Shutdown::Write);
        }
    }
}

impl Drop for Link {
    fn drop(&mut self) {
        self.set(State::Refused);
        self.cut();
    }
}

impl Shared {
    fn state(&self) -> State {
        *lock(&self.state)
    }

    fn join(self: &Arc<Self>, node: TcpStream, database: TcpStream) {
        let ends = || Some([node.try_clone().ok()?, database.try_clone().ok()?]);
        let (Some(kept), Some([node_too, database_too])) = (ends(), ends()) else {
            return;
        };
        let mut open = lock(&self.open);
        open.retain(|[node, _]| node.peer_addr().is_ok());
        open.push(kept);
        let (there, back) = (Arc::clone(self), Arc::clone(self));
        thread::spawn(move || there.carry(node, database_too, false));
        thread::spawn(move || back.carry(database, node_too, true));
    }

    /// Forwards bytes in one direction until the end of the stream.
    fn carry(&self, mut from: TcpStream, mut to: TcpStream, is_answer: bool) {
        let _ = to.set_nodelay(true);
        let mut bytes = [0; 16 * 1024];
        while let Ok(read) = from.read(&mut bytes)
            && read > 0
        {
            while self.state() == State::Silent {
                thread::sleep(LOOK);
            }
            match self.state() {
                State::Slow(time) => thread::sleep(time),
                State::Deaf if is_answer => continue,
                _ => {}
            }
            if to.write_all(&bytes[..read]).is_err() {
                break;
            }
        }
        let _ = to.shutdown(Shutdown::Write);
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
