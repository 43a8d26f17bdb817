# Coroutines, asynchronous iterators, generators and contexts, driven by hand.
import types


@types.coroutine
def pause(value):
    return (yield value)


def drive(coroutine):
    seen, sent = [], None
    while True:
        try:
            seen.append(coroutine.send(sent))
        except StopIteration as stop:
            return seen, stop.value
        sent = len(seen)


async def add(a, b):
    await pause(f"{a}+{b}")
    return a + b


class Door:
    def __init__(self, name, swallow=()):
        self.name, self.swallow = name, swallow

    async def __aenter__(self):
        await pause("enter " + self.name)
        return self

    async def __aexit__(self, kind, value, traceback):
        await pause("exit " + self.name)
        print(self.name, "closes on", repr(value))
        return kind is not None and issubclass(kind, self.swallow or ())


class Countdown:
    def __init__(self, start):
        self.left = start

    def __aiter__(self):
        return self

    async def __anext__(self):
        if not self.left:
            raise StopAsyncIteration
        self.left -= 1
        await pause(self.left)
        return self.left


async def numbers(n):
    try:
        for i in range(n):
            got = yield i
            if got is not None:
                print("sent", got)
            await pause(("between", i))
    finally:
        await pause("cleanup")
        print("numbers cleaned up")


async def sums():
    return [await add(i, 1) for i in range(3)]


async def loops():
    out = []
    async for i in Countdown(3):
        if i == 1:
            continue
        out.append(i)
    else:
        out.append("else")
    async for i in Countdown(3):
        break
    return out, [x async for x in Countdown(2)], {x: -x async for x in Countdown(3) if x}


async def doors():
    async with Door("a"), Door("b", (KeyError,)) as b:
        print("inside", b.name)
        raise KeyError("lost")
    async with Door("c"):
        return "returned through"


async def generators():
    g = numbers(3)
    first = await g.asend(None)
    second = await g.asend("hello")
    await g.aclose()
    thrown = numbers(2)
    await anext(thrown)
    try:
        await thrown.athrow(ValueError("into it"))
    except ValueError as error:
        print("came back:", error)
    doubled = (x * 2 async for x in numbers(2))
    return first, second, [x async for x in doubled], await anext(thrown, "end")


for make in (sums, loops, doors, generators):
    print(make.__name__, *drive(make()))


async def not_iterable():
    async for _ in [1]:
        pass


async def stops():
    raise StopIteration("early")


async def returns_coroutine():
    class Odd:
        def __await__(self):
            return add(1, 2)

    await Odd()


async def yields_stop():
    async def inner():
        yield 1
        raise StopAsyncIteration

    async for _ in inner():
        pass


for make in (not_iterable, stops, returns_coroutine, yields_stop):
    try:
        drive(make())
    except Exception as error:
        print(type(error).__name__, error, "|", repr(error.__cause__))

done = add(1, 2)
print(type(done).__name__, drive(done))
try:
    done.send(None)
except RuntimeError as error:
    print(error)

for source in (
    "await x",
    "def f():\n    await x",
    "def f():\n    async with x: pass",
    "def f(): return [x async for x in y]",
    "async def f():\n    yield 1\n    return 2",
    "async def f():\n    yield from x",
    "async x = 3",
    "async def f():\n    await x = 3",
):
    try:
        compile(source, "source", "exec")
    except SyntaxError as error:
        print(error.msg, error.lineno, error.offset, error.end_offset)


async def outer():
    async with Door("last"):
        await add("text", 1)


drive(outer())
