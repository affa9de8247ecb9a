//! What the tools do.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use quintet_api::{
    Act, AnalysisDocument, Analyze, AnyRequest, ContinueSession, DescribeGame, ListGames,
    RecordText, RecordedGame, Request, RequestError, ReviewGame, SessionDocument, kind,
};
use quintet_arena::{Dice, Who, legal_moves};
use quintet_games::{AnyPosition, Catalogue, escape};
use quintet_rules::Player;
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::{Map, Value};

use crate::answers::{Answers, today};
use crate::games::{Game, Games, SharedGame, made, new_id, seated};
use crate::schema::without_drawing;
use crate::tool::{Begin, GameDocument, HintDocument, Nothing, Play, Tool, WhichGame, WhichRules};

/// The arguments of a tool.
pub(crate) type Arguments = Map<String, Value>;

/// What is offered to assistants: the games in progress, and whether the truth is told.
pub struct Offer {
    /// The games in progress.
    pub games: Games,
    /// Whether tools tell what positions and moves are worth. Without it an assistant can be measured.
    pub has_truth: bool,
}

/// Does what one client asks for.
pub(crate) struct Desk {
    offer: Arc<Offer>,
    answers: Box<dyn Answers>,
    /// The ids of the games that the client has begun.
    begun: Mutex<Vec<String>>,
}

/// What a tool comes to: lines for a person, and a document.
pub(crate) struct ToolResult {
    pub(crate) text: String,
    pub(crate) document: Value,
}

/// A text that a client can read.
pub(crate) struct Page {
    pub(crate) address: String,
    pub(crate) title: String,
    pub(crate) kind: &'static str,
}

/// The beginning of the address of a page of rules.
const RULES: &str = "quintet://rules/";

/// The addresses of all pages, with what is to be filled in.
pub(crate) const ADDRESSES: [(&str, &str, &str); 2] = [
    (
        "quintet://rules/{game}",
        "The rules of a game",
        "text/markdown",
    ),
    (
        "quintet://games/{id}/record",
        "The record of a game in progress",
        "text/plain",
    ),
];

/// The address of the record of a game.
fn record_address(id: &str) -> String {
    format!("quintet://games/{id}/record")
}

impl ToolResult {
    fn new(text: impl Into<String>, document: &impl Serialize) -> Self {
        let mut document = serde_json::to_value(document).expect("a document can be written");
        without_drawing(&mut document);
        ToolResult {
            text: text.into(),
            document,
        }
    }
}

impl Desk {
    pub(crate) fn new(offer: Arc<Offer>, answers: Box<dyn Answers>) -> Self {
        Desk {
            offer,
            answers,
            begun: Mutex::default(),
        }
    }

