//! The end of a rush: the result, and the missed puzzles to look at again.

use crossterm::event::MouseEvent;
use quintet_arena::Puzzle;
use quintet_games::{Scene, count};
use ratatui::Frame;
use ratatui::layout::Constraint::{Fill, Length};
use ratatui::layout::{Layout, Rect};
use ratatui::style::Style;
use ratatui::text::{Line, Span};

use super::new_rush;
use crate::context::Context;
use crate::keys::{Action, Binding, Commands, binding, direction};
use crate::screens::board::Board;
use crate::screens::page::Page;
use crate::screens::panel::{List, Panel, SMALL_CELL, draw_board, draw_lines};
use crate::screens::{Next, Screen, View};
use crate::text::{paragraph, title_of};

/// The screen after a rush.
#[derive(Debug)]
pub(crate) struct RushReport {
    text: String,
    /// The missed puzzles and their boards.
    missed: Vec<(Puzzle, Scene)>,
    list: List,
}

/// A command of the screen.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Command {
    Open,
    Up,
    Down,
    Rush,
    Help,
    Close,
}

pub(crate) const KEYS: &[Binding<Command>] = &[
    binding(Command::Open, &[Action::Choose], "try it again"),
    direction(Command::Up, &[Action::Up], "puzzle above"),
    direction(Command::Down, &[Action::Down], "puzzle below"),
    binding(Command::Rush, &[Action::Rush], "another rush"),
    binding(Command::Help, &[Action::Help], "help"),
    binding(Command::Close, &[Action::Quit, Action::Back], "close"),
];

impl RushReport {
    /// Records the result of a rush and reports it. `before` is the rating before the rush.
    pub(crate) fn new(
        solved: u32,
        missed: Vec<Puzzle>,
        before: i32,
        context: &mut Context,
    ) -> Self {
        let progress = &mut context.saved.puzzles;
        let best = if progress.record_rush(solved) {
            "A new best!".to_owned()
        } else {
            format!("Your best is {}.", progress.best_rush)
        };
        let rating = progress.rush.rating;
        let solved = count(solved as usize, "puzzle");
        let text = format!(
            "The rush is over: {solved} solved. {best} Your rush rating is {rating} ({:+}).",
            rating - before
        );
        let missed = missed.into_iter().map(|puzzle| {
            let scene = puzzle.position.scene();
            (puzzle, scene)
        });
        RushReport {
            text,
            missed: missed.collect(),
            list: List::default(),
        }
    }

    fn open(&self, context: &mut Context) -> Next {
        match self.missed.get(self.list.selected) {
            Some((puzzle, _)) => {
                let board = Board::of_missed_puzzle(puzzle.clone(), context);
                Next::Open(Box::new(board))
            }
            None => Next::Stay,
        }
    }
}

impl Commands for RushReport {
    type Command = Command;

    fn bindings(&self) -> &'static [Binding<Command>] {
        KEYS
    }

    fn is_available(&self, command: Command) -> bool {
        match command {
            Command::Open => !self.missed.is_empty(),
            Command::Up => self.list.selected > 0,
            Command::Down => self.list.selected + 1 < self.missed.len(),
            Command::Rush | Command::Help | Command::Close => true,
        }
    }

    fn run(&mut self, command: Command, context: &mut Context) -> Next {
        match command {
            Command::Open => return self.open(context),
            Command::Up => self.list.step(-1, self.missed.len()),
            Command::Down => self.list.step(1, self.missed.len()),
            Command::Rush => return Next::Puzzle(new_rush(context)),
            Command::Help => return Next::Open(Box::new(Page::help(self, context))),
            Command::Close => return Next::Close,
        }
        Next::Stay
    }
}

impl Screen for RushReport {
    fn draw(&self, view: View, area: Rect, frame: &mut Frame) {
        let look = view.look;
        let title = Line::styled("Rush", look.title());
        let middle = view.frame(title, area, frame);
        let width = usize::from(area.width) - 2;
        let text = paragraph(&self.text, width, 1, look.right());
        let heights = [Length(1), Length(text.len() as u16 + 1), Fill(1)];
        let [_, above, lower] = Layout::vertical(heights).areas(middle);
        draw_lines(text, above, frame);
        let Some((puzzle, scene)) = self.missed.get(self.list.selected) else {
            let text = "You missed no puzzles.";
            draw_lines(paragraph(text, width, 1, Style::new()), lower, frame);
            return;
        };
        let [left, right] = Layout::horizontal([Length(30), Fill(1)]).areas(lower);
        let list = Panel::new("Missed").focused(true).draw(look, left, frame);
        let row = |(puzzle, _): &(Puzzle, Scene)| {
            let name = puzzle.position.variant().listing().name;
            Line::from(vec![
                Span::raw(format!(" {name:<18}")),
                Span::styled(puzzle.grade().name(), look.quiet()),
            ])
        };
        let rows: Vec<Line> = self.missed.iter().map(row).collect();
        self.list.draw(&rows, look, list, frame);
        let title = title_of(puzzle.position.variant());
        let board = Panel::new(&title).draw(look, right, frame);
        draw_board(scene, &[], SMALL_CELL, look, board, frame);
    }

    fn mouse(&mut self, mouse: MouseEvent, context: &mut Context) -> Next {
        if self.list.mouse(mouse) {
            return self.open(context);
        }
        Next::Stay
    }
}
