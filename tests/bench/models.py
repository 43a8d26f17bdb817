"""Models of `vitrine bench models`: plain PyTorch programs, the same under Vitrine and under CPython with PyTorch.

  models.py list DEVICE [PATTERN...]                the rows that are meant: [name, what it is], one line of JSON
  models.py serve DEVICE ROW MODE,MODE... THREADS   prepares and compiles the row in every mode, says what came of it in
      one line of JSON, and then answers each line "MODE SECONDS CLOCK" with the microseconds per call of as many calls
      as fit into SECONDS. CLOCK: wall, or cpu for a busy machine and one thread. Ends with its input.

A row is a model, a colon before each word that changes it: vit, vit:train, vit:train:bf16, vit:large. The size without
a word is small on the CPU and large on CUDA. Training is a step: forward, loss, backward, AdamW.
"""
import json
import math
import sys
import time

import torch
import torch.nn as nn
import torch.nn.functional as F

SIZES = ["small", "medium", "large"]


class RMSNorm(nn.Module):
    def __init__(self, width):
        super().__init__()
        self.weight = nn.Parameter(torch.ones(width))

    def forward(self, x):
        return x * torch.rsqrt(x.pow(2).mean(-1, keepdim=True) + 1e-6) * self.weight


def rotary_tables(length, head):
    angle = torch.outer(torch.arange(length).float(), 1e4 ** (-torch.arange(0, head, 2).float() / head))
    return torch.cat([angle, angle], -1).cos(), torch.cat([angle, angle], -1).sin()


def rotate(x, cos, sin):
    first, second = x.chunk(2, -1)
    return x * cos + torch.cat([-second, first], -1) * sin


class CausalAttention(nn.Module):
    """Grouped queries: `groups` heads of keys and values serve all query heads."""

    def __init__(self, width, head, groups, length):
        super().__init__()
        self.heads, self.groups, self.head = width // head, groups, head
        self.query = nn.Linear(width, width, bias=False)
        self.key = nn.Linear(width, groups * head, bias=False)
        self.value = nn.Linear(width, groups * head, bias=False)
        self.out = nn.Linear(width, width, bias=False)
        cos, sin = rotary_tables(length, head)
        self.register_buffer("cos", cos)
        self.register_buffer("sin", sin)

    def split(self, x, heads):
        return x.view(x.shape[0], x.shape[1], heads, self.head).transpose(1, 2)

    def repeat(self, x):
        batch, groups, length, head = x.shape
        each = self.heads // groups
        return x[:, :, None].expand(batch, groups, each, length, head).reshape(batch, self.heads, length, head)

    def forward(self, x):
        length = x.shape[1]
        cos, sin = self.cos[:length], self.sin[:length]
        q = rotate(self.split(self.query(x), self.heads), cos, sin)
        k = rotate(self.split(self.key(x), self.groups), cos, sin)
        v = self.split(self.value(x), self.groups)
        y = F.scaled_dot_product_attention(q, self.repeat(k).to(q.dtype), self.repeat(v).to(q.dtype), is_causal=True)
        return self.out(y.transpose(1, 2).reshape(x.shape))


class SwiGLU(nn.Module):
    def __init__(self, width, inner):
        super().__init__()
        self.gate = nn.Linear(width, inner, bias=False)
        self.up = nn.Linear(width, inner, bias=False)
        self.down = nn.Linear(inner, width, bias=False)

    def forward(self, x):
        return self.down(F.silu(self.gate(x)) * self.up(x))


