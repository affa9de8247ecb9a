//! One connection to the database, made again when it breaks.

use std::net::IpAddr;
use std::sync::Arc;
use std::time::Duration;

use futures_util::future::poll_fn;
use rustls::pki_types::CertificateDer;
use rustls::{ClientConfig, RootCertStore};
use rustls_tokio_postgres::MakeRustlsConnect;
use tokio::sync::{Mutex, mpsc};
use tokio::time::timeout;
use tokio_postgres::config::{Host, SslMode, TargetSessionAttrs};
use tokio_postgres::error::SqlState;
use tokio_postgres::{AsyncMessage, Client, Config, Notification, Statement};

use crate::store::StoreError;

/// How long a connection may take to be made, and a request to be answered. A connection that takes longer is given
/// up: the other end may be gone without a word.
pub(super) const PATIENCE: Duration = Duration::from_secs(5);

/// What every connection says first. The bounds are for the other side: a server that stops in the middle of
/// something must not keep others waiting. There is none for a commit: one that is cut short while it waits for other
/// machines counts as done. All statements look up a few rows each, so they are planned once, which takes longer than
/// to carry them out, and plans that read whole tables are ruled out: such a plan, made while the tables are small,
/// would be kept while they grow. Commits wait for the disk even if the database is set otherwise, now or later; the stricter
/// `remote_apply` stays in force.
const BEGINNING: &str = "
    SELECT set_config('synchronous_commit', 'on', false)
        WHERE current_setting('synchronous_commit') <> 'remote_apply';
    SET search_path = quintet;
    SET lock_timeout = '5s';
    SET idle_in_transaction_session_timeout = '5s';
    SET plan_cache_mode = force_generic_plan;
    SET enable_seqscan = off;
    SET enable_hashjoin = off;
    SET enable_mergejoin = off;
    SET jit = off";

/// Where the database is, and how it is reached.
pub(super) struct Address {
    config: Config,
    tls: MakeRustlsConnect,
}

impl Address {
    /// Reads `postgres://USER:PASSWORD@HOST:PORT/NAME`. Unless it says otherwise by `sslmode`, the connection is
    /// encrypted and the certificate checked, but on this machine.
    pub(super) fn read(url: &str) -> Result<Self, String> {
        // The fault of the library may repeat the password.
        let mut config: Config = url
            .parse()
            .map_err(|_| "this is not postgres://USER:PASSWORD@HOST:PORT/NAME".to_owned())?;
        let is_here = |host: &Host| match host {
            Host::Tcp(name) => ["localhost", "127.0.0.1", "::1"].contains(&name.as_str()),
            #[cfg(unix)]
            Host::Unix(_) => true,
        };
        if !url.contains("sslmode=") {
            let is_here = config.get_hosts().iter().all(is_here)
                && config.get_hostaddrs().iter().all(IpAddr::is_loopback);
            config.ssl_mode(if is_here {
                SslMode::Disable
            } else {
                SslMode::Require
            });
        }
        config
            .application_name("quintet")
            .connect_timeout(PATIENCE)
            .keepalives_idle(Duration::from_secs(10))
            .keepalives_interval(Duration::from_secs(3))
            .keepalives_retries(3)
            .tcp_user_timeout(PATIENCE)
            .target_session_attrs(TargetSessionAttrs::ReadWrite);
        Ok(Address {
            config,
            tls: MakeRustlsConnect::new(encryption()?),
        })
    }

    /// The address without its password, to be shown.
    pub(super) fn shown(&self) -> String {
        let hosts = self.config.get_hosts().iter().map(|host| match host {
            Host::Tcp(name) => name.clone(),
            #[cfg(unix)]
            Host::Unix(path) => path.display().to_string(),
        });
        let name = self.config.get_dbname().unwrap_or_default();
        format!("postgres://{}/{name}", hosts.collect::<Vec<_>>().join(","))
    }

    /// A new connection, whose notifications are passed on. It ends with its client.
    pub(super) async fn connect(
        &self,
        heard: Option<mpsc::UnboundedSender<Notification>>,
    ) -> Result<Client, Fault> {
        let connecting = self.config.connect(self.tls.clone());
        let (client, mut connection) = timeout(PATIENCE, connecting)
            .await
            .map_err(|_| Fault::slow())??;
        tokio::spawn(async move {
            // A fault ends the connection, and is told to all who wait for an answer.
            while let Some(Ok(message)) = poll_fn(|context| connection.poll_message(context)).await
            {
                if let (AsyncMessage::Notification(notification), Some(heard)) = (message, &heard) {
                    let _ = heard.send(notification);
                }
            }
        });
        answered(client.batch_execute(BEGINNING)).await?;
        check_durability(&client).await?;
        Ok(client)
    }
}

