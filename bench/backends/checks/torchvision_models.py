#!/usr/bin/python3
"""Do models that torchvision exports to ONNX read, run and agree with PyTorch? Prints a table.

  ./bench/backends/checks/torchvision_models.py [NAME...]

Seeded random weights and statistics, evaluation mode. Exit status 1 where outputs differ by more than 1e-4 of the largest,
or a model does not run. Needs Debian's python3-torchvision: ./bench/backends/install.sh torchvision"""
import argparse
import sys
import tempfile
from pathlib import Path

sys.dont_write_bytecode = True
sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
import numpy as np
import onnx
import torch
import torchvision

from support import outputs

NAMES = ["resnet18", "densenet121", "googlenet", "efficientnet_b0", "mobilenet_v3_large", "shufflenet_v2_x1_0", "mnasnet1_0",
         "regnet_y_400mf", "convnext_tiny"]
OPSET = 17


def randomise(model):
    """Statistics, scales and shifts as after training: as they are made, they would hide mistakes."""
    for module in model.modules():
        if isinstance(module, torch.nn.BatchNorm2d):
            module.running_mean.normal_(0, 0.1)
            module.running_var.uniform_(0.5, 1.5)
            module.weight.uniform_(0.5, 1.5)
            module.bias.normal_(0, 0.1)
    for name, parameter in model.named_parameters():
        if name.endswith("layer_scale"):
            parameter.uniform_(0.1, 0.5)


def check(name, folder):
    """ONNX nodes, and the largest difference at one and two threads."""
    torch.manual_seed(0)
    more = {"init_weights": True, "aux_logits": False} if name == "googlenet" else {}
    model = torchvision.models.get_model(name, weights=None, **more).eval()
    randomise(model)
    image = torch.randn(1, 3, 224, 224)
    path = Path(folder) / "model.onnx"
    torch.onnx.export(model, image, str(path), opset_version=OPSET, input_names=["image"], output_names=["scores"])
    theirs = {"scores.npy": model(image).numpy()}
    found = []
    for threads in (1, 2):
        place = Path(folder) / str(threads)
        place.mkdir()
        found.append(outputs.difference(outputs.infer(path, {"image": image.numpy()}, threads, place), theirs))
    return len(onnx.load(str(path)).graph.node), found


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("models", nargs="*", help=f"default: {' '.join(NAMES)}")
    wrong = 0
    print(f"largest difference as a share of the largest output, bricks against PyTorch {torch.__version__}, "
          f"models of torchvision {torchvision.__version__} at opset {OPSET}\n")
    print(f"{'model':22}{'ONNX nodes':12}{'1 thread':12}2 threads")
    for name in parser.parse_args().models or NAMES:
        with tempfile.TemporaryDirectory(prefix="bricks-") as folder:
            try:
                nodes, found = check(name, folder)
                bad = max(found) > outputs.TOLERANCE
                row = f"{nodes:<12}" + "".join(f"{value:<12.1e}" for value in found) + ("above 1e-4" if bad else "")
            except outputs.Failure as failure:
                bad, row = True, str(failure)
        wrong += bad
        print(f"{name:22}{row}", flush=True)
    return 1 if wrong else 0


with torch.no_grad():
    sys.exit(main())
