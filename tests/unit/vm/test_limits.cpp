#include "catch.h"
#include "unit/vm/run_program.h"
#include "vm/gc.h"

using vt::test::output_of;
using vt::test::run_program;

TEST_CASE("an endless loop ends at the instruction limit", "[vm]") {
  vt::Limits limits;
  limits.instructions = 200000;
  CHECK(output_of("while True:\n    try:\n        while True: pass\n    except BaseException:\n        pass\n",
                  limits) == "stopped: instruction limit of 200000 reached\n");
}

TEST_CASE("output is bounded", "[vm]") {
  vt::Limits limits;
  limits.output_bytes = 100;
  auto result = run_program("while True: print('x' * 50)\n", limits);
  CHECK(result.outcome.stopped);
  CHECK(result.out.size() <= 100);
}

TEST_CASE("endless recursion is a RecursionError, also through native code", "[vm]") {
  const char* caught = "RecursionError\n";
  CHECK(output_of("def f(n): return f(n + 1)\ntry: f(0)\nexcept RecursionError as e: print(type(e).__name__)\n") ==
        caught);
  CHECK(
      output_of(
          "def f(x): return sorted([1, 2], key=f)\ntry: f(0)\nexcept RecursionError as e: print(type(e).__name__)\n") ==
      caught);
  CHECK(output_of("class A:\n    def __eq__(self, o): return self == o\ntry: A() == A()\nexcept RecursionError as e: "
                  "print(type(e).__name__)\n") == caught);
  CHECK(output_of("class A:\n    def __getattr__(self, n): return self.b\ntry: A().c\nexcept RecursionError as e: "
                  "print(type(e).__name__)\n") == caught);
}

TEST_CASE("a deep chain is freed without deep recursion", "[vm]") {
  CHECK(output_of("x = None\nfor i in range(300000): x = [x]\ndel x\nprint('freed')\n") == "freed\n");
}

TEST_CASE("a repeated frame is folded in the traceback", "[vm]") {
  std::string text = output_of("def f(n):\n    return f(n + 1)\nf(0)\n");
  CHECK(text.find("  [Previous line repeated 996 more times]\n") != std::string::npos);
  CHECK(text.find("RecursionError: maximum recursion depth exceeded\n") != std::string::npos);
}

TEST_CASE("stop ends a run between two back edges", "[vm]") {
  std::string out;
  vt::vm::Host host = vt::test::test_host(out);
  vt::vm::Interpreter* running = nullptr;
  host.poll = [&] { running->request_stop(); };
  vt::vm::Interpreter interpreter(host, {});
  running = &interpreter;
  auto outcome = interpreter.run_main(std::make_shared<vt::SourceFile>("p.py", "while True: pass\n"), {});
  CHECK(outcome.stopped);
  CHECK(outcome.error.message == "interrupted");
}

TEST_CASE("a session frees cycles of instances, closures, generators and classes", "[vm]") {
  run_program("pass\n");  // what is made once per process
  size_t before = vt::vm::gc_tracked_count();
  run_program(
      "class A:\n    pass\n"
      "def make():\n    a = A(); a.me = a; a.f = lambda: a\n"
      "    def g():\n        yield a\n        yield g\n"
      "    a.g = g(); next(a.g); a.cls = type('B', (A,), {'a': a})\n    return a\n"
      "keep = [make() for _ in range(10)]\nkeep.append(keep)\n"
      "try:\n    raise ValueError(keep)\nexcept ValueError as e:\n    saved = e; e.me = e\n");
  CHECK(vt::vm::gc_tracked_count() == before);
}

TEST_CASE("a long loop that makes cycles does not grow", "[vm]") {
  run_program("for i in range(200000):\n    a = []\n    a.append(a)\n");
  CHECK(vt::vm::gc_tracked_count() < 50000);
}
