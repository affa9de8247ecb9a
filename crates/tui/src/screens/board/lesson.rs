//! A guided first game: one idea per step, each with a task.

use quintet_arena::{Session, Who};
use quintet_games::{AnyPosition, LessonStep, Listing, Task, Variant};
use quintet_rules::PerPlayer;

use super::{Board, Entry, Kind, Messages};

/// Progress in a lesson.
#[derive(Clone, Copy, Debug)]
pub(crate) struct LessonProgress {
    variant: &'static dyn Variant,
    steps: &'static [LessonStep],
    /// Index of the step.
    at: usize,
    /// True if its task is done.
    pub(super) is_done: bool,
}

impl LessonProgress {
    pub(super) fn step(&self) -> &'static LessonStep {
        &self.steps[self.at]
    }

    pub(super) fn is_first(&self) -> bool {
        self.at == 0
    }

    pub(super) fn is_last(&self) -> bool {
        self.at + 1 == self.steps.len()
    }

    /// Returns the position in the lesson, such as "step 2 of 7".
    pub(super) fn place(&self) -> String {
        format!("step {} of {}", self.at + 1, self.steps.len())
    }

    fn position(&self) -> Box<dyn AnyPosition> {
        let position = self.variant.position(self.step().position);
        position.expect("the positions of the catalogue are tested")
    }

    /// Returns the position as a game without replies.
    fn session(&self) -> Session {
        Session::new(self.position()).between(PerPlayer {
            one: Who::Human,
            two: Who::Perfect,
        })
    }

    /// True if a legal move is a wanted one.
    fn wants(&self, mv: &str) -> bool {
        match self.step().task {
            Task::Any => true,
            Task::One(moves) | Task::End(moves) => moves.contains(&mv),
            Task::Win(only, _) => only == mv,
            Task::Refused(_) => false,
        }
    }
}

impl Board {
    /// Returns the lesson of a game.
    pub(crate) fn of_lesson(listing: &Listing) -> Self {
        let course = LessonProgress {
            variant: listing.standard(),
            steps: listing.lesson,
            at: 0,
            is_done: false,
        };
        Self::new(course.session(), 0, Kind::Lesson(course))
    }

    pub(super) fn course(&self) -> Option<&LessonProgress> {
        match &self.kind {
            Kind::Lesson(course) => Some(course),
            Kind::Game | Kind::Trial | Kind::Retry(_) | Kind::Puzzle(_) => None,
        }
    }

    /// Returns the id of the game whose lesson was finished on this board.
    pub(crate) fn finished_lesson(&self) -> Option<&'static str> {
        let course = self.course()?;
        (course.is_done && course.is_last()).then(|| course.variant.id())
    }

    /// Moves by a number of steps; 0 restarts the step.
    pub(super) fn go_in_lesson(&mut self, steps: isize) {
        let Kind::Lesson(course) = &mut self.kind else {
            return;
        };
        let reply = match course.step().task {
            Task::Win(_, reply) if steps == 1 => Some(reply),
            _ => None,
        };
        let last = course.steps.len() - 1;
        course.at = course.at.saturating_add_signed(steps).min(last);
        course.is_done = false;
        self.session = course.session();
        self.entry = Entry::new(self.session.position());
        self.messages = Messages::default();
        if let Some(reply) = reply {
            let opponent = self.session.variant().name(quintet_rules::Player::Two);
            let reply = self.session.position().name_move(reply);
            self.messages.info(format!("{opponent} plays {reply}."));
        }
    }

    /// Handles a move in a lesson: praised if it is wanted, otherwise not played.
    pub(super) fn play_in_lesson(&mut self, course: &LessonProgress, entry: &str) {
        let position = self.session.position();
        let mut session = self.session.clone();
        if let Err(why) = session.play(entry) {
            let is_wanted = match course.step().task {
                Task::Refused(wanted) => position.marks(entry) == position.marks(wanted),
                _ => false,
            };
            return self.refuse_in_lesson(why.to_string(), is_wanted);
        }
        let played = session.played().last();
        if !played.is_some_and(|played| course.wants(&played.mv)) {
            let otherwise = match course.step().otherwise {
                "" => "That is legal, but try something else this time.",
                otherwise => otherwise,
            };
            self.entry.picked.clear();
            return self.messages.error(otherwise);
        }
        self.session = session;
        self.arrive();
        self.praise("");
    }

    /// Handles a refused touch, which may be the task.
    pub(super) fn refuse_touch(&mut self) {
        let why = self.entry.why_not();
        let touched = self.entry.touched();
        let refused = self
            .course()
            .map(|course| course.step().refused(self.session.position()));
        let is_wanted = refused.is_some_and(|refused| refused == touched);
        self.refuse_in_lesson(why, is_wanted);
    }

    fn refuse_in_lesson(&mut self, why: String, is_wanted: bool) {
        if is_wanted {
            self.praise(&why);
        } else {
            self.messages.error(why);
        }
    }

    /// Completes the task; `why` is the refusal, if that was the task.
    fn praise(&mut self, why: &str) {
        if let Kind::Lesson(course) = &mut self.kind {
            course.is_done = true;
            self.messages.notice = why.to_owned();
            self.messages.info(course.step().praise);
        }
    }
}
