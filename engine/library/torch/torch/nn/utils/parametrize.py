# Parametrizations: a parameter computed from another on each access.
import copy

import torch
from torch.nn.modules.container import ModuleDict, ModuleList
from torch.nn.modules.module import Module
from torch.nn.parameter import Parameter


_cache = {"depth": 0, "values": {}}  # of the `cached` blocks that are open


class cached:
    """Inside, a parametrised tensor is computed once, on its first use."""

    def __enter__(self):
        _cache["depth"] += 1

    def __exit__(self, *args):
        _cache["depth"] -= 1
        if not _cache["depth"]:
            _cache["values"] = {}


def _check_kept(changed, before, after, titles):
    """Without unsafe, dtype and shape stay."""
    for what in ("dtype", "shape"):
        if getattr(after, what) != getattr(before, what):
            raise ValueError(f"{changed[0]}{what}{changed[1]}\n{titles[0].format(what)}: {getattr(before, what)}\n{titles[1].format(what)}: {getattr(after, what)}")


def _inverse(module, original):
    """What the original becomes: one tensor, or several."""
    if not hasattr(module, "right_inverse"):
        return original
    with torch.no_grad():
        value = module.right_inverse(original)
    if not isinstance(value, (torch.Tensor, tuple, list)):
        raise ValueError(f"'right_inverse' must return a Tensor or a Sequence of tensors (list, tuple...). Got {type(value).__name__}")
    if isinstance(value, torch.Tensor) and value.dtype != original.dtype:
        raise ValueError("When `right_inverse` outputs one tensor, it may not change the dtype.\n"
                         f"original.dtype: {original.dtype}\nright_inverse(original).dtype: {value.dtype}")
    return value


class ParametrizationList(ModuleList):
    """Holds the original, or original0, original1 ... where the first module's right_inverse gives several."""

    def __init__(self, modules, original, unsafe=False):
        super().__init__(modules)
        self.unsafe = unsafe
        before = original.detach()
        value = original
        for module in reversed(list(self)):
            value = _inverse(module, value)
        self.is_tensor = isinstance(value, torch.Tensor)
        self.ntensors = 1 if self.is_tensor else len(value)
        if self.is_tensor:
            if value is not original:  # the same parameter: an optimiser may hold it
                with torch.no_grad():
                    original.set_(value)
            parts = [original]
        else:
            parts = [Parameter(part, original.requires_grad) if isinstance(original, Parameter) else part for part in value]
        for name, part in zip(self._names(), parts):
            if isinstance(part, Parameter):
                self.register_parameter(name, part)
            else:
                self.register_buffer(name, part)
        if not unsafe:
            result = self()
            if not isinstance(result, torch.Tensor):
                raise ValueError(f"A parametrization must return a tensor. Got {type(result).__name__}.")
            _check_kept(("Registering a parametrization may not change the ", " of the tensor, unless `unsafe` flag is enabled."), before, result,
                        ("unparametrized {}", "parametrized {}"))

    def _names(self):
        return ["original"] if self.is_tensor else [f"original{i}" for i in range(self.ntensors)]

    def originals(self):
        return [getattr(self, name) for name in self._names()]

    def right_inverse(self, value):
        with torch.no_grad():
            for module in reversed(list(self)):
                if not hasattr(module, "right_inverse"):
                    raise RuntimeError(f"parametrization {type(module).__name__} does not implement right_inverse.")
                value = module.right_inverse(value)
            if self.is_tensor:
                if not isinstance(value, torch.Tensor):
                    raise ValueError(f"`right_inverse` should return a tensor. Got {type(value).__name__}")
                if value.dtype != self.original.dtype:
                    raise ValueError(f"The tensor returned by `right_inverse` has dtype {value.dtype} while `original` has dtype {self.original.dtype}")
                value = [value]
            for target, new in zip(self.originals(), value):
                target.set_(new)

    def forward(self):
        modules = list(self)
        x = modules[0](*self.originals())
        for module in modules[1:]:
            x = module(x)
        return x


def is_parametrized(module, tensor_name=None):
    table = getattr(module, "parametrizations", None)
    if not isinstance(table, ModuleDict):
        return False
    return len(table) > 0 if tensor_name is None else tensor_name in table


