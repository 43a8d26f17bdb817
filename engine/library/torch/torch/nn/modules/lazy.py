# Lazy modules: the first input decides the width; from then on they are the plain class. Their
# parameters are there from the start, so an optimiser may take them before the first call.
import sys

import torch
from torch.nn.modules import batchnorm, conv, linear
from torch.nn.modules.module import Module
from torch.nn.parameter import UninitializedBuffer, UninitializedParameter, is_lazy


class LazyModuleMixin:
    """For modules of a program: initialize_parameters, which the program writes, sees the first input before forward does."""

    cls_to_become = None

    def __init__(self, *args, **kwargs):
        super().__init__(*args, **kwargs)
        self._initialize_hook = self.register_forward_pre_hook(self._infer_parameters, with_kwargs=True)

    def initialize_parameters(self, *args, **kwargs):
        raise NotImplementedError(f"initialize_parameters is not implemented for {self.__class__.__name__}")

    def has_uninitialized_params(self):
        return any(is_lazy(value) for value in list(self._parameters.values()) + list(self._buffers.values()))

    def _infer_parameters(self, module, args, kwargs):
        module.initialize_parameters(*args, **kwargs)
        if module.has_uninitialized_params():
            raise RuntimeError(f"module {self._get_name()} has not been fully initialized")
        module._initialize_hook.remove()
        del module._initialize_hook
        if module.cls_to_become is not None:
            module.__class__ = module.cls_to_become

    def _load_from_state_dict(self, state_dict, prefix, *rest):
        for name, own in list(self._parameters.items()) + list(self._buffers.items()):
            value = state_dict.get(prefix + name)
            if is_lazy(own) and value is not None and not is_lazy(value):
                own.materialize(value.shape)
        super()._load_from_state_dict(state_dict, prefix, *rest)


class _Lazy(LazyModuleMixin, Module):
    """Shows the plain class's text with a width of 0, and takes its constructor's arguments without the width."""

    def _become_plain(self, width):
        plain = type(self)._plain
        args, kwargs = self._arguments
        waiting = self.has_uninitialized_params()
        state = torch.get_rng_state()
        made = plain(width, *args, **kwargs)
        if not waiting:  # loaded: nothing is drawn
            torch.set_rng_state(state)
        for name, value in list(made._parameters.items()) + list(made._buffers.items()):
            own = getattr(self, name)
            if is_lazy(own):
                own.materialize(value.shape)
                with torch.no_grad():
                    own.copy_(value)
        for name, value in made.__dict__.items():
            if not name.startswith("_") and name != "training":
                self.__dict__[name] = value
        del self._arguments
        self.__class__ = plain
        return self

    def reset_parameters(self):
        if not self.has_uninitialized_params() and self._width_of(self) != 0:
            super().reset_parameters()

    def initialize_parameters(self, input):
        self._become_plain(self._width_of_input(input))

    def forward(self, input):
        self.initialize_parameters(input)
        return self.forward(input)


def _width_along(plain, axis):
    """The function from an input to its size along an axis; convolutions refuse inputs of other ranks."""
    def width(input):
        if planes is not None and input.dim() not in (planes + 1, planes + 2):
            raise RuntimeError(f"Expected {planes + 1}D (unbatched) or {planes + 2}D (batched) input to Lazy{plain.__name__}, but got input of size: {input.shape}")
        return input.shape[axis if planes is None else -planes - 1]

    planes = int(plain.__name__[-2]) if issubclass(plain, conv._ConvNd) else None
    return width


def _lazy(plain, *widths, axis=1, **defaults):
    code = plain.__init__.__code__
    names = code.co_varnames[2:code.co_argcount]  # behind self and the width

    def __init__(self, *args, **kwargs):
        kwargs = {**{k: v for k, v in defaults.items() if k not in names[:len(args)]}, **kwargs}
        # Shaped as for the narrowest input, but nothing is drawn for its weights.
        state = torch.get_rng_state()
        plain.__init__(self, kwargs.get("groups", 1), *args, **kwargs)
        torch.set_rng_state(state)
        self._arguments = (args, kwargs)
        for name, value in self._parameters.items():
            if value is not None:
                self._parameters[name] = UninitializedParameter(device=value.device, dtype=value.dtype)
        for name, value in self._buffers.items():
            if value is not None and value.dim() > 0:
                self._buffers[name] = UninitializedBuffer(device=value.device, dtype=value.dtype)
        for width in widths:
            setattr(self, width, 0)

    made = type("Lazy" + plain.__name__, (_Lazy, plain), {
        "__init__": __init__, "_plain": plain, "cls_to_become": plain, "_width_of": staticmethod(lambda module: getattr(module, widths[0])),
        "_width_of_input": staticmethod(_width_along(plain, axis))})
    made.__module__ = plain.__module__
    setattr(sys.modules[plain.__module__], made.__name__, made)  # where a pickle looks for it
    return made


LazyLinear = _lazy(linear.Linear, "in_features", axis=-1)
LazyConv1d = _lazy(conv.Conv1d, "in_channels")
LazyConv2d = _lazy(conv.Conv2d, "in_channels")
LazyConv3d = _lazy(conv.Conv3d, "in_channels")
LazyConvTranspose1d = _lazy(conv.ConvTranspose1d, "in_channels")
LazyConvTranspose2d = _lazy(conv.ConvTranspose2d, "in_channels")
LazyConvTranspose3d = _lazy(conv.ConvTranspose3d, "in_channels")
LazyBatchNorm1d = _lazy(batchnorm.BatchNorm1d, "num_features")
LazyBatchNorm2d = _lazy(batchnorm.BatchNorm2d, "num_features")
LazyBatchNorm3d = _lazy(batchnorm.BatchNorm3d, "num_features")
LazyInstanceNorm1d, LazyInstanceNorm2d, LazyInstanceNorm3d = [
    _lazy(norm, "num_features", affine=True, track_running_stats=True) for norm in (batchnorm.InstanceNorm1d, batchnorm.InstanceNorm2d, batchnorm.InstanceNorm3d)]
