"""A naive counter of the legal action sequences of one round of Perudo.

Written from the rules page (rules.md) only, without looking at the engine: two independent
implementations that agree on every count are unlikely to share a misreading or a bug. If they
disagree, one of them (or the page) is wrong. So it is brute force on purpose: every
(quantity, face) is tried against plain if/else rules, with no memoisation and no shortcuts.
Comments cite the clause ids of the rules page.
"""

from __future__ import annotations

PARKER = "parker-1994"  # P
ASMODEE_FR = "asmodee-2009"  # A
ASMODEE_IT = "asmodee-2024"  # I
MENTEUR = "menteur"  # M
WEEKEND = "weekend"  # W
EDITIONS = (PARKER, ASMODEE_FR, ASMODEE_IT, MENTEUR, WEEKEND)

PACO = 1
DICE_PER_SEAT = 5

Bid = tuple[int, int, int]  # (seat, quantity, face)


def next_seat(dice: tuple[int, ...], seat: int) -> int:
    """Return the next seat clockwise (C2) that is not eliminated (S12)."""
    seat = (seat + 1) % len(dice)
    while dice[seat] == 0:
        seat = (seat + 1) % len(dice)
    return seat


def may_open(face: int, palifico: bool) -> bool:
    """Return whether the opening may be on this face: on Pacos only by a palifico (C7).

    The palifico is seat 0, which opens (P3, A3, I3, M3, W3).
    """
    if face == PACO:
        return palifico
    return True


def may_raise_ordinary(edition: str, old_q: int, old_f: int, q: int, f: int) -> bool:
    """Return whether q x f may follow old_q x old_f in an ordinary round."""
    if old_f == PACO and f == PACO:
        return q > old_q  # C9: more Pacos
    if old_f == PACO:
        return q >= 2 * old_q + 1  # C9: any normal face, at least 2q+1
    if f == PACO:
        return 2 * q >= old_q  # C8: at least half, rounded up
    if edition == ASMODEE_FR:
        # A2: one axis only.
        if f == old_f:
            return q > old_q
        if f > old_f:
            return q == old_q
        return False
    if edition == MENTEUR:
        # M2: more dice, a higher face or both; the face never goes down, nor the quantity.
        if f == old_f:
            return q > old_q
        if f > old_f:
            return q >= old_q
        return False
    # P2, I2, W2 (S11): more dice of any face, or the same number of a higher face.
    if q > old_q:
        return True
    if q == old_q:
        return f > old_f
    return False


def may_raise_palifico(
    edition: str, seat: int, seat_dice: int, old_q: int, old_f: int, q: int, f: int
) -> bool:
    """Return whether q x f by this seat may follow in seat 0's palifico round.

    S8: Pacos are the plain face 1, the lowest; C8 and C9 do not apply.
    """
    # P5, S14: one die left and not this round's palifico.
    if edition == PARKER and seat_dice == 1 and seat != 0:
        if q > old_q:
            return True
        if q == old_q:
            return f > old_f
        return False
    # P3, A3, I3, M3, W3: quantity only; S7: for the palifico too.
    if f == old_f:
        return q > old_q
    return False


def legal_bids(
    edition: str, dice: tuple[int, ...], history: list[Bid], palifico: bool
) -> list[Bid]:
    """Return every legal bid."""
    seat = next_seat(dice, history[-1][0]) if history else 0
    bids: list[Bid] = []
    for q in range(1, DICE_PER_SEAT * len(dice) + 1):  # C3 below, S9 above
        for f in range(1, 7):
            if not history:
                legal = may_open(f, palifico)
            else:
                _, old_q, old_f = history[-1]
                if palifico:
                    legal = may_raise_palifico(edition, seat, dice[seat], old_q, old_f, q, f)
                else:
                    legal = may_raise_ordinary(edition, old_q, old_f, q, f)
            if legal:
                bids.append((seat, q, f))
    return bids


def dudo_callers(dice: tuple[int, ...], history: list[Bid]) -> list[int]:
    """Return who may call dudo: only the player to act, never before the first bid (C4)."""
    if not history:
        return []
    return [next_seat(dice, history[-1][0])]


def may_call_calza(
    edition: str, dice: tuple[int, ...], seat: int, bidder: int, palifico: bool
) -> bool:
    """Return whether this seat may call calza against the last bid, made by bidder."""
    if dice[seat] == 0:
        return False  # S12
    to_act = next_seat(dice, bidder)
    if edition == PARKER:
        return seat != to_act and seat != bidder  # P6, S5
    if edition == ASMODEE_FR:
        return seat != bidder  # A5; S10: in a palifico round as well
    if edition == ASMODEE_IT:
        if palifico:
            return False  # I6: not in an ultimo-dado round
        if len([d for d in dice if d > 0]) == 2:
            return False  # I6, S13: not with only two players left
        return seat != bidder  # I5
    if edition == WEEKEND:
        return seat == to_act  # W5
    return False  # M: none


def calza_callers(
    edition: str, dice: tuple[int, ...], history: list[Bid], palifico: bool, calza: bool
) -> list[int]:
    """Return every seat that may call calza now; there must be a bid to call."""
    if not calza or not history:
        return []
    bidder = history[-1][0]
    seats = range(len(dice))
    return [seat for seat in seats if may_call_calza(edition, dice, seat, bidder, palifico)]


def count(
    edition: str,
    dice: tuple[int, ...],
    history: list[Bid],
    depth: int,
    palifico: bool,
    calza: bool,
) -> list[int]:
    """Count the continuations of length 1..depth of this history of bids."""
    totals = [0] * depth
    if depth == 0:
        return totals
    # A call ends the round: it counts at its own length and is not extended.
    totals[0] += len(dudo_callers(dice, history))
    totals[0] += len(calza_callers(edition, dice, history, palifico, calza))
    for bid in legal_bids(edition, dice, history, palifico):
        totals[0] += 1
        below = count(edition, dice, [*history, bid], depth - 1, palifico, calza)
        for i in range(len(below)):
            totals[i + 1] += below[i]
    return totals


def naive_perft(
    edition: str,
    dice: tuple[int, ...],
    depth: int,
    *,
    palifico: bool = False,
    calza: bool = False,
) -> list[int]:
    """Return [n_1, ..., n_depth], where n_k counts the legal sequences of exactly k actions."""
    if edition not in EDITIONS:
        raise ValueError(f"unknown edition: {edition}")
    if not 2 <= len(dice) <= 6:
        raise ValueError("2 to 6 seats (C1)")
    if dice[0] == 0 or len([d for d in dice if d > 0]) < 2:
        raise ValueError("seat 0 opens, so it has dice, and so has at least one other seat")
    if calza and edition == MENTEUR:
        raise ValueError("menteur has no calza")
    return count(edition, dice, [], depth, palifico, calza)