/// Refuses a database that acknowledges commits before they are on disk, or whose pages a crash may tear. A session cannot
/// override these settings.
pub(super) async fn check_durability(client: &Client) -> Result<(), Fault> {
    let asked = "SELECT name, setting FROM pg_settings
        WHERE name IN ('fsync', 'full_page_writes') AND setting <> 'on' LIMIT 1";
    let Some(row) = answered(client.query_opt(asked, &[])).await? else {
        return Ok(());
    };
    let (name, value): (&str, &str) = (row.get(0), row.get(1));
    let what = format!(
        "the database has {name} = {value}: it could lose acknowledged moves; set it to on"
    );
    Err(Fault::new(FaultKind::Refused, what))
}

/// Encryption by the certificates that the system trusts.
fn encryption() -> Result<ClientConfig, String> {
    let mut roots = RootCertStore::empty();
    let found: Vec<CertificateDer<'_>> = rustls_native_certs::load_native_certs().certs;
    roots.add_parsable_certificates(found);
    let provider = Arc::new(rustls::crypto::ring::default_provider());
    let config = ClientConfig::builder_with_provider(provider)
        .with_safe_default_protocol_versions()
        .map_err(|fault| format!("encryption cannot be used: {fault}"))?;
    Ok(config.with_root_certificates(roots).with_no_client_auth())
}

/// Why a request failed.
#[derive(Debug)]
pub(super) struct Fault {
    pub(super) kind: FaultKind,
    what: String,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum FaultKind {
    /// The connection cannot be used any more; whether the request was carried out is not known.
    Lost,
    /// Others were in the way: nothing was changed, and it may be tried again.
    Again,
    /// The request is at fault: nothing was changed.
    Refused,
}

impl Fault {
    pub(super) fn new(kind: FaultKind, what: impl Into<String>) -> Self {
        Fault {
            kind,
            what: what.into(),
        }
    }

    fn slow() -> Self {
        Fault::new(FaultKind::Lost, "the database does not answer")
    }

    pub(super) fn what(&self) -> &str {
        &self.what
    }
}

impl From<tokio_postgres::Error> for Fault {
    fn from(error: tokio_postgres::Error) -> Self {
        let kind = match error.code() {
            // Not from the database: the connection is at fault.
            None => FaultKind::Lost,
            Some(code) => kind_of(code),
        };
        // The error names only what was being done; what was wrong is its source.
        let source = std::error::Error::source(&error).map(ToString::to_string);
        Fault::new(kind, source.unwrap_or_else(|| error.to_string()))
    }
}

fn kind_of(code: &SqlState) -> FaultKind {
    let again = [
        SqlState::T_R_SERIALIZATION_FAILURE,
        SqlState::T_R_DEADLOCK_DETECTED,
        SqlState::LOCK_NOT_AVAILABLE,
        SqlState::QUERY_CANCELED,
    ];
    // Connections that fail or may not be made; a server that shuts down, starts, or only reads.
    let lost = ["08", "53", "57P", "25006", "25P03"];
    if again.contains(code) {
        FaultKind::Again
    } else if lost.iter().any(|class| code.code().starts_with(class)) {
        FaultKind::Lost
    } else {
        FaultKind::Refused
    }
}

impl From<Fault> for StoreError {
    fn from(fault: Fault) -> Self {
        StoreError::Broken(fault.what)
    }
}

/// The answer to a request, unless it takes too long.
pub(super) async fn answered<T>(
    request: impl Future<Output = Result<T, tokio_postgres::Error>>,
) -> Result<T, Fault> {
    let answer = timeout(PATIENCE, request).await;
    Ok(answer.map_err(|_| Fault::slow())??)
}

/// A connection with its prepared statements.
pub(super) struct Connected<const N: usize> {
    pub(super) client: Client,
    pub(super) statements: [Statement; N],
}

/// A connection that is made when it is first used, and again when it has broken.
pub(super) struct Line<const N: usize> {
    address: Arc<Address>,
    statements: [&'static str; N],
    connected: Mutex<Option<Arc<Connected<N>>>>,
}

impl<const N: usize> Line<N> {
    pub(super) fn new(address: Arc<Address>, statements: [&'static str; N]) -> Self {
        Line {
            address,
            statements,
            connected: Mutex::default(),
        }
    }

    /// The connection, with the statements prepared.
    pub(super) async fn connected(&self) -> Result<Arc<Connected<N>>, Fault> {
        let mut connected = self.connected.lock().await;
        if let Some(usable) = &*connected
            && !usable.client.is_closed()
        {
            return Ok(Arc::clone(usable));
        }
        let client = self.address.connect(None).await?;
        let mut statements = Vec::with_capacity(N);
        for text in self.statements {
            statements.push(answered(client.prepare(text)).await?);
        }
        let statements = statements
            .try_into()
            .unwrap_or_else(|_| unreachable!("as many as texts"));
        let new = Arc::new(Connected { client, statements });
        *connected = Some(Arc::clone(&new));
        Ok(new)
    }

    /// Gives a connection up: the next request is sent through another. One that was made since stays.
    pub(super) async fn give_up(&self, broken: &Arc<Connected<N>>) {
        let mut connected = self.connected.lock().await;
        connected.take_if(|connected| Arc::ptr_eq(connected, broken));
    }

    /// Gives up whatever connection there is.
    pub(super) async fn reset(&self) {
        self.connected.lock().await.take();
    }
}
