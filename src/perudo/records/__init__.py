"""Records of matches: a notation for people, JSON lines for programs, replay and proofs."""
