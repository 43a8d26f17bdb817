# Groups the nodes of a captured graph by the function or module that they came from, as their
# meta says ("source_fn_stack", else "torch_fn").
import logging
from dataclasses import dataclass, field

logger = logging.getLogger(__name__)


@dataclass
class SourcePartition:
    nodes: list
    source: object
    input_nodes: list = field(default_factory=list)
    output_nodes: list = field(default_factory=list)
    params: list = field(default_factory=list)


def _source(node):
    stack = node.meta.get("source_fn_stack")
    if stack:
        return stack[-1]
    return node.meta.get("torch_fn")


def _partition(source, nodes):
    inputs, params, outputs = [], [], []
    for node in nodes:
        for argument in node.all_input_nodes:
            if argument not in nodes and argument not in inputs and argument.op != "get_attr":
                inputs.append(argument)
            if argument.op == "get_attr" and argument not in params:
                params.append(argument)
        if node.op == "get_attr" and node not in params:
            params.append(node)
        if any([user not in nodes for user in node.users]):
            outputs.append(node)
    return SourcePartition(nodes, source, inputs, outputs, params)


def get_source_partitions(graph, wanted_sources, filter_fn=None):
    found = {}
    for node in graph.nodes:
        name, source = _source(node) or (None, None)
        if source is not None and source in wanted_sources:
            found.setdefault(source, {}).setdefault(name, []).append(node)
    if filter_fn:
        found = {source: {name: nodes for name, nodes in groups.items() if all([filter_fn(n) for n in nodes])} for source, groups in found.items()}
    return {source: [_partition(source, nodes) for nodes in groups.values()] for source, groups in found.items() if groups}


def check_subgraphs_connected(subgraph1, subgraph2):
    """Whether what the first computes goes into the second."""
    return any([node in subgraph1.nodes for reader in subgraph2.nodes for node in reader.all_input_nodes])
