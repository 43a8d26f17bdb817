// State of all scripts of one run. It is cleared at the end of the run (forget_scripts), because its keys are
// addresses of the run's objects and its values hold references to them.
#pragma once

#include <map>
#include <memory>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "frontend/ast.h"
#include "torchscript/script/function.h"

namespace vt::script {

struct Scripts {
  std::set<std::string> names;
  size_t mangled = 0;
  std::vector<std::weak_ptr<ClassType>> classes;
  std::map<const vm::Object*, std::pair<vm::Value, FunctionPtr>> functions;  // by Python function
  std::map<std::string, std::shared_ptr<ClassType>> shared_classes;          // of modules, by structure
  std::map<const vm::Type*, std::shared_ptr<ClassType>> script_classes;      // by Python class
  std::map<const SourceFile*, std::pair<std::shared_ptr<const SourceFile>, std::shared_ptr<const Ast>>> trees;
};
Scripts& scripts();

}  // namespace vt::script
