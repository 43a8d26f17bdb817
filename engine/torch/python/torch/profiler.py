# torch.profiler.
import enum

from torch._profiler import profile, record_function


class ProfilerActivity(enum.Enum):
    CPU = 0
    XPU = 1
    MTIA = 2
    CUDA = 3
    HPU = 4


class ProfilerAction(enum.Enum):
    NONE = 0
    WARMUP = 1
    RECORD = 2
    RECORD_AND_SAVE = 3


def schedule(*, wait, warmup, active, repeat=0, skip_first=0):
    def choose(step):
        return ProfilerAction.RECORD
    return choose


def tensorboard_trace_handler(dir_name, worker_name=None, use_gzip=False):
    return lambda prof: None
