# Exported programs in files: torch.save's container (plain data and tensors, nothing that
# runs) with the graph as a list of nodes. A target is an operator's name, or one of a few
# functions of the library.
import operator

import torch
import torch.fx as fx
import torch.utils._pytree as pytree
from torch._ops import _overload
from torch.export._checks import int_oo, range_constraints
from _vitrine_script import size_scope

_FORMAT = "vitrine.export"
_VERSION = 2
_FUNCTIONS = {"getitem": operator.getitem, "mul": operator.mul, "add": operator.add, "sub": operator.sub, "floordiv": operator.floordiv,
              "mod": operator.mod, "neg": operator.neg, "pow": operator.pow, "ge": operator.ge, "le": operator.le}


def _target(node):
    if node.op != "call_function":
        return str(node.target)
    for name, function in _FUNCTIONS.items():
        if node.target is function:
            return name
    name = str(node.target)
    if not name.startswith("aten."):
        raise ValueError(f"torch.export.save: the target {name} of node {node.name} cannot be saved")
    return name


def _encoded(value):
    if isinstance(value, fx.Node):
        return ["node", value.name]
    if isinstance(value, (list, tuple)):
        return ["tuple" if isinstance(value, tuple) else "list", [_encoded(item) for item in value]]
    if isinstance(value, dict):
        return ["dict", [[key, _encoded(item)] for key, item in value.items()]]
    if value is None or isinstance(value, (bool, int, float, str)):
        return ["plain", value]
    if isinstance(value, torch.dtype):
        return ["dtype", str(value).split(".")[-1]]
    if isinstance(value, torch.device):
        return ["device", str(value)]
    if isinstance(value, torch.Tensor):
        return ["tensor", value.detach()]
    if isinstance(value, torch.layout):
        return ["layout", str(value)]
    raise ValueError(f"torch.export.save: an argument of type {type(value).__name__} cannot be saved")


def _decoded(pair, nodes):
    kind, value = pair
    if kind == "node":
        return nodes[value]
    if kind in ("tuple", "list"):
        items = [_decoded(item, nodes) for item in value]
        return tuple(items) if kind == "tuple" else items
    if kind == "dict":
        return {key: _decoded(item, nodes) for key, item in value}
    if kind == "dtype":
        found = getattr(torch, value, None)
        if not isinstance(found, torch.dtype):
            raise ValueError(f"torch.export.load: unknown dtype {value}")
        return found
    if kind == "device":
        return torch.device(value)
    if kind == "layout":
        return torch.strided
    if kind in ("plain", "tensor"):
        return value
    raise ValueError(f"torch.export.load: unknown kind of argument {kind}")


def _example(node):
    """What shows of a node's value: dtype and sizes of a tensor, or a plain input."""
    value = node.meta.get("val")
    if isinstance(value, torch.Tensor):
        return ["shape", [str(value.dtype).split(".")[-1], [size if type(size) is int else str(size) for size in value.shape]]]
    return _encoded(value) if node.op == "placeholder" else None


def _structure(spec):
    """A tree of arguments or results, its leaves replaced by None."""
    return _encoded(pytree.tree_unflatten([None] * spec.num_leaves, spec))


