"""One room per game. Rooms never import one another."""
