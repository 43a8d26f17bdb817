# From the script graph of a recorded run to the fx graph of an exported program.
# Neighbours: _trace.py (records the run), dynamic_shapes.py (the symbols), _schemas.py.
import contextlib
import operator

import torch
import torch.fx as fx
import torch.utils._pytree as pytree
from torch._dynamo.exc import UserError
from torch._higher_order_ops._impl import _captured_cond
from torch._ops import _number_dtype, _overload
from torch.export._checks import made_checks, range_constraints
from torch.export._schemas import REQUIRED, argument_names, defaults_of, same_value
from torch.export.exported_program import ExportedProgram, GraphHolder
from torch.export.graph_signature import (
    ConstantArgument, ExportGraphSignature, InputKind, InputSpec, OutputKind, OutputSpec, SymIntArgument, TensorArgument)
from torch.fx.passes.shape_prop import _extract_tensor_metadata


def _dtype(value):
    return _number_dtype(value) if isinstance(value, int) else value


def _leaf_names(name, value):
    """The placeholders' names for the leaves of one argument."""
    return ["_".join([name] + [str(next(iter(vars(key).values()))) for key in path]) for path, _ in pytree.tree_leaves_with_path(value)]


def _most_rows(name, values):
    """How many rows an operator gives at most if their number depends on values, else None."""
    if name in ("nonzero", "masked_select"):
        return values[0].numel()
    if name == "index" and len(values[1]) == 1 and values[1][0] is not None and values[1][0].dtype in (torch.bool, torch.uint8):
        return values[1][0].numel()
    return None


