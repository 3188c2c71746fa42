"""What a host does beside the running server: look, export, import, back up, tidy up."""
