//! A game in progress at one screen. Every request contains the whole game.

use quintet_arena::{Ending, First, Library, Session, Who, caution};
use quintet_games::{Catalogue, Variant};
use quintet_rules::{PerPlayer, Player};
use serde::{Deserialize, Serialize};

use crate::named::{self, Beginner, Moves};
use crate::replay::{replayed, resign};
use crate::{Context, GameStep, Needs, Prepared, Request, RequestError, View, choice};

/// A game in progress, and what to do in it next.
#[derive(Clone, Debug, Default, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct ContinueSession {
    /// The id of a game.
    pub game: String,
    /// The board; the rule book's if it is left out.
    pub size: Option<String>,
    /// The position in which it began; the start if it is left out.
    pub start: Option<String>,
    /// Who began, if the start is left out; `"random"` begins a game with the player that the seed draws.
    pub first: Option<Beginner>,
    /// What was played.
    pub moves: Option<Moves>,
    /// How many of the moves have been made in the position that is looked at; all if it is left out.
    pub at: Option<usize>,
    /// Who plays, Player 1 first: `human` or another player of the catalogue; two people if it is left
    /// out.
    #[cfg_attr(feature = "schema", schema(schema_with = named::players_schema))]
    pub players: Option<[String; 2]>,
    /// Who has given up, if anyone.
    #[cfg_attr(feature = "schema", schema(minimum = 1, maximum = 2))]
    pub resigned: Option<u8>,
    /// Games of the match won before this one, Player 1 first.
    #[cfg_attr(feature = "schema", schema(min_items = 2, max_items = 2))]
    pub score: Option<[u32; 2]>,
    /// What to do.
    pub act: Option<Act>,
    /// Whether a player who is not a person then makes the move that is theirs.
    #[serde(default)]
    pub reply: bool,
    /// The seed of that move and of who begins by lot; drawn if it is left out.
    pub seed: Option<u64>,
}

/// What to do in a game.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "lowercase")]
pub enum Act {
    /// Play a move, in either spelling. It replaces the moves that followed.
    Play(String),
    /// Take back to a person's last decision, or a resignation.
    Undo,
    /// Play again what was taken back.
    Redo,
    /// Forget the moves that follow.
    Forget,
    /// Give up: the person to move at the end of the game, or the only one there is.
    Resign,
    /// Begin the next game of the match.
    Next,
}

/// A game in progress.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "schema", schema(as = Session))]
pub struct SessionDocument {
    /// The id of the game.
    pub game: &'static str,
    /// The board, such as `4x4`.
    pub size: String,
    /// The position in which it began; `null` if it is the usual start of the player who began.
    #[cfg_attr(feature = "schema", schema(required))]
    pub start: Option<String>,
    /// Who began.
    #[cfg_attr(feature = "schema", schema(minimum = 1, maximum = 2))]
    pub first: u8,
    /// Who plays, Player 1 first.
    #[cfg_attr(feature = "schema", schema(min_items = 2, max_items = 2))]
    pub players: [String; 2],
    /// That a level who plays can err, in words; `null` if the size is solved or no level plays.
    #[cfg_attr(feature = "schema", schema(required))]
    pub caution: Option<String>,
    /// Every move.
    pub plies: Vec<PlyDocument>,
    /// How many of them have been made in the position that is looked at.
    pub at: usize,
    /// Who has given up, if anyone.
    #[cfg_attr(feature = "schema", schema(required, minimum = 1, maximum = 2))]
    pub resigned: Option<u8>,
    /// Games of the match won before this one, Player 1 first.
    #[cfg_attr(feature = "schema", schema(min_items = 2, max_items = 2))]
    pub score_before: [u32; 2],
    /// Games of the match won, with this one if it has ended.
    #[cfg_attr(feature = "schema", schema(min_items = 2, max_items = 2))]
    pub score: [u32; 2],
    /// Whether the game has ended, whatever position is looked at.
    pub over: bool,
    /// Who has won, if anyone.
    #[cfg_attr(feature = "schema", schema(required, minimum = 1, maximum = 2))]
    pub winner: Option<u8>,
    /// How the game has ended, in words.
    #[cfg_attr(feature = "schema", schema(required))]
    pub ending: Option<String>,
    /// Who chooses the next move in the position that is looked at; `null` if there is none.
    #[cfg_attr(feature = "schema", schema(required))]
    pub chooses: Option<String>,
    /// Whether there is something to take back.
    pub can_undo: bool,
    /// Whether there is something to play again.
    pub can_redo: bool,
    /// The person who can give up, if anyone.
    #[cfg_attr(feature = "schema", schema(required, minimum = 1, maximum = 2))]
    pub can_resign: Option<u8>,
    /// What was done just now, in words; empty if nothing was.
    pub said: Vec<String>,
    /// The moves that were played just now: the person's, and the reply to it. Their views have no
    /// moves.
    pub played: Vec<GameStep>,
    /// The moves that gave way to another one just now, from the first that differs.
    pub replaced: Vec<String>,
    /// The position that is looked at.
    pub view: View,
}

