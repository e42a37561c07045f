"""Rewrites the OpenAPI document of the service for generators that know OpenAPI 3.0 only.

    python3 older.py openapi.json > older.json

Null becomes "nullable", a value of several shapes any value, and objects between which a
member decides one object with the members of all. Nothing else is lost but examples and
extensions.
"""

import json
import sys


def flat(s, named):
    """Returns an object with the members of all alternatives of a schema."""
    if "discriminator" not in s:
        return s
    ones = [named[one["$ref"].rsplit("/", 1)[1]] for one in s["oneOf"]]
    members = {}
    for one in ones:
        for name, member in one["properties"].items():
            known = members.setdefault(name, dict(member))
            if "enum" in known and "enum" in member:
                known["enum"] = known["enum"] + [v for v in member["enum"] if v not in known["enum"]]
            elif shape(known) != shape(member):
                members[name] = {"anyOf": [known, member]}
    required = [name for name in ones[0]["required"] if all(name in one["required"] for one in ones)]
    text = {k: v for k, v in s.items() if k == "description"}
    return {**text, "type": "object", "properties": members, "required": required, "additionalProperties": False}


def shape(s):
    return {k: v for k, v in s.items() if k not in ("description", "examples")}


def is_null(schema):
    return schema.get("type") == "null"


def schema(s):
    """Returns a schema in the form of OpenAPI 3.0."""
    if not isinstance(s, dict):
        return s  # additionalProperties: false
    if "$ref" in s:
        return {"$ref": s["$ref"]}
    s = {k: v for k, v in s.items() if k != "examples" and not k.startswith("x-") and k != "format"}
    shapes = s.pop("anyOf", None)
    if shapes is not None:
        real = [schema(a) for a in shapes if not is_null(a)]
        text = {k: v for k, v in s.items() if k == "description"}
        if len(real) != 1:
            return {**text, "nullable": True}
        if "$ref" in real[0]:
            return {**text, "allOf": real, "nullable": True}
        return {**real[0], **text, "nullable": True}
    kinds = s.get("type")
    if isinstance(kinds, list):
        s["type"] = next(k for k in kinds if k != "null")
        s["nullable"] = True
    if "enum" in s:
        s["enum"] = [v for v in s["enum"] if v is not None]
    if "items" in s:
        s["items"] = schema(s["items"])
    if "properties" in s:
        s["properties"] = {k: schema(v) for k, v in s["properties"].items()}
    if "additionalProperties" in s:
        s["additionalProperties"] = schema(s["additionalProperties"])
    return s


def walk(x):
    """Rewrites the schemas of parameters, bodies, answers and headers."""
    if isinstance(x, list):
        return [walk(v) for v in x]
    if not isinstance(x, dict):
        return x
    made = {}
    for k, v in x.items():
        if k.startswith("x-") or k in ("example", "examples"):
            continue
        made[k] = schema(v) if k == "schema" else walk(v)
    return made


def main():
    with open(sys.argv[1], encoding="utf-8") as f:
        document = json.load(f)
    schemas = document["components"].pop("schemas")
    document = walk(document)
    document["openapi"] = "3.0.3"
    document["info"]["license"].pop("identifier", None)
    named = {k: flat(v, schemas) for k, v in schemas.items()}
    document["components"]["schemas"] = {k: schema(v) for k, v in named.items()}
    json.dump(document, sys.stdout)


main()
