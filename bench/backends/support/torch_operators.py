"""ONNX operators of opsets 13 to 17 in PyTorch's: OPERATORS[type](attributes, *inputs), None for an input left out."""
import numpy as np
import torch
import torch.nn.functional as F


def ints(tensor):
    return [int(v) for v in tensor.reshape(-1).tolist()]


def padded(x, pads, value=0.0, mode="constant"):
    """x with ONNX pads (all begins, then all ends) over its last len(pads)/2 axes."""
    half = len(pads) // 2
    order = [p for i in reversed(range(half)) for p in (pads[i], pads[half + i])]
    while len(order) > 2 and order[-2:] == [0, 0]:
        order = order[:-2]
    return F.pad(x, order, mode={"edge": "replicate"}.get(mode, mode), **({"value": value} if mode == "constant" else {}))


def window(a, x):
    """The pads, and what both sides have in common or None."""
    if a.get("auto_pad", "NOTSET") not in ("NOTSET", "VALID"):
        raise NotImplementedError(f"auto_pad {a['auto_pad']}")
    pads = a.get("pads") or [0] * (2 * (x.dim() - 2))
    half = len(pads) // 2
    return pads, pads[:half] if pads[:half] == pads[half:] else None


def conv(a, x, w, b=None):
    pads, symmetric = window(a, x)
    if symmetric is None:
        x, symmetric = padded(x, pads), [0] * (len(pads) // 2)
    return F.conv2d(x, w, b, a.get("strides", 1), symmetric, a.get("dilations", 1), a.get("group", 1))


def conv_transpose(a, x, w, b=None):
    pads, symmetric = window(a, x)
    y = F.conv_transpose2d(x, w, b, a.get("strides", 1), symmetric or 0, a.get("output_padding", 0), a.get("group", 1),
                           a.get("dilations", 1))
    if symmetric is not None:
        return y
    return y[:, :, pads[0]:y.shape[2] - pads[2], pads[1]:y.shape[3] - pads[3]]


def max_pool(a, x):
    pads, symmetric = window(a, x)
    if symmetric is None or any(2 * p > k for p, k in zip(symmetric, a["kernel_shape"])):
        x, symmetric = padded(x, pads, float("-inf")), 0
    return F.max_pool2d(x, a["kernel_shape"], a.get("strides", 1), symmetric, a.get("dilations", 1),
                        bool(a.get("ceil_mode", 0)))


def average_pool(a, x):
    pads, symmetric = window(a, x)
    kernel, strides, ceil = a["kernel_shape"], a.get("strides", 1), bool(a.get("ceil_mode", 0))
    counted = bool(a.get("count_include_pad", 0))
    if symmetric is not None and all(2 * p <= k for p, k in zip(symmetric, kernel)):
        return F.avg_pool2d(x, kernel, strides, symmetric, ceil, counted)
    total = F.avg_pool2d(padded(x, pads), kernel, strides, 0, ceil, divisor_override=1)
    cells = padded(torch.ones([1, 1, *x.shape[2:]]), pads, 1.0 if counted else 0.0)
    return total / F.avg_pool2d(cells, kernel, strides, 0, ceil, divisor_override=1)


def gemm(a, x, w, b=None):
    x = x.t() if a.get("transA") else x
    w = w if a.get("transB") else w.t()
    alpha, beta = a.get("alpha", 1.0), a.get("beta", 1.0)
    return F.linear(x, w if alpha == 1 else alpha * w, b if b is None or beta == 1 else beta * b)


def reduce(function):
    def run(a, x, axes=None):
        axes = ints(axes) if axes is not None else a.get("axes", [])
        if not axes and a.get("noop_with_empty_axes"):
            return x
        return function(x, tuple(axes or range(x.dim())), bool(a.get("keepdims", 1)))

    return run


def reshape(a, x, shape):
    return x.reshape([x.shape[i] if d == 0 and not a.get("allowzero") else d for i, d in enumerate(ints(shape))])


def flatten(a, x):
    axis = a.get("axis", 1) % (x.dim() + 1)
    return x.reshape(int(np.prod(x.shape[:axis])), -1)


def slices(a, x, starts, ends, axes=None, steps=None):
    starts, ends = ints(starts), ints(ends)
    axes = ints(axes) if axes is not None else list(range(len(starts)))
    steps = ints(steps) if steps is not None else [1] * len(starts)
    for axis, start, end, step in zip(axes, starts, ends, steps):
        if step < 0:
            first, last, _ = slice(start, end, step).indices(x.shape[axis])
            x = x.index_select(axis, torch.arange(first, last, step))
        else:
            x = x[(slice(None),) * (axis % x.dim()) + (slice(start, min(end, x.shape[axis]), step),)]
    return x


def pad(a, x, pads, value=None):
    return padded(x, ints(pads), float(value) if value is not None else 0.0, a.get("mode", "constant"))


def resize(a, x, roi=None, scales=None, sizes=None):
    size = ints(sizes)[2:] if sizes is not None else None
    scale = [float(s) for s in scales.tolist()[2:]] if size is None else None
    mode, where = a.get("mode", "nearest"), a.get("coordinate_transformation_mode", "half_pixel")
    if mode == "nearest" and where == "asymmetric" and a.get("nearest_mode") == "floor":
        return F.interpolate(x, size, scale, "nearest")
    if mode == "linear" and where in ("half_pixel", "pytorch_half_pixel", "align_corners"):
        return F.interpolate(x, size, scale, "bilinear", where == "align_corners")
    raise NotImplementedError(f"Resize {mode} {where} {a.get('nearest_mode', '')}")


def squeeze(a, x, axes=None):
    axes = ints(axes) if axes is not None else a.get("axes", [i for i, d in enumerate(x.shape) if d == 1])
    drop = {i % x.dim() for i in axes}
    return x.reshape([d for i, d in enumerate(x.shape) if i not in drop])


def unsqueeze(a, x, axes):
    axes = ints(axes)
    for axis in sorted(i % (x.dim() + len(axes)) for i in axes):
        x = x.unsqueeze(axis)
    return x


def gather(a, x, indices):
    axis = a.get("axis", 0)
    picked = x.index_select(axis, indices.reshape(-1))
    return picked.reshape([*x.shape[:axis], *indices.shape, *x.shape[axis % x.dim() + 1:]])


def gather_nd(a, x, indices):
    if a.get("batch_dims", 0) != 1 or indices.dim() != 2 or indices.shape[1] != 1:
        raise NotImplementedError("GatherND other than one index a batch row")
    return x[torch.arange(x.shape[0]), indices[:, 0]]


def split(a, x, sizes=None):
    axis = a.get("axis", 0)
    return torch.split(x, ints(sizes) if sizes is not None else -(-x.shape[axis] // a["outputs"]), axis)


def layer_norm(a, x, scale, bias=None):
    return F.layer_norm(x, x.shape[a.get("axis", -1):], scale, bias, a.get("epsilon", 1e-5))


def prelu(a, x, slope):
    return torch.where(x < 0, slope * x, x)


def clip(a, x, low=None, high=None):
    return torch.clamp(x, None if low is None else float(low), None if high is None else float(high))


def shape_of(a, x):
    return torch.tensor([int(d) for d in x.shape][a.get("start", 0):a.get("end")])


def cast(a, x):
    return x.to({1: torch.float32, 6: torch.int32, 7: torch.int64, 9: torch.bool, 11: torch.float64}[a["to"]])


def chained(function):
    def run(a, first, *rest):
        for x in rest:
            first = function(first, x)
        return first

    return run


def plain(function):
    return lambda a, *inputs: function(*inputs)


OPERATORS = {
    "Conv": conv, "ConvTranspose": conv_transpose, "Gemm": gemm, "MatMul": plain(torch.matmul),
    "BatchNormalization": lambda a, x, s, b, mean, var: F.batch_norm(x, mean, var, s, b, False, 0.0, a.get("epsilon", 1e-5)),
    "InstanceNormalization": lambda a, x, s, b: F.instance_norm(x, None, None, s, b, True, 0.0, a.get("epsilon", 1e-5)),
    "LayerNormalization": layer_norm,
    "LRN": lambda a, x: F.local_response_norm(x, a["size"], a.get("alpha", 1e-4), a.get("beta", 0.75), a.get("bias", 1.0)),
    "MaxPool": max_pool, "AveragePool": average_pool,
    "GlobalAveragePool": lambda a, x: x.mean((2, 3), keepdim=True),
    "GlobalMaxPool": lambda a, x: x.amax((2, 3), keepdim=True),
    "LeakyRelu": lambda a, x: F.leaky_relu(x, a.get("alpha", 0.01)), "Elu": lambda a, x: F.elu(x, a.get("alpha", 1.0)),
    "HardSigmoid": lambda a, x: torch.clamp(a.get("alpha", 0.2) * x + a.get("beta", 0.5), 0, 1),
    "Clip": clip, "PRelu": prelu, "Gelu": lambda a, x: F.gelu(x), "Silu": lambda a, x: F.silu(x),
    "Max": chained(torch.maximum), "Min": chained(torch.minimum), "Sum": chained(torch.add),
    "ReduceMean": reduce(torch.mean), "ReduceSum": reduce(torch.sum), "ReduceMax": reduce(torch.amax),
    "ReduceMin": reduce(torch.amin), "ReduceL2": reduce(lambda x, axes, keep: torch.linalg.vector_norm(x, 2, axes, keep)),
    "Softmax": lambda a, x: F.softmax(x, a.get("axis", -1)), "LogSoftmax": lambda a, x: F.log_softmax(x, a.get("axis", -1)),
    "Concat": lambda a, *xs: torch.cat(xs, a["axis"]), "Split": split, "Reshape": reshape, "Flatten": flatten,
    "Transpose": lambda a, x: x.permute(a.get("perm", list(reversed(range(x.dim()))))), "Slice": slices, "Pad": pad,
    "Resize": resize, "Expand": lambda a, x, shape: x.expand(torch.broadcast_shapes(x.shape, tuple(ints(shape)))),
    "Squeeze": squeeze, "Unsqueeze": unsqueeze, "Gather": gather, "GatherND": gather_nd,
    "ArgMax": lambda a, x: torch.argmax(x, a.get("axis", 0), bool(a.get("keepdims", 1))),
    "Identity": lambda a, x: x, "Dropout": lambda a, x, *rest: x, "Shape": shape_of, "Cast": cast,
    **{name: plain(function) for name, function in {
        "Relu": F.relu, "Sigmoid": torch.sigmoid, "Tanh": torch.tanh, "HardSwish": F.hardswish, "Softplus": F.softplus,
        "Softsign": F.softsign, "Erf": torch.erf, "Sqrt": torch.sqrt, "Exp": torch.exp, "Log": torch.log, "Neg": torch.neg,
        "Abs": torch.abs, "Floor": torch.floor, "Ceil": torch.ceil, "Reciprocal": torch.reciprocal, "Add": torch.add,
        "Sub": torch.sub, "Mul": torch.mul, "Div": torch.div, "Pow": torch.pow, "Where": torch.where}.items()},
}