    async fn answer<Q: Request + Send + 'static>(
        &self,
        question: Q,
    ) -> Result<Q::Response, RequestError> {
        let (question, answer) = AnyRequest::new(question);
        self.answers.answer(question).await?;
        Ok(answer.take())
    }

    /// The games that can be begun.
    pub(crate) fn catalogue(&self) -> Catalogue {
        self.answers.catalogue()
    }

    /// The tools that are offered.
    pub(crate) fn tools(&self) -> impl Iterator<Item = Tool> {
        let has_truth = self.offer.has_truth;
        let is_offered = move |tool: &Tool| has_truth || !tool.tells_truth();
        Tool::ALL.into_iter().filter(is_offered)
    }

    /// Does what a tool is for. The game stays as it was if that is refused or no longer waited for.
    pub(crate) async fn call(
        &self,
        tool: Tool,
        arguments: Arguments,
    ) -> Result<ToolResult, RequestError> {
        match tool {
            Tool::ListGames => {
                let Nothing {} = read(arguments)?;
                self.list_games().await
            }
            Tool::Rules => self.rules(read(arguments)?).await,
            Tool::NewGame => self.new_game(read(arguments)?).await,
            Tool::Play => self.play(read(arguments)?).await,
            Tool::State => self.state(&self.game(arguments)?).await,
            Tool::LegalMoves => self.legal_moves(&self.game(arguments)?).await,
            Tool::TakeBack => self.take_back(&self.game(arguments)?).await,
            Tool::Analyze => self.analyze(&self.game(arguments)?).await,
            Tool::Hint => self.hint(&self.game(arguments)?).await,
            Tool::Review => self.review(&self.game(arguments)?).await,
        }
    }

    /// The game whose id is the only argument.
    fn game(&self, arguments: Arguments) -> Result<SharedGame, RequestError> {
        let WhichGame { id } = read(arguments)?;
        self.offer.games.find(&id)
    }

    async fn list_games(&self) -> Result<ToolResult, RequestError> {
        let found = self.answer(ListGames {}).await?;
        let mut lines: Vec<_> = found
            .games
            .iter()
            .map(|game| {
                let sizes = game.sizes.join(", ");
                format!("{}: {} Sizes: {sizes}.", game.id, game.summary)
            })
            .collect();
        let levels: Vec<_> = Who::ALL[1..].iter().map(Who::name).collect();
        lines.push(format!("Opponents: {}.", levels.join(", ")));
        Ok(ToolResult::new(lines.join("\n"), &found))
    }

    async fn rules(&self, which: WhichRules) -> Result<ToolResult, RequestError> {
        let page = self.answer(DescribeGame { game: which.game });
        let page = page.await?;
        Ok(ToolResult::new(page.rules, &page))
    }

    async fn new_game(&self, begin: Begin) -> Result<ToolResult, RequestError> {
        let seat = begin.seat.map_or(Ok(Player::One), quintet_api::player)?;
        let opponent = begin.opponent.as_deref().unwrap_or(Who::Medium.name());
        if opponent == Who::Human.name() {
            let detail = "the opponent is a level: list_games names them";
            return Err(RequestError::new(kind::BAD_REQUEST, detail));
        }
        let seed = begin.seed.unwrap_or_else(Dice::unforeseen_seed);
        let told = ContinueSession {
            game: begin.game,
            size: begin.size,
            first: begin.first,
            players: Some(seated(seat, opponent)),
            seed: Some(seed),
            ..ContinueSession::default()
        };
        let started = self.answer(told.clone()).await?;
        self.answers.admit_game()?;
        let mut game = Game {
            id: new_id(),
            seat,
            seed,
            date: today(),
            told: ContinueSession {
                // Who begins by lot is drawn once.
                first: None,
                start: Some(started.view.position),
                ..told
            },
        };
        let question = game.with_reply(game.told.clone(), 0);
        let document = self.answer(question).await?;
        game.set(&document);
        let answer = self.showing(&game, document, true)?;
        let id = game.id.clone();
        self.offer.games.keep(game);
        self.begun().push(id);
        Ok(answer)
    }

    async fn state(&self, game: &SharedGame) -> Result<ToolResult, RequestError> {
        let game = game.lock().await;
        let document = self.answer(game.told.clone()).await?;
        self.showing(&game, document, true)
    }

    async fn legal_moves(&self, game: &SharedGame) -> Result<ToolResult, RequestError> {
        let game = game.lock().await;
        let document = self.answer(game.told.clone()).await?;
        let position = self.position_of(&document)?;
        Ok(ToolResult::new(moves_of(&*position), &document.view))
    }

    async fn play(&self, play: Play) -> Result<ToolResult, RequestError> {
        let game = self.offer.games.find(&play.id)?;
        let mut game = game.lock().await;
        let told = ContinueSession {
            act: Some(Act::Play(play.mv)),
            ..game.told.clone()
        };
        // The reply comes after the move.
        let question = game.with_reply(told, game.plies() + 1);
        let document = match self.answer(question).await {
            Ok(document) => document,
            Err(refusal) => return Err(self.with_moves(&game, refusal).await),
        };
        let answer = self.showing(&game, document.clone(), false)?;
        game.set(&document);
        Ok(answer)
    }

    /// The refusal of a move, with those that are legal.
    async fn with_moves(&self, game: &Game, refusal: RequestError) -> RequestError {
        let is_move = [kind::ILLEGAL_MOVE.name, kind::NOT_A_MOVE.name].contains(&refusal.name);
        let position = match self.answer(game.told.clone()).await {
            Ok(document) if is_move => self.position_of(&document),
            _ => return refusal,
        };
        match position {
            Ok(position) => {
                let detail = format!("{}\n\n{}", refusal.detail, moves_of(&*position));
                RequestError { detail, ..refusal }
            }
            Err(_) => refusal,
        }
    }

    async fn take_back(&self, game: &SharedGame) -> Result<ToolResult, RequestError> {
        let mut game = game.lock().await;
        let undo = ContinueSession {
            act: Some(Act::Undo),
            ..game.told.clone()
        };
        let undone = self.answer(undo).await?;
        if undone.at == game.plies() {
            return Err(RequestError::new(kind::BAD_REQUEST, undone.said.join(" ")));
        }
        let before = ContinueSession {
            moves: Some(made(&undone)),
            ..game.told.clone()
        };
        let mut document = self.answer(before).await?;
        document.said = undone.said;
        let answer = self.showing(&game, document.clone(), false)?;
        game.set(&document);
        Ok(answer)
    }

    async fn analyze(&self, game: &SharedGame) -> Result<ToolResult, RequestError> {
        let analysis = self.explained(game).await?;
        Ok(ToolResult::new(analysis.to_string(), &analysis))
    }

    async fn hint(&self, game: &SharedGame) -> Result<ToolResult, RequestError> {
        let analysis = self.explained(game).await?;
        let hint = HintDocument {
            hint: analysis.hint.unwrap_or_default(),
            hinted: analysis.hinted,
        };
        Ok(ToolResult::new(hint.hint.clone(), &hint))
    }

    /// All that is known about the position of a game.
    async fn explained(&self, game: &SharedGame) -> Result<AnalysisDocument, RequestError> {
        let game = game.lock().await;
        let document = self.answer(game.told.clone()).await?;
        let question = Analyze {
            game: document.game.to_owned(),
            size: Some(document.size),
            position: Some(document.view.position),
            moves: None,
            explain: true,
            quick: false,
        };
        self.answer(question).await
    }

    async fn review(&self, game: &SharedGame) -> Result<ToolResult, RequestError> {
        let record = game.lock().await.record(self.catalogue())?.to_string();
        let told = RecordedGame::Record(RecordText { record });
        let review = self.answer(ReviewGame(told)).await?;
        Ok(ToolResult::new(review.to_string(), &review))
    }

    /// The pages that the client may want to know: all rules, and the records of its games.
    pub(crate) fn pages(&self) -> Vec<Page> {
        let rules = self.catalogue().iter().map(|listing| Page {
            address: format!("{RULES}{}", listing.id),
            title: format!("Rules of {}", listing.name),
            kind: ADDRESSES[0].2,
        });
        let begun = self.begun();
        let records = begun.iter().map(|id| Page {
            address: record_address(id),
            title: format!("Record of game {id}"),
            kind: ADDRESSES[1].2,
        });
        rules.chain(records).collect()
    }

    /// The text of a page, and what kind of text it is.
    pub(crate) async fn page(&self, address: &str) -> Result<(String, &'static str), RequestError> {
        if let Some(game) = address.strip_prefix(RULES) {
            let listing = quintet_api::listing(self.catalogue(), game)?;
            return Ok((listing.rules.to_owned(), ADDRESSES[0].2));
        }
        let id = address.strip_prefix("quintet://games/");
        let id = id.and_then(|rest| rest.strip_suffix("/record"));
        let id = id.ok_or_else(|| {
            let detail = format!("there is no resource '{}'", escape(address));
            RequestError::new(kind::NOT_FOUND, detail)
        })?;
        let game = self.offer.games.find(id)?;
        let record = game.lock().await.record(self.catalogue())?;
        Ok((record.to_string(), ADDRESSES[1].2))
    }

    /// The ids of the games that the client has begun and that are still there.
    fn begun(&self) -> MutexGuard<'_, Vec<String>> {
        let mut begun = self.begun.lock().unwrap_or_else(PoisonError::into_inner);
        begun.retain(|id| self.offer.games.has(id));
        begun
    }

    /// A game as a person at a terminal would see it, and as a document; with who plays, or with what was done only.
    fn showing(
        &self,
        game: &Game,
        document: SessionDocument,
        is_whole: bool,
    ) -> Result<ToolResult, RequestError> {
        let position = self.position_of(&document)?;
        let mut paragraphs = Vec::new();
        if is_whole {
            let variant = position.variant();
            let (you, other) = (variant.name(game.seat), variant.name(game.seat.other()));
            let who = &document.players[usize::from(game.seat.other().number()) - 1];
            let id = &game.id;
            let mut lines = vec![format!(
                "{variant:?}, game {id}: you are {you}, {other} is {who}."
            )];
            lines.extend(document.level_warning.clone());
            paragraphs.push(lines.join("\n"));
        }
        if !document.said.is_empty() {
            paragraphs.push(document.said.join("\n"));
        }
        let next = match (&document.ending, &document.chooses) {
            (Some(ending), _) => ending.clone(),
            (None, Some(_)) => format!("{}\n{}", document.view.prompt, document.view.how),
            (None, None) => String::new(),
        };
        paragraphs.push(format!("{}\n{next}", position.drawing()));
        let document = GameDocument {
            id: game.id.clone(),
            seat: game.seat.number(),
            seed: game.seed,
            record: record_address(&game.id),
            session: document,
        };
        Ok(ToolResult::new(paragraphs.join("\n\n"), &document))
    }

    /// The position that a document shows.
    fn position_of(
        &self,
        document: &SessionDocument,
    ) -> Result<Box<dyn AnyPosition>, RequestError> {
        let variant = quintet_api::variant(self.catalogue(), document.game, Some(&document.size))?;
        quintet_api::position(variant, &document.view.position)
    }
}

/// Reads the arguments of a tool.
fn read<T: DeserializeOwned>(arguments: Arguments) -> Result<T, RequestError> {
    let read = T::deserialize(Value::Object(arguments));
    read.map_err(|fault| RequestError::new(kind::BAD_REQUEST, fault.to_string()))
}

/// The legal moves in words, or why there are none.
fn moves_of(position: &dyn AnyPosition) -> String {
    match position.ending() {
        Some(ending) => ending.sentence,
        None => legal_moves(position),
    }
}
