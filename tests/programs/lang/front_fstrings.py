# f-strings as Python 3.12 reads them: nested quotes, nested specifications, '='.
d = {"key": 3.14159, "w": 10}
name = "x"
print(f"{d["key"]:.2f}|{d['key']:>{d["w"]}.3f}|{name!r:^7}|")
print(f"{name=} {name = } {d['w']=:05d} {1 + 2 = }")
print(f"{{literal}} {'nested ' f'{name}'} {f"{f"{1}"}"}")
print(f'{(lambda v: v * 2)(21)} {"a" if d else "b"} {[i for i in range(3)]}')
print(f"""{
    name
} multi {'''line'''}""" "joined" f"{1:{'>'}{4}}")
print(rf"\n{name}\t", f"\u00e9{name}")
