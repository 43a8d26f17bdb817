# feature: memoryview: reading, writing, slices, formats, release and exports
def show(f):
    try:
        print(repr(f()))
    except Exception as e:
        print(type(e).__name__, e)


m = memoryview(b"hello")
print(m[0], m[-1], m[1:3].tobytes(), bytes(m[::-2]), len(m), m.tolist(), m.hex(), m.hex(":"), 104 in m, list(m[3:]))
print(m.format, m.itemsize, m.nbytes, m.ndim, m.shape, m.strides, m.readonly, m.contiguous, m[::2].contiguous, m.obj)
print(
    m == b"hello",
    m == memoryview(bytearray(b"hello")),
    m != b"hell",
    m == "hello",
    hash(m) == hash(b"hello"),
    isinstance(m, memoryview),
)
for f in (
    lambda: m[9],
    lambda: m["a"],
    lambda: memoryview("text"),
    lambda: memoryview([1]),
    lambda: memoryview(),
    lambda: hash(memoryview(bytearray(b"a"))),
    lambda: m[1.5],
):
    show(f)
data = bytearray(b"abcdef")
with memoryview(data) as view:
    view[0] = 65
    view[1:3] = b"XY"
    view[4:] = memoryview(b"..")
    print(data, view.readonly, view.toreadonly().readonly)
    show(lambda: view.__setitem__(0, 256))
    show(lambda: view.__setitem__(0, "a"))
    show(lambda: view.__setitem__(slice(0, 2), b"abc"))
    show(lambda: view.__delitem__(0))
    show(lambda: data.append(1))
    show(lambda: data.__setitem__(slice(0, 1), b"long"))
    data[0:1] = b"z"
    part = view[2:]
show(lambda: view[0])
show(lambda: data.clear())
part.release()
data.append(33)
print(data)
show(lambda: m.__setitem__(0, 1))
words = memoryview(bytearray(8)).cast("h")
words[0], words[-1] = -2, 300
print(
    words.tolist(),
    words.format,
    len(words),
    words.nbytes,
    words.tobytes(),
    words[1:3].tolist(),
    words.cast("B")[:2].tolist(),
)
floats = memoryview(bytearray(16)).cast("d")
floats[1] = 1.5
print(floats.tolist(), memoryview(b"\0\1").cast("?").tolist(), memoryview(b"ab").cast("c")[1])
for f in (
    lambda: words.__setitem__(0, 40000),
    lambda: words.__setitem__(0, 1.5),
    lambda: words.cast("i"),
    lambda: m.cast("i"),
    lambda: m.cast("zz"),
    lambda: m[::2].cast("b"),
):
    show(f)
print(
    b"-".join([memoryview(b"a"), bytearray(b"b"), b"c"]),
    bytearray(memoryview(b"xy")),
    int.from_bytes(memoryview(b"\1\2"), "big"),
    bytes(words)[:2],
)
b = b"same"
print(bytes(b) is b)


class Tagged(bytes):
    def __new__(cls, data, tag):
        made = super().__new__(cls, data)
        made.tag = tag
        return made


t = Tagged(b"ab", "label")
print(t, t.tag, t.__dict__, t + b"c", type(t + b"c").__name__, t == b"ab")
