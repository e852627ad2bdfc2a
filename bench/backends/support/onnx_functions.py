"""ONNX models whose calls of local functions are replaced by the functions' bodies."""
import onnx


def inlined(model, keep=()):
    """The graph's nodes; calls named in `keep`, as (domain, name), stay as they are."""
    functions = {(f.domain, f.name): f for f in model.functions if (f.domain, f.name) not in keep}
    return [inner for node in model.graph.node for inner in expanded(node, functions)]


def expanded(node, functions):
    function = functions.get((node.domain, node.op_type))
    if function is None:
        return [node]
    where = (node.name or node.output[0]) + "/"
    names = {"": "", **{formal: "" for formal in function.input}}
    names.update(zip(function.input, node.input))
    names.update(zip(function.output, node.output))
    given = {a.name: a for a in node.attribute}
    return [n for body in function.node for n in expanded(instance(body, where, names, given), functions)]


def instance(body, where, names, given):
    """One node of a function's body with the names and attributes of a call."""
    node = onnx.NodeProto(op_type=body.op_type, domain=body.domain, name=where + (body.name or body.output[0]))
    node.input.extend(names.get(name, where + name) for name in body.input)
    node.output.extend(names.get(name, where + name) for name in body.output)
    for attribute in body.attribute:
        if not attribute.ref_attr_name:
            node.attribute.append(attribute)
        elif attribute.ref_attr_name in given:
            node.attribute.append(given[attribute.ref_attr_name])
            node.attribute[-1].name = attribute.name
    return node
