"""Which of our languages somebody reads."""

from palissade.messages import LANGUAGES, Language


def preferred_language(accept_language: str) -> Language:
    """The best of an `Accept-Language` header such as `fr-CH, fr;q=0.9, en;q=0.8`; English if it names none of ours."""
    wishes = []
    for place, wish in enumerate(accept_language.split(",")):
        tag, _, parameter = wish.strip().partition(";")
        language = tag.strip().lower().partition("-")[0]
        weight = _weight(parameter)
        if weight > 0:
            wishes += [(-weight, place, known) for known in LANGUAGES if known == language]
    return min(wishes)[2] if wishes else "en"


def _weight(parameter: str) -> float:
    """Of `q=0.8`; 1 if nothing is said, 0 if what is said makes no sense."""
    key, _, value = parameter.strip().partition("=")
    if not key:
        return 1.0
    try:
        return float(value) if key.strip().lower() == "q" else 0.0
    except ValueError:
        return 0.0
