"""How two sequences differ: longest common blocks, edits, and the usual printed forms."""
from collections import namedtuple

Match = namedtuple("Match", "a b size", module=__name__)


def _ratio(matches, length):
    return 2.0 * matches / length if length else 1.0


class SequenceMatcher:
    def __init__(self, isjunk=None, a="", b="", autojunk=True):
        self.isjunk = isjunk
        self.autojunk = autojunk
        self.a = self.b = None
        self.set_seqs(a, b)

    def set_seqs(self, a, b):
        self.set_seq1(a)
        self.set_seq2(b)

    def set_seq1(self, a):
        if a is self.a:
            return
        self.a = a
        self.matching_blocks = self.opcodes = None

    def set_seq2(self, b):
        if b is self.b:
            return
        self.b = b
        self.matching_blocks = self.opcodes = self.fullbcount = None
        self.b2j = places = {}
        for i, item in enumerate(b):
            places.setdefault(item, []).append(i)
        self.bjunk = {item for item in places if self.isjunk(item)} if self.isjunk else set()
        for item in self.bjunk:
            del places[item]
        # Items that are everywhere in a long sequence say little and cost much.
        self.bpopular = set()
        if self.autojunk and len(b) >= 200:
            bound = len(b) // 100 + 1
            self.bpopular = {item for item, where in places.items() if len(where) > bound}
            for item in self.bpopular:
                del places[item]

    def find_longest_match(self, alo=0, ahi=None, blo=0, bhi=None):
        a, b, junk = self.a, self.b, self.bjunk
        ahi = len(a) if ahi is None else ahi
        bhi = len(b) if bhi is None else bhi
        i, j, size = alo, blo, 0
        lengths = {}  # of the blocks that end at the item before, by place in b
        for at in range(alo, ahi):
            longer = {}
            for place in self.b2j.get(a[at], ()):
                if place < blo:
                    continue
                if place >= bhi:
                    break
                length = longer[place] = lengths.get(place - 1, 0) + 1
                if length > size:
                    i, j, size = at - length + 1, place - length + 1, length
            lengths = longer
        # What is no junk extends the block first, then junk beside it.
        for with_junk in (False, True):
            while i > alo and j > blo and (b[j - 1] in junk) == with_junk and a[i - 1] == b[j - 1]:
                i, j, size = i - 1, j - 1, size + 1
            while i + size < ahi and j + size < bhi and (b[j + size] in junk) == with_junk and a[i + size] == b[j + size]:
                size += 1
        return Match(i, j, size)

    def get_matching_blocks(self):
        if self.matching_blocks is not None:
            return self.matching_blocks
        found, waiting = [], [(0, len(self.a), 0, len(self.b))]
        while waiting:
            alo, ahi, blo, bhi = waiting.pop()
            i, j, size = match = self.find_longest_match(alo, ahi, blo, bhi)
            if size:
                found.append(match)
                if alo < i and blo < j:
                    waiting.append((alo, i, blo, j))
                if i + size < ahi and j + size < bhi:
                    waiting.append((i + size, ahi, j + size, bhi))
        blocks = []
        for i, j, size in sorted(found):
            if blocks and blocks[-1].a + blocks[-1].size == i and blocks[-1].b + blocks[-1].size == j:
                blocks[-1] = Match(blocks[-1].a, blocks[-1].b, blocks[-1].size + size)
            else:
                blocks.append(Match(i, j, size))
        blocks.append(Match(len(self.a), len(self.b), 0))
        self.matching_blocks = blocks
        return blocks

    def get_opcodes(self):
        if self.opcodes is not None:
            return self.opcodes
        self.opcodes = edits = []
        i = j = 0
        for a, b, size in self.get_matching_blocks():
            if i < a or j < b:
                edits.append(("replace" if i < a and j < b else "delete" if i < a else "insert", i, a, j, b))
            i, j = a + size, b + size
            if size:
                edits.append(("equal", a, i, b, j))
        return edits

    def get_grouped_opcodes(self, n=3):
        codes = list(self.get_opcodes()) or [("equal", 0, 1, 0, 1)]
        tag, i1, i2, j1, j2 = codes[0]
        if tag == "equal":
            codes[0] = tag, max(i1, i2 - n), i2, max(j1, j2 - n), j2
        tag, i1, i2, j1, j2 = codes[-1]
        if tag == "equal":
            codes[-1] = tag, i1, min(i2, i1 + n), j1, min(j2, j1 + n)
        group = []
        for tag, i1, i2, j1, j2 in codes:
            if tag == "equal" and i2 - i1 > 2 * n:
                group.append((tag, i1, min(i2, i1 + n), j1, min(j2, j1 + n)))
                yield group
                group = []
                i1, j1 = max(i1, i2 - n), max(j1, j2 - n)
            group.append((tag, i1, i2, j1, j2))
        if group and not (len(group) == 1 and group[0][0] == "equal"):
            yield group

    def ratio(self):
        return _ratio(sum(block.size for block in self.get_matching_blocks()), len(self.a) + len(self.b))

    def quick_ratio(self):
        if self.fullbcount is None:
            self.fullbcount = {}
            for item in self.b:
                self.fullbcount[item] = self.fullbcount.get(item, 0) + 1
        left, matches = {}, 0
        for item in self.a:
            count = left[item] if item in left else self.fullbcount.get(item, 0)
            left[item] = count - 1
            if count > 0:
                matches += 1
        return _ratio(matches, len(self.a) + len(self.b))

    def real_quick_ratio(self):
        return _ratio(min(len(self.a), len(self.b)), len(self.a) + len(self.b))


