# Small helpers of graph passes.
import collections

import torch
from torch.fx.graph import Graph
from torch.fx.graph_module import GraphModule
from torch.fx.node import Node

Tensors = object
CALLABLE_NODE_OPS = {"call_module", "call_function", "call_method"}


def get_node_target(submodules, node):
    from torch.fx.passes.operator_support import get_node_target as of
    return of(submodules, node)


def is_node_output_tensor(node):
    type_ = node.meta.get("type", None)
    return type_ is not None and issubclass(type_, torch.Tensor)


def stable_topological_sort(gm):
    return legalize_graph(gm)


def legalize_graph(gm):
    """Gives the module a graph whose nodes stand in topological order."""
    waiting = {node: len(node.all_input_nodes) for node in gm.graph.nodes}
    queue = collections.deque([node for node, count in waiting.items() if count == 0])
    new_graph = Graph()
    env = {}
    while queue:
        cur = queue.popleft()
        env[cur] = new_graph.node_copy(cur, lambda x: env[x])
        for user in cur.users:
            waiting[user] -= 1
            if waiting[user] == 0:
                queue.append(user)
    if len(new_graph.nodes) < len(gm.graph.nodes):
        raise RuntimeError(f"Input graph has cycles, unable to add {[node for node in waiting if waiting[node] != 0]}")
    new_graph._codegen = getattr(gm.graph, "_codegen", None)
    gm.graph = new_graph
    return gm
