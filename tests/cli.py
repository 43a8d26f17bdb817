#!/usr/bin/env python3
"""The command line as a user types it: `tests/cli.py COMMAND...` (the words of vitrine).

Prints a line per mistake and exits with 1 if there is any.
"""
import hashlib
import json
import os
import pathlib
import re
import signal
import subprocess
import sys
import tempfile
import time

import cli_bench
from cli_kernels import CHECKS, COMPILER_CASES, COMPILERS, KERNELS, RIGHT, SKIP, compiler_problem, run

PROGRAM = """import sys
import torch


@torch.compile
def f(x):
    print("break")
    return x + 1


print(sys.argv[1:])
if "--fail" in sys.argv:
    raise ValueError("asked for")
if "--exit" in sys.argv:
    sys.exit(3)
f(torch.ones(2))
"""

# Words after `vitrine`, exit status, what stdout and stderr contain.
CASES = [
    (["run", "p.py"], 0, "[]\nbreak\n", ""),
    (["run", "p.py", "a", "--epochs", "3"], 0, "['a', '--epochs', '3']\n", ""),
    (["run", "p.py", "--help"], 0, "['--help']\n", ""),
    (["run", "p.py", "a", "--dump=graph"], 0, "['a', '--dump=graph']\n", ""),
    (["run", "p.py", "--dump=bytecode,breaks"], 0, "RETURN_VALUE", ""),
    (["run", "--dump=breaks", "p.py", "b"], 0, "['b']\nbreak\n== breaks", ""),
    (["run", "p.py", "--dump", "breaks", "c"], 0, "# reason_id: GB0059", ""),
    (["run", "p.py", "--dump=cuda"], 0, "__global__", ""),
    (["run", "p.py", "--dump=cpp"], 0, 'extern "C" void fused_add_0(', ""),
    (["run", "p.py", "--dump=wat"], 0, '(func (export "fused_add_0")', ""),
    (["run", "p.py", "--dump-to=stages", "--dump=breaks,joint"], 0, "[]\nbreak\n", ""),
    (["run", "--sandbox", "--dump-to=stages", "p.py"], 2, "", "--sandbox excludes --dump-to"),
    (["run", "p.py", "--backend=interpret"], 0, "break", ""),
    (["run", "p.py", "--backend=nope"], 2, "", "there is no back end called 'nope'; there are cpp interpret"),
    (["run", "p.py", "--skip-pass=fold_constants"], 0, "break", ""),
    (
        ["run", "p.py", "--skip-pass=fuse"],
        2,
        "",
        "there is no pass called 'fuse'; there are simplify_sizes remove_dead_code",
    ),
    (["run", "--skip-pass", "fold_constants", "--skip-pass=remove_dead_code", "p.py", "x"], 0, "['x']\nbreak", ""),
    (["explain", "p.py", "--skip-pass", "fuse"], 2, "", "there is no pass called 'fuse'"),
    (["batch", "p.py", "p.py"], 0, '"stdout":"[]\\nbreak\\n","stopped":false}\n{"exit_code":0,"file":"p.py"', ""),
    (["batch", "no.py", "p.py"], 1, '{"exit_code":2,"file":"no.py","stopped":false}\n{"exit_code":0', "no.py"),
    (["batch", "--limit=0.3", "on.py"], 1, '"stderr":"","stdout":"on\\n","stopped":true}', ""),
    (["batch"], 2, "", "FILE is required"),
    (["run", "--dump=list"], 0, "tokens\nast\nbytecode\n", ""),
    (["run", "p.py", "--dump=list"], 0, "tokens\nast\nbytecode\n", ""),
    (["run", "--dump=colours", "p.py"], 2, "", "unknown stage 'colours'"),
    (["run", "p.py", "--fail"], 1, "['--fail']", "ValueError: asked for"),
    (["run", "p.py", "--exit"], 3, "['--exit']", ""),
    (["run", "missing.py"], 2, "", "vitrine: can't open file 'missing.py': No such file or directory"),
    (["run", "."], 2, "", "vitrine: '.' is a folder, not a program"),
    (["run", "names.py"], 0, ".........\n", ""),
    (["run", "null.py"], 1, "", "line 2\n    x = 1\n    ^\nSyntaxError: source code cannot contain null bytes"),
    (
        ["run", "latin.py"],
        1,
        "",
        "SyntaxError: Non-UTF-8 code starting with '\\xe9' in file latin.py on line 2, but no encoding declared; see ",
    ),
    (["run", "p.py", "--times"], 0, "[]\nbreak\n", "compile times, 1 graphs"),
    (
        ["run", "--bogus", "p.py"],
        2,
        "",
        "vitrine run: The following argument was not expected: --bogus\n'vitrine run --help' shows what it takes.",
    ),
    (["frob"], 2, "", "there is no command 'frob'; there are run batch explain diff"),
    (["p.py"], 2, "", "to run a program: vitrine run p.py"),
    (["run", "big.py"], 1, "before\n", "you tried to allocate 4000000000000 bytes"),
    (["run", "--record", "p.py"], 0, "[]\nbreak\n== recording\n    1  import sys\n", ""),
    (["run", "p.py", "x", "--record"], 0, "['x', '--record']\n", ""),
    (["explain", "p.py"], 0, "p.py:", ""),
    (["explain", "p.py"], 0, "  registry: GB0059\n  in: f\n  why: Dynamo does not know", ""),
    (["explain", "p.py"], 0, "  fix: move the print behind the compiled function\n", ""),
    (["explain", "p.py"], 0, ' -     print("break")\n', ""),
    (["run", "--dump=capture", "p.py"], 0, "stack 0 = L['x'], not looked at yet\n", ""),
    (["run", "--dump=capture", "p.py"], 0, "!! graph break: Failed to trace builtin operator\n", ""),
    (["run", "--dump=timeline", "p.py"], 0, " us  compiled graph compiled graph", ""),
    (["measure", "measured.py", "--seconds=0"], 0, "f, line 4: float32[8]\n  ", ""),
    (["measure", "measured.py", "f", "--seconds=0"], 0, "launch: 1 kernel", ""),
    (["measure", "measured.py", "--sizes", "--seconds=0"], 0, "  axis 0 of 1 inputs, compiled for each size\n", ""),
    (["measure", "measured.py", "g", "--seconds=0"], 2, "", "there is no compiled function 'g'; called were f"),
    (["measure", "names.py", "--seconds=0"], 2, "", "the program calls no compiled function"),
    (
        ["run", "--values", "measured.py"],
        0,
        "a = relu: float32[8]  least 0, mean 3.5, greatest 7; compiled is off by 0 at most",
        "",
    ),
    (["diff", "p.py"], 0, "1 graphs, 1 calls, 1 values compared: no difference", ""),
    (["diff", "wrong.py"], 1, "first difference: line 14, mul = mul\n  at element 0: eager 4, compiled 6", ""),
    (
        ["diff", "gradient.py"],
        1,
        "first difference: line 12, gradient of a = relu\n  gradient by l_w_: at element 1: eager 3, compiled 0",
        "",
    ),
    (["run", "logs.py"], 0, "4.0", "[0/0] [__graph_breaks] Graph break in user code at logs.py:6"),
    (
        ["run", "logs.py"],
        0,
        "4.0",
        "[0/1] [__recompiles]     - 0/0: tensor 'x' size mismatch at index 0. expected 2, actual 3",
    ),
    (
        ["run", "logs.py"],
        0,
        "4.0",
        '[__graph_breaks] User code traceback:\n[0/0] [__graph_breaks]   File "logs.py", line 8, in <module>',
    ),
    (
        ["run", "logs.py"],
        0,
        "4.0",
        (
            "+- TENSOR_MATCH: check_tensor(L['x'], Tensor, torch.float32, device=cpu, requires_grad=False, size=[2],"
            " stride=[1])  # x = x + 1  # logs.py:5 in f"
        ),
    ),
    (
        ["run", "logs.py"],
        0,
        "4.0",
        "Graph Break Reason: Encountered graph break when attempting to trace CALL: a function call, e.g. f(x, y):\n",
    ),
    (["run", "logs.py"], 0, "4.0", "[0/0_1] [__guards] GUARDS:"),
    (
        ["run", "skips.py"],
        0,
        "tensor(",
        (
            "[__graph_breaks] *** While handling this graph break, another graph break occurred: ***\n[0/0]"
            " [__graph_breaks] \n[0/0] [__graph_breaks] graph break in loop"
        ),
    ),
    (
        ["run", "skips.py"],
        0,
        "tensor(",
        (
            "The branch condition involves a tensor computed as follows:\n[1/0] [__graph_breaks]         # File"
            ' "skips.py", line 14, in choose, code: if x.sum() > 1:\n[1/0] [__graph_breaks]         gt = gt(sum_1, 1)'
        ),
    ),
    (
        ["run", "skips.py"],
        0,
        "tensor(",
        (
            "[3/2] torch._dynamo hit config.recompile_limit (2)\n[3/2]    function: 'add' (skips.py:18)\n[3/2]    last"
            " reason: 3/1: s == 'bb'                                                # return x + len(s)  # skips.py:20"
            " in add\n[3/2] User stack trace:"
        ),
    ),
    (
        ["run", "logs.py"],
        0,
        "4.0",
        (
            "[0/0_1] [__graph_code]         # File: logs.py:5 in f, code: x = x + 1\n[0/0_1] [__graph_code]         x:"
            ' "f32[2][1]cpu" = l_x_ + 1;'
        ),
    ),
    (["lessons", "check", "nowhere"], 1, "there is no lesson here", ""),
    (["bench", "--list"], 0, "tiny_call", ""),
    (["bench", "nope"], 2, "", "there is no row 'nope'; there are relu_plus_sigmoid"),
    (["bench", "--modes=fast", "tiny_call", "--seconds=0"], 1, "Unrecognized mode=fast", ""),
    (["help"], 0, "explain", ""),
]

