# Wrong words for torch.compile: each is refused with the list or the nearest name.
import torch
import difflib


def attempt(**keywords):
    torch._dynamo.reset()
    try:
        print(keywords, torch.compile(lambda x: x + 1, **keywords)(torch.ones(2)))
    except Exception as e:
        text = str(e).split("\n\n")[0]
        if "known options are" in text:
            text = text.split(", known")[0]
        print(keywords, type(e).__name__, text)


for name in ["inductr", "aot_eagr", "tmv", "Inductor", "inductor2", "", "open_xla"]:
    attempt(backend=name)
for name in ["fast", "max-autotun", "Default", "reduce_overhead"]:
    attempt(mode=name)
attempt(mode="default", options={"max_autotune": True})
attempt(options={"epilogue_fusions": True})
attempt(options={"max_autotune": 3})
attempt(options={"max-autotune": False})
attempt(backend=3)


def bad_target(gm, inputs):
    from torch._inductor.compile_fx import compile_fx
    for n in gm.graph.nodes:
        if n.op == "call_function":
            n.target = 5
    gm.recompile()
    return compile_fx(gm, inputs)


def f(x):
    return x + 1


try:
    torch.compile(f, backend=bad_target)(torch.ones(2))
except Exception as e:
    print(type(e).__name__, str(e).split("\n\n")[0])
words = ["ape", "apple", "peach", "puppy", "happy", "app"]
for word in ["appel", "pappy", "zzz", "", "apple"]:
    print(word, difflib.get_close_matches(word, words), difflib.get_close_matches(word, words, 1, 0.3))
for a, b in [("abcd", "bcde"), ("", ""), ("qabxcd", "abycdf"), ("aaaa", "aa"), ([1, 2, 3], [2, 3, 4])]:
    print(difflib.SequenceMatcher(None, a, b).ratio())
