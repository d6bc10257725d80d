"""Takes published documents through import, generation and compilation, and prints a line for each.

Both tools are built in release, because that is the rival's usual way, too. The generated code is compiled in debug, in
batches as SwiftPM compiles it, against the modules of this checkout's own debug build. The rival's code is compiled in
the same way against its runtime.
"""
import json, os, re, shutil, subprocess, tempfile

FOLDERS = ("openapi", "discovery", "telegram")
PRODUCTS = ("Methodical", "MethodicalTransfers", "MethodicalStreams", "MethodicalOperations", "MethodicalWebhooks", "MethodicalXML")
COLUMNS = (
    ("operations", 6), ("kept", 6), ("methods", 7), ("import", 7), ("generate", 8), ("compile", 8), ("MiB", 6),
    ("lines", 8), ("text KB", 8), ("warnings", 8))


class Measures:
    """The commands of one run, which share the folder `work`."""

    def __init__(self, root, work, measured, cpu):
        self.root, self.work, self.measured, self.cpu = root, work, measured, cpu

    def build(self, folder, *words):
        """Builds, and returns the folder of the programs."""
        self.cpu("swift", "build", *words, cwd=folder)
        return self.cpu("swift", "build", *words, "--show-bin-path", cwd=folder)[2].strip().splitlines()[-1]

    def folder(self, name):
        path = os.path.join(self.work, name)
        shutil.rmtree(path, ignore_errors=True)
        os.makedirs(path)
        return path

    def compile(self, sources, arguments):
        """CPU seconds, MiB, bytes of text and warnings of a debug build of one module; None if there are errors, with the first one."""
        objects = self.folder("objects")
        status, seconds, memory, text = self.measured(
            "swiftc", "-c", "-Onone", "-g", "-enable-batch-mode", f"-j{os.cpu_count()}", "-parse-as-library", "-enable-testing", "-swift-version", "6",
            "-module-name", "Client", "-package-name", "client", "-emit-module", "-emit-module-path", os.path.join(objects, "Client.swiftmodule"),
            "-index-store-path", os.path.join(objects, "index"), *arguments, *sources, cwd=objects)
        problems = sorted(set(re.findall(r"^\S+: (?:warning|error): .*", text, re.M)))
        if status != 0:
            return None, next((line for line in problems if ": error: " in line), text[-300:])
        size = subprocess.run(["size", *(os.path.join(objects, name) for name in os.listdir(objects) if name.endswith(".o"))], capture_output=True, text=True, check=True)
        bytes_of_text = sum(int(line.split()[0]) for line in size.stdout.splitlines()[1:])
        return (seconds, memory, bytes_of_text, [line for line in problems if ": warning: " in line]), None


class Ours(Measures):
    """`methodical import`, `methodical-generate` and the compiler."""
    name = "methodical"

    def __init__(self, *arguments):
        super().__init__(*arguments)
        self.tools = self.build(self.root, "-c", "release", "--enable-all-traits", "--product", "methodical")
        self.build(self.root, "-c", "release", "--enable-all-traits", "--product", "methodical-generate")
        for product in PRODUCTS:
            debug = self.build(self.root, "--enable-all-traits", "--target", product)
        self.arguments = ["-I", os.path.join(debug, "Modules")]
        for folder, _, names in os.walk(os.path.join(self.root, ".build", "checkouts")):
            if folder.endswith("/include") and "module.modulemap" in names:
                self.arguments += ["-Xcc", "-fmodule-map-file=" + os.path.join(folder, "module.modulemap")]

    def take(self, document):
        row = {}
        schema = os.path.join(self.folder("import"), "Schema")
        words = [os.path.join(self.tools, "methodical"), "import", document, "--into", schema, "--format", "json"]
        status, row["import"], row["MiB"], text = self.measured(*words)
        if status != 0 and "base-url" in text:
            status, row["import"], row["MiB"], text = self.measured(*words, "--base-url", "https://api.example/")
            row["remark"] = "with --base-url"
        try:
            report, _ = json.JSONDecoder().raw_decode(text, re.search(r"^\{", text, re.M).start())
            row |= {"operations": report["operations"], "kept": report["kept"], "methods": report["methods"]}
        except (AttributeError, ValueError, KeyError):
            return row | {"failed": "import: " + first_line(text)}
        if status != 0:
            problems = [problem["message"] for problem in report.get("problems", []) if problem.get("severity") == "error"]
            return row | {"failed": "import: " + first_line((problems or ["failed"])[0])}
        output = self.folder("generated")
        status, row["generate"], memory, text = self.measured(os.path.join(self.tools, "methodical-generate"), "--schema", schema, "--output", output)
        row["MiB"] = max(row["MiB"], memory)
        if status != 0:
            return row | {"failed": "generate: " + first_line(text)}
        return self.compiled(row, output, self.arguments)

    def compiled(self, row, output, arguments):
        sources = sorted(os.path.join(folder, name) for folder, _, names in os.walk(output) for name in names if name.endswith(".swift"))
        row["lines"] = 0
        for source in sources:
            with open(source, encoding="utf-8") as file:
                row["lines"] += sum(1 for _ in file)
        found, problem = self.compile(sources, arguments)
        if found is None:
            return row | {"failed": "compile: " + problem}
        row["compile"], memory, size, row["list"] = found
        row["MiB"] = max(row["MiB"], memory)
        return row | {"text KB": size / 1000, "warnings": len(row["list"])}


