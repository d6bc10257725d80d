"""Finds the operations of an OpenAPI document, and the methods of a schema."""

from __future__ import annotations

import fnmatch
import re
from dataclasses import dataclass, field
from pathlib import Path

from documents import Dialect, Document, Documents, Node

VERBS = ("get", "put", "post", "delete", "options", "head", "patch", "trace", "query")
# The client sets these header fields itself.
OWN_FIELDS = {"accept", "content-type", "authorization"}
VARIABLE = re.compile(r"\{([^}]*)\}")


def plain_path(path: str) -> str:
    """Returns a path with the bare names of its variables, and without a query."""

    def name(match: re.Match) -> str:
        inner = match[1]
        return "" if inner[:1] in ("?", "&") else "{" + bare_name(inner) + "}"

    path = VARIABLE.sub(name, path.replace("%24{", "${"))
    return re.split(r"[?#]", path)[0].lstrip("/")


def bare_name(variable: str) -> str:
    """Returns the name in a variable such as `+path*`."""
    return re.split(r"[*+:]", variable.lstrip("+.;/#?&"))[0]


def media_kind(text: str) -> str:
    """Returns the way in which a media type is sent or read."""
    kind = re.sub(r"\s", "", re.split("[;,]", text)[0]).lower()
    if kind in ("multipart/form-data", "application/x-www-form-urlencoded", "text/event-stream"):
        return {"m": "multipart", "a": "form", "t": "events"}[kind[0]]
    if re.fullmatch(r"application/(x-)?(ndjson|jsonl|jsonlines|json-lines|stream\+json)", kind):
        return "lines"
    if kind in ("*/*", "application/*", "text/json", "application/javascript", "json") or kind.endswith("json"):
        return "json"
    if kind.endswith("xml"):
        return "xml"
    return "text" if kind.startswith("text/") else "bytes"


@dataclass
class Content:
    """A body of one media type."""

    kind: str
    schema: Node | None
    node: Node


@dataclass
class Operation:
    """An operation of a document."""

    verb: str
    path: str
    node: Node
    parameters: list[Node]
    body: Node | None = None
    bodies: list[Content] = field(default_factory=list)
    # Swagger's fields of a form.
    fields: list[Node] = field(default_factory=list)
    is_body_required: bool = False

    @property
    def title(self) -> str:
        return f"{self.verb.upper()} {self.path}"

    @property
    def key(self) -> str:
        return f"{self.verb.upper()} {plain_path(self.path)}"

    @property
    def description(self) -> str:
        """The summary and the description."""
        texts = [self.node[key] for key in ("summary", "description")]
        return " ".join(each.text for each in texts if each is not None and each.text is not None)

    @property
    def query(self) -> set[tuple[str, str]]:
        """The names and values in the path's query, by which some documents tell operations apart."""
        pairs = re.findall(r"[?&]([^=&{}?]+)=([^&{}]*)", self.path.split("#")[0])
        return set(pairs)


class APIDocument:
    """The operations of an OpenAPI document."""

    def __init__(self, documents: Documents, document: Document):
        self.documents = documents
        self.root = document.root
        self.is_swagger = document.dialect is Dialect.SWAGGER

    def operations(self) -> list[Operation]:
        found: list[Operation] = []
        for path, entry in (self.root["paths"].members if self.root["paths"] else {}).items():
            item = self.documents.resolved(entry)
            if path.startswith("x-") or item is None:
                continue
            named = {verb: node for verb, node in item.members.items() if verb.lower() in VERBS}
            more = item["additionalOperations"].members if item["additionalOperations"] else {}
            for verb, entry in {**named, **more}.items():
                node = self.documents.resolved(entry)
                if node is not None and node.kind == "object":
                    found.append(self.operation(verb, path, node, item))
        return found

    def operation(self, verb: str, path: str, node: Node, item: Node) -> Operation:
        known: dict[tuple, Node] = {}
        for owner in (node, item):
            for entry in owner["parameters"].elements if owner["parameters"] else []:
                parameter = self.documents.resolved(entry)
                if parameter is None or parameter["name"] is None or parameter["in"] is None:
                    continue
                known.setdefault((parameter["in"].text, parameter["name"].text), parameter)
        others = [each for (place, _), each in known.items() if place not in ("body", "formData")]
        result = Operation(verb, path, node, others)
        if self.is_swagger:
            self.add_swagger_body(result, node, known)
        elif node["requestBody"] and (body := self.documents.resolved(node["requestBody"])):
            result.body = body
            result.is_body_required = bool(body["required"] and body["required"].is_true)
            result.bodies = self.contents(body)
        return result

    def add_swagger_body(self, result: Operation, node: Node, known: dict[tuple, Node]) -> None:
        whole = [each for (place, _), each in known.items() if place == "body"]
        result.fields = [each for (place, _), each in known.items() if place == "formData"]
        if whole:
            result.body = whole[0]
            result.is_body_required = bool(whole[0]["required"] and whole[0]["required"].is_true)
            kinds = [media_kind(text) for text in self.media_types(node, "consumes")]
            result.bodies = [Content(kind, whole[0]["schema"], whole[0]) for kind in kinds]

    def media_types(self, operation: Node, word: str) -> list[str]:
        """Returns the media types of an operation in OpenAPI 2.0."""
        stated = operation[word] or self.root[word]
        types = [each.text for each in stated.elements if each.text and "/" in each.text] if stated else []
        return types or ["application/json"]

    def contents(self, owner: Node) -> list[Content]:
        """Returns the media types of a body or a response."""
        members = owner["content"].members if owner["content"] else {}
        return [Content(media_kind(name), media["schema"], media) for name, media in members.items()]

    def responses(self, operation: Operation) -> dict[str, Node]:
        """Returns the responses by status in capitals."""
        members = operation.node["responses"].members if operation.node["responses"] else {}
        found = {name.upper(): self.documents.resolved(node) for name, node in members.items()}
        return {name: node for name, node in found.items() if node is not None and not name.startswith("X-")}

    def response_contents(self, operation: Operation, response: Node) -> list[Content]:
        if not self.is_swagger:
            return self.contents(response)
        if response["schema"] is None:
            return []
        types = self.media_types(operation.node, "produces")
        return [Content(media_kind(text), response["schema"], response) for text in types]

    def component(self, name: str) -> Node | None:
        """Returns a named schema."""
        home = self.root if self.is_swagger else self.root["components"]
        schemas = home and home["definitions" if self.is_swagger else "schemas"]
        return schemas[name] if schemas else None


