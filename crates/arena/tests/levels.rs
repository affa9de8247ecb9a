//! Levels against the truth: perfect gives nothing away, the others slip as often as they say, and
//! a seed repeats it all.

mod truth;

use std::collections::BTreeSet;
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering::Relaxed};
use std::thread;

use quintet_arena::{
    Chooser, Dice, Level, OracleSource, Results, Session, Tournament, Who, perfect_moves,
};
use quintet_catalogue::catalogue;
use quintet_games::{AnyOracle, AnyPosition, Variant};
use quintet_rules::{PerPlayer, Player};
use quintet_solver::{Budget, Progress, Value};

use truth::{games, oracle, random_positions, standard};

/// Two perfect players may go on for ever; no game that anybody wins takes as long.
const MAX_PLIES: usize = 300;

/// The ids of the games, all of which are solved at the rule book's size.
fn solved() -> impl Iterator<Item = &'static str> {
    games().map(|listing| listing.id).inspect(|id| {
        assert!(oracle(id).is_whole(), "{id} is solved");
    })
}

fn source(oracle: Arc<dyn AnyOracle>) -> OracleSource {
    Arc::new(move || Arc::clone(&oracle))
}

fn value(oracle: &dyn AnyOracle, position: &dyn AnyPosition) -> Value {
    oracle
        .value(position, Budget::NONE)
        .expect("the game is solved")
}

fn after(position: &dyn AnyPosition, mv: &str) -> Box<dyn AnyPosition> {
    let played = position.play(mv);
    played
        .unwrap_or_else(|error| panic!("{mv} in {position:?}: {error}"))
        .position
}

/// What a perfect player has been promised so far in a game.
#[derive(Clone, Copy, Default, Debug)]
struct Promise {
    /// The ply by which the game must be won.
    won_by: Option<usize>,
    /// Neither could force a win, so it must not be lost.
    not_lost: bool,
}

/// Plays a game and watches every move of the perfect player.
fn watch_game(variant: &'static dyn Variant, who: PerPlayer<Who>, first: Player, seed: u64) {
    let oracle = oracle(variant.id());
    let game = format!("{variant:?}, {who:?}, Player {first} begins, seed {seed}");
    let mut session = Session::new(variant.start(first));
    let mut choosers = PerPlayer::from_fn(|player| {
        let dice = Dice::for_game(seed, 0, player);
        who[player]
            .chooser(dice, &source(Arc::clone(&oracle)))
            .expect("no human")
    });
    let mut promises = PerPlayer::from_fn(|_| Promise::default());
    while session.outcome().is_none() && session.plies().len() < MAX_PLIES {
        let position = session.position();
        let mover = position.to_move();
        let mv = choosers[mover].choose(position);
        if who[mover] == Who::Perfect {
            let before = value(&*oracle, position);
            let left = value(&*oracle, &*after(position, &mv)).one_ply_earlier();
            // Nothing is given away, a win is one ply nearer, a loss is not one ply nearer than it
            // has to be.
            assert_eq!(left, before, "{mv} in {position:?}: {game}");
            let promise = &mut promises[mover];
            match before {
                Value::Win(plies) => {
                    let end = session.plies().len() + usize::from(plies);
                    assert!(
                        promise.won_by.is_none_or(|earlier| end <= earlier),
                        "{game}"
                    );
                    promise.won_by = Some(end);
                }
                Value::Endless => promise.not_lost = true,
                Value::Loss(_) => {
                    assert!(promise.won_by.is_none() && !promise.not_lost, "{game}");
                }
            }
        }
        session.play(&mv).expect("a level plays legal moves");
    }
    let winner = session.outcome().map(|outcome| outcome.winner);
    for player in Player::BOTH {
        let Promise { won_by, not_lost } = promises[player];
        if let Some(end) = won_by {
            assert_eq!(winner, Some(player), "a won game is won: {game}");
            assert!(
                session.plies().len() <= end,
                "and as soon as promised: {game}"
            );
        }
        assert!(!not_lost || winner != Some(player.other()), "{game}");
    }
}

