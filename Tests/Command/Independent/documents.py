"""Reads JSON and YAML into nodes that know their places, and resolves the references between them."""

from __future__ import annotations

import bisect
import json
import os
import re
import urllib.parse
from dataclasses import dataclass, field
from enum import Enum
from pathlib import Path
from typing import Iterator

try:
    import yaml
except ImportError:
    yaml = None

READS_YAML = yaml is not None


class Dialect(Enum):
    """The rules by which a document is read."""

    SWAGGER = "OpenAPI 2.0"
    OPENAPI_3_0 = "OpenAPI 3.0"
    OPENAPI_3_1 = "OpenAPI 3.1 or later"
    SCHEMA = "the project's dialect"


class Unreadable(Exception):
    """A text is neither JSON nor YAML, or YAML cannot be read here."""


@dataclass(eq=False)
class Node:
    """A value in a document. Two nodes are equal only if they are the same place."""

    kind: str
    value: object
    # The line and column of the key, and of the value if it is a string. An element of a list has no key.
    places: tuple[tuple[int, int], ...]
    document: "Document" = field(repr=False)
    # The URI to which references in this node are relative.
    base: str = ""
    # The named schema that contains this node, to which `"$recursiveRef": "#"` leads.
    owner: "Node | None" = field(default=None, repr=False)

    def __getitem__(self, key: str) -> "Node | None":
        return self.value.get(key) if self.kind == "object" else None

    @property
    def members(self) -> dict[str, "Node"]:
        """The members of an object. Other values have none."""
        return self.value if self.kind == "object" else {}

    @property
    def elements(self) -> list["Node"]:
        """The elements of a list. Other values have none."""
        return self.value if self.kind == "array" else []

    @property
    def children(self) -> Iterator["Node"]:
        return iter(self.value.values()) if self.kind == "object" else iter(self.elements)

    @property
    def text(self) -> str | None:
        """The value of a string."""
        return self.value if self.kind == "string" else None

    @property
    def is_true(self) -> bool:
        return self.kind == "boolean" and self.value is True

    @property
    def is_false(self) -> bool:
        return self.kind == "boolean" and self.value is False

    @property
    def dialect(self) -> Dialect:
        return self.document.dialect


@dataclass(eq=False)
class Document:
    """A file that was read."""

    path: Path
    dialect: Dialect = Dialect.SCHEMA
    root: Node = None


class JSONReader:
    """A reader of JSON that keeps the place of each key."""

    STRING = re.compile(r'"([^"\\]*(?:\\.[^"\\]*)*)"', re.DOTALL)
    NUMBER = re.compile(r"-?\d+(\.\d+)?([eE][-+]?\d+)?")
    SPACE = re.compile(r"[ \t\r\n]*")
    WORDS = {"true": True, "false": False, "null": None}

    def __init__(self, text: str, document: Document):
        self.text = text
        self.document = document
        self.position = 0
        self.starts = [0] + [match.end() for match in re.finditer("\n", text)]

    def read(self) -> Node:
        self.position = 1 if self.text.startswith("\ufeff") else 0
        node = self.read_value(None)
        self.skip()
        if self.position != len(self.text):
            raise self.unreadable("the end")
        return node

    def place(self, position: int) -> tuple[int, int]:
        line = bisect.bisect_right(self.starts, position)
        return line, position - self.starts[line - 1] + 1

    def unreadable(self, expected: str) -> Unreadable:
        line, column = self.place(self.position)
        return Unreadable(f"{line}:{column}: expected {expected}")

    def skip(self) -> str:
        self.position = self.SPACE.match(self.text, self.position).end()
        return self.text[self.position : self.position + 1]

    def read_string(self) -> str:
        match = self.STRING.match(self.text, self.position)
        if not match:
            raise self.unreadable("a string")
        self.position = match.end()
        return json.loads(match[0]) if "\\" in match[1] else match[1]

    def read_value(self, key: tuple[int, int] | None) -> Node:
        """Reads a value. `key` is the place of its key."""
        first = self.skip()
        start = self.place(self.position)
        places = (key or start,)
        if first == "{":
            return Node("object", self.read_object(), places, self.document)
        if first == "[":
            return Node("array", self.read_array(), places, self.document)
        if first == '"':
            return Node("string", self.read_string(), places + (start,), self.document)
        for word, value in self.WORDS.items():
            if self.text.startswith(word, self.position):
                self.position += len(word)
                return Node("null" if value is None else "boolean", value, places, self.document)
        match = self.NUMBER.match(self.text, self.position)
        if not match:
            raise self.unreadable("a value")
        self.position = match.end()
        is_fraction = match[1] or match[2]
        return Node("number", float(match[0]) if is_fraction else int(match[0]), places, self.document)

    def read_object(self) -> dict[str, Node]:
        members: dict[str, Node] = {}
        self.position += 1
        while self.skip() != "}":
            place = self.place(self.position)
            key = self.read_string()
            self.expect(":")
            # Of a repeated key, the last one counts.
            members[key] = self.read_value(place)
            self.skip_comma("}")
        self.position += 1
        return members

    def read_array(self) -> list[Node]:
        elements: list[Node] = []
        self.position += 1
        while self.skip() != "]":
            elements.append(self.read_value(None))
            self.skip_comma("]")
        self.position += 1
        return elements

    def expect(self, sign: str) -> None:
        if self.skip() != sign:
            raise self.unreadable(sign)
        self.position += 1

    def skip_comma(self, end: str) -> None:
        if self.skip() == ",":
            self.position += 1
        elif self.skip() != end:
            raise self.unreadable(f"a comma or {end}")


