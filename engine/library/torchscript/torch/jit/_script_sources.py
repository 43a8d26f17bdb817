# Sources for torch.jit.script that a program did not write, or wrote several times: methods of dataclasses and of containers
# of modules, overloads. The native compiler asks for them.
import dataclasses

import _vitrine_script as _native


def _write_dataclass(cls):
    """Gives a dataclass methods with source, which a script can compile, for those that are made from its fields."""
    fields = list(cls.__dataclass_fields__.values())
    names = {"_cls": cls}
    parameters, body = [], []
    for f in fields:
        annotation = f.type
        if not isinstance(annotation, str):
            names[f"_type_{f.name}"] = annotation
            annotation = f"_type_{f.name}"
        default = ""
        if f.default is not dataclasses.MISSING:
            names[f"_default_{f.name}"] = f.default
            default = f" = _default_{f.name}"
        elif f.default_factory is not dataclasses.MISSING:
            raise NotImplementedError("Default factory initializers are not supported in TorchScript dataclasses")
        parameters.append(f"{f.name}: {annotation}{default}")
        body.append(f"    self.{f.name} = {f.name}\n")
    if hasattr(cls, "__post_init__"):
        body.append("    self.__post_init__()\n")
    texts = {"__init__": f"def __init__({', '.join(['self'] + parameters)}):\n" + "".join(body)}
    compared = " and ".join([f"self.{f.name} == other.{f.name}" for f in fields if f.compare])
    texts["__eq__"] = f"def __eq__(self, other: _cls) -> bool:\n    return {compared or 'True'}\n"
    for name, sign, when_equal in (("__lt__", "<", False), ("__le__", "<", True), ("__gt__", ">", False), ("__ge__", ">", True)):
        texts[name] = f"def {name}(self, other: _cls) -> bool:\n" + "".join(
            [f"    if self.{f.name} != other.{f.name}:\n        return self.{f.name} {sign} other.{f.name}\n" for f in fields if f.compare]) + f"    return {when_equal}\n"
    for name, text in texts.items():
        code = getattr(cls.__dict__.get(name), "__code__", None)
        if code is not None and code.co_filename == "<string>":
            namespace = dict(names)
            _native.run_text(text, namespace)
            setattr(cls, name, namespace[name])


def _container_method(name, keys):
    """`__len__` or `__contains__` of a container of modules, as the source that PyTorch compiles for it."""
    if name == "__len__":
        text = f"def __len__(self):\n   return {len(keys)}\n"
    else:
        text = f"def __contains__(self, key: str):\n   return {f'key in {keys!r}' if keys else False}\n"
    namespace = {}
    _native.run_text(text, namespace)
    return namespace[name]


# What _overload declared, by module and name, until its implementation is first looked at.
_overloads = {}


def _overload(func):
    """Declares one signature of the function, or method, that is defined under the same name behind it."""
    _overloads.setdefault((func.__module__, func.__qualname__), []).append(func)
    return func


def _take_overloads(implementation):
    found = _overloads.pop((implementation.__module__, implementation.__qualname__), [])
    if found:
        implementation.__script_overloads__ = found
    return found


def _overloads_of(function):
    return getattr(function, "__script_overloads__", None) or _take_overloads(function)
