//! Games in progress.

mod ending;
mod first;
mod move_list;
mod record;
mod score;
mod sentences;
mod turn;

use std::mem;

use quintet_games::{AnyPosition, MoveError, PlayedMove, Variant};
use quintet_rules::{Outcome, PerPlayer, Player};

use crate::Who;

pub use ending::Ending;
pub use first::First;
pub use move_list::{ListError, legal_moves, listed_moves, one_words, play_list};
pub use record::{
    GameResult, ReadError, Record, RecordError, Tag, Termination, date, day_name, day_number,
    is_day, timestamp,
};
pub use score::Score;
pub use sentences::{plays, to_move};
pub use turn::{Change, NotedCell, Notes, Step, Turn};

/// A game in progress: its players, its moves, the current position and how it ended.
///
/// ```text
///     start   1. 2-2   2. 3-3   3. 1-1   4. 4-4
///                                  ^ cursor: move 4 was undone and can be redone
/// ```
///
/// Undo moves the cursor back, so that moves can be redone; a new move replaces the later ones.
///
/// ```
/// use quintet_arena::{Session, Undone};
/// use quintet_games::Catalogue;
/// use quintet_rules::Player;
///
/// let gridlock = Catalogue::STANDARD.find("gridlock").expect("in the catalogue");
/// let mut session = Session::new(gridlock.standard().start(Player::One));
/// session.play("2 2").expect("legal");
/// session.play("3 3").expect("legal");
/// assert_eq!(session.undo(), Undone::Moves(1));
/// assert_eq!(session.position().text(), "..../.X../..../.... 2");
/// assert_eq!(session.redo(), 1);
/// ```
#[derive(Clone, Debug)]
pub struct Session {
    /// The kinds of players.
    pub players: PerPlayer<Who>,
    start: Box<dyn AnyPosition>,
    plies: Vec<PlayedMove>,
    cursor: usize,
    /// An ending other than by the rules.
    declared: Option<Ending>,
    /// The score of the match before this game.
    before: Score,
}

/// The result of undoing.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Undone {
    /// Nothing, because no person has moved.
    Nothing,
    /// An ending other than by the rules, such as a resignation.
    Ending(Ending),
    /// A number of moves.
    Moves(usize),
}

impl Session {
    /// Starts a game between two people from any position.
    pub fn new(start: Box<dyn AnyPosition>) -> Self {
        Session {
            players: PerPlayer::from_fn(|_| Who::Human),
            start,
            plies: Vec::new(),
            cursor: 0,
            declared: None,
            before: Score::default(),
        }
    }

    /// Sets the players.
    #[must_use]
    pub fn between(self, players: PerPlayer<Who>) -> Self {
        Session { players, ..self }
    }

    /// Sets the score of the match before this game.
    #[must_use]
    pub fn after(self, before: Score) -> Self {
        Session { before, ..self }
    }

