//! Who holds which seat.

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

/// The name of the cookie of a browser.
pub(crate) const COOKIE: &str = "quintet";

/// The same over an encrypted connection. A browser takes a cookie with this prefix from this host alone,
/// so no other host of the domain can set one in its place.
pub(crate) const SECURE_COOKIE: &str = "__Host-quintet";

/// The most letters of a name.
const NAME: usize = 40;

/// What a request brings to prove who sends it.
#[derive(Clone, Debug)]
pub(crate) enum Holder {
    /// Nothing.
    Nobody,
    /// The token of a seat, as programs keep it.
    Program(Token),
    /// The one secret of a browser, from which the tokens of all its seats are derived. A script
    /// cannot read it.
    Browser(Token),
}

impl Holder {
    /// The holder that the headers of a request prove.
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

    /// The token that it has, or would have, in a game.
    pub(crate) fn token(&self, game: GameId) -> Option<Token> {
        match self {
            Holder::Nobody => None,
            Holder::Program(token) => Some(token.clone()),
            Holder::Browser(secret) => Some(secret.in_game(game)),
        }
    }

    /// The seat that it holds in a game, if any, whether or not the token has expired.
    pub(crate) fn seat(&self, game: &Game) -> Option<Player> {
        let hash = self.token(game.id)?.hash();
        let holds = |player: &Player| {
            let seat = game.seats[*player].as_ref();
            seat.is_some_and(|seat| seat.token.is(&hash))
        };
        Player::BOTH.into_iter().find(holds)
    }

    /// Whether it is a token that belongs to no seat of the game.
    pub(crate) fn is_wrong(&self, game: &Game) -> bool {
        matches!(self, Holder::Program(_)) && self.seat(game).is_none()
    }

    /// The seat for which it may act.
    pub(crate) fn acting(&self, game: &Game, valid: Valid) -> Result<Player, Problem> {
        if matches!(self, Holder::Nobody) {
            let wanted = "only the players do something in a game: send the token of a seat";
            return Err(Problem::new(kind::NO_SEAT, wanted));
        }
        let player = self.seat(game).ok_or_else(|| {
            Problem::new(
                kind::NOT_YOUR_SEAT,
                "the token is not that of a seat in this game",
            )
        })?;
        let since = game.seats[player].as_ref().map_or(0, |seat| seat.since);
        if valid.now >= since.saturating_add(valid.lifetime) {
            let detail = "the token of this seat has expired";
            return Err(Problem::new(kind::EXPIRED, detail));
        }
        Ok(player)
    }
}

/// By what it is decided whether a token has expired: the time, and how long tokens are valid, in seconds.
#[derive(Clone, Copy)]
pub(crate) struct Valid {
    now: u64,
    lifetime: u64,
}

impl Valid {
    /// As it is now.
    pub(crate) fn now(app: &App) -> Self {
        Valid {
            now: app.games().store().now(),
            lifetime: app.settings().seat_seconds,
        }
    }
}

/// The seat for which the sender of a request may act. Wrong tokens are counted.
pub(crate) fn acting(
    app: &App,
    client: Client,
    holder: &Holder,
    game: &Game,
) -> Result<Player, Problem> {
    if holder.is_wrong(game) {
        app.guard().wrong_token(client)?;
    }
    holder.acting(game, Valid::now(app))
}

/// The secret in the cookie with this name. Of several it is the first that can be one, not the last as in
/// a `CookieJar`: the browser sends ours, which has the longer path, before one that another host of the
/// domain has set.
fn secret(headers: &HeaderMap, name: &str) -> Option<Token> {
    let values = headers.get_all(header::COOKIE).iter();
    let cookies = values.flat_map(|value| value.as_bytes().split(|byte| *byte == b';'));
    cookies
        // Others may have set cookies that are no text.
        .filter_map(|cookie| str::from_utf8(cookie).ok())
        .filter_map(|cookie| Cookie::parse(cookie).ok())
        .filter(|cookie| cookie.name() == name)
        .find_map(|cookie| Token::read(cookie.value()))
}

/// A cookie with a new secret, for a browser that has none. Over an encrypted connection only the one that
/// no other host can have set counts.
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

/// A seat for the sender of a request, and its token if it must be told: a browser derives the token
/// from its secret, a program is given this one.
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

