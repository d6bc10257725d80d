"""Shows where a debug build of one module spends its time, as tables.

A module is compiled as SwiftPM compiles it: in batches, with debug information, for tests, and with the index for
editors. The tables need `nm` and `swift demangle`; `nm` states sizes of symbols for ELF files only, so the tables of
text are left out on macOS.
"""
import collections, glob, json, os, re, shutil, statistics, subprocess, sys, tempfile

# The compiler's timers that do not overlap. The remaining time is that of LLVM, of the index, and of writing objects.
PHASES = (
    ("parsing and imports", ("parse-and-resolve-imports",)),
    ("type checking", ("perform-sema",)),
    ("SIL generation", ("SILGen",)),
    ("SIL passes", ("SIL optimization",)),
    ("IR generation", ("IRGen",)),
    ("modules", ("Serialization, swiftmodule", "Serialization, swiftdoc", "Serialization, swiftsourceinfo")),
)

# The kinds of symbols, by words in their demangled names. The first kind that fits counts.
KINDS = (
    ("value witnesses of structs and enums", ("value witness",)),
    ("outlined copies of values", ("outlined copy", "outlined init", "outlined assign", "outlined retain")),
    ("outlined destruction of values", ("outlined destroy", "outlined consume", "outlined release")),
    ("protocol witnesses", ("protocol witness",)),
    ("derived conformances", ("derived ",)),
    ("type metadata", ("metadata",)),
    ("closures and thunks", ("closure #", "reabstraction thunk", "partial apply")),
    ("accessors", (".getter", ".setter", ".modify", ".read", "default argument", "property descriptor")),
    ("initializers", (".init(", ".deinit", "__deallocating")),
)

LISTED = 20


class Module:
    """A module's sources and the arguments that its compilation needs in addition."""

    def __init__(self, name, sources, arguments=()):
        self.name, self.sources, self.arguments = name, sorted(sources), list(arguments)
        self.lines = sum(sum(1 for _ in open(path, encoding="utf-8")) for path in self.sources)

    def compile(self, cpu, folder, *options, index=True, debug=True):
        """Compiles into an empty folder. Returns the CPU seconds and the compiler's output."""
        shutil.rmtree(folder, ignore_errors=True)
        os.makedirs(folder)
        outputs = {"": {"swift-dependencies": os.path.join(folder, "module.swiftdeps")}}
        for number, path in enumerate(self.sources):
            base = os.path.join(folder, f"{number:03}-{os.path.basename(path)}")
            outputs[path] = {"object": base + ".o", "swift-dependencies": base + ".swiftdeps", "dependencies": base + ".d"}
        with open(os.path.join(folder, "outputs.json"), "w", encoding="utf-8") as file:
            json.dump(outputs, file)
        seconds, _, text = cpu(
            "swiftc", "-c", "-Onone", *(["-g"] if debug else ["-gnone"]), "-incremental", "-enable-batch-mode", f"-j{os.cpu_count()}",
            "-parse-as-library", "-enable-testing", "-swift-version", "6", "-D", "SWIFT_PACKAGE", "-D", "DEBUG",
            "-module-name", self.name, "-package-name", "methodical",
            "-emit-module", "-emit-module-path", os.path.join(folder, self.name + ".swiftmodule"),
            "-output-file-map", os.path.join(folder, "outputs.json"),
            *(["-index-store-path", os.path.join(folder, "index")] if index else []),
            *self.arguments, *options, *self.sources, cwd=folder)
        return seconds, text


def swift_files(folder):
    """Returns the sources below a folder, without the code of articles and tutorials."""
    sources = []
    for path, _, names in os.walk(folder):
        if ".docc" not in path:
            sources += [os.path.join(path, name) for name in names if name.endswith(".swift")]
    return sources


def module_folder(root, name):
    """Returns the folder of a module of this package, or None."""
    folders = glob.glob(os.path.join(root, "Sources", "*", name))
    return folders[0] if folders else None


def imported(root, sources):
    """Returns the names of this package's modules that the sources import."""
    names = set()
    for path in sources:
        with open(path, encoding="utf-8") as file:
            names |= set(re.findall(r"^\s*(?:@\w+(?:\(\w+\))? )*(?:\w+ )?import (\w+)$", file.read(), re.M))
    return sorted(name for name in names if module_folder(root, name))


def compiled_imports(root, sources, cpu, folder, done):
    """Compiles the modules that the sources import, and theirs, each into a folder of its own.

    Returns the arguments that make them known to the compiler. `done` holds those of the modules that are compiled.
    """
    arguments = []
    for name in imported(root, sources):
        if name not in done:
            needed = swift_files(module_folder(root, name))
            before = compiled_imports(root, needed, cpu, folder, done)
            output = os.path.join(folder, name)
            Module(name, needed, before).compile(cpu, output, index=False, debug=False)
            done[name] = before + ["-I", output]
        arguments += done[name]
    return arguments


