# out= of functions, the graph behind a result, hooks on saved tensors, and channels last.
import torch
import torch.nn as nn
import torch.nn.functional as F

x = torch.tensor([[3.0, 1.0, 2.0], [6.0, 5.0, 4.0]])
places = torch.tensor([[0, 2], [1, 0]])


def zeros(*sizes, dtype=torch.float32):
    return torch.zeros(*sizes, dtype=dtype)


def attempt(function, *args, **kwargs):
    try:
        result = function(*args, **kwargs)
        print(function.__name__.removeprefix("linalg_"), result)
    except Exception as error:
        print(function.__name__, type(error).__name__, str(error).split("\n")[0])


pair = (zeros(2, 2), zeros(2, 2, dtype=torch.int64))
result = torch.topk(x, 2, out=pair)
print(result, result.values is pair[0])
attempt(torch.sort, x, dim=1, out=(zeros(2, 3), zeros(2, 3, dtype=torch.int64)))
attempt(torch.kthvalue, x, 2, out=(zeros(2), zeros(2, dtype=torch.int64)))
attempt(torch.mode, x, out=(zeros(2), zeros(2, dtype=torch.int64)))
attempt(torch.cummax, x, 1, out=(zeros(2, 3), zeros(2, 3, dtype=torch.int64)))
attempt(torch.matmul, x, x.T, out=zeros(2, 2))
attempt(torch.outer, x[0], x[1], out=zeros(3, 3))
attempt(torch.gather, x, 1, places, out=zeros(2, 2))
attempt(torch.linalg.inv, x[:, :2], out=zeros(2, 2))
attempt(torch.linalg.eigvalsh, torch.eye(2), out=zeros(2))
attempt(torch.tensordot, x, x.T, 1, out=zeros(2, 2))
attempt(torch.topk, x, 2, out=(zeros(2, 2), zeros(2, 2)))
attempt(torch.matmul, x, x.T, out=zeros(2, 2, dtype=torch.float64))
attempt(torch.sort, x, out=(zeros(2, 3),))
attempt(torch.topk, x, 2, out=zeros(2, 2))
attempt(torch.cat, [x, x], out=zeros(4, 3, dtype=torch.int64))
attempt(torch.masked_select, x, x > 2, out=zeros(4, dtype=torch.float64))
attempt(torch.where, x > 2, x, x, out=zeros(2, 3, dtype=torch.int32))
attempt(torch.all, x > 2, out=zeros(()))
attempt(torch.mean, x, 1, out=zeros(2, dtype=torch.int64))
attempt(torch.topk, x.clone().requires_grad_(), 1, out=pair)
attempt(torch.zeros_like, x, out=x)


def graph(node):
    if node is None:
        return "-"
    below = ", ".join(graph(next_node) for next_node, _ in node.next_functions)
    return node.name().split("::")[-1] + (f"({below})" if below else "")


torch.manual_seed(0)
a = x.clone().requires_grad_()
b = (x / 7).requires_grad_()
w = torch.ones(3, requires_grad=True)
image = torch.randn(2, 4, 6, 6, requires_grad=True)
kernel = torch.randn(2, 4, 3, 3, requires_grad=True)
labels = torch.tensor([0, 2])
for value in (F.cross_entropy(a, labels), F.cross_entropy(a, labels, torch.ones(3)), F.mse_loss(a, b),
              F.binary_cross_entropy(b, b.detach()),
              F.layer_norm(a, (3,)), F.layer_norm(a, (3,), w, w), F.batch_norm(image, None, None, training=True),
              F.conv2d(image, kernel),
              F.embedding(labels, a.T), F.dropout(a), F.pixel_shuffle(image, 2), F.unfold(image, 2), torch.cdist(a, b),
              torch.where(a > 2, a, b), torch.where(a > 2, a, 0.0), a[labels.clamp(max=1)], a.gather(1, places),
              a.index_select(1, labels),
              a.masked_fill(a > 2, 0), 1 - a, a * 2, torch.roll(a, 1), a.diag(), torch.block_diag(a, b),
              torch.renorm(a, 2, 0, 1.0)):
    print(graph(value.grad_fn))


def pack(tensor):
    print("pack", tuple(tensor.shape), tensor.grad_fn is not None)
    return tensor


def unpack(tensor):
    print("unpack", tuple(tensor.shape))
    return tensor


with torch.autograd.graph.saved_tensors_hooks(pack, unpack):
    product = (a * (w * 2)) @ torch.ones(3, 1, requires_grad=True)
product.sum().backward()
print(a.grad, w.grad)

last = torch.randn(2, 4, 6, 6).to(memory_format=torch.channels_last)
plain = torch.randn(2, 4, 6, 6)
net = nn.Sequential(nn.Conv2d(4, 8, 3, padding=1), nn.BatchNorm2d(8), nn.ReLU(), nn.MaxPool2d(2))
turned = nn.Conv2d(4, 3, 3).to(memory_format=torch.channels_last)
for value in (net(last), net(plain), turned(plain), F.avg_pool2d(last, 2), F.interpolate(last, scale_factor=2),
              F.pad(last, (1, 1)),
              F.group_norm(last, 2), torch.cat([last, last], 1), torch.cat([last, plain], 1),
              F.conv2d(last, torch.randn(1, 4, 3, 3))):
    print(tuple(value.shape), value.stride(), value.is_contiguous(),
          value.is_contiguous(memory_format=torch.channels_last))
