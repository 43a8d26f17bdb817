// The behaviour of torch.Tensor, in parts, one file each. Filled once per process by
// make_tensor_type, after the ops' methods.
#pragma once
#include "torch/objects.h"

namespace vt::torch {

void install_tensor_operators(Type* tensor);    // tensor_operators.cpp: + - < [] bool() ...
void install_tensor_index(Type* tensor);        // tensor_index.cpp: x[...], x[...] = v
void install_tensor_properties(Type* tensor);   // tensor_properties.cpp: shape, grad ...
void install_tensor_conversions(Type* tensor);  // tensor_conversions.cpp: item, tolist, to, type ...
void install_tensor_autograd(Type* tensor);     // tensor_autograd.cpp: backward, detach, hooks ...
void install_tensor_metadata(Type* tensor);     // tensor_metadata.cpp: t_, unsqueeze_, resize_, set_ ...
void install_tensor_makers(Type* tensor);       // tensor_makers.cpp: torch.tensor, new_*, Tensor()
void install_value_types();                     // value_types.cpp: dtype, device, Size, layout
void install_generator_type();                  // random_functions.cpp

// Functions of the module torch that are not ops.
void define_makers(Interpreter& vm, vm::Module& torch);
void define_value_functions(Interpreter& vm, vm::Module& torch);
void define_random_functions(Interpreter& vm, vm::Module& torch);
void define_mode_functions(Interpreter& vm, vm::Module& torch);
void define_print_functions(Interpreter& vm, vm::Module& torch);
void define_device_functions(Interpreter& vm, vm::Module& torch_c);  // what torch.cuda is made of
void define_recurrent_functions(Interpreter& vm, vm::Module& torch_c);
void define_autograd_functions(Interpreter& vm, vm::Module& torch_c);

// Who runs the ops on fakes that no graph records; null until there are any.
extern const OpRecorder* graphless_recorder;
// Raises what reading an element of a fake raises: DataDependentOutputException, or the text of make_fx.
[[noreturn]] void refuse_value(const Tensor& fake);
Type* data_dependent_error_type();
// What singular matrices raise (torch.linalg.LinAlgError).
Type* linalg_error_type();
// The language's text of a tensor, as repr() shows it.
std::string tensor_text(const Tensor& tensor);
// How a tensor without elements shows: "FakeTensor(..., size=(s77, 4))".
std::string fake_tensor_text(const Tensor& tensor);
// torch.tensor(data, dtype): always a fresh tensor.
Tensor tensor_from_data(Interpreter& vm, const Value& data, const DType* dtype);
Value to_list(const Tensor& t);

}  // namespace vt::torch
