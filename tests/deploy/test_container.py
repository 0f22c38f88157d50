"""The sample image, as far as it can be tested without a container engine.

The steps of the Containerfile run in a folder that has only what the file copies. Only downloading
is left out, since this environment already has what requirements.txt names.
"""

import json
import os
import re
import shutil
import subprocess
import sys
import sysconfig
import tempfile
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import pytest

from testkit.deploy.proxies import SAMPLES
from testkit.deploy.sample_server import NOBODY, started

ROOT = SAMPLES.parent
FILE = SAMPLES / "Containerfile"
KNOWN = {
    "FROM", "WORKDIR", "RUN", "COPY", "ENV", "USER", "VOLUME", "EXPOSE", "STOPSIGNAL",
    "HEALTHCHECK", "ENTRYPOINT", "CMD",
}  # fmt: skip


class Step(NamedTuple):
    what: str
    words: str

    @property
    def command(self) -> list[str]:
        """The step's JSON form, which runs without a shell."""
        found: list[str] = json.loads(self.words[self.words.index("[") :])
        return found


def stages() -> list[list[Step]]:
    text = re.sub(r"^#.*\n", "", FILE.read_text(encoding="utf-8"), flags=re.MULTILINE)
    lines = [line for line in text.replace("\\\n", " ").split("\n") if line.strip()]
    steps = [Step(*line.split(" ", 1)) for line in lines]
    assert {step.what for step in steps} <= KNOWN
    begins = [index for index, step in enumerate(steps) if step.what == "FROM"]
    return [steps[begin:end] for begin, end in zip(begins, [*begins[1:], len(steps)], strict=True)]


def all_of(what: str, stage: list[Step]) -> list[Step]:
    return [step for step in stage if step.what == what]


def environment(stage: list[Step]) -> dict[str, str]:
    return dict(pair.split("=", 1) for step in all_of("ENV", stage) for pair in step.words.split())


def test_the_last_stage_runs_as_nobody_with_one_place_to_write() -> None:
    last = stages()[-1]
    what = [step.what for step in last]
    assert what.index("USER") < what.index("ENTRYPOINT") < what.index("CMD")
    (user,) = all_of("USER", last)
    assert user.words == f"{NOBODY}:{NOBODY}"
    (volume,) = all_of("VOLUME", last)
    assert environment(last)["PERUDO_DATABASE"].startswith(f"sqlite:///{volume.command[0]}/")
    assert len(all_of("HEALTHCHECK", last)) == 1
    assert all("pip" not in step.words for step in all_of("RUN", last))


def test_all_that_is_needed_is_pinned_in_what_it_installs() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    wanted = project["project"]["optional-dependencies"]["server"]
    pinned = re.findall(r"^([\w-]+)==", (ROOT / "requirements.txt").read_text(), flags=re.MULTILINE)
    for need in wanted:
        assert re.split(r"[\[;<>= ]", need)[0] in pinned, need


@pytest.fixture(scope="module")
def image() -> Iterator[Path]:
    """The environment that the first stage builds, in a folder that every user may read."""
    folder = Path(tempfile.mkdtemp(prefix="perudo-image-"))
    folder.chmod(0o755)
    copied, made = folder / "src", folder / "perudo"
    copied.mkdir()
    ignored = shutil.ignore_patterns("__pycache__", "*.mo")
    for step in stages()[0]:
        if step.what == "COPY":
            *sources, target = step.words.split()
            assert target.startswith("./")
            for source in map(ROOT.joinpath, sources):
                if source.is_dir():
                    shutil.copytree(source, copied / target, ignore=ignored)
                else:
                    shutil.copy(source, copied / target)
        elif step.what == "RUN":
            run_step(step.command, copied, made)
    yield made
    shutil.rmtree(folder)


def run_step(command: list[str], copied: Path, made: Path) -> None:
    if "requirements.txt" in command:
        # Nothing is downloaded: the new environment uses the packages of this one.
        (packages,) = made.glob("lib/python*/site-packages")
        here = [path for path in sys.path if path.endswith("site-packages")]
        (packages / "as-downloaded.pth").write_text("\n".join(here), encoding="utf-8")
        return
    words = [word.replace("/opt/perudo", str(made)) for word in command]
    words[0] = sys.executable if words[0] == "python" else words[0]
    quiet = {**os.environ, "PIP_DISABLE_PIP_VERSION_CHECK": "1", "PIP_NO_INDEX": "1"}
    if "pip" in words[0]:
        # The new environment also sees this one's perudo, and the packages needed to build it.
        words[2:2] = ["--ignore-installed", "--no-build-isolation"]
    done = subprocess.run(
        words, cwd=copied, env=quiet, capture_output=True, text=True, timeout=300, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr


def test_the_image_serves_and_its_health_check_works(image: Path) -> None:
    last = stages()[-1]
    words = [*all_of("ENTRYPOINT", last)[0].command, *all_of("CMD", last)[0].command]
    command = [word.replace("/opt/perudo", str(image)) for word in words]
    given = environment(last) | {"PERUDO_HOST": "127.0.0.1", "PYTHONDONTWRITEBYTECODE": "1"}
    (volume,) = all_of("VOLUME", last)
    with started(command, given, volume.command[0], image) as running:
        assert (running.folder / "perudo.db").exists()
        port = running.url.rpartition(":")[2]
        (check,) = all_of("HEALTHCHECK", last)
        asked = [word.replace("/opt/perudo", str(image)) for word in check.command]
        variables = {**os.environ, "PERUDO_PORT": port}

        def well() -> bool:
            done = subprocess.run(asked, env=variables, capture_output=True, check=False)
            return done.returncode == 0

        assert well()
        running.stop()
        assert not well()


def test_the_package_carries_its_pages_and_catalogues(image: Path) -> None:
    """Those of the working copy, which the environment sees too, do not count."""
    (package,) = image.glob("lib/python*/site-packages/perudo")
    ours = ROOT / "src" / "perudo"
    for pattern in ("web/templates/*.html", "web/static/*", "server/storage/migrations/**/*.py"):
        names = {str(path.relative_to(ours)) for path in ours.glob(pattern)}
        assert names
        assert names == {str(path.relative_to(package)) for path in package.glob(pattern)}
    assert len(list(package.glob("i18n/locale/*/LC_MESSAGES/perudo.mo"))) == 5
    assert sysconfig.get_python_version() in str(package)
