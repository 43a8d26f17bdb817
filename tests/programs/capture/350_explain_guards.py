# What torch._dynamo.explain says of the guards of a function: where each value came from, what
# is checked of it, and in which graph.
import torch


def broken(x, n):
    y = torch.sin(x) * n
    print("between two graphs")
    return y + x


def whole(x, options):
    if options["scale"] is None:
        return x
    return x * options["scale"]


def summary(output):
    seen = []
    for guard in output.out_guards:
        if guard.name.startswith("L["):
            seen.append((guard.name, str(guard.source), guard.create_fn_name(), guard.guard_types))
    return sorted(seen, key=str)


for output in (
    torch._dynamo.explain(broken)(torch.ones(3), 2),
    torch._dynamo.explain(whole)(torch.ones(2), {"scale": 3.0}),
):
    print(output.graph_count, output.graph_break_count, output.op_count)
    text = str(output)
    print([title for title in ("Out Guards:", "  Guard 1:", "    Name: \"L['x']\"", "    Create Function: TENSOR_MATCH",
                               "    Guard Types: ['TENSOR_MATCH']", "Compile Times: TorchDynamo compilation metrics:")
           if title in text])
    for line in summary(output):
        if "scale" not in line[0] and "options" not in line[0]:
            print(line)