/// Games of perfect in both seats, and with both beginning.
fn watch_games(opponent: Who, games: u64) {
    for id in solved() {
        for seed in 0..games {
            for first in Player::BOTH {
                let perfect = Who::Perfect;
                watch_game(
                    standard(id),
                    PerPlayer {
                        one: perfect,
                        two: opponent,
                    },
                    first,
                    seed,
                );
                watch_game(
                    standard(id),
                    PerPlayer {
                        one: opponent,
                        two: perfect,
                    },
                    first,
                    seed,
                );
            }
        }
    }
}

#[test]
fn perfect_gives_nothing_away_against_random() {
    watch_games(Who::Random, 150);
}

#[test]
fn perfect_gives_nothing_away_against_easy() {
    watch_games(Who::Easy, 150);
}

#[test]
fn perfect_gives_nothing_away_against_itself() {
    watch_games(Who::Perfect, 50);
}

#[test]
fn between_two_perfect_players_the_value_of_the_start_comes_true() {
    for id in solved() {
        let tournament = tournament(id, Who::Perfect, Who::Perfect, 40, 7);
        let score = play(&tournament);
        let start = value(&*oracle(id), &*standard(id).start(Player::One));
        let firsts = score.won_as_first.one + score.won_as_first.two;
        let seconds = score.won_as_second.one + score.won_as_second.two;
        let expected = match start {
            Value::Win(_) => (40, 0, 0),
            Value::Loss(_) => (0, 40, 0),
            Value::Endless => (0, 0, 40),
        };
        assert_eq!(
            (firsts, seconds, score.unfinished()),
            expected,
            "{id}: {start:?}"
        );
    }
}

/// Every legal move as text.
fn texts(position: &dyn AnyPosition) -> Vec<String> {
    position.moves().into_iter().map(|mv| mv.text).collect()
}

/// The moves that DESIGN allows a perfect player, from the values of positions alone.
fn allowed(oracle: &dyn AnyOracle, position: &dyn AnyPosition) -> BTreeSet<String> {
    let worth = |mv: &String| value(oracle, &*after(position, mv)).one_ply_earlier();
    let mut moves = texts(position);
    let best = moves.iter().map(worth).max().expect("unfinished");
    moves.retain(|mv| worth(mv) == best);
    if matches!(best, Value::Win(_)) {
        return moves.into_iter().collect();
    }
    // A reply saves the opponent if it leaves us no better than we were.
    let saving = |mv: &String| {
        let next = after(position, mv);
        let replies = texts(&*next);
        let saves = |reply: &&String| value(oracle, &*after(&*next, reply)).is_same_kind(best);
        replies.iter().filter(saves).count()
    };
    let fewest = moves.iter().map(saving).min();
    moves.retain(|mv| Some(saving(mv)) == fewest);
    moves.into_iter().collect()
}

#[test]
fn perfect_chooses_among_the_fastest_wins_or_the_longest_resistance_with_fewest_saving_replies() {
    let mut seen = BTreeSet::new();
    for id in solved() {
        let oracle = oracle(id);
        for position in random_positions(standard(id), 11, 150) {
            let moves = perfect_moves(&*oracle, &*position, Budget::NONE);
            let found: BTreeSet<_> = moves.iter().cloned().collect();
            assert_eq!(found.len(), moves.len(), "no move twice in {position:?}");
            assert_eq!(found, allowed(&*oracle, &*position), "{position:?}");
            seen.insert(value(&*oracle, &*position).name());
        }
    }
    assert!(seen.contains("win") && seen.contains("loss"), "{seen:?}");
}

#[test]
fn an_endless_position_is_never_turned_into_a_loss() {
    let variant = standard("grid-runner");
    let oracle = oracle("grid-runner");
    let mut endless = random_positions(variant, 12, 6000);
    endless.retain(|position| value(&*oracle, &**position) == Value::Endless);
    assert!(endless.len() >= 20, "found {}", endless.len());
    for (n, position) in endless.iter().enumerate() {
        let moves = perfect_moves(&*oracle, &**position, Budget::NONE);
        assert_eq!(
            BTreeSet::from_iter(moves.clone()),
            allowed(&*oracle, &**position)
        );
        for mv in moves {
            let left = value(&*oracle, &*after(&**position, &mv));
            assert_eq!(left, Value::Endless, "{mv} in {position:?}");
        }
        // Perfect for the player to move, and then for the other, against a player of random moves.
        for perfect in Player::BOTH {
            let mut dice = Dice::new(n as u64, 1);
            let source = source(Arc::clone(&oracle));
            let mut chooser = Who::Perfect
                .chooser(Dice::new(n as u64, 2), &source)
                .expect("a level");
            let mut session = Session::new(position.boxed());
            while session.outcome().is_none() && session.plies().len() < 60 {
                let position = session.position();
                let mv = if position.to_move() == perfect {
                    chooser.choose(position)
                } else {
                    position.random_move(&mut dice).expect("unfinished")
                };
                session.play(&mv).expect("legal");
            }
            let lost = session
                .outcome()
                .is_some_and(|outcome| outcome.winner != perfect);
            assert!(!lost, "Player {perfect} lost from {position:?}, seed {n}");
        }
    }
}

