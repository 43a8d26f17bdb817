# Which of several failed guards a recompilation names: short names first, modules last, and
# what failed before is asked first.
import torch
import torch.nn as nn

torch._dynamo.config.error_on_recompile = True


def reason(compiled, *args):
    try:
        compiled(*args)
    except torch._dynamo.exc.RecompileError as error:
        for line in str(error).split("\n"):
            if line.strip()[2:5] in ("0/0", "1/0", "2/0"):
                print(line.strip().split("  ")[0])
        return
    print("no recompilation")


def choose(zz, a, bbb, c):
    if bbb == 1 and a == "p":
        return zz + c
    return zz - 1


class Model(nn.Module):
    def __init__(self):
        super().__init__()
        self.layer = nn.Linear(2, 2)
        self.flag = True
        self.name = "u"

    def forward(self, x, long_argument, n):
        if self.flag and self.name == "u" and n == "k":
            return self.layer(x) + long_argument
        return x


def pick(d, items):
    return d["a"] + d["bb"] + items[0] + items[1]


x = torch.ones(2)
compiled = torch.compile(choose, backend="eager")
compiled(x, "p", 1, 2.5)
reason(compiled, x.double(), "q", 2, 3.5)
reason(compiled, x.double(), "p", 2, 3.5)
reason(compiled, x, "p", 2, 3.5)
reason(compiled, x, "q", 2, 3.5)

model = Model()
compiled = torch.compile(model, backend="eager")
compiled(x, torch.ones(2), "k")
model.flag, model.name = False, "w"
reason(compiled, x, torch.ones(2), "j")
reason(compiled, x, torch.ones(2), "k")
model.flag = True
reason(compiled, x, torch.ones(2), "k")
reason(compiled, x, torch.ones(2).double(), "k")

compiled = torch.compile(pick, backend="eager")
compiled({"a": x, "bb": x}, [x, 1.5])
reason(compiled, {"a": x, "bb": x.double()}, [x.double(), 2.5])
reason(compiled, {"a": x, "bb": x}, [x.double(), 2.5])
reason(compiled, {"a": x, "bb": x}, [x, 2.5, 3])
