"""What is kept: SQLite in a file, or PostgreSQL by a URL. The only part of the server that speaks SQL."""
