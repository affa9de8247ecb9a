use super::*;

fn game(id: &str) -> Game {
    Game {
        id: id.to_owned(),
        seat: Player::One,
        seed: 1,
        date: "2026-11-15".to_owned(),
        state: ContinueSession::default(),
    }
}

#[test]
fn the_least_recently_used_game_is_dropped() {
    let games = Games::new(2, Duration::from_hours(1));
    games.insert(game("a"));
    games.insert(game("b"));
    assert!(games.find("a").is_ok());
    games.insert(game("c"));
    assert!(games.find("a").is_ok() && games.find("c").is_ok());
    let refusal = games.find("b").err().expect("it was dropped");
    assert_eq!(
        refusal.detail,
        "no game has the id 'b'; use new_game to start one"
    );
}

#[test]
fn an_idle_game_is_dropped() {
    let games = Games::new(2, Duration::ZERO);
    games.insert(game("a"));
    assert!(games.find("a").is_err());
}

#[test]
fn ids_are_short_and_unique() {
    let ids: std::collections::HashSet<_> = (0..1000).map(|_| new_id()).collect();
    assert_eq!(ids.len(), 1000);
    let is_plain = |id: &String| id.len() == 12 && id.bytes().all(|b| b.is_ascii_alphanumeric());
    assert!(ids.iter().all(is_plain));
}
