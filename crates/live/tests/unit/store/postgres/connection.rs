use super::*;

#[test]
fn only_the_broken_session_is_discarded() {
    let [broken, new] = [(); 2].map(|()| Arc::new("session"));
    let mut slot = Some(Arc::clone(&new));
    take_same(&mut slot, &broken);
    assert!(slot.is_some(), "it was already replaced");
    take_same(&mut slot, &new);
    assert!(slot.is_none());
}
