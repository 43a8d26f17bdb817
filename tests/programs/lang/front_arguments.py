# Every kind of parameter and argument, and how they meet.
def f(a, b=2, /, c=3, *args, d, e=5, **kw):
    return a, b, c, args, d, e, kw

print(f(1, d=4))
print(f(1, 20, 30, 40, 50, d=4, e=6, z=7))
print(f(*[1, 2], *(3, 4), d=0, **{"q": 1}, **{"r": 2}))
g = lambda x, *, y=1: (x, y)
print(g(1), g(1, y=2), (lambda *a, **k: (a, k))(1, *range(2), m=3))
first, *middle, last = range(6)
(p, [q, *r]), s = (1, "abc"), 4
print(first, middle, last, p, q, r, s, [*middle, *"xy"], {**{"a": 1}, "b": 2})
x = y = [0, 1, 2, 3]
x[1:3] = y[::-1][:1]
x[0], i = 9, 1
x[i] += 5
print(x, x is y, 1 < 2 < 3 != 4, not 1 in x, (n := 10) + n)
