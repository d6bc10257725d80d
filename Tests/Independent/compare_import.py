#!/usr/bin/env python3
"""Imports OpenAPI documents, and compares each with its schema by a reading of its own.

usage: compare_import.py --methodical .build/debug/methodical DOCUMENT-OR-FOLDER...

Neither the importer nor the generator takes part in the comparison: `documents.py` and `meanings.py` resolve
references, parts and alternatives on both sides. They compare kinds of value, null, required members, enumerations,
constants, files, elements and the values of dictionaries, of all operations, at every depth.

A difference is silent unless the importer's report mentions its place, or `ALLOWED` and the comparison itself know a
reason. Silent differences are printed, and the exit code is then 1.
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
from documents import Documents, Node, Unreadable, sources
from meanings import Reader
from operations import APIDocument, SchemaFolder

VALUES = {"enumeration", "constant"}
# Notes that the report counts, with only the first of their places, and the kinds of difference that they explain.
COUNTED = [
    (r'^an "enum" with values other than texts and numbers is left out', VALUES | {"kinds"}),
    (r'^"enum" on a list, or without a list of values', VALUES),
    (r"^a constant that is no text, number or flag is left out", VALUES),
    (r"^a list whose elements have types by position", VALUES | {"kinds", "null"}),
    (r"^the schema false, which allows no value, is read as any value", {"kinds", "member"}),
    (r"^a body that may be missing, but has required members, is always sent", {"required"}),
]
EMPTY_TEXT = "an alternative that allows only the empty text allows any text"


@dataclass
class Note:
    """A note of the importer's report."""

    kind: str
    operation: str
    file: str
    line: int
    message: str

    def mentions(self, difference: Difference) -> bool:
        """Indicates whether the note is about a place of a difference."""
        if self.message.startswith(EMPTY_TEXT):
            return difference.values == {("string", "")}
        if self.kind == "unchecked" or re.search(r"\(\d+ times\)$", self.message):
            return any(re.search(text, self.message) and difference.kind in kinds for text, kinds in COUNTED)
        if self.kind == "leftOut" and difference.kind == "operation":
            return self.operation == difference.operation
        name = re.match(r'"([^"]+)" is required', self.message)
        if name and not difference.path.endswith("." + name[1]):
            return False
        return any(
            self.line in lines(node) and Path(self.file).name == node.document.path.name for node in difference.nodes
        )


def lines(node: Node, depth: int = 2) -> set[int]:
    """Returns the lines of a node and of its keywords."""
    found = {node.line}
    if depth > 0:
        for child in node.children:
            found |= lines(child, depth - 1)
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
    return [
        Note(
            note["kind"], note.get("operation", ""), note.get("file", ""), note.get("line", 0), note["message"])
        for note in json.loads(done.stdout)["notes"]
    ]  # fmt: skip


def compare(methodical: Path, path: Path) -> Result:
    """Imports a document and compares it with its schema."""
    with tempfile.TemporaryDirectory(prefix="compare-import-") as temporary:
        folder = Path(temporary) / "Schema"
        notes = import_document(methodical, path.resolve(), folder)
        documents = Documents()
        document = APIDocument(documents, documents.load(path))
        comparison = Comparison(Reader(documents), document, SchemaFolder(documents, folder))
        comparison.run()
    result = Result([], [], collections.Counter(), comparison.compared, comparison.skipped, len(document.operations()))
    for difference in comparison.differences:
        if difference.reason:
            result.allowed[difference.reason] += 1
        elif note := next((note for note in notes if note.mentions(difference)), None):
            result.noted.append((difference, note))
        else:
            result.silent.append(difference)
    return result


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("documents", nargs="+", help="OpenAPI documents, or folders of them")
    parser.add_argument("--methodical", type=Path, required=True, help="the path of the command methodical")
    parser.add_argument("--verbose", action="store_true", help="print all documents, and the differences that are noted")
    options = parser.parse_args()
    silent: collections.Counter = collections.Counter()
    allowed: collections.Counter = collections.Counter()
    totals: collections.Counter = collections.Counter()
    for path in sources(options.documents):
        try:
            result = compare(options.methodical.resolve(), path)
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
