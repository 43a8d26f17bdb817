# The older home of torch.func.functional_call.
from torch._warnings import deprecated
from torch.func import functional_call as _functional_call


@deprecated("`torch.nn.utils.stateless.functional_call` is deprecated as of PyTorch 2.0 and will be removed in a future version of PyTorch. "
            "Please use `torch.func.functional_call` instead which is a drop-in replacement.")
def functional_call(module, parameters_and_buffers, args=None, kwargs=None, *, tie_weights=True, strict=False):
    return _functional_call(module, parameters_and_buffers, args, kwargs, tie_weights=tie_weights, strict=strict)
