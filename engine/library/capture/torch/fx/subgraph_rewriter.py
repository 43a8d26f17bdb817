import operator
from dataclasses import dataclass
from typing import NamedTuple

import torch

from torch.fx.graph import Graph
from torch.fx.graph_module import GraphModule
from torch.fx.node import Node, map_arg
from torch.fx._symbolic_trace import symbolic_trace


class Match(NamedTuple):
    anchor: object
    nodes_map: dict


@dataclass
class ReplacedPatterns:
    anchor: Node
    nodes_map: dict
    replacements: list


def _graph_of(x):
    if isinstance(x, GraphModule):
        return x.graph
    if isinstance(x, Graph):
        return x
    return symbolic_trace(x).graph


class _Matcher:
    def __init__(self, pattern, ignore_literals=False):
        self.pattern = pattern
        self.ignore_literals = ignore_literals
        output = [n for n in pattern.nodes if n.op == "output"][0]
        self.outputs = output.all_input_nodes
        # The sinks: what nothing but the output uses. Matching goes backwards from them.
        self.anchors = [n for n in self.outputs if len(n.users) == 1]

    def same_target(self, pn, gn):
        if pn.op != gn.op:
            return False
        return self.same_attribute(pn, gn) if pn.op == "get_attr" else pn.target == gn.target

    def same_attribute(self, pn, gn):
        """Attributes match by type: a tensor stands for any other."""
        if pn.graph.owning_module is None or gn.graph.owning_module is None:
            return pn.target == gn.target
        value, other = [operator.attrgetter(n.target)(n.graph.owning_module) for n in (pn, gn)]
        if type(value) is not type(other):
            return False
        if not isinstance(value, torch.Tensor):
            raise RuntimeError(f"Unsupported type {value} when matching attributes")
        return True

    def arguments(self, node):
        """By place, then by name. Of an overload, those that its schema has, with their defaults."""
        if type(node.target).__name__ != "OpOverload":
            return node.args, node.kwargs
        values = []
        for i, argument in enumerate(node.target._schema.arguments):
            by_place = node.args[i] if i < len(node.args) and not argument.kwarg_only else argument.default_value
            values.append(node.kwargs.get(argument.name, by_place))
        return values, {}

    def match_node(self, pn, gn, found):
        if pn in found:
            return found[pn] is gn
        if gn in found.values():
            return False
        if pn.op == "placeholder":
            found[pn] = gn
            return True
        if not self.same_target(pn, gn):
            return False
        found[pn] = gn
        (pattern_args, pattern_kwargs), (args, kwargs) = self.arguments(pn), self.arguments(gn)
        if len(pattern_args) != len(args) or set(pattern_kwargs) != set(kwargs):
            return False
        for pa, ga in zip(pattern_args, args):
            if not self.match_arg(pa, ga, found):
                return False
        for key in pattern_kwargs:
            if not self.match_arg(pattern_kwargs[key], kwargs[key], found):
                return False
        return True

    def match_arg(self, pa, ga, found):
        if isinstance(pa, Node):
            if pa.op == "placeholder" and not isinstance(ga, Node):
                if pa in found:
                    return found[pa] == ga
                found[pa] = ga
                return True
            return isinstance(ga, Node) and self.match_node(pa, ga, found)
        if isinstance(ga, Node):
            return False
        if isinstance(pa, (list, tuple)):
            if not isinstance(ga, (list, tuple)) or len(pa) != len(ga):
                return False
            return all([self.match_arg(p, g, found) for p, g in zip(pa, ga)])
        return self.ignore_literals or (type(pa) == type(ga) and pa == ga)

    def contained(self, found):
        inner = [gn for pn, gn in found.items() if pn.op != "placeholder"]
        for pn, gn in found.items():
            if pn.op == "placeholder" or pn in self.outputs:
                continue
            for user in gn.users:
                if user not in inner:
                    return False
        return True


