"""The sample configurations of nginx and Caddy, run for real on loopback.

Only names, ports and files are replaced, since these must differ in a test.
"""

import os
import re
import shutil
import signal
import socket
import ssl
import subprocess
import tempfile
from abc import ABC, abstractmethod
from pathlib import Path
from types import TracebackType
from typing import Self

import httpx
import psutil

from testkit import ROOT
from testkit.services import Missing, free_port

GUESTS = 5
"""New guests that one address may have in a minute: few, so that a test can use them up."""
SAMPLES = ROOT / "deploy"
NAME = "localhost"
"""Replaces perudo.example: every machine can resolve it."""
SECONDS = 30

NGINX_MAIN = """
{user}
pid {folder}/pid;
error_log {folder}/error.log;
events {{ worker_connections 512; }}
http {{
    access_log off;
    default_type application/octet-stream;
    types {{ text/html html; }}
    client_body_temp_path {folder}/body;
    proxy_temp_path {folder}/proxy;
    fastcgi_temp_path {folder}/fastcgi;
    uwsgi_temp_path {folder}/uwsgi;
    scgi_temp_path {folder}/scgi;
    include {folder}/site.conf;
}}
"""


def program(name: str) -> str:
    found = shutil.which(name) or shutil.which(name, path="/usr/sbin:/sbin")
    if found is None:
        raise Missing(f"{name} is not installed (Debian package {name})")
    return found


def replaced(text: str, pairs: dict[str, str]) -> str:
    """Replace each key by its value; every key must be in the sample."""
    for old, new in pairs.items():
        assert old in text, f"the sample has no {old!r}"
        text = text.replace(old, new)
    return text


class Proxy(ABC):
    """A proxy with its own certificate, in front of a server on port ``upstream``."""

    def __init__(self, upstream: int) -> None:
        self.upstream, self.port, self.plain_port = upstream, free_port(), free_port()
        self.folder = Path(tempfile.mkdtemp(prefix="perudo-proxy-"))
        self.key, self.certificate = self.folder / "key.pem", self.folder / "certificate.pem"
        words = "req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 2"
        names = ["-subj", f"/CN={NAME}", "-addext", f"subjectAltName=DNS:{NAME}"]
        files = ["-keyout", str(self.key), "-out", str(self.certificate)]
        self._run(program("openssl"), *words.split(), *names, *files)

    @property
    def url(self) -> str:
        return f"https://{NAME}:{self.port}"

    @property
    def trust(self) -> ssl.SSLContext:
        return ssl.create_default_context(cafile=str(self.certificate))

    def client(self, source: str = "127.0.0.1", **headers: str) -> httpx.Client:
        """Return a client that connects from this address, which may be any in 127/8."""
        transport = httpx.HTTPTransport(verify=self.trust, local_address=source)
        return httpx.Client(transport=transport, base_url=self.url, headers=headers, timeout=20)

    def connect(self) -> ssl.SSLSocket:
        """Return a plain TLS socket, for requests that no HTTP client would send."""
        line = socket.create_connection(("127.0.0.1", self.port), timeout=SECONDS)
        return self.trust.wrap_socket(line, server_hostname=NAME)

    @abstractmethod
    def start(self) -> None: ...

    @abstractmethod
    def stop(self) -> None: ...

    @abstractmethod
    def logged(self) -> str:
        """Return all that it has logged so far."""

    def _run(self, *command: str) -> None:
        done = subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)
        assert done.returncode == 0, done.stdout + done.stderr

    def __enter__(self) -> Self:
        self.start()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        at: TracebackType | None,
    ) -> None:
        self.stop()
        shutil.rmtree(self.folder)


class Nginx(Proxy):
    def start(self) -> None:
        text = (SAMPLES / "nginx.conf").read_text(encoding="utf-8")
        text = re.sub(r"^ *listen \[::\].*\n", "", text, flags=re.MULTILINE)
        live = "/etc/letsencrypt/live/perudo.example"
        site = replaced(
            text,
            {
                f"{live}/fullchain.pem": str(self.certificate),
                f"{live}/privkey.pem": str(self.key),
                "/var/log/nginx/perudo.log": str(self.folder / "site.log"),
                "/usr/local/share/perudo/away.html": str(SAMPLES / "away.html"),
                "server 127.0.0.1:8000;": f"server 127.0.0.1:{self.upstream};",
                "listen 443 ": f"listen 127.0.0.1:{self.port} ",
                "listen 80;": f"listen 127.0.0.1:{self.plain_port};",
                "perudo.example": NAME,
            },
        )
        (self.folder / "site.conf").write_text(site, encoding="utf-8")
        # The test's files are in folders that only its user can read: run the workers as that user.
        user = "user root;" if os.geteuid() == 0 else ""
        main = self.folder / "nginx.conf"
        main.write_text(NGINX_MAIN.format(folder=self.folder, user=user), encoding="utf-8")
        words = ["-c", str(main), "-e", str(self.folder / "error.log")]
        self._run(program("nginx"), *words)  # returns when its sockets are open

    def stop(self) -> None:
        master = psutil.Process(int((self.folder / "pid").read_text()))
        master.send_signal(signal.SIGTERM)
        master.wait(SECONDS)

    def logged(self) -> str:
        files = [self.folder / "error.log", self.folder / "site.log"]
        return "".join(file.read_text() for file in files if file.exists())


class Caddy(Proxy):
    def start(self) -> None:
        # Without its admin port, and without fetching certificates.
        site = replaced(
            (SAMPLES / "Caddyfile").read_text(encoding="utf-8"),
            {
                "{\n\tservers {": "{\n\tadmin off\n\tauto_https off\n\tservers {",
                "perudo.example {": (
                    f"https://{NAME}:{self.port} {{\n"
                    f"\tbind 127.0.0.1\n\ttls {self.certificate} {self.key}"
                ),
                "reverse_proxy 127.0.0.1:8000 ": f"reverse_proxy 127.0.0.1:{self.upstream} ",
                "root * /usr/local/share/perudo": f"root * {SAMPLES}",
            },
        )
        file = self.folder / "Caddyfile"
        file.write_text(site, encoding="utf-8")
        command = [program("caddy"), "run", "--config", str(file), "--adapter", "caddyfile"]
        self._said = self.folder / "said"
        places = {name: str(self.folder) for name in ("HOME", "XDG_DATA_HOME", "XDG_CONFIG_HOME")}
        with self._said.open("wb") as said:
            self._process = subprocess.Popen(
                command,
                stdin=subprocess.DEVNULL,
                stdout=said,
                stderr=subprocess.PIPE,
                env={**os.environ, **places},
            )
        assert self._process.stderr is not None
        lines = []
        for line in self._process.stderr:
            lines.append(line)
            if b"serving initial configuration" in line:
                break
        else:
            raise AssertionError(b"".join(lines).decode())
        self._lines = lines

    def stop(self) -> None:
        self._process.terminate()
        assert self._process.stderr is not None
        self._lines += self._process.stderr.readlines()
        self._process.stderr.close()
        self._process.wait(SECONDS)

    def logged(self) -> str:
        """Return the log; it is complete only after a stop, so this restarts the proxy."""
        self.stop()
        said = b"".join(self._lines).decode()
        self.start()
        return said
