import torch
from torch._C._linalg import *
from torch._linalg_more import *

for _name in ("cholesky", "eigh", "qr", "svd"):
    setattr(torch._C._linalg, "linalg_" + _name, globals()[_name])
