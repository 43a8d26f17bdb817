"""Makes one random program: a function, what makes its arguments, and how it is run. The shape and
dtype of every variable are known here, so that most programs are valid."""

KINDS = {
    "views": "views of views",
    "inplace": "changes in place",
    "through": "changes in place through views",
    "alias_in": "arguments that share storage",
    "alias_out": "results that share storage, and are written after the call",
    "grad": "gradients, of leaves and others",
    "grad_inplace": "gradients of what is changed in place",
    "second": "second derivatives",
    "empty": "tensors without elements",
    "small": "no dimensions, and sizes of 1",
    "sizes": "calls with other sizes",
    "dtypes": "dtypes mixed",
    "autocast": "autocast",
    "modes": "reduce-overhead and max-autotune",
    "python": "control flow, containers, closures, graph breaks",
}
FLOATS = ["float32", "float32", "float32", "float64", "bfloat16", "float16"]
OTHERS = ["int64", "int32", "uint8", "bool"]
RANK = {"bool": 0, "uint8": 1, "int32": 2, "int64": 3, "float16": 4, "bfloat16": 4, "float32": 5, "float64": 6}
SMOOTH = ["torch.sin({})", "torch.tanh({})", "torch.exp(-{}.abs())", "torch.sigmoid({})", "torch.cos({}) * 0.5",
          "F.gelu({})",
          "torch.log1p({}.abs())", "torch.sqrt({}.abs() + 1)", "F.softplus({})", "F.silu({})", "torch.atan({})",
          "{}.abs().add(1).reciprocal()"]
EXACT = ["-{}", "{} + 1", "{} * 2", "{}.clamp(-1, 1)", "{}.relu()", "{}.abs()", "{}.clone()", "{}.contiguous()",
         "{}.detach() + 1", "2 - {}",
         "{}.flip(-1)", "{}.roll(1, 0)", "torch.zeros_like({})", "torch.ones_like({}) + {}"]
WRITES = ["{}.add_(1)", "{}.mul_(2)", "{}.neg_()", "{}.zero_()", "{}.fill_(3)", "{}.clamp_(-1, 1)", "{}.sub_(2)",
          "{} += 1", "{} *= 2", "{}[...] = 2"]


class Value:
    def __init__(self, name, shape, dtype, exact=True, grad=False):
        self.name, self.shape, self.dtype, self.exact, self.grad = name, tuple(shape), dtype, exact, grad
        self.memory = self  # that of what it may be a view of

    @property
    def floating(self):
        return RANK[self.dtype] >= 4

    @property
    def count(self):
        count = 1
        for size in self.shape:
            count *= size
        return count


def broadcast(a, b):
    rank, result = max(len(a), len(b)), []
    a, b = (1,) * (rank - len(a)) + a, (1,) * (rank - len(b)) + b
    for x, y in zip(a, b):
        if x != y and 1 not in (x, y):
            return None
        result.append(y if x == 1 else x)
    return tuple(result)


