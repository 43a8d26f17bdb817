import torch
from torch._C._linalg import *
import torch._linalg_more as _more
from torch._linalg_more import *

for _name in ("cholesky", "eigh", "qr", "svd"):
    setattr(torch._C._linalg, "linalg_" + _name, globals()[_name])
