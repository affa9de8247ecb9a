//! Every error is a problem document (RFC 9457).

use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use serde::{Serialize, Serializer};
use serde_json::Value;
use utoipa::ToSchema;

use crate::live::State;

/// An error as a document.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub(crate) struct Problem {
    /// The kind of problem, a stable path such as `/problems/illegal-move`.
    #[serde(rename = "type", serialize_with = "path")]
    #[schema(value_type = String)]
    name: &'static str,
    /// The kind in a few words.
    title: &'static str,
    /// The HTTP status.
    status: u16,
    /// What was found, what was wanted, and what to do.
    detail: String,
    /// The rule that a move breaks, a stable name such as `beside-opponent`.
    #[serde(skip_serializing_if = "Option::is_none")]
    reason: Option<&'static str>,
    /// The game as it is now, where the request was late.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<State>)]
    current: Option<Box<Value>>,
    /// After how many seconds to try again.
    #[serde(skip)]
    retry_after: Option<u32>,
}

/// The address of a kind of problem.
fn path<S: Serializer>(name: &str, to: S) -> Result<S::Ok, S::Error> {
    to.collect_str(&format_args!("/problems/{name}"))
}

/// A kind of problem: its status, its stable name and its title.
pub(crate) type Kind = (StatusCode, &'static str, &'static str);

/// The kinds of problems.
pub(crate) mod kind {
    use super::{Kind, StatusCode};

    macro_rules! kinds {
        ($($kind:ident: $status:ident $name:literal $title:literal;)+) => {
            $(pub(crate) const $kind: Kind = (StatusCode::$status, $name, $title);)+
        };
    }

    kinds! {
        BAD_REQUEST: BAD_REQUEST "bad-request" "The request cannot be understood";
        NOT_FOUND: NOT_FOUND "not-found" "There is no such thing";
        NOT_ALLOWED: METHOD_NOT_ALLOWED "method-not-allowed" "This cannot be done here";
        TOO_LARGE: PAYLOAD_TOO_LARGE "too-large" "The request is too large";
        NOT_JSON: UNSUPPORTED_MEDIA_TYPE "not-json" "The body must be JSON";
        NOT_A_POSITION: UNPROCESSABLE_ENTITY "not-a-position" "The text is not a position of the game";
        NOT_A_MOVE: UNPROCESSABLE_ENTITY "not-a-move" "The text is not a move of the game";
        ILLEGAL_MOVE: UNPROCESSABLE_ENTITY "illegal-move" "The move is against the rules";
        NOT_A_RECORD: UNPROCESSABLE_ENTITY "not-a-record" "The text is not the record of a game";
        NOTHING_TO_CHOOSE: UNPROCESSABLE_ENTITY "nothing-to-choose" "The game is over, and there is nothing to choose";
        NO_SEAT: UNAUTHORIZED "no-seat" "Only players may do this";
        EXPIRED: UNAUTHORIZED "expired-token" "The token of the seat has expired";
        NOT_YOUR_SEAT: FORBIDDEN "not-your-seat" "The token belongs to no seat of this game";
        FOREIGN: FORBIDDEN "foreign" "The request comes from another site";
        LATE: CONFLICT "late" "The game has gone on meanwhile";
        NOT_YOUR_TURN: CONFLICT "not-your-turn" "It is the other player's turn";
        OVER: CONFLICT "over" "The game is over";
        NOT_OVER: CONFLICT "not-over" "The game goes on";
        SEATS_TAKEN: CONFLICT "seats-taken" "Both seats are taken";
        NOTHING_TO_TAKE_BACK: CONFLICT "nothing-to-take-back" "There is nothing to take back";
        TOO_SLOW: REQUEST_TIMEOUT "too-slow" "The request did not arrive in time";
        TOO_MANY: TOO_MANY_REQUESTS "too-many" "Too many requests";
        STORAGE: SERVICE_UNAVAILABLE "storage" "The server cannot keep anything";
        BUSY: SERVICE_UNAVAILABLE "busy" "The server has too much to do";
        FAULT: INTERNAL_SERVER_ERROR "fault" "The server is at fault";
    }
}

impl Problem {
    pub(crate) fn new((status, name, title): Kind, detail: impl Into<String>) -> Self {
        Problem {
            name,
            title,
            status: status.as_u16(),
            detail: detail.into(),
            reason: None,
            current: None,
            retry_after: None,
        }
    }

    /// The server is overloaded: the client may try again soon.
    pub(crate) fn busy(detail: &str) -> Self {
        Problem::new(kind::BUSY, detail).retry_after(1)
    }

    /// An error of the server itself.
    pub(crate) fn fault() -> Self {
        Problem::new(
            kind::FAULT,
            "something went wrong; what was acknowledged is kept",
        )
    }

    /// Says after how many seconds to try again.
    pub(crate) fn retry_after(self, seconds: u32) -> Self {
        Problem {
            retry_after: Some(seconds),
            ..self
        }
    }

    /// Shows the game as it is now.
    pub(crate) fn with_current(self, state: &impl Serialize) -> Self {
        Problem {
            current: serde_json::to_value(state).ok().map(Box::new),
            ..self
        }
    }

    /// Says at which move, counted from 1, it came up.
    pub(crate) fn at_ply(self, ply: usize) -> Self {
        let detail = format!("ply {ply}: {}", self.detail);
        Problem { detail, ..self }
    }

    /// Names the rule that was broken.
    pub(crate) fn because(self, reason: &'static str) -> Self {
        Problem {
            reason: Some(reason),
            ..self
        }
    }
}

impl IntoResponse for Problem {
    fn into_response(self) -> Response {
        let status = StatusCode::from_u16(self.status).expect("problems have real statuses");
        let body = serde_json::to_vec(&self).expect("a problem can be written");
        let kind = HeaderValue::from_static("application/problem+json");
        let mut response = (status, [(header::CONTENT_TYPE, kind)], body).into_response();
        if let Some(seconds) = self.retry_after {
            response
                .headers_mut()
                .insert(header::RETRY_AFTER, HeaderValue::from(seconds));
        }
        response
    }
}
