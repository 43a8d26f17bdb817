// Each name in tables/function_facts.def is a function that programs can call.
#include <string>

#include "catch.h"
#include "session/session.h"

using namespace vt;

TEST_CASE("every row of function_facts.def names a function of torch", "[tables]") {
  std::string names;
#define OP_AUTOCAST(name, ...) names += "\"" name "\", ";
#define OP_OUT(name, ...) names += "\"" name "\", ";
#define OP_REFUSES(name, ...) names += "\"" name "\", ";
#include "tables/function_facts.def"
#undef OP_AUTOCAST
#undef OP_OUT
#undef OP_REFUSES
  std::string output;
  Session session([&](std::string_view text, bool) { output += text; });
  RunRequest request;
  request.source = R"(
import torch

def known(name):
    places = [(place, name) for place in (torch, torch._C, torch.nn.functional, torch.Tensor)]
    for prefix, module in (("linalg_", torch.linalg), ("special_", torch.special)):
        if name.startswith(prefix):
            places.append((module, name[len(prefix):]))
    return any([hasattr(place, n) for place, n in places])

print([name for name in [)" +
                   names + R"(] if not known(name)])
)";
  REQUIRE(session.run(request).ok);
  CHECK(output == "[]\n");
}
