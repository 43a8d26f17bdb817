from torch._C._linalg import *
import torch._linalg_more as _more
from torch._linalg_more import *