#[test]
fn perfect_varies_among_its_moves() {
    for id in solved() {
        let start = standard(id).start(Player::One);
        let allowed = allowed(&*oracle(id), &*start);
        let source = source(oracle(id));
        let mut chooser = Who::Perfect
            .chooser(Dice::new(3, 0), &source)
            .expect("a level");
        let chosen: BTreeSet<_> = (0..600).map(|_| chooser.choose(&*start)).collect();
        assert_eq!(chosen, allowed, "{id}");
    }
}

#[test]
fn levels_slip_as_often_as_they_say() {
    let oracle = oracle("matrix-isolation");
    let mut positions = random_positions(standard("matrix-isolation"), 13, 400);
    positions.retain(|position| {
        position.moves().len() >= 8 && perfect_moves(&*oracle, &**position, Budget::NONE).len() == 1
    });
    assert!(positions.len() >= 20, "found {}", positions.len());
    let levels = [
        (Who::Perfect, 0.0),
        (Who::Hard, 0.05),
        (Who::Medium, 0.2),
        (Who::Easy, 0.5),
        (Who::Random, 1.0),
    ];
    for (who, slips) in levels {
        let mut chooser = who
            .chooser(Dice::new(14, 0), &source(Arc::clone(&oracle)))
            .expect("no human");
        let (mut deviations, mut expected, mut variance) = (0.0, 0.0, 0.0);
        for position in positions.iter().cycle().take(6000) {
            let best = &perfect_moves(&*oracle, &**position, Budget::NONE)[0];
            if chooser.choose(&**position) != *best {
                deviations += 1.0;
            }
            // A slip is any legal move, the best one among them.
            let moves = u32::try_from(position.moves().len()).expect("few");
            let share = slips * (1.0 - 1.0 / f64::from(moves));
            expected += share;
            variance += share * (1.0 - share);
        }
        let tolerance = 5.0 * f64::sqrt(variance);
        let difference = f64::abs(deviations - expected);
        assert!(
            difference <= tolerance,
            "{who}: {deviations} of 6000, expected {expected:.0}"
        );
    }
}

#[test]
fn a_slip_may_be_any_legal_move() {
    let start = standard("gridlock").start(Player::One);
    let source = source(oracle("gridlock"));
    let mut always = Level::new(Arc::clone(&source), Dice::new(15, 0), 100, Budget::NONE);
    let mut never = Level::new(source, Dice::new(15, 0), 0, Budget::NONE);
    let choose = |level: &mut Level| -> BTreeSet<String> {
        (0..500).map(|_| level.choose(&*start)).collect()
    };
    assert_eq!(choose(&mut always), BTreeSet::from_iter(texts(&*start)));
    assert_eq!(choose(&mut never), allowed(&*oracle("gridlock"), &*start));
}

#[test]
fn only_levels_ask_the_oracle_and_only_when_they_choose() {
    let asked = Arc::new(AtomicU32::new(0));
    let source: OracleSource = {
        let asked = Arc::clone(&asked);
        Arc::new(move || {
            asked.fetch_add(1, Relaxed);
            oracle("gridlock")
        })
    };
    let start = standard("gridlock").start(Player::One);
    let mut perfect = Who::Perfect
        .chooser(Dice::new(1, 0), &source)
        .expect("a level");
    let mut random = Who::Random
        .chooser(Dice::new(1, 0), &source)
        .expect("no human");
    assert!(Who::Human.chooser(Dice::new(1, 0), &source).is_none());
    random.choose(&*start);
    assert_eq!(asked.load(Relaxed), 0);
    perfect.choose(&*start);
    assert_eq!(asked.load(Relaxed), 1);
}

