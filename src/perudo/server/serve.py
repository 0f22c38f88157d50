"""Run the server: one process, or several that share a socket and a database."""

import os
import socket
import tempfile
from dataclasses import asdict

import orjson
import uvicorn
from starlette.types import ASGIApp
from uvicorn.supervisors import Multiprocess

from perudo.server.app import make_app, with_gate
from perudo.server.config import Config
from perudo.server.door import Door, Options

GRACE_SECONDS = 2
"""Time for open requests when the server stops; streams end at once."""
WORKER_SECONDS = 30
"""A worker that does not answer its supervisor for this long is replaced. On a slow or busy machine
a new one needs several seconds before it can answer, and must not be replaced while it starts."""
BACKLOG = 2048
_HANDED_DOWN = "PERUDO_WORKER_CONFIG"


def worker_app() -> ASGIApp:
    """Make the application of a worker process, configured by its parent."""
    config = Config(**orjson.loads(os.environ[_HANDED_DOWN]))
    return with_gate(make_app(config), config)


def listen(config: Config) -> socket.socket:
    """Open the socket that all workers share; raise ``OSError`` if the address is taken."""
    family = socket.AF_INET6 if ":" in config.host else socket.AF_INET
    sock = socket.socket(family, socket.SOCK_STREAM)
    sock.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    sock.bind((config.host, config.port))
    sock.listen(BACKLOG)
    sock.set_inheritable(True)
    return sock


def serve(config: Config, sock: socket.socket) -> None:
    """Serve until SIGINT or SIGTERM."""
    os.environ[_HANDED_DOWN] = orjson.dumps(asdict(config)).decode()
    if config.workers > 1:
        # The workers share their metrics in files: a scrape may reach any of them.
        os.environ["PROMETHEUS_MULTIPROC_DIR"] = tempfile.mkdtemp(prefix="perudo-metrics-")
    options = Options(
        "perudo.server.serve:worker_app",
        door=Door(config.connections_per_address, config.trusted_proxies),
        factory=True,
        workers=config.workers,
        loop="uvloop" if os.name != "nt" else "asyncio",
        lifespan="on",
        log_config=None,
        access_log=False,
        server_header=False,
        forwarded_allow_ips=config.trusted_proxies,
        timeout_graceful_shutdown=GRACE_SECONDS,
        timeout_keep_alive=75,
        timeout_worker_healthcheck=WORKER_SECONDS,
    )
    if config.workers == 1:
        uvicorn.Server(options).run([sock])
    else:
        Multiprocess(options, sockets=[sock]).run()
