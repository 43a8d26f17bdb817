import torch
import torch._dynamo


def f(x):
    y = torch.relu(x) * 2
    y = torch.cond(y.sum() > 0, lambda y: y - 1, lambda y: y.clone(), (y,))
    return torch.sigmoid(y)


print(f(torch.tensor([-1.0, 2.0])))
report = torch._dynamo.explain(f)(torch.tensor([-1.0, 2.0]))
print("graphs:", report.graph_count)
print("breaks:", report.graph_break_count)
