"""What compiled kernels and other people's programs may do: compilers that fail, the cache of kernels, the sandbox,
crashes. Checks of the command line; cli.py runs them."""
import hashlib
import os
import pathlib
import signal
import subprocess
import tempfile
import time

KERNELS = """import torch


@torch.compile
def f(x):
    return torch.relu(x) * 3 + 0


print(f(torch.tensor([-1.0, 2.0, 4.0])))
"""
SKIP = "skip: "  # starts what a check returns that cannot run here
RIGHT = "tensor([ 0.,  6., 12.])\n"


# Every OpenMP thread but THREAD leaves the kernel alone.
TRAP = """
sed -n 's/^extern "C" void \\([A-Za-z0-9_]*\\)(.*/\\1/p' "$text" | while read -r name; do
  echo "extern \\"C\\" int omp_get_thread_num(); extern \\"C\\" void $name(void* const*, const long*) {"
  echo '_Pragma("omp parallel num_threads(2)") { if (omp_get_thread_num() == THREAD) *(volatile int*)8 = 1; } }'
done > "$out.cpp"
g++ -x c++ -fopenmp -shared -fPIC -o "$out" "$out.cpp"; status=$?; rm "$out.cpp"; exit $status
"""
# Stand-ins for the system's compiler, in shell: $out is the library to make, $text the source.
COMPILERS = {
    "fails": "echo 'g++: nothing works' >&2; exit 1",
    "writes_garbage": 'echo "this is no library" > "$out"',
    "writes_nothing": "exit 0",
    "forgets": 'echo "int unused;" | g++ -x c++ -shared -fPIC -o "$out" -',
    "makes_it_five": 'sed -i "s/3\\.0f/5.0f/" "$text"; exec g++ "$@"',
    "traps": TRAP.replace("THREAD", "0"),
    "traps_in_a_worker": TRAP.replace("THREAD", "1"),
}
# Name, environment (FOLDER is the test's), exit status, stdout, what stderr contains (empty: nothing is on it).
COMPILER_CASES = [
    ("a compiler", {}, 0, RIGHT, ""),
    ("no compiler", {"CXX": "", "PATH": "/nonexistent"}, 0, RIGHT, "no C++ compiler on this machine (install g++)"),
    ("a compiler that is not there", {"CXX": "/nonexistent/g++"}, 0, RIGHT, ""),
    ("a compiler that fails", {"CXX": "FOLDER/fails"}, 0, RIGHT, "the loop interpreter runs it: g++: nothing works"),
    ("a compiler that writes garbage", {"CXX": "FOLDER/writes_garbage"}, 0, RIGHT,
     "a compiled kernel cannot be loaded"),
    ("a compiler that writes nothing", {"CXX": "FOLDER/writes_nothing"}, 0, RIGHT, "so the loop interpreter runs it"),
    ("a compiler that forgets", {"CXX": "FOLDER/forgets"}, 0, RIGHT, "a compiled kernel lacks the function"),
    ("a kernel made to compute something else", {"CXX": "FOLDER/makes_it_five"}, 0, "tensor([ 0., 10., 20.])\n", ""),
    ("a kernel that traps", {"CXX": "FOLDER/traps"}, 70, "", "wrote memory that is not there (SIGSEGV)"),
    ("a kernel that traps in a worker", {"CXX": "FOLDER/traps_in_a_worker"}, 70, "",
     "of a compiled graph (code in FOLDER/"),
    ("a kernel that traps and its line", {"CXX": "FOLDER/traps"}, 70, "",
     "(SIGSEGV); called from kernels.py, line 6, in f\n"),
    ("no folder to write to", {"VITRINE_CACHE": "/dev/null/a", "XDG_CACHE_HOME": "/dev/null/b", "HOME": "/dev/null/c",
                               "TMPDIR": "/dev/null/d"},
     0, RIGHT, "no folder for compiled kernels can be written; set VITRINE_CACHE"),
    ("a cache folder of which one cannot write", {"VITRINE_CACHE": "/dev/null/a"}, 0, RIGHT, ""),
]


def run(command, folder, words, **environment):
    return subprocess.run(command + words, cwd=folder, capture_output=True, text=True, timeout=120,
                          env={**os.environ, **environment})


