"""Papers are read back with poppler's tools; their tests are left out where these are not installed."""

from __future__ import annotations

import os
import shutil

POPPLER = bool(shutil.which("pdftotext") or os.environ.get("CI"))
collect_ignore = [] if POPPLER else ["test_paper_documents.py", "test_paper_pictures.py"]


def pytest_report_header() -> str:
    """Say whether papers are read back."""
    return "papers: poppler" if POPPLER else "papers: none (not found: on Debian `apt install poppler-utils`)"
