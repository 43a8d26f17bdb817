# The LDL factorisation of symmetric matrices: Bunch and Kaufman's pivoting, packed as LAPACK's sytrf
# does for the lower triangle. torch.linalg leads here.
import torch._C as _C

_ALPHA = (1 + 17 ** 0.5) / 8


def _swap(a, first, second, count):
    """Exchanges two indices of the symmetric trailing matrix, whose lower triangle is kept."""
    if first == second:
        return
    for k in range(second + 1, count):
        a[k][first], a[k][second] = a[k][second], a[k][first]
    for k in range(first + 1, second):
        a[k][first], a[second][k] = a[second][k], a[k][first]
    a[first][first], a[second][second] = a[second][second], a[first][first]


def _factor_rows(a):
    count = len(a)
    pivots = [0] * count
    info = 0
    k = 0
    while k < count:
        step = 1
        diagonal = abs(a[k][k])
        widest, most = k, 0.0
        for i in range(k + 1, count):
            if abs(a[i][k]) > most:
                widest, most = i, abs(a[i][k])
        chosen = k
        if max(diagonal, most) == 0.0:
            info = info or k + 1
        else:
            if diagonal < _ALPHA * most:
                row = max([abs(a[widest][j]) for j in range(k, widest)] + [abs(a[i][widest]) for i in range(widest + 1, count)])
                if diagonal >= _ALPHA * most * (most / row):
                    chosen = k
                elif abs(a[widest][widest]) >= _ALPHA * row:
                    chosen = widest
                else:
                    chosen, step = widest, 2
            at = k + step - 1
            if chosen != at:
                _swap(a, at, chosen, count)
                if step == 2:
                    a[at][k], a[chosen][k] = a[chosen][k], a[at][k]
            if step == 1:
                for j in range(k + 1, count):
                    factor = a[j][k] / a[k][k]
                    for i in range(j, count):
                        a[i][j] -= a[i][k] * factor
                for i in range(k + 1, count):
                    a[i][k] /= a[k][k]
            elif k < count - 2:
                off = a[k + 1][k]
                d11, d22 = a[k + 1][k + 1] / off, a[k][k] / off
                scale = 1 / (d11 * d22 - 1) / off
                for j in range(k + 2, count):
                    left = scale * (d11 * a[j][k] - a[j][k + 1])
                    right = scale * (d22 * a[j][k + 1] - a[j][k])
                    for i in range(j, count):
                        a[i][j] -= a[i][k] * left + a[i][k + 1] * right
                    a[j][k], a[j][k + 1] = left, right
        if step == 1:
            pivots[k] = chosen + 1
        else:
            pivots[k] = pivots[k + 1] = -(chosen + 1)
        k += step
    for i in range(count):
        for j in range(i + 1, count):
            a[i][j] = 0.0
    return pivots, info


def factor(A):
    lead, count = A.shape[:-2], A.size(-1)
    packed, pivots, infos = [], [], []
    for matrix in A.detach().reshape(-1, count, count).double():
        rows = matrix.tolist()
        order, info = _factor_rows(rows)
        packed.append(rows)
        pivots.append(order)
        infos.append(info)
    LD = _C.tensor(packed, dtype=_C.float64).reshape(tuple(lead) + (count, count)).to(A.dtype)
    return LD, _C.tensor(pivots, dtype=_C.int32).reshape(tuple(lead) + (count,)), _C.tensor(infos, dtype=_C.int32).reshape(tuple(lead))


def _unpacked(LD, order):
    """The matrix that was factored: P L D L^T P^T, by undoing the steps from the last."""
    count = LD.size(-1)
    total = LD.new_zeros(count, count)
    k = count - 1
    while k >= 0:
        step = 2 if order[k] < 0 else 1
        first = k - step + 1
        block = LD[first:k + 1, first:k + 1].tril()
        block = block + block.tril(-1).mT
        below = LD[k + 1:, first:k + 1]
        rest = total[k + 1:, k + 1:] + below @ block @ below.mT
        side = below @ block
        total = total.clone()
        total[k + 1:, k + 1:] = rest
        total[first:k + 1, first:k + 1] = block
        total[k + 1:, first:k + 1] = side
        total[first:k + 1, k + 1:] = side.mT
        other = abs(order[k]) - 1
        if other != k:
            places = list(range(count))
            places[k], places[other] = other, k
            total = total[places][:, places]
        k -= step
    return total


def solve_factored(LD, pivots, B):
    count = LD.size(-1)
    orders = pivots.reshape(-1, count).tolist()
    matrices = [_unpacked(matrix, order) for matrix, order in zip(LD.reshape(-1, count, count), orders)]
    from torch.linalg import solve
    return solve(_C.stack(matrices).reshape(LD.shape), B)
