# What a compilation without graph breaks says about the place and the cause; numbers read from tensors.
import re

import torch
import torch._dynamo


def inner(x):
    torch._dynamo.graph_break()
    return x


def middle(x):
    return inner(x) + 1


@torch._dynamo.disable(reason="it talks to a device")
def with_reason(x):
    return x


@torch.compiler.disable(recursive=False)
def itself_only(x):
    return x


def nested(x):
    return middle(x)


def in_lambda(x):
    return (lambda v: inner(v))(x)


def in_generator(x):
    def g():
        yield x
        inner(x)

    return list(g())


def reason(x):
    return with_reason(x)


def only_itself(x):
    return itself_only(x)


def missing_module(x):
    import no_module_of_this_name

    return x


def backward(x):
    y = x.clone().requires_grad_()
    y.sum().backward()
    return y.grad


def saved(x):
    torch.save(x, "never_written.pt")
    return x


def skipped(x):
    torch._dynamo.skip_frame()
    return x


def iterator_of_dict(x):
    return iter({"a": x}.items()), x + 1


def clean(text):
    text = re.sub(r'File "([^"]*/)?([^/"]*)"', r'File "\2"', text)
    text = re.sub(r"0x[0-9a-f]+", "0x", text)
    text = re.sub(r"\(\S*/(\w+\.py)", r"(\1", text)
    text = re.sub(r"[^`( ]*/torch/", "torch/", text)
    return "\n".join(line for line in text.splitlines() if not re.fullmatch(r"[ ~^]+", line))


for function in (
    nested,
    in_lambda,
    in_generator,
    reason,
    only_itself,
    missing_module,
    backward,
    saved,
    skipped,
    iterator_of_dict,
):
    torch._dynamo.reset()
    try:
        torch.compile(function, backend="eager", fullgraph=True)(torch.ones(3))
    except Exception as error:
        print(function.__name__, type(error).__name__)
        print(clean(str(error)))

for function in (
    lambda x: bool(x.sum()),
    lambda x: bool(x.sum().item()),
    lambda x: int(x.sum().item()),
    lambda x: float(x.int().sum()),
    lambda x: bool(x.int().sum()),
    lambda x: bool(x.sum() > 5),
    lambda x: x * int(x.sum()) + bool(x.sum()),
):
    torch._dynamo.reset()
    print(repr(torch.compile(function, backend="eager", fullgraph=True)(torch.ones(3))))
