// Runs a script graph: values live in registers indexed by their number, blocks run in place, and a call runs
// the callee's graph. An exception that leaves collects the source ranges of the call chain.
#include <algorithm>
#include <map>
#include <unordered_map>

#include "torch/binder.h"
#include "torch/objects.h"
#include "torchscript/script/fork.h"
#include "torchscript/script/library.h"
#include "torchscript/script/run_node.h"

namespace vt::script {
namespace {

using Registers = std::vector<vm::Value>;

// Source ranges of an exception on its way out.
struct Failure {
  std::vector<std::string> places;  // innermost first
};

class Runner {
 public:
  Runner(vm::Interpreter& vm, std::string name) : vm_(vm), name_(std::move(name)) {}

  std::vector<vm::Value> run(Graph& graph, std::vector<vm::Value> arguments) {
    Registers registers(graph.next_unique);
    for (size_t i = 0; i < arguments.size(); ++i) registers[graph.inputs()[i]->unique] = std::move(arguments[i]);
    try {
      block(*graph.top, registers);
    } catch (...) {
      leave_entered();
      throw;
    }
    std::vector<vm::Value> results;
    for (Value* output : graph.outputs()) results.push_back(registers[output->unique]);
    return results;
  }

 private:
  void block(Block& b, Registers& r) {
    for (Node* node = b.first(); !b.is_end(node); node = node->next) step(*node, r);
  }

  void step(Node& node, Registers& r) {
    if (node.is("prim::Constant")) {
      r[node.output()->unique] = node.function ? vm::Value::none() : node.constant;
      return;
    }
    if (node.is("prim::If")) {
      Block& taken = *node.block(r[node.input()->unique].as_bool() ? 0 : 1);
      block(taken, r);
      for (size_t i = 0; i < node.outputs.size(); ++i) r[node.outputs[i]->unique] = r[taken.outputs()[i]->unique];
      return;
    }
    if (node.is("prim::Loop")) return loop(node, r);
    vm_.host().poll ? vm_.host().poll() : void();
    std::vector<vm::Value> inputs;
    inputs.reserve(node.inputs.size());
    for (Value* input : node.inputs) inputs.push_back(r[input->unique]);
    vm::Value result;
    try {
      result = outcome(node, inputs);
    } catch (const TensorError& error) {
      vm::Value exception = vm_.call(vm::Value::of(vm::types().RuntimeError), {vm::make_str(error.message)});
      fail(node, exception);
    } catch (const vm::Raised& raised) {
      fail(node, raised.exception);
    }
    if (node.is("prim::Enter")) entered_.push_back(inputs[0]);
    if (node.is("prim::Exit") && !entered_.empty()) entered_.pop_back();
    if (node.outputs.size() == 1) {
      r[node.output()->unique] = std::move(result);
    } else if (node.outputs.size() > 1) {
      const vm::Tuple* several = result.as<vm::Tuple>();
      if (!several || several->items.size() < node.outputs.size())
        run_error(node.kind + " gives one result here, not " + std::to_string(node.outputs.size()));
      const std::vector<vm::Value>& items = several->items;
      for (size_t i = 0; i < node.outputs.size(); ++i) r[node.outputs[i]->unique] = items[i];
    }
  }

  // Calls __exit__ of the context managers that are still open when an exception leaves.
  void leave_entered() {
    while (!entered_.empty()) {
      vm::Value object = std::move(entered_.back());
      entered_.pop_back();
      leave_manager(vm_, object);
    }
  }

  void loop(Node& node, Registers& r) {
    Block& body = *node.block(0);
    int64_t trips = r[node.input(0)->unique].as_int();
    bool go_on = r[node.input(1)->unique].as_bool();
    size_t carried = node.outputs.size();
    std::vector<vm::Value> values(carried);
    for (size_t i = 0; i < carried; ++i) values[i] = r[node.input(i + 2)->unique];
    for (int64_t trip = 0; go_on && trip < trips; ++trip) {
      if (vm_.host().poll) vm_.host().poll();
      r[body.inputs()[0]->unique] = vm::Value::integer(trip);
      for (size_t i = 0; i < carried; ++i) r[body.inputs()[i + 1]->unique] = std::move(values[i]);
      block(body, r);
      go_on = r[body.outputs()[0]->unique].as_bool();
      for (size_t i = 0; i < carried; ++i) values[i] = r[body.outputs()[i + 1]->unique];
    }
    for (size_t i = 0; i < carried; ++i) r[node.outputs[i]->unique] = std::move(values[i]);
  }

  vm::Value outcome(Node& node, std::vector<vm::Value>& inputs) {
    if (node.is("prim::CallFunction")) {
      Function& callee = *node.input()->node->function;
      inputs.erase(inputs.begin());
      return call(callee, std::move(inputs));
    }
    if (node.is("prim::CallMethod")) {
      if (!node.function) return start_manager(inputs);
      const FunctionPtr method = called_method(node, inputs);
      return call(*method, std::move(inputs));
    }
    if (node.is("prim::RaiseException")) raise(inputs);
    if (node.is("prim::PythonOp")) return python(node, inputs);
    if (node.is("prim::fork")) return start_fork(vm_, node.attributes["Subgraph"].graph, std::move(inputs));
    if (node.is("aten::wait")) return wait_for(vm_, inputs[0]);
    return run_node(vm_, node, inputs);
  }

  // Runs __init__ of a library context manager; converts dtypes, which scripts represent by numbers.
  vm::Value start_manager(std::vector<vm::Value>& inputs) {
    vm::Value object = inputs[0];
    inputs.erase(inputs.begin());
    for (vm::Value& input : inputs)
      if (std::optional<DType> dtype = input.is_int() ? dtype_of_number(input.as_int()) : std::nullopt)
        input = torch::dtype_value(*dtype);
    vm::Arguments a;
    a.values = inputs.data();
    a.positional = inputs.size();
    return vm_.call(vm_.get_attribute(object, "__init__"), a);
  }

