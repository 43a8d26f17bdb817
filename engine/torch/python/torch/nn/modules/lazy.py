# Lazy modules: the first input decides the width; from then on they are the plain class.
import torch
from torch.nn.modules import batchnorm, conv
from torch.nn.modules.module import Module


class _Lazy(Module):
    """Shows the plain class's text with a width of 0, and takes its constructor's arguments without the width."""

    def _materialize(self, width):
        plain = type(self)._plain
        training, hooks = self.training, self._forward_hooks
        args, kwargs = self._arguments
        state = plain(width, *args, **kwargs)
        self.__dict__.update(state.__dict__)
        self._forward_hooks = hooks
        self.__class__ = plain
        return self.train(training)

    def has_uninitialized_params(self):
        return True

    def forward(self, input):
        return self._materialize(input.shape[1]).forward(input)


def _lazy(plain):
    def __init__(self, *args, **kwargs):
        # Shaped as for the narrowest input, but nothing is drawn for its weights.
        state = torch.get_rng_state()
        plain.__init__(self, kwargs.get("groups", 1), *args, **kwargs)
        torch.set_rng_state(state)
        self._arguments = (args, kwargs)
        if hasattr(self, "in_channels"):
            self.in_channels = 0
        if hasattr(self, "num_features"):
            self.num_features = 0

    made = type("Lazy" + plain.__name__, (_Lazy, plain), {"__init__": __init__, "_plain": plain})
    made.__module__ = plain.__module__
    return made


LazyConv1d = _lazy(conv.Conv1d)
LazyConv2d = _lazy(conv.Conv2d)
LazyConv3d = _lazy(conv.Conv3d)
LazyConvTranspose1d = _lazy(conv.ConvTranspose1d)
LazyConvTranspose2d = _lazy(conv.ConvTranspose2d)
LazyConvTranspose3d = _lazy(conv.ConvTranspose3d)
LazyBatchNorm1d = _lazy(batchnorm.BatchNorm1d)
LazyBatchNorm2d = _lazy(batchnorm.BatchNorm2d)
LazyBatchNorm3d = _lazy(batchnorm.BatchNorm3d)
LazyInstanceNorm1d = _lazy(batchnorm.InstanceNorm1d)
LazyInstanceNorm2d = _lazy(batchnorm.InstanceNorm2d)
LazyInstanceNorm3d = _lazy(batchnorm.InstanceNorm3d)
