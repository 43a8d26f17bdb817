# An exported program in core ATen operators: its graph recorded once more, as the ahead-of-time
# compiler sees it. What the program changes in place comes first among the outputs.
import copy

import torch
import torch.fx as fx
import torch.utils._pytree as pytree
from torch._ops import _overload
from torch.fx.experimental.proxy_tensor import _record, _Recorder
from torch.export.graph_signature import ConstantArgument, ExportGraphSignature, InputKind, OutputKind, OutputSpec, TensorArgument

_VIEWS = {"view", "reshape", "transpose", "permute", "select", "slice", "unsqueeze", "squeeze", "expand", "t", "numpy_T", "flatten", "detach", "narrow",
          "unbind", "split", "chunk", "diagonal", "alias", "unflatten", "getitem"}


def _changed_inputs(graph):
    """The placeholders whose values the graph changes, in their order."""
    origin, changed = {}, set()
    for node in graph.nodes:
        if node.op == "placeholder":
            origin[node] = node
        elif node.op == "call_function":
            name = str(node.target).split(".")[-2] if "." in str(node.target) else getattr(node.target, "__name__", "")
            first = node.args[0] if node.args and isinstance(node.args[0], fx.Node) else None
            in_place = name.endswith("_") and not name.endswith("__")
            if in_place and first in origin:
                changed.add(origin[first])
            if name == "batch_norm" and node.args[5]:
                changed.update([origin[n] for n in node.args[3:5] if n in origin])
            if first in origin and (in_place or name in _VIEWS):
                origin[node] = origin[first]
    return [node for node in graph.nodes if node in changed]


def _decomposed(program):
    from torch.export.exported_program import GraphHolder

    old = program.graph
    placeholders = [node for node in old.nodes if node.op == "placeholder"]
    changed = [placeholders.index(node) for node in _changed_inputs(old)]
    values = [_example(node, program) for node in placeholders]
    leaves, spec = pytree.tree_flatten(tuple(values))
    recorder = _Recorder(program.graph_module, leaves, spec)
    traced = _record(recorder, [leaf for leaf in leaves if isinstance(leaf, torch.Tensor)])
    graph = fx.Graph()
    environment, made, results = {}, [], []
    for node in placeholders:
        made.append(graph.placeholder(node.name))
        made[-1].name = node.name
        made[-1].meta = dict(node.meta)
    tensors = iter([node for node, value in zip(made, values) if isinstance(value, torch.Tensor)])
    for node in traced.graph.nodes if traced is not None else []:
        if node.op == "placeholder":
            environment[node] = next(tensors, None)
        elif node.op == "output":
            results = [environment[n] if isinstance(n, fx.Node) else n for n in node.args[0]]
        elif node.op == "get_attr":
            return program  # a tensor made on the way has no place among the inputs
        elif str(node.target) == "aten.t.default":
            continue  # where it is used
        else:
            for argument in node.all_input_nodes:
                if argument not in environment:
                    environment[argument] = graph.create_node("call_function", _overload("permute", "default"), (environment[argument.args[0]], [1, 0]), name="permute")
                    environment[argument].meta = dict(argument.meta)
            environment[node] = graph.node_copy(node, lambda n: environment[n])
            environment[node].meta = dict(node.meta)
    # A changed input may come back as an output as well, and is there once.
    plain = len([leaf for leaf in recorder.out_leaves if isinstance(leaf, torch.Tensor)])
    if len(results) != plain + len(changed):
        return program
    remaining = iter(results[len(changed):])
    out = tuple(results[:len(changed)]) + tuple([next(remaining) if isinstance(leaf, torch.Tensor) else leaf for leaf in recorder.out_leaves])
    graph.output(out)
    result = copy.copy(program)
    result._graph_module = GraphHolder(graph)
    mutations = []
    for i, leaf in zip(changed, out):
        given = program._signature.input_specs[i]
        kind = OutputKind.BUFFER_MUTATION if given.kind is InputKind.BUFFER else OutputKind.USER_INPUT_MUTATION
        mutations.append(OutputSpec(kind, TensorArgument(leaf.name), given.target if given.kind is InputKind.BUFFER else given.arg.name))
    result._signature = ExportGraphSignature(program._signature.input_specs, mutations + [
        OutputSpec(spec.kind, TensorArgument(leaf.name) if isinstance(leaf, fx.Node) else ConstantArgument("", leaf), spec.target)
        for spec, leaf in zip(program._signature.output_specs, out[len(changed):])])
    return result


def _example(node, program):
    value = node.meta.get("val")
    return torch.zeros(value.shape, dtype=value.dtype) if isinstance(value, torch.Tensor) and not program._range_constraints else value
