#!/usr/bin/env python3
"""Measures `methodical new --from` on recordings: paths, and held-out responses.

Usage: traffic.py METHODICAL RECORDINGS BASE_URL PUBLISHED [-v]

RECORDINGS is a folder with exchanges, in the forms that recordings.py reads. PUBLISHED has the published operations: an
OpenAPI document, or a text with a line such as `GET /users/{id}` for each. The exchanges are divided by the hash of
their content. A schema from one half is held against the responses of the other half by jsonschema, which shares no
code with the project.

Needs the packages jsonschema and rfc3339-validator.
"""

import collections
import hashlib
import json
import pathlib
import re
import subprocess
import sys
import tempfile

import jsonschema

import recordings


def half(exchange):
    """Returns 0 or 1 by the hash of an exchange's verb, address and body."""
    parts = [exchange["request"]["method"], exchange["request"]["url"], exchange["response"]["content"].get("text")]
    return hashlib.sha256(json.dumps(parts).encode()).digest()[0] & 1


def resolved(schema, document):
    while "$ref" in schema:
        schema = document["components"]["schemas"][schema["$ref"].split("/")[-1]]
    return schema


def undescribed(value, schema, document, path=""):
    """Yields the paths of the members that a schema does not describe."""
    schema = resolved(schema, document)
    wanted = "array" if isinstance(value, list) else "object"
    for alternative in schema.get("anyOf", []):
        if "$ref" in alternative or alternative.get("type") == wanted:
            schema = resolved(alternative, document)
    if isinstance(value, list):
        for element in value:
            yield from undescribed(element, schema.get("items", {}), document, path + "[]")
    elif isinstance(value, dict):
        properties = schema.get("properties", {})
        others = schema.get("additionalProperties")
        # A schema without these keywords, such as {}, describes any members.
        describesAll = others is None and "properties" not in schema
        for key, member in value.items():
            if key in properties:
                yield from undescribed(member, properties[key], document, f"{path}.{key}")
            elif others is not None:
                yield from undescribed(member, others, document, f"{path}.*")
            elif not describesAll:
                yield f"{path}.{key}"


def response_schema(operation, exchange):
    response = operation["responses"].get(str(exchange["response"]["status"]), {})
    return response.get("content", {}).get("application/json", {}).get("schema")


class Measurement:
    """The inference from the recordings of one server."""

    def __init__(self, tool, folder, base, published, verbose=False):
        self.tool, self.base, self.verbose = tool, base, verbose
        self.entries = list(recordings.exchanges(folder, base))
        text = pathlib.Path(published).read_text()
        if text.lstrip().startswith("{"):
            self.published = set(recordings.operations(json.loads(text)))
        else:
            lines = re.findall(r"\b(GET|PUT|POST|PATCH|DELETE) (/[^\s\"']*)", text)
            self.published = {(verb, recordings.plain(path)) for verb, path in lines}

    def infer(self, entries):
        """Returns the document that the command infers from entries."""
        with tempfile.TemporaryDirectory() as folder:
            file = pathlib.Path(folder) / "traffic.har"
            file.write_text(json.dumps({"log": {"version": "1.2", "entries": entries}}))
            words = ["new", "Schema", "--name", "Measured", "--from", str(file), "--base-url", self.base]
            subprocess.run([self.tool, *words], cwd=folder, check=True, stdout=subprocess.DEVNULL)
            return json.loads((file.parent / "Measured.traffic.json").read_text())

    def paths(self, document):
        """Returns the published operations that the recordings use, and those of them that a document has."""
        finder = recordings.Finder(self.published, self.base)
        used = {finder.key(entry) for entry in self.entries if recordings.is_success(entry)} - {None}
        found = used & set(recordings.operations(document))
        for verb, path in sorted(used - found) if self.verbose else ():
            print(f"    not inferred: {verb} {path}")
        return used, found

    def judge(self, document, entries, known_entries):
        """Returns the numbers of responses and of their differences from a document.

        Responses of published operations that the document's own recordings do not use are left out. Differences are
        counted once for each operation and property. Those of kinds `null` and `missing` are apart from wrong types: no
        recording foretells that a member can be null or missing that never was.
        """
        known = recordings.operations(document)
        finder = recordings.Finder(known, self.base)
        publication = recordings.Finder(self.published, self.base)
        recorded = {publication.key(entry) for entry in known_entries}
        checker = jsonschema.FormatChecker(formats=["date", "date-time"])
        counts = collections.Counter()
        seen = set()

        def add(what, key, path, message):
            counts["responses with: " + what] += 1
            place = what, key, re.sub(r"\[\d+\]", "[]", path)
            if place not in seen:
                seen.add(place)
                counts[what] += 1
                if self.verbose:
                    print(f"    {what}: {key[0]} {key[1]}: {path}: {message[:100]}")

        for exchange in filter(recordings.is_success, entries):
            key = finder.key(exchange)
            schema = key and response_schema(known[key], exchange)
            if not schema or publication.key(exchange) not in recorded:
                counts["of no recorded operation"] += 1
                continue
            try:
                value = recordings.body(exchange)
            except ValueError:
                counts["not JSON"] += 1
                continue
            counts["judged"] += 1
            whole = {"allOf": [schema], "components": document["components"]}
            validator = jsonschema.Draft202012Validator(whole, format_checker=checker)
            for error in validator.iter_errors(value):
                for leaf in recordings.leaves(error):
                    kind = recordings.kind(leaf)
                    what = kind if kind in ("null", "missing") else "wrong type"
                    add(what, key, recordings.place(leaf), leaf.message)
            for path in set(undescribed(value, schema, document)):
                add("new member", key, path, "")
        return counts

    def halves(self):
        """Yields the numbers for each half, held against the schema from the other one."""
        for held in (0, 1):
            others = [entry for entry in self.entries if half(entry) != held]
            yield self.judge(self.infer(others), [entry for entry in self.entries if half(entry) == held], others)


def main():
    measurement = Measurement(*sys.argv[1:5], verbose="-v" in sys.argv)
    document = measurement.infer(measurement.entries)
    used, found = measurement.paths(document)
    print(f"published operations that the recordings use: {len(used)}")
    print(f"of them inferred with the path as published: {len(found)} ({100 * len(found) / len(used):.1f} %)")
    print("all responses against the schema from all:", dict(measurement.judge(document, measurement.entries, measurement.entries)))
    for held, counts in enumerate(measurement.halves()):
        print(f"held-out half {held}:", dict(counts))


if __name__ == "__main__":
    main()
