// time: the host's clocks. sleep() waits in steps, so that a stopped run ends at once.
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

// Days since 1970 to a calendar date (proleptic Gregorian).
void civil_date(int64_t days, int64_t& year, int64_t& month, int64_t& day) {
  days += 719468;
  const int64_t era = (days >= 0 ? days : days - 146096) / 146097, day_of_era = days - era * 146097;
  const int64_t year_of_era = (day_of_era - day_of_era / 1460 + day_of_era / 36524 - day_of_era / 146096) / 365;
  const int64_t day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
  const int64_t shifted = (5 * day_of_year + 2) / 153;
  day = day_of_year - (153 * shifted + 2) / 5 + 1;
  month = shifted < 10 ? shifted + 3 : shifted - 9;
  year = year_of_era + era * 400 + (month <= 2);
}
Value strftime(Interpreter& vm, const Arguments& a) {
  const std::string_view format = expect_str(a[0], "strftime() argument 1");
  const int64_t now = static_cast<int64_t>(std::floor(wall(vm))), days = now >= 0 ? now / 86400 : (now - 86399) / 86400,
                second = now - days * 86400;
  int64_t year, month, day;
  civil_date(days, year, month, day);
  std::string out;
  const auto two = [&](int64_t v) { out += (v < 10 ? "0" : "") + std::to_string(v); };
  for (size_t i = 0; i < format.size(); ++i) {
    if (format[i] != '%' || i + 1 >= format.size()) {
      out.push_back(format[i]);
      continue;
    }
    switch (format[++i]) {
      case 'Y': out += std::to_string(year); break;
      case 'm': two(month); break;
      case 'd': two(day); break;
      case 'H': two(second / 3600); break;
      case 'M': two(second / 60 % 60); break;
      case 'S': two(second % 60); break;
      default: out += std::string("%") + format[i];
    }
  }
  return make_str(out);
}
}  // namespace

void load_time(Interpreter&, Module& module) {
  const std::pair<const char*, NativeFn> functions[] = {
      {"time", time},         {"time_ns", time_ns},         {"perf_counter", counter}, {"perf_counter_ns", counter_ns},
      {"monotonic", counter}, {"monotonic_ns", counter_ns}, {"process_time", counter}, {"process_time_ns", counter_ns},
      {"sleep", sleep},       {"strftime", strftime}};
  for (const auto& [name, fn] : functions) define_function(module, name, fn);
}

}  // namespace vt::vm
