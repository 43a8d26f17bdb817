"""Importing by name."""
import sys


def import_module(name, package=None):
    level = len(name) - len(name.lstrip("."))
    if level:
        if not package:
            raise TypeError(f"the 'package' argument is required to perform a relative import for {name!r}")
        parent = package.rsplit(".", level - 1)
        if len(parent) < level:
            raise ImportError("attempted relative import beyond top-level package")
        name = parent[0] + ("." + name[level:] if name[level:] else "")
    __import__(name)
    return sys.modules[name]


def invalidate_caches():
    pass


def reload(module):
    name = getattr(module, "__name__", None)
    if name is None or sys.modules.get(name) is not module:
        raise ImportError(f"module {name} not in sys.modules", name=name)
    del sys.modules[name]
    try:
        made = import_module(name)
    except BaseException:
        sys.modules[name] = module
        raise
    module.__dict__.update(made.__dict__)
    sys.modules[name] = module
    return module
