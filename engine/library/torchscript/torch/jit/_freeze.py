# Freezing: the attributes of a module in eval mode become constants of its graph.
import _vitrine_script as _native
from torch.jit._script import ScriptModule, RecursiveScriptModule


def freeze(mod, preserved_attrs=None, optimize_numerics=True):
    if not isinstance(mod, ScriptModule):
        raise RuntimeError("Freezing expects a ScriptModule as input. Please use torch.jit.script or torch.jit.trace to script your 'nn.Module'.")
    if mod.training:
        raise RuntimeError("Freezing is currently only implemented for modules in eval mode. Please call .eval() on your module before freezing.")
    for name in preserved_attrs or []:
        at = mod
        for part in name.split("."):
            if not hasattr(at, part):
                raise RuntimeError(f"Unknown name: {name}")
            at = getattr(at, part)
    return RecursiveScriptModule(_native.freeze(mod._c, list(preserved_attrs or []), optimize_numerics))


def _freeze_module(module, preservedAttrs=(), freezeInterfaces=True, preserveParameters=False):
    """torch._C._freeze_module: what freeze() does to the native module, without folding."""
    preserved = list(preservedAttrs)
    if preserveParameters:
        preserved += [name for name, _ in RecursiveScriptModule(module).named_parameters()]
    return _native.freeze(module, preserved, False)


def run_frozen_optimizations(mod, optimize_numerics=True, preserved_methods=None):
    return None


def optimize_for_inference(mod, other_methods=None):
    if not isinstance(mod, ScriptModule):
        raise RuntimeError("optimize_for_inference expects ScriptModule as input. Please use torch.jit.script or torch.jit.trace to script your 'nn.Module'.")
    if hasattr(mod, "training"):
        mod = freeze(mod.eval(), preserved_attrs=other_methods)
    return mod
