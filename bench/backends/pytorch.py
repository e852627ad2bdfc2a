#!/usr/bin/python3
"""PyTorch behind the protocol of README.md: an ONNX graph as a traced, frozen module optimised for inference."""
import json
import os
import re
import sys
import time

try:
    import numpy as np
    import onnx
    import torch
    import torch.nn.functional as F
    from onnx import numpy_helper
except ImportError as error:
    sys.stdin.readline()
    print(json.dumps({"error": f"{error}: ./bench/backends/install.sh pytorch installs it"}), flush=True)
    sys.exit(2)


def attributes(node):
    values = {a.name: onnx.helper.get_attribute_value(a) for a in node.attribute}
    return {k: v.decode() if isinstance(v, bytes) else v for k, v in values.items()}


def ints(tensor):
    return [int(v) for v in tensor.reshape(-1).tolist()]


def padded(x, pads, value=0.0, mode="constant"):
    """x with ONNX pads (all begins, then all ends) over its last len(pads)/2 axes."""
    half = len(pads) // 2
    order = [p for i in reversed(range(half)) for p in (pads[i], pads[half + i])]
    while len(order) > 2 and order[-2:] == [0, 0]:
        order = order[:-2]
    return F.pad(x, order, mode={"edge": "replicate"}.get(mode, mode), **({"value": value} if mode == "constant" else {}))


def spatial_pads(a, x):
    pads = a.get("pads", [0] * (2 * (x.dim() - 2)))
    half = len(pads) // 2
    return pads, pads[:half] if pads[:half] == pads[half:] else None


