//! A game in progress: playing, taking back, playing again, giving up, and the next game.

use quintet_arena::{Dice, Ending, First, Score, Session, Who};
use quintet_games::{Catalogue, MoveError, Variant, hyphenated};
use quintet_rules::Player;

use crate::support::{both, check_table, games, moves, play_out, sized, standard};

fn gridlock() -> Session {
    Session::new(standard("gridlock").start(Player::One))
}

/// Returns a session as a line of text: its moves, with a bar at the cursor, and its other properties.
fn state(session: &Session) -> String {
    let words: Vec<_> = moves(session).into_iter().map(hyphenated).collect();
    let (played, later) = words.split_at(session.cursor());
    let choosing = session.to_choose();
    assert_eq!(session.is_open(), choosing.is_some());
    assert_eq!(session.is_at_end(), later.is_empty());
    let is_persons_turn = matches!(choosing, Some((_, Who::Human)));
    assert_eq!(session.is_persons_turn(), is_persons_turn);
    let mut parts = vec![session.position().text()];
    parts.extend(choosing.map(|(player, who)| format!("{who} {player} chooses")));
    parts.extend(session.can_undo().then(|| "can undo".to_owned()));
    parts.extend(
        session
            .redo_target()
            .map(|ply| format!("can redo to {ply}")),
    );
    parts.extend(
        session
            .resigner()
            .map(|player| format!("can resign as {player}")),
    );
    parts.extend(session.is_unfinished().then(|| "unfinished".to_owned()));
    parts.extend(session.ending());
    let Score { won, unfinished } = session.score();
    if session.score().games() > 0 {
        parts.push(format!(
            "score {}:{}, {unfinished} without a winner",
            won.one, won.two
        ));
    }
    let (played, later) = (played.join(" "), later.join(" "));
    format!("[{played}|{later}] {}", parts.join("; "))
}

/// Executes a command of a script. Returns the answer of the session, after a colon.
fn obey(session: &mut Session, command: &str) -> String {
    let (word, rest) = command.split_once(' ').unwrap_or((command, ""));
    let number = || rest.parse::<usize>().expect("a number");
    let player = || Player::BOTH[number() - 1];
    let said = match word {
        "play" => {
            let play = |mv| match session.play(mv) {
                Ok(_) => session.last_move().expect("a move was made"),
                Err(MoveError::Refused { reason, .. }) => format!("Refused: {reason}."),
                Err(MoveError::Malformed { .. }) => "Malformed.".to_owned(),
            };
            rest.split(' ').map(play).last().expect("a move")
        }
        "undo" => session.undo().sentence(),
        "redo" => format!("Redone: {}.", session.redo()),
        "resign" if rest.is_empty() => {
            let resigned = session.resign();
            resigned.map_or("Nobody.".to_owned(), |player| format!("Player {player}."))
        }
        "swap" => {
            session.swap_players();
            session.swapped()
        }
        "forget" => format!("Forgotten: {}.", session.forget_later().len()),
        "next" => {
            let seat = session.next_seat(Player::One);
            *session = session.next();
            format!("{} Player 1 is now Player {seat}.", session.begins())
        }
        "standing" => session.standing(false).replace('\n', " "),
        _ => {
            match word {
                "look" => {}
                "resign" => session.end(Ending::Resignation(player())),
                "stop" => session.end(Ending::PlyLimit),
                "go" => session.go_to(number()),
                "take-back" => session.take_back(player()),
                _ => panic!("no such command: {command}"),
            }
            return String::new();
        }
    };
    format!(": {said}")
}

