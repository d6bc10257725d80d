"""Reads a schema of VK, the project's or VK's own, into shapes that compare-vk compares."""
import copy, fnmatch, functools, json, operator


class Folder:
    """The files of a schema."""

    def __init__(self, root):
        self.root, self.files, self.methods, self.events = root, {}, {}, {}
        for path in sorted(root.rglob("*.json")):
            file = self.files[path] = json.loads(path.read_text(encoding="utf-8"))
            for method in file.get("methods", []) if isinstance(file, dict) else []:
                self.methods[method["name"]] = (method, path)
            for name, schema in file.get("events", {}).items() if isinstance(file, dict) else []:
                self.events[name] = (schema, path)
        # The schemas that need definitions, and their files.
        self.roots = [*self.methods.values(), *self.events.values()]
        self.api = self.files.get(root / "api.json", {})
        self.rules = self.api.get("defaults", {})
        self.errors = self.files.get(root / "errors.json", {}).get("errors", {})

    def version(self):
        """Returns the version of VK's files."""
        versions = [
            file["version"] for file in self.files.values()
            if isinstance(file, dict) and isinstance(file.get("version"), str)
        ]
        return versions[0] if versions else None

    def definitions(self, name):
        """Returns the definitions of a file by name, with the file's path. They are empty if the file is absent."""
        path = self.root / name
        return {key: (schema, path) for key, schema in self.files.get(path, {}).get("definitions", {}).items()}

    def codes(self, method):
        """Returns the codes of the errors that a method lists by name or reference."""
        listed = method.get("throws") or method.get("errors", [])
        names = [error["$ref"] if isinstance(error, dict) else error for error in listed]
        names = [name.split("/")[-1] for name in names]
        return {self.errors[name]["code"] if name in self.errors else name for name in names}

    def tokens(self, method):
        """Returns the kinds of token that a method takes. A later rule overrides an earlier one."""
        needs = method.get("access_token_type")
        for pattern, rule in self.rules.items():
            if fnmatch.fnmatchcase(method["name"], pattern):
                needs = rule.get("needs", needs)
        needs = method.get("needs", needs)
        return {needs} if isinstance(needs, str) else set(needs)

    def unreached(self):
        """Returns the names of the definitions that no method or event leads to."""
        waiting = [(path, schema) for schema, path in self.roots]
        reached = set()
        while waiting:
            path, value = waiting.pop()
            if isinstance(value, dict) and isinstance(value.get("$ref"), str):
                file, keys = self.target(path, value["$ref"])
                if keys[0] == "definitions" and (file, keys[1]) not in reached:
                    reached.add((file, keys[1]))
                    waiting.append((file, self.files[file]["definitions"][keys[1]]))
            waiting += [(path, part) for part in (value.values() if isinstance(value, dict) else value)
                        if isinstance(part, (dict, list))]
        # Beside the API are JSON Schemas that describe such files, with definitions of their own.
        return {
            name for path, file in self.files.items() if "schema" not in path.name
            for name in file.get("definitions", {}) if (path, name) not in reached
        }

    def target(self, path, reference):
        """Returns the file and the keys that a reference in a file leads to."""
        file, pointer = reference.split("#")
        return (path.parent / file).resolve() if file else path, pointer.strip("/").split("/")


class Node:
    """A schema with the file that its references are relative to, and the place that differences name."""

    def __init__(self, folder, path, schema, place):
        self.folder, self.path, self.schema, self.place = folder, path, schema, place

    def child(self, schema, suffix):
        return Node(self.folder, self.path, schema, self.place + suffix)

    def target(self):
        path, keys = self.folder.target(self.path, self.schema["$ref"])
        schema = self.folder.files[path]
        for key in keys:
            schema = schema[key]
        # The definitions in responses.json have one use each, so the method is the better name.
        return Node(self.folder, path, schema, self.place if path.name == "responses.json" else key)

    def facts(self):
        """Returns the keywords of the schema and of everything that it refers to. The nearest one counts."""
        facts = self.target().facts() if "$ref" in self.schema else {}
        for part in self.schema.get("allOf", []):
            facts = {**facts, **self.child(part, "").facts()}
        return {**facts, **self.schema}

    def shapes(self):
        """Returns a shape for each kind of value that the schema allows."""
        parts = self.schema.get("oneOf") or self.schema.get("anyOf")
        if parts:
            return [shape for i, part in enumerate(parts) for shape in self.child(part, f"|{i}").shapes()]
        if "$ref" in self.schema:
            shapes = self.target().shapes()
        else:
            shapes = [Shape(self, kind) for kind in kinds(self.schema)]
        for part in self.schema.get("allOf", []):
            others = self.child(part, "").shapes()
            shapes = [a.merged(b) for a in shapes for b in others]
        if "$ref" in self.schema and "properties" in self.schema:
            beside = Shape(self, "object")
            shapes = [shape.merged(beside) for shape in shapes]
        return shapes


