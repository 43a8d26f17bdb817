#!/usr/bin/env python3
"""Holds each #include of the engine to the module graph that engine/CMakeLists.txt states.

Prints one line per violation and exits with 1 if there is any. Also checks that the
graph has no cycle, that playground and native use only session, support and tables, and that no two
files define a type of one name in one namespace: the linker would keep either's inline functions.
"""
import collections
import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent


def read_graph():
    """What each module uses, and what each module's folder may include."""
    text = (ROOT / "engine/CMakeLists.txt").read_text()
    graph = {}
    folders = {}
    for path, rest in re.findall(r"vt_module\(([\w/]+)([^)]*)\)", text):
        uses = re.search(r"USES([\w\s]*)$", rest)
        name = path.rsplit("/", 1)[-1]
        graph[name] = set(uses.group(1).split()) if uses else set()
        folders[f"engine/{path}"] = graph[name] | {name}
    return graph, folders


def find_cycle(graph):
    done, path = set(), []

    def visit(module):
        if module in path:
            return path[path.index(module):] + [module]
        if module in done:
            return None
        path.append(module)
        for used in sorted(graph.get(module, ())):
            cycle = visit(used)
            if cycle:
                return cycle
        path.pop()
        done.add(module)
        return None

    for module in graph:
        cycle = visit(module)
        if cycle:
            return cycle
    return None


def violations(allowed):
    allowed["playground"] = allowed["native"] = {"session", "support", "tables", "playground", "native"}
    for folder, uses in allowed.items():
        for path in sorted((ROOT / folder).rglob("*")):
            if path.suffix not in (".h", ".cpp", ".def"):
                continue
            for number, line in enumerate(path.read_text().splitlines(), 1):
                include = re.match(r'\s*#include "(\w+)/', line)
                if include and include.group(1) not in uses:
                    yield f"{path.relative_to(ROOT)}:{number}: {folder} may not include {include.group(1)}"


def types_by_name():
    """'vt::vm::Type' -> the files that define it; types of unnamed namespaces are left out."""
    files = collections.defaultdict(set)
    for path in sorted((ROOT / "engine").rglob("*")):
        if path.suffix not in (".h", ".cpp"):
            continue
        scopes = []
        for line in path.read_text().splitlines():
            opened = re.match(r"namespace(?:\s+([\w:]+))?\s*\{", line)
            defined = re.match(r"(?:struct|class|enum class|enum)\s+(\w+)(?:\s+final)?\s*(?::[^:;]*)?\{", line)
            if opened:
                scopes.append(opened.group(1))
            elif re.match(r"\}\s*// namespace", line) and scopes:
                scopes.pop()
            elif defined and None not in scopes:
                files["::".join(scopes + [defined.group(1)])].add(str(path.relative_to(ROOT)))
    return files


def main():
    graph, folders = read_graph()
    problems = []
    cycle = find_cycle(graph)
    if cycle:
        problems.append("the module graph has a cycle: " + " -> ".join(cycle))
    for module, uses in graph.items():
        problems += [f"{module} uses {used}, which is no module" for used in sorted(uses - graph.keys())]
    problems += violations(folders)
    problems += [f"{name} is defined in " + " and in ".join(sorted(files))
                 for name, files in types_by_name().items() if len(files) > 1]
    print("\n".join(problems) or f"{len(graph)} modules, every #include allowed")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