class LanguageBlock(nn.Module):
    def __init__(self, width, head, groups, length):
        super().__init__()
        self.before, self.after = RMSNorm(width), RMSNorm(width)
        self.attention = CausalAttention(width, head, groups, length)
        self.feed = SwiGLU(width, width * 8 // 3 // 64 * 64)

    def forward(self, x):
        x = x + self.attention(self.before(x))
        return x + self.feed(self.after(x))


class LanguageModel(nn.Module):
    def __init__(self, words, width, head, groups, layers, length):
        super().__init__()
        self.embedding = nn.Embedding(words, width)
        self.blocks = nn.ModuleList([LanguageBlock(width, head, groups, length) for _ in range(layers)])
        self.norm = RMSNorm(width)
        self.unembed = nn.Linear(width, words, bias=False)

    def forward(self, tokens, targets):
        x = self.embedding(tokens)
        for block in self.blocks:
            x = block(x)
        logits = self.unembed(self.norm(x))
        return F.cross_entropy(logits.float().view(-1, logits.shape[-1]), targets.view(-1))


class DecodeStep(nn.Module):
    """One token at a place given by a tensor; keys and values of earlier ones lie in a cache."""

    def __init__(self, batch, width, heads, room):
        super().__init__()
        self.heads, self.norm = heads, RMSNorm(width)
        self.qkv = nn.Linear(width, 3 * width, bias=False)
        self.out = nn.Linear(width, width, bias=False)
        self.feed_norm, self.feed = RMSNorm(width), SwiGLU(width, width * 2)
        cache = torch.randn(2, batch, heads, room, width // heads)
        self.register_buffer("keys", cache[0].clone())
        self.register_buffer("values", cache[1].clone())

    def forward(self, x, place):
        batch, width = x.shape
        q, k, v = self.qkv(self.norm(x)).view(batch, 3, self.heads, 1, width // self.heads).unbind(1)
        keys = self.keys.index_copy(2, place, k.to(self.keys.dtype))
        values = self.values.index_copy(2, place, v.to(self.values.dtype))
        visible = torch.arange(keys.shape[2], device=x.device) <= place
        y = F.scaled_dot_product_attention(q.to(keys.dtype), keys, values, attn_mask=visible[None, None, None])
        x = x + self.out(y.reshape(batch, width))
        return x + self.feed(self.feed_norm(x))


class EncoderBlock(nn.Module):
    def __init__(self, width, heads, inner):
        super().__init__()
        self.heads = heads
        self.norm1, self.norm2 = nn.LayerNorm(width), nn.LayerNorm(width)
        self.qkv, self.out = nn.Linear(width, 3 * width), nn.Linear(width, width)
        self.feed = nn.Sequential(nn.Linear(width, inner), nn.GELU(), nn.Linear(inner, width))

    def forward(self, x, mask=None):
        batch, length, width = x.shape
        q, k, v = self.qkv(self.norm1(x)).view(batch, length, 3, self.heads, width // self.heads).permute(2, 0, 3, 1, 4)
        y = F.scaled_dot_product_attention(q, k, v, attn_mask=mask)
        x = x + self.out(y.transpose(1, 2).reshape(batch, length, width))
        return x + self.feed(self.norm2(x))


class MaskedEncoder(nn.Module):
    def __init__(self, words, width, heads, layers, length):
        super().__init__()
        self.embedding, self.places = nn.Embedding(words, width), nn.Parameter(torch.randn(length, width) * 0.02)
        self.blocks = nn.ModuleList([EncoderBlock(width, heads, 4 * width) for _ in range(layers)])
        self.norm = nn.LayerNorm(width)

    def forward(self, tokens, lengths):
        present = torch.arange(tokens.shape[1], device=tokens.device)[None] < lengths[:, None]
        x = self.embedding(tokens) + self.places
        for block in self.blocks:
            x = block(x, present[:, None, None])
        weight = present[..., None].to(x.dtype)
        return (self.norm(x) * weight).sum(1) / weight.sum(1)


class VisionTransformer(nn.Module):
    def __init__(self, side, patch, width, heads, layers):
        super().__init__()
        self.patches = nn.Conv2d(3, width, patch, stride=patch)
        self.first = nn.Parameter(torch.zeros(1, 1, width))
        self.places = nn.Parameter(torch.randn(1, (side // patch) ** 2 + 1, width) * 0.02)
        self.blocks = nn.ModuleList([EncoderBlock(width, heads, 4 * width) for _ in range(layers)])
        self.head = nn.Sequential(nn.LayerNorm(width), nn.Linear(width, 100))

    def forward(self, image):
        x = self.patches(image).flatten(2).transpose(1, 2)
        x = torch.cat([self.first.expand(x.shape[0], -1, -1).to(x.dtype), x], 1) + self.places
        for block in self.blocks:
            x = block(x)
        return self.head(x[:, 0])


def conv_norm(inputs, outputs, side, stride=1, groups=1, act=nn.ReLU):
    layers = [nn.Conv2d(inputs, outputs, side, stride, side // 2, groups=groups, bias=False), nn.BatchNorm2d(outputs)]
    return nn.Sequential(*layers, act()) if act else nn.Sequential(*layers)


class Bottleneck(nn.Module):
    def __init__(self, inputs, inner, stride):
        super().__init__()
        self.body = nn.Sequential(conv_norm(inputs, inner, 1), conv_norm(inner, inner, 3, stride),
                                  conv_norm(inner, 4 * inner, 1, act=None))
        same = stride == 1 and inputs == 4 * inner
        self.skip = nn.Identity() if same else conv_norm(inputs, 4 * inner, 1, stride, act=None)

    def forward(self, x):
        return F.relu(self.body(x) + self.skip(x))


def bottlenecks(width):
    return nn.Sequential(conv_norm(3, width, 7, 2), nn.MaxPool2d(3, 2, 1), Bottleneck(width, width, 1),
                         Bottleneck(4 * width, width, 1), Bottleneck(4 * width, 2 * width, 2),
                         Bottleneck(8 * width, 2 * width, 1), nn.AdaptiveAvgPool2d(1), nn.Flatten(),
                         nn.Linear(8 * width, 100))


class BasicBlock(nn.Module):
    def __init__(self, inputs, outputs, stride):
        super().__init__()
        self.body = nn.Sequential(conv_norm(inputs, outputs, 3, stride), conv_norm(outputs, outputs, 3, act=None))
        self.skip = conv_norm(inputs, outputs, 1, stride, act=None) if stride > 1 else nn.Identity()

    def forward(self, x):
        return F.relu(self.body(x) + self.skip(x))


def small_residual(width):
    return nn.Sequential(conv_norm(3, width, 3), BasicBlock(width, width, 1), BasicBlock(width, 2 * width, 2),
                         BasicBlock(2 * width, 4 * width, 2), nn.AdaptiveAvgPool2d(1), nn.Flatten(),
                         nn.Linear(4 * width, 10))


class InvertedResidual(nn.Module):
    """1x1 to more channels, a depthwise convolution, a gate of the channels, 1x1 back."""

    def __init__(self, inputs, outputs, side, stride, gate):
        super().__init__()
        inner = 4 * inputs
        self.widen, self.depthwise = conv_norm(inputs, inner, 1, act=nn.Hardswish), conv_norm(
            inner, inner, side, stride, groups=inner, act=nn.Hardswish)
        self.gate = nn.Sequential(nn.AdaptiveAvgPool2d(1), nn.Conv2d(inner, inner // 4, 1), nn.ReLU(),
                                  nn.Conv2d(inner // 4, inner, 1), nn.Hardsigmoid()) if gate else None
        self.narrow = conv_norm(inner, outputs, 1, act=None)
        self.same = stride == 1 and inputs == outputs

    def forward(self, x):
        y = self.depthwise(self.widen(x))
        if self.gate is not None:
            y = y * self.gate(y)
        y = self.narrow(y)
        return x + y if self.same else y


def inverted_residuals(width, gate):
    return nn.Sequential(conv_norm(3, width, 3, 2, act=nn.Hardswish), InvertedResidual(width, width, 3, 1, gate),
                         InvertedResidual(width, 2 * width, 3, 2, gate),
                         InvertedResidual(2 * width, 2 * width, 5, 1, gate),
                         InvertedResidual(2 * width, 4 * width, 5, 2, gate), nn.AdaptiveAvgPool2d(1), nn.Flatten(),
                         nn.Linear(4 * width, 100))


class UNetBlock(nn.Module):
    """Down and up again: GroupNorm, SiLU, a time embedding, attention at the lower resolution, a skip connection."""

    def __init__(self, width, heads):
        super().__init__()
        self.heads = heads
        self.time = nn.Linear(width, width)
        self.norm1, self.conv1 = nn.GroupNorm(8, width), nn.Conv2d(width, width, 3, padding=1)
        self.norm2, self.conv2 = nn.GroupNorm(8, width), nn.Conv2d(width, width, 3, padding=1)
        self.down, self.norm = nn.Conv2d(width, width, 3, 2, 1), nn.GroupNorm(8, width)
        self.qkv, self.out = nn.Conv2d(width, 3 * width, 1), nn.Conv2d(width, width, 1)
        self.join = nn.Conv2d(2 * width, width, 3, padding=1)

    def attend(self, x):
        batch, width, high, wide = x.shape
        qkv = self.qkv(self.norm(x)).view(batch, 3, self.heads, width // self.heads, high * wide)
        q, k, v = qkv.transpose(-1, -2).unbind(1)
        y = F.scaled_dot_product_attention(q, k, v).transpose(-1, -2).reshape(x.shape)
        return x + self.out(y)

    def forward(self, x, t):
        h = self.conv1(F.silu(self.norm1(x))) + self.time(F.silu(t))[:, :, None, None]
        h = x + self.conv2(F.silu(self.norm2(h)))
        low = F.interpolate(self.attend(self.down(h)), scale_factor=2.0, mode="nearest")
        return self.join(torch.cat([h, low], 1))


def generator(noise, width):
    def up(i, o):
        return [nn.ConvTranspose2d(i, o, 4, 2, 1, bias=False), nn.BatchNorm2d(o), nn.LeakyReLU(0.2)]
    return nn.Sequential(nn.ConvTranspose2d(noise, 4 * width, 4, bias=False), nn.BatchNorm2d(4 * width),
                         nn.LeakyReLU(0.2), *up(4 * width, 2 * width), *up(2 * width, width),
                         nn.ConvTranspose2d(width, 3, 4, 2, 1), nn.Tanh())


class Tagger(nn.Module):
    def __init__(self, layer, words, width, tags):
        super().__init__()
        self.embedding = nn.Embedding(words, width)
        self.layer = layer(width, width, num_layers=2, batch_first=True, bidirectional=True)
        self.tags = nn.Linear(2 * width, tags)

    def forward(self, tokens):
        return self.tags(self.layer(self.embedding(tokens))[0])


class Experts(nn.Module):
    """Every expert computes all tokens; the gate keeps the best two of each."""

    def __init__(self, width, inner, experts):
        super().__init__()
        self.gate = nn.Linear(width, experts)
        self.up = nn.Parameter(torch.randn(experts, width, inner) / width ** 0.5)
        self.down = nn.Parameter(torch.randn(experts, inner, width) / inner ** 0.5)

    def forward(self, x):
        best, which = self.gate(x).softmax(-1).topk(2, -1)
        shares = torch.zeros(x.shape[0], self.up.shape[0], device=x.device, dtype=best.dtype)
        shares = shares.scatter(1, which, best / best.sum(-1, keepdim=True))
        hidden = F.gelu(torch.einsum("td,edf->etf", x, self.up))
        return torch.einsum("etf,efd,te->td", hidden, self.down, shares.to(hidden.dtype))


class Recommender(nn.Module):
    """Embeddings of categories, bags of history, products of all pairs of features."""

    def __init__(self, tables, rows, width, numbers):
        super().__init__()
        self.tables = nn.ModuleList([nn.Embedding(rows, width) for _ in range(tables)])
        self.history = nn.Embedding(rows, width)
        self.bottom = nn.Sequential(nn.Linear(numbers, 4 * width), nn.ReLU(), nn.Linear(4 * width, width), nn.ReLU())
        features = tables + 2
        low = torch.tril_indices(features, features, -1)
        self.register_buffer("low", low[0] * features + low[1])
        self.top = nn.Sequential(nn.Linear(width + features * (features - 1) // 2, 256), nn.ReLU(), nn.Linear(256, 1))

    def forward(self, numbers, categories, history):
        dense = self.bottom(numbers)
        each = [table(categories[:, i]) for i, table in enumerate(self.tables)]
        recent = self.history(history).mean(1).to(dense.dtype)
        features = torch.stack([dense, recent, *[e.to(dense.dtype) for e in each]], 1)
        pairs = torch.bmm(features, features.transpose(1, 2)).flatten(1)[:, self.low]
        return torch.sigmoid(self.top(torch.cat([dense, pairs], 1)))


class Mixer(nn.Module):
    """Two perceptrons a block: one over places, which reads transposed, and one over channels."""

    def __init__(self, places, width, layers):
        super().__init__()
        self.norms = nn.ModuleList([nn.LayerNorm(width) for _ in range(2 * layers)])
        self.over_places = nn.ModuleList([nn.Sequential(nn.Linear(places, 2 * places), nn.GELU(),
                                                        nn.Linear(2 * places, places))
                                          for _ in range(layers)])
        self.over_channels = nn.ModuleList([nn.Sequential(nn.Linear(width, 4 * width), nn.GELU(),
                                                          nn.Linear(4 * width, width))
                                            for _ in range(layers)])

    def forward(self, x):
        for i, places in enumerate(self.over_places):
            x = x + places(self.norms[2 * i](x).transpose(1, 2)).transpose(1, 2)
            x = x + self.over_channels[i](self.norms[2 * i + 1](x))
        return x.mean(1)


class MessagePassing(nn.Module):
    def __init__(self, width, layers):
        super().__init__()
        self.edges = nn.ModuleList([nn.Linear(2 * width, width) for _ in range(layers)])
        self.nodes = nn.ModuleList([nn.Linear(2 * width, width) for _ in range(layers)])

    def forward(self, x, source, target):
        for edge, node in zip(self.edges, self.nodes):
            message = F.relu(edge(torch.cat([x[source], x[target]], -1)))
            gathered = torch.zeros_like(x).index_add(0, target, message.to(x.dtype))
            x = x + F.silu(node(torch.cat([x, gathered], -1)))
        return x


class LogMel(nn.Module):
    """Frames, a window, the Fourier transform as products with cosine and sine, mel bands, statistics over time."""

    def __init__(self, frame, bands):
        super().__init__()
        time_, bins = torch.arange(frame).float(), torch.arange(frame // 2 + 1).float()
        angle = 2 * math.pi / frame * torch.outer(time_, bins)
        self.frame, self.smooth = frame, nn.Conv1d(1, 1, 31, padding=15)
        self.register_buffer("window", torch.hann_window(frame))
        self.register_buffer("cos", angle.cos())
        self.register_buffer("sin", angle.sin())
        self.register_buffer("mel", torch.rand(frame // 2 + 1, bands) / frame)

    def forward(self, wave):
        frames = self.smooth(wave[:, None])[:, 0].unfold(-1, self.frame, self.frame // 2) * self.window
        power = (frames @ self.cos).pow(2) + (frames @ self.sin).pow(2)
        mel = torch.log(power @ self.mel + 1e-5)
        return (mel - mel.mean(1, keepdim=True)) / (mel.std(1, keepdim=True) + 1e-3)


class Filters(nn.Module):
    """A gated stack of dilated one-dimensional convolutions over a signal."""

    def __init__(self, width, layers):
        super().__init__()
        self.first, self.last = nn.Conv1d(1, width, 1), nn.Conv1d(width, 1, 1)
        self.dilated = nn.ModuleList([nn.Conv1d(width, 2 * width, 3, padding=2 ** i, dilation=2 ** i)
                                      for i in range(layers)])

    def forward(self, wave):
        x = self.first(wave[:, None])
        for conv in self.dilated:
            gate, value = conv(x).chunk(2, 1)
            x = x + torch.sigmoid(gate) * torch.tanh(value)
        return self.last(x)[:, 0]


def heat(u, k):
    for _ in range(4):
        lap = u[:, 2:, 1:-1] + u[:, :-2, 1:-1] + u[:, 1:-1, 2:] + u[:, 1:-1, :-2] - 4 * u[:, 1:-1, 1:-1]
        u = F.pad(u[:, 1:-1, 1:-1] + 0.1 * k[:, 1:-1, 1:-1] * lap, (1, 1, 1, 1))
    return u


def shallow_water(h, u, v):
    def dx(f):
        return (torch.roll(f, -1, 1) - torch.roll(f, 1, 1)) * 0.5

    def dy(f):
        return (torch.roll(f, -1, 0) - torch.roll(f, 1, 0)) * 0.5
    for _ in range(2):
        u, v = u - 0.01 * (u * dx(u) + v * dy(u) + 9.81 * dx(h)), v - 0.01 * (u * dx(v) + v * dy(v) + 9.81 * dy(h))
        h = h - 0.01 * (dx(h * u) + dy(h * v))
    return h, u, v


def pair_forces(places):
    apart = places[:, None] - places[None]
    square = apart.pow(2).sum(-1) + torch.eye(places.shape[0], device=places.device) + 0.1
    inverse = 1 / square.pow(3)
    return ((48 * inverse * (inverse - 0.5) / square)[..., None] * apart).sum(1)


def channel_statistics(x):
    mean, var = x.mean((0, 2, 3), keepdim=True), x.var((0, 2, 3), keepdim=True, unbiased=False)
    y = (x - mean) * torch.rsqrt(var + 1e-5)
    return y, y.amax((0, 2, 3)), y.abs().mean((0, 2, 3))


def axis_statistics(x):
    return (x.logsumexp(1), x.std((0, 2)), x.amax((0, 1)), (x - x.mean(1, keepdim=True)).pow(2).sum((0, 1)),
            torch.softmax(x, 1))


def transposed_sum(x, y):
    return F.gelu(x + y.t()) * torch.sigmoid(y.t())


def transposed_layers(x, y):
    """[batch, channels, places] against [batch, places, channels]."""
    return F.layer_norm(x.transpose(1, 2) + y, (y.shape[-1],)).tanh(), (x * y.transpose(1, 2)).sum(1)


def broadcast_distances(a, b, scale):
    return torch.exp(-(a[:, None] - b[None]).pow(2).sum(-1) * scale)


def nucleus(logits):
    values, order = torch.sort(torch.softmax(logits, -1), -1, descending=True)
    keep = values.cumsum(-1) - values < 0.9
    kept = values * keep
    return torch.zeros_like(logits).scatter(-1, order, kept / kept.sum(-1, keepdim=True))


def top_scores(queries, items):
    best, which = (queries @ items.t()).topk(16, -1)
    return torch.einsum("qk,qkd->qd", best.softmax(-1), items[which])


class VocabularyLoss(nn.Module):
    def __init__(self, width, words):
        super().__init__()
        self.norm, self.unembed = nn.LayerNorm(width), nn.Linear(width, words, bias=False)

    def forward(self, x, targets):
        return F.cross_entropy(self.unembed(self.norm(x)).float(), targets, label_smoothing=0.1)


class Contrast(nn.Module):
    """Two towers; cross entropy over the rows and over the columns of all products."""

    def __init__(self, width):
        super().__init__()
        self.left = nn.Sequential(nn.Linear(width, width), nn.ReLU(), nn.Linear(width, width))
        self.right = nn.Sequential(nn.Linear(width, width), nn.ReLU(), nn.Linear(width, width))
        self.scale = nn.Parameter(torch.tensor(2.0))

    def forward(self, a, b):
        scores = F.normalize(self.left(a), dim=-1) @ F.normalize(self.right(b), dim=-1).t() * self.scale.exp()
        place = torch.arange(a.shape[0], device=a.device)
        return F.cross_entropy(scores.float(), place) + F.cross_entropy(scores.t().float(), place)


class Quantizer(nn.Module):
    def __init__(self, width, codes):
        super().__init__()
        self.before, self.after = nn.Linear(width, width), nn.Linear(width, width)
        self.codes = nn.Parameter(torch.randn(codes, width))

    def forward(self, x):
        z = self.before(x).float()
        distance = z.pow(2).sum(-1, keepdim=True) - 2 * z @ self.codes.t() + self.codes.pow(2).sum(-1)
        chosen = self.codes[distance.argmin(-1)]
        return self.after(z + (chosen - z).detach()), F.mse_loss(chosen, z.detach()) + F.mse_loss(z, chosen.detach())


class Autoencoder(nn.Module):
    def __init__(self, sides):
        super().__init__()
        self.inward = nn.ModuleList([nn.Linear(i, o) for i, o in zip(sides, sides[1:])])
        self.outward = nn.ModuleList([nn.Linear(o, i) for i, o in zip(sides, sides[1:])])
        self.norms = nn.ModuleList([nn.LayerNorm(o) for o in sides[1:]])

    def forward(self, x):
        for layer, norm in zip(self.inward, self.norms):
            x = F.elu(norm(layer(x)))
        for layer in reversed(self.outward):
            x = layer(F.softplus(x))
        return x


class TextConvolution(nn.Module):
    """Convolutions of several widths over words, maxima over time; sentences of several lengths."""

    def __init__(self, words, width):
        super().__init__()
        self.embedding = nn.Embedding(words, width)
        self.widths = nn.ModuleList([nn.Conv1d(width, width, side, padding=side // 2) for side in (3, 5, 7)])
        self.out = nn.Linear(3 * width, 20)

    def forward(self, tokens):
        x = self.embedding(tokens).transpose(1, 2)
        return self.out(torch.cat([F.relu(conv(x)).amax(-1) for conv in self.widths], 1))


def tokens(words, *sizes):
    return torch.randint(0, words, sizes)


def one(function, *args):
    """A function or module with the arguments of one call."""
    return function, [args]


class Model:
    """`make(*sizes[i])` gives the function and the arguments of each call. `kinds`: what of it is measured."""

    def __init__(self, doc, make, sizes, kinds="infer train"):
        self.doc, self.make, self.sizes, self.kinds = doc, make, sizes, kinds.split()


MODELS = {
    "lm_block": Model("RMSNorm, rotary positions, grouped-query causal attention with heads of 64, SwiGLU",
                      lambda b, t, d: one(LanguageBlock(d, 64, 2, t), torch.randn(b, t, d)),
                      [(2, 64, 256), (4, 256, 512), (8, 1024, 1024)]),
    "lm_block_128": Model("the same with heads of 128",
        lambda b, t, d: one(LanguageBlock(d, 128, 1, t), torch.randn(b, t, d)),
                          [(2, 64, 256), (4, 256, 512), (8, 1024, 1024)]),
    "lm_small": Model("a language model of a few such blocks and its loss", lambda b, t, d, n, w: one(
        LanguageModel(w, d, 64, 2, n, t), tokens(w, b, t), tokens(w, b, t)),
        [(2, 64, 128, 2, 1000), (4, 128, 256, 4, 4000), (8, 512, 512, 6, 16000)]),
    "lm_decode": Model("one token of a language model against a cache of keys and values", lambda b, d, h, t: one(
        DecodeStep(b, d, h, t), torch.randn(b, d), torch.tensor([t // 2])),
        [(4, 256, 4, 256), (8, 512, 8, 512), (32, 1024, 16, 1024)], "infer"),
    "encoder_mask": Model("encoder with a padding mask, mean over what is present", lambda b, t, d, h, n: one(
        MaskedEncoder(2000, d, h, n, t), tokens(2000, b, t), torch.randint(t // 4, t, (b,))),
        [(4, 64, 128, 4, 2), (8, 128, 256, 4, 4), (32, 256, 512, 8, 4)]),
    "vit": Model("vision transformer",
        lambda b, s, p, d, h, n: one(VisionTransformer(s, p, d, h, n), torch.randn(b, 3, s, s)),
                 [(2, 64, 8, 128, 4, 2), (4, 128, 16, 256, 4, 4), (32, 224, 16, 384, 6, 6)]),
    "residual_bottlenecks": Model("residual network of 7x7, 1x1, 3x3 and strides", lambda b, s, w: one(
        bottlenecks(w), torch.randn(b, 3, s, s)), [(1, 96, 32), (2, 160, 48), (32, 224, 64)]),
    "residual_small": Model("residual network of 3x3 for small images", lambda b, s, w: one(
        small_residual(w), torch.randn(b, 3, s, s)), [(4, 32, 16), (16, 32, 32), (256, 32, 64)]),
    "inverted_residuals": Model("1x1, depthwise 3x3 and 5x5, hardswish", lambda b, s, w: one(
        inverted_residuals(w, False), torch.randn(b, 3, s, s)), [(1, 96, 16), (2, 160, 24), (32, 224, 32)]),
    "gated_residuals": Model("the same with gates over channels", lambda b, s, w: one(
        inverted_residuals(w, True), torch.randn(b, 3, s, s)), [(1, 96, 16), (2, 160, 24), (32, 224, 32)]),
    "unet_block": Model("GroupNorm, SiLU, convolutions, attention, nearest up-sampling, a skip connection",
        lambda b, s, w: one(
        UNetBlock(w, 4), torch.randn(b, w, s, s), torch.randn(b, w)), [(1, 16, 64), (2, 32, 64), (8, 64, 128)]),
    "gan_generator": Model("transposed convolutions, batch norm, leaky relu", lambda b, z, w: one(
        generator(z, w), torch.randn(b, z, 1, 1)), [(2, 32, 16), (8, 64, 32), (128, 100, 64)]),
    "lstm_tagger": Model("two layers of LSTM in both directions", lambda b, t, d: one(
        Tagger(nn.LSTM, 2000, d, 30), tokens(2000, b, t)), [(4, 24, 64), (8, 48, 128), (64, 128, 256)]),
    "gru_tagger": Model("two layers of GRU in both directions", lambda b, t, d: one(
        Tagger(nn.GRU, 2000, d, 30), tokens(2000, b, t)), [(4, 24, 64), (8, 48, 128), (64, 128, 256)]),
    "experts": Model("mixture of experts by einsum, top 2 of the gate",
        lambda t, d, f, e: one(Experts(d, f, e), torch.randn(t, d)),
                     [(64, 64, 128, 4), (256, 128, 256, 8), (4096, 512, 1024, 8)]),
    "recommender": Model("embeddings of categories, bags, products of pairs of features", lambda b, n, r, w: one(
        Recommender(n, r, w, 13), torch.randn(b, 13), tokens(r, b, n), tokens(r, b, 20)),
        [(64, 8, 1000, 16), (256, 16, 5000, 32), (4096, 26, 100000, 64)]),
    "mixer": Model("perceptrons over places and over channels in turn", lambda b, p, d, n: one(
        Mixer(p, d, n), torch.randn(b, p, d)), [(2, 64, 128, 2), (4, 196, 256, 4), (64, 196, 512, 6)]),
    "message_passing": Model("a graph's messages: gather, product, sum into nodes", lambda n, e, d: one(
        MessagePassing(d, 2), torch.randn(n, d), tokens(n, e), tokens(n, e)),
        [(256, 1024, 32), (1000, 8000, 64), (20000, 200000, 128)]),
    "log_mel": Model("frames, window, Fourier transform by products, mel bands, statistics over time",
        lambda b, t, f, m: one(
        LogMel(f, m), torch.randn(b, t)), [(2, 4096, 256, 40), (8, 16384, 512, 64), (64, 65536, 512, 80)]),
    "dilated_filters": Model("gated dilated convolutions over a signal", lambda b, t, w, n: one(
        Filters(w, n), torch.randn(b, t)), [(1, 2048, 16, 4), (2, 8192, 32, 6), (16, 32768, 64, 8)]),
    "heat_stencil": Model("four steps of heat in a medium, by slices", lambda b, n: one(
        heat, torch.randn(b, n, n), torch.rand(b, n, n)), [(1, 256), (4, 512), (16, 2048)]),
    "shallow_water": Model("two steps of waves, by rolls", lambda n: one(
        shallow_water, torch.rand(n, n) + 1, torch.randn(n, n), torch.randn(n, n)), [(256,), (768,), (4096,)]),
    "pair_forces": Model("forces of all pairs of particles",
        lambda n: one(pair_forces, torch.randn(n, 3) * 4), [(256,), (768,), (4096,)]),
    "channel_statistics": Model("batch statistics by hand over all but the channels", lambda b, c, s: one(
        channel_statistics, torch.randn(b, c, s, s)), [(4, 32, 32), (8, 64, 56), (64, 256, 56)]),
    "axis_statistics": Model("logsumexp, deviation, maxima and softmax over inner axes", lambda a, b, c: one(
        axis_statistics, torch.randn(a, b, c)), [(8, 128, 128), (16, 256, 512), (64, 1024, 1024)]),
    "transposed_sum": Model("gelu(x + y.t()) * sigmoid(y.t())",
        lambda n: one(transposed_sum, torch.randn(n, n), torch.randn(n, n)),
                            [(512,), (1536,), (8192,)]),
    "transposed_layers": Model("layer norm and sums over two layouts", lambda b, c, p: one(
        transposed_layers, torch.randn(b, c, p), torch.randn(b, p, c)),
        [(4, 128, 256), (8, 256, 784), (64, 768, 1024)]),
    "broadcast_distances": Model("a kernel matrix by broadcasting", lambda n, m, d: one(
        broadcast_distances, torch.randn(n, d), torch.randn(m, d), torch.tensor(0.1)),
        [(256, 256, 8), (768, 768, 16), (4096, 4096, 32)]),
    "nucleus": Model("softmax, sort, running sum, scatter", lambda b, n: one(nucleus, torch.randn(b, n) * 3),
                     [(8, 2000), (16, 16000), (64, 50000)], "infer"),
    "top_scores": Model("product, top 16, gather, weighted sum",
        lambda q, n, d: one(top_scores, torch.randn(q, d), torch.randn(n, d)),
                        [(32, 2000, 64), (128, 10000, 64), (1024, 100000, 128)]),
    "vocabulary_loss": Model("layer norm, product, cross entropy with label smoothing over many words",
        lambda t, d, w: one(
        VocabularyLoss(d, w), torch.randn(t, d), tokens(w, t)),
        [(64, 64, 4000), (256, 256, 16000), (4096, 1024, 50000)]),
    "contrast": Model("cross entropy over rows and columns of all products", lambda n, d: one(
        Contrast(d), torch.randn(n, d), torch.randn(n, d)), [(128, 64), (512, 256), (4096, 512)]),
    "quantizer": Model("nearest code of a book, straight-through gradient", lambda n, d, c: one(
        Quantizer(d, c), torch.randn(n, d)), [(256, 32, 256), (2048, 64, 1024), (32768, 128, 4096)]),
    "autoencoder": Model("linear layers, layer norm, ELU, softplus", lambda b, *sides: one(
        Autoencoder(sides), torch.randn(b, sides[0])),
        [(32, 196, 128, 64, 16), (128, 784, 512, 128, 32), (4096, 1024, 1024, 512, 128)]),
    "text_convolution": Model("convolutions over words in sentences of three lengths: dynamic sizes", lambda b, t, d: (
        TextConvolution(2000, d), [(tokens(2000, b, n),) for n in (t, t + 7, t + 31)]),
        [(4, 40, 32), (8, 100, 64), (64, 200, 256)]),
}


class Row:
    """A model in one kind, dtype and size: `name[:train][:bf16][:small|:medium|:large]`."""

    def __init__(self, text, on_gpu):
        self.name, *words = text.split(":")
        self.train, self.half = "train" in words, "bf16" in words
        sizes = [word for word in words if word in SIZES] or ["large" if on_gpu else "small"]
        self.model = MODELS[self.name]
        self.size = self.model.sizes[SIZES.index(sizes[0])]


def matching(pattern, on_gpu):
    """The rows of a pattern. bfloat16 on the CPU only where it is asked for: few processors compute it."""
    name, *words = pattern.split(":")
    if name and name not in MODELS:
        raise SystemExit("there is no model '%s'; there are %s" % (name, " ".join(MODELS)))
    size = "".join([":" + word for word in words if word in SIZES])
    unknown = [word for word in words if word not in SIZES + ["infer", "train", "bf16"]]
    if unknown or size.count(":") > 1:
        raise SystemExit("a row is MODEL[:train][:bf16][:small|:medium|:large], not " + pattern)
    if "bf16" in words:
        dtypes = ["bf16"]
    else:
        dtypes = [""] if "infer" in words or "train" in words or not on_gpu else ["", "bf16"]
    kinds = [kind for kind in ("infer", "train") if kind in words] or ["infer", "train"]
    for dtype in dtypes:
        for kind in kinds:
            for each in [name] if name else MODELS:
                if kind in MODELS[each].kinds:
                    row = each + (":train" if kind == "train" else "") + (":bf16" if dtype else "") + size
                    yield [row, MODELS[each].doc]


def tensors_in(value):
    if isinstance(value, torch.Tensor):
        return [value]
    return [t for item in value for t in tensors_in(item)] if isinstance(value, (list, tuple)) else []


class Runner:
    """One row in one mode: `run()` is what is timed, `results` what its first call gave."""

    def __init__(self, row, mode, device):
        self.row, self.device = row, device
        torch.manual_seed(7)
        function, calls = row.model.make(*row.size)
        self.calls = [[t.to(device) for t in args] for args in calls]
        self.parameters = []
        if isinstance(function, nn.Module):
            function.to(device).train(row.train)
            self.parameters = list(function.parameters())
        if row.train and not self.parameters:
            self.parameters = [t.requires_grad_() for args in self.calls for t in args if t.is_floating_point()]
            self.optimizer = None  # gradients of inputs are all there is to a step
        elif row.train:
            self.optimizer = torch.optim.AdamW(self.parameters, lr=1e-4, fused=True if device.type == "cuda" else None)
        self.function = function if mode == "eager" else torch.compile(function, mode=mode)
        self.results = [t.detach().float().clone() for t in tensors_in(self.run())]
        if row.train:
            self.results += [p.grad.float().clone() for p in self.parameters if p.grad is not None]

    def run(self):
        with torch.autocast(self.device.type, torch.bfloat16, enabled=self.row.half):
            if self.row.train:
                return self.step()
            with torch.no_grad():
                return [self.function(*args) for args in self.calls]

    def step(self):
        for p in self.parameters:
            p.grad = None
        losses = []
        for args in self.calls:
            outputs = [t for t in tensors_in(self.function(*args)) if t.is_floating_point()]
            losses.append(sum([t if t.dim() == 0 else t.float().pow(2).mean() for t in outputs]))
        loss = sum(losses)
        loss.backward()
        if self.optimizer is not None:
            self.optimizer.step()
        return loss


def difference(got, expected, row, on_gpu):
    """Empty where two lists of results agree within rounding, else which one does not. The scale of a tensor is its
    norm, but at least a part of the largest norm: a gradient that is zero but for rounding is compared with that. In
    TF32 gradients through batch norms differ by 0.06 under PyTorch, too, from one order of sums to another."""
    bound = 1e-3 if not on_gpu and not row.half else 1e-1 if row.train and on_gpu else 4e-2 if row.half else 1e-2
    if len(got) != len(expected):
        return "%d results instead of %d" % (len(got), len(expected))
    largest = max([e.norm().item() for e in expected] + [1e-30])
    for i, (g, e) in enumerate(zip(got, expected)):
        if g.shape != e.shape:
            return "result %d has shape %s instead of %s" % (i, list(g.shape), list(e.shape))
        if not bool(torch.isfinite(g).all()) and bool(torch.isfinite(e).all()):
            return "result %d is not finite" % i
        error = (g - e).norm().item() / max(e.norm().item(), 1e-3 * largest)
        if error > bound:
            return "result %d differs by %.2g of its norm" % (i, error)
    return ""


def synchronize(device):
    if device.type == "cuda":
        torch.cuda.synchronize()


def us_per_call(run, device, seconds, clock):
    now = time.process_time if clock == "cpu" else time.perf_counter
    synchronize(device)
    start, calls = now(), 0
    while calls == 0 or now() - start < seconds:
        run()
        calls += 1
        if device.type == "cuda" and calls % 8 == 0:
            synchronize(device)
    synchronize(device)
    return (now() - start) / calls * 1e6


def prepare(row, mode, device, reference):
    """The runner and what is known of it before it is timed."""
    before = torch.cuda.memory_allocated() if device.type == "cuda" else 0
    if device.type == "cuda":
        torch.cuda.reset_peak_memory_stats()
    start = time.perf_counter()
    runner = Runner(row, mode, device)
    synchronize(device)
    facts = {"first_us": (time.perf_counter() - start) * 1e6, "problem": ""}
    if reference is not None:
        facts["problem"] = difference(runner.results, reference.results, row, device.type == "cuda")
    if device.type == "cuda":
        torch.cuda.reset_peak_memory_stats()
    for _ in range(4):
        runner.run()
    synchronize(device)
    if device.type == "cuda":
        facts["peak_bytes"] = torch.cuda.max_memory_allocated() - before
    return runner, facts


def serve(name, modes, device):
    row, runners, facts = Row(name, device.type == "cuda"), {}, {}
    for mode in ["eager"] + modes:
        try:
            runners[mode], facts[mode] = prepare(row, mode, device, runners.get("eager"))
        except Exception as error:
            facts[mode] = {"first_us": 0.0, "problem": ("%s: %s" % (type(error).__name__, error))[:300]}
            if mode == "eager":
                break
    name = torch.cuda.get_device_name() if device.type == "cuda" else ""
    print(json.dumps({"doc": row.model.doc, "device": name, "modes": facts}), flush=True)
    while True:
        words = sys.stdin.readline().split()
        if not words:
            return
        mode, seconds, clock = words
        print(json.dumps(us_per_call(runners[mode].run, device, float(seconds), clock)), flush=True)


task, device = sys.argv[1], torch.device(sys.argv[2])
if task == "list":
    print(json.dumps([row for pattern in sys.argv[3:] or [""] for row in matching(pattern, device.type == "cuda")]))
else:
    torch.set_float32_matmul_precision("high")
    torch.set_num_threads(int(sys.argv[5]))
    serve(sys.argv[3], sys.argv[4].split(","), device)
