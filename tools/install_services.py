"""Install the programs that the tests start, from the system's packages.

It runs before the tests and needs only Python. If it may not install, it names what is missing;
tests that need it are then skipped, but on CI (CI=true) that is a failure.
"""

import os
import shutil
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

# The Debian package, its program, and a folder to search besides the path.
PACKAGES = {
    "postgresql": ("pg_ctl", "usr/lib/postgresql/*/bin"),
    "redis-server": ("redis-server", "usr/bin"),
    "chromium": ("chromium", "usr/bin"),
    "firefox-esr": ("firefox-esr", "usr/bin"),
    "faketime": ("faketime", "usr/bin"),
    "curl": ("curl", "usr/bin"),
    "nginx": ("nginx", "usr/sbin"),
    "caddy": ("caddy", "usr/bin"),
    "openssl": ("openssl", "usr/bin"),
    "systemd": ("systemd-analyze", "usr/bin"),
}
# The tests run without it, only longer. Debian wants it to be of one version with chromium.
QUICKER = "chromium-headless-shell"

# The tests start their own servers, so Debian must neither create a cluster nor start a service.
# Both settings are system-wide, so they are restored afterwards.
INSTALL = """
set -eu
policy=/usr/sbin/policy-rc.d
clusters=/etc/postgresql-common/createcluster.conf
made=""
saved=""
clean_up() {
  if [ -n "$made" ]; then rm -f "$made"; fi
  if [ -n "$saved" ]; then printf '%s\\n' "$saved" > "$clusters"; fi
}
trap clean_up EXIT
trap 'exit 1' HUP INT TERM
if [ ! -e "$policy" ]; then
  made="$policy"
  printf '#!/bin/sh\\nexit 101\\n' > "$policy"
  chmod 755 "$policy"
fi
export DEBIAN_FRONTEND=noninteractive
apt-get -qq update
case " $* " in *" postgresql "*)
  apt-get -qq install -y --no-install-recommends postgresql-common
  saved=$(cat "$clusters")
  sed -i 's/^#* *create_main_cluster.*/create_main_cluster = false/' "$clusters"
esac
apt-get -qq install -y --no-install-recommends "$@"
"""


def missing() -> list[str]:
    return [
        package
        for package, (program, pattern) in PACKAGES.items()
        if not (shutil.which(program) or any(Path("/").glob(f"{pattern}/{program}")))
    ]


def as_root() -> list[str] | None:
    """Return the prefix that runs a command as root; None if we may not install."""
    if shutil.which("apt-get") is None:
        return None
    if os.geteuid() == 0:
        return []
    sudo = shutil.which("sudo")
    if sudo is None:
        return None
    asked = subprocess.run([sudo, "-n", "true"], capture_output=True, check=False)  # noqa: S603
    return [sudo, "-n"] if asked.returncode == 0 else None


def install(packages: Sequence[str], words_before: Sequence[str]) -> str:
    """Install packages; return the output of apt-get if it fails."""
    done = subprocess.run(  # noqa: S603
        [*words_before, "/bin/sh", "-c", INSTALL, "install", *packages],
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        check=False,
    )
    return "" if done.returncode == 0 else f"{done.stdout}{done.stderr}".rstrip()


def main() -> int:
    wanted, is_slow = missing(), shutil.which(QUICKER) is None
    if not wanted and not is_slow:
        return 0
    words_before = as_root()
    if words_before is not None and wanted:
        _say(f"Installing {', '.join(wanted)} for the tests.")
        failure = install(wanted, words_before)
        if failure:
            _say(f"apt-get failed:\n{failure}")
    if words_before is not None and is_slow:
        _say(f"Installing {QUICKER}, with which the tests are quicker.")
        if install([QUICKER, "chromium"], words_before):
            _say("It is not to be had here: the tests take longer.")
    left = missing()
    if not left:
        return 0
    _say(
        f"Not installed: {', '.join(left)}. The tests that need it are skipped; "
        f"to run them: apt-get install {' '.join(left)}"
    )
    return 1 if os.environ.get("CI") == "true" else 0


def _say(text: str) -> None:
    sys.stdout.write(f"{text}\n")
    sys.stdout.flush()


if __name__ == "__main__":
    raise SystemExit(main())
