"""Writes what the page knows of what goes over the wire, from the server's own types.

`web/src/wire.ts` has the types, `web/src/board/defaults.ts` what a scene says where it leaves something out.

python -m tools.write_wire           writes them anew
python -m tools.write_wire --check   only says whether they are fresh
"""

import inspect
import json
import subprocess
import tempfile
from pathlib import Path
from types import ModuleType
from typing import Any, get_args

import msgspec

from palissade import scene, scene_changes
from palissade.server.wire import events, house, lessons, notices, people, rules, seeks, shelf, socket, tables, talk
from tools.build_web import WEB, install, node
from tools.written import write

MODULES = (
    *(events, house, lessons, notices, people, rules, seeks, shelf, socket, tables, talk),
    *(scene, scene_changes),
)
WIRE = WEB / "src" / "wire.ts"
DEFAULTS = WEB / "src" / "board" / "defaults.ts"
REF = "#/components/schemas/"
UNIONS: dict[str, Any] = {
    "Message": socket.Message,
    "WireEvent": events.Event,  # `Event` is the browser's own
    "Clock": tables.Clock,
    "SeatWish": tables.SeatWish,
    "Status": tables.Status,
    "Shape": scene.Shape,
    "RuleBlock": rules.Block,
}


def document() -> dict[str, Any]:
    """Every type of the wire as an OpenAPI document without paths: it needs no running server."""
    structs = [struct for module in MODULES for struct in structs_of(module)]
    schemas, components = msgspec.json.schema_components([*structs, *UNIONS.values()], ref_template=REF + "{name}")
    components |= dict(zip(UNIONS, list(schemas)[len(structs) :], strict=True))
    components["Frame"] = {"anyOf": [{"$ref": REF + frame.__name__} for frame in get_args(socket.Frame)]}
    name_what_is_raw(components)
    return {
        "openapi": "3.1.0",
        "info": {"title": "Palissade", "version": "1"},
        "paths": {},
        "components": {"schemas": dict(sorted(without_discriminators(components).items()))},
    }


def structs_of(module: ModuleType) -> list[type[msgspec.Struct]]:
    """The structs that a module defines for others."""
    return [
        thing
        for name, thing in inspect.getmembers(module, inspect.isclass)
        if issubclass(thing, msgspec.Struct) and thing.__module__ == module.__name__ and not name.startswith("_")
    ]


def name_what_is_raw(components: dict[str, Any]) -> None:
    """The server sends scenes and choices as bytes made beforehand; here they have their types again."""
    components["Choices"] = {
        "type": "object",
        "additionalProperties": {"anyOf": [{"type": "string"}, {"$ref": REF + "Choices"}]},
    }
    components["Now"]["properties"]["scene"] = {"$ref": REF + "Scene"}
    components["Now"]["properties"]["changes"] = {"$ref": REF + "SceneChanges"}
    components["Now"]["properties"]["choices"] = {"$ref": REF + "Choices"}
    components["LessonStep"]["properties"]["choices"] = {"$ref": REF + "Choices"}
    components["Looked"]["properties"]["scene"] = {"$ref": REF + "Scene"}


def without_discriminators(schema: Any) -> Any:
    """TypeScript tells the members of a union apart by their literal fields alone."""
    if isinstance(schema, dict):
        return {key: without_discriminators(value) for key, value in schema.items() if key != "discriminator"}
    return [without_discriminators(item) for item in schema] if isinstance(schema, list) else schema


def types() -> str:
    """As openapi-typescript writes them."""
    install()
    with tempfile.TemporaryDirectory() as folder:
        source, target = Path(folder) / "wire.json", Path(folder) / "wire.ts"
        source.write_text(json.dumps(document()), "utf-8")
        command = WEB / "node_modules" / "openapi-typescript" / "bin" / "cli.js"
        options = ["--root-types", "--root-types-no-schema-prefix", "--default-non-nullable=false", "--alphabetize"]
        node(command, source, "--output", target, *options, stdout=subprocess.DEVNULL)
        return target.read_text("utf-8")


def defaults() -> str:
    """The defaults of every struct of a scene that has any, and the constants of `scene.py` that the page needs."""
    lines = [
        "/** Written by tools/write_wire.py from src/palissade/scene.py: `make wire`. */",
        "",
        f"export const SQUARE = {literal(scene.SQUARE)};",
        f"export const FLAT: readonly string[] = {literal(scene.FLAT)};",
        "",
        "/** What a field is where the server leaves it out. */",
        "export const DEFAULTS = {",
        *(f"  {struct.__name__}: {{ {fields} }}," for struct in structs_of(scene) if (fields := defaults_of(struct))),
        "};",
    ]
    return "\n".join(lines) + "\n"


def defaults_of(struct: type[msgspec.Struct]) -> str:
    """`width: 40, kind: "square"`; empty if it has none."""
    return ", ".join(
        f"{field.encode_name}: {literal(field.default)}"
        for field in msgspec.structs.fields(struct)
        if not field.required
    )


def literal(value: Any) -> str:
    """A value as TypeScript writes it: whole numbers without a point."""
    whole = int(value) if isinstance(value, float) and value.is_integer() else value
    return json.dumps(whole)


if __name__ == "__main__":
    for path, fresh in ((WIRE, types()), (DEFAULTS, defaults())):
        write(path, fresh, "the server's types say", "write_wire")
