//! The board: a game in progress.

mod commands;
mod draw;
mod entry;
mod input;
mod lesson;
mod marks;
mod messages;
mod puzzle;
mod requests;
mod retry;
mod rush;
mod side;

use quintet_arena::{Record, Session, Step, Who, better_side};
use quintet_games::Variant;
use quintet_rules::{PerPlayer, Player};

use self::commands::Command;
pub(crate) use self::commands::{KEYS, LESSON, RETRY};
use self::entry::Entry;
use self::input::Input;
use self::lesson::LessonProgress;
use self::messages::Messages;
pub(crate) use self::puzzle::PUZZLE;
use self::puzzle::Task;
use self::requests::Levels;
pub(crate) use self::retry::{Mistake, Retry};
pub(crate) use self::rush::RUSH;
use super::insight::Insight;
use super::side::Side;
use crate::context::Context;

/// The kind of game on a board.
#[derive(Clone, Debug)]
pub(crate) enum Kind {
    /// A game that can be left and continued.
    Game,
    /// A variation of a reviewed game. It is not saved, so that it does not replace another game.
    Trial,
    /// A guided first game.
    Lesson(LessonProgress),
    /// Mistakes that are tried again.
    Retry(Retry),
    /// A puzzle.
    Puzzle(Box<Task>),
}

/// The screen of a game.
#[derive(Debug)]
pub(crate) struct Board {
    session: Session,
    /// Seed of the levels' random choices.
    seed: u64,
    kind: Kind,
    entry: Entry,
    input: Input,
    messages: Messages,
    insight: Insight,
    levels: Levels,
    side: Side<Command>,
    /// The number of times that a new game was started on this board.
    round: u32,
}

impl Board {
    pub(crate) fn new(session: Session, seed: u64, kind: Kind) -> Self {
        Board {
            entry: Entry::new(session.position()),
            session,
            seed,
            kind,
            input: Input::Command,
            messages: Messages::default(),
            insight: Insight::default(),
            levels: Levels::Free,
            side: Side::default(),
            round: 0,
        }
    }

    /// Creates a game of a person against `easy`, from the side with the better prospects.
    pub(crate) fn against_easy(variant: &'static dyn Variant, context: &mut Context) -> Self {
        let mut players = PerPlayer::from_fn(|_| Who::Easy);
        players[better_side(variant, Player::One)] = Who::Human;
        let session = Session::new(variant.start(Player::One)).between(players);
        Self::new(session, context.next_seed(), Kind::Game)
    }

    /// Creates a board from a record, to continue or, if the game is over, to look at.
    pub(crate) fn of_record(record: &Record, context: &Context) -> Self {
        let seed = record.seed.unwrap_or(context.seed);
        let mut board = Self::new(record.session().clone(), seed, Kind::Game);
        board.levels = board.levels_after_pause();
        board
    }

    /// Replaces a player; the new one waits for the user to continue.
    pub(crate) fn seat(&mut self, player: Player, who: Who) {
        self.session.players[player] = who;
        self.levels = self.levels_after_pause();
    }

    /// Returns the game.
    pub(crate) fn session(&self) -> &Session {
        &self.session
    }

    /// True for a game that is stored.
    pub(crate) fn is_game(&self) -> bool {
        matches!(self.kind, Kind::Game)
    }

    /// Increases with each new game on this board.
    pub(crate) fn round(&self) -> u32 {
        self.round
    }

    /// Returns the record to store: the whole game if it has ended, otherwise the moves up to the current position.
    /// `None` before the first move.
    pub(crate) fn stored_record(&self, context: &Context) -> Option<Record> {
        let mut session = self.session.clone();
        if session.ended().is_some() {
            session.go_to(usize::MAX);
        } else {
            session.forget_later();
        }
        let record = |session| Record::of_left(session, Some(self.seed), context.date.clone());
        (session.cursor() > 0).then(|| record(session))
    }

