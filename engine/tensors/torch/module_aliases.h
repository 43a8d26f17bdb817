// Modules that PyTorch keeps in files of their own and Vitrine does not: what programs
// import from there is made from the modules that have it. For install_torch().
#pragma once
#include <span>

namespace vt::torch {

struct ModuleAlias {
  const char* name;    // "torch.optim.adam"
  const char* source;  // what the module runs
};
std::span<const ModuleAlias> module_aliases();

}  // namespace vt::torch
