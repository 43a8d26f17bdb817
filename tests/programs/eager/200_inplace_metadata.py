"""Methods that change what a tensor views, in place."""
import torch


def attempt(f):
    try:
        print(f())
    except Exception as e:
        print(type(e).__name__, str(e))


x = torch.arange(6.0).reshape(2, 3)
print(x.t_(), x.shape, x.stride())
print(x.transpose_(0, 1))
print(x.unsqueeze_(0).shape, x.squeeze_(0).shape)
print(x.swapaxes_(0, 1), x.swapdims_(0, 1))
print(x._version)
print(x.resize_(3, 2), x.resize_(2, 2))
x.resize_(4, 4)
print(x.shape, x[0], x.untyped_storage().size())
print(x.resize_as_(torch.zeros(1, 2)))
attempt(lambda: x.resize_(-1))
x.set_(torch.ones(3))
print(x)
attempt(lambda: x.set_(torch.ones(3, dtype=torch.int64)))
y = torch.ones(2, 2)
print(y.is_set_to(y), y.is_set_to(y.clone()))
print(y.fill_diagonal_(5), torch.zeros(5, 2).fill_diagonal_(1, wrap=True))

a = torch.ones(2, 3, requires_grad=True)
attempt(lambda: a.t_())
b = a * 2
b.t_()
print(b.detach(), b.requires_grad)
(b * torch.arange(6.0).reshape(3, 2)).sum().backward()
print(a.grad)
c = a * 3
v = c[0]
v.unsqueeze_(0)
print(v.shape, v.grad_fn is not None)
attempt(lambda: a.resize_(1))

base = torch.arange(6)
print(base.as_strided((2, 2), (1, 2), 1))
attempt(lambda: base.as_strided((9, 2), (1, 2), 1))
attempt(lambda: base.as_strided((2, 2), (1,)))
f = torch.tensor([[1.0, 2.0, 3.0, 4.0]])
print(f.view(torch.int32), f.view(torch.int64).shape, f.view(torch.uint8).shape)
i = torch.tensor([1, 2])
print(i.view(torch.int16), i.view(torch.int16).dtype)
attempt(lambda: f[:, :3].view(torch.int64))
attempt(lambda: f.t().view(torch.int64))
attempt(lambda: torch.tensor(1.0).view(torch.int64))