MEASURED = """import torch


@torch.compile
def f(x):
    a = torch.relu(x)
    return a * 2 + 1


f(torch.arange(8.0))
"""

# A back end of which one operation computes something else.
WRONG = """import operator
import torch


def swaps(gm, inputs):
    for node in gm.graph.nodes:
        if node.target is operator.mul:
            node.args = (node.args[0], 3)
    gm.recompile()
    return gm.forward


@torch.compile(backend=swaps)
def f(x): return (x + 1) * 2 - 1


f(torch.ones(2))
"""
# A back end of which every value is right, but one operation has another gradient.
GRADIENT = """import torch


def detaches(gm, inputs):
    for node in gm.graph.nodes:
        if node.target is torch.relu:
            node.target = lambda x: torch.relu(x).detach() + 0 * x
    gm.recompile()
    return gm.forward
@torch.compile(backend=detaches)
def f(x, w):
    a = torch.relu(x * w)
    return (a * 3).sum()


f(torch.tensor([-1.0, 2.0]), torch.ones(2, requires_grad=True)).backward()
"""
LOGS = """import torch
torch._logging.set_logs(graph_breaks=True, recompiles=True, guards=True, graph_code=True)
@torch.compile(backend="eager")
def f(x):
    x = x + 1
    print(x.shape)
    return x * 2
f(torch.ones(2))
print(f(torch.ones(3))[0].item())
"""

