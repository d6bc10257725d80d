#!/usr/bin/env python3
"""Compares `methodical verify` with jsonschema, which shares no code with the project, on recorded responses.

Usage: verification.py METHODICAL RECORDINGS DOCUMENT [DAMAGES [SEED]]

DOCUMENT is an OpenAPI 3.1 document, whose schemas are JSON Schemas, and RECORDINGS a folder with exchanges of a server
that should keep to it. `methodical import` makes a schema of the document. A server on loopback returns the recorded
responses, one of each operation at a time, and `methodical verify` calls all of these operations. The package
jsonschema judges the same bodies by the response schemas of the document. Both must find the same mismatches: with the
same numbers for each property and kind, and at the same places. Then each response is returned DAMAGES times more, with a
value in it deleted or replaced at random. The exit code is 1 if there is a difference without a known reason.

Needs the packages jsonschema and rfc3339-validator.
"""

import collections
import copy
import http.server
import json
import os
import pathlib
import random
import re
import subprocess
import sys
import tempfile
import threading

import jsonschema

import recordings

BASE = "https://recorded.example/"
# The formats that reading checks. Any text is a `uri` or an `email` for it, as JSON Schema allows.
FORMATS = ("date", "date-time")
# The kinds of mismatches that only one of both has, with the reason.
REASONS = {
    "ambiguous": "the value fits several alternatives of oneOf; reading takes one of them",
    "stranger": "the object has none of the record's members and others; reading takes it for something else",
}
SENTENCE = re.compile(r"(?P<name>.*?): (?P<words>missing|null|expected .*), at (?P<path>.*?)(?: and (?P<more>\d+) more)?$")


class Replay(http.server.BaseHTTPRequestHandler):
    """Returns the recorded response of a verb and a path, 404 for others, and 401 where a token is needed."""

    protocol_version = "HTTP/1.1"
    responses = {}
    secured = set()

    def reply(self):
        self.rfile.read(int(self.headers.get("Content-Length") or 0))
        place = self.command, self.path.split("?")[0].rstrip("/")
        status, text = self.responses.get(place, (404, '{"error":"Record not found"}'))
        if place in self.secured and "Authorization" not in self.headers:
            status, text = 401, '{"error":"The access token is invalid"}'
        data = text.encode()
        self.send_response(status)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(data)))
        self.end_headers()
        self.wfile.write(data)

    do_GET = do_PUT = do_POST = do_PATCH = do_DELETE = reply

    def log_message(self, *_):
        pass


# The judge


def judged(value, schema, document):
    """Returns the mismatches of a value as a set of kinds and places."""
    checker = jsonschema.FormatChecker(formats=FORMATS)
    whole = {"allOf": [schema], "components": document["components"]}
    found = set()
    for error in jsonschema.Draft202012Validator(whole, format_checker=checker).iter_errors(value):
        for leaf in recordings.leaves(error):
            found.add((recordings.kind(leaf), recordings.place(leaf)))
    return found


# The command


def names(schema):
    """Returns the methods of an imported schema, by pairs of a verb and a path without names of parameters."""
    found = {}
    for file in pathlib.Path(schema).rglob("methods.json"):
        for method in json.loads(file.read_text())["methods"]:
            path = "/" + method["path"].split("?")[0]
            key = method.get("verb", "GET"), recordings.plain(path)
            found.setdefault(key, (method["name"], re.findall(r"\{([^}]*)\}", path)))
    return found


