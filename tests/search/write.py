"""`python -m tests.search.write`: writes the signatures of the searches anew."""

import json

from tests.search.signatures import ALL, FILE, signature

if __name__ == "__main__":
    lines = [f"{json.dumps(name)}: {json.dumps(signature(*how))}" for name, how in ALL.items()]
    FILE.write_text("{\n " + ",\n ".join(lines) + "\n}\n")
