//! A game in progress: one for every front end.

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
pub use first::{First, UnknownFirst};
pub use move_list::{legal_moves, listed_moves, one_words};
pub(crate) use record::day_number;
pub use record::{
    GameResult, ReadFault, Record, RecordFault, Tag, Termination, date, is_day, timestamp,
};
pub use score::Score;
pub use sentences::{plays, to_move};
pub use turn::{Change, NotedCell, Notes, Step, Turn};

/// A game from its start to its latest move, the position in it that is looked at, who plays, and how
/// it ended.
///
/// ```text
///     start   1. 2-2   2. 3-3   3. 1-1   4. 4-4
///                                  ^ cursor: moves 1 to 3 have been made, move 4 can be made again
/// ```
///
/// Taking back moves the cursor, so that a move can be made again; a new move replaces what followed.
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
    /// Who plays.
    pub players: PerPlayer<Who>,
    start: Box<dyn AnyPosition>,
    plies: Vec<PlayedMove>,
    cursor: usize,
    /// An ending that does not follow from the rules.
    declared: Option<Ending>,
    /// The games of the match before this one.
    before: Score,
}

/// What was taken back.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Undone {
    /// Nothing: there is no move of a person to take back.
    Nothing,
    /// An ending that does not follow from the rules, such as a resignation.
    Ending(Ending),
    /// So many moves.
    Moves(usize),
}

impl Session {
    /// A game between two people from any position.
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

    /// The same game between these players.
    #[must_use]
    pub fn between(self, players: PerPlayer<Who>) -> Self {
        Session { players, ..self }
    }

    /// The same game as part of a match with this score before it.
    #[must_use]
    pub fn after(self, before: Score) -> Self {
        Session { before, ..self }
    }

