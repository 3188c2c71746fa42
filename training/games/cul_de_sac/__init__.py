"""Cul-de-Sac: `states` and `library` need Palissade and no PyTorch, `rules` and `check` need both."""
