# Collective communication of one process: a group of world size 1, where every collective is a copy
# from what the one member gives to what it gets.
import os

from torch._C import Tensor

_BACKENDS = ("gloo", "undefined")


class ProcessGroup:
    """A group whose only member is this process."""

    def __init__(self, backend):
        self._backend = backend

    def rank(self):
        return 0

    def size(self):
        return 1

    def name(self):
        return self._backend


class Work:
    """What an asynchronous collective gives back; here it is done when it is made."""

    def wait(self, timeout=None):
        return True

    def is_completed(self):
        return True

    def is_success(self):
        return True


class RedOpType:
    def __init__(self, name):
        self.name = name

    def __repr__(self):
        return f"RedOpType.{self.name}"


class ReduceOp:
    SUM = RedOpType("SUM")
    AVG = RedOpType("AVG")
    PRODUCT = RedOpType("PRODUCT")
    MIN = RedOpType("MIN")
    MAX = RedOpType("MAX")
    BAND = RedOpType("BAND")
    BOR = RedOpType("BOR")
    BXOR = RedOpType("BXOR")


class _World:
    default = None


class _Groups(type):
    @property
    def WORLD(cls):
        return _World.default


class group(metaclass=_Groups):
    pass


class GroupMember(metaclass=_Groups):
    NON_GROUP_MEMBER = -100


# --- what there is, and the group of the process ------------------------------------------------
def is_available():
    return True


def is_gloo_available():
    return True


def is_nccl_available():
    return False


def is_mpi_available():
    return False


def is_ucc_available():
    return False


def is_backend_available(backend):
    return backend.lower() == "gloo"


def is_torchelastic_launched():
    return os.getenv("TORCHELASTIC_RUN_ID") is not None


def is_initialized():
    return _World.default is not None


def _default_group():
    if _World.default is None:
        raise ValueError("Default process group has not been initialized, please make sure to call init_process_group.")
    return _World.default


def _of_environment(name):
    value = os.getenv(name)
    if value is None:
        raise ValueError(f"Error initializing torch.distributed using env:// rendezvous: environment variable {name} expected, but not set")
    return value


def init_process_group(backend=None, init_method=None, timeout=None, world_size=-1, rank=-1, store=None, group_name="", pg_options=None, device_id=None):
    if _World.default is not None:
        raise ValueError("trying to initialize the default process group twice!")
    if store is not None and init_method is not None:
        raise AssertionError("Cannot specify both init_method and store.")
    backend = "gloo" if backend is None else backend.rsplit(":", 1)[-1].lower()
    if init_method in (None, "env://") and store is None:
        rank = int(_of_environment("RANK")) if rank == -1 else rank
        world_size = int(_of_environment("WORLD_SIZE")) if world_size == -1 else world_size
        _of_environment("MASTER_ADDR")
        _of_environment("MASTER_PORT")
    if backend not in _BACKENDS:
        raise AssertionError(f"Unknown backend type {backend}")
    if world_size != 1 or rank != 0:
        raise RuntimeError(f"Vitrine runs in one process: world_size is 1 and rank is 0, not {world_size} and {rank}")
    _World.default = ProcessGroup(backend)


def destroy_process_group(group=None):
    chosen = _World.default if group is None else group
    if chosen is None:
        raise AssertionError("Process group cannot be None")
    if chosen is _World.default:
        _World.default = None


def new_group(ranks=None, timeout=None, backend=None, pg_options=None, use_local_synchronization=False, group_desc=None, device_id=None):
    default = _default_group()
    for rank in ranks or ():
        if rank < 0 or rank >= 1:
            raise ValueError(f"Rank {rank} is out of range. Valid ranks are 0 to 0 (world_size=1)")
    return ProcessGroup(backend or default.name())


def get_rank(group=None):
    return (group or _default_group()).rank()


def get_world_size(group=None):
    return (group or _default_group()).size()


def get_backend(group=None):
    return (group or _default_group()).name()


def get_process_group_ranks(group):
    group = group or _default_group()
    return [0]


def get_global_rank(group, group_rank):
    return group_rank


def get_group_rank(group, global_rank):
    return global_rank


def get_node_local_rank(fallback_rank=None):
    if "LOCAL_RANK" in os.environ:
        return int(os.environ["LOCAL_RANK"])
    if fallback_rank is not None:
        return int(fallback_rank)
    raise RuntimeError("LOCAL_RANK is not in the environment. Consider passing fallback_rank to allow `get_node_local_rank` to work, "
                       "assuming you are not running in a multi-device context and want the code to run locally instead.")


# --- collectives --------------------------------------------------------------------------------
def _check_tensor(value, name):
    if not isinstance(value, Tensor):
        raise TypeError(f"Invalid function argument. Expected parameter `{name}` of type torch.Tensor")


def _check_tensors(values, name):
    if not isinstance(values, list) or not all(isinstance(value, Tensor) for value in values):
        raise TypeError(f"Invalid function argument. Expected parameter `{name}` of type List[torch.Tensor]")


