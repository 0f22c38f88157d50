"""Web Push: call a player back whose page is closed (docs/decisions/0014-called-back.md)."""
