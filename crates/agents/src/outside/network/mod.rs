//! What players behind the network share: keys, the prompt, connections, and a count of what they have cost.

mod client;
mod key;

use std::sync::OnceLock;
use std::sync::atomic::{AtomicU64, Ordering};

use quintet_arena::Tokens;
use ureq::Agent;
use ureq::tls::{Certificate, RootCerts, TlsConfig};

use super::{Failure, Policy, Prompt};
pub(super) use client::Client;
pub use key::Key;

/// What players behind the network share. It can be used for several games at once, whose costs are added up.
#[derive(Debug)]
pub struct Network {
    /// Each with the host to which it is sent, or for all that have none of their own.
    keys: Vec<(Option<String>, Key)>,
    prompt: Prompt,
    /// Made when it is first needed: reading the certificates of the system takes time.
    agent: OnceLock<Agent>,
    requests: AtomicU64,
    tokens: AtomicU64,
}

impl Default for Network {
    fn default() -> Self {
        Network::new(Prompt::default())
    }
}

impl Network {
    /// Without a key.
    pub fn new(prompt: Prompt) -> Self {
        Network {
            keys: Vec::new(),
            prompt,
            agent: OnceLock::new(),
            requests: AtomicU64::new(0),
            tokens: AtomicU64::new(0),
        }
    }

    /// The same with a key for language models at a host, with its port if the URL names one; or for all that have no
    /// key of their own.
    #[must_use]
    pub fn with_key(mut self, host: Option<String>, key: Key) -> Self {
        self.keys.push((host, key));
        self
    }

    /// The prompt of language models.
    pub fn prompt(&self) -> &Prompt {
        &self.prompt
    }

    /// How many requests were sent.
    pub fn requests(&self) -> u64 {
        self.requests.load(Ordering::Relaxed)
    }

    /// How many tokens language models have read and written.
    pub fn tokens(&self) -> u64 {
        self.tokens.load(Ordering::Relaxed)
    }

    fn agent(&self) -> &Agent {
        self.agent.get_or_init(|| {
            let config = Agent::config_builder()
                .user_agent(concat!("quintet/", env!("CARGO_PKG_VERSION")))
                .tls_config(TlsConfig::builder().root_certs(roots()).build())
                // A redirect could lead anywhere, and what is sent is not meant for there.
                .max_redirects(0)
                .max_redirects_will_error(false)
                .http_status_as_error(false);
            config.build().into()
        })
    }

    fn key_of(&self, host: &str) -> Option<&Key> {
        let named = |wanted: Option<&str>| {
            let mut keys = self.keys.iter();
            keys.find(|(name, _)| match (name, wanted) {
                (Some(name), Some(wanted)) => name.eq_ignore_ascii_case(wanted),
                (None, None) => true,
                _ => false,
            })
        };
        let (_, key) = named(Some(host)).or_else(|| named(None))?;
        Some(key)
    }

    /// Counts one more request, if there may be one: its number.
    fn count(&self, policy: &Policy) -> Result<u64, Failure> {
        let spent = |what, most| Failure::Spent { what, most };
        if let Some(most) = policy.most_tokens.filter(|most| self.tokens() >= *most) {
            return Err(spent("tokens", most));
        }
        let most = policy.most_requests.unwrap_or(u64::MAX);
        let next = |requests| (requests < most).then_some(requests + 1);
        let counted = self
            .requests
            .fetch_update(Ordering::Relaxed, Ordering::Relaxed, next);
        counted.map_err(|_| spent("requests", most))
    }

    /// Counts what a language model has read and written. Of one that does not say, four bytes are taken for a token.
    pub(super) fn add_tokens(&self, tokens: Option<Tokens>, bytes: usize) {
        let sum = tokens.map_or(bytes as u64 / 4, |tokens| {
            tokens.prompt.saturating_add(tokens.completion)
        });
        // An endpoint can say any number: the count must not begin again at 0.
        let add = |so_far: u64| Some(so_far.saturating_add(sum));
        let _ = self
            .tokens
            .fetch_update(Ordering::Relaxed, Ordering::Relaxed, add);
    }
}

/// Who is trusted to say who is who: those that this system trusts, among which a house can have its own; or the usual
/// ones, where the system names none.
fn roots() -> RootCerts {
    let found = rustls_native_certs::load_native_certs().certs;
    if found.is_empty() {
        return RootCerts::WebPki;
    }
    let owned = |der: &[u8]| Certificate::from_der(der).to_owned();
    found.iter().map(|certificate| owned(certificate)).into()
}
