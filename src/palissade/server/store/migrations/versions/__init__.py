"""The versions of the database, one after the other; a version that somebody has is never changed again."""
