#!/usr/bin/env python3
"""Lessons use the words of the glossary (engine/tables/words_terms.def): one word for one thing.

Where the English text of a step names a term, its Chinese text has the Chinese name that the table gives it, or the
term itself, as code and the field's Chinese articles write some of them. Chinese texts of lessons, tables and the page
keep to one word where the field has several, and English texts hold no Chinese.
"""
import json
import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
# A step whose Chinese says the same without the word.
FREE = {
    ("04-trace-lies/refuses", "tracing"),
    ("04-trace-lies/rounds", "guard"),
    ("04-trace-lies/rounds", "fork and wait"),
    ("11-bytes-not-operations/twice", "benchmark"),
    ("17-precision/weights", "optimiser"),
}

# Other words for what has a name.
VARIANTS = {
    "内核": r"核函数|计算核", "算子": r"操作符|运算子|个运算(?!数)|张量运算|eager 运算|逐个运算", "伪张量": r"假张量|虚拟?张量|仿张量",
    "守卫": r"哨兵|卫兵|警卫|护卫", "图断裂": r"图中断|图断点|(?<!切)断图|图分裂|图打断|图的中断", "节点": r"结点", "追踪": r"跟踪", "Pass": r"(?:优化|编译|分析)遍",
    "大小": r"尺寸", "缓存项": r"条目|缓存入口", "重新编译": r"重编译", "eager 模式": r"eager 方式|即时执行|急切|立即执行", "融合": r"熔合|合并核",
    "归约": r"规约|约简", "步幅": r"步长|跨度", "预热": r"热身|暖机", "性能分析器": r"剖析器|性能剖析", "比例因子": r"缩放因子|量化因子", "常量折叠": r"常数折叠",
    "原地": r"就地", "自动微分": r"自动求导|自动梯度", "反向": r"后向", "字节码": r"位元码|字节代码", "栈帧": r"堆栈帧|调用帧", "后端": r"后台",
    "存活时间": r"生命周期|生存期", "内存区": r"内存池|竞技场", "启动": r"发射",
}
CHINESE = re.compile("[\u4e00-\u9fff]")

ROW = re.compile(r'WORD\(kTerm,\s*"((?:[^"\\]|\\.)*)",\s*"((?:[^"\\]|\\.)*)"')
SECTION = re.compile(r"^## .*\{#([\w-]+)\}\s*$", re.M)


def sections(path):
    parts = SECTION.split(path.read_text())
    return dict(zip(parts[1::2], parts[2::2]))


def texts(value):
    """The pairs of English and Chinese in a part of a manifest."""
    if isinstance(value, list):
        for each in value:
            yield from texts(each)
    elif isinstance(value, dict) and set(value) == {"en", "zh"}:
        yield tuple("\n".join(side) if isinstance(side, list) else side for side in (value["en"], value["zh"]))
    elif isinstance(value, dict):
        for each in value.values():
            yield from texts(each)


def terms_in(english, terms):
    """Terms that stand in a text outside code and names of panels; the longest one counts."""
    english = re.sub(r"`[^`]*`|\*[^*\n]*\*", " ", english)
    for term, chinese in terms:
        pattern = re.compile(rf"(?<![\w.-]){re.escape(term)}(?:es|s)?(?![\w-])", re.I)
        if pattern.search(english):
            english = pattern.sub(" ", english)
            yield term, chinese


def chinese_files():
    tables = sorted((ROOT / "engine/tables").glob("*.def"))
    strings = [
        ROOT / "playground/core/strings.h",
        ROOT / "playground/core/translate.cpp",
        *sorted((ROOT / "web/src").glob("*strings.ts")),
    ]
    lessons = [*sorted((ROOT / "lessons").glob("*/zh.md")), *sorted((ROOT / "lessons").glob("*/lesson.json"))]
    return tables + strings + lessons


def variants():
    """Lines with another word for what has a name."""
    for path in chinese_files():
        name = str(path.relative_to(ROOT))
        for number, line in enumerate(path.read_text().split("\n"), 1):
            for word, others in VARIANTS.items():
                for other in re.findall(others, line):
                    yield f"{name}:{number}: '{other}': one word for one thing, here {word}"


def chinese_in_english():
    for folder in sorted((ROOT / "lessons").glob("[0-9]*")):
        pairs = texts(json.loads((folder / "lesson.json").read_text()))
        for english in [(folder / "en.md").read_text(), *(english for english, _ in pairs)]:
            if found := CHINESE.search(english):
                around = english[max(0, found.start() - 20):found.start() + 20]
                yield f"lessons/{folder.name}: Chinese in an English text, at '{around}'"


def main():
    terms = ROW.findall((ROOT / "engine/tables/words_terms.def").read_text())
    terms = sorted((row for row in terms if len(row[0]) > 2), key=lambda row: -len(row[0]))
    used = found = 0
    for folder in sorted((ROOT / "lessons").glob("[0-9]*")):
        english, chinese = sections(folder / "en.md"), sections(folder / "zh.md")
        for step in json.loads((folder / "lesson.json").read_text())["steps"]:
            pairs = [(english.get(step["id"], ""), chinese.get(step["id"], "")), *texts(step)]
            place, whole = f"{folder.name}/{step['id']}", "\n".join(zh for _, zh in pairs).lower()
            for term, name in terms_in("\n".join(en for en, _ in pairs), terms):
                used += 1
                if (place, term) in FREE or name.lower() in whole or term.lower() in whole:
                    continue
                print(f"lessons/{place}: '{term}' is {name} in the glossary, and the Chinese text has neither")
                found += 1
    for line in [*variants(), *chinese_in_english()]:
        print(line)
        found += 1
    print(f"words of the glossary in lessons: {used} uses, {found} to mend")
    return found > 0


sys.exit(main())
