# An exported program in core ATen operators: its graph recorded once more, as the ahead-of-time
# compiler sees it. A program that changes its buffers is left as it is.
import copy

import torch
import torch.fx as fx
import torch.utils._pytree as pytree
from torch.fx.experimental.proxy_tensor import _record, _Recorder


def _changes_inputs(graph):
    placeholders = [node for node in graph.nodes if node.op == "placeholder"]
    return any([node.op == "call_function" and str(node.target).split(".")[-2:-1] and str(node.target).split(".")[-2].endswith("_")
                and node.args and node.args[0] in placeholders for node in graph.nodes])


def _decomposed(program):
    from torch.export import _GraphHolder
    from torch.export.graph_signature import ConstantArgument, ExportGraphSignature, OutputSpec, TensorArgument

    old = program.graph
    if _changes_inputs(old):
        return program
    placeholders = [node for node in old.nodes if node.op == "placeholder"]
    values = [node.meta.get("val") for node in placeholders]
    leaves, spec = pytree.tree_flatten(tuple(values))
    recorder = _Recorder(program.graph_module, leaves, spec)
    traced = _record(recorder, [leaf for leaf in leaves if isinstance(leaf, torch.Tensor)])
    graph = fx.Graph()
    environment, made, results = {}, [], []
    for node in placeholders:
        made.append(graph.placeholder(node.name))
        made[-1].meta = dict(node.meta)
    tensors = iter([node for node, value in zip(made, values) if isinstance(value, torch.Tensor)])
    for node in traced.graph.nodes if traced is not None else []:
        if node.op == "placeholder":
            environment[node] = next(tensors, None)
        elif node.op == "output":
            results = [environment[n] if isinstance(n, fx.Node) else n for n in node.args[0]]
        elif node.op == "get_attr":
            return program  # a tensor made on the way has no place among the inputs
        else:
            environment[node] = graph.node_copy(node, lambda n: environment[n])
    remaining = iter(results)
    out = tuple([next(remaining) if isinstance(leaf, torch.Tensor) else leaf for leaf in recorder.out_leaves])
    graph.output(out)
    result = copy.copy(program)
    result._graph_module = _GraphHolder(graph)
    result._user_inputs = made[len(made) - len(program._user_inputs):]
    result._signature = ExportGraphSignature(program._signature.input_specs, [
        OutputSpec(spec.kind, TensorArgument(leaf.name) if isinstance(leaf, fx.Node) else ConstantArgument("", leaf), spec.target)
        for spec, leaf in zip(program._signature.output_specs, out)])
    return result
