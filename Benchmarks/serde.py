"""Counts the instructions of decoding beside serde_json's, on the same documents and with models of the same shape.

The Rust program is Benchmarks/Serde. Its crates come from Cargo's registry, or from the folder of vendored crates that
METHODICAL_CRATES names, such as Debian's /usr/share/cargo/registry.
"""
import os, re, shutil

# The largest part of serde_json's instructions. The other documents are shown without a limit.
LIMITS = {"users": 0.75, "wall": 0.75, "ids": 0.75, "twitter": 0.75, "shuffled": 0.75, "small": None, "numbers": None, "feed": None}
# The first repetitions create tables and grow the heap, so the difference of two runs counts.
FEW, MANY = 2, 4
# Small documents are repeated more often, so that a counted run is not mostly the start of the process.
FACTORS = {"small": 500, "ids": 50, "numbers": 50}


def build(root, cpu):
    """Builds the Rust program. Returns its path and the version of serde_json."""
    folder = os.path.join(root, "Benchmarks", "Serde")
    words = ["cargo", "build", "--quiet", "--release"]
    crates = os.environ.get("METHODICAL_CRATES")
    if crates:
        words += ["--offline", "--config", 'source.crates-io.replace-with="vendored"', "--config", f'source.vendored.directory="{crates}"']
        # The versions in a folder are those that it has.
        lock = os.path.join(folder, "Cargo.lock")
        if os.path.exists(lock):
            os.remove(lock)
    cpu(*words, cwd=folder)
    with open(os.path.join(folder, "Cargo.lock"), encoding="utf-8") as file:
        version = re.search(r'name = "serde_json"\nversion = "([^"]+)"', file.read())[1]
    return os.path.join(folder, "target", "release", "serde-benchmark"), version


def collected(cpu, *words):
    """Returns the instructions of a process."""
    output = cpu("env", "SWIFT_DETERMINISTIC_HASHING=1", "valgrind", "--tool=callgrind", "--callgrind-out-file=/dev/null", *words)[2]
    return int(re.search(r"Collected : (\d+)", output)[1])


def once(count, document):
    """Returns the instructions of one repetition. `count` returns those of a process by its repetitions."""
    factor = FACTORS.get(document, 1)
    return (count(MANY * factor) - count(FEW * factor)) / ((MANY - FEW) * factor)


def run(root, decoding, cpu, work):
    """Yields the document, our instructions as a part of serde_json's, what stands beside them, and the limit."""
    program, version = build(root, cpu)
    for document, limit in LIMITS.items():
        path = os.path.join(work, document + ".json")
        with open(path, "w", encoding="utf-8") as file:
            file.write(cpu(decoding, "text", document)[2])
        ours = once(lambda times: collected(cpu, decoding, "repeat", "decode", document, "ours", str(times)), document)
        theirs = once(lambda times: collected(cpu, program, document, path, str(times)), document)
        beside = f"of serde_json {version}: {ours / 1000:,.1f} and {theirs / 1000:,.1f} thousand instructions"
        yield document, ours / theirs, beside, limit


def missing():
    """Returns why the comparison cannot be made, or None."""
    for tool in ("cargo", "valgrind"):
        if not shutil.which(tool):
            return f"{tool} is not installed"
    return None
