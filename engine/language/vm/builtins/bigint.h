// Arithmetic on integers of any size, as plain data. Below int.cpp, which puts the small
// integers in front of it; BigInt (vm/objects.h) is the object that holds the result.
#pragma once
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "vm/objects.h"

namespace vt::vm {

struct Big {
  bool negative = false;
  std::vector<uint32_t> limbs;  // least significant first, no leading zeros; zero is empty
  bool is_zero() const { return limbs.empty(); }
};

Big big_from(int64_t v);
Big big_from_unsigned(uint64_t v);
Big big_from_double(double v);  // truncates; v is finite
bool big_fits_int64(const Big& v, int64_t& out);
Value make_int(Big v);  // a small Value where it fits
Value make_int_unsigned(uint64_t v);

int big_compare(const Big& a, const Big& b);
Big big_add(const Big& a, const Big& b);
Big big_subtract(const Big& a, const Big& b);
Big big_multiply(const Big& a, const Big& b);
// Rounds towards minus infinity; b is not zero.
void big_divmod(const Big& a, const Big& b, Big& quotient, Big& remainder);
Big big_power(Big base, uint64_t exponent);
Big big_power_modulo(Big base, Big exponent, const Big& modulus);
Big big_shift_left(const Big& a, uint64_t bits);
Big big_shift_right(const Big& a, uint64_t bits);  // floors
enum class BitOp { kAnd, kOr, kXor };
Big big_bitwise(const Big& a, const Big& b, BitOp op);
uint64_t big_bit_length(const Big& v);
Big big_square_root(const Big& v);
Big big_gcd(Big a, Big b);

// Nearest double, ties to even; `overflow` is set where it would be infinite.
double big_to_double(const Big& v, bool& overflow);
// Correctly rounded quotient; b is not zero.
double big_true_divide(const Big& a, const Big& b, bool& overflow);

std::string big_to_string(const Big& v, int base = 10);
// Digits only, no sign, no underscores; false when one is not of the base.
bool big_parse(std::string_view digits, int base, Big& out);
uint64_t big_hash(const Big& v);

}  // namespace vt::vm