/// A move of a game.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "schema", schema(as = Ply))]
pub struct PlyDocument {
    /// The move as the rule book spells it.
    #[serde(rename = "move")]
    pub mv: String,
    /// Who made it.
    #[cfg_attr(feature = "schema", schema(minimum = 1, maximum = 2))]
    pub player: u8,
    /// The cells that the move names.
    pub touches: Vec<usize>,
    /// Who made it and which it is, in words.
    pub sentence: String,
}

impl PlyDocument {
    /// Every move of a session.
    pub fn all(session: &Session) -> Vec<Self> {
        let ply = |n: usize| {
            let ply = &session.plies()[n];
            PlyDocument {
                mv: ply.mv.clone(),
                player: session.mover_of(n).number(),
                touches: ply.marks.clone(),
                sentence: session.sentence_of(n),
            }
        };
        (0..session.plies().len()).map(ply).collect()
    }
}

/// A session, and the effects of this request on it.
struct Course {
    session: Session,
    /// Who then makes the next move, if that is wanted.
    replies: Option<Who>,
    said: Vec<String>,
    played: Vec<GameStep>,
    replaced: Vec<String>,
}

impl Request for ContinueSession {
    type Response = SessionDocument;

    fn is_long(&self) -> bool {
        self.moves.as_ref().is_some_and(Moves::is_long)
    }

    fn read(self, catalogue: Catalogue) -> Result<Prepared<SessionDocument>, RequestError> {
        let first = named::first(self.first)?;
        let variant = named::variant(catalogue, &self.game, self.size.as_deref())?;
        // The lot is drawn with the answer: until then either player may begin.
        let beginners = match first {
            First::Player(player) => vec![player],
            First::Random => Player::BOTH.to_vec(),
        };
        let courses = beginners
            .into_iter()
            .map(|first| self.course(variant, first));
        let mut courses = courses.collect::<Result<Vec<_>, _>>()?;
        let needs = courses.iter().map(Course::needs);
        let needs = needs.max_by_key(|needs| !matches!(needs, Needs::Nothing));
        let seed = named::seed(self.seed)?;
        Ok(Prepared::new(
            needs.unwrap_or(Needs::Nothing),
            move |context| {
                let seed = seed.unwrap_or(context.seed);
                let drawn = usize::from(first.player(seed).number());
                let mut course = courses.swap_remove(courses.len().min(drawn) - 1);
                if let Some(who) = course.replies.take() {
                    course.reply(&who, seed, context)?;
                }
                Ok(course.document(&context.library))
            },
        ))
    }
}

impl ContinueSession {
    /// The session after what is to be done.
    fn course(&self, variant: &dyn Variant, first: Player) -> Result<Course, RequestError> {
        let mut course = Course::new(self.session(variant, first)?);
        if let Some(act) = &self.act {
            course.act(act)?;
        }
        let chooses = course.to_choose().filter(|_| self.reply);
        course.replies = chooses.filter(|who| **who != Who::Human).cloned();
        Ok(course)
    }

