import operator

import torch
from torch.fx.graph import Graph
from torch.fx.graph_module import GraphModule
from torch.fx.node import Node, map_arg


class Partition:
    def __init__(self, name, affix=None):
        self.name = name
        self.submod_name = f"submod_{name}" if affix is None else f"submod_{affix}_{name}"
        self.node_names = []
        self.inputs = {}
        self.outputs = {}
        self.dependencies = {}
        self.graph = Graph()
        self.environment = {}
        self.targets = {}


def _attribute(root, target):
    for atom in target.split("."):
        root = getattr(root, atom)
    return root


def split_module(m, root_m, split_callback, qualname_map=None, keep_original_order=False, keep_original_node_name=False, keep_original_input_name=True, *, partition_affix=None, tuple_return=False):
    partitions = {}
    place = {}

    def cross(def_node, use_node):
        defined = place.get(def_node)
        used = place.get(use_node)
        if defined == used:
            return
        if defined is not None:
            partitions[defined].outputs.setdefault(def_node.name)
            if used is not None:
                partitions[used].dependencies.setdefault(defined)
        if used is not None:
            partitions[used].inputs.setdefault(def_node.name)

    for node in m.graph.nodes:
        if node.op in ("placeholder", "get_attr", "output"):
            continue
        name = split_callback(node)
        if name not in partitions:
            partitions[name] = Partition(name, partition_affix)
        partitions[name].node_names.append(node.name)
        place[node] = name
    for node in m.graph.nodes:
        for used in node.all_input_nodes:
            cross(used, node)

    order = []
    waiting = list(partitions)
    while waiting:
        ready = [p for p in waiting if all([d in order for d in partitions[p].dependencies])]
        if not ready:
            raise RuntimeError("cycle exists between partitions!")
        for p in ready:
            order.append(p)
            waiting.remove(p)

    originals = {n.name: n for n in m.graph.nodes}
    for p in order:
        partition = partitions[p]
        for name in partition.inputs:
            placeholder = partition.graph.placeholder(name, type_expr=originals[name].type)
            placeholder.meta = dict(originals[name].meta)
            partition.environment[originals[name]] = placeholder

    for node in m.graph.nodes:
        if node not in place:
            continue
        partition = partitions[place[node]]
        env = partition.environment
        target = node.target
        if node.op == "call_module":
            target = node.target.replace(".", "_")
            partition.targets[target] = _attribute(m, node.target)
            if qualname_map is not None:
                qualname_map[f"{partition.submod_name}.{target}"] = node.target
        name = node.name if keep_original_node_name else None
        new = partition.graph.create_node(node.op, target, map_arg(node.args, lambda n: env[n]), map_arg(node.kwargs, lambda n: env[n]), name, node.type)
        new.meta = dict(node.meta)
        env[node] = new

    base_graph = Graph()
    base_env = {}
    base_attrs = {}
    for node in m.graph.nodes:
        if node.op == "placeholder":
            default = node.args[0] if len(node.args) > 0 else None
            base_env[node.name] = base_graph.placeholder(node.target, node.type, default) if node.args else base_graph.placeholder(node.target, node.type)
            base_env[node.name].meta = dict(node.meta)
        elif node.op == "get_attr":
            base_env[node.name] = base_graph.get_attr(node.target)
            base_env[node.name].meta = dict(node.meta)
            base_attrs[node.target] = _attribute(m, node.target)

    for p in order:
        partition = partitions[p]
        outputs = tuple([partition.environment[originals[name]] for name in partition.outputs])
        if len(outputs) != 1 or tuple_return:
            partition.graph.output(outputs)
        else:
            partition.graph.output(outputs[0])
        base_attrs[partition.submod_name] = GraphModule(partition.targets, partition.graph)
        call = base_graph.call_module(partition.submod_name, tuple([base_env[name] for name in partition.inputs]))
        if len(outputs) > 1 or tuple_return:
            for i, name in enumerate(partition.outputs):
                base_env[name] = base_graph.call_function(operator.getitem, (call, i))
        else:
            for name in partition.outputs:
                base_env[name] = call
    for node in m.graph.nodes:
        if node.op == "output":
            base_graph.output(map_arg(node.args[0], lambda n: base_env[n.name]))
    result = GraphModule(base_attrs, base_graph)
    return result
