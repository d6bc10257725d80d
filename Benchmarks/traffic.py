#!/usr/bin/env python3
"""Measures `methodical new --from` on recordings: paths, and held-out responses.

Usage: traffic.py METHODICAL RECORDINGS BASE_URL PUBLISHED

RECORDINGS is a folder with HAR files or exchanges in JSON. PUBLISHED has the published operations: an OpenAPI document,
or a text with a line such as `GET /users/{id}` for each. The exchanges are divided by the hash of their content. A
schema from one half is held against the responses of the other half by jsonschema, which shares no code with the
project. The package jsonschema has to be installed.
"""

import base64
import collections
import hashlib
import json
import pathlib
import re
import subprocess
import sys
import tempfile
from urllib.parse import unquote, urlsplit

import jsonschema

VERBS = ("get", "put", "post", "patch", "delete")


def exchanges(folder):
    """Returns the exchanges of all files as HAR entries."""
    for path in sorted(pathlib.Path(folder).rglob("*")):
        if path.suffix not in (".har", ".json"):
            continue
        document = json.loads(path.read_text())
        if isinstance(document, dict) and "log" in document:
            yield from document["log"]["entries"]
        else:
            for plain in document if isinstance(document, list) else [document]:
                yield entry(plain)


def entry(plain):
    """Returns an exchange with `method`, `path`, `status` and `body` as a HAR entry."""
    text = json.dumps(plain.get("body"))
    return {
        "request": {"method": plain["method"], "url": plain.get("url") or BASE.rstrip("/") + plain["path"]},
        "response": {
            "status": plain["status"],
            "content": {"mimeType": "application/json", "size": len(text), "text": text},
        },
    }


def half(exchange):
    """Returns 0 or 1 by the hash of an exchange's verb, address and body."""
    parts = [exchange["request"]["method"], exchange["request"]["url"], exchange["response"]["content"].get("text")]
    return hashlib.sha256(json.dumps(parts).encode()).digest()[0] & 1


def infer(entries, folder):
    """Returns the document that the command infers from entries."""
    recordings = folder / "traffic.har"
    recordings.write_text(json.dumps({"log": {"version": "1.2", "entries": entries}}))
    words = ["new", "Schema", "--name", "Measured", "--from", str(recordings), "--base-url", BASE]
    subprocess.run([METHODICAL, *words], cwd=folder, check=True, stdout=subprocess.DEVNULL)
    return json.loads((folder / "Measured.traffic.json").read_text())


def plain(path):
    return re.sub(r"\{[^}]*\}", "{}", path).rstrip("/") or "/"


def operations(document):
    """Returns the operations of a document as pairs of a verb and a path without names of parameters."""
    return {
        (verb.upper(), plain(path)): item[verb]
        for path, item in document["paths"].items()
        for verb in VERBS
        if verb in item
    }


class Finder:
    """Finds the operation that a request uses."""

    def __init__(self, keys):
        def form(path):
            return re.compile("^" + re.escape(path).replace(r"\{\}", "[^/]+") + "$")

        def fixed(path):
            return sum(1 for part in path.split("/") if part and "{}" not in part)

        self.forms = sorted(((verb, path, form(path)) for verb, path in keys), key=lambda f: (-fixed(f[1]), f[1]))

    def key(self, exchange):
        url = exchange["request"]["url"]
        if not url.startswith(BASE) and not url.startswith("/"):
            return None
        path = unquote(urlsplit(url).path).rstrip("/") or "/"
        prefix = urlsplit(BASE).path.rstrip("/")
        path = path[len(prefix):] or "/"
        verb = exchange["request"]["method"].upper()
        return next(((v, p) for v, p, form in self.forms if v == verb and form.match(path)), None)


def is_success(exchange):
    return 200 <= exchange["response"]["status"] < 300


def body(exchange):
    """Returns the JSON of a response, or raises ValueError."""
    content = exchange["response"]["content"]
    text = content.get("text") or ""
    if content.get("encoding") == "base64":
        text = base64.b64decode(text).decode()
    return json.loads(text)