SKIPS = """import torch
import torch._logging
torch._logging.set_logs(graph_breaks=True)

@torch.compile
def loop(x):
    for i in range(2):
        x = x + 1
        print(i)
    return x

@torch.compile
def choose(x):
    if x.sum() > 1:
        return x + 1
    return x - 1

@torch.compile
def add(x, s):
    return x + len(s)

torch._dynamo.config.recompile_limit = 2
print(loop(torch.ones(2)))
choose(torch.ones(2))
for s in ("a", "bb", "ccc"):
    add(torch.ones(2), s)
"""

BIG = "import torch\nprint('before')\ntorch.zeros(10**12)\n"

# Names that are no modules: nothing above or beside the program's folder is read, and a folder is no file.
NAMES = """import os
os.makedirs("folder.py", exist_ok=True)
for name in ("a\\0b", "/etc/passwd", "folder/../p", "folder", ".q", "q.", "..q", "\\0", "/"):
    try:
        __import__(name)
        print(repr(name), "imported")
    except (ModuleNotFoundError, ValueError):
        print(end=".")
print()
"""

NULL = b"y = 0\nx = 1\0\n"
LATIN = b"y = 0\nx = '\xe9'\n"

def problem(command, folder, words, status, stdout, stderr):
    done = run(command, folder, words)
    if done.returncode != status and not (status is None and done.returncode != 0):
        return f"exit status {done.returncode}, {status} expected\n{done.stderr[-300:]}"
    if stdout not in done.stdout:
        return f"stdout lacks {stdout!r}: {done.stdout[:300]!r}"
    if stderr not in done.stderr + done.stdout:
        return f"stderr lacks {stderr!r}: {done.stderr[:300]!r}"
    return ""


