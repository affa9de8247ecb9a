//! Seats: the tokens and cookies of their players, and names.

use std::time::Duration;

use axum::extract::FromRequestParts;
use axum::http::request::Parts;
use axum::http::{HeaderMap, header};
use axum_extra::extract::cookie::{Cookie, SameSite};
use axum_extra::headers::HeaderMapExt;
use axum_extra::headers::authorization::{Authorization, Bearer};
use quintet_live::store::Seat;
use quintet_live::{Game, GameId, Token};
use quintet_rules::Player;

use crate::app::App;
use crate::http::base_path::Base;
use crate::http::guard::Client;
use crate::http::problem::{Problem, kind};

/// Name of the cookie of a browser.
pub(crate) const COOKIE: &str = "quintet";

/// Name of the cookie over HTTPS. A browser accepts a cookie with this prefix only from this host, so no other host of the
/// domain can replace it.
pub(crate) const SECURE_COOKIE: &str = "__Host-quintet";

/// Maximum length of a name, in characters.
const MAX_NAME: usize = 40;

/// The credentials of a request.
#[derive(Clone, Debug)]
pub(crate) enum Holder {
    /// No credentials.
    Nobody,
    /// The token of a seat, sent by a program.
    Program(Token),
    /// The secret of a browser, from which the tokens of all its seats are derived. Scripts cannot read it.
    Browser(Token),
}

impl Holder {
    /// Reads the credentials in the headers of a request.
    pub(crate) fn of(headers: &HeaderMap) -> Result<Self, Problem> {
        if headers.contains_key(header::AUTHORIZATION) {
            let bearer = headers.typed_get::<Authorization<Bearer>>();
            let token = bearer.and_then(|bearer| Token::read(bearer.token()));
            let wanted = "the header Authorization must be: Bearer, a space, 32 hexadecimal digits";
            return token
                .map(Holder::Program)
                .ok_or_else(|| Problem::new(kind::NO_SEAT, wanted));
        }
        let secret = secret(headers, SECURE_COOKIE).or_else(|| secret(headers, COOKIE));
        Ok(secret.map_or(Holder::Nobody, Holder::Browser))
    }

    /// Returns the token of this holder in a game, whether or not it has a seat there.
    pub(crate) fn token(&self, game: GameId) -> Option<Token> {
        match self {
            Holder::Nobody => None,
            Holder::Program(token) => Some(token.clone()),
            Holder::Browser(secret) => Some(secret.in_game(game)),
        }
    }

    /// Returns the seat of this holder in a game, even if its token has expired.
    pub(crate) fn seat(&self, game: &Game) -> Option<Player> {
        let hash = self.token(game.id)?.hash();
        let holds = |player: &Player| {
            let seat = game.seats[*player].as_ref();
            seat.is_some_and(|seat| seat.token.is(&hash))
        };
        Player::BOTH.into_iter().find(holds)
    }

    /// Returns true for a token that does not belong to a seat of the game.
    pub(crate) fn is_wrong(&self, game: &Game) -> bool {
        matches!(self, Holder::Program(_)) && self.seat(game).is_none()
    }

    /// Returns the seat for which the holder may act. Counts wrong tokens.
    pub(crate) fn acting(&self, app: &App, client: Client, game: &Game) -> Result<Player, Problem> {
        let (kind, detail) = match (self, self.seat(game)) {
            (Holder::Nobody, _) => {
                let wanted = "only players can act in a game: send the token of a seat";
                (kind::NO_SEAT, wanted)
            }
            (_, None) => {
                if self.is_wrong(game) {
                    app.guard.wrong_token(client)?;
                }
                let detail = "the token does not belong to a seat of this game";
                (kind::NOT_YOUR_SEAT, detail)
            }
            (_, Some(player)) => {
                let since = game.seats[player].as_ref().map_or(0, |seat| seat.since);
                let end = since.saturating_add(app.settings.seat_seconds);
                if app.games.store().now() < end {
                    return Ok(player);
                }
                (kind::EXPIRED, "the token of this seat has expired")
            }
        };
        Err(Problem::new(kind, detail))
    }
}

/// Returns the secret in the cookie with this name: the first valid one, not the last as in a `CookieJar`. The browser sends
/// ours, which has the longer path, before one that another host of the domain has set.
fn secret(headers: &HeaderMap, name: &str) -> Option<Token> {
    let values = headers.get_all(header::COOKIE).iter();
    let cookies = values.flat_map(|value| value.as_bytes().split(|byte| *byte == b';'));
    cookies
        // Cookies of other hosts may not be UTF-8.
        .filter_map(|cookie| str::from_utf8(cookie).ok())
        .filter_map(|cookie| Cookie::parse(cookie).ok())
        .filter(|cookie| cookie.name() == name)
        .find_map(|cookie| Token::read(cookie.value()))
}