def without_nulls(value, schema, document):
    """Returns a value without the nulls of optional members, which Swift reads as absent."""
    while "$ref" in schema:
        schema = document["components"]["schemas"][schema["$ref"].split("/")[-1]]
    if isinstance(value, list):
        return [without_nulls(v, schema.get("items", {}), document) for v in value]
    if isinstance(value, dict):
        if "properties" not in schema:
            found = next((a for a in schema.get("anyOf", []) if "$ref" in a or "properties" in a), None)
            if found:
                return without_nulls(value, found, document)
        properties = schema.get("properties", {})
        required = schema.get("required", [])
        others = schema.get("additionalProperties", {})
        return {
            key: without_nulls(v, properties.get(key, others if isinstance(others, dict) else {}), document)
            for key, v in value.items()
            if v is not None or key in required
        }
    return value


def undescribed(value, schema, document, path=""):
    """Yields the paths of the members that a schema does not describe."""
    while "$ref" in schema:
        schema = document["components"]["schemas"][schema["$ref"].split("/")[-1]]
    alternatives = schema.get("anyOf")
    if alternatives:
        wanted = "array" if isinstance(value, list) else "object"
        for alternative in alternatives:
            if "$ref" in alternative or alternative.get("type") == wanted:
                schema = alternative
        while "$ref" in schema:
            schema = document["components"]["schemas"][schema["$ref"].split("/")[-1]]
    if isinstance(value, list):
        for element in value:
            yield from undescribed(element, schema.get("items", {}), document, path + "[]")
    elif isinstance(value, dict):
        properties = schema.get("properties", {})
        others = schema.get("additionalProperties")
        for key, member in value.items():
            if key in properties:
                yield from undescribed(member, properties[key], document, f"{path}.{key}")
            elif others is not None:
                yield from undescribed(member, others, document, f"{path}.*")
            else:
                yield f"{path}.{key}"


def response_schema(operation, exchange):
    response = operation["responses"].get(str(exchange["response"]["status"]), {})
    return response.get("content", {}).get("application/json", {}).get("schema")


def judge(document, entries, verbose):
    """Prints how the responses of entries fit a document."""
    known = operations(document)
    finder = Finder(known)
    checker = jsonschema.FormatChecker(formats=["date", "date-time"])
    counts = collections.Counter()
    for exchange in entries:
        if not is_success(exchange):
            continue
        key = finder.key(exchange)
        schema = key and response_schema(known[key], exchange)
        if not schema:
            counts["of no recorded operation"] += 1
            continue
        try:
            value = body(exchange)
        except ValueError:
            counts["not JSON"] += 1
            continue
        counts["judged"] += 1
        whole = {**schema, "components": document["components"]}
        validator = jsonschema.Draft202012Validator(whole, format_checker=checker)
        faults = list(validator.iter_errors(without_nulls(value, schema, document)))
        if faults:
            counts["wrong"] += 1
            for fault in faults[:3] if verbose else []:
                place = "/".join(str(part) for part in fault.absolute_path)
                print(f"    {key[0]} {key[1]}: {place}: {fault.message[:100]}")
        new = sorted(set(undescribed(value, schema, document)))
        if new:
            counts["with a new member"] += 1
            counts["new members"] += len(new)
            for path in new[:3] if verbose else []:
                print(f"    {key[0]} {key[1]}: undescribed {path}")
    return counts


def main():
    verbose = "-v" in sys.argv
    entries = list(exchanges(sys.argv[2]))
    published = set()
    text = pathlib.Path(sys.argv[4]).read_text()
    if text.lstrip().startswith("{"):
        published = set(operations(json.loads(text)))
    else:
        published = {(v, plain(p)) for v, p in re.findall(r"\b(GET|PUT|POST|PATCH|DELETE) (/\S*)", text)}
    finder = Finder(published)
    with tempfile.TemporaryDirectory() as name:
        document = infer(entries, pathlib.Path(name))
    used = {finder.key(e) for e in entries if is_success(e)} - {None}
    found = used & set(operations(document))
    print(f"published operations that the recordings use: {len(used)}")
    print(f"of them inferred with the path as published: {len(found)} ({100 * len(found) / len(used):.1f} %)")
    for verb, path in sorted(used - found) if verbose else []:
        print(f"    not inferred: {verb} {path}")
    print("all responses against the schema from all:", dict(judge(document, entries, verbose)))
    for held in (0, 1):
        with tempfile.TemporaryDirectory() as name:
            document = infer([e for e in entries if half(e) != held], pathlib.Path(name))
        print(f"held-out half {held}:", dict(judge(document, [e for e in entries if half(e) == held], verbose)))


if __name__ == "__main__":
    METHODICAL, BASE = sys.argv[1], sys.argv[3]
    main()
