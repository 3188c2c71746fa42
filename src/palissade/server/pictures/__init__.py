"""Pictures for sharing: a table as PNG for link previews, and a whole game as an animated GIF."""
