"""What is refused to somebody because of who they are, or are not."""

from typing import ClassVar

from palissade.messages import Catalogue
from palissade.server.refused import Refused


class NotYou(Refused):
    """A name, a password or a person that will not do."""

    catalogue: ClassVar[Catalogue] = Catalogue.beside(__file__)
