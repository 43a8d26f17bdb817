#include "torchscript/script/fork.h"

#include <condition_variable>
#include <mutex>
#include <thread>

#include "eager/autograd.h"
#include "torch/objects.h"
#include "torchscript/script/passes.h"
#include "torchscript/script/run_node.h"
#include "vm/state.h"

namespace vt::script {
namespace {

// Lock of the Python objects while fork threads exist; like CPython's GIL.
struct Baton {
  std::mutex mutex;
  int threads = 0;  // guarded by the mutex; the caller of fork holds it while counting
};
Baton& baton() {
  static Baton* made = new Baton;
  return *made;
}
thread_local bool holds_baton = false;
// Depth of nested native calls on this thread's stack.
thread_local uint32_t own_depth = 0;

// The interpreter's state has one depth counter: a thread stores its own depth there when it takes the
// baton and saves it when it gives the baton away.
void take_baton(bool fresh) {
  baton().mutex.lock();
  holds_baton = true;
  if (fresh) return;
  vm::Interpreter::current()->state().native_depth = own_depth;
}
void give_baton() {
  own_depth = vm::Interpreter::current()->state().native_depth;
  holds_baton = false;
  baton().mutex.unlock();
}

struct Future : vm::Object {
  Future();
  ~Future() override { finish(); }
  static bool is_kind(vm::Kind k) { return k == kScriptFuture; }
  void traverse(vm::Visitor& visitor) const override {
    visitor.visit(result);
    visitor.visit(error);
    for (const vm::Value& callback : callbacks) visitor.visit(callback);
  }
  void clear() override {
    result = error = vm::Value();
    callbacks.clear();
  }
  void finish();

