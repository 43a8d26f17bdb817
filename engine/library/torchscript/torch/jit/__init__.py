# TorchScript: trace, script, freeze, save and load. Native parts are in _vitrine_script. Here is
# what plain programs call too; the rest is read at its first use, since few programs have one.
import builtins
import functools
import importlib
import warnings

import torch
from torch.jit.frontend import FrontendError, NotSupportedError, UnsupportedNodeError
import torch._C as _C
from typing import Final

# Which module has the names that are read late; a module's own name stands for itself.
_LATE = {
    "torch.jit._script": ("CompilationUnit", "ScriptModule", "ScriptFunction", "RecursiveScriptModule", "interface", "script"),
    "torch.jit._script_sources": ("_overload",),
    "torch.jit._containers": ("ScriptDict", "ScriptList"),
    "torch.jit._trace": ("trace", "trace_module", "TracerWarning", "TracingCheckError", "TopLevelTracedModule", "TracedModule"),
    "torch.jit._serialization": ("save", "load"),
    "torch.jit._freeze": ("freeze", "optimize_for_inference", "run_frozen_optimizations"),
    "_vitrine_script": ("Future",),
}
_LATE_NAMES = {name: module for module, names in _LATE.items() for name in names}
_LATE_NAMES["_overload_method"] = "torch.jit._script_sources"
_LATE_MODULES = ("_containers", "_freeze", "_functional", "_functional_attention", "_functional_losses", "_functional_pooling", "_functional_rnn", "_operators", "_script", "_script_sources", "_serialization", "_trace")
_OF_C = {"_freeze_module": "torch.jit._freeze", "ScriptDict": "torch.jit._containers", "ScriptList": "torch.jit._containers"}
_OF_C.update((name, "_vitrine_script") for name in ("Graph", "Node", "Value", "Block", "Type", "ScriptObject"))


def __getattr__(name):
    if name in _LATE_MODULES:
        return importlib.import_module("torch.jit." + name)
    if name not in _LATE_NAMES:
        raise AttributeError(f"module 'torch.jit' has no attribute '{name}'")
    value = getattr(importlib.import_module(_LATE_NAMES[name]), "_overload" if name == "_overload_method" else name)
    globals()[name] = value
    return value


def __dir__():
    return sorted([*globals(), *_LATE_NAMES, *_LATE_MODULES])


def _late_of_c(name):
    module = "_vitrine_script" if name.startswith("_jit_pass_") else _OF_C.get(name)
    value = getattr(importlib.import_module(module), name, None) if module else None
    if value is None:
        raise AttributeError(f"module 'torch._C' has no attribute '{name}'")
    setattr(_C, name, value)
    return value


_C.__getattr__ = _late_of_c


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
    import _vitrine_script
    return _vitrine_script.fork(func, *args, **kwargs)


def wait(future):
    import _vitrine_script
    return _vitrine_script.wait(future)


_is_tracing = [False]


def is_tracing():
    if torch.jit.is_scripting():
        return False
    return _is_tracing[0]


is_tracing.__module__ = "torch.jit._trace"

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


def script_if_tracing(fn):
    @functools.wraps(fn)
    def wrapper(*args, **kwargs):
        if not is_tracing():
            return fn(*args, **kwargs)
        from torch.jit._script import script
        return script(fn)(*args, **kwargs)

    return wrapper
