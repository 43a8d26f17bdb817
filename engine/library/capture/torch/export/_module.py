# An exported program as a module again: state in attributes, inputs in their structure,
# and a check of the inputs before anything runs.
import torch
import torch.fx as fx
import torch.utils._pytree as pytree
from torch.export._checks import run_checks
from torch.export.graph_signature import InputKind, OutputKind
from torch.fx.graph import _PyTreeCodeGen, _PyTreeInfo


class GuardsFn(torch.nn.Module):
    def __init__(self, checks, names):
        super().__init__()
        self.__dict__["_checks"] = (checks, names)

    def forward(self, *args):
        checks, names = self._checks
        run_checks(checks, dict(zip(names, args)))


class _Module(fx.GraphModule):
    def __call__(self, *args, **kwargs):
        names, positional, spec = self._call_names
        wanted = names[positional:]
        if len(args) < positional:
            # Some that the example gave by position come by name.
            moved = [name for name in names[len(args):positional] if name in kwargs]
            args = args + tuple([kwargs.pop(name) for name in moved])
        if list(kwargs) != wanted:
            if set(kwargs) != set(wanted):
                raise ValueError(f"Ran into a kwarg keyword mismatch: Got the following keywords {list(kwargs)} but expected {wanted}")
            kwargs = {name: kwargs[name] for name in wanted}
        found = pytree.tree_flatten((args, kwargs))[1]
        if found != spec:
            raise ValueError("Trying to flatten user inputs with exported input tree spec: \n" + repr(spec) +
                             "\nbut actually got inputs with tree spec of: \n" + repr(found))
        return super().__call__(*args, **kwargs)


def _attribute_owner(root, path):
    *names, last = path.split(".")
    for name in names:
        if name not in root._modules:
            root.add_module(name, torch.nn.Module())
        root = root._modules[name]
    return root, last


def unlifted(program, check_guards=True):
    root, graph, environment = torch.nn.Module(), fx.Graph(), {}
    signature = program.graph_signature
    specs = {spec.arg.name: spec for spec in signature.input_specs}
    placeholders = [node for node in program.graph.nodes if node.op == "placeholder"]
    for path, _ in program._modules:
        if path:
            owner, last = _attribute_owner(root, path)
            if last not in owner._modules:
                owner.add_module(last, torch.nn.Module())
    held = {}
    for node in placeholders:
        spec = specs[node.name]
        if spec.kind is InputKind.USER_INPUT:
            continue
        owner, last = _attribute_owner(root, spec.target)
        if spec.kind is InputKind.CONSTANT_TENSOR:
            setattr(owner, last, program._constants[spec.target])
        elif spec.kind is InputKind.PARAMETER:
            owner.register_parameter(last, program._state[spec.target])
        else:
            owner.register_buffer(last, program._state[spec.target], persistent=spec.persistent is not False)
        environment[node] = graph.create_node("get_attr", spec.target, name=spec.target.replace(".", "_"))
        environment[node].meta = dict(node.meta)
        held[spec.target] = environment[node]
    for name, branch in program.graph_module.named_children():
        root.add_module(name, branch)
    user = [node for node in placeholders if specs[node.name].kind is InputKind.USER_INPUT]
    for node in user:
        environment[node] = graph.placeholder(node.name)
        environment[node].name = node.name
        environment[node].meta = dict(node.meta)
    if check_guards:
        root.add_module("_guards_fn", GuardsFn(program._checks, [node.name for node in user]))
        graph.call_module("_guards_fn", tuple([environment[node] for node in user]))
    for node in program.graph.nodes:
        if node.op == "output":
            leaves = [environment[leaf] if isinstance(leaf, fx.Node) else leaf for leaf in node.args[0]]
        elif node.op != "placeholder":
            environment[node] = graph.node_copy(node, lambda n: environment[n])
    results = []
    for leaf, spec in zip(leaves, signature.output_specs):
        if spec.kind in (OutputKind.BUFFER_MUTATION, OutputKind.USER_INPUT_MUTATION):
            changed = held[spec.target] if spec.kind is OutputKind.BUFFER_MUTATION else [environment[n] for n in user if n.name == spec.target][0]
            graph.create_node("call_function", torch.ops.aten.copy_.default, (changed, leaf), name="copy__default")
        else:
            results.append(leaf)
    graph.output(tuple(results))
    in_spec = program._in_spec
    positional = len(pytree.tree_unflatten([None] * in_spec.num_leaves, in_spec)[0])
    graph._codegen = _PyTreeCodeGen(_PyTreeInfo(list(program._names), in_spec, program._out_spec))
    made = _Module(root, graph)
    for path, value in program._constants.items():
        owner, last = _attribute_owner(made, path)
        owner._buffers.pop(last, None)
        owner.__dict__[last] = value
    for path in [path for path, _ in program._modules if path]:
        owner, last = _attribute_owner(made, path)
        if last not in owner._modules:
            owner.add_module(last, torch.nn.Module())
    made.__dict__["_call_names"] = (list(program._names), positional, in_spec)
    return made
