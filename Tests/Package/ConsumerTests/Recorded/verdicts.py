"""An independent verdict on recorded answers, by Python's jsonschema and VK's own schema files.

usage: verdicts.py SCHEMA ANSWERS        prints JSON: for each file and each response of its method what departs from the schema
       verdicts.py SCHEMA ANSWERS READ   for each line of READ (what our reader made of a file) how the values differ from the file's
"""
import decimal
import glob
import json
import os
import sys

import jsonschema


def load(path, **how):
    with open(path, encoding="utf-8-sig") as file:
        return json.load(file, **how)


def listed(path):
    text = ""
    for part in path:
        text += f"[{part}]" if isinstance(part, int) else f".{part}" if text else part
    return text


class Schema:
    """All of VK's files as one JSON Schema of draft 7, so that nothing has to be fetched.

    What is judged: types, enumerations, required, and the formats that strict reading checks. Limits are not, and neither are members that the
    schema does not name; of `oneOf` it is asked that one alternative fits, not that no other one does.
    """

    formats = jsonschema.FormatChecker(
        formats=[name for name in ("date", "date-time", "duration") if name in jsonschema.FormatChecker.checkers])

    def __init__(self, folder):
        self.definitions = {}
        self.methods = {}
        for path in sorted(glob.glob(os.path.join(folder, "*", "*.json"))):
            name = os.path.relpath(path, folder)
            document = load(path)
            for key, schema in document.get("definitions", {}).items():
                self.definitions[self.key(name, key)] = self.plain(schema, name)
            for method in document.get("methods", []):
                self.methods[method["name"]] = {key: self.plain(schema, name) for key, schema in method.get("responses", {}).items()}

    def key(self, file, name):
        return f"{file}:{name}".replace("/", ".")

    def plain(self, schema, file):
        """The same in draft 7: `required: true` on a property goes to its object's list."""
        if isinstance(schema, bool):
            return schema
        if "$ref" in schema:
            target, pointer = schema["$ref"].split("#")
            if target:
                file = os.path.normpath(os.path.join(os.path.dirname(file), target))
            return {"$ref": "#/definitions/" + self.key(file, pointer.removeprefix("/definitions/"))}
        plain = {}
        required = list(schema["required"]) if isinstance(schema.get("required"), list) else []
        for key, value in schema.items():
            if key == "properties":
                plain[key] = {name: self.plain(inner, file) for name, inner in value.items()}
                required += [name for name, inner in value.items() if isinstance(inner, dict) and inner.get("required") is True]
            elif key in ("allOf", "anyOf", "oneOf"):
                plain["anyOf" if key == "oneOf" else key] = [self.plain(inner, file) for inner in value]
            elif key in ("items", "additionalProperties") and isinstance(value, dict):
                plain[key] = self.plain(value, file)
            elif key in ("type", "enum", "format"):
                plain[key] = value
        # Only objects have properties; as a type for them, no other value can stand there.
        if "properties" in plain:
            plain.setdefault("type", "object")
        if required:
            plain["required"] = sorted(set(required))
        return plain

    def mismatches(self, response, answer):
        validator = jsonschema.Draft7Validator(
            {"allOf": [response], "definitions": self.definitions}, format_checker=self.formats)
        return sorted(self.text(error) for error in validator.iter_errors(answer))

    def text(self, error):
        # Of alternatives, what is wrong with the one that came furthest.
        while error.context:
            error = max(error.context, key=lambda inner: len(inner.absolute_path))
        return f"{listed(error.absolute_path)}: {error.message[:100]}"

    # What a model knows

    def alternatives(self, schema):
        """The ways in which a value may be an object or an array: of each the schemas that hold at once."""
        if isinstance(schema, bool):
            return [[]]
        if "$ref" in schema:
            return self.alternatives(self.definitions[schema["$ref"].removeprefix("#/definitions/")])
        ways = [[schema]]
        for inner in schema.get("allOf", []):
            ways = [left + right for left in ways for right in self.alternatives(inner)]
        if "anyOf" in schema:
            ways = [left + right for left in ways for inner in schema["anyOf"] for right in self.alternatives(inner)]
        return ways

    def inner(self, schemas, name):
        """The schemas of a member, or of an element for None; empty if no alternative knows it."""
        ways = [part for schema in schemas for way in self.alternatives(schema) for part in way]
        if name is None:
            return [part["items"] for part in ways if "items" in part]
        return [part["properties"][name] for part in ways if name in part.get("properties", {})]


