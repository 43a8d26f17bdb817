# feature: patterns of names, colours, calls at given times and in pools, numbers of errors
import errno, fnmatch, colorsys, sched, time, concurrent.futures as cf

print(
    sorted((n, k) for k, n in errno.errorcode.items()),
    errno.EWOULDBLOCK,
    errno.EDEADLOCK,
    errno.EOPNOTSUPP,
    len(errno.errorcode),
)
print(sorted(n for n in dir(errno) if n.startswith("E")))
names = ["a.py", "b.txt", "A.PY", ".hid", "x[1].py", "ab", "a-b", "a]b", "a\nb", "é.py", ""]
for p in [
    "*.py",
    "?.py",
    "[ab].*",
    "[!a]*",
    "[a-c]?*",
    "*",
    "",
    "a[]]b",
    "[!]]*",
    "[",
    "[a",
    "x[[]1].py",
    "[c-a]*",
    "[!c-a]*",
    "a[-x]b",
    "a*b",
    "**.py",
    "[a-]*",
    "\\*",
]:
    print(p, fnmatch.filter(names, p), [int(fnmatch.fnmatch(n, p)) for n in names], fnmatch.fnmatchcase("a.PY", p))
print(fnmatch.fnmatch(b"ab", b"a?"))
for c in [
    (0.2, 0.4, 0.4),
    (0, 0, 0),
    (1, 1, 1),
    (1, 0, 0),
    (0.1, 0.9, 0.3),
    (0.5, 0.2, 0.8),
    (1.0, 0.5, 0.5),
    (0.9, 0.95, 0.99),
]:
    print(
        colorsys.rgb_to_hls(*c),
        colorsys.rgb_to_hsv(*c),
        colorsys.rgb_to_yiq(*c),
        colorsys.hls_to_rgb(*c),
        colorsys.hsv_to_rgb(*c),
        colorsys.yiq_to_rgb(*c),
    )
s = sched.scheduler(lambda: now[0], lambda d: now.__setitem__(0, now[0] + d))
now = [0]
e = s.enter(5, 1, print, ("five",))
s.enter(2, 2, print, argument=("two", "b"), kwargs={"sep": "-"})
s.enter(2, 1, print, ("two", "a"))
x = s.enterabs(3, 1, print)
print([ev.time for ev in s.queue], s.empty(), e[:3])
s.cancel(x)
print(s.run(blocking=False))
now[0] = 2
print(s.run(False))
s.run()
print(now, s.empty(), s.run())
try:
    s.cancel(e)
except ValueError as er:
    print(er)


def f(x):
    if x == 3:
        raise ValueError("three")
    return x * x


with cf.ThreadPoolExecutor(max_workers=1) as ex:
    print(list(ex.map(f, [1, 2])), list(ex.map(pow, [2, 3], [5, 2])))
    fs = {ex.submit(f, i): i for i in range(5)}
    for fu in sorted(cf.as_completed(fs), key=fs.get):
        try:
            print(fs[fu], fu.result(), fu.exception(), fu.done(), fu.cancelled(), fu.running())
        except ValueError as e:
            print("err", e, repr(fu.exception()))
    d, n = cf.wait(fs)
    print(len(d), len(n))
    ex.submit(f, 7).add_done_callback(lambda q: print("cb", q.result()))
    try:
        for v in ex.map(f, [1, 3, 4]):
            print(v)
    except ValueError as e:
        print(e)
try:
    ex.submit(f, 1)
except RuntimeError as e:
    print(e)
fu = cf.Future()
print(fu.cancel(), fu.cancelled(), fu.cancel())
try:
    fu.result()
except cf.CancelledError as e:
    print(repr(e))
fu = cf.Future()
fu.set_result(3)
print(fu.result(timeout=1), fu.cancel())
try:
    fu.set_result(4)
except cf.InvalidStateError as e:
    print(str(e)[:20])
try:
    cf.ThreadPoolExecutor(0)
except ValueError as e:
    print(e)
