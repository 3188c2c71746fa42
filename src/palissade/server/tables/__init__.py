"""Tables: one live match each, with seats, clock and offers. What may happen is decided here; what has, is kept."""
