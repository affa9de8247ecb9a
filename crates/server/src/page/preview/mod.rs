//! Previews of links to the page: a title, a description and a picture of the position, as Open Graph tags.

mod picture;
mod png;

use std::collections::HashMap;
use std::net::IpAddr;

use axum::body::Bytes;
use axum::extract::State;
use axum::http::uri::PathAndQuery;
use axum::http::{HeaderMap, Uri, header};
use axum::response::{IntoResponse, Response};
use parking_lot::Mutex;
use quintet_api::{FindDailyPuzzle, FindPuzzle, LONGEST_GAME};
use quintet_games::{AnyPosition, Scene, Variant};
use quintet_live::Game;
use quintet_rules::Player;
use serde::Deserialize;

use crate::app::App;
use crate::clock;
use crate::http::problem::{Problem, kind};
use crate::live::enter;

/// Prefix of the path of a picture; the rest is the path of its page.
pub(crate) const PICTURES: &str = "/preview";

/// Moves of up to this length in bytes, about 50 moves, are replayed on the network thread.
const SHORT: usize = 400;

/// Maximum number of cached pictures, of about 10 kB each.
const CACHED: usize = 256;

/// Cached pictures by their scenes as JSON.
#[derive(Default)]
pub(crate) struct Pictures(Mutex<HashMap<String, Bytes>>);

impl Pictures {
    /// Returns a scene as a PNG from the cache, or draws it on a worker thread.
    async fn of(&self, app: &App, scene: Scene) -> Result<Bytes, Problem> {
        let key = serde_json::to_string(&scene).map_err(|_| Problem::fault())?;
        let drawn = self.0.lock().get(&key).cloned();
        if let Some(png) = drawn {
            return Ok(png);
        }
        let shared = app.clone();
        app.executor
            .work(move || {
                let pictures = &shared.pictures;
                // Another request may have drawn it in the meantime.
                let drawn = pictures.0.lock().get(&key).cloned();
                drawn.unwrap_or_else(|| {
                    let png = Bytes::from(picture::of(&scene));
                    let mut drawn = pictures.0.lock();
                    if drawn.len() >= CACHED {
                        drawn.clear();
                    }
                    drawn.insert(key, png.clone());
                    png
                })
            })
            .await
    }
}

/// The preview of a link.
struct Preview {
    title: String,
    words: String,
    picture: Picture,
}

/// The source of the scene of a picture.
enum Picture {
    Scene(Scene),
    /// A puzzle, searched for only when the picture is requested.
    Puzzle(FindPuzzle),
    DailyPuzzle(FindDailyPuzzle),
}

/// The query parameters of a screen.
#[derive(Deserialize, Default)]
struct ScreenQuery {
    start: Option<String>,
    moves: Option<String>,
    at: Option<usize>,
    first: Option<String>,
    seed: Option<u64>,
    day: Option<String>,
    live: Option<String>,
}

impl ScreenQuery {
    fn of(uri: &Uri) -> Self {
        let query = axum::extract::Query::try_from_uri(uri);
        query.map_or_else(
            |_| ScreenQuery::default(),
            |axum::extract::Query(query)| query,
        )
    }

    /// Returns true if replaying the moves takes noticeable time.
    fn is_long(&self) -> bool {
        let moves = self.moves.as_ref();
        moves.is_some_and(|moves| moves.len() > SHORT)
    }

    /// Returns the viewed position; `None` if it is invalid or a move is illegal.
    fn position(&self, variant: &'static dyn Variant) -> Option<Box<dyn AnyPosition>> {
        let first = match self.first.as_deref() {
            Some("2") => Player::Two,
            _ => Player::One,
        };
        let mut position = match &self.start {
            Some(text) => quintet_api::position(variant, text).ok()?,
            None => variant.start(first),
        };
        let moves = self.moves.as_deref().unwrap_or_default();
        let moves = moves.split([' ', ',']).filter(|mv| !mv.is_empty());
        for mv in moves.take(self.at.unwrap_or(LONGEST_GAME).min(LONGEST_GAME)) {
            position = position.play(mv).ok()?.position;
        }
        Some(position)
    }
}

/// Returns the preview of a link; `None` if the page has none.
async fn find(app: &App, uri: &Uri) -> Option<Preview> {
    let query = ScreenQuery::of(uri);
    let parts: Vec<_> = uri.path().split('/').skip(1).collect();
    match *parts.as_slice() {
        ["game", id] => of_game(app, id).await,
        ["review"] => of_game(app, query.live.as_deref()?).await,
        ["puzzles"] => {
            let day = query.day.filter(|day| day != "today");
            let day = day.unwrap_or_else(|| quintet_arena::date(clock::now()));
            Some(Preview {
                title: format!("Puzzle of the day, {day}"),
                words: quintet_arena::Puzzle::QUESTION.to_owned(),
                picture: Picture::DailyPuzzle(FindDailyPuzzle { day }),
            })
        }
        ["rules", game] => {
            let listing = app.settings.catalogue.find(game)?;
            let position = listing.standard().position(listing.picture).ok()?;
            Some(Preview {
                title: format!("Rules of {}", listing.name),
                words: listing.summary.to_owned(),
                picture: Picture::Scene(position.scene()),
            })
        }
        [screen, game, size] => {
            let variant = app.settings.catalogue.find(game)?.size(size)?;
            if !query.is_long() {
                return of_screen(screen, variant, query);
            }
            let screen = screen.to_owned();
            let replaying = app
                .executor
                .work(move || of_screen(&screen, variant, query));
            // While the server is busy, the page is sent without a preview.
            replaying.await.ok()?
        }
        _ => None,
    }
}

