//! A connection to the database, which is restored when it breaks.

use std::collections::HashMap;
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
use tokio_postgres::types::ToSql;
use tokio_postgres::{AsyncMessage, Client, Config, Notification, Row, Statement};

use crate::store::StoreError;

/// Time limit of connecting and of each request. A connection that exceeds it is closed, because the other end may be
/// gone without a word.
pub(super) const TIMEOUT: Duration = Duration::from_secs(5);

/// Settings of every session.
///
/// - Commits wait for the disk, whatever the configuration of the database is now or later. The stricter `remote_apply`
///   stays in force.
/// - The timeouts release the locks of a server that stalls. There is none for commits: a commit that is cut short
///   while it waits for a standby counts as done.
/// - All statements look up a few rows, so they are planned once, which takes longer than executing them. Plans that
///   scan tables are disabled: a plan made while the tables are small stays in use while they grow.
const SETTINGS: &str = "
    SELECT set_config('synchronous_commit', CASE current_setting('synchronous_commit')
        WHEN 'remote_apply' THEN 'remote_apply' ELSE 'on' END, false);
    SET search_path = quintet;
    SET lock_timeout = '5s';
    SET idle_in_transaction_session_timeout = '5s';
    SET plan_cache_mode = force_generic_plan;
    SET enable_seqscan = off;
    SET enable_hashjoin = off;
    SET enable_mergejoin = off;
    SET jit = off";

/// The address of a database, and how to connect to it.
pub(super) struct Address {
    config: Config,
    tls: MakeRustlsConnect,
}

impl Address {
    /// Reads `postgres://USER:PASSWORD@HOST:PORT/NAME`. Without `sslmode`, a connection to another machine is encrypted
    /// and the certificate checked.
    pub(super) fn read(url: &str) -> Result<Self, String> {
        // The error of the library may contain the password.
        let mut config: Config = url
            .parse()
            .map_err(|_| "this is not postgres://USER:PASSWORD@HOST:PORT/NAME".to_owned())?;
        let is_local = |host: &Host| match host {
            Host::Tcp(name) => ["localhost", "127.0.0.1", "::1"].contains(&name.as_str()),
            #[cfg(unix)]
            Host::Unix(_) => true,
        };
        if !url.contains("sslmode=") {
            let is_local = config.get_hosts().iter().all(is_local)
                && config.get_hostaddrs().iter().all(IpAddr::is_loopback);
            config.ssl_mode(if is_local {
                SslMode::Disable
            } else {
                SslMode::Require
            });
        }
        config
            .application_name("quintet")
            .connect_timeout(TIMEOUT)
            .keepalives_idle(Duration::from_secs(10))
            .keepalives_interval(Duration::from_secs(3))
            .keepalives_retries(3)
            .tcp_user_timeout(TIMEOUT)
            .target_session_attrs(TargetSessionAttrs::ReadWrite);
        Ok(Address {
            config,
            tls: MakeRustlsConnect::new(tls_config()?),
        })
    }

    /// Returns the address without its password.
    pub(super) fn shown(&self) -> String {
        let hosts = self.config.get_hosts().iter().map(|host| match host {
            Host::Tcp(name) => name.clone(),
            #[cfg(unix)]
            Host::Unix(path) => path.display().to_string(),
        });
        let name = self.config.get_dbname().unwrap_or_default();
        format!("postgres://{}/{name}", hosts.collect::<Vec<_>>().join(","))
    }

    /// Connects. Notifications are forwarded; the connection ends with its client.
    pub(super) async fn connect(
        &self,
        notifications: Option<mpsc::UnboundedSender<Notification>>,
    ) -> Result<Client, Failure> {
        let connecting = self.config.connect(self.tls.clone());
        let (client, mut connection) = timeout(TIMEOUT, connecting)
            .await
            .map_err(|_| Failure::timeout())??;
        tokio::spawn(async move {
            // An error ends the connection, and all pending requests fail.
            while let Some(Ok(message)) = poll_fn(|context| connection.poll_message(context)).await
            {
                if let (AsyncMessage::Notification(one), Some(all)) = (message, &notifications) {
                    let _ = all.send(one);
                }
            }
        });
        timed(client.batch_execute(SETTINGS)).await?;
        check_durability(&client).await?;
        Ok(client)
    }
}

/// Refuses a database that acknowledges commits before they are on disk, or whose pages a crash may tear. A session cannot
/// override these settings.
pub(super) async fn check_durability(client: &Client) -> Result<(), Failure> {
    let query = "SELECT name, setting FROM pg_settings
        WHERE name IN ('fsync', 'full_page_writes') AND setting <> 'on' LIMIT 1";
    let Some(row) = timed(client.query_opt(query, &[])).await? else {
        return Ok(());
    };
    let (name, value): (&str, &str) = (row.get(0), row.get(1));
    let what = format!(
        "the database has {name} = {value}: it could lose acknowledged moves; set it to on"
    );
    Err(Failure::refused(what))
}

/// Returns a TLS configuration that trusts the certificate authorities of the system.
fn tls_config() -> Result<ClientConfig, String> {
    let mut roots = RootCertStore::empty();
    let found: Vec<CertificateDer<'_>> = rustls_native_certs::load_native_certs().certs;
    roots.add_parsable_certificates(found);
    let provider = Arc::new(rustls::crypto::ring::default_provider());
    let config = ClientConfig::builder_with_provider(provider)
        .with_safe_default_protocol_versions()
        .map_err(|error| format!("encryption cannot be used: {error}"))?;
    Ok(config.with_root_certificates(roots).with_no_client_auth())
}

