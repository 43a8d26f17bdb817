#!/usr/bin/env python3
"""Random programs of the language: each function is run eagerly and compiled by every back
end, on two sets of inputs, and must give the same. A function that does not is shrunk line
by line and kept. Called by run.sh with --seconds, --seed, --last FILE and --corpus (unused)."""
import argparse
import os
import pathlib
import random
import subprocess
import sys
import tempfile
import time

UNARY = ["torch.sin({})", "torch.tanh({})", "{}.relu()", "torch.exp(-{}.abs())", "{}.clamp(-1.5, 1.5)", "-{}", "{} * 0.5", "torch.sigmoid({})",
         "{}.square()", "({} > 0).float()", "{}.softmax(-1)", "{} - {}.mean(-1, keepdim=True)", "{}.flip(0)", "{}.cumsum(1)", "{}.roll(1, 0)",
         "torch.where({} > 0, {}, -1.0)", "{}.t().contiguous().t()", "{}.clone().add_(1)", "{}[:, [2, 0, 1]]", "{}.detach() + 1"]
BINARY = ["{} + {}", "{} * {}", "{} - {}", "torch.maximum({}, {})", "torch.where({} > {}, 1.0, 2.0)", "torch.cat([{}, {}])[:2]",
          "torch.stack([{}, {}]).sum(0)", "{} @ ({}).t() @ torch.ones(2, 3)", "{} / ({}.abs() + 1)", "F.mse_loss({}, {}) + a", "helper({}, {})"]
NUMBERS = ["n", "n + 1", "len(items)", "a.shape[0]", "a.size(1) * 2", "max(n, 3)", "sum(range(3))", "box.k", "table['k']", "n // 2 + 1", "f * 2"]


class Maker:
    """Lines of one function; every line keeps `a`, `b`, `c` tensors of sizes (2, 3)."""

    def __init__(self, rng):
        self.rng = rng

    def tensor(self):
        return self.rng.choice("abc")

    def expression(self, depth=0):
        form = self.rng.choice(UNARY if self.rng.random() < 0.5 else BINARY)
        first = self.tensor()
        if form in UNARY:
            inner = self.expression(depth + 1) if depth < 2 and form.count("{}") == 1 and self.rng.random() < 0.4 else first
            return form.replace("{}", f"({inner})" if inner != first else inner)
        return form.format(first, self.tensor())

    def number(self):
        return self.rng.choice(NUMBERS)

    def statement(self):
        """One statement as a block of lines."""
        r, t, n = self.rng, self.tensor(), self.number()
        e, e2 = self.expression(), self.expression()
        return r.choice([
            [f"{t} = {e}"], [f"{t} = {e}"], [f"{t} = {e} + {n}"], [f"{t} = {t} * ({n}) * 0.25"],
            [f"for i in range({r.randint(1, 3)}):", f"    {t} = {e} + i"],
            [f"if {n} > {r.randint(0, 4)}:", f"    {t} = {e}", "else:", f"    {t} = {e2}"],
            [f"if {t}.sum() > {r.randint(-2, 2)}:", f"    {t} = {e}"],
            [f"items.append({e})", f"{t} = {t} + items[-1]"],
            [f"{t} = sum([v * {r.randint(1, 3)} for v in [{e}, {e2}]])"],
            [f"table['{r.choice('kxy')}'] = {r.randint(1, 4)}", f"{t} = {e} * table['k']"],
            [f"box.k = {n}", f"box.t = {e}", f"{t} = box.t + box.k"],
            ["torch._dynamo.graph_break()", f"{t} = {e}"],
            [f"{t} = {t}.clone()", f"{t}[0] = {e}[1]", f"{t}[:, 1] += {n}"],
            ["with torch.no_grad():", f"    {t} = {e}"],
            ["try:", f"    {t} = {e}", f"    [][{r.randint(0, 2)}]", "except IndexError:", f"    {t} = {t} + 1"],
            [f"for i, v in enumerate(zip([a, b], (1, 2))):", f"    {t} = {t} + v[0] * v[1] * i"],
            [f"{t} = (lambda v, k=2: v * k)({e})"],
            [f"def inner(v):", f"    return v + {t}", f"{t} = inner({e})"],
            [f"{t} = functools.reduce(lambda p, q: p + q, [{e}, {e2}])"],
            [f"{t} = [{e}, {e2}][{r.randint(-2, 1)}]", f"n += {r.randint(0, 2)}"],
            [f"{t} = {t}.view(3, 2).reshape(2, 3)"], [f"{t}, {self.tensor()} = {e}, {e2}"],
            [f"s = f\"{{n}}-{{len(items)}}\"", f"{t} = {e} + len(s)"],
        ])

    def function(self):
        return [self.statement() for _ in range(self.rng.randint(2, 7))]


