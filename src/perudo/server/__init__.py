"""HTTP, live streams, storage, workers."""

from perudo.extras import require

require("server")
