//! Players compared with exact values: perfect makes no mistakes, those that slip have their error rate, each level beats the
//! one below it, and a seed reproduces every game.

use std::collections::BTreeSet;
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering::Relaxed};
use std::thread;

use quintet_arena::{
    Dice, OracleSource, Results, Session, Tournament, Who, choose_by_sight, perfect_moves,
};
use quintet_games::{AnyOracle, AnyPosition, Catalogue, Guess, Level, Variant};
use quintet_rules::{PerPlayer, Player};
use quintet_solver::{Budget, Progress, Value};

use crate::support::{
    after, both, game_between, moves, new_oracle, oracle, play_out, random_positions, seated,
    sized, solved, source, standard, texts, value, variants,
};

/// A game between perfect players may be endless. Every decisive game is shorter than this.
const MAX_PLIES: usize = 300;

/// Plays a game and checks every move of a perfect player.
fn watch_game(start: &dyn AnyPosition, who: &PerPlayer<Who>, seed: u64) {
    let oracle = oracle(start.variant().id());
    let game = format!("{start:?}, {who:?}, seed {seed}");
    let mut players = seated(who, &source(&oracle), seed, 0);
    // The ply by which a player must win, and whether a player must at least not lose.
    let mut won_by = PerPlayer::<Option<usize>>::default();
    let mut not_lost = PerPlayer::<bool>::default();
    let mut session = Session::new(start.boxed());
    play_out(&mut session, MAX_PLIES, |session| {
        let position = session.position();
        let mover = position.to_move();
        let mv = players[mover].choose_in(session).expect("built in");
        if who[mover] == Who::Perfect {
            let before = value(&*oracle, position);
            let left = value(&*oracle, &*after(position, &mv)).one_ply_earlier();
            // The outcome is preserved, a win is one ply nearer, and a loss is delayed as long as
            // possible.
            assert_eq!(left, before, "{mv} in {position:?}: {game}");
            match before {
                Value::Win(plies) => {
                    let plies = plies.expect("the value is exact");
                    let end = session.plies().len() + usize::from(plies);
                    assert!(won_by[mover].is_none_or(|earlier| end <= earlier), "{game}");
                    won_by[mover] = Some(end);
                }
                Value::Endless => not_lost[mover] = true,
                Value::Loss(_) => assert!(won_by[mover].is_none() && !not_lost[mover], "{game}"),
            }
        }
        mv
    });
    let winner = session.outcome().map(|outcome| outcome.winner);
    for player in Player::BOTH {
        if let Some(end) = won_by[player] {
            assert_eq!(
                winner,
                Some(player),
                "a won position leads to a win: {game}"
            );
            assert!(session.plies().len() <= end, "within the distance: {game}");
        }
        assert!(
            !not_lost[player] || winner != Some(player.other()),
            "{game}"
        );
    }
}

/// Plays two games of perfect, one in each seat.
fn watch_games(start: &dyn AnyPosition, opponent: &Who, seed: u64) {
    watch_game(start, &both(Who::Perfect, opponent.clone()), seed);
    watch_game(start, &both(opponent.clone(), Who::Perfect), seed);
}

#[test]
fn perfect_makes_no_mistakes_against_weaker_players_and_itself() {
    let opponents = [
        (Who::Random, 60),
        (Who::Medium, 40),
        (Who::Slips(50), 60),
        (Who::Perfect, 20),
    ];
    for (opponent, games) in opponents {
        for (variant, _) in solved() {
            for start in Player::BOTH.map(|first| variant.start(first)) {
                for seed in 0..games {
                    watch_games(&*start, &opponent, seed);
                }
            }
        }
    }
}