def pressed(command, folder, source, presses):
    """Status, stdout and stderr of a program that is interrupted each time it has printed a line."""
    (pathlib.Path(folder) / "endless.py").write_text(source)
    process = subprocess.Popen(
        command + ["run", "endless.py"], cwd=folder, text=True, stdout=subprocess.PIPE, stderr=subprocess.PIPE
    )
    for _ in range(presses):  # each once the program has said that it waits for it
        process.stdout.readline()
        process.send_signal(signal.SIGINT)
    stdout, stderr = process.communicate(timeout=120)
    return process.returncode, stdout, stderr


def ctrl_c(command, folder):
    """Ctrl-C raises KeyboardInterrupt where the program is, in time.sleep too, each time; inside one long call, where
    the program cannot take it up, the second one ends the process."""
    def press(source, presses):
        return pressed(command, folder, source, presses)

    caught = press("""import time
def work():
    print("working", flush=True)
    while True:
        pass
try:
    work()
except KeyboardInterrupt as error:
    print("caught", repr(error), isinstance(error, Exception))
""", 1)
    if caught != (0, "caught KeyboardInterrupt() False\n", ""):
        return f"caught in a loop: {caught}"
    woken = press("""import time
def nap():
    print("asleep", flush=True)
    time.sleep(600)
try:
    nap()
finally:
    print("woken")
""", 1)
    trace = (
        'Traceback (most recent call last):\n  File "endless.py", line 6, in <module>\n    nap()\n  File "endless.py",'
        " line 4, in nap\n    time.sleep(600)\nKeyboardInterrupt\n"
    )
    if woken != (130, "woken\n", trace):
        return f"asleep: {woken}"
    twice = press("""for turn in range(2):
    try:
        print("again", flush=True)
        while True: pass
    except KeyboardInterrupt: pass
print("done")
""", 2)
    if twice != (0, "done\n", ""):
        return f"caught twice: {twice}"
    # Signals that come at once are one, so it is pressed until the program ends.
    (pathlib.Path(folder) / "deaf.py").write_text("""import torch
matrix = torch.randn(3000, 3000)
print("computing", flush=True)
torch.linalg.svd(matrix)
""")
    for attempt in range(5):
        process = subprocess.Popen(
            command + ["run", "deaf.py"], cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.PIPE
        )
        process.stdout.readline()
        time.sleep(0.2 * (attempt + 1))
        while process.poll() is None:
            process.send_signal(signal.SIGINT)
            time.sleep(0.1)
        if process.returncode != 130:  # 130: on a busy machine the first one came before the call began
            break
    return "" if process.returncode == -signal.SIGINT else f"pressed inside one call: {process.returncode}"


