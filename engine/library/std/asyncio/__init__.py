"""Coroutines, tasks and the loop that runs them; no sockets, processes or threads."""
from asyncio import events
from asyncio.coroutines import iscoroutine, iscoroutinefunction
from asyncio.events import (
    AbstractEventLoop, DefaultEventLoopPolicy, EventLoop, Handle, TimerHandle, get_event_loop, get_event_loop_policy, get_running_loop,
    new_event_loop, set_event_loop, set_event_loop_policy, _get_running_loop,
)  # fmt: skip
from asyncio.exceptions import BrokenBarrierError, CancelledError, IncompleteReadError, InvalidStateError, LimitOverrunError, TimeoutError
from asyncio.futures import Future, isfuture, wrap_future
from asyncio.locks import Barrier, BoundedSemaphore, Condition, Event, Lock, Semaphore
from asyncio.queues import LifoQueue, PriorityQueue, Queue, QueueEmpty, QueueFull, QueueShutDown
from asyncio.runners import Runner, run
from asyncio.taskgroups import TaskGroup
from asyncio.tasks import (
    ALL_COMPLETED, FIRST_COMPLETED, FIRST_EXCEPTION, Task, all_tasks, as_completed, create_eager_task_factory, create_task, current_task,
    eager_task_factory, ensure_future, gather, run_coroutine_threadsafe, shield, sleep, wait, wait_for,
)  # fmt: skip
from asyncio.threads import to_thread
from asyncio.timeouts import Timeout, timeout, timeout_at

SelectorEventLoop = EventLoop
_LEFT_OUT = ("open_connection", "start_server", "create_subprocess_exec", "create_subprocess_shell", "StreamReader", "StreamWriter", "open_unix_connection")


def __getattr__(name):
    if name in _LEFT_OUT:
        raise AttributeError(f"asyncio.{name} is not carried along: there are no sockets and processes here")
    raise AttributeError(f"module 'asyncio' has no attribute '{name}'")
