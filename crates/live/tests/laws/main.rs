//! What every store promises, asked of each; and what one promises that several servers share.

#[path = "../common/games.rs"]
mod games;
mod laws;
mod model;
mod place;
mod shared;

/// Makes each law a test of one place.
macro_rules! tests {
    ($place:expr, $cases:expr; $($law:ident)*) => {
        $(#[test]
        fn $law() {
            crate::laws::$law(&$place);
        })*

        #[test]
        fn it_answers_as_the_obvious_one_does() {
            crate::model::the_store_answers_as_the_obvious_one_does(&$place, $cases);
        }
    };
}

/// The same for all places.
macro_rules! everywhere {
    ($($law:ident)*) => {
        mod in_a_file {
            tests!(crate::place::File::new(), 40; $($law)*);
        }

        mod in_a_database {
            tests!(crate::place::Database::new(), 40; $($law)*);
        }
    };
}

everywhere! {
    a_seat_passes_from_the_holder_it_has_and_from_no_other
    what_is_acknowledged_is_there_when_it_is_opened_again
    a_number_in_a_game_belongs_to_one_action
    nothing_is_kept_for_a_game_that_is_not
    a_game_is_followed_by_one_rematch_and_both_know
    a_change_that_does_not_fit_harms_none_of_its_batch
    what_is_handed_over_in_order_is_written_in_order
    closing_writes_what_waits_and_then_no_more
    an_action_that_nobody_waits_for_is_made_all_the_same
    a_game_is_idle_by_its_last_action_and_is_then_deleted
    what_is_new_is_told_to_whoever_knows_less
    an_opening_keeps_its_seats
    what_reached_the_disk_is_counted
    the_time_is_that_of_today
}
