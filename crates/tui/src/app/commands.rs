//! What commands do that lead from one screen to another.

use quintet_arena::Contest;

use super::{App, Screen, Sought};
use crate::keys::Command;
use crate::screens::board::Board;
use crate::screens::page::Page;
use crate::screens::prompt::Prompt;
use crate::screens::review::ReviewScreen;
use crate::thinker::Question;

impl App {
    pub(super) fn obey(&mut self, command: Command) {
        if let Some(page) = &mut self.page {
            match command {
                Command::Back => self.page = None,
                command => page.obey(command),
            }
            return;
        }
        match (self.screen, command) {
            (_, Command::Help) => {
                let help = Page::help(self.table(), |command| self.is_possible(command), self.look);
                self.page = Some(help);
            }
            (_, Command::Home) => self.go_home(),
            (Screen::Home, command) => self.obey_home(command),
            (Screen::Game | Screen::Puzzle, Command::Review) => self.open_review(),
            (Screen::Game | Screen::Puzzle, Command::Next) => self.next_puzzle(),
            (Screen::Game | Screen::Puzzle, command) => {
                if let Some((board, outbox)) = self.board_and_outbox() {
                    board.obey(command, outbox);
                }
            }
            (Screen::Review, Command::PlayFromHere) => self.play_from_here(),
            (Screen::Review, command) => {
                if let Some(review) = &mut self.review {
                    review.obey(command);
                }
            }
        }
    }

    fn go_home(&mut self) {
        self.screen = Screen::Home;
        self.review = None;
        self.home.message = match &self.game {
            Some(board) if board.is_unfinished() => {
                "Your game is not finished: c continues it.".to_owned()
            }
            _ => String::new(),
        };
    }

    fn obey_home(&mut self, command: Command) {
        let was_asked_once = std::mem::take(&mut self.is_asked_once);
        let is_pity = self.game.as_ref().is_some_and(Board::is_unfinished);
        if self.sought.is_none() {
            self.home.message.clear();
        }
        match command {
            Command::Act if is_pity && !was_asked_once => {
                self.is_asked_once = true;
                self.home.message =
                    "Your unfinished game would be lost: enter again begins a new one, c continues it."
                        .to_owned();
            }
            Command::Act => self.begin(),
            Command::Continue => {
                self.sought = None;
                self.screen = Screen::Game;
                // Whoever is to move goes on.
                if let Some((board, outbox)) = self.board_and_outbox() {
                    board.settle(outbox);
                }
            }
            Command::Rules => {
                let listing = self.home.listing();
                self.page = Some(Page::new(
                    format!("The rules of {}", listing.name),
                    listing.rules,
                ));
            }
            Command::Open => self.opening = Some(Prompt::new("Open the record:", "")),
            Command::Puzzle => self.next_puzzle(),
            Command::Daily => {
                let seed = self
                    .date
                    .bytes()
                    .fold(0_u64, |seed, byte| seed.wrapping_mul(31) + u64::from(byte));
                self.seek_puzzle(seed, format!("Puzzle of {}", self.date));
            }
            Command::Stop => {
                self.sought = None;
                self.home.message.clear();
            }
            Command::Quit => self.is_done = true,
            command => self.home.obey(command),
        }
    }

    /// Begins a game as chosen.
    fn begin(&mut self) {
        self.seed = self.seed.wrapping_add(1);
        let start = self.home.variant().start(self.home.begins.first(self.seed));
        let who = self.home.who;
        self.sought = None;
        self.show(Board::new(
            Contest::new(start),
            who,
            self.seed,
            self.date.clone(),
        ));
    }

    /// Shows a board, in place of the last game or puzzle.
    pub(super) fn show(&mut self, mut board: Board) {
        board.settle(&mut self.outbox);
        self.home.message.clear();
        if board.is_task() {
            self.puzzle = Some(board);
            self.screen = Screen::Puzzle;
        } else {
            self.game = Some(board);
            self.screen = Screen::Game;
        }
    }

    fn next_puzzle(&mut self) {
        self.seed = self.seed.wrapping_add(1);
        self.seek_puzzle(self.seed, "Puzzle".to_owned());
    }

    fn seek_puzzle(&mut self, seed: u64, title: String) {
        let of_board = self.board().map(|board| board.position().variant());
        let variant = of_board.unwrap_or_else(|| self.home.variant());
        let id = self.outbox.ask(Question::Puzzle { variant, seed });
        self.sought = Some(Sought { id, title });
    }

    fn open_review(&mut self) {
        if let Some(board) = self.board() {
            let (record, is_task) = (board.record(), board.is_task());
            let open = self.outbox.ask(Question::Review(Box::new(record.clone())));
            self.review = Some(ReviewScreen::new(record, is_task, open));
            self.screen = Screen::Review;
        }
    }

    fn play_from_here(&mut self) {
        let Some(review) = self.review.take() else {
            return;
        };
        let reviewed = if review.is_task {
            &self.puzzle
        } else {
            &self.game
        };
        let Some(reviewed) = reviewed else { return };
        let contest = review.contest_from_here();
        let board = Board::new(contest, reviewed.who(), self.seed, self.date.clone())
            .with_score_before(reviewed);
        self.show(board);
    }
}
