# Ranges whose numbers need more than 64 bits.
def t(f):
    try:
        print(repr(f()))
    except BaseException as e:
        print(type(e).__name__, e)


b = 10**20
r = range(b)
q = range(b, b + 10, 3)
d = range(b, -b, -7)
EXPRESSIONS = """
r
q
d
len(r)
len(q)
list(q)
q[1]
q[-1]
q[9]
r[b - 1]
r[b]
r[::2]
r[5:10]
list(r[5:10])
r[::-1][0]
q[::-1]
list(reversed(q))
b in q
b + 1 in q
b + 3 in q
5 in r
q.index(b + 3)
q.index(5)
q.count(b)
q == range(b, b + 11, 3)
q == range(b, b + 12, 3)
q != [b]
hash(q) == hash(range(b, b + 11, 3))
bool(range(b, b))
range(b, 0) == range(0)
isinstance(r, range)
r.start
d.step
d.stop
next(iter(r))
[x for x, _ in zip(r, "ab")]
range(2**63)
len(range(2**63 - 1))
range(-2**63, 2**63 - 1)[5]
len(range(-2**63, 2**63 - 1))
range(1, 2, 10**30)
list(range(0, 10**30, 5 * 10**29))
range(1, b, 0)
sum(q)
max(q)
sorted(q, reverse=True)
q["a"]
q[1:"a"]
r[1.5]
range(b, 1.5)
q[-100:2]
r[b - 2:]
list(enumerate(q))[0]
range(True)
r[10**30]
r[::0]
q[:]
(*q,)
type(r).__name__
"""
for expression in EXPRESSIONS.strip().splitlines():
    t(lambda: eval(expression))
for i in range(2**64, 2**64 + 2):
    print(i)
for i in range(2**63 - 2, 2**63 + 1):
    print(i)