class Method:
    """A method of a schema."""

    def __init__(self, node: Node, rules: list[tuple[str, Node]]):
        self.node = node
        self.name = node["name"].text
        self.rules = [rule for pattern, rule in rules if fnmatch.fnmatchcase(self.name, pattern)]
        self.verb = self.keyword("verb").text if self.keyword("verb") else "POST"
        self.path = self.keyword("path").text if self.keyword("path") else self.name
        self.parameters = node["parameters"].elements if node["parameters"] else []
        self.body = node["body"]

    @property
    def key(self) -> str:
        return f"{self.verb} {plain_path(self.path)}"

    @property
    def description(self) -> str:
        node = self.node["description"]
        return node.text if node is not None and node.text is not None else ""

    @property
    def query(self) -> set[tuple[str, str]]:
        """The names and values of the texts that each call sends in the query."""
        sent = [each for each in self.parameters if each["const"] is not None and self.place(each) == "query"]
        return {(each["name"].text, each["const"].value) for each in sent if each["const"].text is not None}

    def keyword(self, name: str) -> Node | None:
        """Returns the value of a keyword: the method's own, or else that of the last rule."""
        found = [rule[name] for rule in self.rules if rule[name] is not None]
        return self.node[name] or (found[-1] if found else None)

    def place(self, parameter: Node) -> str:
        """Returns the place of a parameter."""
        name = parameter["name"].text
        variables = [inner for inner in VARIABLE.findall(self.path) if name in map(bare_name, inner.split(","))]
        is_query = any(inner[:1] in ("?", "&") for inner in variables)
        if parameter["in"] is not None and parameter["in"].text != "path":
            return parameter["in"].text
        if variables:
            return "query" if is_query else "path"
        has_body = self.verb in ("POST", "PUT", "PATCH")
        if not has_body or self.body is not None:
            return "query"
        stated = self.keyword("in")
        return stated.text if stated else "form"

    def failure(self, status: str) -> Node | None:
        """Returns the schema of the errors with a status."""
        for key in (status, status[0] + "XX", "DEFAULT"):
            for owner in [self.node] + self.rules[::-1]:
                for name, schema in (owner["failures"].members if owner["failures"] else {}).items():
                    if name.upper() == key:
                        return schema
        return None


class SchemaFolder:
    """The methods and definitions of a schema."""

    def __init__(self, documents: Documents, folder: Path):
        self.methods: list[Method] = []
        self.definitions: dict[str, Node] = {}
        files = [documents.load(path, Dialect.SCHEMA).root for path in sorted(folder.rglob("*.json"))]
        rules = [pair for root in files if root["baseURL"] for pair in members(root["defaults"])]
        for root in files:
            if root["baseURL"]:
                continue
            self.methods += [Method(node, rules) for node in (root["methods"].elements if root["methods"] else [])]
            self.definitions.update(members(root["definitions"]))


def members(node: Node | None) -> list[tuple[str, Node]]:
    """Returns the members of an object that may be missing."""
    return list(node.members.items()) if node is not None else []
