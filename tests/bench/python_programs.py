"""Five plain Python programs: `python_programs.py NAME SECONDS`. Runs alike under Vitrine
and CPython; prints what the program computed and the best time of a run in milliseconds."""
import sys
import time


def fib(n):
    return n if n < 2 else fib(n - 1) + fib(n - 2)


class Account:
    def __init__(self, balance):
        self.balance = balance

    def deposit(self, amount):
        self.balance += amount
        return self.balance


def ackermann(m, n):
    if m == 0:
        return n + 1
    if n == 0:
        return ackermann(m - 1, 1)
    return ackermann(m - 1, ackermann(m, n - 1))


def calls():
    account = Account(0)
    for i in range(20000):
        account.deposit(i)
    double = lambda x, by=2: x * by
    total = sum([double(i) for i in range(20000)])
    return fib(21), ackermann(2, 60), account.balance, total


def loops():
    grid = 0
    for i in range(250):
        for j in range(250):
            if (i ^ j) & 1:
                grid += i * j % 7
            else:
                grid -= 1
    steps = 0
    for start in range(1, 1500):
        n = start
        while n != 1:
            n = n // 2 if n % 2 == 0 else 3 * n + 1
            steps += 1
    return grid, steps


def floats():
    x, y, s = 0.5, 0.25, 0.0
    for i in range(60000):
        x = 3.7 * x * (1.0 - x)
        y = (y + x) / 2.0
        s += y - x * 0.5
    bodies = [[0.0, 0.0, 1.0], [1.0, 0.2, 0.5], [-1.0, 0.7, 0.25]]
    for step in range(4000):
        for i in range(3):
            fx = fy = 0.0
            for j in range(3):
                if i != j:
                    dx = bodies[j][0] - bodies[i][0]
                    dy = bodies[j][1] - bodies[i][1]
                    d2 = dx * dx + dy * dy + 0.01
                    fx += bodies[j][2] * dx / (d2 * d2 ** 0.5)
                    fy += bodies[j][2] * dy / (d2 * d2 ** 0.5)
            bodies[i][0] += fx * 1e-4
            bodies[i][1] += fy * 1e-4
    return round(s, 9), [round(b[0], 9) for b in bodies]


def containers():
    counts = {}
    pairs = []
    for i in range(30000):
        key = i * 7919 % 1013
        counts[key] = counts.get(key, 0) + 1
        pairs.append((key, i))
    pairs.sort()
    best = sorted(counts.items(), key=lambda item: (-item[1], item[0]))[:3]
    sieve = [True] * 40000
    for p in range(2, 200):
        if sieve[p]:
            for multiple in range(p * p, 40000, p):
                sieve[multiple] = False
    matrix = [[i * j for j in range(60)] for i in range(60)]
    turned = [list(row) for row in zip(*matrix)]
    seen = {(a, b) for a in range(60) for b in range(60) if a * b % 3}
    stack = [0]
    while stack:
        node = stack.pop()
        if node < 5000:
            stack.append(2 * node + 1)
            stack.append(2 * node + 2)
    return best, sum(sieve), pairs[777], turned[3][5], len(seen), sum(x for _, x in pairs[:1000])


def strings():
    words = []
    for i in range(15000):
        words.append("item-" + str(i % 97) + ":" + f"{i:05d}")
    text = " ".join(words)
    longest = 0
    for word in text.split():
        if word.startswith("item-1") and word.endswith("7"):
            longest += len(word)
    letters = {}
    for letter in text[:40000]:
        letters[letter] = letters.get(letter, 0) + 1
    lines = ["%4d %-8s %.3f" % (i, words[i], i / 7) for i in range(4000)]
    backwards = "".join(reversed(text[:5000])) + text[::-1][:10]
    replaced = text.replace("item", "thing").upper()
    return longest, letters["1"], len("\n".join(lines)), backwards[:9], replaced.count("THING-9"), text.find("96:14")


PROGRAMS = {"calls": calls, "loops": loops, "floats": floats, "containers": containers, "strings": strings}


def main():
    program, seconds = PROGRAMS[sys.argv[1]], float(sys.argv[2])
    best, spent = 1e9, 0.0
    while spent < seconds:
        start = time.perf_counter()
        result = program()
        took = time.perf_counter() - start
        best, spent = min(best, took), spent + took
    print(result)
    print(best * 1000)


main()
