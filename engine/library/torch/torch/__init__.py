# The module torch. Ops, tensors and dtypes are native (torch._C); what is here and in the
# submodules is written in the language itself, so that capture can look into it.
import math

from torch._C import *
from torch._C import _ctc_loss
import torch._C as _C
import torch._C._nn
import torch._C._functional
from torch._C import default_generator
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
import torch.optim as optim
import torch.linalg as linalg
import torch.special as special
import torch.fft as fft
import torch.cuda as cuda
import torch.cpu as cpu
import torch.accelerator as accelerator
import torch.signal as signal
import torch.backends as backends
import torch.func as func
from torch.func import vmap
import torch.testing as testing
import torch.storage as storage
from torch.storage import TypedStorage, UntypedStorage
from torch.serialization import save, load
import torch.serialization as serialization
import torch._tensor_str as _tensor_str
import torch.library as library
import torch.profiler as profiler
import torch.quantization as quantization
import torch.ao as ao
from torch.ao.quantization import qint8, quint8, per_tensor_affine
import torch.ops as ops
from torch._higher_order_ops import cond

_install_tensor_methods()

import torch.functional as functional

import torch._capture_entry as _capture_entry
from torch._capture_entry import *


def __getattr__(name):
    if name in ("distributed", "distributions", "export", "overrides", "_decomp", "_subclasses"):  # read when they are asked for
        import importlib
        return importlib.import_module(f"torch.{name}")
    if name.endswith("Storage"):
        return getattr(storage, name)
    from torch._missing import missing
    raise missing("torch", name)


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
