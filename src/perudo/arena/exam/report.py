"""An exam as a page in Markdown with drawings beside it."""

from collections.abc import Sequence

from perudo.arena.drawing import calibration_svg, share_svg, standalone
from perudo.arena.exam.findings import Cells, Findings
from perudo.arena.standing import Share
from perudo.i18n.tongue import Tongue


def exam_files(t: Tongue, bot: str, findings: Findings, command: str) -> dict[str, str]:
    """Return the files of the report by name."""
    name = "".join(c if c.isalnum() or c in "-." else "-" for c in bot)
    drawn = {}
    alone = findings.by_opponent(findings.plan.alone)
    rows = [(f"{bot} – {other} ({seats})", share) for (other, seats), share in alone.items()]
    drawn[f"{name}-alone.svg"] = standalone(share_svg(rows))
    forecasts = findings.forecasts()
    if findings.plan.forecasts:
        groups = [(forecast.made, forecast.true) for forecast in forecasts]
        drawn[f"{name}-forecasts.svg"] = standalone(calibration_svg(bot, groups))
    return {f"{name}.md": _page(t, bot, findings, command, list(drawn)), **drawn}


def _page(t: Tongue, bot: str, findings: Findings, command: str, drawn: list[str]) -> str:
    plan = findings.plan
    lines = [
        "# " + t.say("Exam of {bot}", bot=bot),
        "",
        t.say("Made by: {command}", command=f"`{command}`"),
        "",
        t.say("Each share is followed by its 95 % interval and by the number of matches."),
    ]
    if plan.alone:
        alone = findings.by_opponent(plan.alone)
        lines += _part(t, t.say("Alone among others"), t.say("against"), alone)
        lines += ["", f"![{t.say('Alone among others')}]({drawn[0]})"]
        lines += _part(t, t.say("In every box"), t.say("table"), findings.by_table(plan.alone))
        worst = findings.worst(plan.alone)
        if worst is not None:
            contest, share = worst
            lines += ["", t.say(
                "Lowest compared with the fair share: {share} against {other} at {table}.",
                share=share_text(share),
                other=contest.lineup[-1],
                table=f"{contest.rules.key}, {len(contest.lineup)}",
            )]  # fmt: skip
    if plan.paired:
        paired = findings.by_opponent(plan.paired)
        lines += _part(t, t.say("As one of two"), t.say("against"), paired)
        lines += ["", t.say("The share of both together; fair is twice that of one.")]
    if plan.exploiter:
        share = findings.by_opponent(plan.exploiter)[bot, 2]
        title = t.say("Against a player trained to beat it")
        lines += [
            "",
            f"## {title}",
            "",
            t.say("It wins {share} of duels.", share=share_text(share)),
        ]
    lines += ["", "## " + t.say("Local best response"), "", *response_lines(t, findings)]
    if plan.exact:
        lines += ["", "## " + t.say("Exact exploitability"), "", *exact_lines(t, findings)]
    if plan.forecasts:
        lines += ["", "## " + t.say("Its own chances to win"), "", *forecast_lines(t, findings)]
        lines += ["", f"![{t.say('Its own chances to win')}]({drawn[-1]})"]
    return "\n".join(lines) + "\n"


def share_text(share: Share) -> str:
    return f"{share.share:.1%} [{share.low:.1%}, {share.high:.1%}] ({share.matches})"


def _part(t: Tongue, title: str, row: str, cells: Cells) -> list[str]:
    sizes = sorted({seats for _, seats in cells})
    fair = {seats: share.fair for (_, seats), share in cells.items()}
    heads = [row, *(t.say("{n} seats", n=n) + f" ({fair[n]:.1%})" for n in sizes)]
    body = [
        [name, *(share_text(cells[name, n]) if (name, n) in cells else "" for n in sizes)]
        for name in dict.fromkeys(name for name, _ in cells)
    ]
    return ["", f"## {title}", "", *table_lines(heads, body)]


def response_lines(t: Tongue, findings: Findings) -> list[str]:
    heads = (t.say("dice"), t.say("rounds"), t.say("dice won a round"), t.say("95 % interval"))
    body = [
        (f"{a} – {b}", str(m.trials), f"{m.value:+.3f}", f"{m.low:+.3f} – {m.high:+.3f}")
        for (a, b), m in ((study.dice, mean) for study, mean in findings.responses())
    ]
    return table_lines(heads, body)


def exact_lines(t: Tongue, findings: Findings) -> list[str]:
    heads = (t.say("dice"), t.say("dice that a perfect opponent wins a round"))
    body = [
        (f"{study.dice[0]} – {study.dice[1]}{' palifico' * study.palifico}", f"{value:.4f}")
        for study, value in findings.exact()
    ]
    return table_lines(heads, body)


def forecast_lines(t: Tongue, findings: Findings) -> list[str]:
    heads = (t.say("it said"), t.say("it won"), t.say("forecasts"))
    body = [
        (f"{forecast.said:.1%}", f"{forecast.true / forecast.made:.1%}", str(forecast.made))
        for forecast in findings.forecasts()
        if forecast.made
    ]
    return table_lines(heads, body)


def table_lines(heads: Sequence[str], body: Sequence[Sequence[str]]) -> list[str]:
    return [f"| {' | '.join(row)} |" for row in (heads, ["---"] * len(heads), *body)]
