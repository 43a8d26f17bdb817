// _time: the host's clocks; vm/python/time.py makes it `time`. sleep() waits in steps, so that a stopped run ends at
// once.
#include <algorithm>
#include <chrono>
#include <cmath>
#include <thread>

#include "vm/builtins/helpers.h"
#include "vm/builtins/modules.h"

namespace vt::vm {
namespace {
constexpr double kSleepStep = 0.01;  // seconds
double steady(Interpreter& vm) { return vm.host().steady_clock ? vm.host().steady_clock() : 0.0; }
double wall(Interpreter& vm) { return vm.host().wall_clock ? vm.host().wall_clock() : 0.0; }

Value time(Interpreter& vm, const Arguments&) { return Value::real(wall(vm)); }
Value time_ns(Interpreter& vm, const Arguments&) { return Value::integer(static_cast<int64_t>(wall(vm) * 1e9)); }
Value counter(Interpreter& vm, const Arguments&) { return Value::real(steady(vm)); }
Value counter_ns(Interpreter& vm, const Arguments&) { return Value::integer(static_cast<int64_t>(steady(vm) * 1e9)); }
Value sleep(Interpreter& vm, const Arguments& a) {
  exactly_one(a, "time.sleep");
  double seconds;
  if (!as_double(a[0], seconds))
    raise(types().TypeError, std::string("'") + type_name(a[0]) + "' object cannot be interpreted as an integer");
  if (std::isnan(seconds)) raise(types().ValueError, "Invalid value NaN (not a number)");
  // CPython counts the nanoseconds in 64 bits.
  if (std::abs(seconds) * 1e9 >= 0x1p63) raise(types().OverflowError, "timestamp out of range for platform time_t");
  if (seconds < 0) raise(types().ValueError, "sleep length must be non-negative");
  const double end = steady(vm) + seconds;
  while (vm.host().steady_clock) {
    if (vm.host().poll) vm.host().poll();
    const double rest = end - steady(vm);
    if (rest <= 0) break;
    std::this_thread::sleep_for(std::chrono::duration<double>(std::min(rest, kSleepStep)));
  }
  return Value::none();
}

}  // namespace

void load_time_natives(Interpreter&, Module& module) {
  const std::pair<const char*, NativeFn> functions[] = {{"time", time},
                                                        {"time_ns", time_ns},
                                                        {"perf_counter", counter},
                                                        {"perf_counter_ns", counter_ns},
                                                        {"monotonic", counter},
                                                        {"monotonic_ns", counter_ns},
                                                        {"process_time", counter},
                                                        {"process_time_ns", counter_ns},
                                                        {"sleep", sleep},
                                                        {"thread_time", counter},
                                                        {"thread_time_ns", counter_ns}};
  for (const auto& [name, fn] : functions) define_function(module, name, fn)->module = "time";
}

}  // namespace vt::vm