def _match_all(matcher, graph):
    """Every way to map the anchors to nodes, earliest first, that is closed and overlaps no former one."""
    found_all = []

    def extend(index, found):
        if index == len(matcher.anchors):
            if matcher.contained(found):
                found_all.append(found)
            return
        for gn in graph.nodes:
            trial = dict(found)
            if matcher.match_node(matcher.anchors[index], gn, trial):
                extend(index + 1, trial)

    if matcher.anchors:
        extend(0, {})
    matches = []
    taken = set()
    for found in found_all:
        inner = [n for pn, n in found.items() if pn.op not in ("placeholder", "output")]
        if not any([n in taken for n in inner]):
            taken.update(inner)
            matches.append((matcher.anchors[0], found))
    return matches


def _attach(gm, replacement, replaced):
    if not isinstance(replacement, torch.nn.Module):
        return
    gm.delete_all_unused_submodules()
    for node in gm.graph.nodes:
        if node.op in ("call_module", "get_attr"):
            try:
                gm_attr = gm.get_submodule(node.target) if node.op == "call_module" else getattr(gm, node.target)
            except AttributeError:
                source = replacement.get_submodule(node.target) if node.op == "call_module" else getattr(replacement, node.target)
                if node.op == "call_module":
                    gm.add_submodule(node.target, source)
                else:
                    setattr(gm, node.target, source)


def _replace(gm, pattern, replacement, match_filters=None, replacement_callback=None, ignore_literals=False):
    from torch.fx.passes.utils.matcher_utils import internal_match

    graph = gm.graph
    pattern_graph = _graph_of(pattern)
    replacement_graph = None if replacement is None else _graph_of(replacement)
    matcher = _Matcher(pattern_graph, ignore_literals)
    results = []
    pattern_inputs = [n for n in pattern_graph.nodes if n.op == "placeholder"]
    moved = {}
    for anchor, found in _match_all(matcher, graph):
        match = internal_match(matcher, pattern_graph, found)
        if match_filters and not all([f(match, graph, pattern_graph) for f in match_filters]):
            continue
        new_graph = replacement_graph if replacement_callback is None else replacement_callback(match, graph, pattern_graph)
        inputs = [n for n in new_graph.nodes if n.op == "placeholder"]
        if len(pattern_inputs) != len(inputs):
            raise AssertionError(f"Placeholder count mismatch: {len(pattern_inputs)} vs {len(inputs)}")
        val_map = {}
        for rn, pn in zip(inputs, pattern_inputs):
            gn = found[pn]
            while isinstance(gn, Node) and gn in moved:
                gn = moved[gn]
            val_map[rn] = gn
        inner = [gn for pn, gn in found.items() if pn.op != "placeholder"]
        order = list(graph.nodes)
        users = [u for pn in matcher.outputs for u in found[pn].users]
        place = min(users, key=lambda n: order.index(n)) if users else max(inner, key=lambda n: order.index(n)).next
        replacements = []
        with graph.inserting_before(place):
            result = None
            for rn in new_graph.nodes:
                if rn.op == "placeholder":
                    continue
                if rn.op == "output":
                    result = rn.args[0]
                    continue
                copy = graph.create_node(rn.op, rn.target, _mapped(rn.args, val_map), _mapped(rn.kwargs, val_map), rn.name, rn.type)
                val_map[rn] = copy
                replacements.append(copy)
        copied = result if isinstance(result, (list, tuple)) else (result,)
        if len(matcher.outputs) != len(copied):
            raise AssertionError(f"Returning nodes count mismatch: {len(matcher.outputs)} vs {len(copied)}")
        for pn, rn in zip(matcher.outputs, copied):
            gn = found[pn]
            new = val_map[rn]
            gn.replace_all_uses_with(new)
            moved[gn] = new
        for gn in reversed([n for n in graph.nodes if n in inner]):
            if len(gn.users) == 0:
                graph.erase_node(gn)
        results.append(ReplacedPatterns(anchor, found, replacements))
    gm.recompile()
    _attach(gm, replacement, results)
    return results


def _mapped(args, val_map):
    return map_arg(args, lambda n: val_map[n])


def replace_pattern(gm, pattern, replacement):
    return [Match(r.anchor, r.nodes_map) for r in _replace(gm, pattern, replacement)]


def replace_pattern_with_filters(gm, pattern, replacement=None, match_filters=None, ignore_literals=False, replacement_callback=None, node_name_match=""):
    return _replace(gm, pattern, replacement, match_filters, replacement_callback, ignore_literals)