class Comparison:
    """A file's value against the one that was written again after reading."""

    def __init__(self, schema):
        self.schema = schema
        self.differences = []
        self.conversions = []

    def compare(self, original, written, schemas, path):
        if isinstance(original, dict) and isinstance(written, dict):
            self.members(original, written, schemas, path)
        elif isinstance(original, list) and isinstance(written, list):
            if len(original) != len(written):
                self.differences.append(f"{listed(path)}: {len(original)} elements became {len(written)}")
            inner = self.schema.inner(schemas, None)
            for index, (left, right) in enumerate(zip(original, written)):
                self.compare(left, right, inner, path + [index])
        elif not self.same(original, written):
            line = f"{listed(path)}: {str(original)[:40]!r} became {str(written)[:40]!r}"
            (self.conversions if self.means(original, written) else self.differences).append(line)

    def members(self, original, written, schemas, path):
        for name, value in written.items():
            if name in original:
                self.compare(original[name], value, self.schema.inner(schemas, name), path + [name])
            elif value is not None:
                self.differences.append(f"{listed(path + [name])}: made up")
        for name, value in original.items():
            if name not in written and value is not None and self.schema.inner(schemas, name):
                self.differences.append(f"{listed(path + [name])}: lost")

    def same(self, left, right):
        return type(left) is bool and left is right or type(left) is not bool and type(right) is not bool and left == right

    def means(self, left, right):
        """What tolerance takes for another spelling of the same."""
        if isinstance(left, str) and isinstance(right, bool):
            return left in ("1", "true") and right or left in ("0", "false") and not right
        if isinstance(left, (int, decimal.Decimal)) and isinstance(right, str) and not isinstance(left, bool):
            return decimal.Decimal(right) == left
        if isinstance(left, str) and isinstance(right, (int, decimal.Decimal)) and not isinstance(right, bool):
            return decimal.Decimal(left) == right
        if isinstance(left, bool) or isinstance(right, bool):
            return left in (0, 1) and right in (0, 1) and int(left) == int(right)
        return left == [] and right == {}


def verdicts(schema, answers):
    for entry in load(os.path.join(answers, "index.json")):
        responses = schema.methods.get(entry["method"])
        answer = load(os.path.join(answers, entry["file"]))
        judged = None if responses is None else [schema.mismatches(response, answer) for response in responses.values()]
        yield {**entry, "responses": None if responses is None else list(responses), "mismatches": judged}


def comparisons(schema, answers, read):
    with open(read, encoding="utf-8") as file:
        for line in map(json.loads, file):
            if line.get("written") is None:
                continue
            response = list(schema.methods[line["method"]].values())[line["response"]]
            comparison = Comparison(schema)
            original = load(os.path.join(answers, line["file"]), parse_float=decimal.Decimal)
            written = {"response": json.loads(line["written"], parse_float=decimal.Decimal)}
            # Around the response stands what the envelope holds, which is not part of the value.
            comparison.compare({"response": original["response"]}, written, [response], [])
            yield {**{key: line[key] for key in ("file", "response", "policy")},
                   "differences": comparison.differences, "conversions": comparison.conversions}


if __name__ == "__main__":
    schema = Schema(sys.argv[1])
    found = verdicts(schema, sys.argv[2]) if len(sys.argv) == 3 else comparisons(schema, *sys.argv[2:])
    json.dump(list(found), sys.stdout, indent=1, ensure_ascii=False)