/// Reason why a request failed.
#[derive(Debug)]
pub(super) struct Failure {
    pub(super) kind: FailureKind,
    pub(super) reason: String,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum FailureKind {
    /// The connection is unusable, and the outcome of the request unknown.
    Lost,
    /// Another transaction was in the way: nothing was changed, and the request can be repeated.
    Conflict,
    /// The request itself is wrong: nothing was changed.
    Refused,
}

impl Failure {
    pub(super) fn lost(reason: impl Into<String>) -> Self {
        Failure {
            kind: FailureKind::Lost,
            reason: reason.into(),
        }
    }

    pub(super) fn refused(reason: impl Into<String>) -> Self {
        Failure {
            kind: FailureKind::Refused,
            reason: reason.into(),
        }
    }

    pub(super) fn timeout() -> Self {
        Failure::lost("the database does not respond")
    }
}

impl From<tokio_postgres::Error> for Failure {
    fn from(error: tokio_postgres::Error) -> Self {
        let kind = match error.code() {
            // Not from the database: the connection failed.
            None => FailureKind::Lost,
            Some(code) => kind_of(code),
        };
        // The error itself names only the operation, its source the reason.
        let source = std::error::Error::source(&error).map(ToString::to_string);
        let reason = source.unwrap_or_else(|| error.to_string());
        Failure { kind, reason }
    }
}

fn kind_of(code: &SqlState) -> FailureKind {
    let conflicts = [
        SqlState::T_R_SERIALIZATION_FAILURE,
        SqlState::T_R_DEADLOCK_DETECTED,
        SqlState::LOCK_NOT_AVAILABLE,
        SqlState::QUERY_CANCELED,
    ];
    // Failed or refused connections; a database that is stopping, starting or read-only.
    let lost = ["08", "53", "57P", "25006", "25P03"];
    if conflicts.contains(code) {
        FailureKind::Conflict
    } else if lost.iter().any(|class| code.code().starts_with(class)) {
        FailureKind::Lost
    } else {
        FailureKind::Refused
    }
}

impl From<Failure> for StoreError {
    fn from(failure: Failure) -> Self {
        StoreError::Broken(failure.reason)
    }
}

/// Waits for the response to a request up to the time limit.
pub(super) async fn timed<T>(
    request: impl Future<Output = Result<T, tokio_postgres::Error>>,
) -> Result<T, Failure> {
    let response = timeout(TIMEOUT, request).await;
    Ok(response.map_err(|_| Failure::timeout())??)
}

/// A client with its prepared statements.
pub(super) struct Session {
    pub(super) client: Client,
    statements: HashMap<&'static str, Statement>,
}

impl Session {
    /// Returns a statement that was prepared when the session began.
    pub(super) fn statement(&self, sql: &'static str) -> &Statement {
        &self.statements[sql]
    }
}

/// A connection that is opened when it is first used, and again after it has failed.
pub(super) struct Connection {
    address: Arc<Address>,
    statements: &'static [&'static str],
    session: Mutex<Option<Arc<Session>>>,
}

impl Connection {
    /// Returns a connection that prepares these statements.
    pub(super) fn new(address: &Arc<Address>, statements: &'static [&'static str]) -> Self {
        Connection {
            address: Arc::clone(address),
            statements,
            session: Mutex::default(),
        }
    }

    /// Returns the current session, or a new one.
    pub(super) async fn session(&self) -> Result<Arc<Session>, Failure> {
        let mut current = self.session.lock().await;
        if let Some(session) = &*current
            && !session.client.is_closed()
        {
            return Ok(Arc::clone(session));
        }
        let client = self.address.connect(None).await?;
        let mut statements = HashMap::new();
        for sql in self.statements {
            statements.insert(*sql, timed(client.prepare(sql)).await?);
        }
        let session = Arc::new(Session { client, statements });
        *current = Some(Arc::clone(&session));
        Ok(session)
    }

    /// Returns the rows of a prepared statement. If the session turns out to be broken, a second one is tried.
    pub(super) async fn query(
        &self,
        sql: &'static str,
        parameters: &[&(dyn ToSql + Sync)],
    ) -> Result<Vec<Row>, Failure> {
        let session = self.session().await?;
        match timed(session.client.query(session.statement(sql), parameters)).await {
            Err(failure) if failure.kind == FailureKind::Lost => self.discard(&session).await,
            found => return found,
        }
        let session = self.session().await?;
        let found = timed(session.client.query(session.statement(sql), parameters)).await;
        if found
            .as_ref()
            .is_err_and(|failure| failure.kind == FailureKind::Lost)
        {
            self.discard(&session).await;
        }
        found
    }

    /// Discards a broken session, unless it was already replaced.
    async fn discard(&self, broken: &Arc<Session>) {
        take_same(&mut *self.session.lock().await, broken);
    }

    /// Discards the current session.
    pub(super) async fn reset(&self) {
        self.session.lock().await.take();
    }
}

/// Empties a slot that still contains this value.
fn take_same<T>(slot: &mut Option<Arc<T>>, value: &Arc<T>) {
    slot.take_if(|current| Arc::ptr_eq(current, value));
}

#[cfg(test)]
#[path = "../../../tests/unit/store/postgres/connection.rs"]
mod tests;
