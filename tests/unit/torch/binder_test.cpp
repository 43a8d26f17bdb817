// The bindings between the language and the ops: made of the schemas, so these tests go
// over all of them.
#include "torch/binder.h"

#include <algorithm>

#include "catch.h"
#include "eager/autograd.h"
#include "torch/torch.h"
#include "unit/vm/run_program.h"

using namespace vt;
using namespace vt::torch;

namespace {

// What a program prints that may import torch.
std::string output_of(const std::string& source) {
  std::string out;
  vm::Interpreter interpreter(test::test_host(out), {});
  install_eager();
  install_torch(interpreter);
  auto outcome = interpreter.run_main(std::make_shared<SourceFile>("program.py", source), {"program.py"});
  return out + outcome.traceback;
}

// The last line of what an expression over `x` (2 floats) ends in.
std::string last_line(const std::string& expression) {
  std::string text = output_of("import torch\nx = torch.ones(2)\nprint(" + expression + ")\n");
  text.pop_back();
  return text.substr(text.rfind('\n') + 1);
}

}  // namespace

TEST_CASE("every op is bound under its name wherever its traits say", "[torch]") {
  std::string out;
  vm::Interpreter interpreter(test::test_host(out), {});
  install_torch(interpreter);
  const std::pair<uint32_t, OpSpace> spaces[] = {
      {kFunction, OpSpace::kFunction}, {kMethod, OpSpace::kMethod}, {kFunctional, OpSpace::kFunctional}};
  size_t seen = 0;
  for (const OpDef* op : all_ops()) {
    if (op->traits & kInternal) continue;  // the library's own reach these through torch.ops alone
    std::string name = op->name;
    name = name.substr(0, name.find('.'));
    for (auto [trait, space] : spaces) {
      if (!(op->traits & trait)) continue;
      INFO(op->name);
      const OpBinding* binding = find_binding(space, name);
      REQUIRE(binding != nullptr);
      CHECK(std::find(binding->overloads.begin(), binding->overloads.end(), op) != binding->overloads.end());
      CHECK(binding_of(bound_function(*binding)) == binding);
      CHECK(bound_function(*binding).as_object() == bound_function(*binding).as_object());
      ++seen;
    }
  }
  CHECK(seen > 300);
  CHECK(find_binding(OpSpace::kFunction, "no_such_op") == nullptr);
}

TEST_CASE("arguments that do not fit end in PyTorch's words", "[torch]") {
  CHECK(last_line("torch.relu()") == "TypeError: relu() missing 1 required positional arguments: \"input\"");
  CHECK(last_line("torch.relu(3)") == "TypeError: relu(): argument 'input' (position 1) must be Tensor, not int");
  CHECK(last_line("torch.relu(x, colour=1)") == "TypeError: relu() got an unexpected keyword argument 'colour'");
  CHECK(last_line("torch.relu(x, x)") == "TypeError: relu() takes 1 positional argument but 2 were given");
  CHECK(last_line("x.reshape('a')").find("TypeError: reshape(): argument 'shape' (position 1) must be tuple of ints") ==
        0);
  CHECK(last_line("torch.add(x, torch.ones(3))") ==
        "RuntimeError: The size of tensor a (2) must match the size of tensor b (3) at non-singleton dimension 0");
}

TEST_CASE("the overload follows the arguments", "[torch]") {
  CHECK(last_line("torch.add(x, 1)") == "tensor([2., 2.])");
  CHECK(last_line("torch.add(x, x, alpha=2)") == "tensor([3., 3.])");
  CHECK(last_line("torch.add(input=x, other=x)") == "tensor([2., 2.])");
  CHECK(last_line("torch.sum(x), torch.sum(x, 0), torch.sum(x, dim=(0,), keepdim=True)") ==
        "tensor(2.) tensor(2.) tensor([2.])");
  CHECK(last_line("torch.max(x, 0).indices, torch.max(x, torch.zeros(2))") == "tensor(0) tensor([1., 1.])");
  CHECK(last_line("x.reshape(2, 1).shape, x.reshape((1, 2)).shape") == "torch.Size([2, 1]) torch.Size([1, 2])");
}

TEST_CASE("a tensor keeps its object on the way through the engine", "[torch]") {
  CHECK(
      output_of("import torch\nx = torch.ones(2)\nx.colour = 'red'\nbox = [x]\nassert box[0] is x and x.add_(1) is x\n"
                "p = torch.nn.Parameter(x)\nm = torch.nn.Module()\nm.p = p\n"
                "print(box[0].colour, m.p is p, type(next(m.parameters())).__name__, isinstance(p, torch.Tensor))\n") ==
      "red True Parameter True\n");
}

TEST_CASE("torch.load of damaged bytes raises, whatever the damage", "[torch]") {
  std::string out = output_of(
      "import io, torch\n"
      "f = io.BytesIO()\n"
      "torch.save({'w': torch.arange(6.).reshape(2, 3), 'n': [1, 2.5, None, True, 'é', (1,)], 's': {1, 2}}, f)\n"
      "sound = f.getvalue()\n"
      "back = torch.load(io.BytesIO(sound))\n"
      "print(back['w'].tolist(), back['n'], back['s'])\n"
      "survived = 0\n"
      "def attempt(data):\n"
      "    global survived\n"
      "    try:\n"
      "        torch.load(io.BytesIO(data))\n"
      "    except Exception:\n"
      "        survived += 1\n"
      "    else:\n"
      "        survived += 1\n"
      "for n in range(len(sound)):\n"
      "    try:\n"
      "        torch.load(io.BytesIO(sound[:n]))\n"
      "        print('accepted', n)\n"
      "    except Exception:\n"
      "        pass\n"
      "for n in range(len(sound)):\n"
      "    for b in (0, 127, 255):\n"
      "        attempt(sound[:n] + bytes([b]) + sound[n + 1:])\n"
      "print(survived == 3 * len(sound))\n");
  CHECK(out == "[[0.0, 1.0, 2.0], [3.0, 4.0, 5.0]] [1, 2.5, None, True, 'é', (1,)] {1, 2}\nTrue\n");
}
