# asyncio: tasks, waiting, locks, queues, groups, cancelling; what is printed does not depend on speed.
import asyncio
import contextvars
import traceback
from contextlib import AsyncExitStack, asynccontextmanager

log = []


async def worker(name, delay):
    log.append(name + " starts")
    await asyncio.sleep(delay)
    log.append(name + " ends")
    return name.upper()


async def fails(text):
    await asyncio.sleep(0)
    raise ValueError(text)


async def waiting():
    print(await asyncio.gather(worker("a", 0.45), worker("b", 0.05), worker("c", 0.25)))
    print(log)
    print(await asyncio.gather(fails("one"), worker("d", 0), return_exceptions=True))
    for make in (
        lambda: asyncio.wait_for(asyncio.sleep(9), 0.01),
        lambda: asyncio.gather(fails("two"), worker("e", 0)),
    ):
        try:
            await make()
        except (ValueError, TimeoutError) as error:
            print(type(error).__name__, error)
    slow, fast = asyncio.create_task(asyncio.sleep(9, "slow")), asyncio.create_task(asyncio.sleep(0.001, "fast"))
    done, pending = await asyncio.wait([slow, fast], return_when=asyncio.FIRST_COMPLETED)
    print([task.result() for task in done], pending == {slow})
    print(slow.cancel("enough"), slow.cancelled(), slow.cancelling())
    try:
        await slow
    except asyncio.CancelledError as error:
        print("cancelled", error.args, slow.cancelled())
    for next_done in asyncio.as_completed([asyncio.sleep(0.04, "later"), asyncio.sleep(0.01, "sooner")]):
        print(await next_done)
    print(await asyncio.to_thread(sum, [1, 2, 3]), await asyncio.shield(asyncio.sleep(0, "shielded")))


async def queues():
    queue = asyncio.Queue(maxsize=2)

    async def produce():
        for i in range(4):
            await queue.put(i)
            print("put", i, queue.qsize())
        await queue.put(None)

    async def consume():
        while (item := await queue.get()) is not None:
            print("got", item)
            queue.task_done()

    await asyncio.gather(produce(), consume())
    try:
        queue.get_nowait()
    except asyncio.QueueEmpty as error:
        print(repr(error))


async def locks():
    lock, limit, gate = asyncio.Lock(), asyncio.Semaphore(2), asyncio.Event()
    active = peak = 0

    async def critical(n):
        nonlocal active, peak
        async with lock:
            print("in", n)
            await asyncio.sleep(0)
            print("out", n)
        async with limit:
            active += 1
            peak = max(peak, active)
            await asyncio.sleep(0.001)
            active -= 1
        await gate.wait()

    tasks = [asyncio.create_task(critical(n)) for n in range(4)]
    await asyncio.sleep(0.02)
    print("peak", peak, [task.done() for task in tasks])
    gate.set()
    await asyncio.gather(*tasks)


@asynccontextmanager
async def resource(name):
    print("open", name)
    try:
        yield name
    except KeyError as error:
        print(name, "handles", error)
    finally:
        await asyncio.sleep(0)
        print("close", name)


async def contexts():
    async with AsyncExitStack() as stack:
        for name in "xy":
            await stack.enter_async_context(resource(name))
        stack.callback(print, "callback")
        raise KeyError("key")
    number = contextvars.ContextVar("number", default=0)

    async def child(n):
        number.set(n)
        await asyncio.sleep(0)
        return number.get()

    print(await asyncio.gather(child(1), child(2)), number.get())


async def groups():
    async with asyncio.TaskGroup() as group:
        tasks = [group.create_task(worker(name, 0.001)) for name in "pq"]
    print([task.result() for task in tasks])
    try:
        async with asyncio.TaskGroup() as group:
            group.create_task(fails("in the group"))
            group.create_task(asyncio.sleep(9))
    except* ValueError as caught:
        print(caught, caught.exceptions)


async def traces():
    try:
        await asyncio.create_task(fails("traced"))
    except ValueError:
        print(traceback.format_exc().replace(__file__, "FILE"))


for make in (waiting, queues, locks, contexts, groups, traces):
    print("--", make.__name__)
    asyncio.run(make())


async def main():
    try:
        asyncio.run(waiting())
    except RuntimeError as error:
        print(error)
    future = asyncio.get_running_loop().create_future()
    asyncio.get_running_loop().call_later(0.001, future.set_result, 42)
    print(future, await future, future)
    await fails("at the end")


asyncio.run(main())