def save(ep, f, *, extra_files=None, opset_version=None, pickle_protocol=2):
    from torch.export import ExportedProgram

    if not isinstance(ep, ExportedProgram):
        raise TypeError(f"The 'ep' parameter must be an instance of 'ExportedProgram', got '{type(ep).__name__}' instead.")
    nodes = [[node.op, node.name, _target(node), _encoded(node.args), _encoded(dict(node.kwargs)), _example(node)]
             for node in ep.graph.nodes]
    signature = ep.graph_signature
    torch.save({
        "format": _FORMAT, "version": _VERSION, "nodes": nodes, "state": {name: value.detach() for name, value in ep._state.items()},
        "parameters": list(ep._parameters), "buffers": list(ep._buffers), "constants": dict(ep._constants), "names": list(ep._names),
        "trainable": [name for name in ep._parameters if ep._state[name].requires_grad],
        "user_inputs": list(ep._user_inputs), "checks": ep._checks, "modules": [list(row) for row in ep._modules],
        "ranges": [[str(size), range.lower, None if range.upper == int_oo else range.upper] for size, range in ep._range_constraints.items()],
        "in_tree": _structure(ep._in_spec), "out_tree": _structure(ep._out_spec),
        "inputs": [[spec.kind.name, spec.arg.name, _encoded(getattr(spec.arg, "value", None)), type(spec.arg).__name__, spec.target, spec.persistent] for spec in signature.input_specs],
        "outputs": [[spec.kind.name, spec.arg.name, _encoded(getattr(spec.arg, "value", None)), type(spec.arg).__name__, spec.target] for spec in signature.output_specs],
        "extra_files": dict(extra_files or {}),
    }, f)


def _operator(name):
    if name in _FUNCTIONS:
        return _FUNCTIONS[name]
    parts = name.split(".")
    if len(parts) != 3 or parts[0] != "aten":
        raise ValueError(f"torch.export.load: unknown operator {name}")
    return _overload(parts[1], parts[2])


def load(f, *, extra_files=None, expected_opset_version=None):
    from torch.export.exported_program import ExportedProgram, GraphHolder
    from torch.export.graph_signature import ConstantArgument, ExportGraphSignature, InputKind, InputSpec, OutputKind, OutputSpec, SymIntArgument, TensorArgument

    saved = torch.load(f)
    if not isinstance(saved, dict) or saved.get("format") != _FORMAT:
        raise ValueError("torch.export.load: the file holds no exported program")
    if saved["version"] != _VERSION:
        raise ValueError(f"torch.export.load: version {saved['version']} of the format is not known, only {_VERSION}")
    graph, nodes, scope = fx.Graph(), {}, size_scope()
    for op, name, target, args, kwargs, example in saved["nodes"]:
        node = graph.create_node(op, _operator(target) if op == "call_function" else target, _decoded(args, nodes), _decoded(kwargs, nodes), name=name)
        node.name = name
        if example is not None and example[0] == "shape":
            if all([type(size) is int for size in example[1][1]]):
                node.meta["val"] = scope.fake(torch.empty((), dtype=getattr(torch, example[1][0])), example[1][1])
                node.meta["val"].fake_mode = scope
        elif example is not None:
            node.meta["val"] = _decoded(example, nodes)
        nodes[name] = node
    state = {name: torch.nn.Parameter(value, name in saved["trainable"]) if name in saved["parameters"] else value for name, value in saved["state"].items()}
    ep = ExportedProgram(GraphHolder(graph), state, saved["parameters"], saved["buffers"], saved["names"])
    ep._constants, ep._user_inputs, ep._checks = saved["constants"], saved["user_inputs"], saved["checks"]
    ep._modules, ep._scope = [tuple(row) for row in saved["modules"]], scope
    ep._range_constraints = range_constraints(saved["ranges"])
    ep._in_spec = pytree.tree_flatten(_decoded(saved["in_tree"], nodes))[1]
    ep._out_spec = pytree.tree_flatten(_decoded(saved["out_tree"], nodes))[1]
    ep._example_inputs = None

    def argument(name, value, kind):
        return ConstantArgument(name, _decoded(value, nodes)) if kind == "ConstantArgument" else SymIntArgument(name) if kind == "SymIntArgument" else TensorArgument(name)

    ep._signature = ExportGraphSignature(
        [InputSpec(InputKind[kind], argument(name, value, argument_kind), target, persistent) for kind, name, value, argument_kind, target, persistent in saved["inputs"]],
        [OutputSpec(OutputKind[kind], argument(name, value, argument_kind), target) for kind, name, value, argument_kind, target in saved["outputs"]])
    if extra_files is not None:
        for name in list(extra_files):
            extra_files[name] = saved["extra_files"].get(name, "")
    return ep
