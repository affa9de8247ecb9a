//! The requests of `quintet-api`, by path.

use pyo3::prelude::*;
use quintet_api::read_at;

use crate::{context, loads, refused};

/// Responds to a request, whose fields are a JSON object. Releases the GIL.
#[pyfunction]
pub(crate) fn request<'py>(
    py: Python<'py>,
    path: &str,
    fields: &str,
) -> PyResult<Bound<'py, PyAny>> {
    let context = context();
    let response = py.detach(|| {
        let prepared = read_at(path, fields, &context.date, context.library.catalogue())?;
        prepared.respond(&context)
    });
    loads(py, &response.map_err(refused)?)
}