# The core schema of YAML 1.2, which OpenAPI prescribes. PyYAML itself would read `no` as a flag.
YAML_NULL = re.compile(r"(~|null|Null|NULL|)$")
YAML_FLAG = re.compile(r"(true|True|TRUE|false|False|FALSE)$")
YAML_INTEGER = re.compile(r"([-+]?[0-9]+|0o[0-7]+|0x[0-9a-fA-F]+)$")
YAML_FRACTION = re.compile(r"[-+]?(\.[0-9]+|[0-9]+(\.[0-9]*)?)([eE][-+]?[0-9]+)?$")


def read_yaml(text: str, document: Document) -> Node:
    """Reads YAML, with aliases as further places of the same node."""
    if yaml is None:
        raise Unreadable("PyYAML is not installed")
    loader = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
    try:
        root = yaml.compose(text, Loader=loader)
    except yaml.YAMLError as error:
        raise Unreadable(str(error)) from error
    known: dict[int, Node] = {}

    def place(source: object) -> tuple[int, int]:
        return source.start_mark.line + 1, source.start_mark.column + 1

    def convert(source: object, key: tuple[int, int] | None) -> Node:
        if id(source) in known:
            return known[id(source)]
        places = (key or place(source),)
        if isinstance(source, yaml.MappingNode):
            node = known[id(source)] = Node("object", {}, places, document)
            for name, value in source.value:
                node.value[name.value] = convert(value, place(name))
        elif isinstance(source, yaml.SequenceNode):
            node = known[id(source)] = Node("array", [], places, document)
            node.value.extend(convert(value, None) for value in source.value)
        else:
            kind, value = yaml_scalar(source)
            node = Node(kind, value, places + (place(source),), document)
        return node

    return convert(root, None)


def yaml_scalar(source: object) -> tuple[str, object]:
    """Returns the kind and the value of a scalar."""
    text = source.value
    if source.style in ("'", '"', "|", ">"):
        return "string", text
    if YAML_NULL.match(text):
        return "null", None
    if YAML_FLAG.match(text):
        return "boolean", text.lower() == "true"
    if YAML_INTEGER.match(text):
        return "number", int(text, 0) if text[:2] in ("0o", "0x") else int(text)
    if YAML_FRACTION.match(text):
        return "number", float(text)
    return "string", text


