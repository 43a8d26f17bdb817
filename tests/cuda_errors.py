#!/usr/bin/env python3
"""What goes wrong around a GPU, on a driver and a compiler in host memory (tests/fake_cuda): each ends in a
clear error or goes on another way, and the program goes on after it.

  cuda_errors.py VITRINE... libfake_cuda.so
"""
import concurrent.futures
import os
import pathlib
import subprocess
import sys
import tempfile

command, fake = sys.argv[1:-1], sys.argv[-1]

TRY = """import torch


def attempt(name, f):
    try:
        result = f()
        print(name, [round(v, 3) for v in result.cpu().tolist()[:2]] if isinstance(result, torch.Tensor) else result)
    except Exception as error:
        print(name, type(error).__name__, str(error).split("\\n")[0])


"""
WORK = TRY + """x = torch.ones(1000, device="cuda")
f = torch.compile(lambda x: torch.sigmoid(x) * 2 + torch.cos(x))
attempt("compiled", lambda: f(x))
attempt("eager", lambda: x * 3)
attempt("host", lambda: torch.ones(3) + 1)
"""
RIGHT = "compiled [2.002, 2.002]\neager [3.0, 3.0]\nhost [2.0, 2.0]\n"
OUT_OF_MEMORY = TRY + """f = torch.compile(lambda x: torch.sort(torch.sigmoid(x) * 2)[0] + torch.sort(torch.cos(x))[0])
small = torch.arange(4.0, device="cuda")
attempt("small", lambda: f(small))
big = torch.ones(5 << 20, device="cuda")
before = torch.cuda.memory_allocated()
attempt("big", lambda: f(big))
print("kept", torch.cuda.memory_allocated() - before)
attempt("small", lambda: f(small))
del big
attempt("free", lambda: f(torch.arange(3.0, device="cuda")))
"""
LOST = TRY + """x = torch.ones(4)
try:
    attempt("device", lambda: (x.cuda() + 1))
    torch.cuda.synchronize()
except torch.AcceleratorError as error:
    print("synchronize", str(error).split("\\n")[0])
attempt("host", lambda: x + 1)
attempt("compiled on the host", lambda: torch.compile(lambda x: x * 2 + 1)(x))
"""

failures = []


def run(program, cache, **settings):
    folder = pathlib.Path(cache)
    (folder / "p.py").write_text(program)
    environment = {**os.environ, "VITRINE_CACHE": str(folder / "cache"), "VITRINE_CUDA_DRIVER": fake,
                   "VITRINE_NVRTC": fake,
                   "VITRINE_CUBLASLT": fake, **settings}
    return subprocess.run([*command, "run", "p.py"], cwd=folder, env=environment, capture_output=True, text=True,
                          timeout=120)


def check(name, done, stdout, stderr=""):
    if done.returncode == 0 and stdout == done.stdout and stderr in done.stderr:
        return
    failures.append(f"{name}: exit status {done.returncode}\n{done.stdout}{done.stderr}")


def starts(name, done, *lines):
    """Every line begins as given, in order."""
    got = done.stdout.splitlines()
    if done.returncode != 0 or len(got) != len(lines) or not all(g.startswith(want) for g, want in zip(got, lines)):
        failures.append(f"{name}: exit status {done.returncode}\n{done.stdout}{done.stderr}")


with tempfile.TemporaryDirectory() as cache:
    # Two processes fill one empty cache at once.
    with concurrent.futures.ThreadPoolExecutor(2) as pool:
        folders = [pathlib.Path(cache) / name for name in ("a", "b")]
        shared = str(pathlib.Path(cache) / "cache")
        for folder in folders:
            folder.mkdir()
        for done in pool.map(lambda folder: run(WORK, folder, VITRINE_CACHE=shared), folders):
            check("two processes, one cache", done, RIGHT)
    kernels = sorted(pathlib.Path(shared).rglob("*.cubin"))
    if not kernels:
        failures.append("nothing was kept on disk")
    # What stands in the cache is not believed: cut off, empty, and something else.
    for i, kernel in enumerate(kernels):
        kernel.write_bytes([kernel.read_bytes()[:7], b"", b"junk\n"][i % 3])
    check("a damaged cache", run(WORK, cache), RIGHT)
    check("a mended cache", run(WORK, cache), RIGHT)

with tempfile.TemporaryDirectory() as cache:
    check("a kernel that does not compile", run(WORK, cache, FAKE_NVRTC_REFUSES="cos"), RIGHT,
          "a generated kernel does not compile: NVRTC_ERROR_COMPILATION\nvitrine.cu(1): error")
with tempfile.TemporaryDirectory() as cache:
    check("no NVRTC", run(WORK, cache, VITRINE_NVRTC="/none"), RIGHT, "libnvrtc is not on this machine")
with tempfile.TemporaryDirectory() as cache:
    check("an older architecture", run(WORK, cache, FAKE_CUDA_ARCHITECTURE="60"), RIGHT,
          "makes no code for this device (--gpu-architecture=sm_60)")
with tempfile.TemporaryDirectory() as cache:
    starts("out of memory inside a graph", run(OUT_OF_MEMORY, cache, FAKE_CUDA_MEMORY_MB="64"), "small [0.01, 1.046]",
           "big OutOfMemoryError CUDA out of memory. Tried to allocate ", "kept 0", "small [0.01, 1.046]",
           "free [0.584, 2.002]")
with tempfile.TemporaryDirectory() as cache:
    starts("a lost context", run(LOST, cache, FAKE_CUDA_LAUNCH="700"),
           "device AcceleratorError CUDA error: an illegal memory access was encountered",
           "synchronize CUDA error: an illegal memory access was encountered", "host [2.0, 2.0]",
           "compiled on the host [3.0, 3.0]")
with tempfile.TemporaryDirectory() as cache:
    done = run(TRY + 'print(torch.cuda.is_available())\nattempt("move", lambda: torch.ones(2).cuda())\n', cache,
               FAKE_CUDA_INIT="999")
    starts("a driver that does not start", done, "False", "move ")

print("\n".join(failures) if failures else "all errors as they should be")
sys.exit(1 if failures else 0)
