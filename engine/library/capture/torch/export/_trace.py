# torch.export.export: one recorded run of the module (torch.jit's tracer), over fakes with
# symbols for sizes where some may vary, and its graph written as an fx graph (_graph.py).
import torch
import torch.utils._pytree as pytree
from torch._dynamo.exc import ConstraintViolationError, UserError
from torch.export._cond import Conditions
from torch.export._graph import Builder
from torch.fx.experimental.symbolic_shapes import GuardOnDataDependentSymNode
from torch.export.dynamic_shapes import Sizes, leaf_shapes
from torch.nn import Module
from _vitrine_fx import function_parameters
from _vitrine_script import size_scope


class _Refuse:
    """Turning a tensor into a Python bool has no graph."""

    def __enter__(self):
        self.saved = torch.jit._trace._warn

        def refuse(message):
            if "Python boolean" in message:
                raise GuardOnDataDependentSymNode(
                    "Could not guard on data-dependent expression Eq(u0, 1) (unhinted: Eq(u0, 1)).  (Size-like symbols: none)\n\n"
                    "consider using data-dependent friendly APIs such as guard_or_false, guard_or_true and statically_known_true.")
            if "Python number" in message or "Python integer" in message or "Python float" in message:
                raise UserError("a number that is read from a tensor has no node in an exported graph here")
        torch.jit._trace._warn = refuse
        return self

    def __exit__(self, *exc):
        torch.jit._trace._warn = self.saved
        return False


_MORE = ("\n\nThe error above occurred when calling torch.export.export. If you would like to view some more information about this error, "
         "and get a list of all other errors that may occur in your export call, you can replace your `export()` call with `draft_export()`.")


def export(mod, args, kwargs=None, *, dynamic_shapes=None, strict=False, preserve_module_call_signature=(), prefer_deferred_runtime_asserts_over_guards=False):
    try:
        return _export(mod, args, kwargs, dynamic_shapes)
    except (UserError, GuardOnDataDependentSymNode, ConstraintViolationError) as error:
        error.args = (str(error) + _MORE,)
        raise


def _export(mod, args, kwargs, dynamic_shapes):
    if isinstance(mod, torch.jit.ScriptModule):
        raise ValueError("Exporting a ScriptModule is not supported. Maybe try converting your ScriptModule to an ExportedProgram using "
                         "`TS2EPConverter(mod, args, kwargs).convert()` instead.")
    if not isinstance(mod, Module):
        raise ValueError(f"Expected `mod` to be an instance of `torch.nn.Module`, got {type(mod)}.")
    if not isinstance(args, tuple):
        raise UserError(f"Expecting `args` to be a tuple of example positional inputs, got {type(args)}")
    kwargs = kwargs or {}
    names, star = _bound_names(mod, args, kwargs)
    leaves, spec = pytree.tree_flatten((args, kwargs))
    caller = _Caller(mod, spec, leaves)
    wanted = leaf_shapes(dynamic_shapes, names, star, list(args) + list(kwargs.values()))
    scope = size_scope()
    sizes = Sizes(scope, wanted, leaves) if any([leaf is not None and leaf.wanted for leaf in wanted]) else None
    tensors = [leaf for leaf in leaves if isinstance(leaf, torch.Tensor)]
    if sizes is not None:
        tensors = [scope.fake(leaf, shape) for leaf, shape in zip(tensors, [shape for shape in sizes.shapes if shape is not None])]
    # Tracing runs the module; its buffers stay what they were.
    before = [(buffer, buffer.clone()) for buffer in mod.buffers()]
    torch.jit._trace._plain_sizes[0] = True
    try:
        run = scope if sizes is not None and sizes.rows else None
        traced = _traced(caller, tuple(tensors), run)
        if sizes is not None:
            sizes.check()

        def record(module, spec, leaves):
            inner = _Caller(module, spec, leaves)
            return _Recorded(inner, _traced(inner, tuple(leaves), run).inlined_graph)

        builder = Builder(mod, traced.inlined_graph, names, args, kwargs, caller, scope, sizes, record)
        return builder.program()
    finally:
        torch.jit._trace._plain_sizes[0] = False
        with torch.no_grad():
            for buffer, value in before:
                buffer.copy_(value)


def _traced(caller, tensors, scope):
    def run():
        return torch.jit.trace_module(caller, {"forward": tensors}, check_trace=False, strict=False)

    with _Refuse(), Conditions():
        return scope.run(run) if scope is not None else run()


class _Recorded:
    def __init__(self, module, graph):
        self.module, self.graph = module, graph


class _Caller(Module):
    """The module called with the tensors of a structure of arguments."""

    def __init__(self, mod, spec, leaves):
        super().__init__()
        self.training = mod.training
        self._exported = mod
        self.__dict__["_call"] = (spec, leaves)

    def forward(self, *tensors):
        spec, leaves = self._call
        remaining = iter(tensors)
        args, kwargs = pytree.tree_unflatten([next(remaining) if isinstance(leaf, torch.Tensor) else leaf for leaf in leaves], spec)
        self.__dict__["_results"] = pytree.tree_flatten(self._exported(*args, **kwargs))
        return tuple([leaf for leaf in self._results[0] if isinstance(leaf, torch.Tensor)])


def _bound_names(mod, args, kwargs):
    """The names of the arguments, positional ones first, then those that are given by name; and
    of those that *args or **kwargs collects, the collecting parameter."""
    parameters = function_parameters(mod.forward)
    names = [p[0] for p in parameters if p[1] == ""][:len(args)]
    star = [p[0] for p in parameters if p[1] == "*"]
    if len(names) < len(args) and not star:
        raise TypeError("too many positional arguments")
    names += [f"{star[0]}_{i}" for i in range(len(args) - len(names))] if star else []
    for name, kind, has_default, _ in parameters:
        if kind in ("", "keyword") and not has_default and name not in names and name not in kwargs:
            raise TypeError(f"missing a required argument: '{name}'")
    plain = [p[0] for p in parameters if p[1] in ("", "keyword")]
    collected = {name: star[0] for name in names if name not in plain}
    collected.update({name: p[0] for p in parameters if p[1] == "**" for name in kwargs if name not in plain})
    return names + list(kwargs), collected