def conv(a, x, w, b=None):
    pads, symmetric = spatial_pads(a, x)
    if symmetric is None:
        x, symmetric = padded(x, pads), [0] * (len(pads) // 2)
    return F.conv2d(x, w, b, a.get("strides", 1), symmetric, a.get("dilations", 1), a.get("group", 1))


def conv_transpose(a, x, w, b=None):
    _, symmetric = spatial_pads(a, x)
    if symmetric is None:
        raise NotImplementedError("ConvTranspose with unequal pads")
    return F.conv_transpose2d(x, w, b, a.get("strides", 1), symmetric, a.get("output_padding", 0), a.get("group", 1),
                              a.get("dilations", 1))


def pool(kind):
    def run(a, x):
        pads, symmetric = spatial_pads(a, x)
        kernel, strides, ceil = a["kernel_shape"], a.get("strides", 1), bool(a.get("ceil_mode", 0))
        counted = bool(a.get("count_include_pad", 0))
        if symmetric is None or any(2 * p > k for p, k in zip(symmetric, kernel)):
            if kind == "average" and not counted and any(pads):
                raise NotImplementedError("AveragePool with unequal pads that are not counted")
            x, symmetric = padded(x, pads, float("-inf") if kind == "max" else 0.0), 0
        if kind == "max":
            return F.max_pool2d(x, kernel, strides, symmetric, a.get("dilations", 1), ceil)
        return F.avg_pool2d(x, kernel, strides, symmetric, ceil, counted)

    return run


def gemm(a, x, w, b=None):
    x = x.t() if a.get("transA") else x
    w = w if a.get("transB") else w.t()
    alpha, beta = a.get("alpha", 1.0), a.get("beta", 1.0)
    return F.linear(x, w if alpha == 1 else alpha * w, b if b is None or beta == 1 else beta * b)


def reduce(function):
    def run(a, x, axes=None):
        axes = ints(axes) if axes is not None else a.get("axes", list(range(x.dim())))
        return function(x, tuple(axes), bool(a.get("keepdims", 1)))

    return run


def reshape(a, x, shape):
    return x.reshape([x.shape[i] if d == 0 else d for i, d in enumerate(ints(shape))])


def flatten(a, x):
    axis = a.get("axis", 1)
    return x.reshape(int(np.prod(x.shape[:axis])), -1)


def slices(a, x, starts, ends, axes=None, steps=None):
    starts, ends = ints(starts), ints(ends)
    axes = ints(axes) if axes is not None else list(range(len(starts)))
    steps = ints(steps) if steps is not None else [1] * len(starts)
    index = [slice(None)] * x.dim()
    for axis, start, end, step in zip(axes, starts, ends, steps):
        index[axis] = slice(start, min(end, x.shape[axis]), step)
    return x[tuple(index)]


def pad(a, x, pads, value=None):
    return padded(x, ints(pads), float(value) if value is not None else 0.0, a.get("mode", "constant"))


def resize(a, x, roi=None, scales=None, sizes=None):
    size = ints(sizes)[2:] if sizes is not None else None
    scale = [float(s) for s in scales.tolist()[2:]] if size is None else None
    if a.get("mode", "nearest") == "nearest":
        return F.interpolate(x, size, scale, "nearest")
    return F.interpolate(x, size, scale, "bilinear", a.get("coordinate_transformation_mode") == "align_corners")


def squeeze(a, x, axes=None):
    axes = ints(axes) if axes is not None else a.get("axes", [i for i, d in enumerate(x.shape) if d == 1])
    drop = {i % x.dim() for i in axes}
    return x.reshape([d for i, d in enumerate(x.shape) if i not in drop])


def unsqueeze(a, x, axes=None):
    axes = ints(axes) if axes is not None else a["axes"]
    for axis in sorted(i % (x.dim() + len(axes)) for i in axes):
        x = x.unsqueeze(axis)
    return x


def gather(a, x, indices):
    axis = a.get("axis", 0)
    if indices.dim() == 0:
        return x.select(axis, int(indices))
    picked = x.index_select(axis, indices.reshape(-1))
    return picked.reshape(list(x.shape[:axis]) + list(indices.shape) + list(x.shape[axis + 1:]))


def gather_nd(a, x, indices):
    if a.get("batch_dims", 0) != 1 or indices.dim() != 2 or indices.shape[1] != 1:
        raise NotImplementedError("GatherND other than one index a batch row")
    return x[torch.arange(x.shape[0]), indices[:, 0]]


def norm_channels(a, x, scale, bias, mean, variance):
    return F.batch_norm(x, mean, variance, scale, bias, False, 0.0, a.get("epsilon", 1e-5))


OPERATORS = {
    "Conv": conv, "ConvTranspose": conv_transpose, "Gemm": gemm, "MatMul": lambda a, x, y: torch.matmul(x, y),
    "BatchNormalization": norm_channels,
    "InstanceNormalization": lambda a, x, s, b: F.instance_norm(x, None, None, s, b, True, 0.0, a.get("epsilon", 1e-5)),
    "LRN": lambda a, x: F.local_response_norm(x, a["size"], a.get("alpha", 1e-4), a.get("beta", 0.75), a.get("bias", 1.0)),
    "MaxPool": pool("max"), "AveragePool": pool("average"),
    "GlobalAveragePool": lambda a, x: x.mean((2, 3), keepdim=True),
    "Relu": lambda a, x: F.relu(x), "Sigmoid": lambda a, x: torch.sigmoid(x), "Tanh": lambda a, x: torch.tanh(x),
    "LeakyRelu": lambda a, x: F.leaky_relu(x, a.get("alpha", 0.01)), "Elu": lambda a, x: F.elu(x, a.get("alpha", 1.0)),
    "Clip": lambda a, x, low=None, high=None: torch.clamp(x, None if low is None else float(low),
                                                          None if high is None else float(high)),
    "HardSigmoid": lambda a, x: torch.clamp(a.get("alpha", 0.2) * x + a.get("beta", 0.5), 0, 1),
    "HardSwish": lambda a, x: F.hardswish(x), "Softplus": lambda a, x: F.softplus(x), "Erf": lambda a, x: torch.erf(x),
    "Sqrt": lambda a, x: torch.sqrt(x), "Exp": lambda a, x: torch.exp(x), "Log": lambda a, x: torch.log(x),
    "Neg": lambda a, x: -x, "Abs": lambda a, x: torch.abs(x), "Reciprocal": lambda a, x: torch.reciprocal(x),
    "Add": lambda a, x, y: x + y, "Sub": lambda a, x, y: x - y, "Mul": lambda a, x, y: x * y,
    "Div": lambda a, x, y: x / y, "Pow": lambda a, x, y: torch.pow(x, y),
    "Max": lambda a, *xs: xs[0] if len(xs) == 1 else torch.maximum(*xs),
    "Min": lambda a, *xs: xs[0] if len(xs) == 1 else torch.minimum(*xs),
    "Sum": lambda a, *xs: sum(xs[1:], xs[0]),
    "ReduceMean": reduce(torch.mean), "ReduceSum": reduce(torch.sum), "ReduceMax": reduce(torch.amax),
    "Softmax": lambda a, x: F.softmax(x, a.get("axis", -1)),
    "Concat": lambda a, *xs: torch.cat(xs, a["axis"]), "Reshape": reshape, "Flatten": flatten,
    "Transpose": lambda a, x: x.permute(a.get("perm", list(reversed(range(x.dim()))))), "Slice": slices, "Pad": pad,
    "Resize": resize, "Expand": lambda a, x, shape: x.expand(torch.broadcast_shapes(x.shape, tuple(ints(shape)))),
    "Squeeze": squeeze, "Unsqueeze": unsqueeze, "Gather": gather, "GatherND": gather_nd,
    "ArgMax": lambda a, x: torch.argmax(x, a.get("axis", 0), bool(a.get("keepdims", 1))),
    "Identity": lambda a, x: x, "Dropout": lambda a, x, *rest: x,
}


class OnnxModule(torch.nn.Module):
    """Runs the nodes one by one; tracing turns that into a graph of PyTorch's own."""

    def __init__(self, graph):
        super().__init__()
        self.constants = {t.name: torch.from_numpy(numpy_helper.to_array(t).copy()) for t in graph.initializer}
        self.nodes = []
        for node in graph.node:
            if node.op_type == "Constant":
                self.constants[node.output[0]] = torch.from_numpy(np.array(numpy_helper.to_array(attributes(node)["value"])))
            elif node.op_type not in OPERATORS:
                raise NotImplementedError(f"operator {node.op_type} (node {node.name or node.output[0]})")
            else:
                self.nodes.append((OPERATORS[node.op_type], attributes(node), list(node.input), list(node.output)))
        self.inputs = [i for i in graph.input if i.name not in self.constants]
        self.outputs = [o.name for o in graph.output]

    def forward(self, *values):
        known = dict(self.constants)
        known.update(zip((i.name for i in self.inputs), values))
        for run, a, inputs, outputs in self.nodes:
            known[outputs[0]] = run(a, *(known[name] if name else None for name in inputs))
        return tuple(known[name] for name in self.outputs)


def shape_of(value):
    return [d.dim_value for d in value.type.tensor_type.shape.dim]


def mix(x):
    x ^= x >> 16
    x *= np.uint32(0x7FEB352D)
    x ^= x >> 15
    x *= np.uint32(0x846CA68B)
    return x ^ (x >> 16)


def seeded(shape, seed, index):
    base = (0x9E3779B9 * seed + 0x85EBCA6B * (index + 1)) & 0xFFFFFFFF
    x = mix(np.arange(int(np.prod(shape)), dtype=np.uint32) + np.uint32(base))
    return torch.from_numpy(((x >> 8).astype(np.float32) / 8388608 - 1).reshape(shape))


class Loaded:
    def __init__(self, path, threads):
        torch.set_num_threads(threads)
        module = OnnxModule(onnx.load(path).graph).eval()
        self.module, self.names = module, module.outputs
        self.inputs = [torch.zeros(shape_of(i)) for i in module.inputs]
        with torch.no_grad():
            traced = torch.jit.freeze(torch.jit.trace(module, tuple(self.inputs), check_trace=False))
            self.run_once = torch.jit.optimize_for_inference(traced)
            results = self.run_once(*self.inputs)
        self.results = results

    def fill(self, seed):
        for index, value in enumerate(self.inputs):
            value.copy_(seeded(value.shape, seed, index))

    def describe(self):
        def rows(names, values):
            return [{"name": n, "type": "float32", "shape": list(v.shape)} for n, v in zip(names, values)]
        return {"inputs": rows([i.name for i in self.module.inputs], self.inputs), "outputs": rows(self.names, self.results)}


loaded = {}


def describe(request):
    return {"name": "pytorch", "version": torch.__version__, "accepts": ["onnx"]}


def load(request):
    handle = len(loaded)
    loaded[handle] = Loaded(request["model"], request["threads"])
    return {"handle": handle, **loaded[handle].describe()}


def run(request):
    model = loaded[request["handle"]]
    model.fill(request["seed"])
    nanoseconds = []
    for _ in range(request["runs"]):
        begin = time.perf_counter_ns()
        model.run_once(*model.inputs)
        nanoseconds.append(time.perf_counter_ns() - begin)
    return {"nanoseconds": nanoseconds}


def outputs(request):
    model = loaded[request["handle"]]
    model.fill(request["seed"])
    files = {}
    for name, value in zip(model.names, model.run_once(*model.inputs)):
        files[name] = os.path.join(request["directory"], re.sub(r"[^\w.-]", "_", name) + ".npy")
        np.save(files[name], value.contiguous().numpy())
    return {"files": files}


def unload(request):
    loaded[request["handle"]] = None
    return {}


COMMANDS = {"describe": describe, "load": load, "run": run, "outputs": outputs, "unload": unload}


def main():
    torch.set_grad_enabled(False)
    for line in sys.stdin:
        try:
            request = json.loads(line)
            if request.get("command") not in COMMANDS:
                raise ValueError(f"unknown command {request.get('command')}")
            answer = COMMANDS[request["command"]](request)
        except Exception as error:  # whatever the engine raises is an answer of one line, not the end
            answer = {"error": f"{type(error).__name__}: {error}".splitlines()[0]}
        print(json.dumps(answer), flush=True)


main()
