#!/usr/bin/env python3
"""Runs every test and closes with the line `N passed, N failed, N skipped`.

Suites: the module graph, unit tests (Catch2), programs natively, the golden text of every stage, the command
line, lessons, fuzzers, programs in the WebAssembly build under Node, CUDA
kernels run serially and compiled by NVRTC, the browser. A suite that cannot run for want of a
device is skipped and counted, never passed.

  tests/run.py [--quick] [--sanitize] [--golden] [--matrix] [--only SUITE] [--match TEXT] [--jobs N]

Output is compared exactly, so a program rounds what the machine decides: the last digits of what OpenBLAS,
oneDNN or a number of threads sums in an order of their own. --matrix runs the programs over such choices.
"""
import argparse
import concurrent.futures
import json
import os
import pathlib
import re
import resource
import subprocess
import sys
import tempfile
import threading
import time

from golden import golden_suite

ROOT = pathlib.Path(__file__).resolve().parent.parent
PROGRAMS = ROOT / "tests/programs"
WASM = ["node", str(ROOT / "build/web/vitrine.mjs")]
BATCH = 40  # programs in one process of the WebAssembly build, where beginning takes longer than most programs
TIMEOUT_S = 120  # of one program: a hang is a failure, slowness is not
CUDA_HOST_TIMEOUT_S = 600  # a thread of a kernel is a fiber there
SANITIZER_SLOWNESS = 10
# Stop at the first report. Huge allocations fail as they do without sanitizers. Calls of
# __tls_get_addr are not intercepted: the leak check misreads what that notes of OpenMP's threads, and ends.
SANITIZER_OPTIONS = {
    "ASAN_OPTIONS": (
        "allocator_may_return_null=1:detect_stack_use_after_return=0:halt_on_error=1:intercept_tls_get_addr=0"
    ),
    "UBSAN_OPTIONS": "halt_on_error=1:print_stacktrace=1",
    # cuBLASLt keeps memory of its own, which only a test of its header asks for.
    "LSAN_OPTIONS": f"suppressions={ROOT}/tests/lsan_suppressions.txt:print_suppressions=0",
}


class Tally:
    def __init__(self):
        self.passed = self.failed = self.skipped = 0
        self.failures = []
        self.lock = threading.Lock()  # suites run side by side

    def add(self, passed=0, failed=0, skipped=0):
        with self.lock:
            self.passed += passed
            self.failed += failed
            self.skipped += skipped

    def count(self, name, ok, detail="", lines=12):
        self.add(passed=1) if ok else self.add(failed=1)
        if not ok:
            self.failures.append((name, detail))
            print(f"  FAILED {name}\n" + "".join(f"      {line}\n" for line in detail.splitlines()[:lines]), flush=True)

    def skip(self, name, reason):
        self.add(skipped=1)
        print(f"  skipped {name}: {reason}", flush=True)


def last_exception_line(stderr):
    """The last traceback line that starts with an exception's type."""
    lines = [line for line in stderr.splitlines() if re.match(r"^[A-Za-z_][\w.]*(:|$)", line)]
    return lines[-1] if lines else ""


def first_difference(got, want):
    for number, (a, b) in enumerate(zip(got.splitlines(), want.splitlines()), 1):
        if a != b:
            return f"stdout line {number}\n  got  {a[:200]}\n  want {b[:200]}"
    return f"stdout has {len(got.splitlines())} lines, {len(want.splitlines())} expected"


DEVICE_OPS_TIMEOUT_S = 300


def judge(path, stdout, stderr, status):
    """Returns (ok, detail) of what a program printed and how it ended, against its .out and .err."""
    want_error = path.with_suffix(".err")
    want_exit = 1 if want_error.exists() else 0
    if stdout != path.with_suffix(".out").read_text():
        return False, first_difference(stdout, path.with_suffix(".out").read_text()) + "\n" + stderr[-600:]
    if status != want_exit:
        return False, f"exit status {status}, {want_exit} expected\n{stderr[-600:]}"
    if want_exit and last_exception_line(stderr) != want_error.read_text().strip("\n"):
        return False, f"got  {last_exception_line(stderr)}\nwant {want_error.read_text().strip()}"
    return True, ""


