"""The web server: live tables over HTTP, streams, storage, pages."""

from perudo.extras import require

require("server")
