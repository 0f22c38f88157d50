"""The system's Firefox, over Marionette: the protocol that every Firefox speaks by itself.

Playwright drives only builds of its own, so this is the little that tests of pages need.
"""

import json
import os
import shutil
import socket
import subprocess
import tempfile
import threading
from contextlib import suppress
from itertools import count
from pathlib import Path
from time import monotonic
from types import TracebackType
from typing import Any, Self

START_SECONDS = 60.0
PATIENCE_MS = 20_000
ELEMENT = "element-6066-11e4-a52e-4f735466cecf"
"""The key of an element's reference in the WebDriver standard."""
PREFERENCES = {
    "marionette.port": 0,  # any free one; the profile says which
    "intl.accept_languages": "en-GB",
    "ui.prefersReducedMotion": 1,
    "browser.shell.checkDefaultBrowser": False,
    "browser.startup.homepage_override.mstone": "ignore",
    "datareporting.policy.dataSubmissionEnabled": False,
    "toolkit.telemetry.reportingpolicy.firstRun": False,
    "app.update.enabled": False,
    "network.captive-portal-service.enabled": False,
    "network.connectivity-service.enabled": False,
    "services.settings.server": "data:,",
}
UNTIL = """
const [script, argument, late, resolve] = arguments;
const holds = new Function("argument", `return (${script})(argument)`);
const timer = setInterval(look, 50);
const end = setTimeout(() => { clearInterval(timer); resolve(false); }, late);
function look() {
  let found = false;
  try { found = holds(argument); } catch { found = false; }
  if (found) { clearInterval(timer); clearTimeout(end); resolve(true); }
}
look();
"""
LAID_OUT = """([width, height]) => {
  const least = parseInt(getComputedStyle(document.body).minHeight);
  return innerWidth === width && innerHeight === height && (!least || least === height);
}"""
"""Whether the page knows its size: ours are at least as high as the window."""


GONE = ("stale element", "no such element", "not be scrolled into view")
"""What an error says about an element that the page has taken away."""


class NoFirefox(RuntimeError):
    def __init__(self) -> None:
        super().__init__("Firefox is not installed")


class FirefoxError(RuntimeError):
    pass


def _is_gone(error: FirefoxError) -> bool:
    return any(words in str(error) for words in GONE)