class Documents:
    """The files that belong to an API, with the targets of their references."""

    # The values of these keys are no schemas, unless the keys are the names of properties.
    SAMPLES = {"example", "examples", "default", "enum", "const"}
    HOMES = {"schemas", "$defs", "definitions"}
    MAPS = HOMES | {"properties", "patternProperties", "responses", "statuses", "events", "failures", "headers"}

    def __init__(self) -> None:
        self.documents: dict[str, Document] = {}
        # The schemas with a URI of their own, and those with an anchor, by URI.
        self.named: dict[str, Node] = {}

    def load(self, path: Path, dialect: Dialect | None = None) -> Document:
        """Reads a file. Without a dialect, its keys say the version of OpenAPI."""
        uri = path.resolve().as_uri()
        if uri in self.documents:
            return self.documents[uri]
        text = path.read_text(encoding="utf-8")
        document = Document(path, dialect or Dialect.OPENAPI_3_1)
        is_json = path.suffix == ".json" or text.lstrip("\ufeff \t\r\n").startswith("{")
        document.root = JSONReader(text, document).read() if is_json else read_yaml(text, document)
        if dialect is None:
            document.dialect = version(document.root)
        self.documents[uri] = document
        self.add_names(document, uri)
        return document

    def add_names(self, document: Document, uri: str) -> None:
        """Sets the bases of all nodes, and finds those that have a URI or an anchor."""
        waiting = [(document.root, uri, "", None)]
        seen: set[int] = set()
        self.named.setdefault(uri, document.root)
        while waiting:
            node, base, key, owner = waiting.pop()
            if id(node) in seen:
                continue
            seen.add(id(node))
            for word in ("$id", "$self"):
                text = node[word].text if node[word] else None
                if text and not text.startswith("#"):
                    base = urllib.parse.urljoin(base, text.split("#")[0])
                    self.named.setdefault(base, node)
            for word in ("$anchor", "$dynamicAnchor"):
                if node[word] and node[word].text:
                    self.named.setdefault(f"{base}#{node[word].text}", node)
            node.base, node.owner = base, owner
            if node.kind == "array":
                waiting += [(child, base, "", owner) for child in node.elements]
            for name, child in node.members.items():
                if name not in self.SAMPLES or key in self.MAPS:
                    waiting.append((child, base, name, child if key in self.HOMES else owner))

    def target(self, node: Node) -> Node | None:
        """Returns the node that the `$ref` of a node leads to, or `None`."""
        recursive = node["$recursiveRef"]
        if recursive is not None and recursive.text == "#":
            return node.owner
        reference = node["$ref"]
        return self.find(reference.text, node) if reference and reference.text is not None else None

    def find(self, reference: str, node: Node) -> Node | None:
        """Returns the target of a reference in a node."""
        uri = urllib.parse.urljoin(node.base, reference)
        uri, _, fragment = uri.partition("#")
        if fragment and not fragment.startswith("/"):
            return self.named.get(f"{uri}#{fragment}")
        start = self.named.get(uri) or self.file(uri, node.dialect)
        return start and self.member(start, fragment)

    def file(self, uri: str, dialect: Dialect) -> Node | None:
        """Returns the root of another file, which is read in the same dialect."""
        if not uri.startswith("file://"):
            return None
        path = Path(urllib.parse.unquote(uri.removeprefix("file://")))
        return self.load(path, dialect).root if path.is_file() else None

    @staticmethod
    def member(node: Node, pointer: str) -> Node | None:
        """Returns the node at a JSON Pointer in a fragment."""
        for token in urllib.parse.unquote(pointer).split("/")[1:]:
            token = token.replace("~1", "/").replace("~0", "~")
            if node.kind == "array":
                is_index = token.isdigit() and int(token) < len(node.elements)
                node = node.elements[int(token)] if is_index else None
            else:
                node = node[token]
            if node is None:
                return None
        return node

    def resolved(self, node: Node | None) -> Node | None:
        """Follows references to their end. Returns `None` if there is none."""
        for _ in range(100):
            if node is None or node["$ref"] is None or node["$ref"].text is None:
                return node
            node = self.target(node)
        return None


def version(root: Node) -> Dialect:
    """Returns the dialect that a document states."""
    if root["swagger"]:
        return Dialect.SWAGGER
    stated = str(root["openapi"].value) if root["openapi"] else ""
    if not stated.startswith("3"):
        raise Unreadable("this is not an OpenAPI document")
    return Dialect.OPENAPI_3_0 if stated.startswith("3.0") else Dialect.OPENAPI_3_1


def sources(places: list[str]) -> list[Path]:
    """Returns the documents in files and folders, in order."""
    found: list[Path] = []
    for place in map(Path, places):
        if place.is_dir():
            below = (Path(folder) / name for folder, _, names in os.walk(place) for name in names)
            found += sorted(path for path in below if path.suffix in (".json", ".yaml", ".yml"))
        else:
            found.append(place)
    return found
