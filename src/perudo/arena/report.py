"""The results of contests as one self-contained HTML page with charts."""

from collections.abc import Sequence
from html import escape

from perudo.arena.contest import Contest
from perudo.arena.drawing import calibration_svg, losses_svg, share_svg
from perudo.arena.standing import Rating, Share, shares
from perudo.arena.tally import BUCKETS, LOSSES, Tally
from perudo.engine.house import options_of
from perudo.i18n.tongue import Tongue

STYLE = """
:root { color-scheme: light dark; --ink: #222; --paper: #fdfbf6; --line: #8884; --good: #2a7d4f;
  --bad: #b3402e; --even: #777; }
@media (prefers-color-scheme: dark) { :root { --ink: #eee; --paper: #1c1b19; --good: #5cc48d;
  --bad: #ef8a78; --even: #aaa; } }
body { font: 16px/1.5 system-ui, sans-serif; color: var(--ink); background: var(--paper);
  max-width: 60rem; margin: 2rem auto; padding: 0 1rem; }
table { border-collapse: collapse; margin: 1rem 0; } td, th { padding: .2rem .7rem;
  border-bottom: 1px solid var(--line); text-align: right; }
td:first-child, th:first-child { text-align: left; } svg { max-width: 100%; height: auto; }
svg text { fill: var(--ink); font: 12px system-ui, sans-serif; }
figure { margin: 1rem 0; } .row { display: flex; flex-wrap: wrap; gap: 0 1.5rem; }
.wide { overflow-x: auto; }
"""


def table_name(contest: Contest) -> str:
    """``asmodee-2024 calza palifico, 4``: the rules and the number of seats."""
    rules = " ".join((contest.rules.key, *options_of(contest.rules)))
    return f"{rules}, {len(contest.lineup)}"


def report_html(
    t: Tongue,
    contests: Sequence[Contest],
    tallies: Sequence[Tally],
    rated: dict[str, Rating],
    command: str,
) -> str:
    title = t.say("Perudo: strength of bots")
    made_by = t.say("Made by: {command}", command=command)
    about = t.say("Each bar is a 95 % interval; the line marks the share of equal players.")
    pieces = [
        _tag("h1", title),
        _tag("p", made_by),
        _tag("h2", t.say("Win shares")),
        _tag("p", about),
        _shares(t, contests, tallies),
        *((_tag("h2", t.say("Ratings")), _ratings(t, rated)) if rated else ()),
        _tag("h2", t.say("Do bids hold as often as their odds say?")),
        _calibration(t, contests, tallies),
        _tag("h2", t.say("Where dice were lost")),
        _losses(t, contests, tallies),
    ]
    return (
        f'<!doctype html><html lang="{t.lang}"><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width">'
        f"<title>{escape(title)}</title><style>{STYLE}</style>\n" + "\n".join(pieces) + "</html>\n"
    )


def _shares(t: Tongue, contests: Sequence[Contest], tallies: Sequence[Tally]) -> str:
    rows = []
    for contest, tally in zip(contests, tallies, strict=True):
        hero = contest.lineup[0]
        share = shares(contest, tally)[hero]
        against = " ".join(dict.fromkeys(contest.lineup[1:]))
        rows.append((f"{hero} – {against}", table_name(contest), share))
    drawn = share_svg([(f"{names} ({table})", share) for names, table, share in rows])
    cells = "".join(
        f"<tr><td>{escape(names)}</td><td>{escape(table)}</td>{_share_cells(share)}</tr>"
        for names, table, share in rows
    )
    heads = (t.say("bot – against"), t.say("table, seats"), t.say("matches"), t.say("wins"),
             t.say("share"), t.say("95 % interval"), t.say("fair share"))  # fmt: skip
    return f"<figure>{drawn}</figure>{_table(heads, cells)}"


def _share_cells(share: Share) -> str:
    return (
        f"<td>{share.matches}</td><td>{share.wins}</td><td>{share.share:.1%}</td>"
        f"<td>{share.low:.1%} – {share.high:.1%}</td><td>{share.fair:.1%}</td>"
    )


def _ratings(t: Tongue, rated: dict[str, Rating]) -> str:
    cells = "".join(
        f"<tr><td>{escape(name)}</td><td>{rating.mu:.2f}</td><td>{rating.sigma:.2f}</td></tr>"
        for name, rating in sorted(rated.items(), key=lambda item: -item[1].mu)
    )
    return _table((t.say("bot"), "μ", "σ"), cells)


def by_bot(contests: Sequence[Contest], tallies: Sequence[Tally]) -> dict[str, Tally]:
    """One tally for each bot, over all contests and chairs."""
    totals: dict[str, Tally] = {}
    for contest, tally in zip(contests, tallies, strict=True):
        for place, name in enumerate(contest.lineup):
            total = totals.setdefault(name, Tally(1))
            for kind in range(len(LOSSES)):
                total.losses[0][kind] += tally.losses[place][kind]
            for bucket in range(BUCKETS):
                total.calibration[0][bucket][0] += tally.calibration[place][bucket][0]
                total.calibration[0][bucket][1] += tally.calibration[place][bucket][1]
    return totals


def _calibration(t: Tongue, contests: Sequence[Contest], tallies: Sequence[Tally]) -> str:
    about = t.say(
        "Across: the odds that the bidder had when bidding. Up: how often the bid would have held. "
        "The larger the dot, the more such bids."
    )
    figures = "".join(
        f"<figure>{calibration_svg(name, tally.calibration[0])}</figure>"
        for name, tally in sorted(by_bot(contests, tallies).items())
    )
    return f'{_tag("p", about)}<div class="row">{figures}</div>'


def _losses(t: Tongue, contests: Sequence[Contest], tallies: Sequence[Tally]) -> str:
    kinds = (t.say("own bid called"), t.say("wrong dudo"), t.say("wrong calza"))
    rows = [(name, tally.losses[0]) for name, tally in sorted(by_bot(contests, tallies).items())]
    return f"<figure>{losses_svg(kinds, rows)}</figure>"


def _tag(name: str, text: str) -> str:
    return f"<{name}>{escape(text)}</{name}>"


def _table(heads: Sequence[str], cells: str) -> str:
    head = "".join(f"<th>{escape(text)}</th>" for text in heads)
    return f'<div class="wide"><table><tr>{head}</tr>{cells}</table></div>'
