#!/usr/bin/env python3
"""Compiles the CUDA text of programs with NVRTC for sm_90, which needs no GPU.

  tests/nvrtc.py VITRINE [--match TEXT] [--jobs N]

Prints `ok`, `not ok` and `skip` lines, one a program, as tests/run.py reads them.
"""
import argparse
import concurrent.futures
import ctypes
import ctypes.util
import os
import pathlib
import re
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
PROGRAMS = ROOT / "tests/programs/capture"
OPTIONS = [b"--gpu-architecture=sm_90", b"--std=c++17", b"-default-device", b"--disable-warnings"]
FIRST_WITH_MINIMAL = (12, 4)  # engine/runtime/cuda/modules.cpp


def load_library():
    for name in ("libnvrtc.so.13", "libnvrtc.so.12"):
        for folder in ("", "/usr/local/cuda/lib64/",
                       *(str(p) + "/" for p in pathlib.Path("/usr/local").glob("cuda-*/lib64"))):
            try:
                return ctypes.CDLL(folder + name)
            except OSError:
                continue
    return None


def compile_text(library, text):
    """What the compiler says, or nothing."""
    program = ctypes.c_void_p()
    library.nvrtcCreateProgram(ctypes.byref(program), text.encode(), b"kernels.cu", 0, None, None)
    status = library.nvrtcCompileProgram(program, len(OPTIONS), (ctypes.c_char_p * len(OPTIONS))(*OPTIONS))
    size = ctypes.c_size_t()
    library.nvrtcGetProgramLogSize(program, ctypes.byref(size))
    log = ctypes.create_string_buffer(max(size.value, 1))
    library.nvrtcGetProgramLog(program, log)
    library.nvrtcDestroyProgram(ctypes.byref(program))
    return f"status {status}: {log.value.decode(errors='replace')[:600]}" if status else ""


def kernel_texts(vitrine, path):
    """The text of each compilation of the program."""
    done = subprocess.run(
        [vitrine, "run", "--dump=cuda", path.name], cwd=path.parent, capture_output=True, text=True, errors="replace",
        timeout=300
    )
    parts = re.split(r"^== cuda \[.*\n", done.stdout, flags=re.MULTILINE)[1:]
    texts = ("\n".join(line for line in part.splitlines() if not re.match(r"# \w+: ", line)) for part in parts)
    return [text for text in texts if "__global__" in text]


def unit_test(vitrine):
    return pathlib.Path(vitrine).parent / "tests/test_runtime"


def printed_texts(vitrine, tag):
    """What a hidden unit test prints: (name, text). Of [.cuda-text], every op of the table, from its samples."""
    done = subprocess.run([str(unit_test(vitrine)), tag], capture_output=True, text=True, timeout=600)
    parts = re.split(r"^== cuda \[(.*)\] .*\n", done.stdout, flags=re.MULTILINE)[1:]
    return list(zip(parts[0::2],
                    (re.sub(r"^(=====|~~~~~).*", "", part, flags=re.MULTILINE | re.DOTALL) for part in parts[1::2])))


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("vitrine")
    parser.add_argument("--match", default="")
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    options = parser.parse_args()
    paths = [p for p in sorted(PROGRAMS.rglob("*.py")) if options.match in str(p) and p.with_suffix(".out").exists()]
    library = load_library()
    vitrine = str(pathlib.Path(options.vitrine).resolve())
    missing = "libnvrtc is not installed" if not library else "" if unit_test(vitrine).exists(
        ) else "test_runtime is not built"
    if missing:
        for path in paths:
            print(f"skip {path.name}: {missing}")
        return 0
    major, minor = ctypes.c_int(), ctypes.c_int()
    library.nvrtcVersion(ctypes.byref(major), ctypes.byref(minor))
    if (major.value, minor.value) >= FIRST_WITH_MINIMAL:
        OPTIONS.append(b"--minimal")
    prelude = printed_texts(vitrine, "[.cuda-prelude]")[0][1]

    def check(path):
        problems = (compile_text(library, prelude + text) for text in kernel_texts(vitrine, path))
        return next((problem for problem in problems if problem), "")

    def check_op(name_and_text):
        return compile_text(library, prelude + name_and_text[1])

    failed = 0
    with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        for path, problem in zip(paths, pool.map(check, paths)):
            failed += bool(problem)
            print(f"not ok {path.name}: {problem!r}" if problem else f"ok {path.name}", flush=True)
        ops = [op for op in printed_texts(vitrine, "[.cuda-text]") if options.match in "op " + op[0]]
        for (name, _), problem in zip(ops, pool.map(check_op, ops)):
            failed += bool(problem)
            print(f"not ok op {name}: {problem!r}" if problem else f"ok op {name}", flush=True)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
