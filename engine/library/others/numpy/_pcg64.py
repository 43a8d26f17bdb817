# The bits behind numpy's default_rng: PCG64 (O'Neill's PCG XSL-RR 128/64), seeded by a SeedSequence.
import math
import time

_WORD = 0xFFFFFFFF
_LONG = (1 << 64) - 1
_WIDE = (1 << 128) - 1
_MULTIPLIER = 0x2360ED051FC65DA44385DF649FCCF645


class SeedSequence:
    """Words of 32 bits, as many as are asked for, from whole numbers of any length."""

    def __init__(self, entropy=None):
        self.entropy = time.time_ns() if entropy is None else entropy
        words = []
        for number in self.entropy if isinstance(self.entropy, (list, tuple)) else [self.entropy]:
            number = int(number)
            if number < 0:
                raise ValueError("expected non-negative integer")
            words.append(number & _WORD)
            while number := number >> 32:
                words.append(number & _WORD)
        self.pool = self._mixed(words)

    def _mixed(self, words):
        factor = 0x43B0D7E5

        def hashed(value):
            nonlocal factor
            value ^= factor
            factor = factor * 0x931E8875 & _WORD
            value = value * factor & _WORD
            return value ^ value >> 16

        def mixed(x, y):
            value = (0xCA01F9DD * x - 0x4973F715 * y) & _WORD
            return value ^ value >> 16

        pool = [hashed(words[i] if i < len(words) else 0) for i in range(4)]
        for source in range(4):
            for target in range(4):
                if source != target:
                    pool[target] = mixed(pool[target], hashed(pool[source]))
        for word in words[4:]:
            for target in range(4):
                pool[target] = mixed(pool[target], hashed(word))
        return pool

    def longs(self, count):
        """Numbers of 64 bits."""
        factor, words = 0x8B51F9DD, []
        for i in range(2 * count):
            value = self.pool[i % 4] ^ factor
            factor = factor * 0x58F38DED & _WORD
            value = value * factor & _WORD
            words.append(value ^ value >> 16)
        return [words[2 * i] | words[2 * i + 1] << 32 for i in range(count)]


class PCG64:
    def __init__(self, seed=None):
        sequence = seed if isinstance(seed, SeedSequence) else SeedSequence(seed)
        a, b, c, d = sequence.longs(4)
        self._step = (c << 64 | d) << 1 & _WIDE | 1
        self._state = 0
        self._advance()
        self._state = self._state + (a << 64 | b) & _WIDE
        self._advance()
        self._half = None  # the upper half of a number of which 32 bits were taken

    def _advance(self):
        self._state = self._state * _MULTIPLIER + self._step & _WIDE

    def long(self):
        self._advance()
        folded, turn = (self._state >> 64 ^ self._state) & _LONG, self._state >> 122
        return (folded >> turn | folded << (64 - turn)) & _LONG

    def word(self):
        if self._half is not None:
            half, self._half = self._half, None
            return half
        value = self.long()
        self._half = value >> 32
        return value & _WORD

    def random(self):
        return (self.long() >> 11) * 2.0**-53

    def below(self, count):
        """A whole number from 0 to `count` - 1, by Lemire's product."""
        if count == 1:
            return 0
        draw, bits = (self.word, 32) if count <= 1 << 32 else (self.long, 64)
        if count == 1 << bits:
            return draw()
        product, low = draw() * count, (1 << bits) - 1
        if product & low < count:
            least = (low + 1 - count) % count
            while product & low < least:
                product = draw() * count
        return product >> bits


# Marsaglia and Tsang's ziggurat for the normal distribution: 256 layers of equal area.
_TAIL = 3.6541528853610088
_AREA = _TAIL * math.exp(-0.5 * _TAIL * _TAIL) + math.sqrt(math.pi / 2) * math.erfc(_TAIL / math.sqrt(2))
_LAYERS = []


def _layers():
    if _LAYERS:
        return _LAYERS

    def height(x):
        return math.exp(-0.5 * x * x)
    scale = 2.0**52
    inner, widths, heights = [0] * 256, [0.0] * 256, [0.0] * 256
    inner[0] = int(_TAIL * height(_TAIL) / _AREA * scale)
    widths[0], widths[255] = _AREA / height(_TAIL) / scale, _TAIL / scale
    heights[0], heights[255] = 1.0, height(_TAIL)
    outer = _TAIL
    for i in range(254, 0, -1):
        x = math.sqrt(-2.0 * math.log(_AREA / outer + height(outer)))
        inner[i + 1] = int(x / outer * scale)
        widths[i], heights[i] = x / scale, height(x)
        outer = x
    _LAYERS.extend([inner, widths, heights])
    return _LAYERS


def normal_of(bits):
    inner, widths, heights = _layers()
    while True:
        drawn = bits.long()
        layer, size = drawn & 0xFF, drawn >> 9 & 0xFFFFFFFFFFFFF
        x = size * widths[layer]
        x = -x if drawn >> 8 & 1 else x
        if size < inner[layer]:
            return x
        if layer == 0:
            while True:
                beyond, other = -math.log1p(-bits.random()) / _TAIL, -math.log1p(-bits.random())
                if other + other > beyond * beyond:
                    return -(_TAIL + beyond) if size >> 8 & 1 else _TAIL + beyond
        elif (heights[layer - 1] - heights[layer]) * bits.random() + heights[layer] < math.exp(-0.5 * x * x):
            return x
