//! Batches against single positions, move by move, at every size of every game.

use quintet_catalogue::{catalogue, find};
use quintet_games::batch::{AnyBatch, Arrays, Misplaced, NO_ACTION, Settings};
use quintet_games::{ActionSet, AnyPosition, Variant};
use quintet_rules::{Player, Wyrand};

/// Room for what a batch writes. Nothing is as it may be written, so that what is not written is seen.
fn arrays(variant: &dyn Variant, games: usize) -> Arrays {
    let mut arrays = Arrays::new(variant, games);
    arrays.observations.fill(99);
    arrays.masks.fill(99);
    arrays.rewards.fill(99.0);
    arrays.terminated.fill(true);
    arrays.truncated.fill(true);
    arrays.to_move.fill(99);
    arrays
}

/// What is seen of a game must be what its position says.
fn assert_show(arrays: &Arrays, game: usize, position: &dyn AnyPosition) {
    let variant = position.variant();
    let bytes = observation_bytes(variant);
    let mut observation = vec![0; bytes];
    position.observe(position.to_move(), &mut observation);
    assert_eq!(
        arrays.observations[game * bytes..][..bytes],
        observation,
        "{position:?}"
    );
    let legal = position.legal_actions();
    let mask = &arrays.masks[game * variant.actions()..][..variant.actions()];
    let expected: Vec<_> = (0..mask.len())
        .map(|n| u8::from(legal.contains(n)))
        .collect();
    assert_eq!(mask, expected, "{position:?}");
    assert_eq!(arrays.to_move[game], position.to_move().number());
}

fn observation_bytes(variant: &dyn Variant) -> usize {
    variant.planes().len() * variant.size().rows * variant.size().columns
}

fn variants() -> impl Iterator<Item = &'static dyn Variant> {
    catalogue().flat_map(|listing| listing.sizes).copied()
}

fn settings(games: usize) -> Settings {
    Settings {
        games,
        seed: 7,
        first: None,
        limit: None,
        autoreset: true,
    }
}

/// Plays one action in a position.
fn play(position: &dyn AnyPosition, action: i32) -> Box<dyn AnyPosition> {
    let action = usize::try_from(action).expect("a legal action");
    let mv = position.action_move(action).expect("a legal action");
    position.play(&mv).expect("a legal action").position
}

/// Steps a batch beside single positions; how many steps were compared, and how many games ended.
fn play_in_step(variant: &dyn Variant, settings: Settings, rounds: usize) -> (usize, usize) {
    let games = settings.games;
    let limit = settings.limit.unwrap_or(u32::MAX);
    let mut batch = variant.batch(&settings);
    let mut arrays = self::arrays(variant, games);
    batch.reset(None, &mut arrays.outputs());
    let mut positions: Vec<_> = (0..games).map(|game| batch.position(game)).collect();
    let mut plies = vec![0; games];
    let mut actions = vec![0; games];
    let (mut steps, mut ended) = (0, 0);
    for (game, position) in positions.iter().enumerate() {
        assert_show(&arrays, game, &**position);
    }
    for _ in 0..rounds {
        batch.sample(&mut actions);
        batch
            .step(&actions, &mut arrays.outputs())
            .expect("random actions are legal");
        for game in 0..games {
            let next = play(&*positions[game], actions[game]);
            let outcome = next.outcome();
            plies[game] += 1;
            let mover = positions[game].to_move();
            let reward = outcome.map_or(0.0, |won| if won.winner == mover { 1.0 } else { -1.0 });
            let truncated = outcome.is_none() && plies[game] >= limit;
            assert_eq!(arrays.rewards[game].to_bits(), f32::to_bits(reward));
            assert_eq!(arrays.terminated[game], outcome.is_some());
            assert_eq!(arrays.truncated[game], truncated);
            positions[game] = next;
            if outcome.is_some() || truncated {
                ended += 1;
                plies[game] = 0;
                let start = batch.position(game);
                assert_eq!(start.text(), variant.start(start.to_move()).text());
                assert!(settings.first.is_none_or(|first| first == start.to_move()));
                positions[game] = start;
            }
            assert_show(&arrays, game, &*positions[game]);
            steps += 1;
        }
    }
    (steps, ended)
}

