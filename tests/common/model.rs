//! A simple model of a game as the API describes it: the expected results of actions.

use quintet_games::{AnyPosition, MoveError, Variant};
use quintet_rules::Player;
use serde_json::Value;

/// The actions of a game, and the resulting state.
pub(crate) struct Model {
    variant: &'static dyn Variant,
    first: Player,
    log: Vec<(Player, Value)>,
    moves: Vec<String>,
    offer: Option<Player>,
    has_resigned: bool,
}

/// The status and the kind of a problem.
pub(crate) type Refusal = (u16, &'static str);

impl Model {
    /// Returns a game that Player 1 begins.
    pub(crate) fn new(variant: &'static dyn Variant) -> Self {
        Model::begun_by(variant, Player::One)
    }

    pub(crate) fn begun_by(variant: &'static dyn Variant, first: Player) -> Self {
        Model {
            variant,
            first,
            log: Vec::new(),
            moves: Vec::new(),
            offer: None,
            has_resigned: false,
        }
    }

    pub(crate) fn ply(&self) -> usize {
        self.log.len()
    }

    /// Returns the moves that were not taken back.
    pub(crate) fn moves(&self) -> &[String] {
        &self.moves
    }

    pub(crate) fn offer(&self) -> Option<Player> {
        self.offer
    }

    pub(crate) fn position(&self) -> Box<dyn AnyPosition> {
        let start = self.variant.start(self.first);
        self.moves.iter().fold(start, |position, mv| {
            position.play(mv).expect("it was legal").position
        })
    }

    pub(crate) fn is_over(&self) -> bool {
        self.has_resigned || self.position().outcome().is_some()
    }

    /// Applies the action of a player, or returns the expected problem.
    pub(crate) fn receive(&mut self, player: Player, sent: &Value) -> Result<(), Refusal> {
        let ply = sent["ply"].as_u64().expect("a number") as usize;
        if let Some((who, done)) = self.log.get(ply) {
            let is_same = *who == player
                && done["action"] == sent["action"]
                && move_in(done) == move_in(sent);
            return is_same.then_some(()).ok_or((409, "late"));
        }
        if ply > self.log.len() {
            return Err((409, "late"));
        }
        if self.is_over() {
            return Err((409, "over"));
        }
        let nothing = (409, "nothing-to-take-back");
        match sent["action"].as_str().expect("a name") {
            "move" => self.play(player, &move_in(sent))?,
            "resign" => self.has_resigned = true,
            "offer-take-back" => {
                if self.offer.is_some() || self.last_move_of(player).is_none() {
                    return Err(nothing);
                }
                self.offer = Some(player);
            }
            answer => {
                if self.offer != Some(player.other()) {
                    return Err(nothing);
                }
                self.offer = None;
                if answer == "accept-take-back" {
                    let last = self.last_move_of(player.other()).expect("it was offered");
                    self.moves.truncate(last);
                }
            }
        }
        self.log.push((player, sent.clone()));
        Ok(())
    }

    fn play(&mut self, player: Player, mv: &str) -> Result<(), Refusal> {
        let position = self.position();
        if position.to_move() != player {
            return Err((409, "not-your-turn"));
        }
        let next = position.play(mv).map_err(|fault| match fault {
            MoveError::Malformed { .. } => (422, "not-a-move"),
            MoveError::Refused { .. } => (422, "illegal-move"),
        })?;
        self.moves.push(next.mv);
        self.offer = None;
        Ok(())
    }

    fn last_move_of(&self, player: Player) -> Option<usize> {
        let mover = |n: &usize| match n % 2 {
            0 => self.first,
            _ => self.first.other(),
        };
        (0..self.moves.len()).rev().find(|n| mover(n) == player)
    }
}

/// Returns a legal move in the spelling of the rule book.
pub(crate) fn move_in(action: &Value) -> String {
    action["move"]
        .as_str()
        .unwrap_or_default()
        .replace('-', " ")
}
