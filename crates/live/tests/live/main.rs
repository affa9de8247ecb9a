//! Tests of the stores: their common contract, and the rest of each.

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

/// Makes each law a test of both stores.
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
    results_match_the_model
    acknowledged_changes_survive_reopening
    a_refused_change_does_not_affect_its_batch
    changes_are_written_in_the_order_of_the_calls
    closing_writes_waiting_changes_and_refuses_later_ones
    an_action_is_written_even_if_its_future_is_dropped
    games_expire_by_the_time_of_their_last_action
    events_since_returns_everything_after_a_version
    commits_are_counted
    the_clock_has_the_current_time
    copying_games_there_and_back_preserves_them
    an_interrupted_copy_resumes_without_replacing_games
}
