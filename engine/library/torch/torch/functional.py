# Functions of torch that PyTorch defines in this module; generated code names them by it.
from torch import (atleast_1d, atleast_2d, atleast_3d, block_diag, broadcast_tensors, cartesian_prod, cdist, chain_matmul, einsum,
                   meshgrid, norm, split, tensordot, unique, unique_consecutive)
