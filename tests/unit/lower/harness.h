// Records small programs, lowers them and interprets the result, to be compared with the
// same graph run op by op.
#pragma once
#include <cmath>
#include <functional>
#include <string>

#include "graph/print.h"
#include "graph/recorder.h"
#include "graph/run.h"
#include "lower/lower.h"
#include "ops/dispatch.h"
#include "ops/table.h"

namespace vt::test {

// No tape, no autocast: fakes are recorded, real tensors computed.
class PlainDispatcher final : public Dispatcher {
 public:
  Outputs call(const OpDef& op, Args args) override;
  Tensor call_inplace(const OpDef& op, Args args) override;
};
void install();

const OpDef& op(const char* name);
inline Tensor run(const char* name, Args args) { return call1(op(name), std::move(args)); }

using Inputs = std::vector<Tensor>;
// The tensors among a sample's arguments, and the arguments with others in their place.
Inputs tensors_of(const Args& args);
Args with_tensors(const Args& args, const Inputs& inputs);
// Is the op lowered by its rule, so that its kernel is none but the reference?
bool has_rule(const OpDef& op);
using Body = std::function<std::vector<Tensor>(const Inputs&)>;
Tensor random_tensor(std::vector<int64_t> sizes, uint32_t seed);
// The graph of `body` on fakes like `inputs`; `dynamic`: sizes become symbols.
Graph record(const Inputs& inputs, const Body& body, bool dynamic = false);
Outputs run_program(const Program& program, const Inputs& inputs);
bool close(const Tensor& a, const Tensor& b, double tolerance = 1e-5);
// Lowers the graph of `body` and compares; returns the program.
Program check(const Inputs& inputs, const Body& body, LowerOptions options = {});
std::string loops(const Program& program);
std::string fusion(const Program& program);

}  // namespace vt::test
