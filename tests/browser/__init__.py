"""The web app in a real browser: people who click, type and tap, and see what happens."""