def get_close_matches(word, possibilities, n=3, cutoff=0.6):
    if not n > 0:
        raise ValueError("n must be > 0: %r" % (n,))
    if not 0.0 <= cutoff <= 1.0:
        raise ValueError("cutoff must be in [0.0, 1.0]: %r" % (cutoff,))
    matcher = SequenceMatcher()
    matcher.set_seq2(word)
    scored = []
    for name in possibilities:
        matcher.set_seq1(name)
        if matcher.real_quick_ratio() >= cutoff and matcher.quick_ratio() >= cutoff and matcher.ratio() >= cutoff:
            scored.append((matcher.ratio(), name))
    return [name for _, name in sorted(scored, reverse=True)[:n]]


def IS_LINE_JUNK(line):
    return line.strip() in ("", "#")


def IS_CHARACTER_JUNK(ch, ws=" \t"):
    return ch in ws


class Differ:
    """Line by line, with marks under what changed inside similar lines."""

    def __init__(self, linejunk=None, charjunk=None):
        self.linejunk = linejunk
        self.charjunk = charjunk

    def compare(self, a, b):
        for tag, alo, ahi, blo, bhi in SequenceMatcher(self.linejunk, a, b).get_opcodes():
            if tag == "replace":
                yield from self._replace(a, alo, ahi, b, blo, bhi)
            elif tag == "delete":
                yield from self._dump("-", a, alo, ahi)
            elif tag == "insert":
                yield from self._dump("+", b, blo, bhi)
            else:
                yield from self._dump(" ", a, alo, ahi)

    def _dump(self, tag, lines, low, high):
        for i in range(low, high):
            yield f"{tag} {lines[i]}"

    def _plain(self, a, alo, ahi, b, blo, bhi):
        if bhi - blo < ahi - alo:
            yield from self._dump("+", b, blo, bhi)
            yield from self._dump("-", a, alo, ahi)
        else:
            yield from self._dump("-", a, alo, ahi)
            yield from self._dump("+", b, blo, bhi)

    def _replace(self, a, alo, ahi, b, blo, bhi):
        """Around the most similar pair of lines, if there is one, else one block and the other."""
        best, cutoff = 0.74, 0.75
        matcher = SequenceMatcher(self.charjunk)
        best_i = best_j = equal_i = equal_j = None
        for j in range(blo, bhi):
            matcher.set_seq2(b[j])
            for i in range(alo, ahi):
                if a[i] == b[j]:
                    if equal_i is None:
                        equal_i, equal_j = i, j
                    continue
                matcher.set_seq1(a[i])
                if matcher.real_quick_ratio() > best and matcher.quick_ratio() > best and matcher.ratio() > best:
                    best, best_i, best_j = matcher.ratio(), i, j
        if best < cutoff:
            if equal_i is None:
                yield from self._plain(a, alo, ahi, b, blo, bhi)
                return
            best_i, best_j, best = equal_i, equal_j, 1.0
        else:
            equal_i = None
        yield from self._between(a, alo, best_i, b, blo, best_j)
        old, new = a[best_i], b[best_j]
        if equal_i is None:
            marks_old = marks_new = ""
            matcher.set_seqs(old, new)
            for tag, i1, i2, j1, j2 in matcher.get_opcodes():
                if tag == "replace":
                    marks_old += "^" * (i2 - i1)
                    marks_new += "^" * (j2 - j1)
                elif tag == "delete":
                    marks_old += "-" * (i2 - i1)
                elif tag == "insert":
                    marks_new += "+" * (j2 - j1)
                else:
                    marks_old += " " * (i2 - i1)
                    marks_new += " " * (j2 - j1)
            yield from _marked("-", old, marks_old)
            yield from _marked("+", new, marks_new)
        else:
            yield "  " + old
        yield from self._between(a, best_i + 1, ahi, b, best_j + 1, bhi)

    def _between(self, a, alo, ahi, b, blo, bhi):
        if alo < ahi and blo < bhi:
            yield from self._replace(a, alo, ahi, b, blo, bhi)
        elif alo < ahi:
            yield from self._dump("-", a, alo, ahi)
        elif blo < bhi:
            yield from self._dump("+", b, blo, bhi)


