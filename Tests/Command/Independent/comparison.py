"""Compares the meaning of a document with that of the schema that was made from it."""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from documents import Node
from meanings import NULL, Branches, Direction, Meaning, Member, Reader, TooWide
from operations import OWN_FIELDS, APIDocument, Content, Method, Operation, SchemaFolder, media_kind, members

READS = {"GET", "HEAD", "OPTIONS", "TRACE"}


@dataclass
class Difference:
    """A place where the schema does not say what the document says."""

    kind: str
    operation: str
    path: str
    document: str
    schema: str
    # The places in the document that say so.
    nodes: list[Node] = field(default_factory=list)
    # The listed values that only one side has.
    values: set = field(default_factory=set)
    # The reason for which it is no fault, if the comparison itself knows it.
    reason: str = ""

    def __str__(self) -> str:
        place = ": ".join(part for part in (self.operation, self.path) if part)
        return f"{place}: document says {self.document}, schema says {self.schema}"


def words(text: str) -> set[str]:
    """Returns the words of a text in lowercase."""
    return set(re.findall(r"\w+", text.lower()))


@dataclass(frozen=True)
class Job:
    """Two schemas of the same value."""

    document: Branches
    schema: Branches
    direction: Direction
    # The value is in an address, a header field or a form, which cannot express null.
    is_text: bool
    operation: str = field(compare=False)
    path: str = field(compare=False)
    # The places of the document that lead to its schema.
    nodes: tuple[Node, ...] = field(compare=False)


