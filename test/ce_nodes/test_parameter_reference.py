"""The parameter reference in docs/ is what the configs say."""

from pathlib import Path

from ce_nodes.parameter_reference import reference


def test_the_page_is_current() -> None:
    page = Path(__file__).parents[2] / "docs" / "parameters.md"
    assert page.read_text() == reference(), "python -m ce_nodes.parameter_reference > docs/parameters.md"
