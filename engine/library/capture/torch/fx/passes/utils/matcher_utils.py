# Finds where a pattern graph occurs in another (the matcher of subgraph_rewriter).
from dataclasses import dataclass, field

from torch.fx.subgraph_rewriter import _Matcher, _match_all


@dataclass
class InternalMatch:
    anchors: list
    nodes_map: dict = field(default_factory=dict)
    placeholder_nodes: list = field(default_factory=list)
    returning_nodes: list = field(default_factory=list)
    name_node_map: dict = field(default_factory=dict)


def internal_match(matcher, pattern, found):
    return InternalMatch(list(matcher.anchors), found, [found[n] for n in pattern.nodes if n.op == "placeholder"],
                         [found[n] for n in matcher.outputs])


class SubgraphMatcher:
    def __init__(self, pattern, match_output=False, match_placeholder=False, remove_overlapping_matches=True, ignore_literals=False):
        if not len(pattern.nodes):
            raise ValueError("SubgraphMatcher cannot be initialized with an empty pattern")
        if match_output or match_placeholder:
            raise NotImplementedError("match_output and match_placeholder are not supported")
        self.pattern = pattern
        self._matcher = _Matcher(pattern, ignore_literals)
        self.pattern_placeholder_nodes = [n for n in pattern.nodes if n.op == "placeholder"]

    def match(self, graph, node_name_match=""):
        return [internal_match(self._matcher, self.pattern, found) for _, found in _match_all(self._matcher, graph)]
