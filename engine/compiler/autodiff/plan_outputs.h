// Which outputs of a recorded program alias its inputs or each other, by PyTorch's rules: a view of an input is remade
// from the input at run time; several views of one intermediate are remade from it (it becomes a further output, if
// it is none yet); a single view of an intermediate is computed by the graph. Reads the recorder's fakes and the tape.
#pragma once
#include "graph/output_alias.h"
#include "graph/recorder.h"

namespace vt {

// `primals`: the recorder's input fakes in order, undefined for numbers.
OutputPlan plan_outputs(GraphRecorder& recorder, std::span<const Tensor> primals, std::span<const Arg> outputs);

}  // namespace vt