def _parametrized_class(module):
    cls = module.__class__

    class Parametrized(cls):
        pass

    def refuse(self):
        raise RuntimeError("Serialization of parametrized modules is only supported through state_dict(). See:\n"
                           "https://pytorch.org/tutorials/beginner/saving_loading_models.html#saving-loading-a-general-checkpoint-for-inference-and-or-resuming-training")

    def deepcopied(self, memo):
        made = self.__new__(self.__class__)
        memo[id(self)] = made
        made.__dict__ = copy.deepcopy(self.__dict__, memo)
        return made

    Parametrized.__deepcopy__ = deepcopied
    Parametrized.__name__ = "Parametrized" + cls.__name__
    Parametrized.__qualname__ = Parametrized.__name__
    Parametrized.__getstate__ = refuse
    return Parametrized


def _append(module, name, parametrization, unsafe):
    """One more step, behind those that are there."""
    entry, before = module.parametrizations[name], getattr(module, name)
    if not unsafe:
        after = parametrization(before)
        if not isinstance(after, torch.Tensor):
            raise ValueError(f"A parametrization must return a tensor. Got {type(after).__name__}.")
        _check_kept(("Registering a parametrization may not change the ", " of the tensor, unless the `unsafe` flag is enabled."), before, after,
                    (f"module.{name}.{{}}", f"parametrization(module.{name}).{{}}"))
        if hasattr(parametrization, "right_inverse"):
            value = parametrization.right_inverse(after)
            if not isinstance(value, torch.Tensor):
                raise ValueError(f"parametrization.right_inverse must return a tensor. Got: {type(value).__name__}")
            _check_kept(("The tensor returned by parametrization.right_inverse must have the same ",
                         f" as module.{name}, unless the `unsafe` flag is enabled."), before, value, (f"module.{name}.{{}}", "returned {}"))
    entry.append(parametrization)
    entry.unsafe = entry.unsafe or unsafe
    return module


def register_parametrization(module, tensor_name, parametrization, *, unsafe=False):
    parametrization.train(module.training)
    if is_parametrized(module, tensor_name):
        return _append(module, tensor_name, parametrization, unsafe)
    if tensor_name not in module._parameters and tensor_name not in module._buffers:
        raise ValueError(f"Module '{module}' does not have a parameter, a buffer, or a parametrized element with name '{tensor_name}'")
    entry = ParametrizationList([parametrization], getattr(module, tensor_name), unsafe)
    table = module._parameters if tensor_name in module._parameters else module._buffers
    del table[tensor_name]
    if not is_parametrized(module):
        module.__class__ = _parametrized_class(module)
        module.parametrizations = ModuleDict()
    module.parametrizations[tensor_name] = entry

    def getter(self):
        if not _cache["depth"]:
            return self.parametrizations[tensor_name]()
        key = (id(self), tensor_name)
        if key not in _cache["values"]:
            _cache["values"][key] = self.parametrizations[tensor_name]()
        return _cache["values"][key]

    def setter(self, value):
        self.parametrizations[tensor_name].right_inverse(value)

    setattr(module.__class__, tensor_name, property(getter, setter))
    return module


def remove_parametrizations(module, tensor_name, leave_parametrized=True):
    if not is_parametrized(module, tensor_name):
        raise ValueError(f"Module {module} does not have a parametrization on {tensor_name}")
    entry = module.parametrizations[tensor_name]
    if entry.is_tensor:
        kept = entry.original
        if leave_parametrized:
            with torch.no_grad():
                value = entry()
            kept = Parameter(value.detach(), kept.requires_grad) if isinstance(kept, Parameter) else value
    elif leave_parametrized:
        value = entry()
        kept = Parameter(value.detach()) if value.requires_grad else value
    else:
        raise ValueError("Cannot leave unparametrized (`leave_parametrized=False`) a tensor that is parametrized in terms of a sequence of tensors.")
    delattr(module.__class__, tensor_name)
    del module.parametrizations[tensor_name]
    if isinstance(kept, Parameter):
        module.register_parameter(tensor_name, kept)
    else:
        module.register_buffer(tensor_name, kept)
    if len(module.parametrizations) == 0:
        delattr(module, "parametrizations")
        module.__class__ = module.__class__.__bases__[0]
    return module


def type_before_parametrizations(module):
    return module.__class__.__bases__[0] if is_parametrized(module) else type(module)


def transfer_parametrizations_and_params(from_module, to_module, tensor_name=None):
    if not is_parametrized(from_module):
        return to_module
    for name in from_module.parametrizations if tensor_name is None else [tensor_name]:
        source = from_module.parametrizations[name]
        if not hasattr(to_module, name):
            setattr(to_module, name, Parameter(source.original) if source.is_tensor else Parameter(source()))
        for step in source:
            register_parametrization(to_module, name, step)
        target = to_module.parametrizations[name]
        for key in source._names():
            setattr(target, key, getattr(source, key))
    return to_module
