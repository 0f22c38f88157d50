"""How much play one server carries, and how soon everybody at a table sees it."""