def kernels_problem(done, status=0, stdout=RIGHT, stderr=""):
    if (done.returncode, done.stdout) != (status, stdout):
        return f"exit status {done.returncode}, {done.stdout!r}\n{done.stderr[-300:]}"
    if stderr not in done.stderr or (not stderr and done.stderr):
        return f"stderr {done.stderr[:300]!r}, expected {stderr!r}"
    return ""


def compiler_problem(command, folder, environment, status, stdout, stderr):
    stderr = stderr.replace("FOLDER", folder)
    cache = tempfile.mkdtemp(dir=folder)
    environment = {"VITRINE_CACHE": cache, **{k: v.replace("FOLDER", folder) for k, v in environment.items()}}
    wrong = kernels_problem(run(command, folder, ["run", "kernels.py"], **environment), status, stdout, stderr)
    # A second call gets the same, whatever the first left in the cache.
    return wrong or kernels_problem(run(command, folder, ["run", "kernels.py"], **environment), status, stdout, stderr)


def damaged_cache(command, folder):
    """Cached kernels that are cut short, overwritten or empty are compiled afresh."""
    cache = pathlib.Path(tempfile.mkdtemp(dir=folder))
    run(command, folder, ["run", "kernels.py"], VITRINE_CACHE=str(cache))
    library, = cache.glob("*.so")
    sound = library.read_bytes()
    for what, damaged in [("cut", sound[: len(sound) // 2]), ("changed", sound[:9000] + b"\xff" * 64 + sound[9064:]),
                          ("empty", b"")]:
        library.write_bytes(damaged)
        wrong = kernels_problem(run(command, folder, ["run", "kernels.py"], VITRINE_CACHE=str(cache)))
        if wrong or library.read_bytes() == damaged:
            return f"{what}: {wrong or 'the damaged file is still there'}"
    return ""


def shared_cache(command, folder):
    """Processes that start at once on one empty cache all get their kernel and leave only it."""
    cache = pathlib.Path(tempfile.mkdtemp(dir=folder))
    start = lambda: subprocess.Popen(command + ["run", "kernels.py"], cwd=folder, text=True, stdout=subprocess.PIPE,
                                     stderr=subprocess.PIPE,
                                     env={**os.environ, "VITRINE_CACHE": str(cache)})
    for process in [start() for _ in range(4)]:
        stdout, stderr = process.communicate(timeout=120)
        if (process.returncode, stdout, stderr) != (0, RIGHT, ""):
            return f"exit status {process.returncode}, {stdout!r}, {stderr[-300:]!r}"
    left = sorted(path.suffix or path.name for path in cache.iterdir())
    return "" if left == [".cpp", ".so", "key"] else f"the cache holds {left}"


def resealed_cache(command, folder):
    """What somebody else put into the cache is compiled afresh: the seal is keyed, and holds for one name."""
    cache = pathlib.Path(tempfile.mkdtemp(dir=folder))
    run(command, folder, ["run", "kernels.py"], VITRINE_CACHE=str(cache))
    mine, = cache.glob("*.so")
    sound = mine.read_bytes()
    (pathlib.Path(folder) / "kernels5.py").write_text(KERNELS.replace("* 3", "* 5"))
    run(command, folder, ["run", "kernels5.py"], VITRINE_CACHE=str(cache))
    other, = set(cache.glob("*.so")) - {mine}
    library = other.read_bytes()[:-64]
    forged = {"another entry": library + other.read_bytes()[-64:],
              "a seal without the key": library + hashlib.sha256(library).hexdigest().encode()}
    for what, planted in forged.items():
        mine.write_bytes(planted)
        wrong = kernels_problem(run(command, folder, ["run", "kernels.py"], VITRINE_CACHE=str(cache)))
        if wrong or mine.read_bytes()[:-64] == library:
            return f"{what}: {wrong or 'the planted file is still there'}"
    mine.unlink()
    mine.symlink_to(folder + "/linked.so")
    (pathlib.Path(folder) / "linked.so").write_bytes(sound)
    wrong = kernels_problem(run(command, folder, ["run", "kernels.py"], VITRINE_CACHE=str(cache)))
    if wrong or mine.is_symlink():
        return f"a link: {wrong or 'it is still there'}"
    key = cache / "key"
    if key.stat().st_mode & 0o777 != 0o600:
        return f"the key has mode {key.stat().st_mode:o}"
    key.chmod(0o644)  # others may have read it: the entries under it are worth nothing
    old = key.read_bytes()
    wrong = kernels_problem(run(command, folder, ["run", "kernels.py"], VITRINE_CACHE=str(cache)))
    return wrong or ("the key that others could read is still used" if key.read_bytes() == old else "")


def foreign_cache(command, folder):
    """A folder that others can write, or that is another user's, is not used, whoever names it, and a line says so."""
    sound = pathlib.Path(tempfile.mkdtemp(dir=folder))
    run(command, folder, ["run", "kernels.py"], VITRINE_CACHE=str(sound))
    entries = {path.name: path.read_bytes() for path in sound.iterdir()}

    def refused(base, cache, variable, value, why):
        for name, content in entries.items():
            (cache / name).write_bytes(content)
            (cache / name).chmod(0o600)
        stamps = {path.name: path.stat().st_mtime_ns for path in cache.iterdir()}
        environment = {"VITRINE_CACHE": "", "XDG_CACHE_HOME": "", "TMPDIR": folder, variable: str(value)}
        wrong = kernels_problem(run(command, folder, ["run", "kernels.py"], **environment),
                                stderr="compiled kernels are not kept in ")
        again = run(command, folder, ["run", "kernels.py"], **environment).stderr
        if wrong or why not in again or again.count("\n") != 1:
            return wrong or f"stderr {again!r}, expected {why!r}"
        return "" if {path.name: path.stat().st_mtime_ns
                      for path in cache.iterdir()} == stamps else "the folder was written"

    for variable, below in (("VITRINE_CACHE", ""), ("XDG_CACHE_HOME", "vitrine"), ("HOME", ".cache/vitrine")):
        for opened in ("", below):  # the folder itself, or one above it
            base = pathlib.Path(tempfile.mkdtemp(dir=folder))
            cache = base / below
            cache.mkdir(parents=True, exist_ok=True)
            (base / opened).chmod(0o777)
            if wrong := refused(base, cache, variable, base,
                                f"other users can write {os.path.realpath(base / opened)}"):
                return f"{variable}, {opened or 'itself'} open: {wrong}"
    link = pathlib.Path(folder) / "link"
    link.symlink_to(base)
    if wrong := refused(base, cache, "HOME", link, "other users can write"):
        return f"through a link: {wrong}"
    if os.geteuid() == 0:
        base = pathlib.Path(tempfile.mkdtemp(dir=folder))
        base.chmod(0o755)
        os.chown(base, 65533, 65533)
        if wrong := refused(base, base, "VITRINE_CACHE", base, "belongs to another user"):
            return f"another user's: {wrong}"
    return ""


SANDBOXED = """import os, sys, tempfile
import torch


def attempt(name, act, *words):
    try:
        act(*words)
        print(name, "done")
    except OSError as error:
        print(name, type(error).__name__, error.errno)


def write(path):
    with open(path, "w") as file:
        file.write("text")


def read(path):
    with open(path) as file:
        file.read()


outside = sys.argv[1]
attempt("read beside", read, "beside.txt")
attempt("write beside", write, "beside.txt")
attempt("make beside", write, "new.txt")
attempt("make a folder", os.mkdir, "new")
attempt("remove", os.remove, "beside.txt")
attempt("rename", os.rename, "beside.txt", "other.txt")
attempt("read outside", read, outside + "/secret.txt")
attempt("read through a link", read, "link.txt")
attempt("list outside", os.listdir, outside)
attempt("write outside", write, outside + "/new.txt")
attempt("write to the cache", write, outside + "/cache/new.txt")
attempt("read the key", read, outside + "/cache/key")
attempt("read passwords", read, "/etc/passwd")
attempt("scratch", write, tempfile.gettempdir() + "/new.txt")
print(os.environ["TMPDIR"] == tempfile.gettempdir(), os.path.isdir(tempfile.gettempdir()))
import helper
f = torch.compile(lambda x: torch.relu(x) * 3 + helper.ZERO)
print(f(torch.tensor([-1.0, 2.0, 4.0])))
"""
IN_SANDBOX = """read beside done
write beside PermissionError 13
make beside PermissionError 13
make a folder PermissionError 13
remove PermissionError 13
rename PermissionError 13
read outside PermissionError 13
read through a link PermissionError 13
list outside PermissionError 13
write outside PermissionError 13
write to the cache PermissionError 13
read the key PermissionError 13
read passwords PermissionError 13
scratch done
True True
""" + RIGHT


def sandbox(command, folder):
    """A sandboxed program reads its own folder and writes its scratch folder, and its kernels are compiled and kept."""
    home, outside, scratch = (pathlib.Path(tempfile.mkdtemp(dir=folder)) for _ in range(3))
    (home / "p.py").write_text(SANDBOXED)
    (home / "helper.py").write_text("ZERO = 0\n")
    (home / "beside.txt").write_text("text")
    (outside / "secret.txt").write_text("text")
    (home / "link.txt").symlink_to(outside / "secret.txt")
    environment = {"VITRINE_CACHE": str(outside / "cache"), "TMPDIR": str(scratch)}
    (home / "kernels5.py").write_text(KERNELS.replace("* 3", "* 5"))
    run(command, str(home), ["run", "kernels5.py"], **environment)
    done = run(command, str(home), ["run", "--sandbox", "p.py", str(outside)], **environment)
    if "--sandbox: this " in done.stderr:
        if done.returncode != 2 or done.stdout:
            return f"exit status {done.returncode} without a sandbox, {done.stdout[:100]!r}"
        return SKIP + done.stderr.split("\n")[0]
    if wrong := kernels_problem(done, stdout=IN_SANDBOX):
        return wrong
    if list(scratch.iterdir()):
        return f"left behind: {list(scratch.iterdir())}"
    stamps = {path.name: path.stat().st_mtime_ns for path in (outside / "cache").glob("*.so")}
    if len(stamps) != 2:
        return f"{len(stamps)} libraries in the cache"
    (home / "q.py").write_text("import sys\nprint(sys.argv)\nopen(sys.argv[1], 'w').close()\n")
    again = run(command, str(home), ["run", "p.py", "--sandbox", "--trace=t.json", str(outside)], **environment)
    if again.returncode or stamps != {path.name: path.stat().st_mtime_ns
                                      for path in (outside / "cache").glob("*.so")} or not (home
                                          / "t.json").read_text().startswith("{"):
        return f"the second run: {again.stderr[-300:]}"
    words = run(command, str(home), ["run", "--sandbox", "q.py", "/dev/null", "--sandbox"], **environment)
    if (words.returncode, words.stdout) != (0, "['q.py', '/dev/null', '--sandbox']\n"):
        return f"another program's words: {words.stdout!r} {words.stderr[-300:]}"
    failed = run(command, str(home), ["run", "--sandbox", "q.py", "x.txt"], **environment)
    return "" if failed.returncode == 1 and failed.stderr.endswith(
        "PermissionError: [Errno 13] Permission denied: 'x.txt'\n") else failed.stderr


def crash_outside_kernels(command, folder):
    """A signal that means a defect ends the run with a report that names the op, the line and that it is ours."""
    (pathlib.Path(folder) / "crash.py").write_text("""import torch
x = torch.ones(600, 600)
def work():
    print("working", flush=True)
    while True:
        torch.mm(x, x)
work()
""")
    process = subprocess.Popen(command + ["run", "crash.py"], cwd=folder, text=True, stdout=subprocess.PIPE,
                               stderr=subprocess.PIPE)
    process.stdout.readline()
    time.sleep(0.2)
    process.send_signal(signal.SIGSEGV)
    stdout, stderr = process.communicate(timeout=120)
    wanted = [
        "vitrine: internal error: the process read or wrote memory that is not there (SIGSEGV); the last op was mm, "
        "called from crash.py, line 6, in work",
              "This is a defect of Vitrine, not of the program."]
    return (
        ""
        if process.returncode == 70 and all(text in stderr for text in wanted)
        else f"exit status {process.returncode}, {stderr!r}"
    )


CHECKS = (damaged_cache, shared_cache, resealed_cache, foreign_cache, sandbox, crash_outside_kernels)
