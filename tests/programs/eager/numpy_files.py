"""Arrays of numpy in files and as bytes."""
import io, os, shutil, tempfile
import numpy as np
import torch

top = tempfile.mkdtemp()
here = lambda name: os.path.join(top, name)
for a in (np.arange(6, dtype=np.float32).reshape(2, 3), np.array(3.5), np.array([True, False]), np.zeros((0, 2)),
          np.array([[1, -2]], dtype=np.int8), np.arange(3), np.ones((2, 1, 2), dtype=np.float16)):
    np.save(here("a.npy"), a)
    b = np.load(here("a.npy"))
    print(b.tolist(), b.dtype, b.shape, os.path.getsize(here("a.npy")), a.tobytes() == b.tobytes())
np.save(here("named"), torch.tensor([1.0, 2.0]).cpu().numpy())
print(os.listdir(top) == ["a.npy", "named.npy"] or sorted(os.listdir(top)), open(here("named.npy"), "rb").read()[:80])
with open(here("t.npy"), "wb") as f:
    np.save(f, np.eye(2))
    np.save(f, np.arange(2))
with open(here("t.npy"), "rb") as f:
    print(np.load(f), np.load(f))
buffer = io.BytesIO()
np.save(buffer, np.array([[1.5]]).T)
buffer.seek(0)
print(np.load(buffer))
for bad in (lambda: np.load(here("none.npy")), lambda: np.load(here("empty.npy")),
            lambda: np.loadtxt(here("bad.csv"), delimiter=","), lambda: np.loadtxt(here("ragged.txt")),
            lambda: np.savetxt(here("x"), np.zeros((1, 1, 1))), lambda: np.frombuffer(b"abc", dtype=np.int16)):
    open(here("empty.npy"), "w").close()
    with open(here("bad.csv"), "w") as f:
        f.write("1,2\n3,x\n")
    with open(here("ragged.txt"), "w") as f:
        f.write("1 2\n3\n")
    try:
        bad()
    except Exception as error:
        print(type(error).__name__, str(error).replace(top, "TOP")[:110])
m = np.array([[1, 2.5], [-3, 4e-7]])
np.savetxt(here("m.txt"), m)
print(open(here("m.txt")).read(), end="")
np.savetxt(here("m.csv"), m, fmt="%.3f", delimiter=",", header="a,b", footer="end", comments="# ")
print(open(here("m.csv")).read(), end="")
print(np.loadtxt(here("m.csv"), delimiter=","), np.loadtxt(here("m.csv"), delimiter=",", usecols=1),
      np.loadtxt(here("m.txt"), skiprows=1), np.loadtxt(here("m.txt"), unpack=True)[0])
np.savetxt(here("i.txt"), np.arange(3), fmt="%d")
print(open(here("i.txt")).read().split(), np.loadtxt(here("i.txt"), dtype=int), np.loadtxt(["4", "5"]),
      np.loadtxt(["7"]).shape, np.loadtxt(["7"], ndmin=2).shape)
print(np.frombuffer(b"\x01\x00\x02\x00", dtype=np.int16), np.frombuffer(bytes(8)),
      np.frombuffer(b"\0\1\2\3", dtype=np.uint8, offset=1, count=2), np.arange(3, dtype=np.uint8).tobytes())
np.arange(4, dtype=np.float32).tofile(here("raw"))
print(np.fromfile(here("raw"), dtype=np.float32), np.fromfile(here("raw"), dtype=np.float32, count=2))
shutil.rmtree(top)