fn tournament(id: &str, one: Who, two: Who, games: u32, seed: u64) -> Tournament {
    Tournament {
        variant: standard(id),
        who: PerPlayer { one, two },
        games,
        seed,
        max_plies: MAX_PLIES,
    }
}

fn play(tournament: &Tournament) -> Results {
    let oracle = oracle(tournament.variant.id());
    tournament.play(&source(oracle), &Progress::default())
}

#[test]
fn each_level_is_stronger_than_the_next() {
    // Margins over all games of the catalogue, far below what was measured.
    let pairs = [
        (Who::Perfect, Who::Hard, 0.53),
        (Who::Hard, Who::Medium, 0.58),
        (Who::Medium, Who::Easy, 0.63),
        (Who::Easy, Who::Random, 0.66),
    ];
    for (stronger, weaker, margin) in pairs {
        let (mut won, mut finished) = (0, 0);
        for id in solved() {
            // The stronger sits in each seat for half of the games.
            let one = play(&tournament(id, stronger, weaker, 300, 21));
            let two = play(&tournament(id, weaker, stronger, 300, 22));
            let here = one.won(Player::One) + two.won(Player::Two);
            let there = one.won(Player::Two) + two.won(Player::One);
            assert!(here > there, "{id}: {stronger} {here}, {weaker} {there}");
            won += here;
            finished += here + there;
        }
        let share = f64::from(won) / f64::from(finished);
        assert!(
            share >= margin,
            "{stronger} wins {share:.3} against {weaker}"
        );
    }
}

#[test]
fn perfect_wins_every_game_from_the_seat_that_wins() {
    for id in solved() {
        for opponent in [Who::Random, Who::Easy, Who::Medium, Who::Hard] {
            let score = play(&tournament(id, Who::Perfect, opponent, 200, 23));
            match value(&*oracle(id), &*standard(id).start(Player::One)) {
                Value::Win(_) => assert_eq!(score.won_as_first.one, 100, "{id} {opponent}"),
                Value::Loss(_) => assert_eq!(score.won_as_second.one, 100, "{id} {opponent}"),
                Value::Endless => assert_eq!(score.won(Player::Two), 0, "{id} {opponent}"),
            }
        }
    }
}

/// The same games, one after the other.
fn one_by_one(tournament: &Tournament) -> Results {
    let oracle = source(oracle(tournament.variant.id()));
    let mut score = Results::default();
    for game in 0..tournament.games {
        let first = Player::BOTH[game as usize % 2];
        let mut session = Session::new(tournament.variant.start(first));
        let mut choosers = PerPlayer::from_fn(|player| {
            let dice = Dice::for_game(tournament.seed, u64::from(game), player);
            tournament.who[player]
                .chooser(dice, &oracle)
                .expect("no human")
        });
        while session.outcome().is_none() && session.plies().len() < tournament.max_plies {
            let mover = session.position().to_move();
            let mv = choosers[mover].choose(session.position());
            session.play(&mv).expect("legal");
        }
        match session.outcome().map(|outcome| outcome.winner) {
            Some(winner) if winner == first => score.won_as_first[winner] += 1,
            Some(winner) => score.won_as_second[winner] += 1,
            None => score.unfinished_as_first[first] += 1,
        }
    }
    score
}

#[test]
fn a_seed_gives_one_score_whatever_the_threads_do() {
    for id in solved() {
        let tournament = tournament(id, Who::Medium, Who::Easy, 61, 31);
        let expected = one_by_one(&tournament);
        assert_eq!(expected.finished() + expected.unfinished(), 61);
        let calls = AtomicU32::new(0);
        let calls = Arc::new(calls);
        for round in 2..6 {
            let (oracle, calls) = (oracle(id), Arc::clone(&calls));
            // Now and then a thread lets the others go first.
            let source: OracleSource = Arc::new(move || {
                if calls.fetch_add(1, Relaxed).is_multiple_of(round) {
                    thread::yield_now();
                }
                Arc::clone(&oracle)
            });
            let progress = Progress::default();
            assert_eq!(
                tournament.play(&source, &progress),
                expected,
                "{id}, round {round}"
            );
            assert!((progress.share() - 1.0).abs() < f64::EPSILON);
        }
    }
}

