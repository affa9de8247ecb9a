//! The stores of games: the contract of every store, checked for each; and the rest of each store.

#[path = "../common/mod.rs"]
mod common;
#[cfg(unix)]
mod damage;
mod laws;
mod model;
mod place;
#[cfg(unix)]
mod shared;
mod sqlite;

/// Makes each law a test of every place.
macro_rules! everywhere {
    ($($law:ident)*) => {
        mod in_a_file {
            $(#[test]
            fn $law() {
                crate::laws::$law(&crate::place::File::new());
            })*
        }

        #[cfg(unix)]
        mod in_a_database {
            $(#[test]
            #[ignore = "needs PostgreSQL"]
            fn $law() {
                crate::laws::$law(&crate::place::Database::new());
            })*
        }
    };
}

everywhere! {
    it_answers_as_the_model_does
    an_acknowledged_change_is_stored_when_it_is_opened_again
    a_change_that_does_not_fit_harms_none_of_its_batch
    changes_are_written_in_the_order_of_the_calls
    closing_writes_waiting_changes_and_then_no_more
    an_action_that_nobody_waits_for_is_written_all_the_same
    a_game_is_idle_by_its_last_action_and_is_then_deleted
    news_reach_whoever_knows_less
    commits_are_counted
    the_time_is_that_of_today
    games_are_copied_there_and_back_and_are_the_same
    an_interrupted_copy_resumes_and_replaces_no_game
}
