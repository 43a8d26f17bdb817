"""Times of eager op calls: `eager_ops.py small|large THREADS SECONDS wall|cpu`. Runs alike under
Vitrine and under PyTorch. Prints the names of its rows in a line; then, for each name that comes in
a line of its input, the microseconds of a call: the fastest tenth of the times, which other work on
the machine disturbs least."""
import sys
import time
import torch
import torch.nn.functional as F

kind, threads, budget = sys.argv[1], int(sys.argv[2]), float(sys.argv[3])
clock = time.process_time if sys.argv[4] == "cpu" else time.perf_counter
torch.set_num_threads(threads)
torch.manual_seed(0)


def small_rows():
    x, y = torch.randn(8), torch.randn(8)
    a, b = torch.randn(2, 4), torch.randn(4, 2)
    g = torch.randn(8, requires_grad=True)
    index = torch.tensor([1, 3, 5])

    def add(n):
        for _ in range(n):
            x + y

    def mul_number(n):
        for _ in range(n):
            x * 2.0

    def relu(n):
        for _ in range(n):
            x.relu()

    def torch_exp(n):
        for _ in range(n):
            torch.exp(x)

    def total(n):
        for _ in range(n):
            x.sum()

    def matmul(n):
        for _ in range(n):
            a @ b

    def view(n):
        for _ in range(n):
            x.view(2, 4)

    def index_int(n):
        for _ in range(n):
            x[3]

    def index_slice(n):
        for _ in range(n):
            x[2:6]

    def index_tensor(n):
        for _ in range(n):
            x[index]

    def inplace_add(n):
        for _ in range(n):
            x.add_(y)

    def compare(n):
        for _ in range(n):
            x > y

    def cat(n):
        for _ in range(n):
            torch.cat([x, y])

    def softmax(n):
        for _ in range(n):
            F.softmax(x, 0)

    def linear(n):
        for _ in range(n):
            F.linear(a, a)

    def mul_with_grad(n):
        for _ in range(n):
            g * y

    def item(n):
        s = x[0]
        for _ in range(n):
            s.item()

    def zeros(n):
        for _ in range(n):
            torch.zeros(8)

    rows = [add, mul_number, relu, torch_exp, total, matmul, view, index_int, index_slice, index_tensor, inplace_add,
            compare, cat, softmax, linear, mul_with_grad, item, zeros]
    return {row.__name__: row for row in rows}