def code_follows_the_passes(command, folder):
    """Leaving a pass out changes the generated code and not the result."""
    whole, without = (
        run(command, folder, ["run", "kernels.py", "--dump=code"] + words)
        for words in ([], ["--skip-pass=simplify_algebra"])
    )
    code = [
        "\n".join(line for line in done.stdout.splitlines() if not line.startswith("#")) for done in (whole, without)
    ]
    if not (code[0].startswith(RIGHT) and code[1].startswith(RIGHT)):
        return code[1][:300]
    return "" if code[0] != code[1] else "the code is the same without simplify_algebra"


def an_instruction_set_is_chosen(command, folder):
    """VITRINE_CPU_ISA sets the width of generated code; a wrong name, or more than the processor has, is refused."""
    flags = set(pathlib.Path("/proc/cpuinfo").read_text().split())
    lanes = {
        "sse2": (4, set()),
        "avx2": (8, {"avx2", "fma"}),
        "avx512": (16, {"avx512f", "avx512dq", "avx512bw", "avx512vl"}),
    }
    for name, (width, needed) in lanes.items():
        done = run(command, folder, ["run", "kernels.py", "--dump=code"], VITRINE_CPU_ISA=name)
        if needed <= flags and (
            done.returncode or not done.stdout.startswith(RIGHT) or f"#define W {width} " not in done.stdout
        ):
            return f"{name}: {done.stdout[:300]}{done.stderr}"
        if not needed <= flags and (done.returncode != 2 or "this processor does not have it" not in done.stderr):
            return f"{name} went through: {done.stderr}"
    done = run(command, folder, ["run", "kernels.py"], VITRINE_CPU_ISA="mmx")
    wanted = "vitrine: VITRINE_CPU_ISA: there is no instruction set called 'mmx'; there are sse2 avx2 avx512 native\n"
    return "" if (done.returncode, done.stderr) == (2, wanted) else done.stderr


def a_new_lesson_can_be_filled_in(command, folder):
    """`lessons new` makes a lesson that passes its check once its texts are written, with a concept that exists."""
    made = run(command, folder, ["lessons", "new", "gates", "--in", "mine"])
    at = pathlib.Path(folder) / "mine/01-gates"
    before = run(command, folder, ["lessons", "check", "mine"])
    if made.returncode or before.returncode != 1 or "lesson.json, lines 6, 7, " not in before.stdout:
        return made.stdout + made.stderr + before.stdout
    for name in ("lesson.json", "en.md", "zh.md"):
        (at / name).write_text((at / name).read_text().replace("TODO", "Written"))
    after = run(command, folder, ["lessons", "check", "mine"])
    if after.returncode or "1 steps, all true" not in after.stdout:
        return after.stdout + after.stderr
    manifest = at / "lesson.json"
    manifest.write_text(manifest.read_text().replace('["graph-break"]', '["graph-brake"]'))
    done = run(command, folder, ["lessons", "check", "mine"])
    wanted = "  lesson.json: the glossary (engine/tables/words.def) has no concept 'graph-brake'\n"
    if done.returncode != 1 or wanted not in done.stdout:
        return done.stdout
    (at / "first-step/start.out").write_text("in between\ntensor([1., 4.])\n")
    done = run(command, folder, ["lessons", "check", "mine"])
    wanted = "    line 2 is 'tensor([1., 3.])', and 'tensor([1., 4.])' in the file\n"
    return "" if done.returncode == 1 and wanted in done.stdout else done.stdout


def tables_and_lessons_agree(command, folder):
    """lessons/README.md lists the facts as `vitrine lessons facts` prints them; each panel's lesson exists."""
    root = pathlib.Path(__file__).resolve().parent.parent
    done = run(command, folder, ["lessons", "facts"])
    if done.stdout not in (root / "lessons/README.md").read_text() or "| `graphs` |" not in done.stdout:
        return "lessons/README.md does not hold this list:\n" + done.stdout + done.stderr
    panels = re.findall(r'^PANEL\((\w+),[^)]*"([\w-]*)"\)', (root / "engine/tables/panels.def").read_text(), re.M)
    lessons = {json.loads(path.read_text())["id"] for path in (root / "lessons").glob("*/lesson.json")}
    unknown = [f"{panel}: {lesson}" for panel, lesson in panels if lesson and lesson not in lessons]
    return f"no such lesson: {unknown}" if unknown or len(panels) < 13 else ""


