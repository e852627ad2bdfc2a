"""What figures and tables ask of an evaluation's document."""

import json


class Evaluation:
    """The `bricks` object of evaluation.json."""

    def __init__(self, path):
        with open(path, encoding="utf-8") as file:
            document = json.load(file)
        self.date = document["context"]["date"]
        bricks = document["bricks"]
        self.command, self.Gs = bricks["command"], bricks["G"]
        self.systems, self.ablation = bricks["systems"], bricks["ablation"]
        self.layers, self.paper = bricks["layers"], bricks["paper"]
        self.names = [model["name"] for model in self.layers["models"]]
        self.paper_models = {model["name"]: model for model in self.paper["models"]}

    def runs(self):
        """(system, run) of all of them."""
        return [(system, run) for system in self.systems for run in system["runs"]]

    def run_of(self, execution):
        """The first one of an execution; the first of all where there is none."""
        for system, run in self.runs():
            if run["execution"] == execution:
                return system, run
        return self.runs()[0]


def at(model, G):
    """A model's numbers at a granularity, or None."""
    return next((numbers for numbers in model["at"] if numbers["G"] == G), None)


def label(system, run=None):
    """ "avx512:2" is an ISA and a number of threads."""
    isa, colon, threads = system["name"].partition(":")
    name = f"{isa}, {threads} thread{'' if threads == '1' else 's'}" if colon else system["name"]
    return f"{name}, {run['execution']}" if run else name
