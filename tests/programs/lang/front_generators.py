# Generators: yield as an expression, yield from, try/finally, nested genexprs.
def inner():
    got = yield 1
    print("got", got)
    try:
        yield 2
    finally:
        print("closed")
    return "result"

def outer():
    value = yield from inner()
    print("value", value)
    yield (yield)

g = outer()
print(next(g), g.send("hello"), next(g), g.send(7))
h = outer()
next(h), next(h)
h.close()
print(list((i, j) for i in range(3) for j in range(i) if (i + j) % 2))
print(sum(x * y for x in (1, 2) for y in [x + 1]))
