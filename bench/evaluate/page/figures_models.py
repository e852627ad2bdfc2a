"""Figures with a row for each model."""

from matplotlib.lines import Line2D
from matplotlib.patches import Patch
from matplotlib.ticker import FuncFormatter, NullFormatter

from data import at, label
from style import (PAPER, TYPE_COLOURS, WIDTH, legend_above, model_rows, pyplot, rows_figure, svg,
                   system_colour)


def tasks_of(evaluation):
    return [model.get("task", "") for model in evaluation.layers["models"]]


def dot(colour, filled=True, marker="o", size=5):
    return Line2D([], [], linestyle="", marker=marker, markersize=size, color=colour,
                  markerfacecolor=colour if filled else "white", markeredgewidth=1.1)


def latencies(evaluation):
    """Figure 9."""
    names = evaluation.names
    figure, (axes,) = rows_figure(len(names), 1)
    model_rows(axes, names, tasks_of(evaluation))
    for row, name in enumerate(names):
        if name in evaluation.paper_models:
            paper = evaluation.paper_models[name]["latency_ms"]
            axes.plot([min(paper), max(paper)], [row, row], color=PAPER, linewidth=5, alpha=0.45,
                      solid_capstyle="butt", zorder=1)
    handles, labels = [], []
    for index, system in enumerate(evaluation.systems):
        for run in system["runs"]:
            fused = run["execution"] == "fused"
            colour = system_colour(index)
            points = [(model["measured_ms"], names.index(model["name"])) for model in run["models"]
                      if "measured_ms" in model]
            axes.plot(*zip(*points), linestyle="", marker="o", markersize=4.6, color=colour,
                      markerfacecolor=colour if fused else "white", markeredgewidth=1.1)
            handles.append(dot(colour, fused))
            labels.append(label(system, run))
    handles.append(Line2D([], [], color=PAPER, linewidth=5, alpha=0.45))
    labels.append("paper's four systems (MXNet)")
    axes.set_xscale("log")
    axes.xaxis.set_major_formatter(FuncFormatter(lambda ms, _: f"{ms:g}"))
    axes.xaxis.set_minor_formatter(NullFormatter())
    axes.grid(axis="x", which="minor", linewidth=0.3)
    axes.set_xlabel("latency of the whole model, ms (log scale)")
    legend_above(figure, handles, labels, 3)
    return svg(figure, "figure9")


def composed_over_measured(evaluation, limit=10):
    """Figure 10: a column for each run, a dot for each granularity."""
    names = evaluation.names
    runs = evaluation.runs()
    figure, columns = rows_figure(len(names), len(runs), wspace=0.08)
    largest = max((abs(numbers["error_percent"]) for _, run in runs for model in run["models"]
                   for numbers in model["at"] if "error_percent" in numbers), default=1)
    reach = min(limit, largest) * 1.1
    for axes, (system, run) in zip(columns, runs):
        colour = system_colour(evaluation.systems.index(system))
        model_rows(axes, names, tasks_of(evaluation))
        axes.axvline(0, color="#555555", linewidth=0.8, zorder=1)
        for model in run["models"]:
            row = names.index(model["name"])
            for numbers in reversed(model["at"]):
                if "error_percent" not in numbers:
                    continue
                error, first = numbers["error_percent"], numbers["G"] == evaluation.Gs[0]
                outside = abs(error) > reach
                marker = ("<" if error < 0 else ">") if outside else "o"
                axes.plot(max(-reach, min(reach, error)), row, marker=marker, color=colour, clip_on=False,
                          markersize=5 if first else 3.4, alpha=1 if first else 0.35, markeredgewidth=0)
        axes.set_xlim(-reach, reach)
        axes.set_title(label(system, run).replace(", " + run["execution"], "\n" + run["execution"]))
        axes.set_xlabel("error, %")
        axes.xaxis.set_major_formatter(FuncFormatter(lambda x, _: f"{x:+g}" if x else "0"))
    legend_above(figure, [dot("#444444"), Line2D([], [], linestyle="", marker="o", markersize=4,
                                                  color="#444444", alpha=0.35)],
                 [f"G = {evaluation.Gs[0]}", "larger G"], 2, 0.4)
    return svg(figure, "figure10")


