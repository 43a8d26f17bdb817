"""How alike two sequences are: SequenceMatcher's longest common blocks, and the nearest names."""


class SequenceMatcher:
    def __init__(self, isjunk=None, a="", b="", autojunk=True):
        self.isjunk = isjunk
        self.set_seqs(a, b)

    def set_seqs(self, a, b):
        self.a = a
        self.set_seq2(b)

    def set_seq1(self, a):
        self.a = a

    def set_seq2(self, b):
        self.b = b
        self._places = {}
        for i, item in enumerate(b):
            if self.isjunk is None or not self.isjunk(item):
                self._places.setdefault(item, []).append(i)

    def find_longest_match(self, alo=0, ahi=None, blo=0, bhi=None):
        ahi = len(self.a) if ahi is None else ahi
        bhi = len(self.b) if bhi is None else bhi
        best = (alo, blo, 0)
        lengths = {}  # of the blocks that end at the item before, by place in b
        for i in range(alo, ahi):
            longer = {}
            for j in self._places.get(self.a[i], ()):
                if blo <= j < bhi:
                    size = longer[j] = lengths.get(j - 1, 0) + 1
                    if size > best[2]:
                        best = (i - size + 1, j - size + 1, size)
            lengths = longer
        return best

    def get_matching_blocks(self):
        blocks, waiting = [], [(0, len(self.a), 0, len(self.b))]
        while waiting:
            alo, ahi, blo, bhi = waiting.pop()
            i, j, size = self.find_longest_match(alo, ahi, blo, bhi)
            if size:
                blocks.append((i, j, size))
                waiting += [(alo, i, blo, j), (i + size, ahi, j + size, bhi)]
        return sorted(blocks)

    def ratio(self):
        total = len(self.a) + len(self.b)
        return 2.0 * sum(size for _, _, size in self.get_matching_blocks()) / total if total else 1.0


def get_close_matches(word, possibilities, n=3, cutoff=0.6):
    if not n > 0:
        raise ValueError("n must be > 0: %r" % (n,))
    if not 0.0 <= cutoff <= 1.0:
        raise ValueError("cutoff must be in [0.0, 1.0]: %r" % (cutoff,))
    matcher = SequenceMatcher(b=word)
    scored = []
    for name in possibilities:
        matcher.set_seq1(name)
        if matcher.ratio() >= cutoff:
            scored.append((matcher.ratio(), name))
    return [name for _, name in sorted(scored, reverse=True)[:n]]