def of_package(root, name, cpu, work):
    """Returns a module of this package, and compiles those that it imports."""
    folder = module_folder(root, name)
    if folder is None:
        raise ValueError(f"there is no module {name} below Sources")
    sources = swift_files(folder)
    return Module(name, sources, compiled_imports(root, sources, cpu, os.path.join(work, "modules"), {}))


def of_schema(root, schema, cpu, work):
    """Generates the code of a schema with a checkout's tool, and compiles the modules that it imports.

    A folder without api.json, such as VK's, gets one that makes a public API.
    """
    cpu("swift", "build", "--package-path", root, "--product", "methodical-generate")
    programs = cpu("swift", "build", "--package-path", root, "--show-bin-path")[2].strip().splitlines()[-1]
    generated = os.path.join(work, "generated")
    copy = os.path.join(work, "Schema")
    shutil.copytree(schema, copy, copy_function=shutil.copyfile)
    os.chmod(copy, 0o755)
    description = os.path.join(copy, "api.json")
    if not os.path.exists(description):
        with open(description, "w", encoding="utf-8") as file:
            json.dump({"name": "Service", "baseURL": "https://api.example.com/", "access": "public"}, file)
    cpu(os.path.join(programs, "methodical-generate"), "--schema", copy, "--output", generated)
    sources = swift_files(generated)
    return Module("App", sources, compiled_imports(root, sources, cpu, os.path.join(work, "modules"), {}))


def of_word(root, word, cpu, work):
    """Returns the module that a word names: a folder of schemas, or a module of this package."""
    os.makedirs(work)
    if os.path.isdir(word):
        return of_schema(root, os.path.abspath(word), cpu, work)
    return of_package(root, word, cpu, work)


def run(root, words, cpu):
    """Prints the tables of the runtime, or of the modules and folders of schemas that the words name.

    With `--against REF`, compiles each of them and its state at that commit alternately, five times.
    """
    words = list(words)
    against = None
    if "--against" in words:
        place = words.index("--against")
        against = words[place + 1] if place + 1 < len(words) else None
        if against is None:
            raise ValueError("--against needs a commit")
        del words[place:place + 2]
    with tempfile.TemporaryDirectory() as work:
        for number, word in enumerate(words or ["Methodical"]):
            folder = os.path.join(work, str(number))
            if against:
                compare(root, word, against, cpu, folder)
            else:
                show(of_word(root, word, cpu, folder), word, cpu, folder)


def compare(root, name, commit, cpu, work):
    """Compiles both states of a module alternately, so that other work on the machine disturbs both.

    Of a folder of schemas, the states are the code that both generators make, each with its own runtime.
    """
    os.makedirs(work)
    old = os.path.join(work, "old")
    subprocess.run(["git", "-C", root, "worktree", "add", "--quiet", "--detach", old, commit], check=True)
    try:
        modules = {
            "now": of_word(root, name, cpu, os.path.join(work, "modules-now")),
            commit: of_word(old, name, cpu, os.path.join(work, "modules-before")),
        }
        seconds = {state: [] for state in modules}
        for _ in range(5):
            for state, module in modules.items():
                seconds[state].append(module.compile(cpu, os.path.join(work, "objects"))[0])
        for state, module in modules.items():
            figures = seconds[state]
            print(f"{name} {state}: {module.lines} lines, {min(figures):.1f} to {max(figures):.1f} CPU s, median {statistics.median(figures):.1f}")
        medians = [statistics.median(seconds[state]) for state in modules]
        print(f"{name}: {medians[0] / medians[1]:.3f} of {commit}")
    finally:
        subprocess.run(["git", "-C", root, "worktree", "remove", "--force", old], check=True)


def show(module, title, cpu, work):
    folder = os.path.join(work, "objects")
    print(f"== {title}: {len(module.sources)} files, {module.lines} lines")
    output = phases(module, cpu, folder)
    if sys.platform.startswith("linux"):
        text(module, folder)
    functions(output)


def table(title, rows):
    print(f"\n{title}")
    for row in rows:
        print("  ".join(row))
    sys.stdout.flush()


