#!/usr/bin/python3
"""OpenCV's DNN module behind the protocol of README.md."""
import json
import sys
import time

sys.dont_write_bytecode = True
try:
    import cv2
    import numpy as np
    import onnx
    from onnx import numpy_helper
    from support import protocol
    from support.onnx_functions import inlined
except ImportError as error:
    sys.stdin.readline()
    print(json.dumps({"error": f"{error}: ./bench/backends/install.sh opencv installs it"}), flush=True)
    sys.exit(2)


def flat(path):
    """The model without functions, which OpenCV does not know. Nodes without names: it calls a layer by its output then."""
    model = onnx.load(path)
    nodes = inlined(model)
    del model.graph.node[:], model.functions[:]
    model.graph.node.extend(nodes)
    constants = {t.name: t for t in model.graph.initializer}
    for node in model.graph.node:
        node.name = ""
        if node.op_type == "Clip":
            bounds_as_attributes(node, constants)
        given = {a.name: onnx.helper.get_attribute_value(a) for a in node.attribute}
        if node.op_type == "AveragePool" and given.get("count_include_pad") and any(given.get("pads", [])):
            raise NotImplementedError("AveragePool that counts padded cells, which OpenCV leaves out")
    return model


def bounds_as_attributes(node, constants):
    """OpenCV 4.6 refuses bounds that are scalar inputs, which they are from opset 11 on."""
    for name, bound in zip(("min", "max"), list(node.input)[1:]):
        if bound:
            node.attribute.append(onnx.helper.make_attribute(name, float(numpy_helper.to_array(constants[bound]))))
    del node.input[1:]


class Loaded:
    def __init__(self, path, threads):
        cv2.setNumThreads(threads)
        model = flat(path)
        constants = {t.name for t in model.graph.initializer}
        self.inputs = {}
        for value in model.graph.input:
            if value.name not in constants:
                shape = [d.dim_value for d in value.type.tensor_type.shape.dim]
                self.inputs[value.name] = np.zeros(shape, np.float32)
        self.output_names = [value.name for value in model.graph.output]
        self.net = cv2.dnn.readNetFromONNX(np.frombuffer(model.SerializeToString(), np.uint8))
        self.net.setPreferableBackend(cv2.dnn.DNN_BACKEND_OPENCV)
        self.fill(0)
        self.results = self.run_once()

    def fill(self, seed):
        for index, (name, value) in enumerate(self.inputs.items()):
            value[...] = protocol.seeded(value.shape, seed, index)
            self.net.setInput(value, name)

    def run_once(self):
        return self.net.forward(self.output_names)

    def describe(self):
        def rows(values):
            return [{"name": name, "type": "float32", "shape": list(array.shape)} for name, array in values]
        return {"inputs": rows(self.inputs.items()), "outputs": rows(zip(self.output_names, self.results))}


handles = protocol.Handles()


def describe(request):
    return {"name": "opencv", "version": cv2.__version__, "accepts": ["onnx"]}


def load(request):
    model = Loaded(request["model"], request["threads"])
    return {"handle": handles.add(model), **model.describe()}


def run(request):
    model = handles.of(request)
    nanoseconds = []
    for _ in range(request["runs"]):
        model.fill(request["seed"])  # a network whose input was not set anew returns what it has
        begin = time.perf_counter_ns()
        model.run_once()
        nanoseconds.append(time.perf_counter_ns() - begin)
    return {"nanoseconds": nanoseconds}


def outputs(request):
    model = handles.of(request)
    model.fill(request["seed"])
    results = zip(model.output_names, model.run_once())
    return {"files": {name: protocol.save(request["directory"], name, array) for name, array in results}}


protocol.serve({"describe": describe, "load": load, "run": run, "outputs": outputs, "unload": handles.drop})