#[test]
fn batches_are_single_games_move_by_move_over_a_million_steps() {
    let mut total = 0;
    for listing in catalogue() {
        for (n, variant) in listing.sizes.iter().enumerate() {
            // More games than are stepped together, and some that are left over.
            let rounds = if n == 0 { 1500 } else { 110 };
            let (steps, ended) = play_in_step(*variant, settings(131), rounds);
            println!("{variant:?}: {steps} steps, {ended} games");
            assert!(ended > 0, "{variant:?}");
            total += steps;
        }
    }
    assert!(total > 1_000_000, "{total}");
}

#[test]
fn one_player_can_begin_every_game() {
    for (variant, first) in
        variants().flat_map(|variant| Player::BOTH.map(|first| (variant, first)))
    {
        let settings = Settings {
            first: Some(first),
            ..settings(70)
        };
        let (_, ended) = play_in_step(variant, settings, 80);
        assert!(ended > 0, "{variant:?}");
    }
}

#[test]
fn games_are_cut_off_at_the_limit() {
    for variant in variants() {
        let settings = Settings {
            limit: Some(5),
            ..settings(8)
        };
        let (steps, ended) = play_in_step(variant, settings, 50);
        assert!(ended >= steps / 5, "{variant:?}");
    }
}

#[test]
fn a_game_does_not_depend_on_the_batch_that_it_is_in() {
    for variant in variants() {
        let run = |games: usize| {
            let mut batch = variant.batch(&settings(games));
            let mut arrays = self::arrays(variant, games);
            let mut actions = vec![0; games];
            let mut texts = Vec::new();
            for _ in 0..60 {
                batch.sample(&mut actions);
                let stepped = batch.step(&actions, &mut arrays.outputs());
                stepped.expect("random actions are legal");
                texts.push((actions[0], batch.position(0).text()));
            }
            texts
        };
        assert_eq!(run(1), run(9), "{variant:?}");
    }
}

#[test]
fn games_of_one_batch_differ() {
    for variant in variants() {
        let mut batch = variant.batch(&settings(64));
        let mut arrays = self::arrays(variant, 64);
        let mut actions = vec![0; 64];
        for _ in 0..3 {
            batch.sample(&mut actions);
            let stepped = batch.step(&actions, &mut arrays.outputs());
            stepped.expect("random actions are legal");
        }
        let texts: Vec<_> = (0..64).map(|game| batch.position(game).text()).collect();
        let mut distinct = texts.clone();
        distinct.sort_unstable();
        distinct.dedup();
        assert!(distinct.len() > 16, "{variant:?}: {texts:?}");
    }
}

#[test]
fn an_illegal_action_names_the_first_and_changes_nothing() {
    for variant in variants() {
        let mut batch = variant.batch(&settings(8));
        let mut arrays = self::arrays(variant, 8);
        let mut actions = vec![0; 8];
        batch.sample(&mut actions);
        let before: Vec<_> = (0..8).map(|game| batch.position(game).text()).collect();
        for illegal in [
            -1,
            i32::MIN,
            i32::MAX,
            i32::try_from(variant.actions()).expect("few"),
        ] {
            actions[6] = illegal;
            actions[3] = illegal;
            let error = batch
                .step(&actions, &mut arrays.outputs())
                .expect_err("there is no such action");
            assert_eq!((error.game, error.action), (3, illegal));
            assert!(
                arrays.masks.iter().all(|byte| *byte == 99),
                "nothing is written"
            );
            let after: Vec<_> = (0..8).map(|game| batch.position(game).text()).collect();
            assert_eq!(before, after);
        }
    }
    let gridlock = find("gridlock").expect("listed").standard();
    let mut batch = gridlock.batch(&Settings {
        first: Some(Player::Two),
        ..settings(2)
    });
    let mut arrays = self::arrays(gridlock, 2);
    let stepped = batch.step(&[5, 5], &mut arrays.outputs());
    stepped.expect("an empty cell");
    let error = batch.step(&[0, 5], &mut arrays.outputs());
    let sentence = error.expect_err("an occupied cell").to_string();
    let said = batch.position(1).play("2 2").expect_err("an occupied cell");
    assert_eq!(sentence, format!("game 1, action 5: {said}"));
}