#[test]
fn another_seed_is_another_match() {
    let scores: Vec<_> = (0..8)
        .map(|seed| play(&tournament("gridlock", Who::Easy, Who::Easy, 101, seed)))
        .collect();
    assert!(scores.iter().any(|score| *score != scores[0]), "{scores:?}");
}

#[test]
fn unfinished_games_are_counted_apart() {
    for id in solved() {
        let cut_short = Tournament {
            max_plies: 2,
            ..tournament(id, Who::Easy, Who::Random, 21, 1)
        };
        let score = play(&cut_short);
        assert_eq!((score.finished(), score.unfinished()), (0, 21), "{id}");
    }
    // Some games end within the limit, and the last ply that is allowed may be the one that ends
    // it.
    let some = Tournament {
        max_plies: 9,
        ..tournament("gridlock", Who::Easy, Who::Random, 200, 1)
    };
    let score = play(&some);
    assert_eq!(score, one_by_one(&some));
    assert!(score.unfinished() > 0 && score.finished() > 0, "{score:?}");
    assert_eq!(score.finished() + score.unfinished(), 200);
    let seven = Tournament {
        max_plies: 7,
        ..tournament("adjacency-block", Who::Perfect, Who::Perfect, 10, 1)
    };
    assert_eq!(
        play(&seven).finished(),
        10,
        "a win in seven takes seven plies"
    );
    let six = Tournament {
        max_plies: 6,
        ..seven
    };
    assert_eq!(play(&six).unfinished(), 10);
}

#[test]
fn where_a_size_is_not_solved_levels_play_legal_games() {
    let sizes = games().flat_map(|listing| listing.sizes);
    for variant in sizes
        .copied()
        .filter(|variant| variant.solution().table_version().is_none())
    {
        let known = Arc::<dyn AnyOracle>::from(
            variant
                .solution()
                .oracle(&Progress::default())
                .expect("never cancelled"),
        );
        let source = source(known);
        let mut levels = PerPlayer {
            one: Level::new(
                Arc::clone(&source),
                Dice::new(41, 0),
                0,
                Budget::positions(100),
            ),
            two: Level::new(source, Dice::new(41, 1), 20, Budget::positions(100)),
        };
        let mut session = Session::new(variant.start(Player::One));
        while session.outcome().is_none() && session.plies().len() < 40 {
            let mv = levels[session.position().to_move()].choose(session.position());
            assert!(
                texts(session.position()).contains(&mv),
                "{mv} in {session:?}"
            );
            session.play(&mv).expect("a listed move is legal");
        }
    }
}

#[test]
fn where_a_size_is_not_solved_a_match_is_played_to_its_end() {
    let larger = catalogue()
        .next()
        .expect("there are games")
        .size("6x6")
        .expect("gridlock has this size");
    let known = Arc::<dyn AnyOracle>::from(
        larger
            .solution()
            .oracle(&Progress::default())
            .expect("never cancelled"),
    );
    assert!(!known.is_whole());
    let tournament = Tournament {
        variant: larger,
        who: PerPlayer {
            one: Who::Easy,
            two: Who::Random,
        },
        games: 3,
        seed: 42,
        max_plies: MAX_PLIES,
    };
    let score = tournament.play(&source(known), &Progress::default());
    assert_eq!((score.finished(), score.unfinished()), (3, 0));
}

#[test]
fn where_a_size_is_not_solved_a_seed_repeats_a_game_as_well() {
    let larger = catalogue()
        .next()
        .expect("there are games")
        .size("6x6")
        .expect("gridlock has this size");
    let known = Arc::<dyn AnyOracle>::from(
        larger
            .solution()
            .oracle(&Progress::default())
            .expect("never cancelled"),
    );
    let source = source(known);
    let game = |seed: u64| -> Vec<String> {
        let mut levels = PerPlayer::from_fn(|player| {
            Level::new(
                Arc::clone(&source),
                Dice::for_game(seed, 0, player),
                5,
                Budget::positions(2000),
            )
        });
        let mut session = Session::new(larger.start(Player::One));
        while session.outcome().is_none() {
            let mv = levels[session.position().to_move()].choose(session.position());
            session.play(&mv).expect("a level plays legal moves");
        }
        session.plies().iter().map(|ply| ply.mv.clone()).collect()
    };
    for seed in 0..4 {
        // Whatever the oracle has been asked before, in this match or for a hint.
        assert_eq!(game(seed), game(seed), "seed {seed}");
    }
}