def run_program(command, path, timeout, words=(), environment=None):
    """Judges one program, run in a process of its own."""
    try:
        done = subprocess.run(command + ["run", *words, path.name], cwd=path.parent, capture_output=True,
                              timeout=timeout,
                              env=environment)
    except subprocess.TimeoutExpired:
        return False, f"no end after {timeout} s"
    return judge(path, done.stdout.decode(errors="replace"), done.stderr.decode(errors="replace"), done.returncode)


def run_batch(command, paths, timeout):
    """Judges programs that run one after the other in one process, as they do in a page: {path: (ok, detail)}.
    The program in which the process ends has failed; those after it get another process."""
    outcomes, left = {}, list(paths)
    while left:
        words = command + ["batch", "--limit", str(timeout), *map(str, left)]
        with subprocess.Popen(words, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
            guard = threading.Timer(timeout * len(left), process.kill)  # a loop that does not ask whether to stop
            guard.start()
            printed, errors = process.communicate()
            guard.cancel()
        for line in printed.decode(errors="replace").splitlines():
            run = json.loads(line)
            path = left.pop(0)
            outcomes[path] = judge(path, run["stdout"], run["stderr"], run["exit_code"])
        if left:
            end = errors.decode(errors="replace")[-600:]
            outcomes[left.pop(0)] = False, f"the process ended with status {process.returncode}\n{end}"
    return outcomes


def pending_programs(name="pending.txt"):
    """Programs known not to pass yet, a line each with the reason: gaps that are named."""
    listed = {}
    for line in (PROGRAMS / name).read_text().splitlines():
        if line and not line.startswith("#"):
            name, _, reason = line.partition(" ")
            listed[name] = reason or "not done yet"
    return listed


def program_suite(tally, command, label, options):
    if not pathlib.Path(command[-1]).exists():
        tally.count(f"{label}: programs", False, f"{command[-1]} is not there; build first")
        return
    pending = pending_programs()
    if label == "wasm":  # WebAssembly has no fused multiply-add
        pending |= {name: reason for name, reason in pending_programs("cpu_only.txt").items()
                    if reason.startswith("fma: ")}
    paths = [p for p in sorted(PROGRAMS.rglob("*.py")) if options.match in str(p) and p.with_suffix(".out").exists()]
    with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        if label == "wasm":
            batches = [paths[start:start + BATCH] for start in range(0, len(paths), BATCH)]
            done = pool.map(lambda batch: run_batch(command, batch, options.timeout), batches)
            outcomes = [outcome for batch in done for outcome in batch.items()]
        else:
            outcomes = zip(paths, pool.map(lambda p: run_program(command, p, options.timeout), paths))
        for path, (ok, detail) in outcomes:
            name = str(path.relative_to(PROGRAMS))
            if name not in pending:
                tally.count(f"{label} {name}", ok, detail)
            elif ok:
                tally.count(f"{label} {name}", False, "passes, but is listed as one that does not: take it out")
            else:
                tally.skip(f"{label} {name}", pending[name])


# What chooses other loops in the libraries, or another split of the work: variable, value, and what the processor
# must have for it. The cores are this process's, not a variable's.
SETTINGS = [("OPENBLAS_CORETYPE", "Haswell", "avx2"), ("OPENBLAS_CORETYPE", "Zen", "avx2"),
            ("OPENBLAS_CORETYPE", "SkylakeX", "avx512f"),
            ("DNNL_MAX_CPU_ISA", "SSE41", "sse4_1"), ("DNNL_MAX_CPU_ISA", "AVX2", "avx2"),
            ("DNNL_MAX_CPU_ISA", "AVX512_CORE", "avx512bw"),
            ("VITRINE_CPU_ISA", "sse2", "sse2"), ("VITRINE_CPU_ISA", "avx2", "avx2"),
            ("VITRINE_CPU_ISA", "avx512", "avx512bw"),
            *[("OMP_NUM_THREADS", str(count), "") for count in (1, 2, 4, 16)], ("cores", "1", "")]


def matrix_suite(tally, command, options):
    """The native programs under each setting that this machine can do, and a table of what came of it."""
    flags, rows = pathlib.Path("/proc/cpuinfo").read_text().split(), []
    all_cores, all_variables = os.sched_getaffinity(0), dict(os.environ)
    for variable, value, needs in SETTINGS:
        setting = f"{variable}={value}"
        if needs and needs not in flags:
            tally.skip(setting, f"the processor has no {needs}")
            continue
        if variable == "cores":
            os.sched_setaffinity(0, sorted(all_cores)[: int(value)])
        else:
            os.environ[variable] = value
        passed, failed = tally.passed, tally.failed
        program_suite(tally, command, setting, options)
        rows.append(f"  {setting:32} {tally.passed - passed:6} passed {tally.failed - failed:4} failed")
        os.sched_setaffinity(0, all_cores)
        os.environ.pop(variable, None)
        os.environ.update(all_variables)
    print("\n".join(rows))


def cuda_host_suite(tally, command, options):
    """Compiled programs with their CUDA kernels run serially on the CPU."""
    differs = {name: reason for name, reason in pending_programs("cpu_only.txt").items()
               if reason.startswith("kernels: ")}
    known = {**pending_programs(), **differs}
    paths = [p for p in sorted((PROGRAMS / "capture").rglob("*.py"))
             if options.match in str(p) and p.with_suffix(".out").exists()]
    paths = [p for p in paths if str(p.relative_to(PROGRAMS)) not in known]
    with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        outcomes = pool.map(lambda p: run_program(command, p, CUDA_HOST_TIMEOUT_S, ["--backend=cuda-host"]), paths)
        for path, (ok, detail) in zip(paths, outcomes):
            tally.count(f"cuda-host {path.relative_to(PROGRAMS)}", ok, detail)
    for name, reason in differs.items():
        if options.match in name:
            tally.skip(f"cuda-host {name}", reason)


def cuda_suite(tally, command, build, options):
    """Programs about tensors with their tensors on a CUDA device. Without one, eager programs run on a
    driver in host memory, where ops go over the CPU; what needs compiled kernels is skipped."""
    environment = dict(os.environ)
    has_gpu = pathlib.Path("/dev/nvidiactl").exists()
    fake = build / "tests/libfake_cuda.so"
    if not has_gpu:
        environment.update(VITRINE_CUDA_DRIVER=str(fake), VITRINE_NVRTC="/none", VITRINE_CUBLASLT=str(fake),
                           VITRINE_CUDNN=str(fake))
        if not fake.exists():
            tally.skip("cuda", "there is no GPU and no libfake_cuda.so")
            return
        done = subprocess.run([sys.executable, str(ROOT / "tests/cuda_errors.py"), *command, str(fake)],
                              capture_output=True, text=True)
        tally.count("cuda errors", done.returncode == 0, done.stdout + done.stderr)
    # Ops on the device against the CPU; their kernels are compiled by the fake's compiler where there is no GPU.
    for path in [p for p in sorted((ROOT / "tests/cuda").glob("*.py")) if options.match in str(p)]:
        own = environment if has_gpu else dict(environment, VITRINE_NVRTC=str(fake))
        done = subprocess.run([*command, "run", str(path)], capture_output=True, text=True, env=own,
                              timeout=DEVICE_OPS_TIMEOUT_S)
        ok = done.returncode == 0 and done.stdout.endswith("all agree\n")
        tally.count(f"cuda {path.name}", ok, done.stdout[-1500:] + done.stderr[-800:])
    left_out = {**pending_programs(), **pending_programs("cpu_only.txt")}
    paths = [p for p in sorted(PROGRAMS.rglob("*.py")) if options.match in str(p) and p.with_suffix(".out").exists()
             and p.parent.name != "lang" and str(p.relative_to(PROGRAMS)) not in left_out]
    if not has_gpu:
        # One program for what compiled CUDA programs have of their own; its kernels are compiled as C++.
        compiled = PROGRAMS / "capture/310_cuda_products_and_tuning.py"
        with tempfile.TemporaryDirectory() as cache:
            inside = {**environment, "VITRINE_NVRTC": str(fake), "VITRINE_CACHE": cache}
            for attempt in ("measured", "remembered"):
                tally.count(f"cuda compiled, autotune {attempt}",
                            *run_program(command, compiled, 400, ["--device=cuda"], inside))
        tally.skip("cuda compiled programs", "there is no GPU")
        paths = [p for p in paths if p.parent.name == "eager" and "torch.compile" not in p.read_text()]
    with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        run = lambda p: run_program(command, p, options.timeout, ["--device=cuda"], environment)
        for path, (ok, detail) in zip(paths, pool.map(run, paths)):
            tally.count(f"cuda {path.relative_to(PROGRAMS)}", ok, detail)


def webgpu_suite(tally, command, options):
    """Compiled programs, one in twelve by name, with their tensors on a WebGPU device that the CPU stands in for; then
    kernels, and programs in the page, on the device of a browser. With --match all that match."""
    left_out = {**pending_programs(), **pending_programs("cpu_only.txt"), **pending_programs("webgpu.txt")}
    paths = [p for p in sorted((PROGRAMS / "capture").rglob("*.py")) if options.match in str(p)
             and p.with_suffix(".out").exists() and str(p.relative_to(PROGRAMS)) not in left_out]
    paths = paths[::1 if options.match else 12]
    environment = dict(os.environ, VITRINE_WEBGPU="stand-in")
    with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        run = lambda p: run_program(command, p, options.timeout, ["--device=webgpu"], environment)
        for path, (ok, detail) in zip(paths, pool.map(run, paths)):
            tally.count(f"webgpu stand-in {path.relative_to(PROGRAMS)}", ok, detail)
    line_suite(tally, "webgpu", ["node", "tests/webgpu/run.mjs", command[0], options.match])
    line_suite(tally, "webgpu", ["node", "tests/webgpu/programs.mjs", options.match])


def unit_tests(build):
    """The native executables, and those of the WebAssembly build, which run under Node."""
    native = [t for t in sorted((build / "tests").glob("test_*")) if os.access(t, os.X_OK) and t.is_file()]
    return [(t.name, [str(t)]) for t in native]


def thread_suite(tally, options):
    """The WebAssembly build on 1, 2 and 16 threads: results have the same bits."""
    path = ROOT / "tests/threads/bits.py"

    def run(threads):
        return subprocess.run([*WASM, "run", str(path)], capture_output=True, text=True,
                              env=dict(os.environ, OMP_NUM_THREADS=str(threads)))

    if options.match not in "threads":
        return
    with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        one, *others = pool.map(run, (1, 2, 16))
    tally.count("threads: 1", one.returncode == 0 and len(one.stdout.splitlines()) > 90, one.stderr[-600:])
    for threads, done in zip((2, 16), others):
        same = (done.returncode, done.stdout, done.stderr) == (one.returncode, one.stdout, one.stderr)
        tally.count(f"threads: {threads}", same, first_difference(done.stdout, one.stdout) + done.stderr[-600:])


def wasm_unit_tests():
    return [("wasm " + t.name, ["node", str(t)]) for t in sorted((ROOT / "build/web/tests").glob("test_*.js"))]


def unit_suite(tally, options, tests):
    def run(test):
        return subprocess.run(test[1] + ["--colour-mode", "none"], capture_output=True, text=True, cwd=ROOT)

    tests = [test for test in tests if options.match in test[0]]
    with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        outcomes = list(pool.map(run, tests))
    for (name, _), done in zip(tests, outcomes):
        counted = re.search(r"test cases?:\s+(\d+)\s*\|(.*)", done.stdout)
        passed_all = re.search(r"All tests passed \(.* in (\d+) test cases?\)", done.stdout)
        if passed_all and done.returncode == 0:
            tally.add(passed=int(passed_all.group(1)))
        elif counted and not passed_all:
            parts = dict((kind, int(n)) for n, kind in re.findall(r"(\d+) (passed|failed|skipped)", counted.group(2)))
            tally.add(passed=parts.get("passed", 0), skipped=parts.get("skipped", 0))
            for _ in range(parts.get("failed", 0)):
                tally.count(f"unit {name}", False, done.stdout[-1500:])
        else:
            tally.count(f"unit {name}", False, (done.stdout + done.stderr)[-1500:] or f"exit status {done.returncode}")


def command_suite(tally, name, command, **extra):
    """A suite that is one command: passes when it exits with 0; `skip NAME: why` lines are counted."""
    done = subprocess.run(command, capture_output=True, text=True, cwd=ROOT, **extra)
    for part, reason in re.findall(r"^skip (.*?): (.*)", done.stdout, re.MULTILINE):
        tally.skip(f"{name}: {part}", reason)
    tally.count(name, done.returncode == 0, done.stdout[-2500:] + done.stderr[-1500:])


# Fuzzers of stages that build quickly with sanitizers; the others run without here, and with them in `./dev fuzz`.
SANITIZED = ("frontend", "vm")
# Fuzzers that find defects known and listed in docs/gaps.md: run by `./dev fuzz`, skipped and counted here.
PENDING_FUZZERS = {}


def fuzz_suite(tally, options):
    """Every fuzzer of tests/fuzz for 10 seconds; the seed is fixed, so that a failure comes again."""
    names = sorted(p.name.rsplit("_fuzz", 1)[0] for p in (ROOT / "tests/fuzz").glob("*_fuzz.*")
                   if options.match in p.name)
    for name in [name for name in names if name in PENDING_FUZZERS]:
        tally.skip(f"fuzz {name}", PENDING_FUZZERS[name])
        names.remove(name)
    chosen = {preset: [name for name in names if (name in SANITIZED) == (preset == "debug")]
              for preset in ("debug", "release")}

    def run(preset):
        if not chosen[preset]:
            return None
        return subprocess.run(["tests/fuzz/run.sh", "10", *chosen[preset]], capture_output=True, text=True, cwd=ROOT,
                              env=dict(os.environ, SEED="1", PRESET=preset))

    # Side by side: the others run while what needs sanitizers is built.
    with concurrent.futures.ThreadPoolExecutor(2) as pool:
        for preset, done in zip(chosen, pool.map(run, chosen)):
            if done is None:
                continue
            reported = re.findall(r"^(ok|not ok) (\w+)", done.stdout, re.MULTILINE)
            for outcome, name in reported:
                tally.count(f"fuzz {name}", outcome == "ok", done.stdout[-2500:])
            for name in set(chosen[preset]) - {name for _, name in reported}:
                tally.count(f"fuzz {name}", False, "did not run\n" + (done.stdout + done.stderr)[-1500:])


def line_suite(tally, label, command, **variables):
    """A suite that prints `ok NAME`, `not ok NAME: why` and `skip NAME: why` lines."""
    done = subprocess.run(command, capture_output=True, text=True, cwd=ROOT, env=dict(os.environ, **variables))
    seen = 0
    for line in done.stdout.splitlines():
        kind = re.match(r"(ok|not ok|skip) (.*)", line)
        if not kind:
            continue
        seen += 1
        if kind.group(1) == "skip":
            name, _, reason = kind.group(2).partition(": ")
            tally.skip(f"{label} {name}", reason)
        else:
            tally.count(f"{label} {kind.group(2)}", kind.group(1) == "ok", kind.group(2))
    if done.returncode != 0 or seen == 0:
        tally.count(f"{label} suite", False, (done.stdout + done.stderr)[-2000:])


def browser_suite(tally, options):
    """Two browsers side by side, each with every second test: a test keeps about one core busy."""
    parts = 1 if options.match else min(options.jobs, 2)
    with concurrent.futures.ThreadPoolExecutor(parts) as pool:
        run = lambda part: line_suite(tally, "browser", ["node", "tests/browser/run.mjs", options.match],
                                      VT_PART=f"{part}/{parts}")
        list(pool.map(run, range(parts)))


def processor_time():
    """Of processes that have ended and were waited for, in seconds: Chromium's are not among them."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def timed(name, suite, tally):
    start, used = time.time(), processor_time()
    print(f"{name} ...", flush=True)
    suite()
    seconds, used = time.time() - start, processor_time() - used
    print(f"{name}: {seconds:.0f} s, {used:.0f} s of the processors; {tally.passed} passed so far", flush=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--quick", action="store_true", help="no fuzzers, no WebAssembly, no CUDA, no browser")
    parser.add_argument("--sanitize", action="store_true",
                        help="the build with sanitizers (build/debug): unit, native, cli, lessons")
    parser.add_argument("--golden", action="store_true", help="rewrite the golden text of every stage")
    parser.add_argument("--matrix", action="store_true",
                        help="the programs natively, over instruction sets, threads and cores")
    parser.add_argument(
        "--only",
        default="",
        help=(
            "one suite: check, unit, native, golden, cuda, cli, lessons, fuzz, wasm-unit, wasm, threads, "
            "cuda-host, nvrtc, webgpu, browser"
        ),
    )
    parser.add_argument("--match", default="", help="only tests whose name contains this")
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    options = parser.parse_args()
    build = ROOT / ("build/debug" if options.sanitize else "build/release")
    vitrine = [str(build / "vitrine")]
    options.timeout = TIMEOUT_S * (SANITIZER_SLOWNESS if options.sanitize else 1)
    if options.sanitize:
        for name, value in SANITIZER_OPTIONS.items():
            os.environ.setdefault(name, value)
    tally = Tally()
    suites = {
        "check": lambda: command_suite(
            tally, "formatting, module graph, clang-tidy", ["bash", "tests/check.sh"],
            env=dict(os.environ, CHECK_SECONDS="60")
        ),
        "unit": lambda: unit_suite(tally, options, unit_tests(build)),
        "native": lambda: program_suite(tally, vitrine, "native", options),
        "cuda": lambda: cuda_suite(tally, vitrine, build, options),
        "cli": lambda: command_suite(tally, "command line", [sys.executable, "tests/cli.py"] + vitrine),
        "golden": lambda: golden_suite(tally, vitrine, options),
        "lessons": lambda: command_suite(tally, "lessons", vitrine + ["lessons", "check", "lessons"]),
        "fuzz": lambda: fuzz_suite(tally, options),
        "wasm-unit": lambda: unit_suite(tally, options, wasm_unit_tests()),
        "wasm": lambda: program_suite(tally, WASM, "wasm", options),
        "threads": lambda: thread_suite(tally, options),
        "cuda-host": lambda: cuda_host_suite(tally, vitrine, options),
        "webgpu": lambda: webgpu_suite(tally, vitrine, options),
        "nvrtc": lambda: line_suite(
            tally, "nvrtc", [sys.executable, "tests/nvrtc.py", *vitrine, "--match", options.match, "--jobs",
                             str(options.jobs)]
        ),
        "browser": lambda: browser_suite(tally, options),
    }
    if options.quick:
        suites = {k: v for k, v in suites.items()
                  if k not in ("fuzz", "wasm-unit", "wasm", "threads", "cuda-host", "nvrtc", "webgpu", "browser")}
    if options.sanitize:
        suites = {k: suites[k] for k in ("unit", "native", "cli", "lessons")}
    if options.matrix:
        suites = {"matrix": lambda: matrix_suite(tally, vitrine, options)}
    if options.golden:
        suites = {"golden": suites["golden"]}
    chosen = [name for name in suites if options.only in ("", name)]
    # Suites of one process at a time run side by side, then the others, each of which keeps the cores busy.
    single = [name for name in chosen if name in ("check", "cli", "lessons")]
    with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        list(pool.map(lambda name: timed(name, suites[name], tally), single))
    for name in chosen:
        if name not in single:
            timed(name, suites[name], tally)
    if tally.failures:
        print("\nFailed:\n" + "\n".join("  " + name for name, _ in tally.failures))
    print(f"{tally.passed} passed, {tally.failed} failed" + (f", {tally.skipped} skipped" if tally.skipped else ""))
    return 1 if tally.failed else 0


if __name__ == "__main__":
    sys.exit(main())