#[test]
fn without_autoreset_a_finished_game_stays_and_takes_no_action() {
    for variant in variants() {
        let settings = Settings {
            autoreset: false,
            limit: Some(200),
            ..settings(4)
        };
        let mut batch = variant.batch(&settings);
        let mut arrays = self::arrays(variant, 4);
        let mut actions = vec![0; 4];
        for _ in 0..200 {
            batch.sample(&mut actions);
            let stepped = batch.step(&actions, &mut arrays.outputs());
            stepped.expect("random actions are legal");
        }
        batch.sample(&mut actions);
        assert_eq!(actions, [NO_ACTION; 4]);
        let texts: Vec<_> = (0..4).map(|game| batch.position(game).text()).collect();
        let stepped = batch.step(&actions, &mut arrays.outputs());
        stepped.expect("nothing is done in a finished game");
        for (game, text) in texts.iter().enumerate() {
            assert!(arrays.terminated[game] || arrays.truncated[game]);
            assert_eq!(arrays.rewards[game].to_bits(), 0);
            assert_eq!(batch.position(game).text(), *text);
        }
        assert!(batch.step(&[0; 4], &mut arrays.outputs()).is_err());
        arrays.rewards.fill(99.0);
        batch.reset(Some(&[false, true, false, false]), &mut arrays.outputs());
        let untouched = arrays.rewards.iter().map(|reward| *reward > 1.0);
        assert!(
            untouched.eq([true, false, true, true]),
            "others are left alone"
        );
        let start = batch.position(1);
        assert_eq!(start.text(), variant.start(start.to_move()).text());
        assert_eq!(batch.position(0).text(), texts[0]);
        assert!(!arrays.terminated[1] && !arrays.truncated[1]);
    }
}

#[test]
fn values_and_best_actions_are_those_of_the_oracle() {
    for id in ["gridlock", "adjacency-block", "matrix-isolation"] {
        let variant = find(id).expect("listed").standard();
        let oracle = variant
            .solution()
            .oracle(&quintet_solver::Progress::default())
            .expect("not cancelled");
        let mut batch = variant.batch(&settings(16));
        let mut arrays = self::arrays(variant, 16);
        let mut actions = vec![0; 16];
        let mut best = vec![0; 16 * variant.actions()];
        for _ in 0..40 {
            let budget = quintet_solver::Budget::NONE;
            let worths = batch.worths(&*oracle, budget);
            batch.best_actions(&*oracle, budget, &mut best);
            for game in 0..16 {
                let position = batch.position(game);
                let analysis = oracle.analyze(&*position, budget);
                assert_eq!(worths[game], analysis.value);
                let expected = analysis
                    .best_moves()
                    .map(|mv| position.action(&mv.mv).expect("a legal move"))
                    .fold(ActionSet::NONE, |set, action| set.with(action, 1));
                let best = &best[game * variant.actions()..][..variant.actions()];
                let marked = (0..best.len()).filter(|n| best[*n] == 1);
                assert!(marked.eq(expected.iter()), "{position:?}");
            }
            batch.sample(&mut actions);
            let stepped = batch.step(&actions, &mut arrays.outputs());
            stepped.expect("random actions are legal");
        }
    }
}

