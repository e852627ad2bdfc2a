#!/usr/bin/env python3
"""page.py EVALUATION.json > page.html: one page with all figures and tables of an evaluation."""

import sys
from html import escape
from pathlib import Path

import figures_models
import figures_summary
import tables
from data import Evaluation, label

STYLE = Path(__file__).with_name("page.css").read_text(encoding="utf-8")


def figure(picture, caption, numbers=""):
    if numbers:
        numbers = f"<details><summary>The numbers</summary>{numbers}</details>"
    return f"<figure>{picture}<figcaption>{caption}</figcaption></figure>{numbers}"


def tiles(evaluation):
    """The first granularity of every run in four numbers."""
    text = ""
    for system, run in evaluation.runs():
        row = run["summaries"][0]
        if "errors" not in row:
            continue
        errors = row["errors"]
        wall = f"<dt>wall clock</dt><dd>{row['wall_speedup']:.1f}×</dd>" if "wall_speedup" in row else ""
        text += (f"<section class=tile><h3>{escape(label(system))}</h3><p>{run['execution']}, G = {row['G']}, "
                 f"{row['models']} models</p><dl><dt>mean absolute error</dt>"
                 f"<dd>{errors['mean_absolute_percent']:.2f} %</dd><dt>within 5 %</dt>"
                 f"<dd>{errors['within_5_percent']:.0f} %</dd><dt>worst</dt>"
                 f"<dd>{errors['max_absolute_percent']:.1f} %</dd><dt>speed-up</dt>"
                 f"<dd>{row['benchmark_speedup']:.2f}×</dd>{wall}</dl></section>")
    return f"<div class=tiles>{text}</div>"


def results(evaluation):
    G = evaluation.Gs[0]
    yield "How well bricks add up", figure(
        figures_summary.by_granularity(evaluation),
        "Over all models, by granularity (the paper's Figures 11 and 12). Left: mean absolute error of the "
        "composed latency. Middle: geometric mean of composed over measured, in which errors of opposite sign "
        "cancel. Right: latencies of the models over those of one run of every benchmark. Grey: the paper's "
        "four systems.", tables.summaries(evaluation))
    yield "Every model", figure(
        figures_models.composed_over_measured(evaluation),
        "Error of the composed latency against the measured one for each model (the paper's Figure 10). Full "
        f"dots: G = {G}; faint dots: larger G; triangles lie outside.", tables.errors(evaluation))
    yield "End-to-end latencies", figure(
        figures_models.latencies(evaluation),
        "Measured latency of every model at batch 1 (the paper's Figure 9). Full dots: fused execution; rings: "
        "layer by layer; grey bars: from the fastest to the slowest of the paper's systems.",
        tables.latencies(evaluation))
    yield "Sequential and parallel totals", figure(
        figures_models.sequential_and_parallel(evaluation),
        f"Sum of all layers, and of those on the critical path, over the measured model at G = {G} (the paper's "
        "Figure 3): how much a model could gain from running its branches at once.", tables.totals(evaluation))


def background(evaluation):
    corpus = evaluation.layers["corpus"]
    share = 100 * corpus["unique_layers"] / corpus["layers"]
    yield "Layers repeat within models", figure(
        figures_models.repetition(evaluation),
        f"The {len(evaluation.names)} models have {corpus['layers']} layers, {corpus['unique_layers']} of them "
        f"unique ({share:.1f} %). Left: unique layers of each model (the paper's Figure 5; the mark is its "
        "number). Right: layers that repeat an earlier one of their model, by type (its Figure 6).",
        tables.models(evaluation))
    yield "Layers repeat across models", figure(
        figures_models.jaccard(evaluation),
        "Layers that two models share, of those that either has (Jaccard index, the paper's Figure 7).")
    if evaluation.ablation:
        yield "What a brick finds in the caches", figure(
            figures_summary.ablation(evaluation),
            "Errors of all models and run time for each choice of <code>--cache</code>: a brick that ran just "
            "before (hot), one that finds nothing (cold), and one that finds what its model leaves it "
            "(context, the default).", tables.ablation(evaluation))
    yield "Where the remaining error comes from", figure(
        figures_summary.remaining_error(evaluation),
        f"Error at G = {evaluation.Gs[0]} against the model's latency, against its number of sequences, and "
        "against the uncertainty that the composed number itself reports.")


def page(evaluation):
    sections = [*results(evaluation), *background(evaluation)]
    body = "".join(f"<section><h2>{escape(title)}</h2>{text}</section>" for title, text in sections)
    return f"""<!DOCTYPE html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>bricks: evaluation</title><style>{STYLE}</style></head><body><main>
<h1>Model latencies from bricks</h1>
<p>{len(evaluation.names)} models are cut into layer sequences of up to G units; each unique sequence is timed once,
on its own, and the latency of every model is put together from those times. Here the composed latency stands
beside the measured one, with the figures of the
<a href="https://arxiv.org/abs/1911.07967">DLBricks paper</a> in grey where their numbers are published.</p>
{tiles(evaluation)}
<section><h2>Systems</h2>{tables.systems(evaluation)}</section>
{body}
<footer><p>Made on {escape(evaluation.date)} by</p><pre>{escape(evaluation.command)}</pre>
<p>The paper's numbers are those of the figure files that its authors published
(github.com/rai-project/synthetic_benchmark). The wall-clock speed-up is that against 100 runs of every model,
set-up included in both.</p></footer>
</main><script>addEventListener("beforeprint", () => document.querySelectorAll("details").forEach(d => d.open = true))</script>
</body></html>
"""


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit("usage: page.py EVALUATION.json > page.html")
    sys.stdout.write(page(Evaluation(sys.argv[1])))