class Maker:
    def __init__(self, rng, kinds):
        self.r, self.kinds, self.values, self.next = rng, kinds, [], 0
        chance = {"empty": 0.12, "small": 0.3, "sizes": 0.35, "dtypes": 0.3, "autocast": 0.06, "alias_in": 0.25,
                  "python": 0.3, "second": 0.1, "grad": 0.5, "modes": 0.2}
        self.on = {k for k in kinds if rng.random() < chance.get(k, 0.8)}

    def fresh(self, shape, dtype, exact, grad, prefix="v"):
        self.next += 1
        value = Value(f"{prefix}{self.next}", shape, dtype, exact, grad)
        return value

    @staticmethod
    def within(v, new):
        """The new value may be in the memory of v."""
        new.memory = v.memory
        return new

    def pick(self, wanted=lambda v: True):
        fits = [v for v in self.values if wanted(v)]
        return self.r.choice(fits[-4:] if fits and self.r.random() < 0.5 else fits) if fits else None

    # --- arguments

    def size(self):
        if "empty" in self.on and self.r.random() < 0.35:
            return 0
        return 1 if "small" in self.on and self.r.random() < 0.3 else self.r.randint(2, 4)

    def arguments(self):
        """Lines that make the leaves and the arguments. A size of 2 or more grows with k."""
        lines, leaves, args = [], [], []
        base = [self.size() for _ in range(self.r.choice([0, 1, 2, 2, 2, 3] if "small" in self.on else [1, 2, 2, 3]))]
        for i in range(self.r.randint(1, 3)):
            shape = list(base)
            if i and shape and self.r.random() < 0.3:
                shape = shape[1:] if self.r.random() < 0.5 else [1] + shape[1:]
            dtype = "float32"
            if "dtypes" in self.on:
                dtype = self.r.choice(FLOATS if self.r.random() < 0.6 else OTHERS)
            grad = "grad" in self.on and RANK[dtype] >= 4 and self.r.random() < 0.7
            if grad and "grad_inplace" not in self.kinds:
                self.on -= {"inplace", "through"}
            text = ", ".join(f"{s} + k" if s > 1 and "sizes" in self.on else str(s) for s in shape) + (","
                if len(shape) == 1 else "")
            name = "abc"[i]
            lines.append(f"{name} = data(({text}), torch.{dtype}, {i}{', True' if grad else ''})")
            leaves.append(name)
            args.append((name, Value(name, shape, dtype, True, grad)))
            if grad and self.r.random() < 0.35:
                args[-1] = (f"{name} * 1", args[-1][1])
        if "alias_in" in self.on:
            text, value = self.r.choice(args)
            self.values = [value]
            view = self.any_view(value) if self.r.random() < 0.8 else (value.name, value.shape)
            if not value.grad or "grad_inplace" in self.kinds:
                args.append((view[0], Value("d", view[1], value.dtype, True, value.grad)))
                args[-1][1].memory = value
        for i, (text, value) in enumerate(args):
            value.name = "pqrs"[i]
        self.values = [value for _, value in args]
        return lines + [f"return [{', '.join(leaves)}], [{', '.join(text for text, _ in args)}]"], [value.name
            for _, value in args]

    # --- expressions: text and shape

    def view(self, v):
        """A view of v, as text and shape."""
        r, n, s = self.r, v.name, v.shape
        d = r.randrange(len(s)) if s else 0
        form = r.randrange(16)
        if form == 0:
            return f"{n}.unsqueeze({d})", s[:d] + (1,) + s[d:]
        if form == 1:
            return f"{n}.reshape(-1)", (v.count,)
        if form == 2:
            return f"{n}.view_as({n})", s
        if not s:
            return f"{n}.expand(2)", (2,)
        if form in (3, 4) and len(s) > 1:
            e = r.randrange(len(s))
            t = list(s)
            t[d], t[e] = t[e], t[d]
            return f"{n}.transpose({d}, {e})", tuple(t)
        if form == 5 and len(s) == 2:
            return f"{n}.t()", s[::-1]
        if form in (6, 7) and s[d]:
            i = r.randrange(-s[d], s[d])
            return (f"{n}[{i}]" if d == 0 else f"{n}.select({d}, {i})"), s[:d] + s[d + 1:]
        if form in (8, 9, 10):
            return self.slice_of(v)
        if form == 11:
            return f"{n}[..., 1:]", s[:-1] + (max(s[-1] - 1, 0),)
        if form == 12 and 1 in s:
            return f"{n}.squeeze()", tuple(x for x in s if x != 1)
        if form == 13 and len(s) > 1:
            return f"{n}.diagonal()", s[2:] + (min(s[0], s[1]),)
        if form == 14 and s[d]:
            return f"{n}.unbind({d})[0]", s[:d] + s[d + 1:]
        if form == 15 and s[d] > 1:
            first = (s[d] + 1) // 2
            return f"{n}.chunk(2, {d})[0]", s[:d] + (first,) + s[d + 1:]
        if s[0] == 1:
            return f"{n}.expand(3, *{n}.shape[1:])", (3,) + s[1:]
        return f"{n}.permute({', '.join(str(i) for i in reversed(range(len(s))))})", s[::-1]

    def slice_of(self, v):
        n, size = v.name, v.shape[0]
        start, step = self.r.randint(0, size), self.r.choice([1, 1, 2])
        end = self.r.choice([None, self.r.randint(start, size)])
        return f"{n}[{start}:{'' if end is None else end}{':2' if step == 2 else ''}]", (
            len(range(size)[start:end:step]),) + v.shape[1:]

    def any_view(self, v):
        return self.slice_of(v) if v.shape and self.r.random() < 0.2 else self.view(v)

    def reduction(self, v):
        """Text, shape, dtype and whether the result is exact."""
        r, n, s = self.r, v.name, v.shape
        d, keep = (r.randrange(len(s)) if s else None), r.random() < 0.3
        inside = "" if d is None else f"{d}" + (", keepdim=True" if keep else "")
        left = () if d is None else s[:d] + ((1,) if keep else ()) + s[d + 1:]
        total = v.dtype if v.floating else "int64"
        ops = [(f"{n}.sum({inside})", left, total, v.exact),
               (f"{n}.any({inside})", left, "bool" if v.dtype != "uint8" else "uint8", True)]
        if v.floating:
            ops += [(f"{n}.mean({inside})", left, v.dtype, False), (f"{n}.var({inside})", left, v.dtype, False),
                    (f"{n}.logsumexp({d or 0}{', keepdim=True' if keep and s else ''})", left, v.dtype, False)]
            if d is not None:
                ops += [(f"{n}.softmax({d})", s, v.dtype, False), (f"F.normalize({n}, dim={d})", s, v.dtype, False)]
        if d is not None:
            ops += [(f"{n}.cumsum({d})", s, total, v.exact)]
            if s[d]:
                if v.exact or not v.grad:  # rounding decides which elements share the gradient of a greatest one
                    ops += [(f"{n}.amax({inside})", left, v.dtype, v.exact)]
                if v.exact and v.dtype != "bool":
                    ops += [(f"{n}.argmax({inside})", left, "int64", True), (f"{n}.sort({d}).values", s, v.dtype, True)]
        return r.choice(ops)

    def moved(self, v):
        """Elements in other places: joins, gathers, scatters."""
        r, n, s = self.r, v.name, v.shape
        if not s:
            return f"torch.stack([{n}, {n}])", (2,)
        d = r.randrange(len(s))
        ops = [(f"torch.cat([{n}, {n}], {d})", s[:d] + (s[d] * 2,) + s[d + 1:]),
               (f"torch.stack([{n}, {n}], {d})", s[:d] + (2,) + s[d:]),
               (f"{n}.repeat({', '.join(['2'] * len(s))})", tuple(x * 2 for x in s)),
               (f"F.pad({n}, (1, 1))", s[:-1] + (s[-1] + 2,)),
               (f"{n}.scatter({d}, torch.zeros({s}, dtype=torch.int64, device={n}.device), {n})"
                if s[d] == 1 else f"{n}.flip({d})", s)]
        if s[d]:
            ops += [(f"{n}.index_select({d}, torch.tensor([0, {s[d] - 1}], device={n}.device))",
                     s[:d] + (2,) + s[d + 1:]),
                    (f"{n}.gather({d}, torch.zeros_like({n}, dtype=torch.int64))", s),
                    (f"{n}.narrow({d}, 0, 1).clone()", s[:d] + (1,) + s[d + 1:])]
        if len(s) >= 2:
            ops += [(f"{n}.tril()", s)]
        return r.choice(ops)

    def expression(self):
        """A new value, as its text and a Value."""
        r, v = self.r, self.pick()
        what = r.random()
        if what < 0.3 and "views" in self.on:
            text, shape = self.any_view(v)
            return text, self.within(v, self.fresh(shape, v.dtype, v.exact, v.grad))
        if what < 0.42:
            text, shape, dtype, exact = self.reduction(v)
            return text, self.fresh(shape, dtype, exact, v.grad)
        if what < 0.52:
            text, shape = self.moved(v)
            return text, self.fresh(shape, v.dtype, v.exact, v.grad)
        if what < 0.74:
            w = self.pick(lambda w: broadcast(v.shape, w.shape) is not None)
            shape = broadcast(v.shape, w.shape)
            if v.dtype == w.dtype and v.floating and len(v.shape) == 2 and v.shape == w.shape and r.random() < 0.2:
                return f"{v.name} @ {w.name}.t()", self.fresh((v.shape[0], v.shape[0]), v.dtype, False,
                    v.grad or w.grad)
            exact = v.exact and w.exact
            if exact and r.random() < 0.3:
                if r.random() < 0.5 or "bool" in (v.dtype, w.dtype):
                    return f"{v.name} {r.choice(['>', '<=', '=='])} {w.name}", self.fresh(shape, "bool", True, False)
                if v.dtype == w.dtype:
                    return f"torch.where({v.name} > {w.name}, {v.name}, {w.name})", self.fresh(shape, v.dtype, True,
                        v.grad or w.grad)
            op = r.choice(["{} + {}", "{} * {}", "torch.maximum({}, {})"] + ([]
                if "bool" in (v.dtype, w.dtype) else ["{} - {}"]))
            dtype = self.joined(v, w)
            return op.format(v.name, w.name), self.fresh(shape, dtype,
                                                         exact and "*" not in op and dtype not in ("float16",
                                                             "bfloat16"), v.grad or w.grad)
        if what < 0.8 and "dtypes" in self.on and v.exact:
            dtype = r.choice(FLOATS + OTHERS if v.floating is False else FLOATS)
            return f"{v.name}.to(torch.{dtype})", self.within(v, self.fresh(v.shape, dtype,
                RANK[dtype] >= RANK[v.dtype] and dtype not in ("float16", "bfloat16"), v.grad))
        if v.floating and r.random() < 0.5:
            return r.choice(SMOOTH).format(v.name), self.fresh(v.shape, v.dtype, False, v.grad)
        form = r.choice(EXACT if v.shape else EXACT[:10])
        if v.dtype == "bool":
            return f"{v.name}.logical_not()", self.fresh(v.shape, "bool", True, False)
        new = self.fresh(v.shape, v.dtype, v.exact and v.dtype not in ("float16", "bfloat16", "uint8"),
                         v.grad and "detach" not in form)
        return form.replace("{}", v.name), self.within(v, new) if "contiguous" in form else new

    @staticmethod
    def joined(v, w):
        """The dtype of both together; a tensor without dimensions gives way within a category."""
        a, b = v.dtype, w.dtype
        if {a, b} == {"float16", "bfloat16"}:
            return a if w.shape == () and v.shape else b if v.shape == () and w.shape else "float32"
        category = lambda d: 2 if RANK[d] >= 4 else 1 if RANK[d] else 0
        if category(a) == category(b) and (v.shape == ()) != (w.shape == ()):
            return a if v.shape else b
        if {a, b} == {"uint8", "bool"}:
            return "uint8"
        if category(a) != category(b):
            return a if category(a) > category(b) else b
        return a if RANK[a] >= RANK[b] else b

    # --- statements

    def write(self):
        """A change in place: of a variable, through a view, or from another variable."""
        r, v = self.r, self.pick()
        target = v.name
        shape = v.shape
        if "through" in self.on and r.random() < 0.6:
            text, shape = self.any_view(v)
            target = text
        if v.dtype == "bool":
            return [f"{target}.logical_not_()"]
        # What overlaps what it is read from depends on the order of elements, which nobody promises: PyTorch's kernels
        # give one result, its compiled code another. A variable of its own values may be read.
        w = self.pick(lambda w: broadcast(shape, w.shape) == shape and (w.floating <= v.floating) and w.dtype != "bool"
                      and (w.memory is not v.memory or w.name == target))
        if w and r.random() < 0.5:
            v.exact = v.exact and w.exact
            v.grad = v.grad or w.grad
            form = r.choice(["{}.copy_({})", "{}.add_({})", "{}.sub_({})"])
            return [form.format(target, w.name)]
        form = r.choice(WRITES)
        if "=" in form and (target.endswith(")") and "+=" in form or "*=" in form):
            form = "{}.mul_(2)"
        if v.dtype == "uint8":
            form = r.choice(["{}.add_(1)", "{}.zero_()"])
        return [form.format(target)]

    def assign(self):
        text, value = self.expression()
        if value.count > 400:
            return []
        self.values.append(value)
        return [f"{value.name} = {text}"]

    def block(self):
        """Control flow and containers around an expression of the same shape."""
        r, v = self.r, self.pick(lambda v: v.floating)
        if not v:
            return self.assign()
        n, new = v.name, self.fresh(v.shape, v.dtype, False, v.grad)
        self.values.append(self.within(v, new))
        m, form = new.name, r.choice(EXACT[:9]).replace("{}", n)
        return r.choice([
            [f"{m} = {n} * 1", f"for i in range({r.randint(1, 3)}):", f"    {m} = {m} * 0.5 + i"],
            [f"if {n}.dim() > {r.randint(0, 2)}:", f"    {m} = {form}", "else:", f"    {m} = {n} + 2"],
            ([f"if {n}.sum() > {r.randint(-2, 2)}:", f"    {m} = {form}", "else:", f"    {m} = {n} - 1"]
             if v.exact and self.breaks else [f"{m} = {n} + 3"]),
            [f"items = [{n}, {form}]", "items.append(items[0] + items[-1])", f"{m} = items[{r.randint(-3, 2)}] * 1"],
            [f"table = {{'x': {n}}}", f"table['y'] = {form}", f"{m} = sum([u * 0.5 for u in table.values()])"],
            ([f"torch._dynamo.graph_break()", f"{m} = {form}"] if self.breaks else [f"{m} = {form}"]),
            ["with torch.no_grad():", f"    {m} = {form}"],
            ["try:", f"    {m} = {form}", f"    [][{r.randint(0, 2)}]", "except IndexError:", f"    {m} = {n} + 1"],
            ["def inner(u, scale=2):", f"    return u * scale + {n}", f"{m} = inner({n})"],
            [f"{m} = functools.reduce(lambda x, y: x + y, [{n}, {n}, {form.replace(n, n)}])"],
        ])

    def statement(self):
        what = self.r.random()
        if what < 0.35 and "inplace" in self.on:
            return self.write()
        if what < 0.45 and "python" in self.on:
            return self.block()
        return self.assign()

    def result(self):
        chosen = [self.pick().name for _ in range(self.r.choice([1, 1, 2, 2, 3]))]
        if "alias_out" not in self.kinds:
            chosen = [f"{name}.clone()" for name in chosen]
        if len(chosen) == 1:
            return chosen[0]
        return "{" + ", ".join(f"'{i}': {c}"
                               for i, c in enumerate(chosen)) + "}" if self.r.random() < 0.1 else ", ".join(chosen)

    def program(self, name, backends):
        """The blocks of a function, and the text around them."""
        r = self.r
        self.breaks = r.random() < 0.5
        make, parameters = self.arguments()
        blocks = [block for _ in range(r.randint(2, 8)) if (block := self.statement())]
        if "autocast" in self.on:
            blocks = [[f"with torch.autocast(p.device.type, dtype=torch.bfloat16):"] + ["    " + line
                for block in blocks for line in block]]
        half = "autocast" in self.on or any(v.dtype in ("float16", "bfloat16") for v in self.values)
        grad = any(v.grad for v in self.values)
        second = grad and "second" in self.on
        backend = "eager" if second else r.choice(backends)
        mode = r.choice(["reduce-overhead", "max-autotune"]) if "modes" in self.on and backend == "inductor" else None
        options = {"backend": backend, "mode": mode, "dynamic": r.choice([None, True, False]),
                   "fullgraph": not self.breaks and r.random() < 0.5,
                   "grad": r.choice(["on"] * 6 + ["none", "inference"])
                   if grad else r.choice(["on", "none", "inference"]), "second": second,
                   "strict": "alias_out" in self.kinds, "tolerance": 0.04 if half else 2e-4}
        calls = [0, 1, 2, 0] if "sizes" in self.on else [0, 0] if r.random() < 0.3 else [0]
        return {"name": name, "make": make, "parameters": parameters, "blocks": blocks, "result": self.result(),
                "options": options, "calls": calls}


def text_of(program):
    """The program's two functions."""
    make, fn = program["name"].replace("f", "make"), program["name"]
    lines = [f"def {make}(k):"] + ["    " + line for line in program["make"]] + ["", ""]
    lines += [f"def {fn}({', '.join(program['parameters'])}):"] + ["    " + line for block in program["blocks"]
        for line in block]
    lines += [f"    return {program['result']}", "", ""]
    return "\n".join(lines) + "\n"


def call_of(program, only=None):
    make = program["name"].replace("f", "make")
    return f"check({program['name']}, {make}, {program['calls']}, {program['options']!r}" + (f", {only!r})\n"
        if only else ")\n")
