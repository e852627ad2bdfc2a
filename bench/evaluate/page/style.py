"""Looks that all figures share, and how a figure becomes SVG."""

import io
import re

import matplotlib

matplotlib.use("svg")
from matplotlib import pyplot  # noqa: E402

# Okabe and Ito's palette: told apart with every kind of colour vision.
SYSTEM_COLOURS = ["#0072B2", "#D55E00", "#009E73", "#CC79A7", "#E69F00", "#56B4E9"]
PAPER = "#9a9a9a"
INK, FAINT = "#222222", "#e6e6e6"
TYPE_COLOURS = ["#0072B2", "#56B4E9", "#009E73", "#E69F00", "#D55E00", "#CC79A7", "#bbbbbb"]
WIDTH = 11.2  # inches of every figure

pyplot.rcParams.update({
    "svg.fonttype": "none",  # text stays text
    "font.family": "sans-serif", "font.sans-serif": ["DejaVu Sans"], "font.size": 9,
    "text.color": INK, "axes.labelcolor": INK, "xtick.color": INK, "ytick.color": INK,
    "axes.edgecolor": "#888888", "axes.linewidth": 0.6, "axes.spines.top": False, "axes.spines.right": False,
    "axes.titlesize": 9.5, "axes.titleweight": "bold", "axes.titlelocation": "left",
    "axes.grid": True, "axes.axisbelow": True, "grid.color": FAINT, "grid.linewidth": 0.6,
    "xtick.major.size": 0, "ytick.major.size": 0, "xtick.minor.size": 0, "ytick.minor.size": 0,
    "legend.frameon": False, "legend.fontsize": 9, "lines.linewidth": 1.6,
})


def system_colour(index):
    return SYSTEM_COLOURS[index % len(SYSTEM_COLOURS)]


def svg(figure, name):
    """Text of an <svg> element; name keeps its ids apart from those of the page's other figures."""
    pyplot.rcParams["svg.hashsalt"] = name
    out = io.StringIO()
    figure.savefig(out, format="svg", bbox_inches="tight", pad_inches=0.05, metadata={"Date": None})
    pyplot.close(figure)
    text = out.getvalue()
    text = text[text.index("<svg"):]
    text = re.sub(r"<metadata>.*?</metadata>", "", text, flags=re.S)
    # The page's fonts, not this machine's; sizes in the figure's own units.
    text = re.sub(r"font: (?:\d+ )?([\d.]+)px [^;\"]*", r"font-size: \1px", text)
    text = re.sub(r'(id="|url\(#|href="#)', rf"\g<1>{name}-", text)
    # As wide as the page, but no wider than drawn.
    return re.sub(r'<svg ([^>]*?)width="([\d.]+)pt"', r'<svg role="img" style="max-width: \2pt" \1', re.sub(
        r'(<svg [^>]*?)height="[\d.]+pt" ', r"\1", text, count=1), count=1)


def model_rows(axes, names, tasks):
    """Models from top to bottom, every other row shaded, a line between tasks."""
    axes.set_ylim(len(names) - 0.5, -0.5)
    axes.set_yticks(range(len(names)))
    axes.set_yticklabels(names)
    axes.grid(axis="y", visible=False)
    for row in range(0, len(names), 2):
        axes.axhspan(row - 0.5, row + 0.5, color="#f6f6f6", linewidth=0, zorder=0)
    for row in range(1, len(names)):
        if tasks[row] != tasks[row - 1]:
            axes.axhline(row - 0.5, color="#888888", linewidth=0.6)


def rows_figure(rows, columns, **options):
    """A figure with a row of axes over the same models."""
    height = 0.165 * rows + 0.6
    figure, axes = pyplot.subplots(1, columns, figsize=(WIDTH, height), sharey=True, squeeze=False,
                                   gridspec_kw={"left": 0.19, "right": 0.99, "bottom": 0.5 / height,
                                                "top": 1 - 0.1 / height, **options})
    return figure, axes[0]


def legend_above(figure, handles, labels, columns=4, inches=0.15):
    """Over the figure; inches: what titles of the axes need."""
    figure.legend(handles, labels, loc="lower center", ncol=columns, handletextpad=0.4, columnspacing=1.6,
                  bbox_to_anchor=(0.55, 1 + inches / figure.get_size_inches()[1]))
