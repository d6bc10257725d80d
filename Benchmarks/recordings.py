"""Reads recorded exchanges and the operations of OpenAPI documents, for the measurements that compare both."""

import ast
import base64
import collections
import gzip
import json
import pathlib
import re
from urllib.parse import unquote, urlsplit

VERBS = ("get", "put", "post", "patch", "delete")


def exchanges(folder, base):
    """Yields the exchanges of all files below a folder as HAR entries.

    The files are HAR files, JSON files with plain exchanges or cassettes of VCR and Betamax, and the texts of
    PyGithub's tests. `base` is the URL of the server, for exchanges that have only a path.
    """
    for path in sorted(pathlib.Path(folder).rglob("*")):
        # PyGithub's tests of wrong types use responses that people have changed.
        if path.suffix == ".txt" and not path.name.startswith("BadAttributes"):
            yield from replayed(path)
        if path.suffix not in (".har", ".json"):
            continue
        try:
            document = json.loads(path.read_text())
        except ValueError:
            continue
        if isinstance(document, dict) and "log" in document:
            yield from document["log"]["entries"]
        elif isinstance(document, dict) and "http_interactions" in document:
            yield from map(interaction, document["http_interactions"])
        else:
            found = document if isinstance(document, list) else [document]
            yield from (entry(plain, base) for plain in found if isinstance(plain, dict) and "method" in plain)


def har(verb, url, status, text, kind="application/json", request=None, sent=(), received=()):
    """Returns a HAR entry. `sent` and `received` are the names and texts of header fields."""
    made = {
        "request": {"method": verb, "url": url, "headers": [{"name": n, "value": v} for n, v in sent]},
        "response": {
            "status": status,
            "headers": [{"name": n, "value": v} for n, v in received],
            "content": {"mimeType": kind, "size": len(text), "text": text},
        },
    }
    if request:
        made["request"]["postData"] = {"mimeType": "application/json", "text": request}
    return made


def entry(plain, base):
    """Returns an exchange with `method`, `path` or `url`, `status` and `body` as a HAR entry."""
    url = plain.get("url") or base.rstrip("/") + plain["path"]
    return har(plain["method"], url, plain["status"], json.dumps(plain.get("body")))


def interaction(recorded):
    """Returns an interaction of a cassette of VCR or Betamax as a HAR entry."""
    request, response = recorded["request"], recorded["response"]
    status = response["status"]["code"] if "status" in response else response["status_code"]
    fields = {name.lower(): first(value) for name, value in (response.get("headers") or {}).items()}
    return har(
        request["method"].upper(),
        request.get("uri") or request.get("url"),
        status,
        contents(response.get("body")),
        fields.get("content-type") or "",
        contents(request.get("body")),
        [(name, first(value)) for name, value in (request.get("headers") or {}).items()],
        fields.items())


def first(value):
    """Returns the text of a header field, which some cassettes have as a list."""
    return (value[0] if value else "") if isinstance(value, list) else value


def contents(body):
    """Returns the text of a body in a cassette, which may be compressed. Bytes that are no text become empty."""
    if not isinstance(body, dict):
        return body or ""
    if "base64_string" not in body:
        return body.get("string") or ""
    data = base64.b64decode(body["base64_string"])
    try:
        return (gzip.decompress(data) if data[:2] == b"\x1f\x8b" else data).decode()
    except (OSError, EOFError, ValueError):
        return ""


def replayed(path):
    """Yields the exchanges of a text of PyGithub's tests: ten lines for each, and an empty one."""
    lines = path.read_text(errors="replace").split("\n")
    for start in range(0, len(lines) - 9, 11):
        scheme, verb, host, port, target, sent, request, status, received, text = lines[start:start + 10]
        if scheme not in ("http", "https") or not status.isdigit():
            return
        sent, received = literal(sent), literal(received)
        kind = next((value for name, value in received.items() if name.lower() == "content-type"), "")
        port = "" if port == "None" else f":{port}"
        yield har(
            verb, f"{scheme}://{host}{port}{target}", int(status), text, kind,
            "" if request == "None" else request, sent.items(), received.items())


def literal(text):
    """Returns the header fields that a Python literal spells, or none if it is damaged."""
    try:
        return dict(ast.literal_eval(text))
    except (ValueError, SyntaxError):
        return {}


def body(exchange):
    """Returns the JSON of a response, or raises ValueError."""
    content = exchange["response"]["content"]
    text = content.get("text") or ""
    if content.get("encoding") == "base64":
        text = base64.b64decode(text).decode()
    return json.loads(text)


def is_success(exchange):
    return 200 <= exchange["response"]["status"] < 300


def plain(path):
    """Returns a path without the names of its parameters."""
    return re.sub(r"\{[^}]*\}", "{}", path).rstrip("/") or "/"


def operations(document):
    """Returns the operations of an OpenAPI document, by pairs of a verb and a path without names of parameters."""
    return {
        (verb.upper(), plain(path)): item[verb]
        for path, item in document["paths"].items()
        for verb in VERBS
        if verb in item
    }


class Finder:
    """Finds the operation that an exchange uses."""

    def __init__(self, keys, base):
        def form(path):
            return re.compile("^" + re.escape(path).replace(r"\{\}", "([^/]+)") + "$")

        def fixed(path):
            return sum(1 for part in path.split("/") if part and "{}" not in part)

        self.base = base
        self.forms = sorted(((verb, path, form(path)) for verb, path in keys), key=lambda f: (-fixed(f[1]), f[1]))

    def path(self, exchange):
        """Returns the path of an exchange below the base URL, or None for another server."""
        url = exchange["request"]["url"]
        if not url.startswith(self.base) and not url.startswith("/"):
            return None
        path = unquote(urlsplit(url).path).rstrip("/") or "/"
        return path[len(urlsplit(self.base).path.rstrip("/")):] or "/"

    def find(self, exchange):
        """Returns the pair of the operation with the values of its path's parameters, or None."""
        path, verb = self.path(exchange), exchange["request"]["method"].upper()
        for known, template, form in self.forms if path else ():
            match = form.match(path)
            if known == verb and match:
                return (known, template), match.groups()
        return None

    def key(self, exchange):
        found = self.find(exchange)
        return found and found[0]


# Errors of jsonschema


def shown(path):
    """Returns a place in a body as the command shows it."""
    text = ""
    for step in path:
        if isinstance(step, int):
            text += f"[{step}]"
        elif text:
            text += f".{step}"
        else:
            text = step
    return text or "the root"


def place(error):
    """Returns the place of the value that an error is about, or of the member that is missing."""
    path = list(error.absolute_path)
    if error.validator == "required":
        path.append(re.match(r"'(.*)' is a required property$", error.message)[1])
    return shown(path)


def leaves(error):
    """Yields the mismatches of an error. Of alternatives, those of the only one that is of the value's kind count."""
    if not error.context:
        yield error
        return
    branches = collections.defaultdict(list)
    for inner in error.context:
        branches[inner.schema_path[0]].append(inner)
    near = [branch for branch in branches.values() if not any(is_other_kind(e, error) for e in branch)]
    if len(near) != 1:
        yield error
        return
    for inner in near[0]:
        yield from leaves(inner)


def is_other_kind(error, parent):
    return error.validator == "type" and error.absolute_path == parent.absolute_path


def kind(error):
    if error.validator == "oneOf" and "is valid under each of" in error.message:
        return "ambiguous"
    if error.validator == "required":
        return "missing"
    if error.instance is None:
        return "null"
    return "format" if error.validator == "format" else "value"
