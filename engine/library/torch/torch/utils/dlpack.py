# Exchange of tensors: within the process a capsule is the tensor itself.
from torch import from_dlpack


def to_dlpack(tensor):
    return tensor.detach()