def _marked(sign, line, marks):
    yield f"{sign} {line}"
    under = "".join(mark if mark != " " or not ch.isspace() else ch for ch, mark in zip(line, marks)).rstrip()
    if under:
        yield f"? {under}\n"


def ndiff(a, b, linejunk=None, charjunk=IS_CHARACTER_JUNK):
    return Differ(linejunk, charjunk).compare(a, b)


def restore(delta, which):
    if which not in (1, 2):
        raise ValueError("unknown delta choice (must be 1 or 2): %r" % which)
    for line in delta:
        if line[:2] in ("  ", "- " if which == 1 else "+ "):
            yield line[2:]


def _check_lines(a, b, *texts):
    for sequence in (a, b):
        if sequence and not isinstance(sequence[0], str):
            raise TypeError("lines to compare must be str, not %s (%r)" % (type(sequence[0]).__name__, sequence[0]))
    for text in texts:
        if not isinstance(text, str):
            raise TypeError("all arguments must be str, not: %r" % (text,))


def unified_diff(a, b, fromfile="", tofile="", fromfiledate="", tofiledate="", n=3, lineterm="\n"):
    _check_lines(a, b, fromfile, tofile, fromfiledate, tofiledate, lineterm)

    def lines_of(start, stop):
        length = stop - start
        if length == 1:
            return str(start + 1)
        return f"{start + 1 if length else start},{length}"

    started = False
    for group in SequenceMatcher(None, a, b).get_grouped_opcodes(n):
        if not started:
            started = True
            yield "--- {}{}{}".format(fromfile, "\t" + fromfiledate if fromfiledate else "", lineterm)
            yield "+++ {}{}{}".format(tofile, "\t" + tofiledate if tofiledate else "", lineterm)
        first, last = group[0], group[-1]
        yield f"@@ -{lines_of(first[1], last[2])} +{lines_of(first[3], last[4])} @@{lineterm}"
        for tag, i1, i2, j1, j2 in group:
            if tag == "equal":
                for line in a[i1:i2]:
                    yield " " + line
            if tag in ("replace", "delete"):
                for line in a[i1:i2]:
                    yield "-" + line
            if tag in ("replace", "insert"):
                for line in b[j1:j2]:
                    yield "+" + line


def context_diff(a, b, fromfile="", tofile="", fromfiledate="", tofiledate="", n=3, lineterm="\n"):
    _check_lines(a, b, fromfile, tofile, fromfiledate, tofiledate, lineterm)

    def lines_of(start, stop):
        length = stop - start
        if length <= 1:
            return str(start + 1 if length else start)
        return f"{start + 1},{start + length}"

    signs = {"insert": "+ ", "delete": "- ", "replace": "! ", "equal": "  "}
    started = False
    for group in SequenceMatcher(None, a, b).get_grouped_opcodes(n):
        if not started:
            started = True
            yield "*** {}{}{}".format(fromfile, "\t" + fromfiledate if fromfiledate else "", lineterm)
            yield "--- {}{}{}".format(tofile, "\t" + tofiledate if tofiledate else "", lineterm)
        first, last = group[0], group[-1]
        yield "***************" + lineterm
        for opening, closing, side, low, own in (("***", "****", a, 1, "delete"), ("---", "----", b, 3, "insert")):
            yield f"{opening} {lines_of(first[low], last[low + 1])} {closing}{lineterm}"
            if any(code[0] in ("replace", own) for code in group):
                for code in group:
                    if code[0] in ("equal", "replace", own):
                        for line in side[code[low]:code[low + 1]]:
                            yield signs[code[0]] + line
