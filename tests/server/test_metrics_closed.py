"""Who may read /metrics: nobody, programs on this machine, or whoever has the token."""

from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest

from testkit.server.seated import as_refusal
from testkit.serving import Serving

TOKEN = "a-token-for-prometheus"  # noqa: S105


def closed(answer: httpx.Response) -> bool:
    if answer.status_code == 200:
        assert "perudo_entries_total" in answer.text
        return False
    refusal = as_refusal(answer)
    assert (answer.status_code, refusal["reason"]) == (403, "metrics-closed")
    assert refusal["clause"] == "T16"
    assert "perudo_" not in answer.text
    return True


def asked(server: Serving, **headers: str) -> httpx.Response:
    named = {name.replace("_", "-"): value for name, value in headers.items()}
    return httpx.get(f"{server.url}/metrics", headers=named)


def test_local_program_may_read_metrics(server: Serving) -> None:
    assert not closed(asked(server))


@pytest.mark.parametrize(
    "header",
    [
        {"x_forwarded_for": "203.0.113.9"},
        {"x_forwarded_for": "127.0.0.1"},  # as a stranger writes it, hoping
        {"x_forwarded_for": "203.0.113.9, 127.0.0.1"},
        {"x_real_ip": "203.0.113.9"},
        {"forwarded": "for=203.0.113.9"},
        {"via": "1.1 proxy"},
    ],
)
def test_metrics_are_closed_to_requests_through_a_proxy(
    server: Serving, header: dict[str, str]
) -> None:
    """127.0.0.1 is a trusted proxy by default."""
    assert closed(asked(server, **header))
    assert closed(asked(server, **header, authorization=f"Bearer {TOKEN}"))


@pytest.fixture
def with_setting(tmp_path: Path, request: pytest.FixtureRequest) -> Iterator[Serving]:
    environment = {"PERUDO_METRICS": request.param}
    with Serving(f"sqlite:///{tmp_path}/tables.db", environment=environment) as serving:
        yield serving


@pytest.mark.parametrize("with_setting", ["off"], indirect=True)
def test_metrics_can_be_off(with_setting: Serving) -> None:
    assert closed(asked(with_setting))
    assert closed(asked(with_setting, authorization="Bearer off"))


@pytest.mark.parametrize("with_setting", [TOKEN], indirect=True)
def test_metrics_token_opens_metrics(with_setting: Serving) -> None:
    assert not closed(asked(with_setting, authorization=f"Bearer {TOKEN}"))
    elsewhere = {"x_forwarded_for": "203.0.113.9"}
    assert not closed(asked(with_setting, authorization=f"Bearer {TOKEN}", **elsewhere))
    for wrong in ("", "Bearer", f"Bearer {TOKEN}x", f"Basic {TOKEN}", "Bearer é"):
        headers = {b"authorization": wrong.encode("latin-1")}
        assert closed(httpx.get(f"{with_setting.url}/metrics", headers=headers))
    assert closed(asked(with_setting))
