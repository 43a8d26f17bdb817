# torch.cuda: devices, streams, events and memory. On a machine without a GPU it answers as
# PyTorch built without CUDA does.
import torch
import torch._C as _C
import torch.cuda.amp as amp
import torch.cuda.memory as memory
from torch.cuda.memory import (
    OutOfMemoryError, caching_allocator_alloc, empty_cache, max_memory_allocated, max_memory_cached,
    max_memory_reserved, mem_get_info, memory_allocated, memory_cached, memory_reserved, memory_stats,
    reset_max_memory_allocated, reset_max_memory_cached, reset_peak_memory_stats, set_per_process_memory_fraction)
from torch.cuda.streams import Event, ExternalStream, Stream, StreamContext, current_stream, default_stream, set_stream, stream

AcceleratorError = _C.AcceleratorError


def device_count():
    return _C._cuda_device_count()


def is_available():
    return device_count() > 0


def is_initialized():
    return _C._cuda_initialized()


def _lazy_init():
    if not is_available():
        raise AssertionError("Torch not compiled with CUDA enabled")
    _C._cuda_init()


def init():
    _lazy_init()


def _index(device=None):
    """The number of a device given as a number, a text, a torch.device or None."""
    _lazy_init()
    if device is None:
        return _C._cuda_current_device()
    if isinstance(device, int):
        return _C._cuda_current_device() if device < 0 else device
    if isinstance(device, str):
        device = _C.device(device)
    if device.type != "cuda":
        raise ValueError(f"Expected a cuda device, but got: {device}")
    return _C._cuda_current_device() if device.index is None else device.index


def synchronize(device=None):
    _C._cuda_synchronize(_index(device))


def current_device():
    _lazy_init()
    return _C._cuda_current_device()


def set_device(device):
    index = _index(device)
    if index >= 0:
        _C._cuda_set_device(index)


class device:
    def __init__(self, device):
        self.idx = device

    def __enter__(self):
        if not is_available():
            raise RuntimeError("PyTorch was compiled without CUDA support")
        self.idx = _index(self.idx)
        self.prev_idx = _C._cuda_current_device()
        _C._cuda_set_device(self.idx)

    def __exit__(self, type, value, traceback):
        _C._cuda_set_device(self.prev_idx)
        return False


class device_of(device):
    def __init__(self, obj):
        super().__init__(obj.get_device() if obj.is_cuda else -1)


class _CudaDeviceProperties:
    def __init__(self, name, uuid, numbers):
        self.name = name
        self.uuid = uuid
        (self.major, self.minor, self.total_memory, self.multi_processor_count, self.warp_size,
         self.max_threads_per_multi_processor, self.max_threads_per_block, self.L2_cache_size,
         self.shared_memory_per_block, self.shared_memory_per_block_optin, self.shared_memory_per_multiprocessor,
         self.regs_per_multiprocessor, self.clock_rate, self.memory_clock_rate, self.memory_bus_width,
         self.pci_domain_id, self.pci_bus_id, self.pci_device_id, integrated) = numbers
        self.is_integrated = integrated
        self.is_multi_gpu_board = 0

    def __repr__(self):
        return (f"_CudaDeviceProperties(name='{self.name}', major={self.major}, minor={self.minor}, "
                f"total_memory={self.total_memory // (1024 * 1024)}MB, multi_processor_count={self.multi_processor_count}, "
                f"uuid={self.uuid}, pci_bus_id={self.pci_bus_id}, pci_device_id={self.pci_device_id}, "
                f"pci_domain_id={self.pci_domain_id}, L2_cache_size={self.L2_cache_size // (1024 * 1024)}MB)")


def get_device_properties(device=None):
    index = _index(device)
    if index < 0 or index >= device_count():
        raise AssertionError("Invalid device id")
    return _CudaDeviceProperties(*_C._cuda_properties(index))


def get_device_name(device=None):
    return get_device_properties(device).name


def get_device_capability(device=None):
    properties = get_device_properties(device)
    return properties.major, properties.minor


def get_arch_list():
    return [f"sm_{major}{minor}" for major, minor in sorted({get_device_capability(i) for i in range(device_count())})]


def can_device_access_peer(device, peer_device):
    return False


def is_bf16_supported(including_emulation=True):
    return is_available() and (including_emulation or get_device_capability()[0] >= 8)


def is_tf32_supported():
    return is_available() and get_device_capability()[0] >= 8


def _generator_index(device):
    index = torch.device(device).index if not isinstance(device, int) else device
    return current_device() if index is None else index


def manual_seed(seed):
    if is_available():
        _C._cuda_manual_seed(current_device(), seed)


def manual_seed_all(seed):
    _C._cuda_manual_seed_all(seed)


def seed():
    _lazy_init()
    _C._cuda_manual_seed(current_device(), _C._cuda_fresh_seed())


def seed_all():
    _lazy_init()
    _C._cuda_manual_seed_all(_C._cuda_fresh_seed())


def initial_seed():
    _lazy_init()
    return _C._cuda_initial_seed(current_device())


def get_rng_state(device="cuda"):
    _lazy_init()
    return _C._cuda_get_rng_state(_generator_index(device))


def get_rng_state_all():
    return [get_rng_state(i) for i in range(device_count())]


def set_rng_state(new_state, device="cuda"):
    _lazy_init()
    _C._cuda_set_rng_state(_generator_index(device), new_state)


def set_rng_state_all(new_states):
    for i, state in enumerate(new_states):
        set_rng_state(state, i)


def is_current_stream_capturing():
    return False
