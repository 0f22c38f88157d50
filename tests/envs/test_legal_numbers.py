import pytest

from perudo.envs.legal_numbers import number_text


@pytest.mark.parametrize(("number", "text"), [(0, "dudo"), (1, "calza"), (2, "pass"), (9, "2xP")])
def test_number_text_is_the_written_action(number: int, text: str) -> None:
    assert number_text(number) == text