  vm::Value result, error;
  bool pending = false;              // created by the program, which completes it later
  std::vector<vm::Value> callbacks;  // called with the future once it is complete
#ifndef __EMSCRIPTEN__
  std::thread thread;
#endif
};

void Future::finish() {
#ifndef __EMSCRIPTEN__
  if (!thread.joinable()) return;
  // Give the baton to the thread until it has finished.
  if (holds_baton) {
    give_baton();
    thread.join();
    take_baton(false);
    if (--baton().threads == 0) give_baton();
  } else {
    thread.join();
  }
#endif
}

Future::Future() : Object(kScriptFuture, future_type()) {}

#ifndef __EMSCRIPTEN__
// Whether a graph may run on another thread: it only computes, so it calls no Python, prints nothing, draws no
// random numbers and mutates no shared state.
bool may_run_beside(Graph& graph) {
  bool plain = true;
  for_each_node(graph.top.get(), [&](Node* node) {
    plain &= !node->is("prim::PythonOp") && !node->is("prim::Print") && !node->is("prim::CreateObject") &&
             !node->is("prim::Enter") && !node->is("prim::SetAttr") && !node->is("prim::fork") && !is_random(*node);
    FunctionPtr callee = node->is("prim::CallFunction") ? node->input()->node->function
                         : node->is("prim::CallMethod") ? node->function
                                                        : nullptr;
    plain &= !callee || !callee->owner || !callee->owner->interface;
    if (callee && callee->graph) plain &= may_run_beside(*callee->graph);
  });
  return plain;
}
#endif

}  // namespace

// The exception that wait raises: for a failed script, a RuntimeError with its text.
static vm::Value error_of_fork(vm::Interpreter& vm, const vm::Value& error) {
  if (vm.find_attribute(error, vm::intern("_script_message")).is_null()) return error;
  return vm.call(vm::Value::of(vm::types().RuntimeError), {vm::make_str(vm.str(error))});
}

static Future& future_of_call(const vm::Arguments& a, size_t count) {
  if (a.positional != count) vm::raise(vm::types().TypeError, "Future: incompatible function arguments");
  return *a[0].as<Future>();
}

static vm::Value complete(vm::Interpreter& vm, const vm::Arguments& a, vm::Value Future::*slot) {
  Future& future = future_of_call(a, 2);
  if (!future.pending)
    vm::raise(
        vm::types().RuntimeError,
        "Attempting to mark a completed Future as complete again. Note that a Future can only be marked completed "
        "once.");
  future.pending = false;
  future.*slot = a[1];
  std::vector<vm::Value> waiting = std::move(future.callbacks);
  for (const vm::Value& callback : waiting) vm.call(callback, {a[0]});
  return vm::Value::none();
}

static vm::Value call_when_done(vm::Interpreter& vm, const vm::Arguments& a) {
  Future& future = future_of_call(a, 2);
  if (future.pending) future.callbacks.push_back(a[1]);
  else vm.call(a[1], {a[0]});
  return vm::Value::none();
}

vm::Type* future_type() {
  static vm::Type* type = [] {
    vm::Type* made = vm::make_type("Future", vm::types().object, kScriptFuture, "torch");
    made->slots.construct = [](vm::Interpreter&, vm::Type*, const vm::Arguments&) {
      vm::Value future = vm::make<Future>();
      future.as<Future>()->pending = true;
      return future;
    };
    vm::define_method(made, "wait", [](vm::Interpreter& vm, const vm::Arguments& a) { return wait_for(vm, a[0]); });
    vm::define_method(made, "value", [](vm::Interpreter& vm, const vm::Arguments& a) { return wait_for(vm, a[0]); });
    vm::define_method(made, "done", [](vm::Interpreter&, const vm::Arguments& a) {
      return vm::Value::boolean(!future_of_call(a, 1).pending);
    });
    vm::define_method(made, "set_result",
                      [](vm::Interpreter& vm, const vm::Arguments& a) { return complete(vm, a, &Future::result); });
    vm::define_method(made, "set_exception",
                      [](vm::Interpreter& vm, const vm::Arguments& a) { return complete(vm, a, &Future::error); });
    vm::define_method(made, "add_done_callback", call_when_done);
    vm::define_method(made, "then", [](vm::Interpreter& vm, const vm::Arguments& a) {
      return vm.call(vm.get_attribute(vm.import_module("torch.futures"), "_then"), a);
    });
    return made;
  }();
  return type;
}

TensorWork::TensorWork() : released_(holds_baton) {
  if (!released_) return;
  give_baton();
}
TensorWork::~TensorWork() {
  if (released_) take_baton(false);
}

vm::Value done_future(vm::Value result) {
  vm::Value made = vm::make<Future>();
  made.as<Future>()->result = std::move(result);
  return made;
}

vm::Value start_fork(vm::Interpreter& vm, const std::shared_ptr<Graph>& graph, std::vector<vm::Value> arguments) {
#ifndef __EMSCRIPTEN__
  if (may_run_beside(*graph)) {
    vm::Value made = vm::make<Future>();
    Future* future = made.as<Future>();
    if (!holds_baton) take_baton(true);
    ++baton().threads;
    bool grad = grad_enabled();
    future->thread = std::thread([&vm, graph, future, grad, arguments = std::move(arguments)]() mutable {
      take_baton(false);
      GradModeScope mode(grad);
      try {
        future->result = run_graph(vm, *graph, std::move(arguments), "<forked function>");
      } catch (const vm::Raised& raised) {
        future->error = error_of_fork(vm, raised.exception);
      }
      arguments.clear();
      give_baton();
    });
    return made;
  }
#endif
  vm::Value made = vm::make<Future>();
  Future* future = made.as<Future>();
  try {
    future->result = run_graph(vm, *graph, std::move(arguments), "<forked function>");
  } catch (const vm::Raised& raised) {
    future->error = error_of_fork(vm, raised.exception);
  }
  return made;
}

vm::Value wait_for(vm::Interpreter&, const vm::Value& future) {
  Future* f = future.as<Future>();
  if (!f) return future;
  f->finish();
  if (f->pending) vm::raise(vm::types().RuntimeError, "nothing completes this Future while the program waits for it");
  if (!f->error.is_null()) vm::raise_value(f->error);
  return f->result;
}

}  // namespace vt::script