    /// Returns the game and size.
    pub fn variant(&self) -> &'static dyn Variant {
        self.start.variant()
    }

    /// Returns the initial position.
    pub fn start(&self) -> &dyn AnyPosition {
        &*self.start
    }

    /// Returns the current position.
    pub fn position(&self) -> &dyn AnyPosition {
        self.position_at(self.cursor)
    }

    /// Returns the position after a number of moves. Panics if there are fewer.
    pub fn position_at(&self, plies: usize) -> &dyn AnyPosition {
        match plies.checked_sub(1) {
            None => &*self.start,
            Some(last) => &*self.plies[last].position,
        }
    }

    /// Returns the number of moves before the current position.
    pub fn cursor(&self) -> usize {
        self.cursor
    }

    /// Returns every move, including those after the cursor.
    pub fn plies(&self) -> &[PlayedMove] {
        &self.plies
    }

    /// Returns the moves before the cursor.
    pub fn played(&self) -> &[PlayedMove] {
        &self.plies[..self.cursor]
    }

    /// Returns the player who made a move, counted from 0.
    pub fn mover_of(&self, ply: usize) -> Player {
        self.position_at(ply).to_move()
    }

    /// Returns the last move before the cursor.
    pub fn latest(&self) -> Option<&PlayedMove> {
        self.played().last()
    }

    /// True if the current position is the last one.
    pub fn is_at_end(&self) -> bool {
        self.cursor == self.plies.len()
    }

    /// Returns how the game ended, even if the current position is an earlier one.
    pub fn ended(&self) -> Option<Ending> {
        let by_rules = || self.position_at(self.plies.len()).outcome();
        self.declared.or_else(|| by_rules().map(Ending::Rules))
    }

    /// Returns the winner, if any.
    pub fn outcome(&self) -> Option<Outcome> {
        self.ended().and_then(Ending::outcome)
    }

    /// True if the current position is open and not the initial one: leaving would lose progress.
    pub fn is_unfinished(&self) -> bool {
        self.is_open() && self.cursor > 0
    }

    /// True if a move can be played in the current position.
    pub fn is_open(&self) -> bool {
        self.position().outcome().is_none() && !(self.is_at_end() && self.declared.is_some())
    }

    /// Returns the player to move in the current position and their kind; `None` if the game is over there.
    pub fn to_choose(&self) -> Option<(Player, &Who)> {
        let mover = self.position().to_move();
        self.is_open().then(|| (mover, &self.players[mover]))
    }

    /// True if a person is to move in the current position.
    pub fn is_persons_turn(&self) -> bool {
        matches!(self.to_choose(), Some((_, Who::Human)))
    }

    /// True if at least one player is a person.
    pub fn has_person(&self) -> bool {
        self.players.one == Who::Human || self.players.two == Who::Human
    }

    /// Plays a move in the current position. It replaces the later moves, unless it is the same as the next one. An error
    /// changes nothing.
    pub fn play(&mut self, entry: &str) -> Result<&PlayedMove, MoveError> {
        let played = self.position().play(entry)?;
        Ok(self.add(played))
    }

    /// Adds a move that was already played in the current position.
    pub fn add(&mut self, played: PlayedMove) -> &PlayedMove {
        let next = self.plies.get(self.cursor);
        if next.is_none_or(|next| next.mv != played.mv) {
            self.forget_later();
            self.declared = None;
            self.plies.push(played);
        }
        self.cursor += 1;
        &self.plies[self.cursor - 1]
    }

    /// Goes to the position after a number of moves, at most to the last one.
    pub fn go_to(&mut self, plies: usize) {
        self.cursor = plies.min(self.plies.len());
    }

    /// Discards the moves after the cursor and returns them. Discarding any also discards the end of the game.
    pub fn forget_later(&mut self) -> Vec<PlayedMove> {
        if !self.is_at_end() {
            self.declared = None;
        }
        self.plies.split_off(self.cursor)
    }

    /// Returns the cursor after [`undo`](Session::undo): the last decision of a person, or one move back in a game between
    /// computer players.
    pub fn undo_target(&self) -> Option<usize> {
        (0..self.cursor).rev().find(|ply| self.is_persons(*ply))
    }

    /// True if there is something to undo.
    pub fn can_undo(&self) -> bool {
        self.declared.is_some() || self.undo_target().is_some()
    }

    /// Returns the cursor after [`redo`](Session::redo): the next decision of a person or the end of the moves, or one move
    /// forward in a game between computer players.
    pub fn redo_target(&self) -> Option<usize> {
        let last = self.plies.len();
        (self.cursor + 1..=last).find(|ply| *ply == last || self.is_persons(*ply))
    }

    fn is_persons(&self, ply: usize) -> bool {
        !self.has_person() || self.players[self.mover_of(ply)] == Who::Human
    }

    /// Undoes an ending other than by the rules, or else the moves since a person's last decision.
    pub fn undo(&mut self) -> Undone {
        if let Some(ending) = self.declared.take() {
            return Undone::Ending(ending);
        }
        let Some(target) = self.undo_target() else {
            return Undone::Nothing;
        };
        let taken = self.cursor - target;
        self.cursor = target;
        Undone::Moves(taken)
    }

    /// Redoes moves up to a person's next decision. Returns their number.
    pub fn redo(&mut self) -> usize {
        let target = self.redo_target().unwrap_or(self.cursor);
        let again = target - self.cursor;
        self.cursor = target;
        again
    }

    /// Discards the last move of a player and all later ones, if there is one.
    pub fn take_back(&mut self, player: Player) {
        let latest = (0..self.plies.len()).rev();
        if let Some(ply) = latest.into_iter().find(|ply| self.mover_of(*ply) == player) {
            self.cursor = ply;
            self.forget_later();
        }
    }

    /// Returns the person able to resign: the one to move at the end of the game, or else the only one. `None` if the game has
    /// ended or both players are computer players.
    pub fn resigner(&self) -> Option<Player> {
        let mover = self.position_at(self.plies.len()).to_move();
        let is_person = |player: &Player| self.players[*player] == Who::Human;
        let person = [mover, mover.other()].into_iter().find(is_person);
        person.filter(|_| self.ended().is_none())
    }

    /// Resigns for the [`resigner`](Session::resigner), if there is one, and goes to the end of the game.
    pub fn resign(&mut self) -> Option<Player> {
        let resigner = self.resigner()?;
        self.go_to(usize::MAX);
        self.end(Ending::Resignation(resigner));
        Some(resigner)
    }

    /// Ends the game otherwise than by the rules.
    pub fn end(&mut self, ending: Ending) {
        self.declared = Some(ending);
    }

    /// Returns the score of the match, including this game if it has ended.
    pub fn score(&self) -> Score {
        let mut score = self.before;
        if let Some(ending) = self.ended() {
            score.add(ending.outcome());
        }
        score
    }

    /// Returns the score of the match before this game.
    pub fn score_before(&self) -> Score {
        self.before
    }

    /// True if the game began at the usual start, whoever was first.
    pub fn is_from_usual_start(&self) -> bool {
        let usual = self.variant().start(self.start.to_move());
        self.start.text() == usual.text()
    }

    /// Starts the next game of the match. After a finished game, the other player begins; if that game began at a custom
    /// position, the players switch sides instead. An unfinished game is restarted.
    #[must_use]
    pub fn next(&self) -> Self {
        let first = self.start.to_move();
        let has_ended = self.ended().is_some();
        let start = if has_ended && self.is_from_usual_start() {
            self.variant().start(first.other())
        } else {
            self.start.clone()
        };
        let mut next = Session::new(start)
            .between(self.players.clone())
            .after(self.score());
        if self.next_seat(Player::One) == Player::Two {
            next.swap_players();
        }
        next
    }

    /// Returns the side that a player of this game has in the [`next`](Session::next) one.
    pub fn next_seat(&self, player: Player) -> Player {
        if self.ended().is_some() && !self.is_from_usual_start() {
            player.other()
        } else {
            player
        }
    }

    /// Lets the players switch sides, with their wins.
    pub fn swap_players(&mut self) {
        mem::swap(&mut self.players.one, &mut self.players.two);
        mem::swap(&mut self.before.won.one, &mut self.before.won.two);
    }
}
