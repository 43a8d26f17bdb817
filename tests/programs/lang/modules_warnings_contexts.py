# feature: filters of warnings, contexts, texts and bytes in memory, queues
import warnings, io, contextlib, sys, threading, queue, itertools, functools, operator, collections, contextlib


def t(*fs):
    for f in fs:
        try:
            print(f())
        except BaseException as e:
            print(type(e).__name__, e)


with warnings.catch_warnings(record=True) as w:
    warnings.simplefilter("always")
    warnings.warn("a")
    warnings.warn("b", DeprecationWarning, stacklevel=1)
    warnings.warn(UserWarning("c", 2))
    warnings.warn_explicit("d", RuntimeWarning, "f.py", 7)
    print(
        [(str(x.message), x.category.__name__, x.lineno) for x in w][1:3:2],
        len(w),
        w[-1].filename,
        w[0].message.args,
        str(w[3])[:60],
    )
with warnings.catch_warnings():
    warnings.simplefilter("error")
    t(lambda: warnings.warn("x"), lambda: warnings.warn("x", FutureWarning), lambda: warnings.warn("x", int))
with warnings.catch_warnings(record=True) as w:
    warnings.filterwarnings("ignore", message=".*skip", category=UserWarning)
    warnings.filterwarnings("error", category=SyntaxWarning, append=True)
    warnings.warn("do skip")
    warnings.warn("keep")
    t(lambda: warnings.warn("s", SyntaxWarning))
    print([str(x.message) for x in w])
    warnings.resetwarnings()
    warnings.filterwarnings("once")
    warnings.warn("o")
    warnings.warn("o")
    print(len(w))
    warnings.simplefilter("ignore", UserWarning)
    warnings.warn("gone")
    print(len(w))
t(
    lambda: warnings.simplefilter("zz"),
    lambda: warnings.filterwarnings("ignore", category=int),
    lambda: warnings.formatwarning("m", UserWarning, "f", 3, "line"),
    lambda: warnings.filters is not None,
)
with warnings.catch_warnings(action="ignore"):
    warnings.warn("none")


@contextlib.contextmanager
def cm(x):
    print("in", x)
    try:
        yield x * 2
    except ValueError as e:
        print("caught", e)
    finally:
        print("out", x)


with cm(1) as a, cm(2) as b:
    print(a, b)
    raise ValueError("v")
with contextlib.ExitStack() as st:
    st.enter_context(cm(3))
    st.callback(print, "cb", end="!\n")
    st.push(lambda *e: print("push", e[0]) or True)
    raise KeyError("k")
with contextlib.suppress(ZeroDivisionError, KeyError):
    1 / 0
with contextlib.redirect_stdout(io.StringIO()) as o:
    print("hidden")
print(repr(o.getvalue()), contextlib.nullcontext(3).__enter__())


class C:
    def close(self):
        print("closed")


with contextlib.closing(C()):
    pass


@cm("deco")
def f():
    return "ret"


print(f(), f.__name__)


class D(contextlib.ContextDecorator):
    def __enter__(self):
        print("e")
        return self

    def __exit__(self, *a):
        print("x", a[0])
        return True


@D()
def g():
    raise IndexError


print(g())


@contextlib.contextmanager
def noyield():
    if False:
        yield


@contextlib.contextmanager
def twice():
    yield 1
    yield 2


t(lambda: noyield().__enter__(), lambda: twice().__enter__())


def use2():
    with twice():
        pass


def use3():
    with twice():
        raise ValueError("q")


t(use2, use3)
es = contextlib.ExitStack()
es.callback(lambda: 1 / 0)
es.callback(lambda: {}["z"])
try:
    es.close()
except ZeroDivisionError as e:
    print(repr(e), repr(e.__context__))
es2 = contextlib.ExitStack()
es2.callback(print, "moved")
es3 = es2.pop_all()
es2.close()
es3.close()
t(lambda: contextlib.ExitStack().enter_context(3), lambda: contextlib.AbstractContextManager())
s = io.StringIO("l1\nl2\nl3")
print(
    s.readline(),
    s.read(2),
    s.tell(),
    s.seek(0),
    list(s),
    s.readlines(),
    s.closed,
    s.writable(),
    s.write("zz"),
    s.getvalue(),
)
s.close()
t(
    lambda: s.read(),
    lambda: s.getvalue(),
    lambda: io.StringIO(3),
    lambda: io.StringIO().write(b"a"),
    lambda: io.BytesIO("a"),
    lambda: io.BytesIO().write("a"),
    lambda: io.StringIO("a").seek(1, 1),
    lambda: io.StringIO("a").seek(-1),
    lambda: io.StringIO("abc").truncate(1),
    lambda: io.StringIO().fileno(),
    lambda: io.StringIO(None).read(),
    lambda: io.StringIO("a\r\nb", newline=None).read(),
    lambda: repr(io.StringIO("a\r\nb").read()),
    lambda: io.BytesIO(b"abc").read1(2),
    lambda: io.StringIO().isatty(),
    lambda: io.IOBase().fileno(),
)
b = io.BytesIO(b"abcdef")
buf = bytearray(3)
print(
    b.readinto(buf), buf, b.read(), b.getbuffer()[0], b.seek(-2, 2), b.read(), b.truncate(2), b.getvalue(), b.seekable()
)
q = queue.Queue(2)
q.put(1)
q.put(2)
t(
    lambda: q.put(3, block=False),
    lambda: q.put_nowait(3),
    lambda: (q.qsize(), q.full(), q.empty()),
    q.get,
    q.get,
    q.get_nowait,
    lambda: q.get(timeout=0.01),
    lambda: [q.task_done(), q.task_done()],
    q.task_done,
    lambda: q.join(),
    lambda: q.get(timeout=-1),
)
p = queue.PriorityQueue()
[p.put(x) for x in (3, 1, 2)]
l = queue.LifoQueue()
[l.put(x) for x in "abc"]
print([p.get() for _ in range(3)], [l.get() for _ in range(3)])
r = []
th = threading.Thread(target=lambda n: r.append(n), args=(5,), name="T1")
print(th.name, th.is_alive(), th.daemon)
th.start()
th.join()
print(r, th.is_alive(), threading.current_thread().name, threading.active_count())
t(th.start, lambda: threading.Lock().release(), lambda: threading.Thread().join())
lk = threading.RLock()
with lk:
    with lk:
        print("re")
