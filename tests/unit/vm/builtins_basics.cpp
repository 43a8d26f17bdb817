// The builtins where a program alone cannot show the reason: limits and exact arithmetic.
#include "catch.h"
#include "unit/vm/run_program.h"
#include "vm/builtins/bigint.h"

using namespace vt;
using namespace vt::vm;

TEST_CASE("a division of big integers gives back the dividend", "[vm]") {
  Big a, b, quotient, remainder;
  REQUIRE(big_parse("123456789012345678901234567890123456789012345678901234567890", 10, a));
  REQUIRE(big_parse("987654321098765432109876543210", 10, b));
  big_divmod(a, b, quotient, remainder);
  CHECK(big_to_string(big_add(big_multiply(quotient, b), remainder)) == big_to_string(a));
  CHECK(big_compare(remainder, b) < 0);
}

TEST_CASE("big integers round to the nearest double, ties to even", "[vm]") {
  bool overflow = false;
  Big v = big_add(big_shift_left(big_from(1), 53), big_from(1));
  CHECK(big_to_double(v, overflow) == 9007199254740992.0);
  CHECK(big_to_double(big_add(v, big_from(2)), overflow) == 9007199254740996.0);
  big_to_double(big_shift_left(big_from(1), 1024), overflow);
  CHECK(overflow);
}

TEST_CASE("huge repetitions end in MemoryError, not in a crash", "[vm]") {
  CHECK(test::output_of("try:\n    [0] * 10**12\nexcept MemoryError:\n    print('list')\n") == "list\n");
  CHECK(test::output_of("try:\n    'ab' * 10**13\nexcept MemoryError:\n    print('str')\n") == "str\n");
  CHECK(test::output_of("try:\n    1 << 10**14\nexcept MemoryError:\n    print('int')\n") == "int\n");
}

TEST_CASE("containers that hold themselves have a repr", "[vm]") {
  CHECK(test::output_of("a = [1]\na.append(a)\nprint(a)\nd = {}\nd['d'] = d\nprint(d)\n") ==
        "[1, [...]]\n{'d': {...}}\n");
}

TEST_CASE("a sort key may not change the list it sorts", "[vm]") {
  const std::string out = test::output_of(
      "a = [3, 1, 2]\ntry:\n    a.sort(key=lambda v: a.append(v) or v)\nexcept ValueError as e:\n    print(e, a)\n");
  CHECK(out == "list modified during sort [1, 2, 3]\n");
}

TEST_CASE("endless recursion through a sort key is a RecursionError", "[vm]") {
  CHECK(
      test::output_of(
          "def f(v):\n    return sorted([1, 2], key=f)\ntry:\n    f(1)\nexcept RecursionError:\n    print('deep')\n") ==
      "deep\n");
}
