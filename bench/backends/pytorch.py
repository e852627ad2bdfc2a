#!/usr/bin/python3
"""PyTorch behind the protocol of README.md: an ONNX graph as a traced, frozen module optimised for inference."""
import json
import sys
import time

sys.dont_write_bytecode = True
try:
    import numpy as np
    import onnx
    import torch
    from onnx import numpy_helper
    from support import protocol
    from support.onnx_functions import inlined
    from support.torch_operators import OPERATORS
except ImportError as error:
    sys.stdin.readline()
    print(json.dumps({"error": f"{error}: ./bench/backends/install.sh pytorch installs it"}), flush=True)
    sys.exit(2)

# Functions of ours that are one operator of PyTorch's.
OWN = {("bricks", "Gelu"), ("bricks", "Silu")}
DOMAINS = {"", "ai.onnx"}


def attributes(node):
    values = {a.name: onnx.helper.get_attribute_value(a) for a in node.attribute}
    return {k: v.decode() if isinstance(v, bytes) else v for k, v in values.items()}


def constant(node):
    (name, value), = attributes(node).items()
    if isinstance(value, onnx.TensorProto):
        return torch.from_numpy(np.array(numpy_helper.to_array(value)))
    return torch.tensor(value, dtype=torch.float32 if name.startswith("value_float") else torch.int64)


def operator(node):
    if (node.domain not in DOMAINS and (node.domain, node.op_type) not in OWN) or node.op_type not in OPERATORS:
        domain = node.domain + "." if node.domain else ""
        raise NotImplementedError(f"operator {domain}{node.op_type} (node {node.name or node.output[0]})")
    return OPERATORS[node.op_type]


class OnnxModule(torch.nn.Module):
    """Runs the nodes one by one; tracing turns that into a graph of PyTorch's own."""

    def __init__(self, model):
        super().__init__()
        opset = max((o.version for o in model.opset_import if o.domain in DOMAINS), default=0)
        if not 13 <= opset <= 17:
            raise NotImplementedError(f"opset {opset}, expected 13 to 17")
        self.constants = {t.name: torch.from_numpy(numpy_helper.to_array(t).copy()) for t in model.graph.initializer}
        self.nodes = []
        for node in inlined(model, OWN):
            if node.op_type == "Constant" and node.domain in DOMAINS:
                self.constants[node.output[0]] = constant(node)
            else:
                self.nodes.append((operator(node), {**attributes(node), "outputs": len(node.output)}, list(node.input),
                                   list(node.output)))
        self.inputs = [i for i in model.graph.input if i.name not in self.constants]
        self.outputs = [o.name for o in model.graph.output]

    def forward(self, *values):
        known = dict(self.constants)
        known.update(zip((i.name for i in self.inputs), values))
        for run, a, inputs, outputs in self.nodes:
            results = run(a, *(known[name] if name else None for name in inputs))
            known.update(zip(outputs, results if isinstance(results, (tuple, list)) else [results]))
        return tuple(known[name] for name in self.outputs)


def zeros(value):
    tensor = value.type.tensor_type
    if any(not d.HasField("dim_value") for d in tensor.shape.dim):
        raise NotImplementedError(f"input {value.name} has no fixed shape")
    types = {onnx.TensorProto.FLOAT: torch.float32, onnx.TensorProto.INT64: torch.int64, onnx.TensorProto.INT32: torch.int32,
             onnx.TensorProto.BOOL: torch.bool}
    return torch.zeros([d.dim_value for d in tensor.shape.dim], dtype=types[tensor.elem_type])


class Loaded:
    def __init__(self, path, threads):
        torch.set_num_threads(threads)
        module = OnnxModule(onnx.load(path)).eval()
        self.input_names, self.output_names = [i.name for i in module.inputs], module.outputs
        self.inputs = [zeros(i) for i in module.inputs]
        traced = torch.jit.freeze(torch.jit.trace(module, tuple(self.inputs), check_trace=False))
        self.run_once = torch.jit.optimize_for_inference(traced)
        self.results = self.run_once(*self.inputs)

    def fill(self, seed):
        for index, value in enumerate(self.inputs):
            if value.dtype == torch.float32:
                value.copy_(torch.from_numpy(protocol.seeded(tuple(value.shape), seed, index)))

    def describe(self):
        def rows(names, values):
            return [{"name": n, "type": str(v.dtype).replace("torch.", ""), "shape": list(v.shape)}
                    for n, v in zip(names, values)]
        return {"inputs": rows(self.input_names, self.inputs), "outputs": rows(self.output_names, self.results)}


handles = protocol.Handles()


def describe(request):
    return {"name": "pytorch", "version": torch.__version__, "accepts": ["onnx"]}


def load(request):
    model = Loaded(request["model"], request["threads"])
    return {"handle": handles.add(model), **model.describe()}


def run(request):
    model = handles.of(request)
    model.fill(request["seed"])
    nanoseconds = []
    for _ in range(request["runs"]):
        begin = time.perf_counter_ns()
        model.run_once(*model.inputs)
        nanoseconds.append(time.perf_counter_ns() - begin)
    return {"nanoseconds": nanoseconds}


def outputs(request):
    model = handles.of(request)
    model.fill(request["seed"])
    results = zip(model.output_names, model.run_once(*model.inputs))
    return {"files": {name: protocol.save(request["directory"], name, value.contiguous().numpy()) for name, value in results}}


torch.set_grad_enabled(False)
protocol.serve({"describe": describe, "load": load, "run": run, "outputs": outputs, "unload": handles.drop})