class Builder:
    """Writes the graph of one recorded run: of a module, or of a branch of torch.cond in it. `record(module, spec,
    leaves)` records a run of a branch."""

    def __init__(self, mod, source, names, args, kwargs, caller, scope, sizes, record):
        self.mod, self.source, self.names, self.args, self.kwargs = mod, source, names, args, kwargs
        self.caller, self.scope, self.sizes = caller, scope, sizes
        self.graph = fx.Graph()
        self.env = {}        # name of a value -> fx node, constant or list
        self.real = {}       # what it is for the example inputs: fakes where sizes vary
        self.taken = set()
        self.computed = {}   # text of a symbolic number -> its node
        self.symbols = []    # (symbol, placeholder, dim), in the order of the inputs
        self.unbacked = []   # (symbol, least, most) of sizes that depend on values
        self.counted = set()
        self.record, self.branches, self.conditions = record, {}, 0

    def name(self, base):
        name, i = base, 1
        while name in self.taken:
            name, i = f"{base}_{i}", i + 1
        self.taken.add(name)
        return name

    def program(self):
        return self.scope.run(self._program) if self.sizes is not None and self.sizes.rows else self._program()

    def _program(self):
        state = self.mod.state_dict(keep_vars=True)
        parameters = [name for name, _ in self.mod.named_parameters()]
        buffers = [name for name, _ in self.mod.named_buffers()]
        self.held = {}
        for prefix, group in (("p_", parameters), ("b_", buffers)):
            for path in group:
                self.held[path] = self.placeholder(prefix + path.replace(".", "_"))
                value = state[path] if path in state else self.mod.get_buffer(path)
                self.held[path].meta["val"] = self.fake(value, value.requires_grad)
                self.held[path].meta["tensor_meta"] = _extract_tensor_metadata(self.held[path].meta["val"])
        user_specs, checked, leaves = self.steps()
        ordered = {path: state[path] for path in parameters + buffers if path in state}
        made = ExportedProgram(GraphHolder(self.graph, self.branches), {**ordered, **state}, parameters, buffers, list(self.names))
        made._out_spec = self.caller._results[1]
        made._in_spec = pytree.tree_flatten((tuple(self.args), self.kwargs))[1]
        made._user_inputs = [node.name for node in self.user]
        made._constants = {target: value for target, (_, value) in self.constants.items()}
        made._example_inputs = (tuple(self.args), self.kwargs)
        made._scope = self.scope
        made._checks = made_checks(checked, self.sizes)
        made._range_constraints = range_constraints((self.sizes.ranges() if self.sizes is not None else []) + self.unbacked)
        made._modules = [(path, type(module).__module__ + "." + type(module).__qualname__) for path, module in self.mod.named_modules(remove_duplicate=False)]
        persistent = set(state)
        inputs = [InputSpec(InputKind.PARAMETER, TensorArgument(self.held[path].name), path) for path in parameters]
        inputs += [InputSpec(InputKind.BUFFER, TensorArgument(self.held[path].name), path, path in persistent) for path in buffers]
        inputs += [InputSpec(InputKind.CONSTANT_TENSOR, TensorArgument(node.name), target) for target, (node, _) in self.constants.items()]
        made._signature = ExportGraphSignature(inputs + user_specs, [
            OutputSpec(OutputKind.USER_OUTPUT, self.argument(leaf), None) for leaf in leaves])
        return made

    def steps(self):
        user_specs, checked = self.inputs()
        self.constants = {}
        for node in self.source.nodes():
            self.step(node)
        leaves = self.outputs()
        self.graph.output(tuple(leaves))
        self.sweep()
        return user_specs, checked, leaves

    def body(self):
        """The graph of a branch: its operands are its only inputs."""
        self.held = {}
        self.steps()
        if self.constants:
            raise UserError("a branch of torch.cond that makes a tensor from numbers has no graph of its own here: "
                            "pass the tensor in as an operand")
        return self.graph

    def argument(self, leaf):
        if not isinstance(leaf, fx.Node):
            return ConstantArgument("", leaf)
        return SymIntArgument(leaf.name) if isinstance(leaf.meta.get("val"), torch.SymInt) else TensorArgument(leaf.name)

    def placeholder(self, base):
        made = self.graph.placeholder(self.name(base))
        made.name = base if base not in [node.name for node in self.graph.nodes] else made.name
        return made

    def inputs(self):
        """Placeholders for the user's inputs; their specs, and what a module checks of them."""
        values = list(self.source.inputs())
        self.paths = {values[0].debugName(): None}
        remaining = iter(values[1:])
        self.user, specs, checked = [], [], []
        inputs = list(self.args) + list(self.kwargs.values())
        leaf_names = [leaf for name, value in zip(self.names, inputs) for leaf in _leaf_names(name, value)]
        leaves = pytree.tree_leaves(inputs)
        for i, (name, leaf) in enumerate(zip(leaf_names, leaves)):
            node = self.placeholder(name)
            self.user.append(node)
            if not isinstance(leaf, torch.Tensor):
                node.meta["val"] = leaf
                specs.append(InputSpec(InputKind.USER_INPUT, ConstantArgument(name, leaf), None))
                checked.append((name, leaf, None))
                continue
            shape = [self.now(size) for size in self.sizes.shapes[i]] if self.sizes is not None else list(leaf.shape)
            checked.append((name, leaf, shape))
            fakes = self.sizes is not None and self.sizes.rows
            self.put(next(remaining), node, self.scope.fake(leaf, shape) if fakes else leaf.detach().clone())
            specs.append(InputSpec(InputKind.USER_INPUT, TensorArgument(name), None))
            for dim, size in enumerate(shape):
                known = [symbol for symbol, _, _ in self.symbols]
                if isinstance(size, torch.SymInt) and self.scope.parts(size)[0] == "symbol" and str(size) not in known:
                    self.symbols.append((str(size), node, dim))
        return specs, checked

    def outputs(self):
        tensors = iter(pytree.tree_leaves([self.env[value.debugName()] for value in self.source.outputs()]))
        leaves = []
        for leaf in self.caller._results[0]:
            if isinstance(leaf, torch.Tensor):
                leaves.append(next(tensors))
            else:
                leaf = self.now(leaf)
                leaves.append(self.number(leaf) if isinstance(leaf, torch.SymInt) else leaf)
        return leaves

    # --- numbers computed from sizes ----------------------------------------------------------
    def now(self, value):
        return self.scope.simplify(value) if isinstance(value, torch.SymInt) else value

    def number(self, value):
        """The node of a symbolic number."""
        if type(value) is int or isinstance(value, str):
            return value
        text = str(value)
        if text in self.computed:
            return self.computed[text]
        kind, operands = self.scope.parts(value)
        if kind == "symbol":
            return self.size_node(text, value)
        if kind == "neg":
            return self.size_call("neg", operands, value)
        compute, partial = self.operator_of(kind), operands[0]
        for operand in operands[1:]:
            left, partial = partial, compute(partial, operand)
            if str(partial) not in self.computed:
                self.size_call(kind, [left, operand], partial)
        return self.computed[str(partial)]

    def operator_of(self, kind):
        return {"min": torch.sym_min, "max": torch.sym_max}.get(kind) or getattr(operator, kind)

    def size_call(self, kind, operands, value):
        args = tuple([operand if isinstance(operand, fx.Node) else self.number(self.now(operand)) for operand in operands])
        node = self.call(self.operator_of(kind), args, kind)
        node.meta["val"] = value
        self.computed[str(value)] = node
        return node

    def size_operation(self, kind, left, right, result):
        if isinstance(result, torch.SymInt) and str(result) not in self.computed and self.scope.parts(result)[0] != "symbol":
            self.size_call(kind, [left] if kind == "neg" else [left, right], result)

    def size_node(self, symbol, value):
        """The size of an input: behind the placeholders, in their order; named at the end."""
        order = [name for name, _, _ in self.symbols]
        _, placeholder, dim = self.symbols[order.index(symbol)]
        behind = [node for node in self.graph.nodes
                  if node.op != "placeholder" and ("symbol" not in node.meta or order.index(node.meta["symbol"]) > order.index(symbol))]
        with self.graph.inserting_before(behind[0]) if behind else contextlib.nullcontext():
            made = self.call(_overload("sym_size", "int"), (placeholder, dim), "sym_size_" + symbol)
        made.meta["val"], made.meta["symbol"] = value, symbol
        self.computed[symbol] = made
        return made

    def sweep(self):
        """Sizes that nobody uses go; the others get PyTorch's names: it makes one when a symbol is
        first used, and one more for each symbol once the graph is there."""
        for node in reversed(list(self.graph.nodes)):
            if isinstance(node.meta.get("val"), torch.SymInt) and not node.users and node.op == "call_function":
                self.graph.erase_node(node)
        used = [node for node in self.graph.nodes if node.meta.get("symbol") is not None]
        order = [name for name, _, _ in self.symbols]
        for node in used:
            number = len(used) + order.index(node.meta.pop("symbol"))
            node.name = f"sym_size_int_{number}" if number else "sym_size_int"

    def lift(self, output, value):
        """A tensor that is neither a parameter nor a buffer: an attribute, or made on the way."""
        for prefix, module in self.mod.named_modules():
            for name, held in module.__dict__.items():
                if isinstance(held, torch.Tensor) and held.data_ptr() == value.data_ptr():
                    return self.put(output, self.constant(prefix + "." + name if prefix else name, held), held)
        count = len([target for target in self.constants if target.startswith("lifted_tensor_")])
        node = self.constant(f"lifted_tensor_{count}", value)
        node = self.call(_overload("lift_fresh_copy", "default"), (node,), "lift_fresh_copy")
        node.meta["val"] = self.fake(value)
        self.put(output, self.call(_overload("detach_", "default"), (node,), "detach_"), value)

    def constant(self, target, value):
        if target not in self.constants:
            # Attributes first, then what was made on the way.
            made = [n for name, (n, _) in self.constants.items() if name.startswith("lifted_tensor_")]
            later = self.user if target.startswith("lifted_tensor_") or not made else made
            with self.graph.inserting_before(later[0]) if later else contextlib.nullcontext():
                node = self.placeholder("c_" + target.replace(".", "_"))
            node.meta["val"] = self.fake(value)
            self.constants[target] = (node, value)
            if later is made:
                self.constants = dict(sorted(self.constants.items(), key=lambda item: item[0].startswith("lifted_tensor_")))
        return self.constants[target][0]

    def fake(self, value, requires_grad=False):
        """A tensor without elements, for meta: it keeps the scope of its sizes alive."""
        made = self.scope.fake(value, list(value.shape))
        made.fake_mode = self.scope
        return made.requires_grad_(True) if requires_grad else made

    def put(self, value, made, real):
        if isinstance(made, fx.Node) and isinstance(real, torch.Tensor) and "val" not in made.meta:
            made.meta["val"] = self.fake(real)
            made.meta["tensor_meta"] = _extract_tensor_metadata(made.meta["val"])
        self.env[value.debugName()] = made
        self.real[value.debugName()] = real

    def place(self, made, node):
        """Where in the program a call came from, and in which module."""
        found = node._place()
        if found is not None:
            file, line, function, text = found
            made.meta["stack_trace"] = f"File: {file}:{line} in {function}, code: {text.strip()}"
        path = node.scopeName().split("/")[-1].removeprefix("__module._exported").removeprefix(".")
        names, stack = path.split(".") if path else [], {}
        for i in range(len(names) + 1):
            fqn = ".".join(names[:i])
            kind = type(self.mod.get_submodule(fqn))
            key = "L__self__" + fqn
            stack[key] = (fqn, kind.__module__ + "." + kind.__qualname__)
        made.meta["nn_module_stack"] = stack

    def step(self, node):
        kind = node.kind()
        outputs, inputs = list(node.outputs()), list(node.inputs())
        if kind == "prim::GetAttr":
            base = self.paths[inputs[0].debugName()]
            path = "" if base is None else base + "." + node.s("name") if base else node.s("name")
            if path in self.held:
                self.put(outputs[0], self.held[path], dict(self.mod.state_dict(keep_vars=True))[path])
                return
            *owner, name = path.split(".")
            attribute = getattr(self.mod.get_submodule(".".join(owner)), name) if path else None
            if isinstance(attribute, torch.Tensor):
                self.put(outputs[0], self.constant(path, attribute), attribute)
            else:
                self.paths[outputs[0].debugName()] = path
            return
        if kind == "prim::Constant":
            value = outputs[0].toIValue()
            if isinstance(value, torch.Tensor):
                # Numbers of the source are of 64 bits; other tensors become inputs.
                if value.dim() > 0 or value.dtype not in (torch.int64, torch.float64, torch.bool):
                    return self.lift(outputs[0], value)
                value = value.item()
            value = self.now(value)
            self.put(outputs[0], value, value)  # a symbolic number becomes a node where it is used
            return
        if kind.startswith("size::"):
            return self.size_operation(kind[6:], *[self.now(value.toIValue()) for value in inputs])
        args = [self.env[v.debugName()] for v in inputs]
        args = [self.number(arg) if isinstance(arg, torch.SymInt) else arg for arg in args]
        real = [self.real[v.debugName()] for v in inputs]
        if kind in ("prim::ListConstruct", "prim::TupleConstruct"):
            make = list if kind == "prim::ListConstruct" else tuple
            return self.put(outputs[0], make(args), make(real))
        if kind == "prim::DictConstruct":
            return self.put(outputs[0], dict(zip(args[::2], args[1::2])), dict(zip(real[::2], real[1::2])))
        if kind in ("prim::ListUnpack", "prim::TupleUnpack"):
            for i, value in enumerate(outputs):
                if isinstance(args[0], (list, tuple)):
                    self.put(value, args[0][i], real[0][i])
                else:
                    self.put(value, self.call(operator.getitem, (args[0], i), "getitem"), real[0][i])
            return
        # What is left of sizes as values of the graph are numbers.
        if kind == "aten::size":
            size = real[0].shape[real[1]] if len(real) > 1 else list(real[0].shape)
            return self.put(outputs[0], size, size)
        if kind in ("prim::NumToTensor", "aten::Int"):
            return self.put(outputs[0], args[0], real[0])
        if kind == "aten::slice" and len(real) > 4 and real[2] in (0, None) and real[3] in (None, (1 << 63) - 1) and real[4] == 1:
            if type(real[0].shape[real[1]]) is int:
                return self.put(outputs[0], args[0], real[0])  # the whole of it
        if kind == "aten::slice" and len(real) > 4 and any([isinstance(bound, torch.SymInt) for bound in real[2:4]]):
            args[2:4] = real[2:4] = [None if bound in (0, (1 << 63) - 1) else bound for bound in real[2:4]]
            args[2:4] = [self.number(bound) if bound is not None else None for bound in real[2:4]]
        if kind == "prim::PythonOp":
            return self.condition(node, outputs, args, real)
        if kind == "prim::dtype" or kind == "prim::device":
            return self.put(outputs[0], getattr(real[0], kind[6:]), getattr(real[0], kind[6:]))
        self.operator(node, kind, outputs, args, real)

    def operator(self, node, kind, outputs, args, real):
        name = kind.split("::")[1]
        head = node.schema().split("(")[0]
        overload = head.split(".", 1)[1] if "." in head else "default"
        if name == "_convolution":
            rank = len(real[3])
            name, overload = f"conv{rank}d", "default"
            args, real = args[:3] + [args[3], args[4], args[5], args[8]], real[:3] + [real[3], real[4], real[5], real[8]]
            defaults = [None, None, None, [1] * rank, [0] * rank, [1] * rank, 1]
        else:
            defaults = defaults_of(node.schema())
        if name == "to":
            args, real = [args[0], _dtype(args[1])], [real[0], _dtype(real[1])]
            self.place(self.call(_overload("_assert_tensor_metadata", "default"), (args[0],), "_assert_tensor_metadata_default",
                                 {"dtype": real[0].dtype, "device": real[0].device, "layout": torch.strided}), node)
        names = argument_names(node.schema())
        for flag in ("cudnn_enabled", "cudnn_enable"):
            if flag in names[:len(args)]:
                args[names.index(flag)] = False  # an export asks for no library
        count = len(args)
        while count > 1 and count - 1 < len(defaults) and defaults[count - 1] is not REQUIRED and same_value(args[count - 1], defaults[count - 1]):
            count -= 1
        keyword_from = names.index("*") if "*" in names else len(args)
        names = [n for n in names if n != "*"]
        positional = args[:min(count, keyword_from)]
        keywords = {}
        for i in range(keyword_from, count):
            if not same_value(args[i], defaults[i]):
                value = args[i]
                keywords[names[i]] = _dtype(value) if names[i] == "dtype" else value
        target = _overload(name, overload)
        made = self.call(target, tuple(positional), name, keywords)
        self.place(made, node)
        with torch.no_grad():
            real_keywords = {k: v for k, v in keywords.items() if not isinstance(v, fx.Node)}
            result = target(*real[:len(positional)], **real_keywords)
        if len(outputs) == 1:
            self.put(outputs[0], made, result)
            self.check_count(node, made, name, positional, real)
            return
        for i, value in enumerate(outputs):
            self.put(value, self.call(operator.getitem, (made, i), "getitem"), result[i])

    def condition(self, node, outputs, args, real):
        """torch.cond: one node that takes the graphs of its branches, which take the operands under their names."""
        held, branches = node.pyobj(), []
        names = [argument.name for argument in args[1:]]
        for kind, module in (("true_graph", held.true_graph), ("false_graph", held.false_graph)):
            target = f"{kind}_{self.conditions}"
            self.branches[target] = self.branch(module, names, tuple(real[1:]))
            branches.append(self.graph.create_node("get_attr", target, name=self.name(target)))
        self.conditions += 1
        made = self.call(_captured_cond, (args[0], *branches, tuple(args[1:])), "cond")
        self.place(made, node)
        results = self.branches[branches[0].target](*real[1:])
        for i, value in enumerate(outputs):
            self.put(value, self.call(operator.getitem, (made, i), "getitem"), results[i])

    def branch(self, module, names, examples):
        leaves, spec = pytree.tree_flatten((examples, {}))
        caller = self.record(module, spec, leaves)
        inner = Builder(module, caller.graph, names, examples, {}, caller.module, self.scope, None, self.record)
        return GraphHolder(inner.body(), inner.branches)

    def check_count(self, node, made, name, args, real):
        """A result whose first size depends on values: the program checks that it is in its range."""
        most = _most_rows(name, real)
        if most is None or (name, args[0]) in self.counted:
            return
        symbol = f"u{len(self.unbacked)}"
        self.unbacked.append((symbol, 0, most))
        if name == "nonzero":
            self.counted.add((name, args[0]))  # a second call gives the same symbol
        count = self.call(_overload("sym_size", "int"), (made, 0), "sym_size_int")
        self.place(count, node)
        for compare, sign, bound in ((operator.ge, ">=", 0), (operator.le, "<=", most)):
            holds = self.call(compare, (count, bound), compare.__name__)
            message = f"Runtime assertion failed for expression {symbol} {sign} {bound} on node '{holds.name}'"
            check = self.call(_overload("_assert_scalar", "default"), (holds, message), "_assert_scalar_default")
            self.place(holds, node)
            self.place(check, node)

    def call(self, target, args, base, kwargs=None):
        return self.graph.create_node("call_function", target, args, kwargs or {}, name=self.name(base))
