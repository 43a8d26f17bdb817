// Each mechanical fix of a graph break: the program that it makes prints the same and does
// not break there any more; where a rewrite could change the meaning there is none.
#include <algorithm>
#include <string>
#include <vector>

#include "catch.h"
#include "session/session.h"
#include "support/source_edit.h"

using namespace vt;

namespace {

struct Seen {
  std::string output;
  std::vector<Event> breaks;
};

Seen run(const std::string& source) {
  Seen seen;
  // Warnings of the first version are about what the fix takes away.
  Session session([&](std::string_view text, bool is_error) { seen.output += is_error ? "" : text; });
  RunRequest request;
  request.source = source;
  RunReport report = session.run(request);
  INFO(source << report.traceback);
  REQUIRE(report.ok);
  for (const Event& event : session.events())
    if (event.stage == Stage::kBreaks) seen.breaks.push_back(event);
  return seen;
}

std::string fix_title(const Event& event) {
  for (const auto& [key, value] : event.facts)
    if (key == "fix") return value;
  return {};
}

std::vector<SourceEdit> edits_of(const Event& event) {
  std::vector<SourceEdit> edits;
  for (const auto& [key, value] : event.facts)
    if (key == "edit") edits.push_back(decode_edit(value).value());
  return edits;
}

// Applies the first fix offered until none is left; what remains then.
Seen fix_all(std::string source, std::string& fixed) {
  for (int round = 0; round < 6; ++round) {
    Seen seen = run(source);
    auto offered =
        std::find_if(seen.breaks.begin(), seen.breaks.end(), [](const Event& e) { return !fix_title(e).empty(); });
    fixed = source;
    if (offered == seen.breaks.end()) return seen;
    source = apply_edits(source, edits_of(*offered));
    REQUIRE(source != fixed);
  }
  FAIL("the fixes do not come to an end:\n" << fixed);
  return {};
}

const std::string kHead = "import torch\n\n\n@torch.compile\n";
const std::string kCalls = "\n\nfor x in (torch.arange(4.0), -torch.arange(4.0), torch.zeros(4)):\n    print(f(x))\n";

void check_fixed(const std::string& function) {
  const std::string source = kHead + function + kCalls;
  Seen before = run(source);
  REQUIRE_FALSE(before.breaks.empty());
  std::string fixed;
  Seen after = fix_all(source, fixed);
  INFO(fixed);
  CHECK(after.output == before.output);
  CHECK(after.breaks.empty());
}

void check_left_alone(const std::string& function) {
  Seen seen = run(kHead + function + kCalls);
  INFO(function);
  REQUIRE_FALSE(seen.breaks.empty());
  for (const Event& event : seen.breaks) CHECK(fix_title(event).empty());
}

}  // namespace

TEST_CASE("a branch on a tensor becomes torch.where", "[fixes]") {
  check_fixed("def f(x):\n    if x.sum() > 0:\n        y = x * 2\n    else:\n        y = x - 1\n    return y\n");
  check_fixed("def f(x):\n    y = x + 1\n    if x.sum() > 0:\n        y = y * 2\n    return y\n");
  check_fixed("def f(x):\n    if x.sum() > 0:\n        return x * 2\n    return x - 1\n");
  check_fixed("def f(x):\n    if x.sum() > 0:\n        return x * 2\n    else:\n        return x - 1\n");
  check_fixed(
      "def f(x):\n    if x.sum() > 0:\n        return x * 2\n    y = torch.sin(x)\n    z = y + x\n    return z - 1\n");
  check_fixed("def f(x):\n    if x.sum() > 0: return x * 2\n    else: return x - 1\n");
  check_fixed("def f(x):\n    if x.sum() > 0: x = x + 5\n    return x\n");
  check_fixed("def f(x):\n    y = torch.sin(x) if (x > 2).any() else torch.cos(x)\n    return y + 1\n");
  check_fixed("def f(x):\n    if not x.any():\n        x = x + 5\n    return x\n");
  check_fixed("def f(x):\n    if x.sum() > 0 and x.max() < 9:\n        x = x + 5\n    return x\n");
  check_fixed(
      "def f(x):\n    if x.sum().item() > 0:\n        # twice\n        x = x * 2\n        x = x + 1\n    return x\n");
  check_fixed(
      "def f(x):\n    if x.sum() > 0:\n        a = x * 2\n        b = x\n    else:\n        a = x\n        b = x + 3\n "
      "   return a - b\n");
  check_fixed(
      "def f(x):\n    if x.sum() > 0:\n        y = x * 2\n    elif x.min() < -2:\n        y = x - 1\n    else:\n       "
      " y = x\n    return y\n");
}

