//! The board: a game in progress.

mod asking;
mod commands;
mod draw;
mod hand;
mod history;
mod preview;
mod said;
mod side;
mod touch;
mod typing;

use quintet_arena::{Contest, Puzzle, Record, Who};
use quintet_rules::PerPlayer;

use self::asking::{Insight, Levels};
use self::hand::Hand;
pub(crate) use self::history::Game;
use self::said::Said;
use self::touch::Step;
use self::typing::Input;
use crate::context::Context;

/// A position to be solved.
#[derive(Clone, Debug)]
pub(crate) struct Task {
    puzzle: Puzzle,
    /// What it is called.
    title: String,
    /// The number of the question for what the first move leads to.
    consequence: Option<u64>,
    /// The number of the question for the next puzzle.
    next: Option<u64>,
}

impl Task {
    pub(crate) fn new(puzzle: Puzzle, title: impl Into<String>) -> Self {
        Task {
            puzzle,
            title: title.into(),
            consequence: None,
            next: None,
        }
    }
}

/// What is played at a board.
#[derive(Clone, Debug)]
pub(crate) enum Kind {
    /// A game, which can be left and continued.
    Game,
    /// Another line of a game that was looked at. It is not kept, so that it takes no other game's place.
    Trial,
    /// A position to be solved.
    Puzzle(Task),
}

/// A game at the board.
#[derive(Debug)]
pub(crate) struct Board {
    game: Game,
    kind: Kind,
    hand: Hand,
    input: Input,
    said: Said,
    insight: Insight,
    levels: Levels,
}

impl Board {
    pub(crate) fn new(game: Game, kind: Kind) -> Self {
        Board {
            hand: Hand::new(game.position()),
            game,
            kind,
            input: Input::Command,
            said: Said::default(),
            insight: Insight::default(),
            levels: Levels::Free,
        }
    }

    /// The board of a record: to be played on, or looked at if it is over.
    pub(crate) fn of_record(record: &Record, context: &Context) -> Self {
        let mut board = Self::new(Game::of_record(record, context), Kind::Game);
        board.levels = board.levels_after_pause();
        board
    }

    /// A puzzle: the person finds the move, a perfect opponent answers.
    pub(crate) fn of_task(task: Task, context: &Context) -> Self {
        let start = task.puzzle.position.clone();
        let solver = start.to_move();
        let who = PerPlayer::from_fn(|player| {
            if player == solver {
                Who::Human
            } else {
                Who::Perfect
            }
        });
        let game = Game::new(Contest::new(start), who, context);
        let mut board = Self::new(game, Kind::Puzzle(task));
        board.said.say("One move alone keeps the win. Which?");
        board
    }

    /// Whether a game has begun and not ended, so that it would be a pity to lose it.
    pub(crate) fn is_unfinished(&self) -> bool {
        !self.game.is_over() && !self.game.plies().is_empty()
    }

    /// Whether the game is kept when the board is left.
    pub(crate) fn is_kept(&self) -> bool {
        matches!(self.kind, Kind::Game)
    }

    /// The record of the game as it stands.
    pub(crate) fn record(&self) -> Record {
        self.game.record()
    }

    fn task(&self) -> Option<&Task> {
        match &self.kind {
            Kind::Puzzle(task) => Some(task),
            Kind::Game | Kind::Trial => None,
        }
    }

    /// Where only levels play, they wait until the person says so.
    fn levels_after_pause(&self) -> Levels {
        if self.game.has_human() {
            Levels::Free
        } else {
            Levels::Paused
        }
    }

    /// Plays a move, or says why not.
    fn play(&mut self, entry: &str, context: &mut Context) {
        let mover = self.game.position().to_move();
        let played = match self.game.play(entry) {
            Ok(played) => played,
            Err(error) => return self.said.refuse(error.to_string()),
        };
        self.arrive();
        if self.game.who[mover] == Who::Human {
            self.said.notice.clear();
            self.said.say(played.confirmation);
        } else {
            let name = self.game.position().variant().name(mover);
            self.said.say(format!("{name} plays {}.", played.mv));
        }
        if let Some(notice) = played.notice {
            self.said.notice = notice;
        }
        if self.game.is_over() {
            // The ending says it all.
            self.said.say("");
        }
        self.judge(&played.mv, context);
    }

    /// The position is another one: what was begun in the old one is over.
    fn arrive(&mut self) {
        self.hand.arrive(self.game.position());
        if self.is_thinking() {
            self.levels = Levels::Free;
        }
    }

    fn undo(&mut self) {
        let undone = self.game.undo();
        self.levels = self.levels_after_pause();
        self.arrive();
        self.said.notice.clear();
        self.said.say(undone);
    }

    fn restart(&mut self) {
        let from = self.task().map(|task| task.puzzle.position.clone());
        self.game.restart(from);
        self.levels = Levels::Free;
        self.arrive();
        self.insight = self.insight.of_next_game();
        self.said = Said::default();
        self.said.say("A new game.");
    }

    /// An arrow: the cursor goes a step.
    fn go(&mut self, rows: isize, columns: isize) {
        self.hand.go(rows, columns);
        if self.said.is_refusal() {
            self.said.say("");
        }
    }

    /// Touches the cell under the cursor: a step of a move, or a reason why not.
    fn touch(&mut self, context: &mut Context) {
        match self.hand.step() {
            Step::Move(way) => {
                let mv = way.mv.clone();
                self.play(&mv, context);
            }
            Step::Part(_) => {
                self.hand.picked.push(self.hand.cursor);
                self.said.say("");
            }
            Step::Nothing => self.said.refuse(self.hand.why_not()),
        }
    }
}