  // A method of an interface dispatches on the object's class.
  static FunctionPtr called_method(const Node& node, const std::vector<vm::Value>& inputs) {
    if (!node.function->owner || !node.function->owner->interface) return node.function;
    const ScriptObject* object = inputs[0].as<ScriptObject>();
    FunctionPtr method = object ? object->cls->method(node.function->name) : nullptr;
    if (!method || method->arguments.size() < inputs.size())
      run_error("Method '" + node.function->name + "' is not defined.");
    return method;
  }

  vm::Value call(Function& callee, std::vector<vm::Value> inputs) {
    ensure_ready(callee);
    vm::NativeCallGuard guard(vm_, " while calling a scripted function");
    return run_function_body(vm_, callee, std::move(inputs));
  }

 public:
  static vm::Value run_function_body(vm::Interpreter& vm, Function& function, std::vector<vm::Value> arguments) {
    Runner runner(vm, function.name);
    return std::move(runner.run(*function.graph, std::move(arguments))[0]);
  }

 private:
  [[noreturn]] void raise(const std::vector<vm::Value>& inputs) {
    std::string message = inputs[0].as<vm::Str>() ? inputs[0].as<vm::Str>()->text : "";
    vm::Value type = vm_.get_attribute(vm_.import_module("torch.jit"), "Error");
    vm::Value exception = vm_.call(type, {vm::make_str(message)});
    const vm::Str* cls = inputs.size() > 1 ? inputs[1].as<vm::Str>() : nullptr;
    vm_.set_attribute(exception, vm::intern("_script_class"), vm::make_str(cls ? cls->text : "RuntimeError"));
    vm::raise_value(exception);
  }

  vm::Value python(Node& node, std::vector<vm::Value>& inputs) {
    std::string keywords = node.text("keywords");
    std::vector<vm::Value> names;
    for (size_t at = 0; at < keywords.size();) {
      size_t space = std::min(keywords.find(' ', at), keywords.size());
      names.push_back(vm::Value::of(vm::intern(keywords.substr(at, space - at))));
      at = space + 1;
    }
    // Python functions get a module as its wrapper, the scripted module.
    for (vm::Value& input : inputs)
      if (const ScriptObject* object = input.as<ScriptObject>(); object && !object->cls->plain)
        input = vm_.call(vm_.get_attribute(vm_.import_module("torch.jit._script"), "wrap_object"), {input});
    vm::Arguments a;
    a.values = inputs.data();
    a.positional = inputs.size() - names.size();
    a.keyword_names = names.data();
    a.keywords = names.size();
    vm::Value result = vm_.call(node.constant, a);
    bool undefined = result.is_none() && is(node.output()->type, TypeKind::kTensor);
    if (!undefined && !fits_type(result, node.output()->type))
      run_error("expected value of type " + python_text(node.output()->type) +
                " for return value but instead got value of type " + vm::type_name(result) +
                ".\nValue: " + vm_.repr(result) + "\nDeclared return type: " + python_text(node.output()->type));
    return result;
  }

  // Appends this node's source range to the exception's text and rethrows it.
  [[noreturn]] void fail(Node& node, const vm::Value& exception) {
    if (!vm_.is_instance(exception, vm::Value::of(vm::types().Exception))) vm::raise_value(exception);
    constexpr const char* kHeader =
        "The following operation failed in the TorchScript interpreter.\n"
        "Traceback of TorchScript (most recent call last):\n";
    vm::Value error_type = vm_.get_attribute(vm_.import_module("torch.jit"), "Error");
    bool raised = vm_.is_instance(exception, error_type);
    vm::Value marked = vm_.find_attribute(exception, vm::intern("_script_message"));
    std::string message, places;
    if (marked.is_null()) {
      message = vm_.str(exception);
      std::string cls = "RuntimeError";
      if (raised) {
        vm::Value named = vm_.find_attribute(exception, vm::intern("_script_class"));
        if (!named.is_null()) cls = vm_.str(named);
      }
      message = cls + ": " + message;
    } else {
      message = vm_.str(marked);
      places = vm_.str(vm_.get_attribute(exception, "_script_places"));
    }
    std::string here = node.range.valid() ? node.range.highlight(name_) : "";
    std::string outer;
    for (auto site = node.inlined_from.rbegin(); site != node.inlined_from.rend(); ++site)
      if (site->first.valid()) outer += site->first.highlight(name_);
    places = outer + here + places;
    vm::Value type = raised ? error_type : vm::Value::of(vm::types().RuntimeError);
    vm::Value made = vm_.call(type, {vm::make_str(kHeader + places + message + "\n")});
    vm_.set_attribute(made, vm::intern("_script_message"), vm::make_str(message));
    vm_.set_attribute(made, vm::intern("_script_places"), vm::make_str(places));
    vm::raise_value(made);
  }

  vm::Interpreter& vm_;
  std::string name_;
  std::vector<vm::Value> entered_;  // entered context managers, innermost last
};

}  // namespace

vm::Value run_function(vm::Interpreter& vm, Function& function, std::vector<vm::Value> arguments) {
  ensure_ready(function);
  return Runner::run_function_body(vm, function, std::move(arguments));
}

vm::Value run_graph(vm::Interpreter& vm, Graph& graph, std::vector<vm::Value> arguments, const std::string& name) {
  return std::move(Runner(vm, name).run(graph, std::move(arguments))[0]);
}

}  // namespace vt::script