    /// Returns the record of the game up to the current position.
    pub(crate) fn record(&self, context: &Context) -> Record {
        let mut session = self.session.clone();
        session.forget_later();
        Record::of_left(session, Some(self.seed), context.date.clone())
    }

    /// True if values are from the user's perspective: the user is the player to move.
    fn is_viewers_turn(&self) -> bool {
        self.session.is_persons_turn() || !self.session.has_person()
    }

    /// True if the user is to move.
    fn may_move(&self) -> bool {
        let is_done = self.course().is_some_and(|course| course.is_done);
        let is_judged = |retry: &Retry| retry.is_done || retry.judging.is_some();
        let is_idle = |task: &Task| !task.may_move(&self.session);
        self.session.is_persons_turn()
            && !is_done
            && !self.retry().is_some_and(is_judged)
            && !self.task().is_some_and(is_idle)
    }

    /// In games between levels, they wait for the user to continue.
    fn levels_after_pause(&self) -> Levels {
        if self.session.has_person() {
            Levels::Free
        } else {
            Levels::Paused
        }
    }

    /// Plays a move, or shows why it is illegal.
    fn play(&mut self, entry: &str, context: &mut Context) {
        if let Kind::Lesson(course) = self.kind {
            return self.play_in_lesson(&course, entry);
        }
        if let Kind::Retry(_) = self.kind {
            return self.try_again(entry, context);
        }
        if self.play_in_rush(entry, context) {
            return;
        }
        let is_persons = self.session.is_persons_turn();
        let played = match self.session.play(entry) {
            Ok(played) => played.clone(),
            Err(error) => return self.messages.error(error.to_string()),
        };
        self.arrive();
        if is_persons {
            self.messages.notice.clear();
            self.messages.info(played.confirmation);
        } else {
            self.messages
                .info(self.session.last_move().unwrap_or_default());
        }
        if let Some(notice) = played.notice {
            self.messages.notice = notice;
        }
        if !self.session.is_open() {
            // The ending needs no further message.
            self.messages.info("");
        }
        self.judge_first_move(context);
    }

    /// Resets the entry because the position changed.
    fn arrive(&mut self) {
        self.entry.arrive(self.session.position());
        self.insight.reset_reason();
        self.side.reset();
        if self.is_thinking() {
            self.levels = Levels::Free;
        }
    }

    fn undo(&mut self) {
        let undone = self.session.undo();
        self.levels = self.levels_after_pause();
        self.arrive();
        self.messages.notice.clear();
        self.messages.info(undone.sentence());
    }

    /// Goes to the position after a number of moves. Computer players wait there for the user.
    fn go_to_move(&mut self, plies: usize) {
        self.session.go_to(plies);
        self.levels = if self.level_to_move().is_some() {
            Levels::Paused
        } else {
            self.levels_after_pause()
        };
        self.arrive();
        self.messages.notice.clear();
        self.messages.info("");
    }

    /// Starts the next game of the match.
    fn restart(&mut self) {
        self.session.forget_later();
        self.session = self.session.next();
        let said = format!("A new game. {}", self.session.begins());
        self.round += 1;
        self.seed = self.seed.wrapping_add(1);
        self.levels = Levels::Free;
        self.arrive();
        self.insight = Insight::default();
        self.messages = Messages::default();
        self.messages.info(said);
    }

    /// Moves the cursor by an arrow key.
    fn go(&mut self, rows: isize, columns: isize) {
        self.entry.go(rows, columns);
        if self.messages.is_error {
            self.messages.info("");
        }
    }

    /// Touches the cell at the cursor: a step of a move, or a refusal.
    fn touch(&mut self, context: &mut Context) {
        match self.entry.step() {
            Step::Move(listed) => {
                let mv = listed.text.clone();
                self.play(&mv, context);
            }
            Step::Part => {
                self.entry.pick();
                self.messages.info("");
            }
            Step::Nothing => self.refuse_touch(),
        }
    }
}
