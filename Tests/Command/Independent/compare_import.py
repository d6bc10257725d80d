#!/usr/bin/env python3
"""Imports OpenAPI documents, and compares each with its schema by a reading of its own.

usage: compare_import.py --methodical .build/debug/methodical DOCUMENT-OR-FOLDER...
       compare_import.py --schema FOLDER DOCUMENT     compares a document with a schema that exists

Neither the importer nor the generator takes part in the comparison: `documents.py` and `meanings.py` resolve
references, parts and alternatives on both sides. They compare kinds of value, null, required members, enumerations,
constants, files, elements and the values of dictionaries, of all operations, at every depth.

A difference is silent unless the importer's report mentions its place, or `ALLOWED` has a reason. Silent differences
are printed, and the exit code is then 1.
"""

from __future__ import annotations

import argparse
import collections
import json
import re
import subprocess
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path

from comparison import Comparison, Difference
from documents import READS_YAML, Documents, Node, Unreadable, sources
from meanings import Reader
from operations import APIDocument, SchemaFolder

# Notes that the report counts, with only the first of their places. They explain a difference in the listed values of a
# schema that has this keyword.
COUNTED = [
    (r'^an "enum" with values other than texts and numbers is left out', "enum"),
    (r'^"enum" on a list, or without a list of values', "enum"),
    (r"^a constant that is no text, number or flag is left out", "const"),
]
ONE_FLAG = "an optional flag with one value takes both"
EMPTY_TEXT = "an alternative that allows only the empty text allows any text"


# Translations that the project documents, by a pattern of the difference.
ALLOWED = [
    (
        r": header idempotency-key: document says (object|1 alternatives), schema says (string|0 alternatives)$",
        "the key of repeated calls is a text that the client makes",
    ),
]


@dataclass
class Note:
    """A note of the importer's report."""

    kind: str
    operation: str
    file: str
    place: tuple[int, int]
    message: str

    def mentions(self, difference: Difference) -> bool:
        """Indicates whether the note is about a place of a difference."""
        if self.message.startswith(EMPTY_TEXT):
            return difference.values == {("string", "")}
        if self.message.startswith(ONE_FLAG):
            return difference.values in ({("boolean", True)}, {("boolean", False)})
        if self.kind == "unchecked" or re.search(r"\(\d+ times\)$", self.message):
            words = [keyword for text, keyword in COUNTED if re.search(text, self.message)]
            is_about_values = difference.kind in ("enumeration", "constant", "kinds")
            return is_about_values and any(node[word] is not None for node in difference.nodes for word in words)
        if self.kind == "leftOut" and difference.kind == "operation":
            return self.operation == difference.operation
        name = re.match(r'"([^"]+)" is required', self.message)
        if name and not difference.path.endswith("." + name[1]):
            return False
        named = [node for node in difference.nodes if Path(self.file).name == node.document.path.name]
        return any(self.place in places(node) for node in named)


def places(node: Node, depth: int = 2) -> set[tuple[int, int]]:
    """Returns the places of a node and of its keywords."""
    found = set(node.places)
    if depth > 0:
        for child in node.children:
            found |= places(child, depth - 1)
    return found


@dataclass
class Result:
    """The outcome for one document."""

    silent: list[Difference]
    noted: list[tuple[Difference, Note]]
    allowed: collections.Counter
    compared: int
    skipped: int
    operations: int


def import_document(methodical: Path, document: Path, folder: Path) -> list[Note]:
    """Imports a document into a folder, and returns the notes of the report."""
    command = [methodical, "import", document, "--into", folder, "--format", "json", "--verbose"]
    done = subprocess.run([str(word) for word in command], capture_output=True, text=True)
    if done.returncode != 0:
        raise Unreadable(f"the import ended with {done.returncode}: {done.stderr.strip()[-400:]}")
    return [note_of(member) for member in json.loads(done.stdout)["notes"]]


def note_of(members: dict) -> Note:
    place = (members.get("line", 0), members.get("column", 0))
    return Note(members["kind"], members.get("operation", ""), members.get("file", ""), place, members["message"])


def imported(methodical: Path, path: Path) -> Result:
    """Imports a document and compares it with its schema."""
    with tempfile.TemporaryDirectory(prefix="compare-import-") as temporary:
        folder = Path(temporary) / "Schema"
        notes = import_document(methodical, path.resolve(), folder)
        return compare(path, folder, notes)


def compare(path: Path, folder: Path, notes: list[Note]) -> Result:
    """Compares a document with a schema."""
    documents = Documents()
    document = APIDocument(documents, documents.load(path))
    comparison = Comparison(Reader(documents), document, SchemaFolder(documents, folder))
    comparison.run()
    result = Result([], [], collections.Counter(), comparison.compared, comparison.skipped, len(document.operations()))
    for difference in comparison.differences:
        reasons = [reason for text, reason in ALLOWED if re.search(text, str(difference), re.IGNORECASE)]
        if difference.reason or reasons:
            result.allowed[difference.reason or reasons[0]] += 1
        elif note := next((note for note in notes if note.mentions(difference)), None):
            result.noted.append((difference, note))
        else:
            result.silent.append(difference)
    return result


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("documents", nargs="+", help="OpenAPI documents, or folders of them")
    parser.add_argument("--methodical", type=Path, help="the path of the command methodical")
    parser.add_argument("--schema", type=Path, help="the folder of a schema that exists, instead of an import")
    parser.add_argument("--verbose", action="store_true", help="print all documents and noted differences")
    options = parser.parse_args()
    if (options.methodical is None) == (options.schema is None):
        parser.error("expected --methodical or --schema")
    for missing in [place for place in options.documents if not Path(place).exists()]:
        print(f"skipped: {missing} does not exist")
        options.documents.remove(missing)
    silent: collections.Counter = collections.Counter()
    allowed: collections.Counter = collections.Counter()
    totals: collections.Counter = collections.Counter()
    paths = sources(options.documents)
    if not READS_YAML and any(path.suffix != ".json" for path in paths):
        print("skipped: documents in YAML, which need PyYAML")
        paths = [path for path in paths if path.suffix == ".json"]
    for path in paths:
        try:
            if options.schema:
                result = compare(path, options.schema, [])
            else:
                result = imported(options.methodical.resolve(), path)
        except Unreadable as error:
            totals["unreadable"] += 1
            print(f"{path}: {error}")
            continue
        for difference in result.silent:
            silent[difference.kind] += 1
            print(f"{path}: {difference}")
        allowed.update(result.allowed)
        totals.update(
            documents=1, operations=result.operations, values=result.compared, skipped=result.skipped,
            noted=len(result.noted),
        )  # fmt: skip
        if options.verbose:
            for difference, note in result.noted:
                print(f"{path}: noted: {difference} ({note.message})")
            print(f"{path}: {result.operations} operations, {result.compared} values, {len(result.silent)} silent")
        sys.stdout.flush()
    print(
        f"{totals['documents']} documents, {totals['operations']} operations, {totals['values']} values compared, "
        f"{totals['skipped']} not compared, {totals['noted']} differences noted by the report"
    )
    for reason, count in allowed.most_common():
        print(f"allowed {count}: {reason}")
    for kind, count in silent.most_common():
        print(f"silent {count}: {kind}")
    return 1 if silent or totals["unreadable"] else 0


if __name__ == "__main__":
    sys.exit(main())
