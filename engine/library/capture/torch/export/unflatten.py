# The modules of an exported program, made again from where its nodes came from: each calls the
# modules below it and takes what they need as arguments.
import operator

import torch
import torch.fx as fx
import torch.utils._pytree as pytree
from torch.export._checks import run_checks
from torch.export.graph_signature import InputKind, OutputKind


class InterpreterModule(torch.nn.Module):
    """A module that runs its graph node by node."""

    def __init__(self, graph=None):
        super().__init__()
        self.graph = fx.Graph() if graph is None else graph

    def _get_name(self):
        return type(self).__name__

    def print_readable(self, print_output=True, **kwargs):
        text = fx.graph_module.readable_code(self.graph, self._get_name())
        if print_output:
            print(text)
        return text

    def forward(self, *args):
        return fx.Interpreter(self, graph=self.graph).run(*args)


class UnflattenedModule(InterpreterModule):
    def _keep(self, program):
        self.__dict__["_program"] = program

    def forward(self, *args, **kwargs):
        program = self._program
        leaves, spec = pytree.tree_flatten((args, kwargs))
        if spec != program._in_spec:
            raise ValueError("Input treespec does not match with exported module's: \nInput treespec: " + repr(spec) +
                             ". Exported module treespec: " + repr(program._in_spec))
        run_checks(program._checks, dict(zip(program._user_inputs, leaves)))
        return pytree.tree_unflatten(list(fx.Interpreter(self, graph=self.graph).run(*leaves)), program._out_spec)


class _Scope:
    """A call of a module that is being written: its graph, and what its values are in it."""

    def __init__(self, path, module, outer):
        self.path, self.module, self.outer = path, module, outer
        self.graph = fx.Graph()
        self.values = {}     # node of the program -> node of this graph
        self.taken = []      # nodes of the program that are arguments
        self.made = []       # nodes of the program that were computed in here


def unflatten(program, flat_args_adapter=None):
    return _Unflattener(program).run()


class _Unflattener:
    def __init__(self, program):
        self.program = program
        self.specs = {spec.arg.name: spec for spec in program.graph_signature.input_specs}
        self.root = UnflattenedModule()
        self.root._keep(program)
        for path, _ in program._modules:
            if path:
                owner, last = self.owner(path)
                owner.add_module(last, InterpreterModule())
        self.used = set()

    def owner(self, path):
        *names, last = path.split(".")
        module = self.root
        for name in names:
            module = module._modules[name]
        return module, last

    def run(self):
        program = self.program
        for path in program._parameters:
            owner, last = self.owner(path)
            value = program._state[path]
            owner.register_parameter(last, torch.nn.Parameter(value.detach().clone(), value.requires_grad))
        for path in program._buffers:
            owner, last = self.owner(path)
            owner.register_buffer(last, program._state[path].clone())  # state of its own
        for path, value in program._constants.items():
            owner, last = self.owner(path)
            owner.__dict__[last] = value
        self.scopes = [_Scope("", self.root, None)]
        nodes = list(program.graph.nodes)
        self.position = {node: i for i, node in enumerate(nodes)}
        for node in nodes:
            if node.op == "placeholder":
                if self.specs[node.name].kind is InputKind.USER_INPUT:
                    made = self.scopes[0].graph.placeholder(node.name)
                    made.meta = dict(node.meta)
                    self.scopes[0].values[node] = made
                continue
            stack = [] if node.op == "output" else [fqn for fqn, _ in node.meta.get("nn_module_stack", {}).values()][1:]
            self.enter(stack)
            if node.op == "output":
                break
            self.copy(node)
        root = self.scopes[0]
        results = [leaf for leaf, spec in zip(node.args[0], program.graph_signature.output_specs) if spec.kind is OutputKind.USER_OUTPUT]
        root.graph.output(tuple([self.value(root, leaf) if isinstance(leaf, fx.Node) else leaf for leaf in results]))
        self.root.graph = root.graph
        return self.root

    def enter(self, stack):
        depth = 0
        while depth < len(stack) and depth + 1 < len(self.scopes) and self.scopes[depth + 1].path == stack[depth]:
            depth += 1
        while len(self.scopes) > depth + 1:
            self.leave()
        for path in stack[depth:]:
            owner, last = self.owner(path)
            module = owner._modules[last]
            if path in self.used:
                # Called again: a module of its own for this call.
                count = 1
                while f"{last}@{count}" in owner._modules:
                    count += 1
                again = InterpreterModule()
                for name, value in list(module._parameters.items()) + list(module._buffers.items()):
                    setattr(again, name, value)
                for name, child in module._modules.items():
                    again.add_module(name, child)
                owner.add_module(f"{last}@{count}", again)
                module, last = again, f"{last}@{count}"
            self.used.add(path)
            scope = _Scope(path, module, self.scopes[-1])
            scope.last = last
            self.scopes.append(scope)

    def copy(self, node):
        scope = self.scopes[-1]
        made = scope.graph.node_copy(node, lambda n: self.value(scope, n))
        scope.values[node] = made
        for each in self.scopes:
            each.made.append(node)

    def value(self, scope, node):
        if node in scope.values:
            return scope.values[node]
        spec = self.specs.get(node.name) if node.op == "placeholder" else None
        if spec is not None and spec.kind is not InputKind.USER_INPUT:
            target = spec.target[len(scope.path) + 1:] if scope.path else spec.target
            first = next(iter([n for n in scope.graph.nodes if n.op not in ("placeholder", "get_attr")]), None)
            if first is None:
                made = scope.graph.get_attr(target)
            else:
                with scope.graph.inserting_before(first):
                    made = scope.graph.get_attr(target)
        else:
            # A value of the caller's: an argument.
            first = next(iter([n for n in scope.graph.nodes if n.op != "placeholder"]), None)
            if first is None:
                made = scope.graph.placeholder(node.name)
            else:
                with scope.graph.inserting_before(first):
                    made = scope.graph.placeholder(node.name)
            scope.taken.append(node)
        made.meta = {key: value for key, value in node.meta.items() if key == "val"}
        scope.values[node] = made
        return made

    def leave(self):
        scope = self.scopes.pop()
        outer, own = self.scopes[-1], set(scope.made)
        results = [node for node in scope.made if node in scope.values and any([user not in own for user in node.users])]
        outs = [scope.values[node] for node in results]
        scope.graph.output(outs[0] if len(outs) == 1 else tuple(outs))
        scope.module.graph = scope.graph
        call = outer.graph.create_node("call_module", scope.last, tuple([self.value(outer, node) for node in scope.taken]), {}, name=None)
        if len(results) == 1:
            call.meta["val"] = results[0].meta.get("val")
            outer.values[results[0]] = call
            return
        for i, node in enumerate(results):
            outer.values[node] = outer.graph.call_function(operator.getitem, (call, i))