TEST_CASE("a branch keeps its form where both sides cannot be computed", "[fixes]") {
  // Effects, names without a value before, what no tensor can be, changes in place, random numbers.
  check_left_alone("def f(x):\n    seen = []\n    if x.sum() > 0:\n        seen.append(1)\n    return x + len(seen)\n");
  check_left_alone("def f(x):\n    y = x + 1\n    if x.sum() > 0:\n        y.add_(1)\n    return y\n");
  check_left_alone("def f(x):\n    y = x + 1\n    if x.sum() > 0:\n        y += 1\n    return y\n");
  check_left_alone("def f(x):\n    if x.sum() > 0:\n        return None\n    return x\n");
  check_left_alone(
      "def f(x):\n    if x.sum() > 0:\n        torch.manual_seed(0)\n        x = x + torch.rand(4)\n    return x\n");
  check_left_alone("def f(x):\n    if x.sum() > 0:\n        a = x * 2\n        x = a + 1\n    return x\n");
  check_left_alone("def f(x):\n    y = 1.0 if x.sum() > 0 else 2.0\n    return x * y\n");
}

TEST_CASE("prints move behind the compiled function", "[fixes]") {
  check_fixed("def f(x):\n    y = torch.relu(x) * 2\n    print('halfway')\n    return torch.sigmoid(y) + 1\n");
  check_fixed(
      "def f(x):\n    print('in', x.shape)\n    y = torch.relu(x)\n    print('out', y.sum())\n    return y, x + 1\n");
  check_fixed(
      "def f(x, *, scale=2.0):\n    \"\"\"Doc.\"\"\"\n    y = x * scale\n    print(f'{scale} {y}')\n    return y\n");
  check_fixed("def f(x):\n    y = torch.relu(x)\n    print(y)\n");
}

TEST_CASE("a print stays where its values change afterwards or its place depends on something", "[fixes]") {
  check_left_alone("def f(x):\n    y = torch.relu(x)\n    print(y)\n    y = y + 1\n    return y\n");
  check_left_alone("def f(x):\n    y = torch.relu(x)\n    print(y)\n    y.mul_(2)\n    return y\n");
  check_left_alone("def f(x):\n    for i in range(2):\n        print(i)\n        x = x + i\n    return x\n");
}

TEST_CASE("a call of graph_break goes, .item() enters the graph", "[fixes]") {
  check_fixed("def f(x):\n    y = x + 1\n    torch._dynamo.graph_break()\n    return y * 2\n");
  check_fixed("def f(x):\n    s = x.sum().item()\n    return x * s\n");
}

TEST_CASE("edits are applied by whole lines and shown as a difference", "[fixes]") {
  const std::string source = "a\nb\nc\n";
  std::vector<SourceEdit> edits = {{3, 3, "C\nD\n"}, {1, 1, ""}, {2, 1, "new\n"}};
  CHECK(apply_edits(source, edits) == "new\nb\nC\nD\n");
  CHECK(edit_diff(source, edits) == "   1 - a\n   1 + new\n   3 - c\n   3 + C\n   4 + D\n");
  for (const SourceEdit& edit : edits) CHECK(decode_edit(encode_edit(edit)) == edit);
  for (const char* damaged : {"", "3", "3,", "3,4", "x,4\n", "0,1\n"}) CHECK_FALSE(decode_edit(damaged).has_value());
}
