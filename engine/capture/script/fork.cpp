#include "capture/script/fork.h"

#include <condition_variable>
#include <mutex>
#include <thread>

#include "capture/script/passes.h"
#include "capture/script/run_node.h"
#include "eager/autograd.h"
#include "torch/objects.h"
#include "vm/state.h"

namespace vt::script {
namespace {

// Held by whoever touches objects of the language while threads are about.
struct Baton {
  std::mutex mutex;
  int threads = 0;  // guarded by the mutex; the caller of fork counts while it holds it
};
Baton& baton() {
  static Baton* made = new Baton;
  return *made;
}
thread_local bool holds_baton = false;
// How deep native code is nested on this thread's own stack.
struct Depth {
  uintptr_t base = 0;
  uint32_t count = 0;
};
thread_local Depth own_depth;

// Whoever takes the baton brings its own depth into the interpreter, and takes it away
// again with the baton.
void take_baton(bool fresh) {
  baton().mutex.lock();
  holds_baton = true;
  if (fresh) return;
  vm::Interpreter::State& state = vm::Interpreter::current()->state();
  state.native_stack_base = own_depth.base;
  state.native_depth = own_depth.count;
}
void give_baton() {
  vm::Interpreter::State& state = vm::Interpreter::current()->state();
  own_depth.base = state.native_stack_base;
  own_depth.count = state.native_depth;
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
  }
  void clear() override { result = error = vm::Value(); }
  void finish();

  vm::Value result, error;
#ifndef __EMSCRIPTEN__
  std::thread thread;
#endif
};

void Future::finish() {
#ifndef __EMSCRIPTEN__
  if (!thread.joinable()) return;
  // Let the thread have the objects until it is done.
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
// The graph only computes: nothing of it runs Python, prints, draws random numbers or
// changes what others see.
bool may_run_beside(Graph& graph) {
  bool plain = true;
  for_each_node(graph.top.get(), [&](Node* node) {
    plain &= !node->is("prim::PythonOp") && !node->is("prim::Print") && !node->is("prim::CreateObject") &&
             !node->is("prim::Enter") && !node->is("prim::SetAttr") && !node->is("prim::fork") && !is_random(*node);
    FunctionPtr callee = node->is("prim::CallFunction") ? node->input()->node->function
                         : node->is("prim::CallMethod") ? node->function
                                                        : nullptr;
    if (callee && callee->graph) plain &= may_run_beside(*callee->graph);
  });
  return plain;
}
#endif

}  // namespace

vm::Type* future_type() {
  static vm::Type* type = [] {
    vm::Type* made = vm::make_type("Future", vm::types().object, kScriptFuture, "torch.jit");
    vm::define_method(made, "wait", [](vm::Interpreter& vm, const vm::Arguments& a) { return wait_for(vm, a[0]); });
    vm::define_method(made, "value", [](vm::Interpreter& vm, const vm::Arguments& a) { return wait_for(vm, a[0]); });
    vm::define_method(made, "done", [](vm::Interpreter&, const vm::Arguments&) { return vm::Value::boolean(true); });
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
        future->result = run_graph(vm, *graph, std::move(arguments), "fork");
      } catch (const vm::Raised& raised) {
        future->error = raised.exception;
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
    future->result = run_graph(vm, *graph, std::move(arguments), "fork");
  } catch (const vm::Raised& raised) {
    future->error = raised.exception;
  }
  return made;
}

vm::Value wait_for(vm::Interpreter&, const vm::Value& future) {
  Future* f = future.as<Future>();
  if (!f) return future;
  f->finish();
  if (!f->error.is_null()) vm::raise_value(f->error);
  return f->result;
}

}  // namespace vt::script
