"""Reads schemas, of OpenAPI and of the project's dialect, into what they allow.

A schema becomes a list of branches, of which a value satisfies at least one. A branch is a tuple of nodes, all of whose
own keywords hold. So `allOf` makes longer branches, and `oneOf` and `anyOf` make more of them.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import Enum

from documents import Dialect, Documents, Node

ALL_KINDS = frozenset(["null", "boolean", "string", "integer", "fraction", "array", "object"])
KINDS_OF_WORDS = {
    "null": {"null"}, "boolean": {"boolean"}, "string": {"string"}, "integer": {"integer"},
    "number": {"integer", "fraction"}, "array": {"array"}, "object": {"object"},
}  # fmt: skip

RESTRICTIONS = {"required", "not", "minProperties", "maxProperties", "minLength", "pattern", "title", "description"}

# A branch, by which only null is allowed.
NULL = "null"

Branch = tuple
Branches = tuple


class Direction(Enum):
    """The message that contains a value."""

    REQUEST = "request"
    RESPONSE = "response"

    @property
    def absent(self) -> str:
        """The mark of the members that such messages do not have."""
        return "readOnly" if self is Direction.REQUEST else "writeOnly"


@dataclass
class Keywords:
    """What the keywords of one node say by themselves, without its parts and alternatives."""

    kinds: frozenset[str] = ALL_KINDS
    # The kinds follow from keywords such as `properties`, and say nothing about null.
    is_implied: bool = False
    values: frozenset | None = None
    members: dict[str, list[Node]] = field(default_factory=dict)
    required: set[str] = field(default_factory=set)
    # The names of members that are optional, whatever another part of the schema requires.
    optional: set[str] = field(default_factory=set)
    # The schemas of members without a name of their own.
    others: list[Node] = field(default_factory=list)
    elements: Node | None = None
    is_file: bool = False

    @property
    def has_effect(self) -> bool:
        parts = (self.values, self.members, self.required, self.others, self.elements)
        return self.kinds != ALL_KINDS or self.is_file or any(part for part in parts)


@dataclass
class Member:
    """A member of an object."""

    branches: Branches
    is_required: bool
    nodes: list[Node]


@dataclass
class Meaning:
    """What a schema allows, with all of its branches together."""

    kinds: frozenset[str] = frozenset()
    allows_null: bool = False
    # The listed values, and the kinds of which any value is allowed, too.
    values: frozenset = frozenset()
    free: frozenset[str] = frozenset()
    members: dict[str, Member] = field(default_factory=dict)
    # The names of required members without a schema.
    undescribed: set[str] = field(default_factory=set)
    # The number of alternatives that are objects.
    objects: int = 0
    others: Branches | None = None
    elements: Branches | None = None
    is_file: bool = False

    @property
    def is_anything(self) -> bool:
        return self.allows_null and self.kinds == ALL_KINDS - {"null"} and not self.members


class TooWide(Exception):
    """A schema has too many combinations of alternatives."""


class Reader:
    """A reader of schemas, which remembers what it has read."""

    # The greatest number of combinations of alternatives.
    LIMIT = 4000

    def __init__(self, documents: Documents):
        self.documents = documents
        self.known_branches: dict[int, Branches] = {}
        self.known_keywords: dict[int, Keywords] = {}
        self.known_meanings: dict[tuple, Meaning] = {}
        # Nodes are told apart by their addresses, so they must stay.
        self.kept: list[Node] = []

    # Branches

    def branches(self, node: Node | None) -> Branches:
        """Returns the branches of a schema. A missing schema allows anything."""
        return ((),) if node is None else self.expand(node, frozenset())

    def expand(self, node: Node, open_nodes: frozenset[int]) -> Branches:
        if node.is_false:
            return ()
        if node.kind != "object":
            return ((),)
        if id(node) in self.known_branches:
            return self.known_branches[id(node)]
        if id(node) in open_nodes:
            # A schema that leads back to itself adds nothing.
            return ()
        self.kept.append(node)
        inside = open_nodes | {id(node)}
        result = self.own_branches(node, inside)
        is_possible = any(self.kinds(branch) for branch in result)
        if is_possible and self.names_null(node) and (NULL,) not in result:
            result += ((NULL,),)
        if not open_nodes:
            self.known_branches[id(node)] = result
        return result

    def own_branches(self, node: Node, inside: frozenset[int]) -> Branches:
        target = self.documents.target(node)
        if target is not None:
            result = self.expand(target, inside)
            return self.both(result, self.combined(node, inside)) if self.counts_siblings(node) else result
        return self.combined(node, inside)

    def combined(self, node: Node, inside: frozenset[int]) -> Branches:
        """Returns the branches of a node with its parts and alternatives."""
        # Nodes without an effect would make equal branches differ.
        result: Branches = ((node,),) if self.keywords(node).has_effect else ((),)
        for part in node["allOf"].elements if node["allOf"] else []:
            # A part that leads back to the whole adds nothing.
            result = self.both(result, self.expand(part, inside) or ((),))
        for word in ("oneOf", "anyOf"):
            alternatives = node[word].elements if node[word] else []
            if node.dialect is not Dialect.SCHEMA and all(map(self.only_restricts, alternatives)):
                continue
            found = tuple(branch for other in alternatives for branch in self.expand(other, inside))
            if found:
                result = self.both(result, found)
        return result

    @staticmethod
    def only_restricts(node: Node) -> bool:
        """Indicates whether a schema names no kinds and no members, but for example groups of required members."""
        return bool(node.members) and not node.members.keys() - RESTRICTIONS

    def both(self, left: Branches, right: Branches) -> Branches:
        """Returns the branches that satisfy both."""
        if len(left) * len(right) > self.LIMIT:
            raise TooWide()
        found: dict[Branch, None] = {}
        for first in left:
            for second in right:
                added = tuple(node for node in second if node not in first)
                found[first + added] = None
        return tuple(found)

    @staticmethod
    def counts_siblings(node: Node) -> bool:
        """Indicates whether the keywords beside a reference count."""
        if node.dialect is Dialect.SCHEMA:
            return any(node[word] for word in ("properties", "allOf", "oneOf", "anyOf"))
        return node.dialect is Dialect.OPENAPI_3_1

    @staticmethod
    def names_null(node: Node) -> bool:
        """Indicates whether a node itself says that null is allowed, whatever its other keywords are."""
        if any(node[word] and node[word].is_true for word in ("nullable", "x-nullable")):
            return True
        words = node["type"].elements if node["type"] else []
        values = node["enum"].elements if node["enum"] else []
        alternatives = [other for word in ("oneOf", "anyOf") if node[word] for other in node[word].elements]
        return (
            any(word.value in ("null", None) for word in words)
            or any(value.kind == "null" for value in values)
            or any(other["type"] is not None and other["type"].text == "null" for other in alternatives)
        )

    # Keywords

    def keywords(self, node: Node) -> Keywords:
        if id(node) not in self.known_keywords:
            self.kept.append(node)
            self.known_keywords[id(node)] = self.read_keywords(node)
        return self.known_keywords[id(node)]

    def read_keywords(self, node: Node) -> Keywords:
        result = Keywords()
        self.read_values(node, result)
        self.read_members(node, result)
        items = node["items"]
        if items is not None and items.kind in ("object", "boolean") and not node["prefixItems"]:
            result.elements = items
        if result.kinds == ALL_KINDS and not node["type"]:
            if result.members or result.others or node["additionalProperties"]:
                result.kinds, result.is_implied = frozenset(["object", "null"]), True
            elif items is not None:
                result.kinds, result.is_implied = frozenset(["array", "null"]), True
        media = node["contentMediaType"] and node["contentMediaType"].text
        has_format = node["format"] is not None and node["format"].text == "binary"
        has_media = media is not None and media != "application/json" and not node["contentEncoding"]
        result.is_file = has_format or has_media or bool(node["type"] and node["type"].text == "file")
        return result

    @staticmethod
    def read_values(node: Node, result: Keywords) -> None:
        """Reads the kinds and the listed values."""
        word = node["type"]
        if word is not None:
            words = [each.text or each.kind for each in word.elements or [word]]
            known = [KINDS_OF_WORDS.get(text) for text in words if text != "file"]
            if "file" in words:
                known.append({"string"})
            # Words that are no type allow anything.
            result.kinds = ALL_KINDS if None in known else frozenset().union(*known)
        listed: set | None = None
        if node["const"] is not None:
            listed = {literal(node["const"])}
        elif node["enum"] is not None and node["enum"].kind == "array":
            listed = {literal(value) for value in node["enum"].elements}
        if listed is None:
            return
        if listed == {("null", None)}:
            result.kinds = frozenset(["null"])
            return
        fitting = {value for value in listed if value[0] in result.kinds}
        # Values of other kinds than the type's are a mistake, and lists and objects are compared as kinds only.
        if not fitting or fitting & {("array",), ("object",)}:
            return
        result.kinds = frozenset(value[0] for value in fitting)
        result.values = frozenset(fitting)

    def read_members(self, node: Node, result: Keywords) -> None:
        """Reads the members of an object, and those that it has under a condition."""
        is_schema = node.dialect is Dialect.SCHEMA
        required = node["required"].elements if node["required"] else []
        result.required = {name.text for name in required}
        for name, member in self.properties(node).items():
            result.members[name] = [member]
            stated = member["required"] if is_schema else None
            if stated is not None and stated.is_true:
                result.required.add(name)
            elif stated is not None and stated.is_false:
                result.required.discard(name)
                result.optional.add(name)
        for condition in self.conditions(node):
            for name, member in self.properties(condition).items():
                result.members.setdefault(name, [member])
        additional = node["additionalProperties"]
        if additional is not None and additional.members:
            result.others.append(additional)
        result.others += (node["patternProperties"].members if node["patternProperties"] else {}).values()

    def properties(self, node: Node) -> dict[str, Node]:
        """Returns the properties of a schema. Some documents refer to all properties of another one."""
        stated = node["properties"]
        if stated is None:
            return {}
        target = self.documents.target(stated)
        others = {name: member for name, member in stated.members.items() if target is None or name != "$ref"}
        return {**target.members, **others} if target is not None else others

    def conditions(self, node: Node) -> list[Node]:
        """Returns the schemas that hold only under a condition."""
        found = [node["then"], node["else"]]
        for word in ("dependentSchemas", "dependencies"):
            found += node[word].members.values() if node[word] else []
        resolved = [self.documents.resolved(schema) for schema in found if schema is not None]
        return [schema for schema in resolved if schema is not None]

    # Meanings

    def kinds(self, branch: Branch) -> frozenset[str]:
        """Returns the kinds of value that satisfy all nodes of a branch."""
        kinds = ALL_KINDS
        is_implied = states_null = False
        for node in branch:
            if node == NULL:
                kinds, states_null = kinds & {"null"}, True
                continue
            keywords = self.keywords(node)
            kinds &= keywords.kinds
            is_implied |= keywords.is_implied
            states_null |= "null" in keywords.kinds and keywords.kinds != ALL_KINDS and not keywords.is_implied
        return kinds - {"null"} if is_implied and not states_null else kinds

    def meaning(self, branches: Branches, direction: Direction) -> Meaning:
        """Returns what branches allow together."""
        key = (branches, direction)
        if key not in self.known_meanings:
            self.known_meanings[key] = self.read_meaning(branches, direction)
        return self.known_meanings[key]

    def read_meaning(self, branches: Branches, direction: Direction) -> Meaning:
        result = Meaning()
        kinds: set[str] = set()
        values: set = set()
        free: set[str] = set()
        others: list[Branch] = []
        elements: list[Branch] = []
        objects: list[Branch] = []
        for branch in branches:
            found = self.kinds(branch)
            kinds |= found
            listed = self.listed(branch)
            if listed is None:
                free |= found - {"null", "array", "object"}
            else:
                values |= {value for value in listed if value[0] in found and value[0] != "null"}
            nodes = [self.keywords(node) for node in branch if node != NULL]
            result.is_file |= any(keywords.is_file for keywords in nodes)
            if "object" in found:
                objects.append(branch)
                named = [other for keywords in nodes for other in keywords.others]
                others += self.conjunction(named) if named else []
            if "array" in found:
                elements += self.conjunction([each.elements for each in nodes if each.elements is not None])
        if {("boolean", True), ("boolean", False)} <= values:
            free.add("boolean")
        result.kinds, result.allows_null = frozenset(kinds - {"null"}), "null" in kinds
        result.values = frozenset(value for value in values if value[0] not in free or value[0] != "boolean")
        result.free = frozenset(free)
        result.objects = len(objects)
        result.members = self.members(objects, direction)
        result.undescribed = self.undescribed(objects)
        result.others = tuple(dict.fromkeys(others)) or None
        result.elements = tuple(dict.fromkeys(elements)) if "array" in kinds else None
        return result

    def conjunction(self, nodes: list[Node]) -> list[Branch]:
        """Returns the branches of several schemas that hold for the same value."""
        result: Branches = ((),)
        for node in nodes:
            result = self.both(result, self.expand(node, frozenset()))
        return list(result)

    def listed(self, branch: Branch) -> frozenset | None:
        """Returns the values that all nodes of a branch list, or `None` if none lists any."""
        lists = [self.keywords(node).values for node in branch if node != NULL]
        lists = [values for values in lists if values is not None]
        return frozenset.intersection(*lists) if lists else None

    def members(self, objects: list[Branch], direction: Direction) -> dict[str, Member]:
        """Returns the members of objects. One is required if each of the objects requires it."""
        result: dict[str, Member] = {}
        counts: dict[str, int] = {}
        for branch in objects:
            nodes = [self.keywords(node) for node in branch if node != NULL]
            names = dict.fromkeys(name for keywords in nodes for name in keywords.members)
            for name in names:
                found = [node for keywords in nodes for node in keywords.members.get(name, [])]
                is_absent = any(self.is_marked(node, direction.absent) for node in found)
                if is_absent and direction is Direction.REQUEST:
                    continue
                is_optional = is_absent or any(name in keywords.optional for keywords in nodes)
                is_required = not is_optional and any(name in keywords.required for keywords in nodes)
                counts[name] = counts.get(name, 0) + is_required
                branches = tuple(self.conjunction(found))
                known = result.setdefault(name, Member((), False, []))
                known.branches = tuple(dict.fromkeys(known.branches + branches))
                known.nodes += found
        for name, member in result.items():
            member.is_required = counts[name] == len(objects)
        return result

    def undescribed(self, objects: list[Branch]) -> set[str]:
        """Returns the names that all of the objects require, and none describes."""
        required: list[set[str]] = []
        described: set[str] = set()
        for branch in objects:
            nodes = [self.keywords(node) for node in branch if node != NULL]
            required.append(set().union(*(keywords.required for keywords in nodes)))
            described |= {name for keywords in nodes for name in keywords.members}
        return set.intersection(*required) - described if required else set()

    def is_marked(self, node: Node, mark: str) -> bool:
        """Indicates whether a member has a mark, `readOnly` or `writeOnly`, itself or by its schema."""
        if node.dialect is Dialect.SCHEMA and mark == "writeOnly":
            return False
        branches = self.expand(node, frozenset())
        candidates = [node] + (list(branches[0]) if len(branches) == 1 else [])
        return any(each != NULL and each[mark] is not None and each[mark].is_true for each in candidates)


def literal(node: Node) -> tuple:
    """Returns a value with its kind, by which 1 and true differ."""
    if node.kind == "number":
        is_whole = isinstance(node.value, int) or node.value.is_integer()
        return ("integer", int(node.value)) if is_whole else ("fraction", node.value)
    return (node.kind, node.value) if node.kind in ("string", "boolean", "null") else (node.kind,)
