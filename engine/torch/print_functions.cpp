// Printing of tensors: what torch.set_printoptions sets, and the suffixes that tell
// gradient functions.
#include "tensor/print.h"
#include "torch/autograd_objects.h"
#include "torch/binder.h"
#include "torch/serialize.h"
#include "torch/tensor_type.h"

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
Value set_mode(Interpreter&, const Arguments& a) {
  using Scientific = decltype(PrintOptions::scientific);
  print_options().scientific = a[0].is_none()   ? Scientific::kAutomatic
                               : a[0].as_bool() ? Scientific::kAlways
                                                : Scientific::kNever;
  return Value::none();
}

}  // namespace

std::string tensor_text(const Tensor& tensor) {
  std::vector<std::string> suffixes;
  if (Ref<GradNode> node = grad_fn(tensor)) {
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
  function<serialize>(m, "_serialize");
  function<deserialize>(m, "_deserialize");
}

}  // namespace vt::torch
