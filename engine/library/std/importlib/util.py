"""Whether a module is there."""
import sys


class _Spec:
    def __init__(self, name, module):
        self.name = name
        self.loader = None
        self.origin = getattr(module, "__file__", "built-in")
        self.submodule_search_locations = getattr(module, "__path__", None)

    def __repr__(self):
        return f"ModuleSpec(name={self.name!r}, loader={self.loader!r}, origin={self.origin!r})"


def find_spec(name, package=None):
    """Imports the module to find out, where CPython only looks."""
    from importlib import import_module

    known = name in sys.modules
    try:
        module = import_module(name, package)
    except ModuleNotFoundError as error:
        if error.name is not None and name.startswith(error.name + "."):
            raise
        return None
    if not known:
        sys.modules.pop(name, None)
    return _Spec(name, module)
