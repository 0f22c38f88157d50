"""Real PostgreSQL and Redis servers for the tests: private, on free ports, removed afterwards.

They come from the system's packages (`tools/install_services.py` installs them).
"""

import os
import pwd
import shutil
import signal
import socket
import subprocess
import tempfile
from collections.abc import Sequence
from contextlib import suppress
from itertools import count
from pathlib import Path
from types import TracebackType
from typing import NoReturn, Self

import psycopg
import pytest
import redis
from psycopg import sql

from testkit.serving import reserved_port


class Missing(Exception):
    """A program that the tests need is not installed: the message names its package."""


_reserved: list[socket.socket] = []


def free_port() -> int:
    """Return a port that stays reserved as long as this process runs."""
    port, reserved = reserved_port()
    _reserved.append(reserved)
    return port


class Postgres:
    """A private cluster. `url` and `new_database()` stay valid across restarts."""

    def __init__(self) -> None:
        self._programs = _postgres_programs()
        self._folder = Path(tempfile.mkdtemp(prefix="perudo-postgres-"))
        self._names = count(1)
        self.port = free_port()
        self._as_other: list[str] = []
        if os.geteuid() == 0:  # the server refuses to run as root
            self._as_other = ["runuser", "-u", "postgres", "--"]
            owner = pwd.getpwnam("postgres")
            os.chown(self._folder, owner.pw_uid, owner.pw_gid)
        try:
            self._run("initdb", "-D", "data", "-U", "perudo", "-A", "trust", "-E", "UTF8")
        except BaseException:
            shutil.rmtree(self._folder)
            raise

    @property
    def url(self) -> str:
        return self.url_of("postgres")

    def url_of(self, database: str) -> str:
        return f"postgresql://perudo@127.0.0.1:{self.port}/{database}"

    def start(self) -> None:
        settings = f"-p {self.port} -h 127.0.0.1 -k {self._folder}"
        self._run("pg_ctl", "-D", "data", "-l", "log", "-o", settings, "-w", "start")

    def stop(self, mode: str = "fast") -> None:
        """Stop the server; `mode` is smart, fast, or immediate (as in a crash)."""
        self._run("pg_ctl", "-D", "data", "-m", mode, "-w", "stop")

    def restart(self, mode: str = "fast") -> None:
        self.stop(mode)
        self.start()

    def running(self) -> bool:
        return (self._folder / "data" / "postmaster.pid").exists()

    def new_database(self) -> str:
        """Create an empty database and return its address."""
        name = f"perudo_{os.getpid()}_{next(self._names)}"
        with psycopg.connect(self.url, autocommit=True) as connection:
            connection.execute(sql.SQL("CREATE DATABASE {}").format(sql.Identifier(name)))
        return self.url_of(name)

    def close(self) -> None:
        if self.running():
            self.stop("immediate")
        shutil.rmtree(self._folder)

    def __enter__(self) -> Self:
        try:
            self.start()
        except BaseException:
            self.close()
            raise
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    def _run(self, program: str, *words: str) -> None:
        # A file instead of a pipe, which the server would inherit and keep open.
        with (self._folder / "output").open("ab") as output:
            done = subprocess.run(
                [*self._as_other, str(self._programs / program), *words],
                cwd=self._folder,
                stdin=subprocess.DEVNULL,
                stdout=output,
                stderr=subprocess.STDOUT,
                env={**os.environ, "LC_ALL": "C.UTF-8"},
                timeout=120,
                check=False,
            )
        if done.returncode != 0:
            files = [self._folder / "output", self._folder / "log"]
            raise RuntimeError(
                f"{program} failed:\n"
                + "\n".join(file.read_text(errors="replace") for file in files if file.exists())
            )


class Redis:
    """A private server that stores nothing on disk. `url` stays valid across restarts."""

    def __init__(self) -> None:
        program = shutil.which("redis-server")
        if program is None:
            raise Missing("redis-server is not installed (Debian package redis-server)")
        self._program = program
        self._folder = Path(tempfile.mkdtemp(prefix="perudo-redis-"))
        self._process: subprocess.Popen[bytes] | None = None
        self.port = free_port()

    @property
    def url(self) -> str:
        return f"redis://127.0.0.1:{self.port}/0"

    def start(self) -> None:
        words: Sequence[str] = (
            *("--port", str(self.port), "--bind", "127.0.0.1", "--save", ""),
            *("--appendonly", "no", "--daemonize", "no"),
        )
        self._process = subprocess.Popen(
            [self._program, *words],
            cwd=self._folder,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
        )
        assert self._process.stdout is not None
        output = []
        for line in self._process.stdout:
            output.append(line)
            if b"Ready to accept connections" in line:
                break
        else:
            raise RuntimeError(f"redis-server failed:\n{b''.join(output).decode()}")
        self._process.stdout.close()  # later it only writes a last message, and ignores SIGPIPE
        with redis.Redis.from_url(self.url) as client:
            client.ping()

    def kill(self) -> None:
        """Kill the server, as in a crash."""
        if self._process is not None:
            with suppress(ProcessLookupError):
                self._process.send_signal(signal.SIGKILL)
            self._process.wait(timeout=30)
            if self._process.stdout is not None:
                self._process.stdout.close()
            self._process = None

    def restart(self) -> None:
        self.kill()
        self.start()

    def close(self) -> None:
        self.kill()
        shutil.rmtree(self._folder)

    def __enter__(self) -> Self:
        try:
            self.start()
        except BaseException:
            self.close()
            raise
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()


def _postgres_programs() -> Path:
    """Return the folder of the newest version; Debian does not put its programs on the path."""
    versions = sorted(
        Path("/usr/lib/postgresql").glob("*/bin/pg_ctl"), key=lambda path: int(path.parts[-3])
    )
    if versions:
        return versions[-1].parent
    on_path = shutil.which("pg_ctl")
    if on_path is None:
        raise Missing("the PostgreSQL server is not installed (Debian package postgresql)")
    return Path(on_path).parent


def absent(missing: Missing) -> NoReturn:
    """Skip a test whose program is missing; on CI fail, since nothing may be left untested."""
    if os.environ.get("CI") == "true":
        pytest.fail(str(missing))
    pytest.skip(str(missing))