class Comparison:
    """The comparison of a document with its schema."""

    def __init__(self, reader: Reader, document: APIDocument, schema: SchemaFolder):
        self.reader = reader
        self.document = document
        self.schema = schema
        self.differences: list[Difference] = []
        # The number of values that were compared, and of those with too many combinations of alternatives.
        self.compared = 0
        self.skipped = 0
        self.jobs: list[Job] = []
        self.done: set[Job] = set()
        # The nodes of the document that were compared, by direction.
        self.visited: dict[Direction, set[int]] = {direction: set() for direction in Direction}
        self.operation = ""

    def run(self) -> None:
        pairs: list[tuple[Operation, list[Method]]] = []
        methods: dict[str, list[Method]] = {}
        for method in self.schema.methods:
            methods.setdefault(method.key, []).append(method)
        operations = self.document.operations()
        queries: dict[str, set] = {}
        for operation in operations:
            queries.setdefault(operation.key, set()).update(operation.query)
        for operation in operations:
            known = queries[operation.key]
            found = [each for each in methods.get(operation.key, []) if each.query & known == operation.query]
            pairs.append((operation, [each for each in found if self.belongs(each, operation, operations)]))
        known_methods = {id(method) for _, found in pairs for method in found}
        for method in self.schema.methods:
            if id(method) not in known_methods:
                self.operation = method.key
                self.note("operation", "", "nothing", f"the method {method.name}", [])
        # Responses come first, because a type that they share with requests is written as responses have it.
        for operation, found in pairs:
            self.operation = operation.title
            if not found:
                self.note("operation", "", "an operation", "nothing", [operation.node])
            for method in found:
                self.compare_responses(operation, method)
        self.finish()
        for operation, found in pairs:
            self.operation = operation.title
            for method in found:
                self.compare_parameters(operation, method)
                self.compare_body(operation, method)
        self.finish()
        self.compare_definitions()

    def belongs(self, method: Method, operation: Operation, operations: list[Operation]) -> bool:
        """Returns whether a method was made from an operation and not from one whose path differs only in a fragment,
        such as `/files/{id}#lock`. The method's description is a part of that of its operation."""
        rivals = [each for each in operations if each.key == operation.key and each.query == operation.query]
        own_words = words(method.description)
        return min(rivals, key=lambda each: len(own_words - words(each.description))) is operation

    def note(self, kind: str, path: str, document: str, schema: str, nodes: list[Node], reason: str = "") -> None:
        difference = Difference(kind, self.operation, path, document, schema, nodes, reason=reason)
        self.differences.append(difference)

    # Parameters

    def compare_parameters(self, operation: Operation, method: Method) -> None:
        found: dict[tuple[str, str], Node] = {}
        for parameter in method.parameters:
            place = method.place(parameter)
            if place in ("path", "query", "header", "cookie"):
                found[place, folded(place, parameter["name"].text)] = parameter
        for parameter in operation.parameters:
            place, name = parameter["in"].text, parameter["name"].text
            if place == "header" and name.lower() in OWN_FIELDS or place == "querystring":
                continue
            if place == "path":
                name = name.strip("+.;/#?&*").split(":")[0].rstrip("*+")
            path = f"{place} {name}"
            mine = found.pop((place, folded(place, name)), None)
            if mine is None:
                self.note("member", path, "a parameter", "nothing", [parameter, operation.node])
                continue
            is_required = place == "path" or bool(parameter["required"] and parameter["required"].is_true)
            self.compare_required(path, is_required, is_sent(mine, place), [parameter])
            schema = parameter["schema"] or self.content_schema(parameter)
            if schema is None and parameter["type"] is not None:
                schema = parameter
            document = self.reader.branches(schema)
            if self.reader.meaning(document, Direction.REQUEST).is_anything and parameter["content"] is None:
                # A text is all that such a place can hold.
                continue
            self.add(document, self.reader.branches(mine), Direction.REQUEST, path, True, [parameter])
        for parameter in operation.parameters:
            if parameter["in"].text == "querystring":
                self.compare_whole_query(parameter, found)
        for (place, name), parameter in found.items():
            is_in_path = f"{name}=" in operation.path or parameter["const"] is not None and "?" in operation.path
            is_undescribed = place == "path"
            if not is_in_path and not is_undescribed:
                self.note("member", f"{place} {name}", "nothing", "a parameter", [operation.node])

    def compare_whole_query(self, parameter: Node, found: dict[tuple[str, str], Node]) -> None:
        """Compares a parameter that is the whole query, a form whose members are parameters."""
        meaning = self.meaning(self.content_schema(parameter), Direction.REQUEST)
        if meaning is None:
            return
        mine: dict[str, Member] = {}
        for place, name in [key for key in found if key[0] == "query"]:
            node = found.pop((place, name))
            mine[name] = Member(self.reader.branches(node), is_sent(node, place), [node])
        self.compare_members(meaning.members, mine, Direction.REQUEST, "query", True, [parameter])

    @staticmethod
    def content_schema(parameter: Node) -> Node | None:
        media = [each for _, each in members(parameter["content"])]
        return media[0]["schema"] if media else None

    def compare_required(self, path: str, document: bool, schema: bool, nodes: list[Node], reason: str = "") -> None:
        if document != schema:
            words = {True: "required", False: "optional"}
            self.note("required", path, words[document], words[schema], nodes, reason)

    # Bodies

    def compare_body(self, operation: Operation, method: Method) -> None:
        sent = [each for each in method.parameters if method.place(each) in ("body", "form", "multipart")]
        if operation.fields:
            self.compare_fields(operation, method, sent)
            return
        content = self.chosen(operation)
        if content is None:
            if sent or method.body:
                self.note("member", "body", "no body", "a body", [operation.node])
            return
        nodes = [content.node] + ([operation.body] if operation.body else [])
        if method.body is not None:
            self.compare_whole_body(operation, content, method.body, nodes)
            return
        meaning = self.meaning(content.schema, Direction.REQUEST)
        if meaning is None:
            return
        if not sent and not meaning.members:
            return
        places = {method.place(each) for each in sent}
        expected = "body" if content.kind == "json" else content.kind
        if places - {expected} or not sent:
            self.note("media", "body", content.kind, ", ".join(sorted(places)) or "no body", nodes)
            return
        if meaning.kinds != {"object"} or meaning.others is not None:
            self.note("kinds", "body", described(meaning), "a list of parameters", nodes)
        if expected == "multipart":
            self.compare_files(meaning, sent)
        mine = {each["name"].text: Member(self.reader.branches(each), is_sent(each, expected), [each]) for each in sent}
        is_stream = method.node["stream"] is not None or self.has_stream(operation)
        is_fixed = "stream" not in mine or mine["stream"].nodes[0]["const"] is not None
        if is_stream and is_fixed and "stream" in meaning.members:
            # The flag decides whether the response is a stream, and each of the two methods has its own value.
            mine.pop("stream", None)
            meaning.members = {name: member for name, member in meaning.members.items() if name != "stream"}
        nodes = [node for branch in self.reader.branches(content.schema) for node in branch if node != NULL] + nodes
        self.compare_members(meaning.members, mine, Direction.REQUEST, "body", is_text=expected != "body", nodes=nodes)
        self.compare_undescribed(meaning, set(mine), "body", nodes)

    def compare_fields(self, operation: Operation, method: Method, sent: list[Node]) -> None:
        """Compares the fields of a form in OpenAPI 2.0."""
        theirs: dict[str, Member] = {}
        for node in operation.fields:
            is_required = bool(node["required"] and node["required"].is_true)
            theirs[node["name"].text] = Member(self.reader.branches(node), is_required, [node])
        mine = {each["name"].text: Member(self.reader.branches(each), is_sent(each, "form"), [each]) for each in sent}
        if any(method.place(each) == "multipart" for each in sent):
            self.compare_files(Meaning(members=theirs), sent)
        self.compare_members(theirs, mine, Direction.REQUEST, "body", True, operation.fields)

    def has_stream(self, operation: Operation) -> bool:
        return any(
            content.kind in ("events", "lines")
            for response in self.document.responses(operation).values()
            for content in self.document.response_contents(operation, response)
        )

    def chosen(self, operation: Operation) -> Content | None:
        """Returns the media type of requests: a form of parts with files, or else JSON, a form and so on."""
        for content in operation.bodies:
            if content.kind == "multipart" and content.schema is not None:
                meaning = self.meaning(content.schema, Direction.REQUEST)
                if meaning and any(self.file_shapes(each.branches) - {"other"} for each in meaning.members.values()):
                    return content
        for kind in ("json", "form", "multipart", "text", "xml", "bytes", "lines", "events"):
            for content in operation.bodies:
                if content.kind == kind:
                    return content
        return None

    def compare_whole_body(self, operation: Operation, content: Content, body: Node, nodes: list[Node]) -> None:
        kind = media_kind(body["content"].text) if body["content"] else "json"
        if kind != content.kind:
            self.note("media", "body", content.kind, kind, nodes)
        elif kind in ("json", "form", "xml"):
            branches = self.reader.branches(content.schema)
            self.add(branches, self.reader.branches(body), Direction.REQUEST, "body", is_text=kind == "form")
        if body["flatten"] is not None and body["flatten"].is_true:
            # The members are arguments, and a body of them is always sent.
            return
        is_required = not (body["required"] and body["required"].is_false)
        self.compare_required("body", operation.is_body_required, is_required, nodes)

    # Files

    def file_shapes(self, branches: Branches, depth: int = 0) -> set[str]:
        """Returns the shapes of a value in a form of parts: file, files, other."""
        found: set[str] = set()
        for branch in branches:
            kinds = self.reader.kinds(branch)
            if any(node != NULL and self.reader.keywords(node).is_file for node in branch):
                found.add("file")
            elif "array" in kinds and depth < 8:
                elements = [self.reader.keywords(node).elements for node in branch if node != NULL]
                known = [self.reader.branches(each) for each in elements if each is not None]
                inner = [self.file_shapes(each, depth + 1) for each in known]
                found.add("files" if any(shapes - {"other"} for shapes in inner) else "other")
            elif kinds - {"null"}:
                found.add("other")
        return found

    def compare_files(self, meaning: Meaning, sent: list[Node]) -> None:
        """Compares the files of a form of parts, and removes them from the meaning."""
        for parameter in sent:
            name = parameter["name"].text
            if name not in meaning.members:
                continue
            document = self.file_shapes(meaning.members[name].branches)
            schema = self.file_shapes(self.reader.branches(parameter))
            # A list of one file is sent like one file.
            expected = {"files"} if {"file", "files"} <= document else document
            if document - {"other"} or schema - {"other"}:
                if expected != schema:
                    words = " or ".join(sorted(document)), " or ".join(sorted(schema))
                    self.note("file", f"body.{name}", *words, meaning.members[name].nodes)
                meaning.members[name].branches = self.reader.branches(parameter)

    # Responses

    def compare_responses(self, operation: Operation, method: Method) -> None:
        responses = self.document.responses(operation)
        successes = {name: node for name, node in responses.items() if name[0] == "2"}
        failures = {name: node for name, node in responses.items() if name[0] in "45"}
        if not successes and not failures and "DEFAULT" in responses:
            successes["2XX"] = responses["DEFAULT"]
        elif "DEFAULT" in responses:
            failures["DEFAULT"] = responses["DEFAULT"]
        if method.node["stream"] is not None:
            self.compare_stream(operation, method, successes)
        else:
            for status, response in successes.items():
                self.compare_success(operation, method, status, response)
        for status, response in failures.items():
            contents = self.document.response_contents(operation, response)
            schemas = [content.schema for content in contents if content.kind == "json" and content.schema]
            if not schemas:
                continue
            path, mine = f"failure {status.lower()}", method.failure(status)
            if mine is not None:
                branches = self.reader.branches(schemas[0])
                self.add(branches, self.reader.branches(mine), Direction.RESPONSE, path)
            elif not self.is_anything(schemas[0]):
                self.note("failure", path, "a described error", "nothing", [response])

    def compare_success(self, operation: Operation, method: Method, status: str, response: Node) -> None:
        path, mine = f"response {status.lower()}", self.result(method, status)
        contents = self.document.response_contents(operation, response)
        is_stream_only = contents and all(content.kind in ("events", "lines") for content in contents)
        if is_stream_only:
            return
        content = preferred(contents)
        if mine == "missing":
            self.note("response", path, content.kind if content else "nothing", "no such response", [response])
            return
        is_flag = mine is not None and mine["const"] is not None and mine["const"].kind == "boolean"
        if content is None or status in ("204", "205"):
            is_empty = mine is None and method.verb not in READS
            is_empty |= mine is not None and mine["type"] is not None and mine["type"].text == "null"
            if not is_empty and not is_flag:
                self.note("response", path, "no content", "content", [response])
            return
        stated = mine["content"] if mine is not None else None
        if stated is not None and stated.elements:
            stated = stated.elements[0]
        kind = media_kind(stated.text) if stated else "json"
        expected = content.kind
        if expected == "json" and content.schema is not None and self.is_binary(content.schema):
            return
        if expected in ("form", "multipart"):
            expected = "bytes" if kind == "bytes" else kind
        if kind != expected:
            self.note("media", path, content.kind, kind, [response, content.node])
        elif kind in ("json", "xml"):
            is_missing = mine is None and method.verb not in READS
            if is_missing and self.allows_only_null(content.schema):
                return
            if is_missing:
                self.note("response", path, "content", "no content", [response])
                return
            branches = self.reader.branches(content.schema)
            self.add(branches, self.reader.branches(mine), Direction.RESPONSE, path)

    def is_binary(self, schema: Node) -> bool:
        return self.file_shapes(self.reader.branches(schema)) == {"file"}

    def is_anything(self, schema: Node) -> bool:
        meaning = self.meaning(schema, Direction.RESPONSE)
        return meaning is None or meaning.is_anything

    def allows_only_null(self, schema: Node | None) -> bool:
        meaning = self.meaning(schema, Direction.RESPONSE)
        return meaning is not None and meaning.allows_null and not meaning.kinds

    @staticmethod
    def result(method: Method, status: str) -> Node | str | None:
        """Returns the schema of a success, `None` if the method has none, or "missing" if it has only others."""
        if method.node["statuses"] is None:
            return method.node["response"]
        found = {name.upper(): node for name, node in members(method.node["statuses"])}
        return found.get(status) or found.get("2XX") or "missing"

    def compare_stream(self, operation: Operation, method: Method, successes: dict[str, Node]) -> None:
        contents = [
            content for response in successes.values()
            for content in self.document.response_contents(operation, response)
            if content.kind in ("events", "lines")
        ]  # fmt: skip
        if not contents:
            self.note("response", "stream", "no stream", "a stream", [operation.node])
            return
        contents.sort(key=lambda content: content.kind)
        element = contents[0].node["itemSchema"] or contents[0].schema
        if element is None:
            return
        branches = self.reader.branches(element)
        if method.node["response"] is not None:
            meaning = self.reader.meaning(branches, Direction.RESPONSE)
            if contents[0].node["itemSchema"] and "data" in meaning.members and set(meaning.members) <= {
                "data", "event", "id", "retry", "comment"
            }:  # fmt: skip
                branches = self.event_data(meaning.members["data"])
            self.add(branches, self.reader.branches(method.node["response"]), Direction.RESPONSE, "stream")
            return
        found: dict[str, Node] = dict(members(method.node["events"]))
        for branch in branches:
            meaning = self.reader.meaning((branch,), Direction.RESPONSE)
            event, data = meaning.members.get("event"), meaning.members.get("data")
            names = self.reader.meaning(event.branches, Direction.RESPONSE).values if event else set()
            if len(names) != 1 or data is None:
                self.note("response", "stream", "an event without a name", "events by name", [contents[0].node])
                continue
            name = next(iter(names))[1]
            mine = found.pop(name, None)
            if mine is None:
                self.note("response", f"stream {name}", "an event", "nothing", [contents[0].node])
                continue
            self.add(self.event_data(data), self.reader.branches(mine), Direction.RESPONSE, f"stream {name}")
        for name in found:
            self.note("response", f"stream {name}", "nothing", "an event", [contents[0].node])

    def event_data(self, data: Member) -> Branches:
        """Returns the schema of the data of an event. A text can hold JSON with a schema of its own."""
        inner = [node["contentSchema"] for node in data.nodes if node["contentSchema"] is not None]
        return self.reader.branches(inner[0]) if inner else data.branches

    # Definitions

    def compare_definitions(self) -> None:
        """Compares the types of webhooks, to which no operation has led."""
        self.operation = "definitions"
        if not self.document.root["webhooks"] and not self.document.root["x-webhooks"]:
            return
        seen = {id(node) for node in self.reader.kept}
        for name, schema in self.schema.definitions.items():
            component = self.document.component(name)
            if component is not None and id(component) not in seen:
                branches = self.reader.branches(component)
                self.add(branches, self.reader.branches(schema), Direction.RESPONSE, name, nodes=[component])
        self.finish()

    # Values

    def meaning(self, schema: Node | None, direction: Direction) -> Meaning | None:
        """Returns a meaning to be changed, or `None` if the schema has too many combinations."""
        try:
            known = self.reader.meaning(self.reader.branches(schema), direction)
        except TooWide:
            self.skipped += 1
            return None
        copies = {name: Member(each.branches, each.is_required, each.nodes) for name, each in known.members.items()}
        return Meaning(**{**vars(known), "members": copies})

    def add(
        self, document: Branches, schema: Branches, direction: Direction, path: str, is_text: bool = False,
        nodes: list[Node] | None = None,
    ) -> None:  # fmt: skip
        job = Job(document, schema, direction, is_text, self.operation, path, tuple(nodes or []))
        if job not in self.done:
            self.done.add(job)
            self.jobs.append(job)

    def finish(self) -> None:
        """Compares all values that were added, and those inside of them."""
        while self.jobs:
            job = self.jobs.pop()
            self.operation = job.operation
            self.visited[job.direction].update(id(node) for branch in job.document for node in branch)
            try:
                self.compare(job)
                self.compared += 1
            except TooWide:
                self.skipped += 1

    def compare(self, job: Job) -> None:
        document = self.reader.meaning(job.document, job.direction)
        schema = self.reader.meaning(job.schema, job.direction)
        nodes = [node for branch in job.document for node in branch if node != NULL] + list(job.nodes)
        if not document.kinds and not document.allows_null:
            # No value satisfies the document's schema, so there is nothing to compare.
            self.skipped += 1
            return
        if document.is_anything or schema.is_anything:
            if document.is_anything != schema.is_anything:
                self.note("kinds", job.path, described(document), described(schema), nodes)
            return
        if document.kinds != schema.kinds:
            self.note("kinds", job.path, described(document), described(schema), nodes)
        if document.allows_null != schema.allows_null and not job.is_text:
            words = {True: "null is allowed", False: "null is not allowed"}
            self.note("null", job.path, words[document.allows_null], words[schema.allows_null], nodes)
        self.compare_values(job, document, schema, nodes)
        if document.objects != schema.objects:
            counts = f"{document.objects} alternatives", f"{schema.objects} alternatives"
            self.note("alternatives", job.path, *counts, nodes)
        if "object" in document.kinds & schema.kinds:
            self.compare_members(document.members, schema.members, job.direction, job.path, job.is_text, nodes)
            self.compare_others(job, document, schema, nodes)
            if document.members:
                self.compare_undescribed(document, schema.undescribed | schema.members.keys(), job.path, nodes)
        if document.elements is not None and schema.elements is not None:
            self.add(document.elements, schema.elements, job.direction, job.path + "[]", job.is_text)

    def compare_values(self, job: Job, document: Meaning, schema: Meaning, nodes: list[Node]) -> None:
        shared = document.kinds & schema.kinds
        theirs = {value for value in document.values if value[0] in shared}
        mine = {value for value in schema.values if value[0] in shared}
        free = (document.free & shared, schema.free & shared)
        if "string" in free[0] & free[1]:
            # Beside any text, the empty one says nothing.
            theirs, mine = theirs - {("string", "")}, mine - {("string", "")}
        if theirs == mine and free[0] == free[1]:
            return
        kind = "constant" if 1 in (len(theirs), len(mine)) else "enumeration"
        words = listed(theirs - mine, free[0], theirs), listed(mine - theirs, free[1], mine)
        self.note(kind, job.path, *words, nodes)
        self.differences[-1].values = theirs ^ mine

    def compare_undescribed(self, document: Meaning, schema: set[str], path: str, nodes: list[Node]) -> None:
        """Compares the required members that have no schema. A dictionary holds them."""
        for name in sorted(document.undescribed - schema) if document.others is None else []:
            self.note("member", f"{path}.{name}", "a required member without a schema", "nothing", nodes)

    def compare_others(self, job: Job, document: Meaning, schema: Meaning, nodes: list[Node]) -> None:
        """Compares the values of a dictionary."""
        theirs, mine = document.others, schema.others
        theirs = None if theirs is None or self.allows_anything(theirs) else theirs
        mine = None if mine is None or self.allows_anything(mine) else mine
        if theirs is not None and mine is not None:
            self.add(theirs, mine, job.direction, job.path + "{}", job.is_text)
        elif theirs is not None or mine is not None:
            words = {True: "further members of any kind", False: "further members with a schema"}
            self.note("dictionary", job.path, words[theirs is None], words[mine is None], nodes)

    def allows_anything(self, branches: Branches) -> bool:
        return self.reader.meaning(branches, Direction.RESPONSE).is_anything

    def compare_members(
        self, theirs: dict[str, Member], mine: dict[str, Member], direction: Direction, path: str, is_text: bool,
        nodes: list[Node],
    ) -> None:  # fmt: skip
        for name, member in theirs.items():
            inner = f"{path}.{name}"
            if name not in mine:
                self.note("member", inner, "a member", "nothing", member.nodes + nodes)
                continue
            shared = self.is_shared(nodes, name, direction)
            self.compare_required(inner, member.is_required, mine[name].is_required, member.nodes + nodes, shared)
            self.add(member.branches, mine[name].branches, direction, inner, is_text, member.nodes)
        for name in mine.keys() - theirs.keys():
            reason = self.is_shared(nodes, name, direction)
            self.note("member", f"{path}.{name}", "nothing", "a member", nodes, reason)

    def is_shared(self, nodes: list[Node], name: str, direction: Direction) -> str:
        """Returns the reason for which a member of a request may be as responses have it."""
        for node in nodes:
            property = node["properties"] and node["properties"][name]
            if property is None or direction is Direction.RESPONSE:
                continue
            is_marked = any(self.reader.is_marked(property, other.absent) for other in Direction)
            if is_marked and id(node) in self.visited[Direction.RESPONSE]:
                return "a type that requests and responses share has the members of responses"
        return ""


