"""Generic compiled code that plays: it knows a game's functions, never a game's name."""
