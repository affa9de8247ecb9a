use crate::{Solving, quad_block::QuadBlock};
use quintet_solver::{Census, Oracle, Progress, Value};
pub struct Unknown;
impl<P: quintet_rules::Position> Oracle<P> for Unknown {
    fn is_whole(&self) -> bool {
        false
    }
    fn value(&self, _: &P, _: u64) -> Option<Value> {
        None
    }
    fn census(&self) -> Option<Census<P>> {
        None
    }
    fn verify(&self) -> Option<Result<u64, P>> {
        None
    }
}
impl<const R: usize, const C: usize> Solving for QuadBlock<R, C> {
    type Oracle = Unknown;
    const TABLE_VERSION: Option<u32> = None;
    fn compute(_: &Progress) -> Vec<u8> {
        Vec::new()
    }
    fn oracle(_: Vec<u8>) -> Option<Unknown> {
        Some(Unknown)
    }
}
