//! State shared by players behind HTTP: keys, the prompt, connections and usage.

mod client;
mod key;

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, OnceLock};

use quintet_arena::Tokens;
use ureq::Agent;
use ureq::tls::{Certificate, RootCerts, TlsConfig};

use quintet_evaluation::Prompt;
use serde_json::{Map, Value};

use super::{Address, Failure, Policy, lock};
pub(super) use client::Client;
pub use key::Key;

/// State shared by players behind HTTP. Several games can share it, and their usage adds up.
#[derive(Debug)]
pub struct Network {
    /// Keys with their host; a key without a host is the default.
    keys: Vec<(Option<String>, Key)>,
    prompt: Prompt,
    /// Fields added to the requests to language models, such as the temperature.
    parameters: Map<String, Value>,
    /// Created on first use: loading the certificates of the system takes time.
    agent: OnceLock<Agent>,
    requests: AtomicU64,
    tokens: AtomicU64,
    /// Prices of a million tokens of the prompt and of the completion, with their model; one without a model is the default.
    prices: Vec<(Option<String>, [f64; 2])>,
    /// The accumulated cost.
    cost: Mutex<f64>,
}

impl Default for Network {
    fn default() -> Self {
        Network::new(Prompt::default())
    }
}

impl Network {
    /// Creates a network without keys.
    pub fn new(prompt: Prompt) -> Self {
        Network {
            keys: Vec::new(),
            prompt,
            parameters: Map::new(),
            agent: OnceLock::new(),
            requests: AtomicU64::new(0),
            tokens: AtomicU64::new(0),
            prices: Vec::new(),
            cost: Mutex::new(0.0),
        }
    }

    /// Adds a key for language models at a host (with its port, if the URL has one), or the default key.
    #[must_use]
    pub fn with_key(mut self, host: Option<String>, key: Key) -> Self {
        self.keys.push((host, key));
        self
    }

    /// Adds fields to the requests to language models, such as the temperature.
    #[must_use]
    pub fn with_parameters(mut self, parameters: Map<String, Value>) -> Self {
        self.parameters = parameters;
        self
    }

    /// Sets the prices of a million tokens of the prompt and of the completion, for a model or for all others.
    #[must_use]
    pub fn with_price(mut self, model: Option<String>, price: [f64; 2]) -> Self {
        self.prices.push((model, price));
        self
    }

    /// Returns the prices of a player; `None` if it is not a language model or its prices are unknown.
    pub fn price_of(&self, player: &str) -> Option<[f64; 2]> {
        match player.parse() {
            Ok(Address::Chat { model, .. }) => self.price(&model),
            _ => None,
        }
    }

    fn price(&self, model: &str) -> Option<[f64; 2]> {
        let find = |wanted: Option<&str>| {
            let mut prices = self.prices.iter();
            prices.find(|(name, _)| name.as_deref() == wanted)
        };
        let (_, price) = find(Some(model)).or_else(|| find(None))?;
        Some(*price)
    }

    /// Returns the fields that are added to the requests to language models.
    pub fn parameters(&self) -> &Map<String, Value> {
        &self.parameters
    }

    /// Returns the prompt for language models.
    pub fn prompt(&self) -> &Prompt {
        &self.prompt
    }

    /// Returns the number of requests sent.
    pub fn requests(&self) -> u64 {
        self.requests.load(Ordering::Relaxed)
    }

    /// Returns the number of tokens used by language models.
    pub fn tokens(&self) -> u64 {
        self.tokens.load(Ordering::Relaxed)
    }

    fn agent(&self) -> &Agent {
        self.agent.get_or_init(|| {
            let config = Agent::config_builder()
                .user_agent(concat!("quintet/", env!("CARGO_PKG_VERSION")))
                .tls_config(TlsConfig::builder().root_certs(roots()).build())
                // A redirect could leak the key to another host.
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

    /// Counts a request and returns its number, or fails if a limit has been reached.
    fn count(&self, policy: &Policy) -> Result<u64, Failure> {
        let reached = |unit, limit| Failure::LimitReached { unit, limit };
        if let Some(limit) = policy.max_tokens.filter(|limit| self.tokens() >= *limit) {
            return Err(reached("tokens", limit));
        }
        if let Some(limit) = policy.max_cost.filter(|limit| *lock(&self.cost) >= *limit) {
            return Err(Failure::CostReached(limit.to_string()));
        }
        let limit = policy.max_requests.unwrap_or(u64::MAX);
        let next = |requests| (requests < limit).then_some(requests + 1);
        let counted = self
            .requests
            .fetch_update(Ordering::Relaxed, Ordering::Relaxed, next);
        counted.map_err(|_| reached("requests", limit))
    }

    /// Counts the tokens of a model and their cost. If the endpoint does not report them, four bytes count as a token.
    pub(super) fn add_tokens(&self, model: &str, tokens: Option<Tokens>, bytes: [usize; 2]) {
        let [prompt, completion] = bytes.map(|bytes| bytes as u64 / 4);
        let tokens = tokens.unwrap_or(Tokens { prompt, completion });
        if let Some(price) = self.price(model) {
            *lock(&self.cost) += tokens.cost(price);
        }
        let sum = tokens.prompt.saturating_add(tokens.completion);
        // An endpoint can report any number; the count must not wrap.
        let add = |total: u64| Some(total.saturating_add(sum));
        let _ = self
            .tokens
            .fetch_update(Ordering::Relaxed, Ordering::Relaxed, add);
    }
}

/// Returns the root certificates of the system, which may include those of an organization, or Mozilla's if it has none.
fn roots() -> RootCerts {
    let found = rustls_native_certs::load_native_certs().certs;
    if found.is_empty() {
        return RootCerts::WebPki;
    }
    let owned = |der: &[u8]| Certificate::from_der(der).to_owned();
    found.iter().map(|certificate| owned(certificate)).into()
}
