# A local that an inner function reads leaves the graph only if that function leaves the frame.
import torch


def not_called(p, q):
    v = p * 3

    def inner(u):
        return u * 2 + v

    return q + 2


def called(p, q):
    v = p * 3

    def inner(u):
        return u * 2 + v

    return inner(q) + 1


def returned(p, q):
    v = p * 3

    def inner(u):
        return u * 2 + v

    return inner, q + 2


def kept(p, q, holder):
    v = p * 3
    holder["f"] = lambda u: u * 2 + v
    return q + 2


def in_a_list(p, q):
    v = p * 3
    return [q + 2, [lambda u: u - v]]


def outputs(graph, inputs):
    [node] = [node for node in graph.graph.nodes if node.op == "output"]
    print("  gives", [str(value) for value in node.args[0]])
    return graph


for backend in (outputs, "aot_eager"):
    for f in (not_called, called, returned, kept, in_a_list):
        torch._dynamo.reset()
        p, q = (torch.tensor([1.0, 2.0], requires_grad=True) for _ in range(2))
        holder = {}
        arguments = (p, q, holder) if f is kept else (p, q)
        result = torch.compile(f, backend=backend)(*arguments)
        if f is returned:
            result = result[0](result[1])
        if f is kept:
            result = holder["f"](result)
        if f is in_a_list:
            result = result[1][0](result[0])
        result.sum().backward()
        print(f.__name__, result.tolist(), p.grad, q.grad)
