# The module torch. Ops, tensors and dtypes are native (torch._C); what is here and in the
# submodules is written in the language itself, so that capture can look into it.
import math

from torch._C import *
from torch._C import _ctc_loss
import torch._C as _C
import torch._C._nn
import torch._C._functional
from torch._C import default_generator
from torch._late import late
from torch.version import __version__

e = math.e
pi = math.pi
inf = math.inf
nan = math.nan
newaxis = None
legacy_contiguous_format = contiguous_format

from torch.autograd.grad_mode import no_grad, enable_grad, inference_mode, set_grad_enabled
from torch._tensor_library import *
from torch._tensor_shaping import *
from torch._tensor_statistics import *
from torch._native_names import *
from torch._foreach import *
from torch._tensor_library import _install_tensor_methods
from torch._limits import finfo, iinfo
import torch.autograd as autograd
import torch.random as random
import torch.amp as amp
from torch.amp import autocast, GradScaler
import torch.return_types as return_types
import torch.utils as utils
import torch.nn as nn
import torch.special as special
import torch.fft as fft
import torch.cuda as cuda
import torch.cpu as cpu
import torch.webgpu as webgpu
import torch.accelerator as accelerator
import torch.backends as backends
import torch.storage as storage
from torch.storage import TypedStorage, UntypedStorage
from torch.serialization import save, load
import torch.serialization as serialization
import torch._tensor_str as _tensor_str
import torch.quantization as quantization
import torch.ao as ao
from torch.ao.quantization import qint8, quint8, per_tensor_affine

_install_tensor_methods()

import torch.functional as functional

import torch._capture_entry as _capture_entry
from torch._capture_entry import *


_late = late("torch", ("distributed", "distributions", "export", "func", "fx", "futures", "jit", "library", "linalg", "ops", "optim", "overrides", "profiler", "signal",
                       "testing", "_decomp", "_higher_order_ops", "_subclasses"),
             {"cond": "torch._higher_order_ops", "vmap": "torch.func"})


def __getattr__(name):
    return getattr(storage, name) if name.endswith("Storage") else _late(name)


def is_storage(obj):
    return isinstance(obj, (UntypedStorage, TypedStorage))


def typename(obj):
    if isinstance(obj, Tensor):
        return obj.type()
    cls = obj if isinstance(obj, type) else type(obj)
    module = getattr(cls, "__module__", "") or ""
    name = getattr(cls, "__qualname__", cls.__name__)
    if module == "" or module == "builtins":
        return name
    return module + "." + name