def large_rows():
    x, y = torch.randn(1 << 22), torch.randn(1 << 22)
    m, row = torch.randn(2048, 2048), torch.randn(2048)
    mt = m.t()
    a, b = torch.randn(512, 512), torch.randn(512, 512)
    batch = torch.randn(16, 128, 128)
    image, kernel = torch.randn(8, 32, 56, 56), torch.randn(64, 32, 3, 3)
    ids = torch.randint(0, 2048, (8192,))
    mask = x > 0
    positive, whole, half, float16 = x.abs() + 0.1, x.int(), x.bfloat16(), x.half()
    double = m.double()
    places, numbers = torch.randint(0, 2048, (2048, 2048)), torch.randint(0, 1000, (1 << 18,))
    filters, weight, bias = torch.randn(32, 1, 3, 3), torch.rand(32) + 0.5, torch.randn(32)
    speech, labels = torch.randn(64, 16, 128).log_softmax(2), torch.randint(1, 128, (16, 10))
    symmetric = b @ b.t() / 512 + torch.eye(512)
    photo, large, line = torch.randn(4, 3, 112, 112), torch.randn(32, 3, 7, 7), torch.randn(8, 64, 512)
    deep, deep_kernel = torch.randn(8, 256, 14, 14), torch.randn(256, 256, 3, 3)
    clip, cube = torch.randn(2, 8, 16, 28, 28), torch.randn(16, 8, 3, 3, 3)

    def gradient(function, at):
        at = at.clone().requires_grad_()
        with torch.enable_grad():
            result = function(at)
        incoming = torch.ones_like(result)
        return lambda: torch.autograd.grad(result, at, incoming, retain_graph=True)

    cases = dict(
        add=lambda: x + y,
        mul_number=lambda: x * 2.0,
        add_row=lambda: m + row,
        add_transposed=lambda: m + mt,
        relu=lambda: x.relu(),
        exp=lambda: x.exp(),
        sigmoid=lambda: x.sigmoid(),
        tanh=lambda: x.tanh(),
        gelu=lambda: F.gelu(x),
        silu=lambda: F.silu(x),
        leaky_relu=lambda: F.leaky_relu(x),
        log=lambda: positive.log(),
        sin=lambda: x.sin(),
        pow=lambda: positive.pow(1.7),
        remainder=lambda: x.remainder(0.3),
        int_mul=lambda: whole * whole,
        bfloat16_add=lambda: half + half,
        compare=lambda: x > y,
        where=lambda: torch.where(mask, x, y),
        inplace_mul=lambda: x.mul_(1.0),
        copy_transposed=lambda: mt.contiguous(),
        to_double=lambda: x.double(),
        total=lambda: x.sum(),
        mean_rows=lambda: m.mean(1),
        sum_columns=lambda: m.sum(0),
        max_rows=lambda: m.max(1),
        argmax=lambda: m.argmax(1),
        var=lambda: m.var(1),
        softmax=lambda: F.softmax(m, -1),
        log_softmax=lambda: F.log_softmax(m, -1),
        layer_norm=lambda: F.layer_norm(m, (2048,), row, row),
        cumsum=lambda: m.cumsum(1),
        sort=lambda: m[:256].sort(1),
        sort_columns=lambda: m[:, :256].sort(0),
        topk=lambda: m.topk(5, 1),
        median=lambda: m.median(1),
        unique=lambda: numbers.unique(),
        embedding=lambda: F.embedding(ids, m),
        index_select=lambda: m.index_select(0, ids),
        index_add=lambda: m.index_add(0, ids[:2048], m),
        index_rows=lambda: m[ids],
        gather=lambda: m.gather(1, places),
        scatter_add=lambda: m.scatter_add(1, places, m),
        masked_select=lambda: x[mask],
        nonzero=lambda: mask.nonzero(),
        flip=lambda: m.flip(1),
        cat=lambda: torch.cat([m, m], 1),
        matmul=lambda: a @ b,
        bmm=lambda: torch.bmm(batch, batch),
        linear=lambda: F.linear(m, m[:512], row[:512]),
        conv2d=lambda: F.conv2d(image, kernel, padding=1),
        gelu_grad=gradient(F.gelu, x),
        silu_grad=gradient(F.silu, x),
        softmax_grad=gradient(lambda t: F.softmax(t, -1), m),
        layer_norm_grad=gradient(lambda t: F.layer_norm(t, (2048,), row, row), m),
        conv_depthwise=lambda: F.conv2d(image, filters, padding=1, groups=32),
        conv_stride=lambda: F.conv2d(image, kernel, stride=2, padding=1),
        conv_large_kernel=lambda: F.conv2d(photo, large, stride=2, padding=3),
        conv_one_image=lambda: F.conv2d(image[:1], kernel, padding=1),
        conv_pointwise=lambda: F.conv2d(image, kernel[:, :, :1, :1]),
        conv_groups=lambda: F.conv2d(image, kernel[:, :8], padding=1, groups=4),
        conv_dilated=lambda: F.conv2d(image, kernel, padding=2, dilation=2),
        conv_deep=lambda: F.conv2d(deep, deep_kernel, padding=1),
        conv3d=lambda: F.conv3d(clip, cube, padding=1),
        conv_grad=gradient(lambda t: F.conv2d(image, t, padding=1), kernel),
        conv1d=lambda: F.conv1d(line, kernel.reshape(-1)[:64 * 64 * 3].reshape(64, 64, 3), padding=1),
        conv_depthwise_stride=lambda: F.conv2d(image, filters, stride=2, padding=1, groups=32),
        double_matmul=lambda: double[:512, :512] @ double[512:1024, :512],
        add_column=lambda: m + m[:, :1],
        amax_columns=lambda: m.amax(0),
        conv_depthwise_grad=gradient(lambda t: F.conv2d(image, t, padding=1, groups=32), filters),
        max_pool2d=lambda: F.max_pool2d(image, 2),
        avg_pool2d=lambda: F.avg_pool2d(image, 2),
        upsample=lambda: F.interpolate(image, scale_factor=2, mode="bilinear"),
        batch_norm=lambda: F.batch_norm(image, None, None, training=True),
        batch_norm_eval=lambda: F.batch_norm(image, bias, weight, weight, bias),
        batch_norm_grad=gradient(lambda t: F.batch_norm(t, None, None, weight, bias, training=True), image),
        group_norm=lambda: F.group_norm(image, 8),
        softmax_columns=lambda: F.softmax(m, 0),
        std=lambda: x.std(),
        double_exp=lambda: double.exp(),
        double_tanh=lambda: double.tanh(),
        cdist=lambda: torch.cdist(m[:512], m[:512]),
        solve=lambda: torch.linalg.solve(symmetric[:256, :256], b[:256, :16]),
        eigh=lambda: torch.linalg.eigh(symmetric[:128, :128]),
        cross_entropy=lambda: F.cross_entropy(m, ids[:2048]),
        dropout=lambda: F.dropout(x, 0.5),
        randn=lambda: torch.randn(1 << 20),
        hardswish=lambda: F.hardswish(x),
        hardsigmoid=lambda: F.hardsigmoid(x),
        relu6=lambda: F.relu6(x),
        addcmul=lambda: torch.addcmul(x, y, positive),
        elu=lambda: F.elu(x),
        hardswish_grad=gradient(F.hardswish, x),
        leaky_relu_grad=gradient(F.leaky_relu, x),
        bfloat16_silu=lambda: F.silu(half),
        float16_add=lambda: float16 + float16,
        float16_exp=lambda: float16.exp(),
        to_float16=lambda: x.half(),
        mask_product=lambda: x * mask,
        mask_sum=lambda: mask.sum(),
        log2=lambda: x.log2(),
        arange=lambda: torch.arange(1 << 20),
        linspace=lambda: torch.linspace(0, 1, 1 << 20),
        max_pool1d=lambda: F.max_pool1d(image[0], 2),
        ctc_loss=lambda: F.ctc_loss(speech, labels, (64,) * 16, (10,) * 16),
    )

    def repeated(fn):
        def run(n):
            for _ in range(n):
                fn()
        return run

    return {name: repeated(fn) for name, fn in cases.items()}


def microseconds(row):
    row(3)
    count = 1
    while True:  # so many calls that the clock can tell, and few enough to run undisturbed
        start = clock()
        row(count)
        if clock() - start > 0.0005:
            break
        count *= 2
    times = []
    end = clock() + budget
    while clock() < end or len(times) < 3:
        start = clock()
        row(count)
        times.append((clock() - start) / count)
    times.sort()
    return times[len(times) // 10] * 1e6


with torch.no_grad() if kind == "large" else torch.enable_grad():
    rows = small_rows() if kind == "small" else large_rows()
    print(*rows, flush=True)
    while True:
        try:
            name = input()
        except EOFError:
            break
        print(microseconds(rows[name]), flush=True)
