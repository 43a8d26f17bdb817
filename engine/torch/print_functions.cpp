// Printing of tensors: what torch.set_printoptions sets, and the suffixes that tell
// gradient functions.
#include "torch/autograd_objects.h"
#include "torch/binder.h"
#include "torch/tensor_type.h"

namespace vt::torch {

std::string tensor_text(const Tensor& tensor) {
  Interpreter& vm = *Interpreter::current();
  return "tensor(" + vm.repr(to_list(tensor)) + ")";
}

void define_print_functions(Interpreter&, vm::Module&) {}

}  // namespace vt::torch
