"""The example in docs/lab.md runs, and ``perudo --help`` does not import JAX."""

import ast
import re
import subprocess
import sys

from testkit import ROOT


def test_example_gives_the_promised_result() -> None:
    page = (ROOT / "docs" / "lab.md").read_text(encoding="utf-8")
    code = re.findall(r"^```python\n(.*?)^```", page, flags=re.DOTALL | re.MULTILINE)[0]
    *lines, expression, promised = code.rstrip().split("\n")
    names: dict[str, object] = {}
    exec("\n".join(lines), names)  # noqa: S102
    assert eval(expression, names) == ast.literal_eval(promised.removeprefix("# "))  # noqa: S307


def test_help_does_not_import_jax() -> None:
    code = (
        "import sys\nfrom perudo.cli.main import main\n"
        "try:\n    main(['--help'])\nexcept SystemExit:\n    pass\n"
        "sys.exit('jax' in sys.modules or 'numpy' in sys.modules)"
    )
    result = subprocess.run([sys.executable, "-c", code], check=False, stdout=subprocess.DEVNULL)
    assert result.returncode == 0