/// A seat in the game that follows another for the holder of a seat in that one. The token follows from
/// the one before, so that a player whose answer was lost is given the same again.
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

/// A text that a client has chosen for one request, and sends again if the answer is lost: it is then
/// given the same seat and token.
pub(crate) struct IdempotencyKey(pub(crate) Option<String>);

impl FromRequestParts<App> for IdempotencyKey {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, _: &App) -> Result<Self, Problem> {
        let Some(key) = parts.headers.get("idempotency-key") else {
            return Ok(IdempotencyKey(None));
        };
        let is_key = |key: &&str| (16..=64).contains(&key.len());
        let key = key.to_str().ok().filter(is_key).ok_or_else(|| {
            let wanted = "the header Idempotency-Key has 16 to 64 characters, chosen at random";
            Problem::new(kind::BAD_REQUEST, wanted)
        })?;
        Ok(IdempotencyKey(Some(key.to_owned())))
    }
}

/// The token that a key gives in a game: that of the seat which was taken with it, or of the free one.
/// It follows from the hash of the other seat's token, which nobody is told and which outlives a restart.
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

/// The name of the player in a seat.
pub(crate) fn name(game: &Game, player: Player) -> Option<String> {
    game.seats[player].as_ref()?.name.clone()
}

/// Returns a valid name: one line, without characters that reorder the text around it. `None` if nothing in it is visible.
pub(crate) fn checked_name(name: Option<&str>) -> Result<Option<String>, Problem> {
    let name = name.unwrap_or_default();
    let is_forbidden = |letter: char| letter.is_control() || is_layout(letter);
    if name.chars().count() > NAME || name.chars().any(is_forbidden) {
        let wanted = format!(
            "a name is one line of at most {NAME} letters, without characters that change the direction of text"
        );
        return Err(Problem::new(kind::BAD_REQUEST, wanted));
    }
    let name = name.trim();
    let is_visible = |letter: char| !letter.is_whitespace() && !is_invisible(letter);
    Ok(name.chars().any(is_visible).then(|| name.to_owned()))
}

/// Whether a character ends a line or changes the direction of the text around it.
fn is_layout(letter: char) -> bool {
    matches!(letter, '\u{61c}' | '\u{200e}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}

/// Whether a character shows nothing by itself. Some of them belong in names, between visible ones.
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
mod tests {
    use axum::http::HeaderValue;

    use super::*;

    #[test]
    fn a_name_can_be_seen_and_changes_nothing_around_it() {
        let checked = |name: &str| checked_name(Some(name)).map_err(|problem| problem.kind());
        for (name, wanted) in [
            (" Ann ", Some("Ann")),
            ("\u{200b}", None),
            ("\u{3164}\u{2800} \u{ad}", None),
            ("\u{e0041}\u{feff}\u{2060}", None),
            ("اسم", Some("اسم")),
            ("می\u{200c}خواهم", Some("می\u{200c}خواهم")),
            (
                "\u{1f469}\u{200d}\u{1f680}",
                Some("\u{1f469}\u{200d}\u{1f680}"),
            ),
        ] {
            assert_eq!(checked(name), Ok(wanted.map(str::to_owned)), "{name:?}");
        }
        for letter in [
            "\n", "\u{202e}", "\u{2066}", "\u{2028}", "\u{200f}", "\u{61c}",
        ] {
            let name = format!("Ann{letter}Bob");
            assert_eq!(checked(&name), Err("bad-request"), "{name:?}");
        }
    }

    #[test]
    fn cookies_of_others_hide_none_whatever_their_bytes_are() {
        let own = Token::random();
        let ours = format!("{COOKIE}={}", own.reveal()).into_bytes();
        for other in ["name=\u{e9}", "\u{e9}=1", "=", "", "quintet=\u{e9}"] {
            for other in [other.as_bytes(), b"name=\xff\xfe"] {
                for cookies in [[other, &ours], [&ours, other]] {
                    let value = HeaderValue::from_bytes(&cookies.join(&b"; "[..]));
                    let value = value.expect("a header");
                    let headers = HeaderMap::from_iter([(header::COOKIE, value)]);
                    let found = secret(&headers, COOKIE).map(|found| found.reveal());
                    assert_eq!(found, Some(own.reveal()), "{headers:?}");
                }
            }
        }
    }
}