#[test]
fn sessions_follow_their_scripts() {
    check_table(include_str!("session.txt"), |script| {
        let mut commands = script.trim_end().split("; ");
        // The players, and a position of Gridlock unless the game begins at the start.
        let mut words = commands.next().expect("two players").splitn(3, ' ');
        let mut who = || words.next().and_then(|name| name.parse().ok());
        let players = both(who().expect("a name"), who().expect("a name"));
        let start = match words.next() {
            Some(text) => {
                let sizes = Catalogue::STANDARD
                    .find("gridlock")
                    .expect("listed")
                    .sizes
                    .iter();
                let mut positions = sizes.filter_map(|size| size.position(text).ok());
                positions.next().expect("a position")
            }
            None => standard("gridlock").start(Player::One),
        };
        let mut session = Session::new(start).between(players);
        let lines = commands.map(|command| {
            let said = obey(&mut session, command);
            format!("{command}{said}\n    {}", state(&session))
        });
        lines.collect::<Vec<_>>().join("\n")
    });
}

#[test]
fn a_move_is_stored_in_the_books_spelling_with_the_position_after_it() {
    let mut session = gridlock();
    let played = session.play(" 2-2 ").expect("legal");
    assert_eq!(played.mv, "2 2");
    assert_eq!(played.confirmation, "You placed an 'X' at position (2,2).");
    assert_eq!(session.played()[0].mv, "2 2");
    assert_eq!(session.plies()[0].position.text(), "..../.X../..../.... 2");
    assert_eq!(session.start().text(), "..../..../..../.... 1");
    assert_eq!(session.latest().expect("one move").marks, [5]);
}

#[test]
fn an_invalid_entry_changes_nothing() {
    let mut session = gridlock();
    session.play("2 2").expect("legal");
    let before = state(&session);
    for entry in ["", "9 9", "2 2", "2 3", "two two", "1-0", "\0", "help"] {
        session.play(entry).expect_err(entry);
        assert_eq!(state(&session), before, "{entry:?}");
    }
}

#[test]
fn names_of_players_round_trip() {
    for who in Who::ALL {
        assert_eq!(who.name().parse().as_ref(), Ok(who));
        assert_eq!(who.to_string(), who.name());
    }
    let unknown = "Human\u{7}".parse::<Who>().expect_err("no such player");
    assert_eq!(unknown.to_string(), "unknown player 'Human\\u{7}'");
}

#[test]
fn a_random_first_player_depends_on_the_seed() {
    let drawn: Vec<_> = (0..20).map(|seed| First::Random.player(seed)).collect();
    let again: Vec<_> = (0..20).map(|seed| Dice::new(seed, 0).player()).collect();
    assert_eq!(drawn, again);
    for player in Player::BOTH {
        assert!(drawn.contains(&player), "{drawn:?}");
    }
}

/// The moves of a game that dice play against themselves, to its end or a hundred plies.
fn random_game(variant: &dyn Variant, seed: u64, stream: u64) -> Vec<String> {
    let mut session = Session::new(variant.start(Player::One));
    let mut dice = Dice::new(seed, stream);
    play_out(&mut session, 100, |session| {
        let mv = session.position().random_move(&mut dice);
        mv.expect("the game is not over")
    });
    moves(&session).into_iter().map(str::to_owned).collect()
}

#[test]
fn a_random_game_depends_on_seed_and_stream() {
    for listing in games() {
        let variant = *listing.sizes.last().expect("every game has a size");
        let mut games = Vec::new();
        for (seed, stream) in [(0, 1), (0, 2), (1, 1), (2, 1), (u64::MAX, 1)] {
            let what = format!("{variant:?}, seed {seed}, stream {stream}");
            let moves = random_game(variant, seed, stream);
            assert_eq!(moves, random_game(variant, seed, stream), "{what}");
            assert!(!games.contains(&moves), "{what}");
            games.push(moves);
        }
    }
}

/// Seeds are promised to give the same game on every machine and in every version.
#[test]
fn the_stream_of_a_seed_does_not_change() {
    let moves = random_game(sized("adjacency-block", "30"), 42, 1);
    assert_eq!(moves[..6], ["27", "8", "4", "15", "21", "1"]);
}