def verified(tool, schema, port, methods, arguments, folder):
    """Returns the report of `verify` about methods."""
    file = folder / "arguments.json"
    file.write_text(json.dumps(arguments))
    words = ["--schema", schema, "--arguments", file, "--format", "json", "--pages", "1", "--writes"]
    for method in methods:
        words += ["--only", method]
    run = subprocess.run(
        [tool, "verify", f"http://127.0.0.1:{port}/", *words],
        env={**os.environ, "METHODICAL_TOKEN": "recorded"}, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    if run.returncode not in (0, 1, 2) or not run.stdout:
        raise RuntimeError(f"verify failed with {run.returncode}: {run.stderr}")
    return json.loads(run.stdout)


def reported(fault):
    """Returns the kind, the first place and the number of a mismatch of a body, or None for others."""
    match = SENTENCE.match(fault["message"])
    if not match or "is not in the schema" in match["name"]:
        return None
    words = match["words"]
    what = "value"
    if words in ("missing", "null"):
        what = words
    elif "in another format" in words:
        what = "format"
    elif words.endswith("found only unknown members"):
        what = "stranger"
    return what, match["path"], 1 + int(match["more"] or 0)


# Damage


def places(value, path=()):
    """Yields the paths of all values inside a value."""
    members = ()
    if isinstance(value, dict):
        members = value.items()
    elif isinstance(value, list):
        members = enumerate(value)
    for key, member in members:
        yield path + (key,)
        yield from places(member, path + (key,))


def damaged(value, random):
    """Returns a copy of a value with one value in it deleted or replaced."""
    value = copy.deepcopy(value)
    paths = list(places(value))
    if not paths:
        return random.choice([7, "text", None, [], {}])
    *path, key = random.choice(paths)
    holder = value
    for step in path:
        holder = holder[step]
    others = [None, True, 7, 1.5, "another text", "7", "2024-02-30", [], {}, [[]], {"other": 1}]
    if isinstance(holder, dict) and random.random() < 0.3:
        del holder[key]
    else:
        holder[key] = random.choice(others)
    return value


# The comparison


class Comparison:
    def __init__(self):
        self.counts = collections.Counter(responses=0, both=0)
        # The differences that have a reason, by the reason, and the others.
        self.explained = collections.Counter()
        self.differences = []
        # The calls that were not verified, by method and reason, and the faults that are not about a value in a body.
        self.unjudged = collections.Counter()
        self.others = collections.Counter()

    def add(self, bodies, report):
        """Compares the mismatches of the responses of one round.

        `bodies` has the judge's mismatches by method. The command counts those of one property together, for all
        methods, and shows the place of the first one.
        """
        called = {name: found for name, found in bodies.items() if name in report["verified"]}
        for omission in report["omitted"]:
            if omission["method"] in bodies and omission["method"] not in called:
                self.unjudged[omission["method"], omission["reason"]] += 1
        self.counts["responses"] += len(called)
        expected, actual = collections.Counter(), collections.Counter()
        for found in called.values():
            for what, path in found:
                expected[what, last(path)] += 1
        for fault in report["mismatches"]:
            known = reported(fault)
            if known is None:
                if fault["severity"] != "note":
                    self.others[fault["message"]] += 1
                continue
            what, path, count = known
            actual[what, last(path)] += count
            method = re.match(r"methodical call (\S+)", fault["call"])[1]
            if what not in REASONS and (what, path) not in called.get(method, set()):
                self.differences.append(f"verify only, {method}: {fault['message']}")
        for key in sorted(expected.keys() | actual.keys()):
            self.counts["both"] += min(expected[key], actual[key])
            self.counts["jsonschema only"] += max(expected[key] - actual[key], 0)
            self.counts["verify only"] += max(actual[key] - expected[key], 0)
            if expected[key] == actual[key]:
                continue
            if key[0] in REASONS:
                self.explained[REASONS[key[0]]] += abs(expected[key] - actual[key])
                continue
            places = [f"{name}: {p}" for name, found in called.items() for w, p in found if (w, last(p)) == key]
            self.differences.append(f"{key}: jsonschema {expected[key]}, verify {actual[key]}; {places[:3]}")


def last(path):
    """Returns the last key of a place, with a mark for elements of a list."""
    return re.sub(r"\[\d+\]", "[]", path.rsplit(".", 1)[-1])


def rounds(responses):
    """Returns lists of responses, each with at most one of an operation. Equal responses count once."""
    lists = []
    seen = set()
    placed = collections.Counter()
    for key, exchange, values in responses:
        content = key, exchange["response"]["content"]["text"], exchange["response"]["status"]
        if content in seen:
            continue
        seen.add(content)
        if placed[key] == len(lists):
            lists.append([])
        lists[placed[key]].append((key, exchange, values))
        placed[key] += 1
    return lists


def response_schema(operation, status):
    response = operation["responses"].get(str(status), {})
    return response.get("content", {}).get("application/json", {}).get("schema")


def compare(tool, folder, path, damages=0, seed=1):
    """Returns the comparison of all recorded responses, and that of damaged ones."""
    document = json.loads(pathlib.Path(path).read_text())
    if not document["openapi"].startswith("3.1"):
        raise ValueError(f"{path} is OpenAPI {document['openapi']}, whose schemas are not JSON Schemas")
    known = recordings.operations(document)
    finder = recordings.Finder(known, BASE)
    recorded, changed = Comparison(), Comparison()
    usable = []
    for exchange in recordings.exchanges(folder, BASE):
        recorded.counts["recorded"] += 1
        found = finder.find(exchange)
        if not found:
            recorded.counts["of other operations"] += 1
        elif not recordings.is_success(exchange):
            recorded.counts["refusals"] += 1
        else:
            usable.append((found[0], exchange, found[1]))
    recorded.counts["operations"] = len({key for key, _, _ in usable})
    generator = random.Random(seed)
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Replay)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        with tempfile.TemporaryDirectory() as name:
            work = pathlib.Path(name)
            schema = work / "Schema"
            subprocess.run([tool, "import", path, "--into", schema], check=True, stdout=subprocess.DEVNULL)
            methods = names(schema)

            def verify(responses, into, change=None):
                bodies, arguments, Replay.responses, Replay.secured = {}, {}, {}, set()
                for key, exchange, values in responses:
                    method, parameters = methods[key]
                    arguments[method] = dict(zip(parameters, values))
                    status, value = exchange["response"]["status"], recordings.body(exchange)
                    if change:
                        value = change(value)
                    place = key[0], finder.path(exchange)
                    Replay.responses[place] = status, json.dumps(value)
                    if known[key].get("security"):
                        Replay.secured.add(place)
                    if (wanted := response_schema(known[key], status)) is None:
                        into.counts["without a schema"] += 1
                    bodies[method] = judged(value, wanted, document) if wanted else set()
                into.add(bodies, verified(tool, schema, server.server_port, bodies, arguments, work))

            for responses in rounds(usable):
                verify(responses, recorded)
                for _ in range(damages):
                    verify(responses, changed, lambda value: damaged(value, generator))
    finally:
        server.shutdown()
    return recorded, changed


def main():
    numbers = map(int, sys.argv[4:6])
    differs = False
    for title, result in zip(("recorded", "damaged"), compare(*sys.argv[1:4], *numbers)):
        print(f"{title}: {dict(result.counts)}")
        for reason, count in result.explained.items():
            print(f"    {count} by one only: {reason}")
        for line in result.differences:
            print(f"    different: {line}")
        for (method, reason), count in result.unjudged.items():
            print(f"    not verified {count} times: {method} {reason}")
        for message, count in result.others.items():
            print(f"    other fault {count} times: {message}")
        differs |= bool(result.differences or result.others)
    sys.exit(1 if differs else 0)


if __name__ == "__main__":
    main()
