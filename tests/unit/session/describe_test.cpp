// Tensors in a recording: where they lie, what they hold, and that no change in place is missed.
#include <map>

#include "catch.h"
#include "session/session.h"

using namespace vt;

namespace {

std::shared_ptr<const Recording> record(const std::string& source) {
  Session session([](std::string_view, bool) {});
  RunRequest request;
  request.source = source;
  request.record = true;
  REQUIRE(session.run(request).ok);
  return std::make_shared<Recording>(session.recording());
}

// At the end of the program.
std::shared_ptr<const RecordedTensor> tensor_of(const Recording& recording, const std::string& name) {
  Playback playback(recording);
  playback.move_to(recording.steps.size() - 1);
  for (const RecordedChange* variable : playback.variables(0))
    if (variable->name == name) return variable->tensor;
  return nullptr;
}

}  // namespace

TEST_CASE("a view is recorded with the memory that it shares", "[recording]") {
  const auto recording =
      record("import torch\na = torch.arange(6.0).reshape(2, 3)\nb = a.t()[1:]\nc = b.clone()\nn = 3\n");
  const auto a = tensor_of(*recording, "a"), b = tensor_of(*recording, "b"), c = tensor_of(*recording, "c");
  REQUIRE((a && b && c));
  CHECK(a->values == std::vector<double>{0, 1, 2, 3, 4, 5});
  CHECK(b->values == std::vector<double>{1, 4, 2, 5});
  CHECK(b->sizes == std::vector<int64_t>{2, 2});
  CHECK(b->strides == std::vector<int64_t>{1, 3});
  CHECK(b->offset == 1);
  CHECK(b->place(1, 1) == 5);
  CHECK(a->storage == b->storage);
  CHECK(a->storage != c->storage);
  CHECK(b->storage_elements == 6);
  CHECK(tensor_of(*recording, "n") == nullptr);
}

TEST_CASE("a change in place that leaves range and mean alone is recorded in each view", "[recording]") {
  const auto recording = record("import torch\na = torch.arange(12.0)\nb = a[2:]\na.copy_(a.flip(0))\nx = 1\n");
  CHECK(tensor_of(*recording, "a")->values.front() == 11);
  CHECK(tensor_of(*recording, "b")->values.front() == 9);
  CHECK(tensor_of(*recording, "b")->version == 1);
}

TEST_CASE("tensors within containers and modules are recorded under their paths", "[recording]") {
  const auto recording = record(
      "import torch\n"
      "class Net(torch.nn.Module):\n"
      "    def __init__(self):\n"
      "        super().__init__()\n"
      "        self.fc = torch.nn.Linear(2, 1)\n"
      "    def forward(self, x):\n"
      "        return self.fc(x)\n"
      "net = Net()\n"
      "x = torch.ones(1, 2)\n"
      "data = [(x, {'y': torch.zeros(3)})]\n"
      "net(x).sum().backward()\n"
      "with torch.no_grad():\n"
      "    net.fc.weight.fill_(4.0)\n"
      "n = 1\n");
  CHECK(tensor_of(*recording, "net.fc.weight")->values == std::vector<double>{4, 4});
  CHECK(tensor_of(*recording, "net.fc.weight.grad")->values == std::vector<double>{1, 1});
  CHECK(tensor_of(*recording, "data[0][1]['y']")->sizes == std::vector<int64_t>{3});
  // One object under two names, and what changed at the step that changed it.
  Playback playback(*recording);
  playback.move_to(recording->steps.size() - 1);
  std::map<std::string, const RecordedChange*> variables;
  for (const RecordedChange* variable : playback.variables(0)) variables[variable->name] = variable;
  CHECK(variables.at("data[0][0]")->object == variables.at("x")->object);
  CHECK(variables.at("data[0][0]")->of == "data");
  CHECK(variables.at("net")->text == "Net(fc=Linear(in_features=2, out_features=1))");
  size_t changes = 0;
  for (const RecordedStep& step : recording->steps)
    for (const RecordedChange& change : step.changes) changes += change.name == "net.fc.weight";
  CHECK(changes == 2);
}

TEST_CASE("a large tensor is sampled evenly; its range is of all elements", "[recording]") {
  const auto recording = record(
      "import torch\nx = torch.zeros(2, 40, 70, requires_grad=True)\ny = x + 1\nz = torch.tensor([1.0, float('inf')])\n"
      "e = torch.ones(0, 3)\ns = torch.tensor(2.5)\n");
  const auto x = tensor_of(*recording, "x"), y = tensor_of(*recording, "y"), z = tensor_of(*recording, "z");
  CHECK(x->rows == 80);
  CHECK(x->row_step == 5);
  CHECK(x->columns == 70);
  CHECK(x->column_step == 3);
  CHECK(x->values.size() == 16 * 24);
  CHECK(x->whole_range);
  CHECK(x->gradient == "requires grad");
  CHECK(y->gradient == "AddBackward0");
  CHECK(y->mean == 1);
  CHECK(z->not_finite == 1);
  CHECK(z->maximum == 1);
  CHECK(tensor_of(*recording, "e")->values.empty());
  CHECK(tensor_of(*recording, "s")->values == std::vector<double>{2.5});
}
