"""Write figures into the documents: as JSON, and into a page between two marks."""

from pathlib import Path

import orjson

BEGIN, END = "<!-- figures: begin -->", "<!-- figures: end -->"


def write_json(file: Path, value: object) -> None:
    file.write_bytes(orjson.dumps(value, option=orjson.OPT_INDENT_2) + b"\n")


def put_into(page: Path, figures: str) -> None:
    before, rest = page.read_text(encoding="utf-8").split(BEGIN)
    after = rest.split(END)[1]
    page.write_text(f"{before}{BEGIN}\n\n{figures}\n{END}{after}", encoding="utf-8")