class Firefox:
    """A browser with a new profile and one tab."""

    def __init__(self, width: int = 1024, height: int = 768) -> None:
        path = shutil.which("firefox-esr") or shutil.which("firefox")
        if path is None:
            raise NoFirefox
        self.profile = Path(tempfile.mkdtemp(prefix="perudo-firefox-"))
        lines = [f"user_pref({json.dumps(k)}, {json.dumps(v)});" for k, v in PREFERENCES.items()]
        (self.profile / "user.js").write_text("\n".join(lines))
        self._numbers = count(1)
        self._process = subprocess.Popen(
            [path, "--headless", "--no-remote", "--marionette", "--profile", str(self.profile)],
            env={**os.environ, "HOME": str(self.profile), "MOZ_CRASHREPORTER_DISABLE": "1"},
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        try:
            self._socket = self._connect()
            self._file = self._socket.makefile("rb")
            self._read()  # it greets
            self.ask("WebDriver:NewSession", {})
            self.ask("WebDriver:SetTimeouts", {"script": PATIENCE_MS + 10_000})
            self.resize(width, height)
        except BaseException:
            self._end()
            raise

    def _connect(self) -> socket.socket:
        """Wait until Firefox has written where it listens."""
        port, pause = self.profile / "MarionetteActivePort", threading.Event()
        for _ in range(int(START_SECONDS / 0.1)):
            if self._process.poll() is not None:
                raise FirefoxError("Firefox has ended at its start")
            with suppress(OSError, ValueError):
                return socket.create_connection(("127.0.0.1", int(port.read_text())), START_SECONDS)
            pause.wait(0.1)
        raise FirefoxError("Firefox does not listen")

    def _read(self) -> Any:
        digits = b""
        while (byte := self._file.read(1)) != b":":
            if not byte:
                raise FirefoxError("Firefox has ended")
            digits += byte
        return json.loads(self._file.read(int(digits)))

    def ask(self, command: str, facts: dict[str, Any]) -> Any:
        """Send a command of WebDriver and return its result."""
        number = next(self._numbers)
        text = json.dumps([0, number, command, facts]).encode()
        self._socket.sendall(str(len(text)).encode() + b":" + text)
        _, answered, error, result = self._read()
        assert answered == number
        if error is not None:
            raise FirefoxError(f"{error['error']}: {error['message']}")
        return result.get("value") if isinstance(result, dict) else result

    def go_to(self, url: str) -> None:
        self.ask("WebDriver:Navigate", {"url": url})

    def evaluate(self, script: str, *arguments: Any) -> Any:
        """Call a function, written in JavaScript, in the page."""
        body = f"return ({script})(...arguments)"
        return self.ask("WebDriver:ExecuteScript", {"script": body, "args": list(arguments)})

    def until(self, script: str, argument: Any = None) -> None:
        """Wait until a function of the page returns something true."""
        end = monotonic() + PATIENCE_MS / 1000
        while (left := end - monotonic()) > 0:
            asked = {"script": UNTIL, "args": [script, argument, int(1000 * left)]}
            try:
                if self.ask("WebDriver:ExecuteAsyncScript", asked):
                    return
            except FirefoxError as error:
                if "unload" not in str(error):  # else another page comes: look there
                    raise
        raise FirefoxError(f"not in time: {script} {argument!r}")

    def wait_for(self, selector: str) -> None:
        """Wait until an element is there and can be seen."""
        self.until("s => document.querySelector(s)?.checkVisibility()", selector)

    def find(self, selector: str) -> str:
        self.wait_for(selector)
        return self._find(selector)

    def _find(self, selector: str) -> str:
        found = self.ask("WebDriver:FindElement", {"using": "css selector", "value": selector})
        return str(found[ELEMENT])

    def _ask_of(self, selector: str, command: str, **facts: Any) -> Any:
        """Send a command about an element, again if the page replaces it meanwhile."""
        end = monotonic() + PATIENCE_MS / 1000
        while True:
            try:
                return self.ask(command, {"id": self.find(selector), **facts})
            except FirefoxError as error:
                if monotonic() > end or not _is_gone(error):
                    raise

    def click(self, selector: str) -> None:
        """Press where the element is, as a mouse does: refused if something lies over it."""
        self._ask_of(selector, "WebDriver:ElementClick")

    def click_if_there(self, selector: str) -> bool:
        """Press where the element is, unless it is gone by now; return whether it was there."""
        try:
            self.ask("WebDriver:ElementClick", {"id": self._find(selector)})
        except FirefoxError as error:
            if not _is_gone(error):
                raise
            return False
        return True

    def fill(self, selector: str, text: str) -> None:
        self._ask_of(selector, "WebDriver:ElementClear")
        self._ask_of(selector, "WebDriver:ElementSendKeys", text=text)

    def text(self, selector: str) -> str:
        return str(self._ask_of(selector, "WebDriver:GetElementText"))

    def has(self, selector: str) -> bool:
        return bool(self.evaluate("s => document.querySelector(s) !== null", selector))

    def keys(self, *pressed: str) -> None:
        """Press keys one after the other, wherever the focus is."""
        actions = [{"type": kind, "value": key} for key in pressed for kind in ("keyDown", "keyUp")]
        one = {"type": "key", "id": "keyboard", "actions": actions}
        self.ask("WebDriver:PerformActions", {"actions": [one]})
        self.ask("WebDriver:ReleaseActions", {})

    def resize(self, width: int, height: int) -> None:
        """Give the page this size, beside what the window needs for itself."""
        rect = self.ask("WebDriver:GetWindowRect", {}) or {}
        inner = self.evaluate("() => [outerWidth - innerWidth, outerHeight - innerHeight]")
        wanted = {"width": width + inner[0], "height": height + inner[1]}
        self.ask("WebDriver:SetWindowRect", {**rect, **wanted})
        self.until(LAID_OUT, [width, height])

    def _end(self) -> None:
        self._process.terminate()
        try:
            self._process.wait(10)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait(10)
        shutil.rmtree(self.profile, ignore_errors=True)

    def close(self) -> None:
        with suppress(FirefoxError, OSError):
            self.ask("WebDriver:DeleteSession", {})
        self._socket.close()
        self._end()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        at: TracebackType | None,
    ) -> None:
        self.close()
