# What a program writes is there as soon as CPython has it there: at open, flush, close, or when nothing holds the file.
import os, tempfile

os.chdir(tempfile.mkdtemp())
open("kept_a1.txt", "w").write("hi")
print(open("kept_a1.txt").read())
f = open("kept_a1.txt", "a")
f.write("more")
f.flush()
print(open("kept_a1.txt").read())
f.close()
try:
    open("kept_a1.txt").write("x")
except Exception as e:
    print(type(e).__name__, e)
try:
    open("kept_a1.txt", "rb").write(b"x")
except Exception as e:
    print(type(e).__name__, e)
try:
    open("kept_a1.txt", "wb").read()
except Exception as e:
    print(type(e).__name__, e)
print(repr(open("kept_a1.txt").read()))
with open("kept_a1.txt", "wb") as f:
    print(f.write(b"abc\n"), f.readable(), f.writable(), f.name, f.mode)
with open("kept_a1.txt", "r+") as f:
    print(f.readable(), f.writable(), f.mode, f.read())
    f.write("de\n")
    f.seek(0)
    print(f.readlines())
with open("kept_a1.txt", "rb+") as f:
    f.seek(0)
    f.write(b"ZZ")
for line in open("kept_a1.txt"):
    print(repr(line))
print([l.strip() for l in open("kept_a1.txt")])


def save(t):
    with open("kept_a1.txt", "w") as f:
        f.write(t)
    return open("kept_a1.txt").read()


print(save("q"), f.closed)
f = open("kept_a2.txt", "w")
print(repr(open("kept_a2.txt").read()))
print("x", 1, file=f, end="!")
f.close()
print(repr(open("kept_a2.txt").read()))
try:
    f.write("z")
except ValueError as e:
    print(e)