/// Returns a cookie with a new secret for a browser without one. Over HTTPS, a cookie that another host may have set does
/// not count.
pub(crate) fn cookie(
    headers: &HeaderMap,
    base: &Base,
    lifetime: u64,
    is_encrypted: bool,
) -> Option<Cookie<'static>> {
    let (name, path) = if is_encrypted {
        (SECURE_COOKIE, "/".to_owned())
    } else {
        (COOKIE, base.at("/api/"))
    };
    if secret(headers, name)
        .or_else(|| secret(headers, SECURE_COOKIE))
        .is_some()
    {
        return None;
    }
    let lifetime = Duration::from_secs(lifetime).try_into();
    let cookie = Cookie::build((name, Token::random().reveal()))
        .path(path)
        .max_age(lifetime.expect("a seat lasts for less than 2^63 seconds"))
        .http_only(true)
        .same_site(SameSite::Strict)
        .secure(is_encrypted);
    Some(cookie.build())
}

impl FromRequestParts<App> for Holder {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, _: &App) -> Result<Self, Problem> {
        Holder::of(&parts.headers)
    }
}

/// Returns a seat for the client, and its token if the client needs it: the token of a browser is derived from its secret,
/// a program receives this one.
pub(crate) fn take(
    holder: &Holder,
    game: GameId,
    name: Option<String>,
    token: Token,
    now: u64,
) -> (Seat, Option<Token>) {
    let (token, new) = match holder {
        Holder::Browser(secret) => (secret.in_game(game), None),
        Holder::Program(_) | Holder::Nobody => (token.clone(), Some(token)),
    };
    let seat = Seat {
        token: token.hash(),
        name,
        since: now,
    };
    (seat, new)
}

/// Returns a seat in the rematch for the holder of a seat in a game. The token is derived from the previous one, so that a
/// player whose response was lost receives the same token again.
pub(crate) fn take_next(
    holder: &Holder,
    next: GameId,
    name: Option<String>,
    now: u64,
) -> (Seat, Option<Token>) {
    let token = match holder {
        Holder::Program(token) | Holder::Browser(token) => token.in_game(next),
        Holder::Nobody => Token::random(),
    };
    take(holder, next, name, token, now)
}

/// A key that a client chooses for a request, and repeats if the response is lost: it then receives the same seat and
/// token.
pub(crate) struct IdempotencyKey(pub(crate) Option<String>);

impl FromRequestParts<App> for IdempotencyKey {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, _: &App) -> Result<Self, Problem> {
        let Some(key) = parts.headers.get("idempotency-key") else {
            return Ok(IdempotencyKey(None));
        };
        let is_key = |key: &&str| (16..=64).contains(&key.len());
        let key = key.to_str().ok().filter(is_key).ok_or_else(|| {
            let wanted = "the header Idempotency-Key must have 16 to 64 random characters";
            Problem::new(kind::BAD_REQUEST, wanted)
        })?;
        Ok(IdempotencyKey(Some(key.to_owned())))
    }
}

/// Returns the token for a key in a game: that of the seat taken with the key, or of the free seat. It is derived from the
/// hash of the other seat's token, which is secret and persistent.
pub(crate) fn token_for_key(game: &Game, key: &str) -> Option<(Token, Option<Player>)> {
    Player::BOTH.into_iter().find_map(|player| {
        let other = game.seats[player.other()].as_ref()?;
        let token = Token::for_key(other.token.as_bytes(), key);
        match &game.seats[player] {
            None => Some((token, None)),
            Some(seat) if seat.token.is(&token.hash()) => Some((token, Some(player))),
            Some(_) => None,
        }
    })
}

/// Returns the name of the player in a seat.
pub(crate) fn name(game: &Game, player: Player) -> Option<String> {
    game.seats[player].as_ref()?.name.clone()
}

/// Returns a valid name: one line, without characters that reorder the text around it. `None` if nothing in it is visible.
pub(crate) fn checked_name(name: Option<&str>) -> Result<Option<String>, Problem> {
    let name = name.unwrap_or_default();
    let is_forbidden = |letter: char| letter.is_control() || is_layout(letter);
    if name.chars().count() > MAX_NAME || name.chars().any(is_forbidden) {
        let wanted = format!(
            "a name must be one line of at most {MAX_NAME} characters, without characters that change the text direction"
        );
        return Err(Problem::new(kind::BAD_REQUEST, wanted));
    }
    let name = name.trim();
    let is_visible = |letter: char| !letter.is_whitespace() && !is_invisible(letter);
    Ok(name.chars().any(is_visible).then(|| name.to_owned()))
}

/// Returns true for characters that end a line or change the direction of the surrounding text.
fn is_layout(letter: char) -> bool {
    matches!(letter, '\u{61c}' | '\u{200e}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}

/// Returns true for characters that are invisible on their own. Some of them occur in names, between visible ones.
fn is_invisible(letter: char) -> bool {
    matches!(
        letter,
        '\u{ad}' | '\u{34f}' | '\u{115f}'..='\u{1160}' | '\u{17b4}'..='\u{17b5}' | '\u{180b}'..='\u{180f}'
            | '\u{200b}'..='\u{200d}' | '\u{2060}'..='\u{2065}' | '\u{206a}'..='\u{206f}' | '\u{2800}'
            | '\u{3164}' | '\u{fe00}'..='\u{fe0f}' | '\u{feff}' | '\u{ffa0}' | '\u{fff0}'..='\u{fffb}'
            | '\u{1bca0}'..='\u{1bca3}' | '\u{1d173}'..='\u{1d17a}' | '\u{e0000}'..='\u{e0fff}'
    )
}

#[cfg(test)]
#[path = "../../tests/unit/live/seats.rs"]
mod tests;
