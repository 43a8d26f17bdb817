from typing import NamedTuple

from torch.fx.graph import Graph
from torch.fx.graph_module import GraphModule
from torch.fx.node import Node, map_arg
from torch.fx._symbolic_trace import symbolic_trace


class Match(NamedTuple):
    anchor: object
    nodes_map: dict


class ReplacedPatterns:
    def __init__(self, anchor, nodes_map, replacements):
        self.anchor = anchor
        self.nodes_map = nodes_map
        self.replacements = replacements


def _graph_of(x):
    if isinstance(x, GraphModule):
        return x.graph
    if isinstance(x, Graph):
        return x
    return symbolic_trace(x).graph


class _Matcher:
    def __init__(self, pattern, owner):
        self.pattern = pattern
        self.outputs = [n for n in pattern.nodes if n.op == "output"][0].all_input_nodes

    def same_target(self, pn, gn):
        if pn.op != gn.op:
            return False
        return pn.target == gn.target

    def match_node(self, pn, gn, found):
        if pn in found:
            return found[pn] is gn
        if pn.op == "placeholder":
            found[pn] = gn
            return True
        if not self.same_target(pn, gn):
            return False
        if gn in found.values():
            return False
        found[pn] = gn
        if len(pn.args) != len(gn.args) or set(pn.kwargs) != set(gn.kwargs):
            return False
        for pa, ga in zip(pn.args, gn.args):
            if not self.match_arg(pa, ga, found):
                return False
        for key in pn.kwargs:
            if not self.match_arg(pn.kwargs[key], gn.kwargs[key], found):
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
        return type(pa) == type(ga) and pa == ga

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
    matches = []
    taken = set()
    anchor = matcher.outputs[0] if matcher.outputs else None
    if anchor is None:
        return matches
    for gn in list(reversed(graph.nodes)):
        found = {}
        if gn.op in ("placeholder", "output") or not matcher.match_node(anchor, gn, found):
            continue
        complete = True
        for other in matcher.outputs[1:]:
            if other in found:
                continue
            candidates = [n for n in graph.nodes]
            hit = False
            for candidate in candidates:
                trial = dict(found)
                if matcher.match_node(other, candidate, trial):
                    found = trial
                    hit = True
                    break
            complete = complete and hit
        if not complete or not matcher.contained(found):
            continue
        inner = [n for pn, n in found.items() if pn.op != "placeholder"]
        if any([n in taken for n in inner]):
            continue
        taken.update(inner)
        matches.append((gn, found))
    matches.reverse()
    return matches


def _attach(gm, replacement, replaced):
    if not isinstance(replacement, GraphModule):
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


def _replace(gm, pattern, replacement, match_filters=None, replacement_callback=None):
    graph = gm.graph
    pattern_graph = _graph_of(pattern)
    replacement_graph = None if replacement is None else _graph_of(replacement)
    matcher = _Matcher(pattern_graph, gm)
    results = []
    pattern_inputs = [n for n in pattern_graph.nodes if n.op == "placeholder"]
    moved = {}
    for anchor, found in _match_all(matcher, graph):
        if match_filters and not all([f(Match(anchor, found), graph, pattern_graph) for f in match_filters]):
            continue
        new_graph = replacement_graph if replacement_callback is None else replacement_callback(Match(anchor, found), graph, pattern_graph)
        inputs = [n for n in new_graph.nodes if n.op == "placeholder"]
        val_map = {}
        for rn, pn in zip(inputs, pattern_inputs):
            gn = found[pn]
            while isinstance(gn, Node) and gn in moved:
                gn = moved[gn]
            val_map[rn] = gn
        inner = [gn for pn, gn in found.items() if pn.op != "placeholder"]
        order = list(graph.nodes)
        users = [u for pn in matcher.outputs for u in found[pn].users if u not in inner]
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
    return _replace(gm, pattern, replacement, match_filters, replacement_callback)