class Shape:
    """A kind of value with its members, elements and listed values."""

    def __init__(self, node, kind):
        schema = node.schema
        self.place, self.kind, self.values = node.place, kind, schema.get("enum", [])
        if "const" in schema:
            self.values = [schema["const"]]
        self.is_flag = kind in ("integer", "number") and bool(self.values) and set(self.values) <= {0, 1}
        self.properties, self.required, self.optional = {}, set(), set()
        listed = schema.get("required")
        for name, property in schema.get("properties", {}).items():
            self.properties[name] = node.child(property, "." + name)
            required = property.get("required", isinstance(listed, list) and name in listed)
            if required:
                self.required.add(name)
            elif "required" in property:
                self.optional.add(name)
        self.items = node.child(schema["items"], "[]") if isinstance(schema.get("items"), dict) else None
        rest = schema.get("additionalProperties") or next(iter(schema.get("patternProperties", {}).values()), None)
        self.rest = node.child(rest, "{}") if isinstance(rest, dict) else None
        self.is_closed = schema.get("additionalProperties") is False

    def merged(self, other):
        """Returns the shape of a value that both describe. The later one counts for everything but members."""
        if "any" in (self.kind, other.kind):
            return self if other.kind == "any" and not other.properties else other
        other = copy.copy(other)
        other.properties = {**self.properties, **other.properties}
        other.required = other.required | self.required - other.optional
        other.rest, other.items = other.rest or self.rest, other.items or self.items
        other.is_closed |= self.is_closed
        other.values, other.place = other.values or self.values, self.place if other.kind == "any" else other.place
        return other

    def accepts(self, other):
        """Indicates whether this kind holds every value of another one."""
        if self.kind == "boolean" and other.is_flag:
            return True
        return self.kind in ("any", other.kind) or (self.kind, other.kind) == ("number", "integer")

    def distance(self, other):
        """Returns a measure of how badly another shape fits values of this one. Alternatives are matched by it."""
        if not other.accepts(self):
            return 1000
        absent = len(self.properties.keys() - other.properties.keys()) if other.rest is None else 0
        listed = 0
        for name in self.properties.keys() & other.properties.keys():
            ours, theirs = values(other.properties[name]), values(self.properties[name])
            listed += 50 if ours and theirs and not ours & theirs else 0
        return absent + listed

    def likeness(self, other):
        """Returns the order of shapes that another one fits equally well: additional members, and words of the name."""
        names = [set(shape.place.split("_")) for shape in (self, other)]
        return len(other.properties.keys() - self.properties.keys()), -len(names[0] & names[1])


def kinds(schema):
    """Returns the kinds of value that a schema without references allows."""
    named = schema.get("type", [])
    if named:
        return [kind for kind in ([named] if isinstance(named, str) else named) if kind != "null"] or ["null"]
    if "properties" in schema or "additionalProperties" in schema:
        return ["object"]
    if "items" in schema:
        return ["array"]
    listed = schema.get("enum", [schema["const"]] if "const" in schema else [])
    return sorted({"string" if isinstance(value, str) else "integer" for value in listed}) or ["any"]


def values(node):
    return {value for shape in node.shapes() for value in shape.values if shape.kind == "string"}


def paired(ours, theirs):
    """Returns a shape of ours for each one of theirs, so that all of them differ the least.

    If several fit a shape equally well, one that fits no other shape is taken, and then the likest.
    """
    fitting = []
    for shape in theirs:
        distances = [shape.distance(mine) for mine in ours]
        fitting.append([index for index, distance in enumerate(distances) if distance == min(distances)])

    @functools.cache
    def best(place, taken):
        """Returns the cost of the shapes from a place on, and the indices of ours for them."""
        if place == len(theirs):
            return (0, 0, 0), ()
        options = []
        for index in fitting[place]:
            costs, rest = best(place + 1, taken | {index})
            cost = (int(index in taken), *theirs[place].likeness(ours[index]))
            options.append((tuple(map(operator.add, costs, cost)), (index, *rest)))
        return min(options)

    return [ours[index] for index in best(0, frozenset())[1]]


def fit(ours, theirs):
    """Returns a measure of how badly a response of ours fits one of VK's."""
    return sum(min(shape.distance(other) for other in ours.shapes()) for shape in theirs.shapes())
