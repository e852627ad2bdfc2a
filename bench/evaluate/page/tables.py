"""Tables of numbers, as HTML."""

from html import escape

from data import at, label


def table(header, rows, text_columns=1):
    """Cells are strings; the first columns hold text, the others numbers."""
    def line(cells, tag):
        return "<tr>" + "".join(
            f"<{tag}{' class=number' if place >= text_columns else ''}>{escape(cell)}</{tag}>"
            for place, cell in enumerate(cells)) + "</tr>"
    body = "\n".join(line(row, "td") for row in rows)
    return (f'<div class="table"><table><thead>{line(header, "th")}</thead>\n<tbody>\n{body}\n'
            "</tbody></table></div>")


def milliseconds(ms):
    return f"{ms:.3f}" if ms < 1 else f"{ms:.2f}" if ms < 100 else f"{ms:.0f}"


def systems(evaluation):
    rows = []
    for system in evaluation.systems:
        host = system.get("host") or {}
        memory = host.get("memory_bytes")
        rows.append([label(system), system["cpu"], system["isa"], str(system["threads"]),
                     str(host.get("physical_cores", "")), f"{memory / 1e9:.1f} GB" if memory else "",
                     host.get("kernel", "")])
    return table(["system", "CPU", "ISA", "threads", "cores", "memory", "kernel"], rows, 3)


SUMMARY = ["G", "models", "mean abs. error %", "p90 %", "max %", "bias %", "within 5 %", "within 10 %",
           "geometric mean", "plain sum: mean abs. %", "sequences", "unique", "benchmarks", "speed-up",
           "wall clock"]


def summary_cells(row):
    errors = row.get("errors")
    numbers = [f"{errors['mean_absolute_percent']:.2f}", f"{errors['p90_absolute_percent']:.2f}",
               f"{errors['max_absolute_percent']:.2f}", f"{errors['bias_percent']:+.2f}",
               f"{errors['within_5_percent']:.0f}", f"{errors['within_10_percent']:.0f}",
               f"{errors['geometric_mean_ratio']:.4f}"] if errors else [""] * 7
    plain = f"{row['plain_errors']['mean_absolute_percent']:.2f}" if "plain_errors" in row else ""
    wall = f"{row['wall_speedup']:.1f}×" if "wall_speedup" in row else ""
    return [str(row["G"]), str(row["models"]), *numbers, plain, str(row["sequences"]),
            str(row["unique_sequences"]), str(row["benchmarks"]), f"{row['benchmark_speedup']:.2f}×", wall]


def summaries(evaluation):
    rows = [[label(system), run["execution"], *summary_cells(row)]
            for system, run in evaluation.runs() for row in run["summaries"]]
    return table(["system", "execution", *SUMMARY], rows, 2)


def ablation(evaluation):
    rows = [[run["execution"], run["cache"], *summary_cells(row),
             f"{run['brick_seconds']:.1f}" if "brick_seconds" in run else ""]
            for run in evaluation.ablation for row in run["summaries"]]
    return table(["execution", "cache", *SUMMARY, "bricks, s"], rows, 2)


def models(evaluation):
    rows = []
    for place, model in enumerate(evaluation.layers["models"]):
        rows.append([str(place + 1), model["name"], model.get("title", ""), model.get("task", ""),
                     str(model["layers"]), str(model["unique_layers"]), f"{model['unique_percent']:.1f}",
                     f"{model['macs'] / 1e9:.3f}", f"{model['parameters'] / 1e6:.3f}"])
    return table(["", "model", "title in Table 1", "task", "layers", "unique", "unique %", "GMAC",
                  "parameters, M"], rows, 4)


def latencies(evaluation):
    header = ["model", *(label(system, run) for system, run in evaluation.runs()),
              *("paper " + system["name"] for system in evaluation.paper["systems"])]
    rows = []
    for name in evaluation.names:
        row = [name]
        for _, run in evaluation.runs():
            found = next((model for model in run["models"] if model["name"] == name), {})
            row.append(milliseconds(found["measured_ms"]) if "measured_ms" in found else "")
        paper = evaluation.paper_models.get(name)
        row += [milliseconds(ms) for ms in paper["latency_ms"]] if paper else [""] * len(
            evaluation.paper["systems"])
        rows.append(row)
    return table(header, rows)


def errors(evaluation):
    """One table for each run: a model a row, its error at each granularity."""
    text = ""
    for system, run in evaluation.runs():
        rows = []
        for model in run["models"]:
            found = [at(model, G) for G in evaluation.Gs]
            rows.append([model["name"], milliseconds(model["measured_ms"]) if "measured_ms" in model else "",
                         *(f"{numbers['error_percent']:+.2f}" if numbers and "error_percent" in numbers else ""
                           for numbers in found)])
        text += f"<h4>{escape(label(system, run))}</h4>" + table(
            ["model", "measured ms", *(f"G={G}" for G in evaluation.Gs)], rows)
    return text


def totals(evaluation):
    """Figure 3's numbers."""
    system, run = evaluation.run_of("layerwise")
    rows = []
    for model in run["models"]:
        numbers = at(model, evaluation.Gs[0])
        if numbers is None or "measured_ms" not in model:
            continue
        paper = evaluation.paper_models.get(model["name"])
        beside = [f"{paper[key] / paper['latency_ms'][1]:.3f}" for key in ("sequential_ms", "parallel_ms")
                  ] if paper else ["", ""]
        rows.append([model["name"], f"{numbers['composed_ms'] / model['measured_ms']:.3f}",
                     f"{numbers['parallel_ms'] / model['measured_ms']:.3f}", *beside])
    return table(["model", "sequential", "parallel", "paper: sequential", "paper: parallel"], rows)
