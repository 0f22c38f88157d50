"""Every reason for a refusal has its HTTP status."""

import pytest

from perudo.server.request_refusals import RequestReason
from perudo.server.statuses import STATUS, STATUSES
from perudo.table.live.refusals import TableReason


@pytest.mark.parametrize("reason", [*TableReason, *RequestReason], ids=lambda reason: reason.value)
def test_reason_has_a_status(reason: TableReason | RequestReason) -> None:
    assert 400 <= STATUS[reason] < 600
    assert STATUS[reason] in STATUSES
