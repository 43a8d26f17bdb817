# Splits a module by tags that its nodes carry: one submodule per tag, called in order.
import operator

import torch
import torch.fx as fx


def getattr_recursive(obj, name):
    for part in name.split("."):
        if isinstance(obj, torch.nn.ModuleList):
            obj = obj[int(part)] if hasattr(obj, "__len__") and part.isdigit() else getattr(obj, part)
        else:
            obj = getattr(obj, part)
    return obj


def setattr_recursive(obj, attr, value):
    *path, last = attr.split(".")
    for part in path:
        obj = getattr(obj, part)
    setattr(obj, last, value)


def split_by_tags(gm, tags, return_fqn_mapping=False, return_tuple=False, GraphModuleCls=fx.GraphModule):
    outer, values, moved = fx.Graph(), {}, {}
    root = torch.nn.Module()
    groups = {tag: [] for tag in tags}
    for node in gm.graph.nodes:
        if node.op == "placeholder":
            values[node] = outer.node_copy(node)
        elif node.op not in ("get_attr", "output"):
            tag = getattr(node, "tag", None)
            if tag not in groups:
                raise AssertionError(f"Node {node.name} has no tag of {list(tags)}")
            groups[tag].append(node)
    for tag, nodes in groups.items():
        inner, own, inputs = fx.Graph(), {}, {}

        def value(node):
            if node in own:
                return own[node]
            if node.op == "get_attr":
                own[node] = inner.node_copy(node)
            else:
                inputs[node] = own[node] = inner.placeholder(node.name, type_expr=node.type)
                own[node].meta = dict(node.meta)
            return own[node]

        chosen = set(nodes)
        for node in nodes:  # what comes from outside, first
            for argument in node.all_input_nodes:
                if argument not in chosen:
                    value(argument)
        for node in nodes:
            own[node] = inner.node_copy(node, value)
        results = [node for node in nodes if any([user not in chosen for user in node.users])]
        outs = tuple([own[node] for node in results])
        inner.output(outs if len(outs) != 1 or return_tuple else outs[0])
        part = GraphModuleCls(gm, inner)
        root.add_module(tag, part)
        for node in nodes:
            if node.op == "call_module":
                moved[node.target] = f"{tag}.{node.target}"
        call = outer.call_module(tag, tuple([values[node] for node in inputs]))
        if len(results) == 1 and not return_tuple:
            values[results[0]] = call
        else:
            for i, node in enumerate(results):
                values[node] = outer.call_function(operator.getitem, (call, i))
    output = gm.graph.output_node()

    def final(node):
        if node not in values:
            values[node] = outer.node_copy(node)
            setattr(root, node.target, getattr_recursive(gm, node.target))
        return values[node]

    outer.output(fx.node.map_arg(output.args[0], final))
    made = GraphModuleCls(root, outer)
    return (made, moved) if return_fqn_mapping else made
