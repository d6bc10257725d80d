"""Measures how cost grows with size, prints a Markdown table for each subject, and draws it.

Each size has a process of its own (Benchmarks/Scale). Costs are CPU time of that process, and the limits hold for
ratios of two costs of the same run. Rates per second are shown and have no limit, because they depend on the machine.
"""
import os, shutil, subprocess

from plots import Plot

# The calls of one measurement over the loopback, whatever number of them are under way at once.
CALLS = 20_000
# Cost of short measurements is the lowest of so many, taken in turn with those of other sizes.
ROUNDS = 3
# A million entries on disk are a million files: they take 4 GB and two minutes of CPU time.
ENTRIES = {"memory": (1000, 10_000, 100_000, 1_000_000), "disk": (1000, 10_000, 100_000, 1_000_000)}


class Scale:
    """The program, and the figures that it has printed."""

    def __init__(self, tool, measured, failed, work):
        self.tool, self.measured, self.failed, self.work = tool, measured, failed, work

    def once(self, *words):
        """Runs the program. Returns its figures by name, and the memory of its process as MiB."""
        status, _, memory, text = self.measured(self.tool, *map(str, words))
        if status != 0:
            raise self.failed(f"Scale {' '.join(map(str, words))} failed:\n{text[-2000:]}")
        return {line.split()[0]: float(line.split()[1]) for line in text.splitlines()} | {"MiB": memory}

    def lowest(self, sizes, words, rounds=ROUNDS):
        """Measures all sizes in turn, a number of times. Returns the lowest cost of each size, and its highest rate."""
        found = {}
        for _ in range(rounds):
            for size in sizes:
                figures = self.once(*words(size))
                before = found.get(size, figures)
                found[size] = {
                    name: max(value, before[name]) if name.endswith("-a-second") else min(value, before[name])
                    for name, value in figures.items()}
        return found

    def serve(self, body):
        """Calls a function with the address of the server, which runs in a process of its own."""
        server = subprocess.Popen([self.tool, "serve"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        try:
            return body(server.stdout.readline().strip())
        finally:
            server.stdin.close()
            server.wait()


class Subject:
    """A table, a plot, and the ratios that have limits."""

    def __init__(self, name, title, columns, rows, plot, growth):
        self.name, self.title, self.columns, self.rows, self.plot, self.growth = name, title, columns, rows, plot, growth

    def markdown(self):
        lines = [self.columns, ["---"] * len(self.columns)] + self.rows
        return "\n".join("| " + " | ".join(line) + " |" for line in lines)


def count(number):
    return f"{number:,}"


def short(value):
    """Returns a measured value with three significant digits, or all digits before the point."""
    if value >= 100:
        return f"{value:,.0f}"
    return f"{value:.1f}" if value >= 10 else f"{value:.2f}"


def curve(found, name, divisor=1):
    return [(size, figures[name] / divisor) for size, figures in found.items()]


def growth(found, name, small, large):
    return found[large][name] / found[small][name]


def memory_of_each(found, small, large, unit):
    """Returns the memory that each element adds between two sizes."""
    return (found[large]["MiB"] - found[small]["MiB"]) / (large - small) * 2 ** 20 / unit


def calls(scale):
    sizes = (1, 10, 100, 1000, 10_000)
    found = scale.serve(lambda address: scale.lowest(sizes, lambda size: ("calls", CALLS, size, address)))
    rows = [[count(size), short(found[size]["call"]), short(found[size]["MiB"])] for size in sizes]
    return Subject(
        "calls", "Calls at once over the loopback, through URLSession", ["calls at once", "us CPU a call", "MiB"], rows,
        Plot("CPU time of a call, in microseconds", "calls at once", [("a call", curve(found, "call"))]),
        [("10000", growth(found, "call", 100, 10_000), "of the cost of a call at 100 at once", 1.5),
         ("memory", memory_of_each(found, 100, 10_000, 1024), "KiB for each call at once", 32)])


def waiting(scale):
    sizes = (100, 1000, 10_000)
    ways = {"turns": "eight in flight", "rate": "a rate that lets all pass", "cancelled": "equal calls, cancelled"}
    found = {way: scale.lowest(sizes, lambda size: (way, size), 5) for way in ways}
    rows = [[count(size)] + [short(found[way][size]["call"]) for way in ways] for size in sizes]
    return Subject(
        "waiting", "Calls that wait", ["calls at once"] + [f"{name}: us CPU a call" for name in ways.values()], rows,
        Plot("CPU time of a call that waits, in microseconds", "calls at once", [
            (name, curve(found[way], "call")) for way, name in ways.items()]),
        [(f"{way}-10000", growth(found[way], "call", 1000, 10_000), "of the cost of a call at 1,000", 1.5) for way in ways])


def caches(scale):
    def disk(size):
        folder = os.path.join(scale.work, "cache")
        try:
            return scale.once("disk", size, folder)
        finally:
            shutil.rmtree(folder, ignore_errors=True)

    memory_found = scale.lowest(ENTRIES["memory"], lambda size: ("memory", size))
    disk_found = {size: disk(size) for size in ENTRIES["disk"]}
    names = ("store", "find", "miss", "replace-oldest")
    disk_names = names + ("start", "rebuild", "index", "MiB")
    rows = [
        [count(size), place] + [short(found[size][name]) if name in found[size] else "" for name in disk_names]
        for place, found in (("memory", memory_found), ("disk", disk_found)) for size in found]
    columns = ["entries", "in"] + [name.replace("-", " ") for name in names] + [
        "start", "new index, an entry", "index, bytes an entry", "MiB of the process"]
    lines = [
        ("found in memory", curve(memory_found, "find")), ("stored in memory", curve(memory_found, "store")),
        ("found on disk", curve(disk_found, "find")), ("stored on disk", curve(disk_found, "store")),
        ("start", curve(disk_found, "start"))]
    most, most_on_disk = ENTRIES["memory"][-1], ENTRIES["disk"][-1]
    # A logarithm gives 1.5 from 10,000 to 1,000,000. The processor's own caches, and those of the file system, take part.
    limits = [(f"memory-{name}", growth(memory_found, name, 10_000, most), "of the cost at 10,000 entries", 4) for name in names]
    limits += [
        (f"disk-{name}", growth(disk_found, name, 10_000, most_on_disk), "of the cost at 10,000 entries", 3)
        for name in names + ("start", "rebuild")]
    limits += [
        ("memory-entry", memory_of_each(memory_found, 10_000, most, 1), "bytes of memory for each entry of 200 bytes", 2048),
        # A lost index is made anew from a list of all files, which is in memory meanwhile.
        ("disk-entry", memory_of_each(disk_found, 10_000, most_on_disk, 1), "bytes of memory for each entry on disk", 2048)]
    return Subject("caches", "Caches, in microseconds of CPU", columns, rows, Plot(
        "CPU time of an operation on a cache, in microseconds", "entries", lines, logarithmic=True), limits)


def pages(scale):
    sizes = (1000, 10_000, 100_000)
    found = scale.lowest(sizes, lambda size: ("pages", size))
    rows = [[count(size), short(found[size]["item"]), short(found[size]["MiB"])] for size in sizes]
    return Subject(
        "pages", "A walk through pages of 100 items", ["items", "us CPU an item", "MiB"], rows,
        Plot("CPU time of an item in a walk through pages, in microseconds", "items", [("an item", curve(found, "item"))]),
        [("100000", growth(found, "item", 10_000, 100_000), "of the cost of an item at 10,000", 1.5),
         ("memory", memory_of_each(found, 10_000, 100_000, 1), "bytes of memory for each item", 256)])


def streams(scale):
    sizes = (1000, 10_000, 100_000, 1_000_000)
    lengths = (100, 10_000, 1_000_000)
    total = 100_000_000

    def body(address):
        many = scale.lowest(sizes, lambda size: ("stream", size, 20, address), 2)
        long = scale.lowest(lengths, lambda length: ("stream", total // length, length, address), 2)
        return many, long

    many, long = scale.serve(body)

    def row(events, length, figures):
        rates = [short(figures[name]) for name in ("events-a-second", "megabytes-a-second")]
        return [count(events), count(length), short(figures["event"])] + rates + [short(figures["MiB"])]

    rows = [row(size, 20, many[size]) for size in sizes] + [row(total // length, length, long[length]) for length in lengths]
    for_a_byte = {length: {"byte": figures["event"] / length} for length, figures in long.items()}
    return Subject(
        "streams", "Streams of events over the loopback, through URLSession",
        ["events", "bytes of text each", "us CPU an event", "events a second", "MB of text a second", "MiB"], rows,
        Plot("CPU time of an event in a stream, in microseconds", "events", [("an event", curve(many, "event"))]),
        [("1000000", growth(many, "event", 10_000, 1_000_000), "of the cost of an event at 10,000", 1.5),
         # The limit leaves room for the memory of large events, which does not stay in the processor's caches.
         ("length", growth(for_a_byte, "byte", 10_000, 1_000_000), "of the cost of a byte in events of 10,000", 2),
         ("memory", many[1_000_000]["MiB"] - many[10_000]["MiB"], "MiB beyond the process of 10,000 events", 16)])


def documents(scale):
    sizes = (1, 2, 5, 10, 20, 50)
    found = scale.lowest(sizes, lambda size: ("document", size))
    rows = [
        [count(size), short(found[size]["megabyte"] / 1000), short(found[size]["MiB"]), short(found[size]["MiB"] / size)] for size in sizes]
    return Subject(
        "documents", "Documents", ["MB", "ms CPU a MB", "MiB", "MiB for each MB"], rows,
        Plot("CPU time of decoding, in milliseconds for each megabyte", "megabytes", [("a megabyte", curve(found, "megabyte", 1000))]),
        [("50", growth(found, "megabyte", 5, 50), "of the cost of a megabyte in 5", 1.5),
         ("memory", memory_of_each(found, 5, 50, 2 ** 20), "MiB for each megabyte", 6)])


SUBJECTS = {"calls": calls, "waiting": waiting, "caches": caches, "pages": pages, "streams": streams, "documents": documents}


def run(words, tool, measured, failed, work, pictures):
    """Measures the subjects that the words name, or all. Yields a name, a ratio, its meaning and its limit for each."""
    unknown = [word for word in words if word not in SUBJECTS and word != "--plots"]
    if unknown:
        raise failed(f"there is no subject {', '.join(unknown)}; there are {', '.join(SUBJECTS)}")
    scale = Scale(tool, measured, failed, work)
    for name in [word for word in words if word in SUBJECTS] or SUBJECTS:
        subject = SUBJECTS[name](scale)
        print(f"\n{subject.title}:\n\n{subject.markdown()}\n", flush=True)
        if "--plots" in words:
            subject.plot.write(pictures, f"cost-of-{name}")
        for figure, ratio, meaning, limit in subject.growth:
            yield f"scale-{name}-{figure}", ratio, meaning, limit