    /// The game and size.
    pub fn variant(&self) -> &'static dyn Variant {
        self.start.variant()
    }

    /// Where the game began.
    pub fn start(&self) -> &dyn AnyPosition {
        &*self.start
    }

    /// The position that is looked at.
    pub fn position(&self) -> &dyn AnyPosition {
        self.position_at(self.cursor)
    }

    /// The position after so many moves, of which there must be as many.
    pub fn position_at(&self, plies: usize) -> &dyn AnyPosition {
        match plies.checked_sub(1) {
            None => &*self.start,
            Some(last) => &*self.plies[last].position,
        }
    }

    /// How many moves have been made in the position that is looked at.
    pub fn cursor(&self) -> usize {
        self.cursor
    }

    /// Every move, also those after the cursor.
    pub fn plies(&self) -> &[PlayedMove] {
        &self.plies
    }

    /// The moves up to the cursor.
    pub fn played(&self) -> &[PlayedMove] {
        &self.plies[..self.cursor]
    }

    /// The player who made a move, counted from 0.
    pub fn mover_of(&self, ply: usize) -> Player {
        self.position_at(ply).to_move()
    }

    /// The latest move before the cursor.
    pub fn latest(&self) -> Option<&PlayedMove> {
        self.played().last()
    }

    /// Whether the latest position is looked at.
    pub fn is_at_end(&self) -> bool {
        self.cursor == self.plies.len()
    }

    /// How the game has ended, if it has, whatever position is looked at.
    pub fn ended(&self) -> Option<Ending> {
        let by_rules = || self.position_at(self.plies.len()).outcome();
        self.declared.or_else(|| by_rules().map(Ending::Rules))
    }

    /// Who has won, if anyone.
    pub fn outcome(&self) -> Option<Outcome> {
        self.ended().and_then(Ending::outcome)
    }

    /// Whether moves have been made up to the position that is looked at and it is open, so that
    /// something would be lost with the game.
    pub fn is_unfinished(&self) -> bool {
        self.is_open() && self.cursor > 0
    }

    /// Whether the position that is looked at is open: neither it nor the game there has ended.
    pub fn is_open(&self) -> bool {
        self.position().outcome().is_none() && !(self.is_at_end() && self.declared.is_some())
    }

    /// The player who chooses the next move, and whether that is a person; `None` if there is none.
    pub fn to_choose(&self) -> Option<(Player, &Who)> {
        let mover = self.position().to_move();
        self.is_open().then(|| (mover, &self.players[mover]))
    }

    /// Whether a person chooses the next move.
    pub fn is_persons_turn(&self) -> bool {
        matches!(self.to_choose(), Some((_, Who::Human)))
    }

    /// Whether a person plays.
    pub fn has_person(&self) -> bool {
        self.players.one == Who::Human || self.players.two == Who::Human
    }

    /// Plays a move where the cursor is, for the player whose turn it is. It replaces what followed,
    /// unless it is the same move again. After an error the game is as it was.
    pub fn play(&mut self, entry: &str) -> Result<&PlayedMove, MoveError> {
        let played = self.position().play(entry)?;
        Ok(self.add(played))
    }

    /// The same with a move that the position at the cursor has accepted.
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

    /// Looks at the position after so many moves, or at the latest.
    pub fn go_to(&mut self, plies: usize) {
        self.cursor = plies.min(self.plies.len());
    }

    /// Forgets the moves after the cursor, which are returned, and with them how the game ended.
    pub fn forget_later(&mut self) -> Vec<PlayedMove> {
        if !self.is_at_end() {
            self.declared = None;
        }
        self.plies.split_off(self.cursor)
    }

    /// Where taking back leads: to a person's last decision, or a single move back where only levels
    /// play.
    pub fn undo_target(&self) -> Option<usize> {
        (0..self.cursor).rev().find(|ply| self.is_persons(*ply))
    }

    /// Whether there is something to take back.
    pub fn can_undo(&self) -> bool {
        self.declared.is_some() || self.undo_target().is_some()
    }

    /// Where playing again leads: to a person's next decision or the end, or a single move on where
    /// only levels play.
    pub fn redo_target(&self) -> Option<usize> {
        let last = self.plies.len();
        (self.cursor + 1..=last).find(|ply| *ply == last || self.is_persons(*ply))
    }

    fn is_persons(&self, ply: usize) -> bool {
        !self.has_person() || self.players[self.mover_of(ply)] == Who::Human
    }

    /// Takes back an ending that was declared, or else moves up to a person's last decision.
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

    /// Plays again what was taken back, up to a person's next decision. Says how many moves.
    pub fn redo(&mut self) -> usize {
        let target = self.redo_target().unwrap_or(self.cursor);
        let again = target - self.cursor;
        self.cursor = target;
        again
    }

    /// Takes back and forgets a player's latest move with all that followed it. Nothing happens if
    /// there is none.
    pub fn take_back(&mut self, player: Player) {
        let latest = (0..self.plies.len()).rev();
        if let Some(ply) = latest.into_iter().find(|ply| self.mover_of(*ply) == player) {
            self.cursor = ply;
            self.forget_later();
        }
    }

    /// The person who can give up, whatever position is looked at: the one to move at the end of the
    /// game, or the only one there is. `None` if the game has ended or no person plays.
    pub fn resigner(&self) -> Option<Player> {
        let mover = self.position_at(self.plies.len()).to_move();
        let is_person = |player: &Player| self.players[*player] == Who::Human;
        let person = [mover, mover.other()].into_iter().find(is_person);
        person.filter(|_| self.ended().is_none())
    }

    /// Gives up for the [`resigner`](Session::resigner), who is returned, and looks at the end of the
    /// game. Nothing happens if nobody can give up.
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

    /// The games of the match, with this one if it has ended.
    pub fn score(&self) -> Score {
        let mut score = self.before;
        if let Some(ending) = self.ended() {
            score.add(ending.outcome());
        }
        score
    }

    /// The games of the match before this one.
    pub fn score_before(&self) -> Score {
        self.before
    }

    /// Whether the game began in the usual start, with either player first.
    pub fn is_from_usual_start(&self) -> bool {
        let usual = self.variant().start(self.start.to_move());
        self.start.text() == usual.text()
    }

    /// The next game of the match. After a game that has ended the other player begins; if it was from
    /// a position that is not the usual start, the players exchange their seats there instead. A game
    /// that has not ended is begun again.
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

    /// The seat that a player of this game has in the [`next`](Session::next) one.
    pub fn next_seat(&self, player: Player) -> Player {
        if self.ended().is_some() && !self.is_from_usual_start() {
            player.other()
        } else {
            player
        }
    }

    /// The same game with the players' seats exchanged. What each has won goes with them.
    pub fn swap_players(&mut self) {
        mem::swap(&mut self.players.one, &mut self.players.two);
        mem::swap(&mut self.before.won.one, &mut self.before.won.two);
    }
}