def _check_root(rank, operation, group):
    if rank != 0:
        raise RuntimeError(f"ProcessGroupGloo::{operation}: invalid root rank: {rank}")


def _done(async_op):
    return Work() if async_op else None


def _copy(target, source):
    target.detach().copy_(source.detach())


def all_reduce(tensor, op=ReduceOp.SUM, group=None, async_op=False):
    _check_tensor(tensor, "tensor")
    get_rank(group)
    return _done(async_op)


def reduce(tensor, dst=None, op=ReduceOp.SUM, group=None, async_op=False, group_dst=None):
    _check_tensor(tensor, "tensor")
    get_rank(group)
    _check_root(group_dst if dst is None else dst, "reduce", group)
    return _done(async_op)


def broadcast(tensor, src=None, group=None, async_op=False, group_src=None):
    _check_tensor(tensor, "tensor")
    get_rank(group)
    _check_root(group_src if src is None else src, "broadcast", group)
    return _done(async_op)


def all_gather(tensor_list, tensor, group=None, async_op=False):
    _check_tensors(tensor_list, "tensor_list")
    _check_tensor(tensor, "tensor")
    get_rank(group)
    _copy(tensor_list[0], tensor)
    return _done(async_op)


def all_gather_into_tensor(output_tensor, input_tensor, group=None, async_op=False):
    _check_tensor(output_tensor, "output_tensor")
    _check_tensor(input_tensor, "input_tensor")
    get_rank(group)
    _copy(output_tensor.view(input_tensor.shape), input_tensor)
    return _done(async_op)


def reduce_scatter_tensor(output, input, op=ReduceOp.SUM, group=None, async_op=False):
    _check_tensor(output, "output")
    _check_tensor(input, "input")
    get_rank(group)
    _copy(output, input.view(output.shape))
    return _done(async_op)


def reduce_scatter(output, input_list, op=ReduceOp.SUM, group=None, async_op=False):
    _check_tensor(output, "output")
    _check_tensors(input_list, "input_list")
    get_rank(group)
    _copy(output, input_list[0])
    return _done(async_op)


def gather(tensor, gather_list=None, dst=None, group=None, async_op=False, group_dst=None):
    _check_tensor(tensor, "tensor")
    get_rank(group)
    if not gather_list:
        raise ValueError("Argument ``gather_list`` must be specified on destination rank.")
    _copy(gather_list[0], tensor)
    return _done(async_op)


def scatter(tensor, scatter_list=None, src=None, group=None, async_op=False, group_src=None):
    _check_tensor(tensor, "tensor")
    get_rank(group)
    if not scatter_list:
        raise ValueError("Argument ``scatter_list`` must be specified on source rank.")
    _copy(tensor, scatter_list[0])
    return _done(async_op)


def all_to_all(output_tensor_list, input_tensor_list, group=None, async_op=False):
    _check_tensors(output_tensor_list, "output_tensor_list")
    _check_tensors(input_tensor_list, "input_tensor_list")
    get_rank(group)
    _copy(output_tensor_list[0], input_tensor_list[0])
    return _done(async_op)


def all_to_all_single(output, input, output_split_sizes=None, input_split_sizes=None, group=None, async_op=False):
    _check_tensor(output, "output")
    _check_tensor(input, "input")
    get_rank(group)
    _copy(output, input)
    return _done(async_op)


def all_gather_object(object_list, obj, group=None):
    import copy
    get_rank(group)
    object_list[0] = copy.deepcopy(obj)


def gather_object(obj, object_gather_list=None, dst=None, group=None, group_dst=None):
    if object_gather_list is None:
        get_rank(group)
        raise ValueError("Argument ``gather_list`` must be specified on destination rank.")
    all_gather_object(object_gather_list, obj, group)


def broadcast_object_list(object_list, src=None, group=None, device=None, group_src=None, weights_only=False):
    get_rank(group)


def scatter_object_list(scatter_object_output_list, scatter_object_input_list=None, src=None, group=None, group_src=None):
    import copy
    get_rank(group)
    scatter_object_output_list[0] = copy.deepcopy(scatter_object_input_list[0])


def barrier(group=None, async_op=False, device_ids=None):
    get_rank(group)
    return _done(async_op)


def monitored_barrier(group=None, timeout=None, wait_all_ranks=False):
    get_rank(group)


def _to_itself(kind):
    return ValueError(f"Invalid {kind} rank: {kind} rank should not be the same as the rank of the current process.")


def send(tensor, dst=None, group=None, tag=0, group_dst=None):
    _check_tensor(tensor, "tensor")
    get_rank(group)
    raise _to_itself("destination")


isend = send


def recv(tensor, src=None, group=None, tag=0, group_src=None):
    _check_tensor(tensor, "tensor")
    get_rank(group)
    raise _to_itself("source")


irecv = recv
