# Replaces sets of nodes by calls of submodules that hold them.
import heapq
import operator

from torch.fx.graph import Graph
from torch.fx.graph_module import GraphModule
from torch.fx.node import Node, map_arg
from torch.fx.passes.tools_common import legalize_graph


def topo_sort(nodes):
    """The nodes, each behind those of them that it uses, else in the order that they are given in."""
    place = {node: i for i, node in enumerate(nodes)}
    chosen = set(nodes)
    waiting = {node: len([n for n in node.all_input_nodes if n in chosen]) for node in nodes}
    ready = [place[node] for node in nodes if waiting[node] == 0]
    ordered = []
    while ready:
        node = nodes[heapq.heappop(ready)]
        ordered.append(node)
        for user in node.users:
            if user in chosen:
                waiting[user] -= 1
                if waiting[user] == 0:
                    heapq.heappush(ready, place[user])
    if len(ordered) != len(nodes):
        raise AssertionError("topological sorted nodes doesn't have same length as input nodes")
    return ordered


def fuse_as_graphmodule(gm, nodes, module_name, partition_lookup_table=None):
    """A module of the nodes, with the nodes that are its inputs and its outputs in the old graph."""
    for node in nodes:
        if node.graph.owning_module is not gm:
            raise AssertionError(f"{node} doesn't belong to passed in graph module {gm._get_name()}")
    chosen = set(nodes)
    subgraph = Graph()
    inputs = {}
    env = {}

    def remap(x):
        if x.op == "get_attr" or x in chosen and x in env:
            if x not in env:
                env[x] = subgraph.node_copy(x, remap)
            return env[x]
        if x not in inputs:
            inputs[x] = subgraph.placeholder(x.name, type_expr=x.type)
            inputs[x].meta = dict(x.meta)
        return inputs[x]

    for node in nodes:
        env[node] = subgraph.node_copy(node, remap)
    outputs = {node: env[node] for node in nodes if any([user not in chosen for user in node.users])}
    outs = tuple(outputs.values())
    subgraph.output(outs[0] if len(outs) == 1 else outs)
    subgraph.lint()
    fused = GraphModule(gm, subgraph, class_name=module_name)
    return fused, tuple(inputs), tuple(outputs)


def insert_subgm(gm, sub_gm, orig_inputs, orig_outputs):
    name = sub_gm.__class__.__name__
    gm.add_submodule(name, sub_gm)
    call = None
    if orig_outputs:
        last = [node for node in gm.graph.nodes if node in set(orig_outputs)][-1]
        with gm.graph.inserting_after(last):
            call = gm.graph.call_module(name, args=tuple(orig_inputs), kwargs=None)
    else:
        call = gm.graph.call_module(name, args=tuple(orig_inputs), kwargs=None)
    if len(orig_outputs) == 1:
        orig_outputs[0].replace_all_uses_with(call, propagate_meta=True)
    else:
        with gm.graph.inserting_after(call):
            for i, old in enumerate(orig_outputs):
                old.replace_all_uses_with(gm.graph.call_function(operator.getitem, (call, i)), propagate_meta=True)
        call.meta["val"] = tuple([old.meta.get("val") for old in orig_outputs])
    return gm


def erase_nodes(gm, nodes):
    for node in reversed(nodes):
        gm.graph.erase_node(node)


def fuse_by_partitions(gm, partitions, prefix="fused_", always_return_tuple=False):
    for partition_id, partition in enumerate(partitions):
        nodes = topo_sort(list(partition))
        sub_gm, orig_inputs, orig_outputs = fuse_as_graphmodule(gm, nodes, prefix + str(partition_id))
        insert_subgm(gm, sub_gm, orig_inputs, orig_outputs)
        erase_nodes(gm, nodes)
    legalize_graph(gm)
    return gm
