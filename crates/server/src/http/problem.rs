//! Errors as problem documents (RFC 9457).

use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use quintet_api::{Kind, RequestError};
use serde::Serialize;
use serde_json::Value;
use utoipa::ToSchema;

use crate::live::State;

/// An error as a document.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub(crate) struct Problem {
    #[serde(flatten)]
    refusal: RequestError,
    /// Current state of the game, if the request was based on an older one.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<State>)]
    current: Option<Box<Value>>,
    /// Seconds after which to retry.
    #[serde(skip)]
    retry_after: Option<u32>,
}

/// The kind of problem of a response, for metrics.
#[derive(Clone, Copy)]
pub(crate) struct Refused(pub(crate) &'static str);

/// The kinds of problems: those of requests, and those of the server.
pub(crate) mod kind {
    pub(crate) use quintet_api::kind::*;

    use quintet_api::Kind;

    macro_rules! kinds {
        ($($kind:ident: $status:literal $name:literal $title:literal;)+) => {
            $(pub(crate) const $kind: Kind = Kind::new($status, $name, $title);)+
        };
    }

    kinds! {
        NO_SEAT: 401 "no-seat" "A seat in the game is required";
        EXPIRED: 401 "expired-token" "The token of the seat has expired";
        NOT_YOUR_SEAT: 403 "not-your-seat" "The token is not for a seat in this game";
        FOREIGN: 403 "foreign" "The request comes from another site";
        NOT_ALLOWED: 405 "method-not-allowed" "Method not allowed";
        TOO_SLOW: 408 "too-slow" "The request did not arrive in time";
        LATE: 409 "late" "The game has changed";
        NOT_YOUR_TURN: 409 "not-your-turn" "It is the other player's turn";
        OVER: 409 "over" "The game is over";
        TOO_LONG: 409 "too-long" "The game has reached its maximum length";
        NOT_OVER: 409 "not-over" "The game is not over";
        SEATS_TAKEN: 409 "seats-taken" "Both seats are taken";
        NOTHING_TO_DECLINE: 409 "nothing-to-decline" "No seat is reserved for this player";
        NOTHING_TO_TAKE_BACK: 409 "nothing-to-take-back" "There is nothing to take back";
        NOT_JSON: 415 "not-json" "The body must be JSON";
        ALREADY_OVER: 422 "already-over" "The game is over in this position";
        KEY_REUSED: 422 "key-reused" "The key was used for another request";
        TOO_MANY: 429 "too-many" "Too many requests";
        FAULT: 500 "fault" "Internal server error";
        DAMAGED: 410 "damaged" "The stored game is damaged";
        STORAGE: 503 "storage" "The server cannot store changes";
        UNKNOWN: 503 "unknown" "The result is unknown";
        BUSY: 503 "busy" "The server is overloaded";
    }
}

impl From<RequestError> for Problem {
    fn from(refusal: RequestError) -> Self {
        Problem {
            refusal,
            current: None,
            retry_after: None,
        }
    }
}

impl From<Problem> for RequestError {
    fn from(problem: Problem) -> Self {
        problem.refusal
    }
}

impl Problem {
    pub(crate) fn new(kind: Kind, detail: impl Into<String>) -> Self {
        RequestError::new(kind, detail).into()
    }

    /// Returns the name of the kind.
    pub(crate) fn kind(&self) -> &'static str {
        self.refusal.name
    }

    /// Creates the problem of an overloaded server: the client may retry soon.
    pub(crate) fn busy(detail: &str) -> Self {
        Problem::new(kind::BUSY, detail).retry_after(1)
    }

    /// Returns an error of the server itself.
    pub(crate) fn fault() -> Self {
        Problem::new(
            kind::FAULT,
            "internal error; acknowledged changes are durable",
        )
    }

    /// Adds the number of seconds after which to retry.
    pub(crate) fn retry_after(self, seconds: u32) -> Self {
        Problem {
            retry_after: Some(seconds),
            ..self
        }
    }

    /// Adds the current state of the game.
    pub(crate) fn with_current(self, state: &impl Serialize) -> Self {
        Problem {
            current: serde_json::to_value(state).ok().map(Box::new),
            ..self
        }
    }
}

impl IntoResponse for Problem {
    fn into_response(self) -> Response {
        let status =
            StatusCode::from_u16(self.refusal.status).expect("problems have real statuses");
        let body = serde_json::to_vec(&self).expect("a problem can be written");
        let kind = HeaderValue::from_static("application/problem+json");
        let mut response = (status, [(header::CONTENT_TYPE, kind)], body).into_response();
        response.extensions_mut().insert(Refused(self.kind()));
        if status == StatusCode::UNAUTHORIZED {
            let scheme = HeaderValue::from_static("Bearer");
            response
                .headers_mut()
                .insert(header::WWW_AUTHENTICATE, scheme);
        }
        if let Some(seconds) = self.retry_after {
            response
                .headers_mut()
                .insert(header::RETRY_AFTER, HeaderValue::from(seconds));
        }
        response
    }
}
