"""Draws lines over a logarithmic axis as SVG, in a light and a dark version, as DocC wants them."""
import html, math, os

WIDTH, HEIGHT = 720, 400
LEFT, RIGHT, TOP, BOTTOM = 64, 44, 76, 56
FONT = "font-family=\"-apple-system, 'Helvetica Neue', Helvetica, Arial, sans-serif\""

# The colours of text, of the grid, and of the lines. The lines differ in lightness too, and in their marks.
PALETTES = {
    "": ("#1d1d1f", "#d2d2d7", ("#0066cc", "#b64400", "#1d7a36", "#7d3fb5", "#6e6e73")),
    "~dark": ("#f5f5f7", "#48484a", ("#4aa3ff", "#ff9f0a", "#4cd471", "#c792f5", "#a1a1a6")),
}
MARKS = ("circle", "square", "diamond", "triangle", "circle")


def plain(number):
    """Returns a number in the form that an axis shows."""
    return f"{number:,.0f}" if number >= 10 or number == int(number) else f"{number:g}"


def ticks(highest):
    """Returns round values from 0 to the first one that is not below the highest value."""
    step = 10 ** math.floor(math.log10(highest))
    for factor in (0.2, 0.25, 0.5, 1, 2):
        if highest / (step * factor) <= 5:
            step *= factor
            break
    return [step * index for index in range(math.ceil(highest / step - 1e-9) + 1)]


def decades(lowest, highest):
    """Returns the powers of ten that enclose the values."""
    return [10.0 ** power for power in range(math.floor(math.log10(lowest)), math.ceil(math.log10(highest) - 1e-9) + 1)]


def mark(kind, x, y, colour):
    if kind == "circle":
        return f'<circle cx="{x:.1f}" cy="{y:.1f}" r="4" fill="{colour}"/>'
    points = {
        "square": ((-4, -4), (4, -4), (4, 4), (-4, 4)),
        "diamond": ((0, -5.5), (5.5, 0), (0, 5.5), (-5.5, 0)),
        "triangle": ((0, -5), (5, 4), (-5, 4)),
    }[kind]
    path = " ".join(f"{x + dx:.1f},{y + dy:.1f}" for dx, dy in points)
    return f'<polygon points="{path}" fill="{colour}"/>'


def label(x, y, words, colour, anchor="start", size=13, weight="400"):
    return f'<text x="{x:.1f}" y="{y:.1f}" fill="{colour}" font-size="{size}" font-weight="{weight}" text-anchor="{anchor}" {FONT}>{html.escape(words)}</text>'


class Plot:
    """Lines of points over one axis.

    `lines` holds names and points. The vertical axis begins at 0, or is logarithmic if the lines are far apart.
    """

    def __init__(self, title, across, lines, logarithmic=False):
        self.title, self.across, self.lines, self.logarithmic = title, across, lines, logarithmic
        points = [point for _, points in lines for point in points]
        self.columns = sorted({x for x, _ in points})
        values = [y for _, y in points]
        self.rows = decades(min(values), max(values)) if logarithmic else ticks(max(values))

    def x(self, value):
        first, last = math.log10(self.columns[0]), math.log10(self.columns[-1])
        return LEFT + (math.log10(value) - first) / (last - first) * (WIDTH - LEFT - RIGHT)

    def y(self, value):
        lowest, highest = self.rows[0], self.rows[-1]
        if self.logarithmic:
            part = math.log10(value / lowest) / math.log10(highest / lowest)
        else:
            part = value / highest
        return HEIGHT - BOTTOM - part * (HEIGHT - TOP - BOTTOM)

    def svg(self, palette):
        text, grid, colours = palette
        parts = [
            f'<svg xmlns="http://www.w3.org/2000/svg" width="{WIDTH}" height="{HEIGHT}" viewBox="0 0 {WIDTH} {HEIGHT}" role="img">',
            f"<title>{html.escape(self.title)}</title>",
            label(LEFT - 40, 24, self.title, text, size=16, weight="600"),
        ]
        for row in self.rows:
            y = self.y(row)
            parts.append(f'<line x1="{LEFT}" y1="{y:.1f}" x2="{WIDTH - RIGHT}" y2="{y:.1f}" stroke="{grid}"/>')
            parts.append(label(LEFT - 8, y + 4, plain(row), text, "end"))
        for column in self.columns:
            parts.append(label(self.x(column), HEIGHT - BOTTOM + 22, plain(column), text, "middle"))
        parts.append(label((LEFT + WIDTH - RIGHT) / 2, HEIGHT - 10, self.across, text, "middle"))
        across = LEFT - 40
        for (name, points), colour, kind in zip(self.lines, colours, MARKS):
            path = " ".join(f"{self.x(x):.1f},{self.y(y):.1f}" for x, y in points)
            parts.append(f'<polyline points="{path}" fill="none" stroke="{colour}" stroke-width="2.5" stroke-linejoin="round"/>')
            parts += [mark(kind, self.x(x), self.y(y), colour) for x, y in points]
            parts.append(mark(kind, across + 5, 48, colour))
            parts.append(label(across + 16, 52.5, name, text))
            across += 34 + 7.2 * len(name)
        return "\n".join(parts) + "\n</svg>\n"

    def write(self, folder, name):
        os.makedirs(folder, exist_ok=True)
        for suffix, palette in PALETTES.items():
            with open(os.path.join(folder, f"{name}{suffix}.svg"), "w", encoding="utf-8") as file:
                file.write(self.svg(palette))
