# Arguments of functions that make, join, split, index and fill: forms that are rarer, and what is refused.
import torch
def t(f):
    try: print(f.__name__, f())
    except BaseException as e: print(f.__name__, type(e).__name__, str(e).split("\n")[0][:300])
x = torch.tensor([1., 2.])
i = torch.tensor([1, 2])
e = torch.empty(0)
def out_half(): return torch.add(x, x, out=torch.empty(2, dtype=torch.half))
def out_long(): return torch.add(x, x, out=torch.empty(2, dtype=torch.long))
def out_div(): return torch.div(i, i, out=torch.empty(2, dtype=torch.long))
def out_mul(): return torch.mul(i, i, out=torch.empty(2))
def out_dbl(): return torch.add(x, x.double(), out=torch.empty(2))
def out_sqrt(): return torch.sqrt(i, out=torch.empty(2, dtype=torch.long))
def out_pow(): return torch.pow(x, 2, out=torch.empty(2, dtype=torch.half))
def out_sum(): return torch.sum(x, 0, out=torch.empty((), dtype=torch.half))
def out_lerp(): return torch.lerp(x, x, 0.5, out=torch.empty(2, dtype=torch.half))
def out_clamp(): return torch.clamp(x, 0, 1, out=torch.empty(2, dtype=torch.half))
def out_cat(): return torch.cat([x, x], out=torch.empty(4, dtype=torch.half))
def out_where(): return torch.where(x > 1, x, x, out=torch.empty(2, dtype=torch.half))
def out_mm(): return torch.mm(torch.ones(2,2), torch.ones(2,2), out=torch.empty(2, 2, dtype=torch.half))
def bool_alpha(): return torch.add(x, x, alpha=True)
def bool_alpha2(): return torch.add(i, i, alpha=1.5)
def bool_alpha3(): return torch.sub(torch.tensor([True]), torch.tensor([True]))
def bool_alpha4(): return torch.add(torch.tensor([True]), torch.tensor([True]), alpha=True)
def cat1(): return torch.cat([e, torch.ones(2, 3)], 1).shape
def cat2(): return torch.cat([torch.ones(2, 3), e], -1).shape, torch.cat([e, e]).shape
def cat3(): return torch.cat([torch.ones(2, 3), torch.empty(0, 3)], 1)
def cat4(): return torch.cat([e, torch.ones(2, 3), e, torch.ones(2, 1)], dim=1).shape
def bd(): return torch.block_diag(), torch.block_diag(e, torch.ones(1,1))
def comb():
    return torch.combinations(torch.tensor([1, 2]),
                              3), torch.combinations(torch.empty(0, dtype=torch.long)), torch.combinations(i, 0)
def mesh2(): return torch.meshgrid(x, i)
def mesh4(): return torch.meshgrid(x, x, indexing="")
def mesh5(): return torch.meshgrid([], indexing="ij")
def cd():
    return torch.cdist(torch.ones(2, 3), torch.zeros(1, 3), p=2,
                       compute_mode="use_mm_for_euclid_dist"), torch.cdist(torch.ones(2, 3), torch.zeros(1, 3),
                           compute_mode="donot_use_mm_for_euclid_dist")
def cd2(): return torch.cdist(torch.ones(2, 3), torch.zeros(1, 3), compute_mode="foo")
def hs(): return torch.hstack(x)
def vs(): return torch.vstack(x)
def ds(): return torch.dstack(x)
def st(): return torch.stack(x)
def ct(): return torch.cat(x)
def eye(): return torch.eye(3, -1)
def eye2(): return torch.eye(-2)
def tad(): return torch.take_along_dim(x, torch.tensor([True]), 0)
def tad2(): return torch.take_along_dim(x, torch.tensor([1.]), 0)
def ip():
    a = torch.zeros(4)
    a[torch.tensor([True]*4)] = torch.ones(3, dtype=torch.long)
    return a
def ip2():
    a = torch.zeros(4, dtype=torch.long)
    a[torch.tensor([0, 1])] = torch.ones(3)
    return a
def grad(): return torch.gradient(torch.ones(3, 3), spacing=[1.], dim=(0, 1))
def mh(): return torch.ones(2).mH
def uni(): return torch.unravel_index(x, (2, 2))
def seti():
    a = torch.empty(0)
    return a.set_(torch.arange(6.), 1, (2, 2), (2, 1)), a.storage_offset()
def seti2():
    a = torch.empty(0)
    return a.set_(torch.arange(6.).untyped_storage(), 1, (2, 2), (2, 1))
def seti3():
    a = torch.empty(0)
    b = torch.arange(6.)
    return a.set_(b.storage(), 0, (3,)), a.set_(source=b)
def vc():
    return torch.view_copy(torch.arange(4), (2, 2)), torch.diagonal_copy(torch.ones(2, 2)), torch.unsqueeze_copy(x,
        0).shape, torch.expand_copy(x, (2, 2)), torch.permute_copy(torch.ones(2,3),
            (1, 0)).shape, torch.t_copy(torch.ones(2,3)).shape, torch.transpose_copy(torch.ones(2,3), 0,
                1).shape, torch.select_copy(torch.ones(2,3), 0, 1), torch.slice_copy(torch.arange(4), 0, 1,
                    3), torch.squeeze_copy(torch.ones(1,2)), torch.unbind_copy(torch.ones(2,
                        2)), torch.split_copy(torch.arange(4), 2), torch.split_with_sizes_copy(torch.arange(4),
                            [1, 3]), torch.narrow_copy(torch.arange(4), 0, 1,
                                                       2), torch.detach_copy(x), torch.alias_copy(
                                                           x), torch.as_strided_copy(x, (2,),
                                                               (1,)), torch.unfold_copy(torch.arange(4), 0, 2, 2)
def bs(): return torch.broadcast_shapes((1, -12), (4, 12))
def bs2(): return torch.broadcast_shapes((2, 3), (4,))
def neg(): return torch.empty_strided((1,), ())
def caut(): return torch.empty(2).cauchy_(0, 0)
def unif(): return torch.empty(2).uniform_(3, 1)
def expo(): return torch.empty(2).exponential_(-1)
def norm(): return torch.empty(2).normal_(0, -1)
def geo(): return torch.empty(2).geometric_(2)
def logn(): return torch.empty(2).log_normal_(0, -1)
def size2(): return torch.Size(torch.tensor([2, 3])), torch.Size([torch.tensor(2)])
def isel(): return torch.empty(0).index_select(0, torch.tensor([0]))
def det(): torch.use_deterministic_algorithms(1)
def asub(): return x.as_subclass(int)
for n, f in list(globals().items()):
    if callable(f) and type(f).__name__ == "function" and n != "t": t(f)
