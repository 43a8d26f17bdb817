# Exported programs in files: torch.save's container (plain data and tensors, nothing that
# runs) with the graph as a list of nodes. A target is an operator's name, or one of a few
# functions of the library.
import operator

import torch
import torch.fx as fx
import torch.utils._pytree as pytree
from torch._ops import _overload

_FORMAT = "vitrine.export"
_VERSION = 1
_FUNCTIONS = {"getitem": operator.getitem, "mul": operator.mul, "add": operator.add, "sub": operator.sub, "floordiv": operator.floordiv}


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
    if kind in ("plain", "tensor"):
        return value
    raise ValueError(f"torch.export.load: unknown kind of argument {kind}")


def _structure(spec):
    """A tree of arguments or results, its leaves replaced by None."""
    return _encoded(pytree.tree_unflatten([None] * spec.num_leaves, spec))


def save(ep, f, *, extra_files=None, opset_version=None, pickle_protocol=2):
    from torch.export import ExportedProgram

    if not isinstance(ep, ExportedProgram):
        raise TypeError(f"The 'ep' parameter must be an instance of 'ExportedProgram', got '{type(ep).__name__}' instead.")
    nodes = [[node.op, node.name, _target(node), _encoded(node.args), _encoded(dict(node.kwargs)), _encoded(node.meta.get("val")) if node.op == "placeholder" else None]
             for node in ep.graph.nodes]
    signature = ep.graph_signature
    torch.save({
        "format": _FORMAT, "version": _VERSION, "nodes": nodes, "state": {name: value.detach() for name, value in ep._state.items()},
        "parameters": list(ep._parameters), "buffers": list(ep._buffers), "constants": dict(ep._constants), "names": list(ep._names),
        "trainable": [name for name in ep._parameters if ep._state[name].requires_grad],
        "positional": ep._positional, "user_inputs": [node.name for node in ep._user_inputs],
        "dynamic": {name: [[dim, getattr(wanted, "min", None), getattr(wanted, "max", None)] for dim, wanted in dims.items()] for name, dims in ep._dynamic.items()},
        "in_tree": _structure(ep._in_spec), "out_tree": _structure(ep._out_spec),
        "inputs": [[spec.kind.name, spec.arg.name, _encoded(getattr(spec.arg, "value", None)), hasattr(spec.arg, "value"), spec.target, spec.persistent] for spec in signature.input_specs],
        "outputs": [[spec.kind.name, spec.arg.name, _encoded(getattr(spec.arg, "value", None)), hasattr(spec.arg, "value"), spec.target] for spec in signature.output_specs],
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
    from torch.export import Dim, ExportedProgram, _GraphHolder
    from torch.export.graph_signature import ConstantArgument, ExportGraphSignature, InputKind, InputSpec, OutputKind, OutputSpec, TensorArgument

    saved = torch.load(f)
    if not isinstance(saved, dict) or saved.get("format") != _FORMAT:
        raise ValueError("torch.export.load: the file holds no exported program")
    if saved["version"] != _VERSION:
        raise ValueError(f"torch.export.load: version {saved['version']} of the format is not known, only {_VERSION}")
    graph, nodes = fx.Graph(), {}
    for op, name, target, args, kwargs, example in saved["nodes"]:
        node = graph.create_node(op, _operator(target) if op == "call_function" else target, _decoded(args, nodes), _decoded(kwargs, nodes), name=name)
        if example is not None:
            node.meta["val"] = _decoded(example, nodes)
        nodes[name] = node
    state = {name: torch.nn.Parameter(value, name in saved["trainable"]) if name in saved["parameters"] else value for name, value in saved["state"].items()}
    ep = ExportedProgram(_GraphHolder(graph), state, saved["parameters"], saved["buffers"], saved["names"])
    ep._constants, ep._positional = saved["constants"], saved["positional"]
    ep._user_inputs = [nodes[name] for name in saved["user_inputs"]]
    ep._in_spec = pytree.tree_flatten(_decoded(saved["in_tree"], nodes))[1]
    ep._out_spec = pytree.tree_flatten(_decoded(saved["out_tree"], nodes))[1]
    ep._dynamic = {name: {dim: Dim("loaded", min=least, max=most) for dim, least, most in dims} for name, dims in saved["dynamic"].items()}
    ep._example_inputs = None

    def argument(name, value, is_constant):
        return ConstantArgument(name, _decoded(value, nodes)) if is_constant else TensorArgument(name)

    ep._signature = ExportGraphSignature(
        [InputSpec(InputKind[kind], argument(name, value, constant), target, persistent) for kind, name, value, constant, target, persistent in saved["inputs"]],
        [OutputSpec(OutputKind[kind], argument(name, value, constant), target) for kind, name, value, constant, target in saved["outputs"]])
    if extra_files is not None:
        for name in list(extra_files):
            extra_files[name] = saved["extra_files"].get(name, "")
    return ep
