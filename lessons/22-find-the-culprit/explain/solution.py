import torch
import torch._dynamo


def f(x):
    y = torch.relu(x) * 2
    y = torch.where(y.sum() > 0, y - 1, y)
    return torch.sigmoid(y)


print(f(torch.tensor([-1.0, 2.0])))
report = torch._dynamo.explain(f)(torch.tensor([-1.0, 2.0]))
print("graphs:", report.graph_count)
print("breaks:", report.graph_break_count)
print("operations:", report.op_count)
for reason in report.break_reasons:
    print(reason.reason)