HEAD = '''import functools
import torch
import torch._dynamo
import torch.nn.functional as F


class Box:
    def __init__(self): self.k = 2


def helper(p, q):
    if p.dim() == 2: return p * 0.5 + q
    return q


def inputs(k):
    torch.manual_seed(k)
    return torch.randn(2, 3), torch.randn(2, 3), 2 + k, 0.5 + k, [torch.ones(2, 3)], {"k": 3}, Box()


def same(x, y):
    if isinstance(x, torch.Tensor):
        return isinstance(y, torch.Tensor) and x.shape == y.shape and torch.allclose(x, y, rtol=1e-3, atol=1e-4, equal_nan=True)
    if isinstance(x, (list, tuple)): return len(x) == len(y) and all([same(p, q) for p, q in zip(x, y)])
    if isinstance(x, dict): return list(x) == list(y) and all([same(x[p], y[p]) for p in x])
    return x == y


def state(arguments):
    return [arguments[0], arguments[1], arguments[4], arguments[5], arguments[6].__dict__]


def check(fn, backends):
    for backend in backends:
        torch._dynamo.reset()
        compiled = torch.compile(fn, backend=backend)
        for k in (0, 1, 2):
            plain, other = inputs(k), inputs(k)
            try:
                want = fn(*plain)
            except Exception as error:
                print("INVALID", fn.__name__, type(error).__name__, error)
                return
            try:
                got = compiled(*other)
            except Exception as error:
                print("DIFFERS", fn.__name__, backend, k, "raised", type(error).__name__, str(error).split("\\n")[0])
                return
            if not same(want, got) or not same(state(plain), state(other)):
                print("DIFFERS", fn.__name__, backend, k, want, got)
                return


'''


def source(functions, backends):
    text = HEAD
    for name, blocks in functions:
        text += f"def {name}(a, b, n, f, items, table, box):\n    c = a - b\n"
        for block in blocks:
            text += "".join(f"    {line}\n" for line in block)
        text += "    return a, b, c, n\n\n\n"
    return text + "".join(f"check({name}, {backends!r})\n" for name, _ in functions) + 'print("done")\n'


def differing(vitrine, path, functions, backends, options):
    """Names of functions that differ; the text of the run when it did not come to its end."""
    path.write_text(source(functions, backends))
    done = subprocess.run([vitrine, "run", *options, str(path)], capture_output=True, text=True, timeout=300)
    names = [line.split()[1] for line in done.stdout.splitlines() if line.startswith("DIFFERS")]
    if not done.stdout.endswith("done\n"):
        return [name for name, _ in functions] if len(functions) == 1 else names or None, done.stdout + done.stderr
    return names, done.stdout + done.stderr


def shrink(vitrine, path, name, blocks, backends, options):
    """The fewest statements with which it still differs, one deletion at a time."""
    again = True
    while again:
        again = False
        for i in range(len(blocks)):
            fewer = blocks[:i] + blocks[i + 1:]
            if differing(vitrine, path, [(name, fewer)], backends, options)[0]:
                blocks, again = fewer, True
                break
    return blocks


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--seconds", type=float, default=60)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--last", default="programs.input")
    parser.add_argument("--corpus")
    options = parser.parse_args()
    vitrine, end = os.environ.get("VITRINE", "vitrine"), time.monotonic() + options.seconds
    rng, count, rounds = random.Random(options.seed), 0, 0
    with tempfile.TemporaryDirectory() as folder:
        path = pathlib.Path(folder) / "p.py"
        while time.monotonic() < end:
            # Generated C++ costs a compiler run per kernel; the loop interpreter sees most programs.
            native = rounds % 4 == 3
            size, flags = (2, []) if native else (12, ["--backend=interpret"])
            backends = ["inductor"] if native else ["eager", "aot_eager", "inductor"]
            functions = [(f"f{count + i}", Maker(rng).function()) for i in range(size)]
            rounds += 1
            count += size
            names, text = differing(vitrine, path, functions, backends, flags)
            if names is None:  # the run itself ended: find out in which function
                names = [name for name, blocks in functions if differing(vitrine, path, [(name, blocks)], backends, flags)[0]]
            if not names:
                if not text.endswith("done\n"):
                    print("fuzz: a run did not come to its end\n" + text[-2000:])
                    return 1
                continue
            name = names[0]
            blocks = shrink(vitrine, path, name, dict(functions)[name], backends, flags)
            program = source([(name, blocks)], backends)
            pathlib.Path(options.last).write_text(program)
            print("fuzz: compiled differs from eager\n" + program[len(HEAD):] + differing(vitrine, path, [(name, blocks)], backends, flags)[1][-1500:])
            return 1
    print(f"{count} programs in {rounds} runs, all equal to eager")
    return 0


if __name__ == "__main__":
    sys.exit(main())
