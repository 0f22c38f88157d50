"""The HTTP interface behaves as its OpenAPI description says, whatever is sent to it."""

import json
from collections.abc import Callable, Iterator
from typing import Any
from urllib.parse import quote

import httpx
import pytest
import schemathesis
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from schemathesis import GenerationMode
from schemathesis.checks import not_a_server_error
from schemathesis.core.result import Ok
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_schema_conformance,
    status_code_conformance,
)

from testkit.server.seated import Sitting, as_refusal
from testkit.serving import Serving

ASKED = (
    *(
        "sit",
        "stand",
        "bots",
        "unseat",
        "readmit",
        "start",
        "act",
        "pledge",
        "link",
        "ready",
        "back",
        "rematch",
    ),
    *("chat", "react", "mute"),
)
OPERATIONS = len(ASKED) + 19
"""Besides these: a guest, three lists, opening, looking, resigning, standing in, taking over as
host, skipping, remarks of onlookers, the open lobby and its bots, the record, hints, practice, and
three for push services."""
CHECKS = [
    not_a_server_error,
    status_code_conformance,
    content_type_conformance,
    response_schema_conformance,
]
BOUNDED = settings(
    max_examples=5,
    derandomize=True,
    database=None,
    deadline=None,
    suppress_health_check=list(HealthCheck),
)


@pytest.fixture(scope="module")
def sitting(server: Serving) -> Iterator[Sitting]:
    """A table in the middle of a match, at which the generated requests are aimed."""
    with Sitting(server, 3, options=["calza"], toucan=0, pause_ms=60_000) as made:
        made.bid()
        yield made


Call = Callable[["schemathesis.Case[Any]"], None]


def for_every_operation(server: Serving, call: Call) -> None:
    """Send generated requests to every operation but the streams, which do not end.

    Streams are tested in test_api_streams.
    """
    schema = schemathesis.openapi.from_url(f"{server.url}/openapi.json")
    names = []
    for found in schema.exclude(path_regex="/stream").get_all_operations():
        assert isinstance(found, Ok)
        operation = found.ok()
        names.append(operation.label)
        # Any text is valid in a path, so there are no invalid paths to generate.
        spoilable = list(operation.body) or list(operation.query)
        for mode in GenerationMode if spoilable else [GenerationMode.POSITIVE]:
            BOUNDED(given(operation.as_strategy(generation_mode=mode))(call))()
    assert len(names) == OPERATIONS


def test_strangers_get_what_is_described(server: Serving) -> None:
    def call(case: "schemathesis.Case[Any]") -> None:
        case.call_and_validate(checks=CHECKS, timeout=20)

    for_every_operation(server, call)


def test_players_get_what_is_described(server: Serving, sitting: Sitting) -> None:
    def call(case: "schemathesis.Case[Any]") -> None:
        if "table" in (case.path_parameters or {}):
            case.path_parameters["table"] = sitting.table
        headers = {"authorization": f"Bearer {sitting.people[1].token}"}
        case.call_and_validate(headers=headers, checks=CHECKS, timeout=20)

    for_every_operation(server, call)


def test_the_description_names_every_operation(server: Serving) -> None:
    described = httpx.get(f"{server.url}/openapi.json").json()
    operations = {
        f"{method.upper()} {path.removeprefix('/api/')}"
        for path, methods in described["paths"].items()
        for method in methods
    }
    assert operations == {
        "POST guests",
        "POST lobby",
        "GET tables",
        "POST tables",
        "GET tables/running",
        "GET matches",
        "POST practice",
        "GET push/key",
        "POST push/subscribe",
        "POST push/unsubscribe",
        "GET tables/{table}",
        "GET tables/{table}/stream",
        "GET tables/{table}/stream.ndjson",
        "GET tables/{table}/record",
        "GET tables/{table}/hint",
        *(
            f"POST tables/{{table}}/{what}"
            for what in (*ASKED, "resign", "standin", "host", "skip", "remark", "wish")
        ),
    }


FIELDS = st.sampled_from(
    [
        *(
            "name",
            "seat",
            "pledge",
            "link",
            "round",
            "key",
            "level",
            "toucan",
            "fill",
            "bid",
            "call",
            "answers",
        ),
        *(
            "version",
            "position",
            "text",
            "reaction",
            "muted",
            "edition",
            "options",
            "house",
            "seats",
            "dice",
        ),
        *("turn_seconds", "misses", "hearing_ms", "listed", "coach", "colour"),
    ]
)
VALUES = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats()
    | st.text(max_size=50)
    | st.sampled_from(["dudo", "calza", "easy", "Ann", "asmodee-2009", "x" * 300]),
    lambda inner: (
        st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=5), inner, max_size=3)
    ),
    max_leaves=6,
)
BODIES = st.one_of(
    st.dictionaries(FIELDS, VALUES, max_size=6).map(lambda body: json.dumps(body).encode()),
    st.dictionaries(st.text(max_size=10), VALUES, max_size=3).map(
        lambda body: json.dumps(body).encode()
    ),
    VALUES.map(lambda value: json.dumps(value).encode()),
    st.binary(max_size=200),
)
PATHS = st.sampled_from(
    ["/api/tables", "/api/guests"] + [f"/api/tables/{{}}/{what}" for what in ASKED]
)


@given(path=PATHS, body=BODIES, seated=st.booleans())
@settings(BOUNDED, max_examples=250)
def test_any_request_is_answered_or_refused(
    sitting: Sitting, path: str, body: bytes, seated: bool
) -> None:
    guest = sitting.people[0] if seated else sitting.onlooker
    answer = guest.client.post(
        path.format(sitting.table), content=body, headers={"content-type": "application/json"}
    )
    if answer.status_code in (200, 201):
        assert answer.json()
    else:
        assert 400 <= answer.status_code < 500, body
        as_refusal(answer)


@given(name=st.text(min_size=1, max_size=14), query=st.text(max_size=20))
@settings(BOUNDED, max_examples=80)
def test_any_table_name_is_answered_or_refused(sitting: Sitting, name: str, query: str) -> None:
    url = f"/api/tables/{quote(name, safe='')}/record"
    answer = sitting.onlooker.client.get(url, params={"form": query, "match": query})
    assert answer.status_code < 500
