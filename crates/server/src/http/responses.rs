//! The problems that each path may return, for the `OpenAPI` document.
//!
//! Each group belongs to one step of processing a request, and a path lists its groups. The statuses are those of the
//! [kinds](kind).

use std::collections::BTreeMap;

use quintet_api::Kind;
use utoipa::openapi::{
    ContentBuilder, HeaderBuilder, OpenApi, Ref, RefOr, Response, ResponseBuilder,
};
use utoipa::{IntoResponses, PartialSchema, ToSchema};

use crate::http::problem::{Problem, kind};

macro_rules! groups {
    ($($(#[$doc:meta])* $group:ident: $($kind:ident)+;)+) => {$(
        $(#[$doc])*
        pub(crate) enum $group {}

        impl IntoResponses for $group {
            fn responses() -> BTreeMap<String, RefOr<Response>> {
                described(&[$(kind::$kind),+])
            }
        }
    )+};
}

groups! {
    /// The request has query parameters.
    OfQuery: BAD_REQUEST;
    /// The request has a body.
    OfBody: BAD_REQUEST TOO_SLOW TOO_LARGE NOT_JSON;
    /// The request opens a WebSocket.
    OfUpgrade: BAD_REQUEST;
    /// A game and size are looked up.
    OfLookup: NOT_FOUND;
    /// The request contains the start of a game.
    OfOpening: NOT_A_POSITION ALREADY_OVER;
    /// A player performs an action.
    OfAction: LATE NOT_YOUR_TURN OVER TOO_LONG NOTHING_TO_TAKE_BACK NOT_A_MOVE ILLEGAL_MOVE;
    /// The request may have an idempotency key.
    OfKey: KEY_REUSED;
    /// A player takes the free seat.
    OfSeats: SEATS_TAKEN;
    /// The request may have credentials.
    OfHolder: NO_SEAT;
    /// Only players may do this.
    OfPlayers: NO_SEAT EXPIRED NOT_YOUR_SEAT;
    /// The game must be over.
    OfEnd: NOT_OVER;
    /// A seat must be reserved.
    OfReserved: NOTHING_TO_DECLINE;
    /// The rate is limited.
    OfRate: TOO_MANY;
    /// The store is used.
    OfStore: STORAGE UNKNOWN BUSY DAMAGED FAULT;
}

/// Problems before a request reaches its path: a second host, another site, another method, too many requests.
const BEFORE: [Kind; 4] = [
    kind::BAD_REQUEST,
    kind::FOREIGN,
    kind::NOT_ALLOWED,
    kind::TOO_MANY,
];

/// Adds the problems that every path may return.
pub(crate) fn describe_guard(document: &mut OpenApi) {
    let paths = document.paths.paths.values_mut();
    let operations = paths.flat_map(|path| [&mut path.get, &mut path.post]);
    for operation in operations.flatten() {
        let responses = &mut operation.responses.responses;
        for kind in BEFORE {
            for (status, response) in described(&[kind]) {
                match responses.get_mut(&status) {
                    Some(RefOr::T(known)) if !known.description.contains(kind.title) => {
                        known.description = format!("{}; {}", known.description, shown(kind));
                    }
                    Some(_) => {}
                    None => drop(responses.insert(status, response)),
                }
            }
        }
    }
}

/// Returns the header of a problem with this status, and its description.
fn header_of(status: &str) -> Option<(&'static str, &'static str)> {
    Some(match status {
        "401" => ("WWW-Authenticate", "`Bearer`"),
        "405" => ("Allow", "Methods of the path"),
        "429" | "503" => ("Retry-After", "Seconds after which to retry"),
        _ => return None,
    })
}

/// Returns the description of a kind of problem.
fn shown(Kind { name, title, .. }: Kind) -> String {
    format!("{title} (`/problems/{name}`)")
}

/// Returns the responses for kinds of problems, by status.
pub(crate) fn described(kinds: &[Kind]) -> BTreeMap<String, RefOr<Response>> {
    let mut titles: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for kind in kinds {
        let titles = titles.entry(kind.status.to_string()).or_default();
        titles.push(shown(*kind));
    }
    let response = |status: &str, titles: Vec<String>| {
        let schema = Ref::from_schema_name(Problem::name());
        let content = ContentBuilder::new().schema(Some(schema)).build();
        let mut response = ResponseBuilder::new()
            .description(titles.join("; "))
            .content("application/problem+json", content);
        if let Some((name, about)) = header_of(status) {
            let text = HeaderBuilder::new().schema(Some(String::schema()));
            response = response.header(name, text.description(Some(about)).build());
        }
        RefOr::T(response.build())
    };
    let responses = titles.into_iter();
    responses
        .map(|(status, titles)| (status.clone(), response(&status, titles)))
        .collect()
}
