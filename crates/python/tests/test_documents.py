"""The examples of docs/python.md."""

import doctest
import unittest
from pathlib import Path

PAGE = Path(__file__).resolve().parents[3] / "docs" / "python.md"


def load_tests(loader: unittest.TestLoader, tests: unittest.TestSuite, pattern: str | None) -> unittest.TestSuite:
    """Each block of the page, in one session."""
    tests.addTest(doctest.DocFileSuite(str(PAGE), module_relative=False))
    return tests


if __name__ == "__main__":
    unittest.main()
