"""Blokus Duo: `tables` and `library` need NumPy only, `rules` and `check` PyTorch."""
