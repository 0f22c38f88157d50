"""What play costs, measured, and what that means for ten thousand and for a million people."""
