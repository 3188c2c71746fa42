"""What the arena says, in English and French."""

from palissade.messages import Catalogue

CATALOGUE = Catalogue.beside(__file__)
