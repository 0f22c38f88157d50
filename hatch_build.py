"""Compiles the message catalogues while the package is built or installed."""

import os
from pathlib import Path
from typing import Any

from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po
from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class CompileCatalogues(BuildHookInterface):  # type: ignore[type-arg]
    def initialize(self, version: str, build_data: dict[str, Any]) -> None:  # noqa: ARG002
        for source in sorted(Path(self.root, "src/perudo/i18n/locale").glob("*/LC_MESSAGES/*.po")):
            catalogue = read_po(source.open("rb"), locale=source.parent.parent.name)
            # Put in place whole: a program that is running may read its catalogue at this moment.
            beside = source.with_suffix(f".mo.{os.getpid()}")
            with beside.open("wb") as compiled:
                write_mo(compiled, catalogue)
            beside.replace(source.with_suffix(".mo"))
