"""The batched game: pure functions on arrays, for an accelerator. Needs the extra ``lab`` (JAX)."""

from perudo.extras import require

require("lab")