def folded(place: str, name: str) -> str:
    """Returns the name by which a parameter is found."""
    return name.lower() if place == "header" else name


def is_sent(parameter: Node, place: str) -> bool:
    """Indicates whether each call sends a parameter."""
    is_required = bool(parameter["required"] and parameter["required"].is_true)
    return is_required or place == "path" or parameter["const"] is not None


def preferred(contents: list[Content]) -> Content | None:
    """Returns the media type of a response that is read."""
    for kind in ("json", "text", "xml", "bytes", "form", "multipart"):
        for content in contents:
            if content.kind == kind:
                return content
    return None


def described(meaning: Meaning) -> str:
    """Returns the kinds of a value in words."""
    if meaning.is_anything:
        return "any value"
    kinds = set(meaning.kinds)
    if "fraction" in kinds:
        kinds = kinds - {"fraction", "integer"} | {"number"}
    return " or ".join(sorted(kinds)) or "null"


def listed(values: set, free: frozenset[str], all_values: set) -> str:
    """Returns values in words, and the kinds of which any value is allowed."""
    found = [str(value[-1]) for value in sorted(values, key=str)]
    words = ", ".join(found[:8]) + (f" and {len(found) - 8} more" if len(found) > 8 else "")
    any_kind = " or ".join(sorted(free))
    if not values and all_values:
        words = f"the {len(all_values)} shared values"
    return " beside any ".join(part for part in (words, any_kind) if part) or "no value"
