# Parametrizations: a parameter computed from another on each access.
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


class ParametrizationList(ModuleList):
    """Holds the original, or original0, original1 ... where the first module's right_inverse gives several."""

    def __init__(self, modules, original):
        super().__init__(modules)
        self.is_tensor = isinstance(original, torch.Tensor)
        self.ntensors = 1 if self.is_tensor else len(original)
        for name, value in zip(self._names(), [original] if self.is_tensor else original):
            if isinstance(value, Parameter):
                self.register_parameter(name, value)
            else:
                self.register_buffer(name, value)

    def _names(self):
        return ["original"] if self.is_tensor else [f"original{i}" for i in range(self.ntensors)]

    def originals(self):
        return [getattr(self, name) for name in self._names()]

    def right_inverse(self, value):
        with torch.no_grad():
            for module in reversed(list(self)):
                value = module.right_inverse(value)
            for target, new in zip(self.originals(), [value] if self.is_tensor else value):
                target.copy_(new)

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

    Parametrized.__name__ = "Parametrized" + cls.__name__
    Parametrized.__qualname__ = Parametrized.__name__
    return Parametrized


def register_parametrization(module, tensor_name, parametrization, *, unsafe=False):
    if is_parametrized(module, tensor_name):
        module.parametrizations[tensor_name].append(parametrization)
        return module
    if tensor_name not in module._parameters and tensor_name not in module._buffers:
        raise ValueError(f"Module '{module}' does not have a parameter, a buffer, or a parametrized element with name '{tensor_name}'")
    if not is_parametrized(module):
        module.__class__ = _parametrized_class(module)
        module.parametrizations = ModuleDict()
    original = module._parameters.pop(tensor_name, None)
    if original is None:
        original = module._buffers.pop(tensor_name)
    if hasattr(parametrization, "right_inverse"):
        with torch.no_grad():
            inverse = parametrization.right_inverse(original)
        trainable = isinstance(original, Parameter)
        if isinstance(inverse, torch.Tensor):
            original = Parameter(inverse.detach().clone()) if trainable else inverse.detach().clone()
        else:
            original = [Parameter(part.detach().clone()) if trainable else part.detach().clone() for part in inverse]
    module.parametrizations[tensor_name] = ParametrizationList([parametrization], original)

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
    value = entry() if leave_parametrized else entry.original
    delattr(module.__class__, tensor_name)
    del module.parametrizations[tensor_name]
    module.register_parameter(tensor_name, Parameter(value.detach().clone()))
    if len(module.parametrizations) == 0:
        delattr(module, "parametrizations")
        module.__class__ = module.__class__.__bases__[0]
    return module
