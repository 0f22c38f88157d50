"""A table opened over HTTP has the default settings, except for those asked for."""

from dataclasses import fields

import pytest

from perudo.server.bodies import OpenBody
from perudo.table.live.settings import Settings


def test_empty_request_opens_a_table_with_the_default_settings() -> None:
    assert OpenBody.model_validate({}).settings() == Settings()


@pytest.mark.parametrize("name", [field.name for field in fields(Settings)])
def test_every_setting_can_be_asked_for(name: str) -> None:
    # Tables of the open lobby are opened by the lobby alone.
    assert (name in OpenBody.model_fields) == (name != "lobby")


def test_settings_asked_for_reach_the_table() -> None:
    body = {"options": ["calza"], "house": {"raising": "quantity"}, "seats": 3, "turn_seconds": 60}
    asked = OpenBody.model_validate(body).settings()
    assert (asked.options, asked.house) == (("calza",), (("raising", "quantity"),))
    assert (asked.seats, asked.turn_seconds) == (3, 60)
