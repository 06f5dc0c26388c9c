"""What the pages here show as Python is run as tests."""

from pathlib import Path

from tests.narrated import pages

pytest_collect_file = pages(str(Path(__file__).parent)).pytest()
