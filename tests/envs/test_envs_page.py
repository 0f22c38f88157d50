"""The examples of docs/envs.md run and hold."""

import pytest

from testkit.docs import code_blocks

EXAMPLES = code_blocks("docs/envs.md", "python")


@pytest.mark.parametrize("number", range(len(EXAMPLES)))
def test_the_example_runs(number: int) -> None:
    exec(EXAMPLES[number], {})  # noqa: S102


def test_the_page_has_examples_for_both_tools() -> None:
    assert sum("perudo_v0" in example for example in EXAMPLES) == 2
    assert sum("spiel_games" in example for example in EXAMPLES) == 2