def traces_are_read_back(command, folder):
    """The files for Chrome's tracing and for tlparse hold what was captured; a record names its text by its hash."""
    for name in ("t.json", "t.log"):
        done = run(command, folder, ["run", "--trace=" + name, "p.py"])
        if done.returncode:
            return done.stderr
    events = json.loads((pathlib.Path(folder) / "t.json").read_text())["traceEvents"]
    if not any(event["cat"] == "breaks" and event["args"]["reason_id"] == "GB0059" for event in events):
        return f"no break among {len(events)} events"
    records, kinds, first, metrics, starts = 0, set(), None, [], set()
    for record in (pathlib.Path(folder) / "t.log").read_text().split("\nV0101 "):
        head, _, body = record.partition("\n")
        fields = json.loads(head[head.index("] ") + 2:])
        text = "\n".join(line[1:] for line in body.rstrip("\n").split("\n"))
        if "has_payload" in fields and fields["has_payload"] != hashlib.md5(text.encode()).hexdigest():
            return f"another hash: {head}"
        records += "dynamo_output_graph" in fields
        first = first or fields
        if "compilation_metrics" in fields:
            metrics.append(
                (
                    fields["compilation_metrics"]["co_name"],
                    fields["attempt"],
                    fields["compilation_metrics"]["restart_reasons"],
                )
            )
        if "dynamo_start" in fields:
            starts.add(fields["dynamo_start"]["stack"][0]["name"])
        kinds |= set(fields)
    if starts != {"f", "torch_dynamo_resume_in_f_at_7"}:
        return f"other frames are compiled: {starts}"
    if first != {"str": ["p.py", 0]}:
        return f"the file has no number: {first}"
    # The index of tlparse colours a compilation by its metrics: this one broke and began again.
    if metrics != [("f", 1, ["Failed to trace builtin operator"]), ("torch_dynamo_resume_in_f_at_7", 0, [])]:
        return f"other metrics: {metrics}"
    if "aot_inference_graph" not in kinds:
        return f"no graph of operators: {kinds}"
    return "" if records == 1 else f"{records} graphs, 1 expected"


def explain_writes_a_page(command, folder):
    """The page of `explain` names the break, its line and the program, and loads nothing."""
    done = run(command, folder, ["explain", "--html=e.html", "p.py"])
    page = (pathlib.Path(folder) / "e.html").read_text()
    if done.returncode or "GB0059" not in page or "<mark>" not in page or "src=" in page:
        return done.stderr + page[:500]
    return ""


MARKUP = """</pre></script><script>alert(1)</script><img src=x onerror=alert(2)>"'&\u2028"""
HOSTILE = f"""import torch
markup = {MARKUP!r}
@torch.compile
def broken(x, mode):
    print(markup)
    return x + len(mode)
for mode in (markup, markup * 2, "\\ud800", "n" * 100000):
    broken(torch.ones(2), mode)
wave = lambda x: x.sin() + 1
wave.__name__ = wave.__qualname__ = markup
torch.compile(wave)(torch.ones(2))
Loud = type(markup, (torch.nn.Module,), {{"forward": lambda self, x: torch.relu(x) + 1}})
net = torch.nn.Module()
net.parts = torch.nn.ModuleDict({{"<b>part</b>": Loud()}})
torch.compile(lambda x: net.parts["<b>part</b>"](x))(torch.ones(2))
with torch.profiler.profile() as profile:
    with torch.profiler.record_function(markup):
        torch.ones(2) + 1
profile.export_chrome_trace("profile.json")
"""


