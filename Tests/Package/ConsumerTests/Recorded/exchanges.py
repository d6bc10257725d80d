"""An independent verdict on recorded exchanges, by Python's jsonschema and an OpenAPI document.

usage: exchanges.py DOCUMENT EXCHANGES        prints JSON: for each file its operation and what departs from the schema
       exchanges.py DOCUMENT EXCHANGES READ   for each line of READ (what our reader made of a file) how the values
                                              differ from the file's
"""
import decimal
import glob
import json
import os
import re
import sys

import jsonschema

import verdicts


class Document(verdicts.Schema):
    """The schemas of an OpenAPI 3.1 document as one JSON Schema, so that nothing has to be fetched."""

    def __init__(self, path):
        self.document = verdicts.load(path)
        self.definitions = {
            name: self.plain(schema, "") for name, schema in self.document["components"]["schemas"].items()}

    def plain(self, schema, file):
        if isinstance(schema, dict) and "$ref" in schema:
            prefix = "#/components/schemas/"
            assert schema["$ref"].startswith(prefix), schema["$ref"]
            return {"$ref": "#/definitions/" + schema["$ref"].removeprefix(prefix)}
        return super().plain(schema, file)

    def operation(self, method, path):
        """The path and the operation of a request. A fixed segment comes before a parameter."""
        found = None
        for template in sorted(self.document["paths"], key=lambda path: path.count("{")):
            pattern = "".join("[^/]+" if part.startswith("{") else re.escape(part) for part in re.split(r"(\{[^}]*\})", template))
            operation = self.document["paths"][template].get(method.lower())
            if found is None and operation and re.fullmatch(pattern, path.split("?")[0]):
                found = template, operation
        return found

    def response(self, operation, status):
        """The schema of a response, or None if the document does not describe it."""
        content = operation["responses"].get(str(status), {}).get("content", {})
        schema = content.get("application/json", {}).get("schema")
        return None if schema is None else self.plain(schema, "")

    def types(self, schema):
        """The same schema without `required`, `enum`, `const` and `format`."""
        if isinstance(schema, dict):
            return {
                key: {name: self.types(inner) for name, inner in value.items()} if key == "properties" else self.types(value)
                for key, value in schema.items() if key not in ("required", "enum", "const", "format")}
        return [self.types(inner) for inner in schema] if isinstance(schema, list) else schema

    def accepts_types(self, schema, value):
        definitions = {name: self.types(schema) for name, schema in self.definitions.items()}
        validator = jsonschema.Draft7Validator({"allOf": [self.types(schema)], "definitions": definitions})
        return validator.is_valid(value)


def exchanges(document, folder):
    """Each exchange with the template of its path and the schema of its response."""
    for path in sorted(glob.glob(os.path.join(folder, "*.json"))):
        exchange = verdicts.load(path)
        found = document.operation(exchange["method"], exchange["path"])
        if found:
            schema = document.response(found[1], exchange["status"])
            yield os.path.basename(path), exchange, found[0], schema


def judged(document, folder):
    for file, exchange, template, schema in exchanges(document, folder):
        yield {
            "file": file, "verb": exchange["method"], "path": template, "status": exchange["status"], "body": json.dumps(exchange["body"]),
            "mismatches": None if schema is None else document.mismatches(schema, exchange["body"]),
            "hasRightTypes": None if schema is None else document.accepts_types(schema, exchange["body"])}


def comparisons(document, folder, read):
    known = {file: (exchange, schema) for file, exchange, _, schema in exchanges(document, folder)}
    with open(read, encoding="utf-8") as file:
        for line in map(json.loads, file):
            if line.get("written") is None:
                continue
            exchange, schema = known[line["file"]]
            comparison = verdicts.Comparison(document)
            original = json.loads(json.dumps(exchange["body"]), parse_float=decimal.Decimal)
            comparison.compare(original, json.loads(line["written"], parse_float=decimal.Decimal), [schema], [])
            yield {"file": line["file"], "policy": line["policy"],
                   "differences": comparison.differences, "conversions": comparison.conversions}


if __name__ == "__main__":
    document = Document(sys.argv[1])
    found = judged(document, sys.argv[2]) if len(sys.argv) == 3 else comparisons(document, *sys.argv[2:])
    json.dump(list(found), sys.stdout, indent=1, ensure_ascii=False)
