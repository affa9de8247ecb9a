use super::*;

#[test]
fn ids_survive_a_round_trip() {
    for id in (0..1000)
        .map(|_| GameId::random())
        .chain([GameId([0; 10]), GameId([255; 10])])
    {
        let text = id.to_string();
        assert_eq!(text.len(), 16);
        assert_eq!(text.parse(), Ok(id));
    }
    for text in [
        "",
        "abc",
        "aaaaaaaaaaaaaaa",
        "aaaaaaaaaaaaaaaaa",
        "aaaaaaaaaaaaaaa1",
        "äaaaaaaaaaaaaaa",
    ] {
        assert_eq!(text.parse::<GameId>(), Err(NotAnId), "{text}");
    }
}

#[test]
fn only_reveal_shows_a_token() {
    let token = Token::random();
    let again = Token::read(&token.reveal()).expect("as revealed");
    assert!(again.hash().is(&token.hash()));
    assert!(!Token::random().hash().is(&token.hash()));
    let mut almost = token.reveal();
    let last = if almost.pop() == Some('0') { '1' } else { '0' };
    almost.push(last);
    let almost = Token::read(&almost).expect("digits");
    assert!(!almost.hash().is(&token.hash()));
    assert_eq!(format!("{token:?} {:?}", token.hash()), "Token TokenHash");
    for text in ["", "12", &"g".repeat(32), &"+1".repeat(16), &"0".repeat(33)] {
        assert!(Token::read(text).is_none(), "{text}");
    }
}

#[test]
fn a_secret_has_a_different_token_for_every_game() {
    let secret = Token::random();
    let [one, two] = [GameId::random(), GameId::random()];
    assert!(secret.in_game(one).hash().is(&secret.in_game(one).hash()));
    assert!(!secret.in_game(one).hash().is(&secret.in_game(two).hash()));
}