def sequential_and_parallel(evaluation):
    """Figure 3."""
    names = evaluation.names
    system, run = evaluation.run_of("layerwise")
    colour = system_colour(evaluation.systems.index(system))
    figure, (axes,) = rows_figure(len(names), 1)
    model_rows(axes, names, tasks_of(evaluation))
    axes.axvline(1, color="#555555", linewidth=0.8, zorder=1)
    for row, name in enumerate(names):
        if name in evaluation.paper_models:
            paper = evaluation.paper_models[name]
            whole = paper["latency_ms"][1]
            axes.plot(paper["sequential_ms"] / whole, row, "D", markersize=3.6, color=PAPER)
            axes.plot(paper["parallel_ms"] / whole, row, "D", markersize=3.6, color=PAPER,
                      markerfacecolor="white", markeredgewidth=1)
    for model in run["models"]:
        numbers = at(model, evaluation.Gs[0])
        if numbers is None or "measured_ms" not in model:
            continue
        row = names.index(model["name"])
        sequential = numbers["composed_ms"] / model["measured_ms"]
        parallel = numbers["parallel_ms"] / model["measured_ms"]
        axes.plot([parallel, sequential], [row, row], color=colour, linewidth=1, alpha=0.5)
        axes.plot(sequential, row, "o", markersize=4.6, color=colour)
        axes.plot(parallel, row, "o", markersize=4.6, color=colour, markerfacecolor="white",
                  markeredgewidth=1.1)
    axes.set_xlim(left=0)
    axes.set_xlabel("total of the layers over the measured model")
    paper = evaluation.paper["figure_3_system"]
    legend_above(figure, [dot(colour), dot(colour, False), dot(PAPER, marker="D", size=4),
                          dot(PAPER, False, "D", 4)],
                 ["sequential total", "parallel total", f"paper ({paper}), sequential", "paper, parallel"])
    return svg(figure, "figure3")


def repetition(evaluation):
    """Figures 5 and 6."""
    models = evaluation.layers["models"]
    figure, (unique, repeated) = rows_figure(len(models), 2, wspace=0.06, width_ratios=[1, 1.7])
    model_rows(unique, evaluation.names, tasks_of(evaluation))
    model_rows(repeated, evaluation.names, tasks_of(evaluation))
    unique.barh(range(len(models)), [model["unique_percent"] for model in models], height=0.7,
                color="#56B4E9")
    for row, model in enumerate(models):
        if model["name"] in evaluation.paper_models:
            paper = evaluation.paper_models[model["name"]]
            unique.plot(100 * paper["unique_layers"] / paper["layers"], row, "|", color="black", markersize=6)
    unique.set_xlim(0, 100)
    unique.set_title("unique layers, % of the model's")
    totals = {}
    for model in models:
        for kind, count in model["repeated_types"].items():
            totals[kind] = totals.get(kind, 0) + count
    kinds = sorted(totals, key=totals.get, reverse=True)[:len(TYPE_COLOURS) - 1]
    left = [0.0] * len(models)
    for index, kind in enumerate(kinds + ["other types"]):
        shares = []
        for model in models:
            counts = model["repeated_types"]
            count = counts.get(kind, 0) if kind in kinds else sum(
                number for other, number in counts.items() if other not in kinds)
            shares.append(100 * count / model["layers"])
        repeated.barh(range(len(models)), shares, left=left, height=0.7, color=TYPE_COLOURS[index])
        left = [a + b for a, b in zip(left, shares)]
    repeated.set_xlim(0, 100)
    repeated.set_title("repeated layers by type, % of the model's")
    legend_above(figure, [Line2D([], [], linestyle="", marker="|", color="black")] +
                 [Patch(color=colour) for colour in TYPE_COLOURS], ["paper's unique"] + kinds + ["other types"],
                 8, 0.25)
    return svg(figure, "figures5and6")


def jaccard(evaluation):
    """Figure 7."""
    names = evaluation.names
    side = min(0.8 * WIDTH, 2 + 0.14 * len(names))
    figure, axes = pyplot.subplots(figsize=(1.08 * side, side))
    image = axes.imshow([[100 * value for value in row] for row in evaluation.layers["jaccard"]],
                        cmap="Blues", vmin=0, vmax=100)
    axes.grid(False)
    axes.set_yticks(range(len(names)))
    axes.set_yticklabels([f"{name}  {row + 1}" for row, name in enumerate(names)], fontsize=7.5)
    numbered = [row for row in range(len(names)) if row == 0 or (row + 1) % 5 == 0]
    axes.set_xticks(numbered)
    axes.set_xticklabels([row + 1 for row in numbered])
    axes.tick_params(pad=2)
    bar = figure.colorbar(image, ax=axes, shrink=0.5, pad=0.02)
    bar.outline.set_visible(False)
    bar.set_label("%")
    return svg(figure, "figure7")
