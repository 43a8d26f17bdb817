# Names of torch.autograd.graph.
import torch._C as _C
from torch._C import Node


class saved_tensors_hooks:
    """Tensors that the graph saves inside are kept as pack_hook returns them."""

    def __init__(self, pack_hook, unpack_hook):
        self.pack_hook = pack_hook
        self.unpack_hook = unpack_hook

    def __enter__(self):
        _C._push_saved_tensors_hooks(self.pack_hook, self.unpack_hook)

    def __exit__(self, *args):
        _C._pop_saved_tensors_hooks()


class save_on_cpu(saved_tensors_hooks):
    def __init__(self, pin_memory=False, device_type="cuda"):
        super().__init__(lambda t: (t.device, t.cpu()), lambda packed: packed[1].to(packed[0]))


def increment_version(tensor):
    tensor.add_(0)


class disable_saved_tensors_hooks:
    def __init__(self, message):
        self.message = message

    def __enter__(self):
        return None

    def __exit__(self, *args):
        return False