def names_are_no_markup(command, folder):
    """Markup in names, texts and the file's name stays text in every page and trace that is written; all are UTF-8."""
    place = pathlib.Path(folder)
    name = "<img src=x onerror=alert(3)>\"'&.py"
    (place / name).write_text(HOSTILE)
    explained = run(command, folder, ["explain", "--html=hostile.html", name])
    page = (place / "hostile.html").read_text()
    tags = set(re.findall("<(/?[a-z!][^ >]*)", page))
    allowed = set("!doctype html meta title style h1 h2 p section a pre dl dt dd span mark".split())
    if explained.returncode or {tag.removeprefix("/") for tag in tags} - allowed or "&lt;script>alert(1)" not in page:
        return f"{explained.stderr}{tags}"
    for trace in ("hostile.json", "hostile.log"):
        traced = run(command, folder, ["run", "--trace=" + trace, name])
        if traced.returncode:
            return traced.stderr
    for trace in ("hostile.json", "profile.json"):
        if not any(
            "<img src=x onerror=" in str(text)
            for event in json.loads((place / trace).read_text())["traceEvents"]
            for text in [event["name"], *event.get("args", {}).values()]
        ):
            return f"{trace} lacks the name"
    for line in (place / "hostile.log").read_text().split("\n"):
        if line.startswith("V0101 "):
            json.loads(line[line.index("] ") + 2:])
        elif line and not line.startswith("\t"):
            return f"a text begins a line: {line[:200]}"
    return ""


# What a program of the user's own never comes back from, in every place that calls one.
ENDLESS = """import torch
def endless(*given):
    print("inside", flush=True)
    while True:
        pass
class Endless(torch.autograd.Function):
    forward = staticmethod(lambda context, x: x * 2)
    backward = staticmethod(lambda context, gradient: endless())
def tensor(register):
    x = torch.ones(2, requires_grad=True)
    getattr(x, register)(endless)
    (x * 2).sum().backward()
def edited(gm, inputs):
    for node in gm.graph.nodes:
        while True:
            node = node.next
            if node.op == "root":
                print("inside", flush=True)
layer = torch.nn.Linear(2, 2)
def module(register):
    getattr(layer, register)(endless)
    layer(torch.ones(1, 2, requires_grad=True)).sum().backward()
def saved(pack, unpack):
    with torch.autograd.graph.saved_tensors_hooks(pack, unpack):
        y = torch.ones(2, requires_grad=True).exp().sum()
    y.backward()
"""
ENDLESS_CALLS = [
    "torch.compile(lambda x: x + 1, backend=endless)(torch.ones(2))",
    "torch.compile(lambda x: x + 1, backend=edited)(torch.ones(2))",
    "torch.compile(lambda x: x + 1, backend=lambda gm, inputs: endless)(torch.ones(2))",
    "Endless.apply(torch.ones(2, requires_grad=True)).sum().backward()",
    "tensor('register_hook')",
    "tensor('register_post_accumulate_grad_hook')",
    "module('register_forward_hook')",
    "module('register_full_backward_hook')",
    "saved(endless, lambda t: t)",
    "saved(lambda t: t, endless)",
]


def ctrl_c_ends_the_users_own(command, folder):
    """Ctrl-C ends back ends, passes, hooks and gradients of the program's own that never return."""
    for call in ENDLESS_CALLS:
        code, stdout, stderr = pressed(
            command, folder, ENDLESS + f"try:\n    {call}\nexcept KeyboardInterrupt:\n    print('ended')\n", 1
        )
        if code or not stdout.endswith("ended\n"):
            return f"{call}: {code} {stdout[-200:]} {stderr[-300:]}"
    return ""


STATES = """import sys
import torch
from safetensors.torch import load_file, save_file
from torch import nn

net = nn.Sequential(nn.Linear(2, 3), nn.BatchNorm1d(3))
if sys.argv[1] == "save":
    torch.manual_seed(1)
    net[0].reset_parameters()
    torch.save({"epoch": 2, "model": net.state_dict()}, "c.pt")
    save_file(net.state_dict(), "c.safetensors", metadata={"format": "pt"})
elif sys.argv[1] == "load":
    kept = torch.load("c.pt")
    print(kept["epoch"], net.load_state_dict(kept["model"]), net.load_state_dict(load_file("c.safetensors")))
    print(all(torch.equal(a, kept["model"][name]) for name, a in net.state_dict().items()))
else:
    torch.load(sys.argv[1])
"""


