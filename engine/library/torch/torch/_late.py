# Parts of torch that few programs need are read when one asks for them.
import importlib
import sys

from torch._missing import missing


def late(package, modules=(), names={}):
    """The __getattr__ of `package`: `modules` are submodules of it, `names` tell which module has a name."""

    def __getattr__(name):
        if name in modules:
            return importlib.import_module(f"{package}.{name}")
        if name not in names:
            raise missing(package, name)
        value = getattr(importlib.import_module(names[name]), name)
        setattr(sys.modules[package], name, value)
        return value

    return __getattr__