/// Returns the moves that a perfect player may choose, computed from the values of positions.
fn allowed(oracle: &dyn AnyOracle, position: &dyn AnyPosition) -> BTreeSet<String> {
    let worth = |mv: &String| value(oracle, &*after(position, mv)).one_ply_earlier();
    let mut moves = texts(position);
    let best = moves.iter().map(worth).max().expect("unfinished");
    moves.retain(|mv| worth(mv) == best);
    if matches!(best, Value::Win(_)) {
        return moves.into_iter().collect();
    }
    // A reply saves the opponent if it preserves the outcome.
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

fn assert_perfect_moves_are_allowed(oracle: &dyn AnyOracle, position: &dyn AnyPosition) {
    let moves = perfect_moves(oracle, position, Budget::NONE);
    let found: BTreeSet<_> = moves.iter().cloned().collect();
    assert_eq!(found.len(), moves.len(), "no move twice in {position:?}");
    assert_eq!(found, allowed(oracle, position), "{position:?}");
}

#[test]
fn perfect_chooses_among_the_fastest_wins_or_the_longest_resistance_with_fewest_saving_replies() {
    let mut seen = BTreeSet::new();
    for (variant, oracle) in solved() {
        for position in random_positions(variant, 11, 150) {
            assert_perfect_moves_are_allowed(&*oracle, &*position);
            seen.insert(value(&*oracle, &*position).name());
        }
    }
    assert!(seen.contains("win") && seen.contains("loss"), "{seen:?}");
}

#[test]
fn an_endless_position_is_never_turned_into_a_loss() {
    let oracle = oracle("grid-runner");
    let mut endless = random_positions(standard("grid-runner"), 12, 6000);
    endless.retain(|position| value(&*oracle, &**position) == Value::Endless);
    assert!(endless.len() >= 20, "found {}", endless.len());
    for (position, seed) in endless.iter().zip(0..) {
        assert_perfect_moves_are_allowed(&*oracle, &**position);
        watch_games(&**position, &Who::Random, seed);
    }
}

#[test]
fn perfect_varies_among_its_moves() {
    for (variant, oracle) in solved() {
        let start = variant.start(Player::One);
        let source = source(&oracle);
        let mut perfect = chooser(Who::Perfect, 3, &source);
        let chosen: BTreeSet<_> = (0..600).map(|_| perfect(&*start)).collect();
        assert_eq!(chosen, allowed(&*oracle, &*start), "{variant:?}");
    }
}

/// Returns a player that chooses moves in single positions.
fn chooser(who: Who, seed: u64, source: &OracleSource) -> impl FnMut(&dyn AnyPosition) -> String {
    let mut dice = Dice::new(seed, 0);
    move |position| {
        let mv = who.choose(position, Budget::NONE, &mut dice, &**source);
        mv.expect("not a person")
    }
}

#[test]
fn players_that_slip_have_their_error_rates() {
    let oracle = oracle("matrix-isolation");
    let mut positions = random_positions(standard("matrix-isolation"), 13, 400);
    positions.retain(|position| {
        position.moves().len() >= 8 && perfect_moves(&*oracle, &**position, Budget::NONE).len() == 1
    });
    assert!(positions.len() >= 20, "found {}", positions.len());
    let players = [
        (Who::Perfect, 0.0),
        (Who::Slips(0), 0.0),
        (Who::Slips(5), 0.05),
        (Who::Slips(20), 0.2),
        (Who::Slips(50), 0.5),
        (Who::Slips(100), 1.0),
        (Who::Random, 1.0),
    ];
    for (who, slips) in players {
        let source = source(&oracle);
        let mut choose = chooser(who.clone(), 14, &source);
        let (mut deviations, mut expected, mut variance) = (0.0, 0.0, 0.0);
        for position in positions.iter().cycle().take(3000) {
            let best = &perfect_moves(&*oracle, &**position, Budget::NONE)[0];
            if choose(&**position) != *best {
                deviations += 1.0;
            }
            // A slip is any legal move, the best one among them.
            let moves = u32::try_from(position.moves().len()).expect("few");
            let share = slips * (1.0 - 1.0 / f64::from(moves));
            expected += share;
            variance += share * (1.0 - share);
        }
        let difference = f64::abs(deviations - expected);
        let what = format!("{who}: {deviations} of 3000, expected {expected:.0}");
        assert!(difference <= 5.0 * f64::sqrt(variance), "{what}");
    }
}

#[test]
fn a_random_move_may_be_any_legal_move() {
    let start = standard("gridlock").start(Player::One);
    let source = source(&oracle("gridlock"));
    let mut slipping = chooser(Who::Slips(50), 15, &source);
    let chosen: BTreeSet<_> = (0..1000).map(|_| slipping(&*start)).collect();
    assert_eq!(chosen, BTreeSet::from_iter(texts(&*start)));
}

#[test]
fn only_levels_request_the_oracle_and_only_when_they_choose() {
    let asked = Arc::new(AtomicU32::new(0));
    let count = Arc::clone(&asked);
    let source: OracleSource = Arc::new(move || {
        count.fetch_add(1, Relaxed);
        oracle("gridlock")
    });
    let start = standard("gridlock").start(Player::One);
    let mut perfect = chooser(Who::Perfect, 1, &source);
    for who in [Who::Human, Who::Outside("engine:./mine".into())] {
        let mv = who.choose(&*start, Budget::NONE, &mut Dice::new(1, 0), &*source);
        assert!(mv.is_none() && who.seat(Dice::new(1, 0), &source).is_none());
    }
    chooser(Who::Random, 1, &source)(&*start);
    assert_eq!(asked.load(Relaxed), 0);
    perfect(&*start);
    assert_eq!(asked.load(Relaxed), 1);
}

fn tournament(
    variant: &'static dyn Variant,
    who: PerPlayer<Who>,
    games: u32,
    seed: u64,
) -> Tournament {
    Tournament {
        variant,
        who,
        games,
        seed,
        max_plies: MAX_PLIES,
    }
}

fn play(tournament: &Tournament) -> Results {
    let oracle = oracle(tournament.variant.id());
    tournament.play(&source(&oracle), &Progress::default())
}

/// Chooses a move.
type Choice<'a> = &'a dyn Fn(&dyn AnyPosition, &mut Dice) -> String;

/// The share of games that the first of two players wins; unfinished games count half. They take turns in moving first.
fn share(variant: &'static dyn Variant, seats: &PerPlayer<Choice>) -> f64 {
    const GAMES: u32 = 600;
    let mut points = 0.0;
    for game in 0..GAMES {
        let mut dice = PerPlayer::from_fn(|player| Dice::for_game(23, game.into(), player));
        let mut session = Session::new(variant.start(Player::BOTH[game as usize % 2]));
        play_out(&mut session, MAX_PLIES, |session| {
            let mover = session.position().to_move();
            seats[mover](session.position(), &mut dice[mover])
        });
        points += match session.outcome().map(|outcome| outcome.winner) {
            Some(Player::One) => 1.0,
            Some(Player::Two) => 0.0,
            None => 0.5,
        };
    }
    points / f64::from(GAMES)
}

#[test]
fn each_level_wins_65_to_85_percent_against_the_one_below_it() {
    for listing in Catalogue::STANDARD.iter() {
        let oracle = oracle(listing.id);
        let choose = |who: &Who| {
            let (who, oracle) = (who.clone(), Arc::clone(&oracle));
            move |position: &dyn AnyPosition, dice: &mut Dice| {
                let mv = who.choose(position, Budget::NONE, dice, &|| Arc::clone(&oracle));
                mv.expect("a level")
            }
        };
        for pair in Who::LADDER.windows(2) {
            let (one, two) = (choose(&pair[1]), choose(&pair[0]));
            let share = share(listing.standard(), &both(&one, &two));
            let what = format!(
                "{}: {} wins {share} against {}",
                listing.id, pair[1], pair[0]
            );
            // Two points for the error of so few games; docs/levels.md has more.
            assert!((0.63..=0.87).contains(&share), "{what}");
        }
    }
}

#[test]
fn novice_loses_most_games_to_a_newcomer() {
    const NEWCOMER: Level = Level {
        about: "Takes a win in one move, and otherwise moves at random.",
        sight: 1,
        guess: Guess::BestOf(1),
    };
    for listing in Catalogue::STANDARD.iter() {
        let oracle = oracle(listing.id);
        let newcomer = |position: &dyn AnyPosition, dice: &mut Dice| {
            choose_by_sight(&NEWCOMER, &*oracle, position, Budget::NONE, dice)
        };
        let novice = |position: &dyn AnyPosition, dice: &mut Dice| {
            let mv = Who::Novice.choose(position, Budget::NONE, dice, &|| Arc::clone(&oracle));
            mv.expect("a level")
        };
        let share = share(listing.standard(), &both(&newcomer, &novice));
        assert!(share > 0.53, "{}: {share}", listing.id);
    }
}

#[test]
fn players_are_parsed_by_name() {
    let slips = (0..=100).map(Who::Slips);
    for who in Who::ALL.iter().cloned().chain(slips) {
        assert_eq!(who.name().parse(), Ok(who.clone()));
    }
    for name in [
        "",
        "Easy",
        "slips",
        "slips:",
        "slips:101",
        "slips:05",
        "slips:-1",
        "slips:5 ",
    ] {
        assert!(name.parse::<Who>().is_err(), "{name}");
    }
}

/// Plays the games of a match one after the other.
fn one_by_one(tournament: &Tournament) -> Results {
    let source = source(&oracle(tournament.variant.id()));
    let mut score = Results::default();
    for game in 0..tournament.games {
        let first = Player::BOTH[game as usize % 2];
        let players = seated(&tournament.who, &source, tournament.seed, u64::from(game));
        let start = tournament.variant.start(first);
        let session = game_between(players, start, tournament.max_plies);
        match session.outcome().map(|outcome| outcome.winner) {
            Some(winner) if winner == first => score.won_as_first[winner] += 1,
            Some(winner) => score.won_as_second[winner] += 1,
            None => score.unfinished_as_first[first] += 1,
        }
    }
    score
}

#[test]
fn a_match_does_not_depend_on_threads() {
    for (variant, oracle) in solved() {
        let tournament = tournament(variant, both(Who::Medium, Who::Slips(50)), 61, 31);
        let expected = one_by_one(&tournament);
        assert_eq!(expected.finished() + expected.unfinished(), 61);
        let calls = Arc::new(AtomicU32::new(0));
        for round in 2..6 {
            let (oracle, calls) = (Arc::clone(&oracle), Arc::clone(&calls));
            // Now and then a thread lets the others go first.
            let source: OracleSource = Arc::new(move || {
                if calls.fetch_add(1, Relaxed).is_multiple_of(round) {
                    thread::yield_now();
                }
                Arc::clone(&oracle)
            });
            let progress = Progress::default();
            let results = tournament.play(&source, &progress);
            assert_eq!(results, expected, "{variant:?}, round {round}");
            assert!((progress.share() - 1.0).abs() < f64::EPSILON);
        }
    }
}

#[test]
fn another_seed_is_another_match() {
    let easy = both(Who::Easy, Who::Easy);
    let play = |seed| play(&tournament(standard("gridlock"), easy.clone(), 101, seed));
    let scores: Vec<_> = (0..8).map(play).collect();
    assert!(scores.iter().any(|score| *score != scores[0]), "{scores:?}");
}

#[test]
fn unfinished_games_are_counted_by_seat() {
    let within = |max_plies, variant, who, games| Tournament {
        max_plies,
        ..tournament(variant, who, games, 1)
    };
    let weak = both(Who::Easy, Who::Random);
    for (variant, _) in solved() {
        let score = play(&within(2, variant, weak.clone(), 21));
        assert_eq!(score.unfinished_as_first, both(11, 10), "{variant:?}");
        assert_eq!((score.finished(), score.unfinished()), (0, 21));
    }
    // Some games end within the limit, and the last ply that is allowed may be the one that ends
    // it.
    let some = within(9, standard("gridlock"), weak, 200);
    let score = play(&some);
    assert_eq!(score, one_by_one(&some));
    assert!(score.unfinished() > 0 && score.finished() > 0, "{score:?}");
    assert_eq!(score.finished() + score.unfinished(), 200);
    // A win in seven takes seven plies.
    for (max_plies, finished) in [(7, 10), (6, 0)] {
        let perfect = both(Who::Perfect, Who::Perfect);
        let score = play(&within(max_plies, standard("adjacency-block"), perfect, 10));
        assert_eq!(score.finished(), finished, "within {max_plies} plies");
        assert_eq!(score.unfinished(), 10 - finished);
    }
}

/// A game between two levels that search at most a number of positions for a move.
fn level_game(
    start: Box<dyn AnyPosition>,
    oracle: &Arc<dyn AnyOracle>,
    who: &PerPlayer<Who>,
    most: u64,
    seed: u64,
) -> Session {
    let (source, budget) = (source(oracle), Budget::positions(most));
    let mut dice = PerPlayer::from_fn(|player| Dice::for_game(seed, 0, player));
    let mut session = Session::new(start);
    play_out(&mut session, 40, |session| {
        let position = session.position();
        let mover = position.to_move();
        let mv = who[mover].choose(position, budget, &mut dice[mover], &*source);
        mv.expect("not a person")
    });
    session
}

#[test]
fn levels_play_legal_games_at_unsolved_sizes() {
    for variant in variants() {
        if variant.solution().table_version().is_none() {
            let start = variant.start(Player::One);
            let who = both(Who::Perfect, Who::Medium);
            let game = level_game(start, &new_oracle(variant), &who, 30, 41);
            assert!(!game.plies().is_empty());
        }
    }
}

#[test]
fn a_match_at_an_unsolved_size_ends() {
    let larger = sized("gridlock", "6x6");
    let oracle = new_oracle(larger);
    assert!(!oracle.is_solved());
    let tournament = tournament(larger, both(Who::Easy, Who::Random), 3, 42);
    let score = tournament.play(&source(&oracle), &Progress::default());
    assert_eq!((score.finished(), score.unfinished()), (3, 0));
}

#[test]
fn a_seed_reproduces_a_game_at_an_unsolved_size() {
    let larger = sized("gridlock", "6x6");
    let (oracle, who) = (new_oracle(larger), both(Who::Hard, Who::Hard));
    for seed in 0..4 {
        // Earlier queries of the oracle, in this match or for a hint, make no difference.
        let starts = [(); 2].map(|()| larger.start(Player::One));
        let [one, two] = starts.map(|start| level_game(start, &oracle, &who, 2000, seed));
        assert!(one.outcome().is_some(), "seed {seed}");
        assert_eq!(moves(&one), moves(&two), "seed {seed}");
    }
}
