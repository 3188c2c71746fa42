"""Compiled code is tested with its bounds checked: an index out of range is silent otherwise."""

import os

os.environ.setdefault("NUMBA_BOUNDSCHECK", "1")
