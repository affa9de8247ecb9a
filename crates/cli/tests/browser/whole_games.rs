//! Whole games by mouse.

use quintet_games::CATALOGUE;

use crate::course::Course;
use crate::page::Page;
use crate::server::Server;

#[test]
fn every_game_is_played_from_its_start_to_its_end_by_mouse() {
    let server = Server::start();
    for listing in CATALOGUE {
        let course = Course::of(listing.standard());
        let page = Page::open(&server, &course.address(0));
        page.play(&course, 0..course.moves.len());
        page.sees(&course.ending());
        page.inspect(&format!("play-{}", listing.id));
    }
}
