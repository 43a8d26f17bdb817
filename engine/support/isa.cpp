#include "support/isa.h"

#include <cstdlib>

namespace vt {
namespace {

#ifdef __x86_64__
Isa widest() {
  const bool avx2 = __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma");
  const bool avx512 = __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512dq") &&
                      __builtin_cpu_supports("avx512bw") && __builtin_cpu_supports("avx512vl");
  return avx512 ? Isa::kAvx512 : avx2 ? Isa::kAvx2 : Isa::kPlain;
}
#else
Isa widest() { return Isa::kPlain; }
#endif

IsaChoice choose() {
  const char* value = std::getenv("VITRINE_CPU_ISA");
  const std::string name = value ? value : "";
  const Isa most = widest();
  if (name.empty() || name == "native") return {most, "-march=native", ""};
#ifdef __x86_64__
  struct Named {
    const char* name;
    Isa isa;
    const char* flag;
  };
  for (const Named& set : {Named{"sse2", Isa::kPlain, "-march=x86-64"}, Named{"avx2", Isa::kAvx2, "-march=x86-64-v3"},
                           Named{"avx512", Isa::kAvx512, "-march=x86-64-v4"}}) {
    if (name != set.name) continue;
    if (set.isa <= most) return {set.isa, set.flag, ""};
    return {most, "-march=native", "VITRINE_CPU_ISA=" + name + ": this processor does not have it"};
  }
  const std::string choices = "sse2 avx2 avx512 native";
#else
  const std::string choices = "native";
#endif
  return {most, "-march=native",
          "VITRINE_CPU_ISA: there is no instruction set called '" + name + "'; there are " + choices};
}

}  // namespace

const IsaChoice& isa_choice() {
  static const IsaChoice choice = choose();
  return choice;
}

}  // namespace vt
