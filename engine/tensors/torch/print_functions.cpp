// Printing of tensors (what torch.set_printoptions sets, and the suffixes that tell gradient
// functions), and what the profiler and the timer of torch.utils read and run.
#include <cmath>

#include "eager/profile.h"
#include "frontend/frontend.h"
#include "tensor/print.h"
#include "torch/autograd_objects.h"
#include "torch/binder.h"
#include "torch/serialize.h"
#include "torch/tensor_type.h"
#include "vm/state.h"

namespace vt::torch {
namespace {

Value set_options(Interpreter&, const Arguments& a) {
  PrintOptions& options = print_options();
  if (a[0].is_int()) options.precision = static_cast<int>(a[0].as_int());
  if (a[1].is_int()) options.threshold = a[1].as_int() < 0 ? INT64_MAX : a[1].as_int();
  if (a[2].is_int()) options.edge_items = a[2].as_int();
  if (a[3].is_int()) options.line_width = a[3].as_int();
  return Value::none();
}
// _print_options() -> precision, threshold, edge items, line width and mode, as they are.
Value get_options(Interpreter&, const Arguments&) {
  using Scientific = decltype(PrintOptions::scientific);
  const PrintOptions& options = print_options();
  Value mode = options.scientific == Scientific::kAutomatic ? Value::none()
                                                            : Value::boolean(options.scientific == Scientific::kAlways);
  Value threshold = options.threshold == INT64_MAX ? Value::real(HUGE_VAL) : Value::integer(options.threshold);
  return vm::make_tuple({Value::integer(options.precision), threshold, Value::integer(options.edge_items),
                         Value::integer(options.line_width), mode});
}
Value set_mode(Interpreter&, const Arguments& a) {
  using Scientific = decltype(PrintOptions::scientific);
  print_options().scientific = a[0].is_none()   ? Scientific::kAutomatic
                               : a[0].as_bool() ? Scientific::kAlways
                                                : Scientific::kNever;
  return Value::none();
}

Value profile_start(Interpreter&, const Arguments&) { return start_profile(), Value::none(); }
// (name, start, duration, own time) of each call, in microseconds.
Value profile_stop(Interpreter&, const Arguments&) {
  std::vector<Value> rows;
  for (const ProfiledCall& call : stop_profile()) {
    auto microseconds = [](int64_t ns) { return Value::real(static_cast<double>(ns) / 1000); };
    rows.push_back(vm::make_tuple({vm::make_str(call.name), microseconds(call.start_ns), microseconds(call.duration_ns),
                                   microseconds(call.self_ns)}));
  }
  return vm::make_list(std::move(rows));
}
Value profile_push(Interpreter& vm, const Arguments& a) { return push_profiled(vm.str(a[0])), Value::none(); }
Value profile_pop(Interpreter&, const Arguments&) { return pop_profiled(), Value::none(); }

// _run_source(text, globals): statements given as text, for torch.utils.benchmark.Timer.
Value run_source(Interpreter& vm, const Arguments& a) {
  vm::check_count(a, "_run_source", 2, 2);
  auto code = compile_source(std::make_shared<SourceFile>("<timeit-src>", vm.str(a[0])));
  if (!code.ok())
    vm::raise(vm::types().SyntaxError,
              code.error().message + " (<timeit-src>, line " + std::to_string(code.error().span.line) + ")");
  vm::run_module_code(vm, vm::make<vm::CodeObject>(code.value()), a[1]);
  return Value::none();
}

}  // namespace

std::string tensor_text(const Tensor& tensor) {
  std::vector<std::string> suffixes;
  Ref<GradNode> node;
  try {
    node = grad_fn(tensor);
  } catch (const TensorError&) {  // a view whose base changed behind its back
    return vt::tensor_text(tensor, {"grad_fn=<Invalid>"});
  }
  if (node) {
    std::string name = node->name();
    suffixes.push_back("grad_fn=<" + name.substr(name.rfind(':') == std::string::npos ? 0 : name.rfind(':') + 1) + ">");
  } else if (tensor.requires_grad()) {
    suffixes.push_back("requires_grad=True");
  }
  return vt::tensor_text(tensor, suffixes);
}

void define_print_functions(Interpreter&, vm::Module& m) {
  DeviceKind home = print_options().home;  // the run's, not the program's
  print_options() = PrintOptions();
  print_options().home = home;
  function<set_options>(m, "_set_print_options");
  function<set_mode>(m, "_set_print_mode");
  function<get_options>(m, "_print_options");
  function<profile_start>(m, "_profile_start");
  function<profile_stop>(m, "_profile_stop");
  function<profile_push>(m, "_profile_push");
  function<profile_pop>(m, "_profile_pop");
  function<run_source>(m, "_run_source");
  function<serialize>(m, "_serialize");
  function<deserialize>(m, "_deserialize");
  function<bytes_of_tensor>(m, "_bytes_of_tensor");
  function<tensor_of_bytes>(m, "_tensor_of_bytes");
}

}  // namespace vt::torch
