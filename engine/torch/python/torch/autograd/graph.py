# Names of torch.autograd.graph.
from torch._C import Node


def increment_version(tensor):
    tensor.add_(0)


class disable_saved_tensors_hooks:
    def __init__(self, message):
        self.message = message

    def __enter__(self):
        return None

    def __exit__(self, *args):
        return False
