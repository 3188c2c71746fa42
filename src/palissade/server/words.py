"""What the server says to people."""

from palissade.messages import Catalogue

WORDS = Catalogue.beside(__file__)
