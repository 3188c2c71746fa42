"""What is asked over HTTP: thin handlers over the wire types."""
