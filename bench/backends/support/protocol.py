"""The protocol of ../README.md, from the side of a backend that is written in Python."""
import json
import re
import sys
from pathlib import Path

import numpy as np


def serve(commands):
    """Answers requests by the functions of that name until the input ends."""
    for line in sys.stdin:
        try:
            request = json.loads(line)
            if request.get("command") not in commands:
                raise ValueError(f"unknown command {request.get('command')}")
            answer = commands[request["command"]](request)
        except Exception as error:  # whatever the engine raises is an answer of one line, not the end
            answer = {"error": f"{type(error).__name__}: {' '.join(str(error).split())[:300] or 'no more is known'}"}
        print(json.dumps(answer), flush=True)


def mix(x):
    x ^= x >> 16
    x *= np.uint32(0x7FEB352D)
    x ^= x >> 15
    x *= np.uint32(0x846CA68B)
    return x ^ (x >> 16)


def seeded(shape, seed, index):
    """Values of float input number `index`."""
    base = (0x9E3779B9 * seed + 0x85EBCA6B * (index + 1)) & 0xFFFFFFFF
    x = mix(np.arange(int(np.prod(shape)), dtype=np.uint32) + np.uint32(base))
    return ((x >> 8).astype(np.float32) / 8388608 - 1).reshape(shape)


def save(directory, name, array):
    path = Path(directory) / (re.sub(r"[^\w.-]", "_", name) + ".npy")
    np.save(path, array)
    return str(path)


class Handles:
    """What was loaded, by the handle given out for it."""

    def __init__(self):
        self.loaded = {}
        self.given = 0

    def add(self, model):
        self.loaded[self.given] = model
        self.given += 1
        return self.given - 1

    def of(self, request):
        if request.get("handle") not in self.loaded:
            raise ValueError(f"no model has the handle {request.get('handle')}")
        return self.loaded[request["handle"]]

    def drop(self, request):
        self.of(request)
        del self.loaded[request["handle"]]
        return {}
