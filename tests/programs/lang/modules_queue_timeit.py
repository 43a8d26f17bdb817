import queue, timeit, threading

q = queue.Queue(maxsize=2)
q.put(1)
q.put(2)
print(q.full(), q.qsize(), q.empty(), q.get(), q.get())
for f in (lambda: q.get_nowait(), lambda: q.get(timeout=0.01), lambda: q.get(block=False)):
    try:
        f()
    except queue.Empty as e:
        print("Empty", repr(e))
q.put(1)
q.put(2)
try:
    q.put_nowait(3)
except queue.Full as e:
    print("Full", repr(e))
p = queue.PriorityQueue()
[p.put(x) for x in ((2, "b"), (1, "a"), (3, "c"))]
print([p.get() for _ in range(3)])
l = queue.LifoQueue()
l.put(1)
l.put(2)
print(l.get(), l.qsize())
q.get()
q.task_done()
q.get()
q.task_done()
q.task_done() if False else None


def worker(q, out):
    while True:
        item = q.get()
        if item is None:
            break
        out.append(item * 2)
        q.task_done()


q = queue.Queue()
out = []
for i in range(4):
    q.put(i)
q.put(None)
t = threading.Thread(target=worker, args=(q, out))
t.start()
t.join()
print(out)
print(
    timeit.timeit("x + 1", setup="x = 2", number=100) >= 0,
    len(timeit.repeat(lambda: 1, repeat=2, number=3)),
    timeit.default_timer() > 0,
)
print(timeit.Timer("f(3)", globals={"f": lambda x: x}).timeit(10) < 5)


class P:
    @property
    def v(self):
        "doc"
        return 1


P.v.__doc__ = "new"
print(P.v.__doc__, P.v.__isabstractmethod__)