class Rival(Ours):
    """swift-openapi-generator. Its operations are those that its code has a function for."""
    name = "swift-openapi-generator"

    def __init__(self, checkout, *arguments):
        Measures.__init__(self, *arguments)
        self.tools = self.build(checkout, "-c", "release", "--product", "swift-openapi-generator")
        debug = self.build(checkout, "--target", "OpenAPIRuntime")
        self.arguments = ["-I", os.path.join(debug, "Modules")]

    def take(self, document):
        output = self.folder("generated")
        words = ("generate", document, "--mode", "types", "--mode", "client", "--output-directory", output)
        status, seconds, memory, text = self.measured(os.path.join(self.tools, "swift-openapi-generator"), *words)
        row = {"generate": seconds, "MiB": memory}
        if status != 0:
            return row | {"failed": "generate: " + first_line(text)}
        with open(os.path.join(output, "Client.swift"), encoding="utf-8") as file:
            row["kept"] = len(re.findall(r"^    (?:\w+ )?func ", file.read(), re.M))
        return self.compiled(row, output, self.arguments)


def first_line(text):
    lines = [line for line in text.splitlines() if "error" in line.lower()] or text.splitlines() or [""]
    return lines[0].strip()[:200]


def shown(row):
    texts = []
    for column, width in COLUMNS:
        value = row.get(column)
        texts.append(("" if value is None else f"{value:.1f}" if isinstance(value, float) and column in ("import", "generate", "compile") else f"{value:.0f}").rjust(width))
    return "  ".join(texts)


def total(rows):
    sums = {column: sum(row[column] for row in rows if column in row) for column, _ in COLUMNS if column != "MiB"}
    return sums | {"MiB": max((row.get("MiB", 0) for row in rows), default=0)}


def documents(corpus, filters):
    found = []
    for kind in FOLDERS:
        for folder, _, names in os.walk(os.path.join(corpus, kind)):
            found += [os.path.join(folder, name) for name in names if name.endswith((".json", ".yaml", ".yml"))]
    shown_paths = sorted((os.path.relpath(path, corpus), path) for path in found)
    return [(name, path) for name, path in shown_paths if not filters or any(text in name for text in filters)]


def run(root, corpus, filters, measured, cpu, rival=None):
    """Prints a table for each tool, and returns the rows of ours."""
    chosen = documents(corpus, filters)
    work = tempfile.mkdtemp(prefix="methodical-import-")
    try:
        tools = [Ours(root, work, measured, cpu)] + ([Rival(rival, root, work, measured, cpu)] if rival else [])
        width = max((len(name) for name, _ in chosen), default=0)
        rows = {tool.name: [] for tool in tools}
        print("CPU seconds: import and generate with release builds of the tools, compile in debug; MiB: the largest process; text: of the debug objects")
        print("tool".ljust(24), "document".ljust(width), "  ".join(column.rjust(size) for column, size in COLUMNS), sep="  ")
        for name, path in chosen:
            for tool in tools:
                if tool.name != "methodical" and not name.startswith("openapi"):
                    continue
                row = tool.take(path)
                rows[tool.name].append(row)
                remark = row.get("failed") or row.get("remark") or ""
                print(tool.name.ljust(24), name.ljust(width), shown(row), remark, sep="  ", flush=True)
                for warning in row.get("list", [])[:5]:
                    print("    " + os.path.basename(warning)[:200])
        for tool in tools:
            done = [row for row in rows[tool.name] if "failed" not in row]
            clean = [row for row in done if row["warnings"] == 0]
            print(tool.name.ljust(24), "total".ljust(width), shown(total(rows[tool.name])), sep="  ")
            print(f"{tool.name}: {len(rows[tool.name])} documents, {len(done)} compiled, {len(clean)} of them without a warning")
        return rows["methodical"]
    finally:
        shutil.rmtree(work, ignore_errors=True)
