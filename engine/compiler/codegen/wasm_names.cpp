#include "codegen/wasm_names.h"

namespace vt::codegen {
using loop::ScalarOp;

const char* import_name(ScalarOp o) {
  switch (o) {
    case ScalarOp::kExp: return "exp";
    case ScalarOp::kExp2: return "exp2";
    case ScalarOp::kExpm1: return "expm1";
    case ScalarOp::kLog: return "log";
    case ScalarOp::kLog2: return "log2";
    case ScalarOp::kLog10: return "log10";
    case ScalarOp::kLog1p: return "log1p";
    case ScalarOp::kSin: return "sin";
    case ScalarOp::kCos: return "cos";
    case ScalarOp::kTan: return "tan";
    case ScalarOp::kAsin: return "asin";
    case ScalarOp::kAcos: return "acos";
    case ScalarOp::kAtan: return "atan";
    case ScalarOp::kAtan2: return "atan2";
    case ScalarOp::kSinh: return "sinh";
    case ScalarOp::kCosh: return "cosh";
    case ScalarOp::kTanh: return "tanh";
    case ScalarOp::kErf: return "erf";
    case ScalarOp::kErfc: return "erfc";
    case ScalarOp::kLgamma: return "lgamma";
    case ScalarOp::kFmod: return "fmod";
    case ScalarOp::kPow: return "pow";
    default: return nullptr;
  }
}

const char* suffix_of(ScalarOp o) {
  switch (o) {
    case ScalarOp::kAdd: return "add";
    case ScalarOp::kSub: return "sub";
    case ScalarOp::kMul: return "mul";
    case ScalarOp::kDiv: return "div";
    case ScalarOp::kSqrt: return "sqrt";
    case ScalarOp::kAbs: return "abs";
    case ScalarOp::kNeg: return "neg";
    case ScalarOp::kFloor: return "floor";
    case ScalarOp::kCeil: return "ceil";
    case ScalarOp::kTrunc: return "trunc";
    case ScalarOp::kRound: return "nearest";
    case ScalarOp::kMax: return "max";
    case ScalarOp::kMin: return "min";
    case ScalarOp::kEqual: return "eq";
    case ScalarOp::kNotEqual: return "ne";
    case ScalarOp::kLess: return "lt";
    case ScalarOp::kLessEqual: return "le";
    case ScalarOp::kGreater: return "gt";
    case ScalarOp::kGreaterEqual: return "ge";
    case ScalarOp::kAnd: return "and";
    case ScalarOp::kOr: return "or";
    case ScalarOp::kXor: return "xor";
    default: return nullptr;
  }
}

bool is_comparison(ScalarOp o) { return o >= ScalarOp::kEqual && o <= ScalarOp::kGreaterEqual; }

std::string comparison_name(ScalarOp o, bool floating) {
  std::string name = suffix_of(o);
  return floating || name == "eq" || name == "ne" ? name : name + "_s";
}

}  // namespace vt::codegen