/// Returns the preview of a position or a puzzle.
fn of_screen(screen: &str, variant: &'static dyn Variant, query: ScreenQuery) -> Option<Preview> {
    let (listing, size) = (variant.listing(), variant.size());
    let name = listing.name;
    if screen == "puzzles" {
        return Some(Preview {
            title: format!("{name} {size} puzzle"),
            words: quintet_arena::Puzzle::QUESTION.to_owned(),
            picture: Picture::Puzzle(FindPuzzle {
                game: listing.id.to_owned(),
                size: Some(size.to_string()),
                seed: query.seed.filter(|_| query.day.is_none()),
                day: query.day,
                grade: None,
                idea: None,
            }),
        });
    }
    let what = match screen {
        "play" => "",
        "review" => "Review of ",
        "explore" => "Explore ",
        _ => return None,
    };
    let position = query.position(variant)?;
    let words = position
        .ending()
        .map(|end| end.sentence)
        .or_else(|| quintet_arena::to_move(&*position));
    let words = words.unwrap_or_default();
    Some(Preview {
        title: format!("{what}{name} {size}"),
        words: format!("{words} {}", listing.summary),
        picture: Picture::Scene(position.scene()),
    })
}

/// Returns the preview of a live game.
async fn of_game(app: &App, id: &str) -> Option<Preview> {
    let room = enter(app, id).await.ok()?;
    let game = room.game();
    let variant = game.variant();
    let name = variant.listing().name;
    Some(Preview {
        title: format!("{name} {}", variant.size()),
        words: description(&game),
        picture: Picture::Scene(game.session().position().scene()),
    })
}

/// Describes a live game: its players, or an invitation.
fn description(game: &Game) -> String {
    let [one, two] = Player::BOTH.map(|player| {
        let seat = game.seats[player].as_ref();
        let name = |seat: &quintet_live::store::Seat| seat.name.clone();
        seat.map(|seat| name(seat).unwrap_or_else(|| "A friend".to_owned()))
    });
    match (one, two) {
        (Some(host), None) | (None, Some(host)) => format!("{host} invites you to a game."),
        (Some(one), Some(two)) => {
            let ending = game.session().ending();
            let state = ending.unwrap_or_else(|| "The game is not over.".to_owned());
            format!("{one} against {two}. {state}")
        }
        (None, None) => String::new(),
    }
}

/// Returns the title and the tags of the page at an address; `None` if it has no preview.
pub(crate) async fn tags(
    app: &App,
    uri: &Uri,
    headers: &HeaderMap,
    peer: IpAddr,
) -> Option<String> {
    let preview = find(app, uri).await?;
    let origin = origin(headers, app.settings.proxies.trust(peer))?;
    let at = |path: &str| escaped(&format!("{origin}{}", app.settings.base.at(path)));
    let address = uri.path_and_query()?.as_str();
    let (title, words) = (escaped(&preview.title), escaped(&preview.words));
    let (page, picture) = (at(address), at(&format!("{PICTURES}{address}")));
    Some(format!(
        r#"<title>{title} · Quintet</title>
    <meta property="og:type" content="website">
    <meta property="og:site_name" content="Quintet">
    <meta property="og:title" content="{title}">
    <meta property="og:description" content="{words}">
    <meta property="og:url" content="{page}">
    <meta property="og:image" content="{picture}">
    <meta property="og:image:type" content="image/png">
    <meta property="og:image:width" content="1200">
    <meta property="og:image:height" content="630">
    <meta name="twitter:card" content="summary_large_image">"#
    ))
}

/// Returns the scheme and the host of a request. A proxy reports the original scheme.
fn origin(headers: &HeaderMap, is_proxy: bool) -> Option<String> {
    let value = |name: &str| headers.get(name).and_then(|value| value.to_str().ok());
    let scheme = match value("x-forwarded-proto") {
        Some("https") if is_proxy => "https",
        _ => "http",
    };
    let host = value(header::HOST.as_str())?;
    Some(format!("{scheme}://{host}"))
}

/// Escapes text for HTML, also within quotes.
fn escaped(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for letter in text.chars() {
        match letter {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '"' => escaped.push_str("&quot;"),
            '\n' => escaped.push(' '),
            _ => escaped.push(letter),
        }
    }
    escaped
}

/// Returns the picture of a page.
pub(crate) async fn picture(State(app): State<App>, uri: Uri) -> Result<Response, Problem> {
    let missing = || Problem::new(kind::NOT_FOUND, "this page has no picture");
    let of = uri.path_and_query().map(PathAndQuery::as_str);
    let of = of.and_then(|path| path.strip_prefix(PICTURES));
    let of: Uri = of.and_then(|path| path.parse().ok()).ok_or_else(missing)?;
    let preview = find(&app, &of).await.ok_or_else(missing)?;
    let scene = match preview.picture {
        Picture::Scene(scene) => scene,
        Picture::Puzzle(request) => app.executor.respond(request).await?.view.scene,
        Picture::DailyPuzzle(request) => app.executor.respond(request).await?.view.scene,
    };
    let png = app.pictures.of(&app, scene).await?;
    let kind = [
        (header::CONTENT_TYPE, "image/png"),
        // Programs that show previews request the same picture repeatedly.
        (header::CACHE_CONTROL, "public, max-age=300"),
    ];
    Ok((kind, png).into_response())
}

#[cfg(test)]
#[path = "../../../tests/unit/page/preview.rs"]
mod tests;
