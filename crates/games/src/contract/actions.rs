//! The laws of action numbers and observations.

use crate::{ActionSet, AnyPosition, LegalMove};

/// Numbers and moves are inverse, and the legal actions are the numbers of the legal moves.
pub(super) fn check_numbers(position: &dyn AnyPosition, moves: &[LegalMove]) {
    let actions = position.variant().actions();
    assert!(
        (1..=ActionSet::MOST).contains(&actions),
        "{actions} action numbers: {position:?}"
    );
    let mut legal = ActionSet::NONE;
    for mv in moves {
        let number = position.data().action(&mv.text);
        let number = number.expect("a listed move has a number");
        assert!(number < actions, "{} in {position:?}", mv.text);
        assert!(
            !legal.contains(number),
            "no number twice: {number} in {position:?}"
        );
        assert_eq!(
            position.data().action_move(number).as_ref(),
            Some(&mv.text),
            "number and move are inverse: {position:?}"
        );
        legal = legal.with(number, 1);
    }
    assert_eq!(
        position.data().legal_actions(),
        legal,
        "the legal actions are the legal moves: {position:?}"
    );
    for number in (0..actions).filter(|number| !legal.contains(*number)) {
        let mv = position.data().action_move(number);
        assert!(
            mv.is_none_or(|mv| position.data().action(&mv).is_err()),
            "any other action is refused: {number} in {position:?}"
        );
    }
    assert_eq!(
        position.data().action_move(actions),
        None,
        "no action has a larger number: {position:?}"
    );
}

/// Checks that an observation fills its planes, and that the successors of a position have different observations.
pub(super) fn check_observation(position: &dyn AnyPosition) {
    let (variant, size) = (position.variant(), position.variant().size());
    let seen = |position: &dyn AnyPosition| {
        // Bytes that are not written keep this value.
        let mut bytes = vec![u8::MAX; variant.planes().len() * size.rows * size.columns];
        position.data().observe(position.to_move(), &mut bytes);
        bytes
    };
    let observation = seen(position);
    assert!(
        observation.iter().all(|byte| *byte < 64),
        "every byte is written: {position:?}"
    );
    let mut followers = Vec::new();
    for action in position.data().legal_actions().iter() {
        let mv = position.data().action_move(action).expect("a legal move");
        let next = position.play(&mv).expect("a legal move").position;
        followers.push((seen(&*next), next.text()));
    }
    followers.sort_unstable();
    for pair in followers.windows(2) {
        assert!(
            pair[0].0 != pair[1].0 || pair[0].1 == pair[1].1,
            "different positions have different observations: {} and {}",
            pair[0].1,
            pair[1].1
        );
    }
}
