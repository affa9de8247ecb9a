"""The examples of docs/python.md and of both READMEs."""

import doctest
import unittest
from pathlib import Path

ROOT = Path(__file__).resolve().parents[3]
PAGES = [ROOT / "docs" / "python.md", ROOT / "README.md", ROOT / "crates" / "python" / "README.md"]


def load_tests(loader: unittest.TestLoader, tests: unittest.TestSuite, pattern: str | None) -> unittest.TestSuite:
    """Run the examples of each page in one session."""
    for page in PAGES:
        tests.addTest(doctest.DocFileSuite(str(page), module_relative=False))
    return tests


if __name__ == "__main__":
    unittest.main()