#[test]
fn an_opponents_action_is_seen_by_the_player_who_moved_before() {
    let row = find("adjacency-block").expect("listed");
    let row = row.size("6").expect("listed");
    let settings = Settings {
        first: Some(Player::One),
        ..settings(1)
    };
    let mut batch = row.batch(&settings);
    let mut arrays = self::arrays(row, 1);
    let mut see = |batch: &mut Box<dyn AnyBatch>, action: i32, opponents: i32| {
        let stepped = batch.step(&[action], &mut arrays.outputs());
        stepped.expect("a legal action");
        batch.step_opponent(&[opponents], &mut arrays.outputs());
        (arrays.rewards[0], arrays.terminated[0], arrays.to_move[0])
    };
    assert_eq!(see(&mut batch, 0, 5), (0.0, false, 1));
    // XX.O.O leaves Player 1 nothing: Player 2 has won, and another game begins.
    assert_eq!(see(&mut batch, 1, 3), (-1.0, true, 1));
    assert_eq!(see(&mut batch, 2, 5), (0.0, false, 1));
    assert_eq!(see(&mut batch, 1, NO_ACTION).2, 2, "nothing is played");
}

#[test]
fn a_position_can_be_put_into_a_game() {
    let gridlock = find("gridlock").expect("listed");
    let mut batch = gridlock.standard().batch(&settings(2));
    let text = "..../.X../..../.... 2";
    let position = gridlock.standard().position(text).expect("a position");
    assert_eq!(batch.place(1, &*position), Ok(()));
    assert_eq!(batch.position(1).text(), text);
    let other = gridlock.sizes[1].start(Player::One);
    assert_eq!(batch.place(0, &*other), Err(Misplaced::Foreign));
    let copy: Box<dyn AnyBatch> = batch.boxed();
    assert_eq!(copy.position(1).text(), text);
}

#[test]
fn a_finished_position_can_only_be_put_into_a_game_that_may_stay_so() {
    for variant in variants() {
        let mut over = variant.start(Player::One);
        let mut dice = Wyrand::new(3);
        while let Some(mv) = over.random_move(&mut dice) {
            over = over.play(&mv).expect("a random move is legal").position;
        }
        let mut batch = variant.batch(&settings(2));
        let before = batch.position(1).text();
        assert_eq!(batch.place(1, &*over), Err(Misplaced::Over), "{variant:?}");
        assert_eq!(batch.position(1).text(), before);
        batch.sample(&mut [0; 2]);
        let mut staying = variant.batch(&Settings {
            autoreset: false,
            ..settings(2)
        });
        assert_eq!(staying.place(1, &*over), Ok(()), "{variant:?}");
        let mut actions = [0; 2];
        staying.sample(&mut actions);
        assert_eq!(actions[1], NO_ACTION);
        assert!(actions[0] >= 0);
    }
}

#[test]
fn a_batch_goes_on_from_its_positions_and_their_courses() {
    for variant in variants() {
        let settings = Settings {
            limit: Some(9),
            ..settings(8)
        };
        let [mut one, mut two] = [0, 1].map(|other| {
            variant.batch(&Settings {
                seed: settings.seed + other,
                ..settings
            })
        });
        let mut arrays = [0, 1].map(|_| self::arrays(variant, 8));
        let mut actions = [[0; 8]; 2];
        let mut step = |batch: &mut Box<dyn AnyBatch>, n: usize| {
            batch.sample(&mut actions[n]);
            let stepped = batch.step(&actions[n], &mut arrays[n].outputs());
            stepped.expect("random actions are legal");
            let texts = (0..8).map(|game| batch.position(game).text());
            (
                actions[n],
                arrays[n].truncated.clone(),
                texts.collect::<Vec<_>>(),
            )
        };
        for _ in 0..12 {
            step(&mut one, 0);
        }
        for game in 0..8 {
            let placed = two.place(game, &*one.position(game));
            placed.expect("a position of the same game");
            two.set_course(game, one.course(game));
        }
        for _ in 0..40 {
            assert_eq!(step(&mut one, 0), step(&mut two, 1), "{variant:?}");
        }
    }
}