def states_outlive_the_run(command, folder):
    """What one run saves another loads; safetensors are as their format says; pickles are refused with what to do."""
    place = pathlib.Path(folder)
    (place / "states.py").write_text(STATES)
    saved = run(command, folder, ["run", "states.py", "save"])
    if saved.returncode:
        return saved.stderr
    data = (place / "c.safetensors").read_bytes()
    size = int.from_bytes(data[:8], "little")
    header = json.loads(data[8 : 8 + size])
    offsets = sorted(row["data_offsets"] for name, row in header.items() if name != "__metadata__")
    if (
        size % 8
        or header["__metadata__"] != {"format": "pt"}
        or header["0.weight"]["dtype"] != "F32"
        or header["0.weight"]["shape"] != [3, 2]
    ):
        return f"header {header}"
    if (
        offsets[0][0] != 0
        or any(a[1] != b[0] for a, b in zip(offsets, offsets[1:]))
        or 8 + size + offsets[-1][1] != len(data)
    ):
        return f"offsets {offsets} of {len(data)} bytes"
    loaded = run(command, folder, ["run", "states.py", "load"])
    if loaded.stdout != "2 <All keys matched successfully> <All keys matched successfully>\nTrue\n":
        return loaded.stdout + loaded.stderr
    for name, start in [("zip.pt", b"PK\x03\x04"), ("old.pt", b"\x80\x02")]:
        (place / name).write_bytes(start + bytes(60))
        refused = run(command, folder, ["run", "states.py", name])
        if (
            refused.returncode != 1
            or f"RuntimeError: '{name}' is a pickle" not in refused.stderr
            or "safetensors.torch.save_file" not in refused.stderr
        ):
            return refused.stdout + refused.stderr
    return ""


def main():
    command, wrongs, count = sys.argv[1:], [], 0
    with tempfile.TemporaryDirectory() as folder:
        for name, text in [
            ("p.py", PROGRAM),
            ("big.py", BIG),
            ("kernels.py", KERNELS),
            ("wrong.py", WRONG),
            ("gradient.py", GRADIENT),
            ("logs.py", LOGS),
            ("skips.py", SKIPS),
            ("names.py", NAMES),
            ("measured.py", MEASURED),
            ("on.py", "print('on', flush=True)\nwhile True: pass\n"),
        ]:
            (pathlib.Path(folder) / name).write_text(text)
        for name, bytes_ in [("null.py", NULL), ("latin.py", LATIN)]:
            (pathlib.Path(folder) / name).write_bytes(bytes_)
        for name, body in COMPILERS.items():
            path = pathlib.Path(folder) / name
            path.write_text('#!/bin/sh\nfor text; do [ "$before" = -o ] && out=$text; before=$text; done\n' + body)
            path.chmod(0o755)
        checks = [("vitrine " + " ".join(case[0]), lambda case=case: problem(command, folder, *case)) for case in CASES]
        checks += [(case[0], lambda case=case: compiler_problem(command, folder, *case[1:])) for case in COMPILER_CASES]
        checks += [
            (check.__doc__, lambda check=check: check(command, folder))
            for check in (
                *CHECKS,
                an_instruction_set_is_chosen,
                code_follows_the_passes,
                a_new_lesson_can_be_filled_in,
                tables_and_lessons_agree,
                *cli_bench.CHECKS,
                ctrl_c,
                traces_are_read_back,
                explain_writes_a_page,
                names_are_no_markup,
                ctrl_c_ends_the_users_own,
                states_outlive_the_run,
            )
        ]
        for name, check in checks:
            wrong = check()
            if wrong.startswith(SKIP):
                print(f"skip {name}: {wrong.removeprefix(SKIP)}")
            elif wrong:
                wrongs.append(name)
                print(f"{name}: {wrong}")
    print(f"{len(checks) - len(wrongs)} of {len(checks)} command lines as expected")
    return 1 if wrongs else 0


if __name__ == "__main__":
    sys.exit(main())
