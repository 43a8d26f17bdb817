// Which outputs of a recorded program share memory with its inputs or with each other. By PyTorch's rules: a view of an
// input is made from the input, several views of one intermediate are made from that (a further output, if it is not
// among them), one alone is computed. Reads where the recorder's fakes lie, and from the tape how views came to be.
#pragma once
#include "graph/output_alias.h"
#include "graph/recorder.h"

namespace vt {

// `primals`: the recorder's input fakes in order, undefined for numbers.
OutputPlan plan_outputs(GraphRecorder& recorder, std::span<const Tensor> primals, std::span<const Arg> outputs);

}  // namespace vt
