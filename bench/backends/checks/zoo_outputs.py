#!/usr/bin/python3
"""Are another engine's outputs ours? Exports models of the zoo to ONNX, runs both on the seeded inputs, prints a table.

  ./bench/backends/checks/zoo_outputs.py                      all models against ONNX Runtime at 1 and 2 threads
  ./bench/backends/checks/zoo_outputs.py --backend pytorch --threads 2 vgg16 resnet50_v1

Exit status 1 where a model differs by more than 1e-4 of its largest output, or does not run."""
import argparse
import re
import subprocess
import sys
import tempfile
from pathlib import Path

sys.dont_write_bytecode = True
sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
import numpy as np

from support import outputs, protocol

SEED = 1


def zoo():
    """All names, small models first."""
    listed = subprocess.run([str(outputs.PROGRAM), "zoo"], capture_output=True, text=True, check=True).stdout
    rows = re.findall(r"^(\S+) .* ([\d.]+) G ", listed, re.MULTILINE)
    return [name for name, macs in sorted(rows, key=lambda row: float(row[1]))]


def inputs_of(described):
    types = {"float32": np.float32, "int64": np.int64, "int32": np.int32, "bool": np.bool_}
    return {value["name"]: protocol.seeded(tuple(value["shape"]), SEED, index) if value["type"] == "float32"
            else np.zeros(value["shape"], types[value["type"]]) for index, value in enumerate(described)}


def check(name, backend, threads):
    """The largest difference at each number of threads."""
    with tempfile.TemporaryDirectory(prefix="bricks-") as folder:
        model = Path(name)
        if model.suffix != ".onnx":
            model = Path(folder) / "model.onnx"
            outputs.bricks("export", "--model", name, "--onnx", model)
        found = []
        for n in threads:
            places = [Path(folder) / f"{who}{n}" for who in ("theirs", "ours")]
            for place in places:
                place.mkdir()
            theirs, described = backend.outputs(model, n, SEED, places[0])
            found.append(outputs.difference(outputs.infer(model, inputs_of(described), n, places[1]), theirs))
        return found


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--backend", default="onnxruntime")
    parser.add_argument("--threads", type=lambda text: [int(n) for n in text.split(",")], default=[1, 2], metavar="1,2")
    parser.add_argument("models", nargs="*", help="names of the zoo or ONNX files; default: the whole zoo")
    options = parser.parse_args()
    wrong = 0
    with outputs.Backend(options.backend) as backend:
        about = backend.request("describe")
        print(f"largest difference as a share of the largest output, bricks against {about['name']} {about['version']}\n")
        print(f"{'model':27} " + "".join(f"{str(n) + ' threads':14}" for n in options.threads))
        for name in options.models or zoo():
            try:
                found = check(name, backend, options.threads)
                bad = max(found) > outputs.TOLERANCE
                row = "".join(f"{value:<14.1e}" for value in found) + ("above 1e-4" if bad else "")
            except outputs.Failure as failure:
                bad, row = True, str(failure)
            wrong += bad
            print(f"{Path(name).name:27} {row}", flush=True)
    print(f"\n{wrong} outside of the tolerance or not run" if wrong else "\nall within 1e-4")
    return 1 if wrong else 0


sys.exit(main())
