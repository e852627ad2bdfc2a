"""Outputs of bricks-bench and of other engines, compared."""
import json
import os
import subprocess
from pathlib import Path

import numpy as np

FOLDER = Path(__file__).resolve().parents[1]
PROGRAM = os.environ.get("BRICKS_PROGRAM", FOLDER.parent / "run.sh")  # run.sh brings the build up to date first
TOLERANCE = 1e-4  # of the largest output


class Failure(Exception):
    """What a table says in one line."""


def bricks(*arguments):
    done = subprocess.run([str(PROGRAM), *map(str, arguments)], capture_output=True, text=True)
    if done.returncode != 0:
        lines = done.stderr.strip().splitlines() or [f"exit status {done.returncode}"]
        raise Failure(f"bricks-bench: {lines[-1]}")


def infer(model, inputs, threads, folder):
    """Our outputs as {file name: array}; inputs as {name: array}."""
    arguments = ["infer", "--model", model, "--threads", threads, "--output-dir", folder]
    for number, (name, array) in enumerate(inputs.items()):
        path = Path(folder) / f"input{number}"
        with open(path, "wb") as file:
            np.save(file, array)
        arguments += ["--input", f"{name}={path}"]
    bricks(*arguments)
    return {path.name: np.load(path) for path in Path(folder).glob("*.npy")}


def difference(ours, theirs):
    """The largest difference between outputs by file name, as a share of the largest value of its output."""
    if ours.keys() != theirs.keys():
        raise Failure(f"outputs {sorted(ours)}, expected {sorted(theirs)}")
    worst = 0.0
    for name, expected in theirs.items():
        if ours[name].shape != expected.shape:
            raise Failure(f"{name} is {ours[name].shape}, expected {expected.shape}")
        gap = np.abs(ours[name].astype(np.float64) - expected.astype(np.float64)).max()
        largest = np.abs(expected.astype(np.float64)).max()
        worst = max(worst, float("inf") if not np.isfinite(gap) else gap / largest if largest > 0 else gap)
    return worst


class Backend:
    """A backend program of this folder as a child process."""

    def __init__(self, name):
        programs = [p for p in FOLDER.glob(f"{name}.*") if os.access(p, os.X_OK)]
        if len(programs) != 1:
            raise Failure(f"no backend {name} in {FOLDER}")
        self.process = subprocess.Popen([str(programs[0])], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                                        stderr=subprocess.DEVNULL, text=True)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.process.stdin.close()
        self.process.wait()

    def request(self, command, **rest):
        try:
            self.process.stdin.write(json.dumps({"command": command, **rest}) + "\n")
            self.process.stdin.flush()
        except BrokenPipeError:
            raise Failure("the backend has ended") from None
        line = self.process.stdout.readline()
        if not line:
            raise Failure("the backend has ended without an answer")
        answer = json.loads(line)
        if "error" in answer:
            raise Failure(answer["error"])
        return answer

    def outputs(self, model, threads, seed, folder):
        """What the engine makes of the seeded inputs, by file name, and those inputs' names, types and shapes."""
        loaded = self.request("load", model=str(model), threads=threads)
        files = self.request("outputs", handle=loaded["handle"], seed=seed, directory=str(folder))["files"]
        self.request("unload", handle=loaded["handle"])
        return {Path(path).name: np.load(path) for path in files.values()}, loaded["inputs"]
