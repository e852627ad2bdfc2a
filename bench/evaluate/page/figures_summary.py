"""Figures over all models: granularities, the ablation, where errors come from."""

from matplotlib.lines import Line2D
from matplotlib.ticker import FuncFormatter, MaxNLocator, NullFormatter

from data import at, label
from style import PAPER, WIDTH, legend_above, pyplot, svg, system_colour


def panels(count, height=3.0):
    figure, axes = pyplot.subplots(1, count, figsize=(WIDTH, height), squeeze=False, gridspec_kw={
        "left": 0.06, "right": 0.99, "bottom": 0.5 / height, "top": 1 - 0.2 / height, "wspace": 0.2})
    return figure, axes[0]


def run_line(evaluation, system, run):
    return {"color": system_colour(evaluation.systems.index(system)),
            "linestyle": "-" if run["execution"] == "fused" else (0, (4, 1.6))}


def by_granularity(evaluation):
    """Figures 11 and 12, and the mean absolute error beside them."""
    figure, (error, mean, speed) = panels(3)
    for system in evaluation.paper["systems"]:
        Gs = range(1, len(system["benchmark_speedup"]) + 1)
        mean.plot(Gs, system["geometric_mean_ratio"], color=PAPER, linewidth=1)
        speed.plot(Gs, system["benchmark_speedup"], color=PAPER, linewidth=1)
    handles, labels = [], []
    for system, run in evaluation.runs():
        line = run_line(evaluation, system, run)
        rows = [row for row in run["summaries"] if "errors" in row]
        Gs = [row["G"] for row in rows]
        error.plot(Gs, [row["errors"]["mean_absolute_percent"] for row in rows], marker="o", markersize=3.5,
                   **line)
        mean.plot(Gs, [row["errors"]["geometric_mean_ratio"] for row in rows], marker="o", markersize=3.5,
                  **line)
        speed.plot([row["G"] for row in run["summaries"]],
                   [row["benchmark_speedup"] for row in run["summaries"]], marker="o", markersize=3.5, **line)
        handles.append(Line2D([], [], marker="o", markersize=3.5, **line))
        labels.append(label(system, run))
    handles.append(Line2D([], [], color=PAPER, linewidth=1))
    labels.append("paper's four systems")
    error.set_ylim(bottom=0)
    error.set_title("mean absolute error, %")
    mean.axhline(1, color="#555555", linewidth=0.8, zorder=1)
    mean.set_title("geometric mean, composed/measured")
    speed.set_ylim(bottom=0)
    speed.set_title("benchmarking speed-up")
    for axes in (error, mean, speed):
        axes.set_xlabel("granularity G")
        axes.xaxis.set_major_locator(MaxNLocator(integer=True))
    legend_above(figure, handles, labels, 4)
    return svg(figure, "figures11and12")


def ablation(evaluation):
    """Errors and run time of what bricks find in the caches."""
    runs = evaluation.ablation
    executions = sorted({run["execution"] for run in runs})
    colours = dict(zip(executions, ("#0072B2", "#D55E00")))
    figure, (errors, seconds) = panels(2, 0.36 * len(runs) + 0.8)
    places, names = {}, []
    for run in sorted(runs, key=lambda run: (run["execution"], ["hot", "cold", "context"].index(run["cache"]))):
        places[run["execution"], run["cache"]] = len(names)
        names.append(f"{run['cache']}, {run['execution']}")
    errors.axvline(0, color="#555555", linewidth=0.8, zorder=1)
    for run in runs:
        place, colour = places[run["execution"], run["cache"]], colours[run["execution"]]
        found = [numbers["error_percent"] for model in run["models"] for numbers in model["at"]
                 if "error_percent" in numbers]
        errors.plot(found, [place] * len(found), "o", color=colour, alpha=0.4, markersize=5,
                    markeredgewidth=0)
        if found:
            errors.plot(sum(found) / len(found), place, "|", color="black", markersize=16, markeredgewidth=1.4)
        if "brick_seconds" in run:
            seconds.barh(place, run["brick_seconds"], height=0.55, color=colour)
            seconds.annotate(f" {run['brick_seconds']:.0f} s", (run["brick_seconds"], place), va="center")
    for axes in (errors, seconds):
        axes.set_yticks(range(len(names)))
        axes.set_yticklabels(names if axes is errors else [])
        axes.set_ylim(len(names) - 0.5, -0.5)
        axes.grid(axis="y", visible=False)
    errors.xaxis.set_major_formatter(FuncFormatter(lambda x, _: f"{x:+g}" if x else "0"))
    errors.set_title("error of each model, % (line: mean)")
    seconds.set_title("measuring the bricks, set-up included, s")
    return svg(figure, "ablation")


def remaining_error(evaluation):
    """Errors at the first granularity against what they might come from."""
    G = evaluation.Gs[0]
    figure, (latency, sequences, neighbours) = panels(3)
    handles, labels = [], []
    for system, run in evaluation.runs():
        line = run_line(evaluation, system, run)
        look = {"linestyle": "", "marker": "o", "markersize": 4.2, "alpha": 0.75, "color": line["color"],
                "markerfacecolor": line["color"] if run["execution"] == "fused" else "none"}
        points = [(model["measured_ms"], numbers["sequences"], numbers["error_percent"],
                   100 * (numbers["confidence_95_ms"][1] - numbers["confidence_95_ms"][0]) / 2
                   / numbers["composed_ms"])
                  for model in run["models"] for numbers in [at(model, G)]
                  if numbers and "error_percent" in numbers]
        for axes, column in ((latency, 0), (sequences, 1), (neighbours, 3)):
            axes.plot([point[column] for point in points], [point[2] for point in points], **look)
        handles.append(Line2D([], [], **look))
        labels.append(label(system, run))
    for axes, title in ((latency, "latency of the model, ms"), (sequences, "sequences of the model"),
                        (neighbours, "half width of the 95 % interval, %")):
        axes.axhline(0, color="#555555", linewidth=0.8, zorder=1)
        axes.set_xlabel(title)
        axes.yaxis.set_major_formatter(FuncFormatter(lambda y, _: f"{y:+g}" if y else "0"))
        if axes is not neighbours:
            axes.set_xscale("log")
            axes.xaxis.set_minor_formatter(NullFormatter())
        axes.xaxis.set_major_formatter(FuncFormatter(lambda x, _: f"{x:g}"))
    latency.set_ylabel(f"error at G = {G}, %")
    legend_above(figure, handles, labels, 4)
    return svg(figure, "remaining")
