// Torch functions that cannot be captured: each breaks the graph with its own reason. Neighbours: torch_functions.cpp,
// the table that names them.
#include "capture/dynamo/trace_builtins.h"
#include "capture/dynamo/trace_torch.h"
#include "torch/binder.h"
#include "torch/objects.h"
#include "vm/native.h"

namespace vt::dynamo {
namespace {

// Arguments as PyTorch prints them: "TensorVariable(), ConstantVariable(int: 1)".
std::string arguments_text(Tracer& t, const std::vector<VarRef>& args) {
  std::string text;
  for (const VarRef& arg : args) text += (text.empty() ? "" : ", ") + describe(*t.value_of(arg));
  return text;
}
// Keyword arguments as PyTorch prints them: "'msg': ConstantVariable(str: 'here')".
std::string keywords_text(Tracer& t, const Keywords& kwargs) {
  std::string text;
  for (const auto& [key, value] : kwargs)
    text += (text.empty() ? "'" : ", '") + key + "': " + describe(*t.value_of(value));
  return text;
}

[[noreturn]] void refuse_result(Tracer& t, const TorchCall& call, const char* type) {
  unsupported<Break::kNoTensorResult>(std::string("example_value type: ") + type +
                                      "; op: call_function; target: " + t.vm.repr(call.function));
}

}  // namespace

VarRef refuse_dtype_result(Tracer& t, TorchCall& call) { refuse_result(t, call, "dtype"); }
VarRef refuse_bool_result(Tracer& t, TorchCall& call) { refuse_result(t, call, "bool"); }
VarRef refuse_int_result(Tracer& t, TorchCall& call) { refuse_result(t, call, "int"); }

VarRef refuse_skip_frame(Tracer& t, TorchCall& call) {
  std::string message = call.args.empty() ? "" : t.vm.str(t.need_constant(call.args[0], "message"));
  Unsupported error =
      graph_break<Break::kSkipFrame>("Called `torch._dynamo.skip_frame()` with args `[" + arguments_text(t, call.args) +
                                         "]`, kwargs `{}`. Skipping frame " + t.code.name + " (" + t.code.file->name() +
                                         " line " + std::to_string(t.code.first_line) + ").",
                                     message);
  error.skip_frame = error.whole_frame = true;
  throw error;
}

VarRef refuse_graph_break(Tracer& t, TorchCall& call) {
  VarRef given = keyword(call.kwargs, "msg");
  std::string message = given ? t.vm.str(t.need_constant(given, "message")) : "None";
  unsupported<Break::kGraphBreak>("Called `torch._dynamo.graph_break()` with args `[" + arguments_text(t, call.args) +
                                      "]`, kwargs `{" + keywords_text(t, call.kwargs) + "}`",
                                  message);
}

VarRef refuse_disable(Tracer& t, TorchCall& call) {
  unsupported<Break::kDisableCall>("Called `torch.compiler.disable()` with args `[" + arguments_text(t, call.args) +
                                   "]`, kwargs `{}`");
}

// torch.compile(f) inside a compiled function returns f.
VarRef trace_nested_compile(Tracer& t, TorchCall& call) {
  if (call.args.size() == 1 && t.value_of(call.args[0])->is(VarKind::kFunction)) return call.args[0];
  unsupported<Break::kCompileArguments>("args=(), kwargs={" + keywords_text(t, call.kwargs) + "}");
}

VarRef refuse_mark_dynamic(Tracer& t, TorchCall& call) {
  raise_through(vm::types().AssertionError, "Attempt to trace forbidden callable " + t.vm.repr(call.function));
}

VarRef refuse_skipped(Tracer&, TorchCall& call) {
  unsupported<Break::kSkippedCompilerCall>("qualname: " + call.name, call.name);
}

void refuse_created_leaf(Tracer& t, const TorchCall& call) {
  VarRef wanted = keyword(call.kwargs, "requires_grad");
  bool creates =
      wanted && (torch::binding_of(call.function) || call.name == "torch.tensor" || call.name == "torch._C.tensor");
  if (!creates || !t.truth(wanted)) return;
  unsupported<Break::kCreateRequiresGrad>("fn=" + t.vm.repr(call.function));
}

VarRef refuse_inference_query(Tracer&, TorchCall&) { unsupported<Break::kInferenceMode>(""); }

// Functions that change settings or the random state of the whole process.
VarRef refuse_process_change(Tracer&, TorchCall& call) {
  std::string last = call.name.substr(call.name.rfind('.') + 1);
  unsupported<Break::kSkippedFunction>("qualname: " + call.name, last);
}

VarRef refuse_autograd(Tracer&, TorchCall&) { unsupported<Break::kAutogradGrad>("trace_autograd_ops=False"); }

}  // namespace vt::dynamo
