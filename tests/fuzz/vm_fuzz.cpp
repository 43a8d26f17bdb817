// Any program runs to its end, to an exception or to a limit, and gives back what it made.
#include "frontend/frontend.h"
#include "fuzz/mutate.h"
#include "unit/vm/run_program.h"
#include "vm/gc.h"

namespace vt::fuzz {
namespace {

Limits small_limits() {
  Limits limits;
  limits.instructions = 200000;
  limits.memory_bytes = uint64_t{64} << 20;
  limits.output_bytes = 100000;
  limits.recursion_depth = 150;
  return limits;
}

// Objects that the process keeps: builtin types, caches. They may grow by the first use of
// something, so what counts is that the same program leaves nothing more the second time.
size_t left_after(const std::string& input) {
  test::run_program(input, small_limits());
  return vm::gc_tracked_count();
}

}  // namespace

// Programs of the language alone: the modules above the VM are not linked.
std::string make_input(const std::vector<std::string>& corpus, Random& random) {
  static const std::vector<std::string> plain = [&] {
    std::vector<std::string> out;
    for (const std::string& program : corpus)
      if (program.find("torch") == std::string::npos) out.push_back(program);
    return out;
  }();
  return mutate_program(plain, random);
}

void run_input(const std::string& input) {
  static size_t before = left_after("pass\n");
  const size_t after = left_after(input);
  if (after > before) {
    before = after;
    const size_t again = left_after(input);
    if (again > after) fail("objects stay after the run: " + std::to_string(again - after));
  }
  before = vm::gc_tracked_count();
}

}  // namespace vt::fuzz
