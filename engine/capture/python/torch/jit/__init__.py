# TorchScript: trace, script, freeze, save and load. Native parts are in _vitrine_script.
import builtins
import functools
import warnings

from torch.jit.frontend import FrontendError, NotSupportedError, UnsupportedNodeError
from torch.jit._script import CompilationUnit, ScriptModule, ScriptFunction, RecursiveScriptModule, interface, script
from torch.jit._script_sources import _overload
from torch.jit._containers import ScriptDict, ScriptList
import _vitrine_script as _native
from _vitrine_script import Future
import torch._C as _C
from typing import Final

for _name in ["Graph", "Node", "Value", "Block", "Type", "ScriptObject"] + [n for n in dir(_native) if n.startswith("_jit_pass_")]:
    if not hasattr(_C, _name):
        setattr(_C, _name, getattr(_native, _name))


class Error(Exception):
    pass


Error.__module__ = "torch.jit"


def ignore(drop=False, **kwargs):
    if callable(drop):
        fn = drop
        fn._torchscript_modifier = "ignore (leave as a call to Python, cannot be torch.jit.save'd)"
        return fn
    if not builtins.isinstance(drop, bool):
        raise RuntimeError(f"Argument to @torch.jit.ignore must be a bool or a function but got {drop}")
    dropped_on_export = kwargs.pop("drop_on_export", None)
    for old, said in (("drop_on_export=True", dropped_on_export), ("True", drop)):
        if said:
            warnings.warn(f"ignore({old}) has been deprecated. TorchScript will now drop the function call on compilation. "
                          "Use torch.jit.unused now. {}", category=FutureWarning)
            drop = True
            break

    def decorator(fn):
        fn._torchscript_modifier = ("unused (ignored and replaced with raising of an exception)" if drop
                                    else "ignore (leave as a call to Python, cannot be torch.jit.save'd)")
        return fn

    return decorator


def unused(fn):
    if isinstance(fn, property):
        return fn
    fn._torchscript_modifier = "unused (ignored and replaced with raising of an exception)"
    return fn


def export(fn):
    fn._torchscript_modifier = "export (compile this function even if nothing calls it)"
    return fn


def script_method(fn):
    return export(fn)


def is_scripting():
    return False


def annotate(the_type, the_value):
    return the_value


def Attribute(value, type):
    return value


def _unwrap_optional(x):
    assert x is not None, "Unwrapping null optional"
    return x


def isinstance(obj, target_type):
    return builtins.isinstance(obj, target_type)


def fork(func, *args, **kwargs):
    return _native.fork(func, *args, **kwargs)


def wait(future):
    return _native.wait(future)


_fork = fork
_wait = wait


class strict_fusion:
    def __enter__(self):
        return self

    def __exit__(self, *exc):
        return False


class _OptimizedExecution:
    def __init__(self, should_optimize=True):
        self.should_optimize = should_optimize

    def __enter__(self):
        return self

    def __exit__(self, *exc):
        return False


optimized_execution = _OptimizedExecution


def onednn_fusion_enabled():
    return False


def enable_onednn_fusion(enabled):
    pass


def set_fusion_strategy(strategy):
    return strategy


class fuser:
    """Which fuser runs scripts: there is one here."""

    def __init__(self, name):
        if name not in ("fuser0", "fuser1", "fuser2", "fuser3"):
            raise Exception(f"unrecognized fuser option (name: {name})")

    def __enter__(self):
        return self

    def __exit__(self, *exc):
        return False


def export_opnames(m):
    """The operators that a script calls, sorted."""
    found = set()

    def look(block):
        for node in block.nodes():
            schema = node.schema()
            if node.kind().startswith("aten::") and "(" in schema:
                found.add(schema.split("(")[0])
            for inner in node.blocks():
                look(inner)

    look(m.inlined_graph)
    return sorted(found)


def _drop(fn):
    fn._torchscript_modifier = "_drop (function is fully ignored, declaration can be unscriptable)"
    return fn


_overload_method = _overload


def script_if_tracing(fn):
    @functools.wraps(fn)
    def wrapper(*args, **kwargs):
        if not is_tracing():
            return fn(*args, **kwargs)
        return script(fn)(*args, **kwargs)

    return wrapper


from torch.jit._trace import trace, trace_module, is_tracing, TracerWarning, TracingCheckError, TopLevelTracedModule, TracedModule
from torch.jit._serialization import save, load
from torch.jit._freeze import _freeze_module, freeze, optimize_for_inference, run_frozen_optimizations

_C._freeze_module = _freeze_module
_C.ScriptList, _C.ScriptDict = ScriptList, ScriptDict
del _freeze_module
