"""What older versions of Palissade have stored, to be read for ever."""
