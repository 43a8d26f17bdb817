// What one run has made of scripts. All of it ends with the run (forget_scripts), because keys
// are addresses of the run's objects and values hold them.
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
  std::map<const vm::Object*, std::pair<vm::Value, FunctionPtr>> functions;  // by the one of the language
  std::map<std::string, std::shared_ptr<ClassType>> shared_classes;          // of modules, by their structure
  std::map<const vm::Type*, std::shared_ptr<ClassType>> script_classes;      // by the class of the language
  std::map<const SourceFile*, std::pair<std::shared_ptr<const SourceFile>, std::shared_ptr<const Ast>>> trees;
};
Scripts& scripts();

}  // namespace vt::script