def phases(module, cpu, folder):
    """The time by phase, and what the index and the debug information cost.

    Returns the output of the whole build, which states the time of each body.
    """
    bare = module.compile(cpu, folder, index=False, debug=False)[0]
    debug = module.compile(cpu, folder, index=False)[0]
    statistics_folder = folder + "-statistics"
    shutil.rmtree(statistics_folder, ignore_errors=True)
    os.makedirs(statistics_folder)
    whole, output = module.compile(
        cpu, folder, "-stats-output-dir", statistics_folder, "-Xfrontend", "-debug-time-function-bodies")
    timers = collections.Counter()
    jobs = glob.glob(os.path.join(statistics_folder, "*swift-frontend*.json"))
    for path in jobs:
        with open(path, encoding="utf-8") as file:
            for name, value in json.load(file).items():
                if name.startswith("time.swift.") and name.endswith(".user"):
                    timers[name[len("time.swift."):-len(".user")]] += value
    rows = [(name, sum(timers[timer] for timer in names)) for name, names in PHASES]
    rows.append(("LLVM, index, objects, and the driver", whole - sum(seconds for _, seconds in rows)))
    table(f"CPU seconds by phase: {whole:.1f} in {len(jobs)} compiler processes, {1000 * whole / module.lines:.2f} ms a line",
          [(f"{seconds:8.1f}", f"{100 * seconds / whole:4.0f} %", name) for name, seconds in rows])
    table("CPU seconds of the same without parts, each measured once",
          [(f"{debug:8.1f}", "without the index"), (f"{bare:8.1f}", "without the index and debug information")])
    return output


def symbols(folder):
    """Yields the object, the mangled name and the bytes of each function and data of code that an object defines."""
    for path in sorted(glob.glob(os.path.join(folder, "*.o"))):
        listed = subprocess.run(["nm", "-S", "--defined-only", path], capture_output=True, text=True, check=True).stdout
        for line in listed.splitlines():
            parts = line.split()
            if len(parts) == 4 and parts[2] in "tTwWuUvV":
                yield os.path.basename(path)[len("000-"):-len(".o")], parts[3], int(parts[1], 16)


def kind(name):
    for title, words in KINDS:
        if any(word in name for word in words):
            return title
    return "other functions"


def text(module, folder):
    """The text by file, by kind of symbol, and of symbols that several objects contain."""
    by_file, sizes, objects = collections.Counter(), collections.Counter(), collections.Counter()
    for file, name, size in symbols(folder):
        by_file[file] += size
        sizes[name] += size
        objects[name] += 1
    whole = sum(sizes.values())
    mangled = list(sizes)
    demangled = subprocess.run(
        ["swift", "demangle", "-compact"], input="\n".join(mangled), capture_output=True, text=True, check=True).stdout.split("\n")
    kinds, counts, repeated = collections.Counter(), collections.Counter(), []
    for name, readable in zip(mangled, demangled):
        kinds[kind(readable)] += sizes[name]
        counts[kind(readable)] += objects[name]
        if objects[name] > 1:
            repeated.append((sizes[name] - sizes[name] // objects[name], objects[name], readable))
    table(f"Text by kind of symbol: {whole / 1000:.0f} KB, {whole / module.lines:.0f} bytes a line",
          [(f"{size / 1000:8.0f} KB", f"{100 * size / whole:4.0f} %", f"{counts[title]:6} symbols", title) for title, size in kinds.most_common()])
    table("Files with the most text",
          [(f"{size / 1000:8.0f} KB", file) for file, size in by_file.most_common(LISTED)])
    again = sum(size for size, _, _ in repeated)
    table(f"Symbols that several objects contain: {again / 1000:.0f} KB, {100 * again / whole:.0f} % of the text",
          [(f"{size / 1000:8.1f} KB", f"{count:4} objects", readable[:110]) for size, count, readable in sorted(repeated, reverse=True)[:LISTED]])


def functions(output):
    """The functions and files whose bodies take the longest to check."""
    bodies = {}
    for line in output.splitlines():
        found = re.match(r"\s*([\d.]+)ms\s+(\S+?):(\d+):\d+\s+(.*)", line)
        if found:
            bodies[(os.path.basename(found[2]), found[3], found[4].split("@")[0])] = float(found[1])
    files = collections.Counter()
    for (file, _, _), milliseconds in bodies.items():
        files[file] += milliseconds
    table(f"Functions that take the longest to check: {sum(bodies.values()):.0f} ms for {len(bodies)} bodies",
          [(f"{milliseconds:8.1f} ms", f"{file}:{line}", name[:80])
           for (file, line, name), milliseconds in sorted(bodies.items(), key=lambda item: -item[1])[:LISTED]])
    table("Files whose bodies take the longest to check",
          [(f"{milliseconds:8.0f} ms", file) for file, milliseconds in files.most_common(LISTED)])
