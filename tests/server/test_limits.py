"""Rate limits are counted by guest and address, in bounded memory whatever strangers send."""

from secrets import token_bytes

import pytest

from perudo.server.config import Config
from perudo.server.identity import LONGEST_TOKEN, BadToken, Identity
from perudo.server.limits import MOST_BUCKETS, Quotas, Rate, household


class Clock:
    now = 1_000.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def clock() -> Clock:
    return Clock()


def test_a_bucket_allows_its_burst_and_then_its_rate(clock: Clock) -> None:
    rate = Rate(2, 6, clock)
    assert [rate.admits("ann") for _ in range(7)] == [True] * 6 + [False]
    assert rate.admits("bob")
    assert rate.wait("ann") == 1
    clock.now += 0.5
    assert rate.wait("ann") == 0
    assert [rate.admits("ann"), rate.admits("ann")] == [True, False]
    clock.now += 60
    assert [rate.admits("ann") for _ in range(7)] == [True] * 6 + [False]


def test_what_is_used_up_is_remembered_while_it_matters(clock: Clock) -> None:
    rate = Rate(1 / 60, 3, clock)
    for _ in range(3):
        rate.take("ann")
    for _ in range(10):
        assert rate.wait("ann") == 60
        rate.admits("somebody else")
        clock.now += 60
        assert rate.admits("ann"), "one a minute"
        assert not rate.admits("ann")


def test_memory_of_a_rate_limit_is_bounded(clock: Clock) -> None:
    rate = Rate(0.001, 1, clock)
    for number in range(3 * MOST_BUCKETS):
        rate.admits(str(number))
        assert len(rate) <= MOST_BUCKETS
    assert not rate.admits(str(3 * MOST_BUCKETS - 1)), "the latest are remembered"
    clock.now += 2_000
    rate.admits("ann")
    clock.now += 2_000
    rate.admits("ann")
    assert len(rate) <= 2, "the others are full again, and forgotten"


def test_no_limit_remembers_nobody(clock: Clock) -> None:
    rate = Rate(0, 0, clock)
    for number in range(100):
        assert rate.admits(str(number))
        rate.take(str(number))
    assert (rate.wait("1"), len(rate)) == (0, 0)


def test_household_is_an_ipv4_address_or_an_ipv6_prefix() -> None:
    assert household("203.0.113.9") == "203.0.113.9"
    assert household("2001:db8:1:2:3::4") == household("2001:db8:1:2:ffff::1")
    assert household("2001:db8:1:2::1") != household("2001:db8:1:3::1")
    assert household("::ffff:203.0.113.9") == "203.0.113.9"
    assert household("fe80::1%eth0") == household("fe80::2%eth1")
    assert household("testclient") == "testclient"
    assert len(household("junk:" * 10_000)) <= 64


def test_invalid_tokens_are_not_remembered() -> None:
    identity = Identity("key", token_bytes)
    for number in range(100):
        assert identity.guest(f"junk{number}.-.x") is None
        with pytest.raises(BadToken):
            identity.read("x" * LONGEST_TOKEN + str(number))
    assert identity.read.cache_info().currsize == 0
    player = identity.new_player()
    for token in (identity.token(player), identity.token(f"{player}~3", "0123456789ab")):
        assert len(token) <= LONGEST_TOKEN
        assert identity.guest(token) == player


def test_tables_are_counted_by_guest_and_by_address(clock: Clock) -> None:
    quotas = Quotas(Config(tables_per_hour=2), clock)
    opened = [quotas.wait_for_table("ann", "here") for _ in range(3)]
    assert opened == [0, 0, 1800]
    others = [quotas.wait_for_table(f"guest {number}", "here") for number in range(9)]
    assert others == [0] * 8 + [360], "new guests of one address share its limit"
    assert quotas.wait_for_table("ann", "there") == 1800
    assert quotas.wait_for_table("zoe", "there") == 0
    clock.now += 1800
    assert quotas.wait_for_table("ann", "here") == 0


def test_default_limits_do_not_affect_a_family() -> None:
    """Six people at one address can each open ten tables in an hour."""
    quotas = Quotas(Config())
    assert {quotas.wait_for_table(f"guest {n % 6}", "home") for n in range(60)} == {0}
