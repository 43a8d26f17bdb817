# What does not depend on the inputs is computed once: split_const_subgraphs moves it into a
# module of its own, whose results are attributes that the first call fills in.
import operator

import torch
import torch.fx as fx

_ATTRIBUTE = "_FX_CONST_FOLDED_ATTRS"


class FoldedGraphModule(fx.GraphModule):
    """A module that runs its constant part before its first call."""

    def __init__(self, root, graph, const_subgraph=None, fx_const_folded_attrs_name=None, device_for_folded_attrs="cpu"):
        super().__init__(root, graph)
        self.const_subgraph_module = None if const_subgraph is None else fx.GraphModule(root, const_subgraph)
        self.has_folding_been_run = False
        self.fx_const_folded_attrs_name = fx_const_folded_attrs_name
        self.device_for_folded_attrs = device_for_folded_attrs

    def __call__(self, *args, **kwargs):
        if not self.has_folding_been_run:
            self.run_folding()
        return super().__call__(*args, **kwargs)

    def run_folding(self):
        if self.const_subgraph_module is None or self.fx_const_folded_attrs_name is None:
            return
        if self.has_folding_been_run:
            raise AssertionError("Folding has already been run")
        self.has_folding_been_run = True
        results = self.const_subgraph_module()

        def parameter(value):
            if not isinstance(value, torch.Tensor):
                return torch.nn.Parameter(torch.Tensor([value]).to(self.device_for_folded_attrs), requires_grad=False)
            return torch.nn.Parameter(value.detach().clone(), requires_grad=value.requires_grad)

        many = isinstance(results, tuple)
        setattr(self, self.fx_const_folded_attrs_name, torch.nn.ParameterList([parameter(r) for r in results]) if many else parameter(results))


def _constant_nodes(gm, skip):
    found = {}
    for node in gm.graph.nodes:
        if node.op in ("placeholder", "output"):
            continue
        if node.op != "get_attr" and not all([n in found for n in node.all_input_nodes]):
            continue
        if node.is_impure() or skip is not None and skip(node):
            continue
        found[node] = None
    return found


def split_const_subgraphs(module, skip_folding_node_fn=None, device_for_folded_attrs="cpu"):
    gm = module if isinstance(module, fx.GraphModule) else fx.symbolic_trace(module)
    constant = _constant_nodes(gm, skip_folding_node_fn)
    if not any([node.op != "get_attr" for node in constant]):
        return FoldedGraphModule(gm, gm.graph, None, None, device_for_folded_attrs)
    computed = [node for node in constant if node.op != "get_attr"]
    results = [node for node in computed if any([user not in constant for user in node.users])]
    # The constant part.
    inner, made = fx.Graph(), {}
    for node in sorted(constant, key=lambda n: n.op != "get_attr"):
        if node.op == "get_attr" and not any([user in constant for user in node.users]):
            continue
        made[node] = inner.node_copy(node, lambda n: made[n])
        if node.op == "get_attr":
            made[node].name = node.name + "_1"
    inner.output(made[results[0]] if len(results) == 1 else tuple([made[node] for node in results]))
    # The rest, with the results as attributes.
    outer, kept = fx.Graph(), {}
    rest = [node for node in gm.graph.nodes if node not in constant]
    for node in rest:
        if node.op == "placeholder":
            kept[node] = outer.node_copy(node)
    for node in constant:
        if node.op == "get_attr" and any([user not in constant for user in node.users]):
            kept[node] = outer.node_copy(node)
    folded = outer.get_attr(_ATTRIBUTE)
    if len(results) == 1:
        kept[results[0]] = folded
    else:
        for i, node in enumerate(results):
            kept[node] = outer.call_function(operator.getitem, (folded, i))
    for node in rest:
        if node.op == "output":
            outer.output(fx.node.map_arg(node.args[0], lambda n: kept[n]))
        elif node.op != "placeholder":
            kept[node] = outer.node_copy(node, lambda n: kept[n])
    setattr(gm, _ATTRIBUTE, torch.nn.ParameterList([torch.nn.Parameter(torch.empty(1)) for _ in results]) if len(results) > 1
            else torch.nn.Parameter(torch.empty(1)))
    made = FoldedGraphModule(gm, outer, inner, _ATTRIBUTE, device_for_folded_attrs)
    delattr(gm, _ATTRIBUTE)
    return made
