#include "catch.h"
#include "frontend/frontend.h"
#include "unit/vm/run_program.h"
#include "vm/frame.h"

using namespace vt;
using namespace vt::vm;

namespace {

// Counts frames by name; replaces the code of `target`.
struct Recorder final : FrameHook {
  std::string seen;
  Value replacement;
  bool keep = true;
  FrameDecision evaluate(Interpreter&, Frame& frame) override {
    seen +=
        frame.code->code->name + "(" + std::to_string(frame.slots[0].is_int() ? frame.slots[0].as_int() : -1) + ") ";
    if (frame.code->code->name == "target") return {replacement, keep};
    return {};
  }
};

Value function_code(const char* source) {
  auto module = compile_source(std::make_shared<SourceFile>("r.py", source));
  REQUIRE(module.ok());
  for (const Constant& constant : module.value()->constants)
    if (auto* code = std::get_if<std::shared_ptr<const Code>>(&constant.value)) return make<CodeObject>(*code);
  return Value();
}

std::string run_with(Recorder& hook, const char* replacement, const char* source) {
  std::string out;
  Interpreter interpreter(test::test_host(out), {});
  hook.replacement = function_code(replacement);
  interpreter.set_frame_hook(&hook);
  auto outcome = interpreter.run_main(std::make_shared<SourceFile>("p.py", source), {});
  hook.replacement = Value();
  return out + outcome.traceback;
}

}  // namespace

TEST_CASE("the frame hook replaces code on the same locals", "[vm]") {
  Recorder hook;
  CHECK(run_with(hook, "def target(a, b=0):\n    many = [a, b, a + b]\n    return many\n",
                 "def target(a, b=5): return a - b\nprint(target(1), target(2, 3), [target(i) for i in range(2)])\n") ==
        "[1, 5, 6] [2, 3, 5] [[0, 5, 5], [1, 5, 6]]\n");
  CHECK(hook.seen == "target(1) target(2) target(0) target(1) ");
}

TEST_CASE("a replacement may keep the hook off in what it calls", "[vm]") {
  Recorder hook;
  hook.keep = false;
  CHECK(run_with(hook, "def target(a):\n    return helper(a)\n",
                 "def helper(x): return x + 1\ndef target(a): return a\nprint(target(1), helper(7))\n") == "2 8\n");
  CHECK(hook.seen == "target(1) helper(7) ");
}

TEST_CASE("run_code runs code on given locals", "[vm]") {
  std::string out;
  Interpreter interpreter(test::test_host(out), {});
  Value code = function_code("def f(a, b):\n    c = a * b\n    return c + 1\n");
  Value function = make<Function>(code, Value::of(interpreter.main_globals()));
  Value result =
      interpreter.run_code(code.as<CodeObject>(), function.as<Function>(), {Value::integer(3), Value::integer(4)});
  CHECK(result.as_int() == 13);
}