    /// The session as it is told.
    fn session(&self, variant: &dyn Variant, first: Player) -> Result<Session, RequestError> {
        let start = match &self.start {
            Some(text) => named::position(variant, text)?,
            None => variant.start(first),
        };
        let mut session = Session::new(start);
        if let Some([one, two]) = &self.players {
            session.players = PerPlayer {
                one: named::who(one, Who::ALL)?,
                two: named::who(two, Who::ALL)?,
            };
        }
        if let Some([one, two]) = self.score {
            session = session.after(quintet_arena::Score {
                won: PerPlayer { one, two },
                unfinished: 0,
            });
        }
        let mut session = replayed(session, self.moves.as_ref().unwrap_or(&Moves::default()))?;
        if let Some(resigned) = self.resigned {
            resign(&mut session, resigned)?;
        }
        session.go_to(self.at.unwrap_or(usize::MAX));
        Ok(session)
    }
}

impl Course {
    fn new(session: Session) -> Self {
        Course {
            session,
            replies: None,
            said: Vec::new(),
            played: Vec::new(),
            replaced: Vec::new(),
        }
    }

    /// What the reply needs.
    fn needs(&self) -> Needs {
        match &self.replies {
            Some(who) => choice::needs(who, self.session.position()),
            None => Needs::Nothing,
        }
    }

    fn act(&mut self, act: &Act) -> Result<(), RequestError> {
        let session = &mut self.session;
        match act {
            Act::Play(entry) => return self.play(entry),
            Act::Undo => self.said.push(session.undo().sentence()),
            Act::Redo => {
                if session.redo() > 0 {
                    self.said.push(Session::PLAYED_AGAIN.to_owned());
                }
            }
            Act::Forget => {
                let later = session.forget_later();
                self.replaced = later.into_iter().map(|ply| ply.mv).collect();
            }
            Act::Resign => {
                session.resign();
            }
            Act::Next => *session = session.next(),
        }
        Ok(())
    }

    fn play(&mut self, entry: &str) -> Result<(), RequestError> {
        named::check_length(self.session.cursor() + 1)?;
        let before: Vec<_> = self
            .session
            .plies()
            .iter()
            .map(|ply| ply.mv.clone())
            .collect();
        let at = self.session.cursor();
        self.session.play(entry)?;
        let is_replaced = before
            .get(at)
            .is_some_and(|mv| *mv != self.session.plies()[at].mv);
        if is_replaced {
            self.replaced = before[at..].to_vec();
        }
        let step = GameStep::of(&self.session, at, false);
        self.said.extend(self.session.last_move());
        self.said.extend(step.notice.clone());
        self.played.push(step);
        Ok(())
    }

    fn reply(&mut self, who: &Who, seed: u64, context: &Context) -> Result<(), RequestError> {
        let mv = choice::choose(who, self.session.position(), seed, context);
        self.play(&mv)
    }

    /// Who chooses the next move. A game may have no more moves than can be looked at.
    fn to_choose(&self) -> Option<&Who> {
        let has_room = self.session.cursor() < named::LONGEST_GAME;
        let (_, who) = self.session.to_choose().filter(|_| has_room)?;
        Some(who)
    }

    fn document(mut self, library: &Library) -> SessionDocument {
        let chooses = self.to_choose().map(|who| who.name().to_owned());
        if chooses.is_none() && self.session.is_open() {
            let most = named::LONGEST_GAME;
            let full = format!("The game has {most} moves and can have no more.");
            self.said.push(full);
        }
        let session = self.session;
        let variant = session.variant();
        let start = (!session.is_from_usual_start()).then(|| session.start().text());
        let resigned = session.ended().and_then(Ending::resigned);
        let score = |score: quintet_arena::Score| [score.won.one, score.won.two];
        SessionDocument {
            game: variant.id(),
            size: variant.size().to_string(),
            start,
            first: session.start().to_move().number(),
            players: Player::BOTH.map(|player| session.players[player].name().to_owned()),
            caution: caution(library.knows(variant), &session.players),
            plies: PlyDocument::all(&session),
            at: session.cursor(),
            resigned: resigned.map(Player::number),
            score_before: score(session.score_before()),
            score: score(session.score()),
            over: session.ended().is_some(),
            winner: session.outcome().map(|outcome| outcome.winner.number()),
            ending: session.ending(),
            chooses,
            can_undo: session.can_undo(),
            can_redo: session.redo_target().is_some(),
            can_resign: session.resigner().map(Player::number),
            said: self.said,
            played: self.played,
            replaced: self.replaced,
            view: View::of(session.position()),
        }
    }
}
