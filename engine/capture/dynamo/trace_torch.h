// Handlers of the torch functions that have a rule (torch_functions.cpp). Each
// returns the result of the call, or null if this call is to be handled as if
// the function had no rule. Neighbours: trace_torch.cpp, which calls them.
#pragma once
#include "capture/dynamo/tracer.h"

namespace vt::dynamo {

struct TorchCall {
  const Value& function;
  const std::string& name;  // fx::qualified_name()
  std::vector<VarRef>& args;
  Keywords& kwargs;
};

// Runs the call on the example values of its arguments.
Value call_on_examples(Tracer& tracer, const Value& function, const std::vector<VarRef>& args, const Keywords& kwargs);

// --- trace_torch_answers.cpp: evaluated while tracing, or rewritten as other nodes
VarRef trace_through(Tracer& tracer, TorchCall& call);
VarRef answer_true(Tracer& tracer, TorchCall& call);
VarRef answer_false(Tracer& tracer, TorchCall& call);
VarRef answer_now(Tracer& tracer, TorchCall& call);
VarRef answer_and_record(Tracer& tracer, TorchCall& call);
VarRef answer_first_argument(Tracer& tracer, TorchCall& call);
VarRef trace_check(Tracer& tracer, TorchCall& call);
VarRef trace_nested_compile(Tracer& tracer, TorchCall& call);
VarRef trace_from_numpy(Tracer& tracer, TorchCall& call);
VarRef trace_as_tensor(Tracer& tracer, TorchCall& call);
VarRef trace_addcdiv(Tracer& tracer, TorchCall& call);
VarRef trace_full(Tracer& tracer, TorchCall& call);
VarRef switch_mode(Tracer& tracer, TorchCall& call);
VarRef switch_grad_mode(Tracer& tracer, TorchCall& call);

// --- trace_torch_refusals.cpp: functions that cannot be captured
VarRef refuse_skip_frame(Tracer& tracer, TorchCall& call);
VarRef refuse_graph_break(Tracer& tracer, TorchCall& call);
VarRef refuse_disable(Tracer& tracer, TorchCall& call);
VarRef refuse_mark_dynamic(Tracer& tracer, TorchCall& call);
VarRef refuse_skipped(Tracer& tracer, TorchCall& call);
VarRef refuse_dtype_result(Tracer& tracer, TorchCall& call);
VarRef refuse_bool_result(Tracer& tracer, TorchCall& call);
VarRef refuse_int_result(Tracer& tracer, TorchCall& call);
VarRef refuse_inference_query(Tracer& tracer, TorchCall& call);
VarRef refuse_process_change(Tracer& tracer, TorchCall& call);
VarRef refuse_autograd(Tracer& tracer, TorchCall& call);
// Breaks if a tensor created in the graph is given requires_grad=True.
void refuse_created_leaf(Tracer& tracer, const TorchCall& call);

// --- trace_library.cpp: settings of the tracer and steps of torch.func
VarRef count_nesting(Tracer& tracer, TorchCall& call);
VarRef set_error_on_break(Tracer& tracer, TorchCall& call);
VarRef call_error_on_break(Tracer& tracer, TorchCall& call);
VarRef assert_known(Tracer& tracer, TorchCall& call);

// --- trace_higher_order.cpp, trace_loops.cpp: operations that take functions
VarRef call_cond(Tracer& tracer, TorchCall& call);
VarRef call_wrap(Tracer& tracer, TorchCall& call);
VarRef call_checkpoint(Tracer& tracer, TorchCall& call);
VarRef call_map(Tracer& tracer, TorchCall& call);
VarRef call_scan(Tracer& tracer, TorchCall& call);
VarRef call_while_loop(Tracer& tracer, TorchCall& call);

}  // namespace vt::dynamo
