// Helper functions for WGSL kernels: functions that WGSL lacks or defines less exactly than loop nests do.
// A kernel's module gets only the ones that it calls.
#include <cctype>
#include <map>
#include <set>

#include "codegen/expand.h"
#include "codegen/wgsl_text.h"

namespace vt::codegen {

namespace {

// One function after the other; a shared declaration stands before the first function that uses it.
const char* const kFunctions = R"(
fn infinity() -> f32 { return bitcast<f32>(infinity_bits); }
fn not_a_number() -> f32 { return bitcast<f32>(infinity_bits | 0x400000u); }
fn is_nan(a: f32) -> bool { return (bitcast<u32>(a) & 0x7fffffffu) > 0x7f800000u; }
fn is_infinite(a: f32) -> bool { return (bitcast<u32>(a) & 0x7fffffffu) == 0x7f800000u; }
fn max_of(a: f32, b: f32) -> f32 { return select(b, a, a > b || is_nan(a)); }
fn min_of(a: f32, b: f32) -> f32 { return select(b, a, a < b || is_nan(a)); }
fn sign_of(a: f32) -> f32 { return select(select(0.0, -1.0, a < 0.0), 1.0, a > 0.0); }
fn wrap_u8(a: i32) -> i32 { return a & 255; }
fn wrap_i8(a: i32) -> i32 { return (a << 24u) >> 24u; }
fn wrap_i16(a: i32) -> i32 { return (a << 16u) >> 16u; }
fn floor_divide(a: i32, b: i32) -> i32 { return a / b - select(0, 1, a % b != 0 && (a < 0) != (b < 0)); }
fn floor_remainder(a: i32, b: i32) -> i32 { let r = a % b; return select(r, r + b, r != 0 && (r < 0) != (b < 0)); }
fn integer_power(a: i32, n: i32) -> i32 {
  if (n < 0) { return select(select(0, select(1, a, (n & 1) != 0), a == -1), 1, a == 1); }
  var r = 1;
  var factor = a;
  for (var left = n; left > 0; left >>= 1u) {
    if ((left & 1) != 0) { r *= factor; }
    factor *= factor;
  }
  return r;
}
fn shift_left(a: i32, n: i32) -> i32 { return select(0, a << u32(n & 31), n >= 0 && n < 32); }
fn shift_right(a: i32, n: i32) -> i32 { return a >> u32(select(31, n, n >= 0 && n < 32)); }
fn byte_at(word: u32, place: i32) -> u32 { return (word >> (u32(place & 3) * 8u)) & 255u; }
fn half_at(word: u32, place: i32) -> u32 { return (word >> (u32(place & 1) * 16u)) & 65535u; }
fn sign_of_byte(byte: u32) -> i32 { return bitcast<i32>(byte << 24u) >> 24u; }
fn sign_of_half(half: u32) -> i32 { return bitcast<i32>(half << 16u) >> 16u; }
fn load_f16(half: u32) -> f32 {
  let exponent = (half >> 10u) & 31u;
  let fraction = half & 1023u;
  let sign = (half & 0x8000u) << 16u;
  if (exponent == 31u) { return bitcast<f32>((sign | (fraction << 13u)) | infinity_bits); }
  if (exponent == 0u) { return select(1.0, -1.0, sign != 0u) * (f32(fraction) * 5.9604644775390625e-8); }
  return bitcast<f32>(sign | ((exponent + 112u) << 23u) | (fraction << 13u));
}
fn store_f16(a: f32) -> u32 {
  let all = bitcast<u32>(a);
  let sign = (all >> 16u) & 0x8000u;
  let size = all & 0x7fffffffu;
  if (size > 0x7f800000u) { return sign | 0x7e00u; }
  if (size >= 0x477ff000u) { return sign | 0x7c00u; }
  if (size < 0x38800000u) { return sign | u32(round(bitcast<f32>(size) * 16777216.0)); }
  return sign | ((size + 0xfffu + ((size >> 13u) & 1u) - 0x38000000u) >> 13u);
}
fn load_bf16(half: u32) -> f32 { return bitcast<f32>(half << 16u); }
fn store_bf16(a: f32) -> u32 {
  let all = bitcast<u32>(a);
  if (is_nan(a)) { return 0x7fc0u; }
  return (all + 0x7fffu + ((all >> 16u) & 1u)) >> 16u;
}
fn round_f16(a: f32) -> f32 { return load_f16(store_f16(a)); }
fn round_bf16(a: f32) -> f32 { return load_bf16(store_bf16(a)); }
fn bytes_of(word: u32) -> vec4<u32> { return (vec4<u32>(word) >> vec4<u32>(0u, 8u, 16u, 24u)) & vec4<u32>(255u); }
fn halves_of(words: vec2<u32>) -> vec4<u32> { return vec4<u32>(words.x & 65535u, words.x >> 16u, words.y & 65535u, words.y >> 16u); }
fn word_of(bytes: vec4<u32>) -> u32 { let b = (bytes & vec4<u32>(255u)) << vec4<u32>(0u, 8u, 16u, 24u); return b.x | b.y | b.z | b.w; }
fn words_of(halves: vec4<u32>) -> vec2<u32> { let h = halves & vec4<u32>(65535u); return vec2<u32>(h.x | (h.y << 16u), h.z | (h.w << 16u)); }
fn first_bytes(kept: u32, word: u32, count: i32) -> u32 { let mask = (1u << (u32(count) * 8u)) - 1u; return (kept & ~mask) | (word & mask); }
fn first_halves(kept: vec2<u32>, words: vec2<u32>, count: i32) -> vec2<u32> {
  let low = select((1u << (u32(count) * 16u)) - 1u, 0xffffffffu, count > 1);
  let high = select(0u, 65535u, count > 2);
  let mask = vec2<u32>(low, high);
  return (kept & ~mask) | (words & mask);
}
fn is_first_max(a: f32, i: i32, b: f32, j: i32) -> bool {
  if (j < 0 || i < 0) { return i >= 0; }
  if (is_nan(a) || is_nan(b)) { return is_nan(a) && (!is_nan(b) || i < j); }
  return a > b || (a == b && i < j);
}
fn is_first_min(a: f32, i: i32, b: f32, j: i32) -> bool {
  if (j < 0 || i < 0) { return i >= 0; }
  if (is_nan(a) || is_nan(b)) { return is_nan(a) && (!is_nan(b) || i < j); }
  return a < b || (a == b && i < j);
}
fn is_first_max_i32(a: i32, i: i32, b: i32, j: i32) -> bool { return select(a > b || (a == b && i < j), i >= 0, j < 0 || i < 0); }
fn is_first_min_i32(a: i32, i: i32, b: i32, j: i32) -> bool { return select(a < b || (a == b && i < j), i >= 0, j < 0 || i < 0); }
fn is_first_max_i64(a: I64, i: i32, b: I64, j: i32) -> bool { return select(i64_less(b, a) || (i64_equal(a, b) && i < j), i >= 0, j < 0 || i < 0); }
fn is_first_min_i64(a: I64, i: i32, b: I64, j: i32) -> bool { return select(i64_less(a, b) || (i64_equal(a, b) && i < j), i >= 0, j < 0 || i < 0); }
fn i64_of(a: i32) -> I64 { return I64(u32(a), select(0u, 0xffffffffu, a < 0)); }
fn i64_add(a: I64, b: I64) -> I64 { let low = a.x + b.x; return I64(low, a.y + b.y + select(0u, 1u, low < a.x)); }
fn i64_sub(a: I64, b: I64) -> I64 { return I64(a.x - b.x, a.y - b.y - select(0u, 1u, a.x < b.x)); }
fn i64_neg(a: I64) -> I64 { return i64_sub(I64(0u, 0u), a); }
fn u64_product(a: u32, b: u32) -> I64 {
  let low = (a & 65535u) * (b & 65535u);
  let left = (a >> 16u) * (b & 65535u);
  let right = (a & 65535u) * (b >> 16u);
  let middle = (low >> 16u) + (left & 65535u) + (right & 65535u);
  return I64((low & 65535u) | (middle << 16u), (a >> 16u) * (b >> 16u) + (left >> 16u) + (right >> 16u) + (middle >> 16u));
}
fn i64_mul(a: I64, b: I64) -> I64 { let low = u64_product(a.x, b.x); return I64(low.x, low.y + a.x * b.y + a.y * b.x); }
fn i64_equal(a: I64, b: I64) -> bool { return all(a == b); }
fn i64_less(a: I64, b: I64) -> bool { return select(i32(a.y) < i32(b.y), a.x < b.x, a.y == b.y); }
fn i64_max(a: I64, b: I64) -> I64 { return select(a, b, i64_less(a, b)); }
fn i64_min(a: I64, b: I64) -> I64 { return select(a, b, i64_less(b, a)); }
fn i64_abs(a: I64) -> I64 { return select(a, i64_neg(a), i32(a.y) < 0); }
fn i64_sign(a: I64) -> I64 { return select(i64_of(select(1, 0, i64_equal(a, I64(0u, 0u)))), i64_of(-1), i32(a.y) < 0); }
fn i64_shl(a: I64, n: I64) -> I64 {
  let by = n.x;
  if (n.y != 0u || by > 63u) { return I64(0u, 0u); }
  if (by == 0u) { return a; }
  if (by >= 32u) { return I64(0u, a.x << (by - 32u)); }
  return I64(a.x << by, (a.y << by) | (a.x >> (32u - by)));
}
fn i64_shr(a: I64, n: I64) -> I64 {
  let by = select(63u, n.x, n.y == 0u && n.x < 64u);
  let high = bitcast<i32>(a.y);
  if (by == 0u) { return a; }
  if (by >= 32u) { return I64(u32(high >> (by - 32u)), u32(high >> 31u)); }
  return I64((a.x >> by) | (a.y << (32u - by)), u32(high >> by));
}
fn u64_divide(a: I64, b: I64) -> vec4<u32> {
  var quotient = I64(0u, 0u);
  var rest = I64(0u, 0u);
  for (var bit = 63; bit >= 0; bit--) {
    let digit = (select(a.x, a.y, bit > 31) >> (u32(bit) & 31u)) & 1u;
    let over = rest.y >> 31u;
    rest = I64((rest.x << 1u) | digit, (rest.y << 1u) | (rest.x >> 31u));
    let less = select(rest.y < b.y, rest.x < b.x, rest.y == b.y);
    if (over != 0u || !less) {
      rest = i64_sub(rest, b);
      if (bit > 31) { quotient.y |= 1u << (u32(bit) & 31u); } else { quotient.x |= 1u << u32(bit); }
    }
  }
  return vec4<u32>(quotient, rest);
}
fn i64_divide(a: I64, b: I64) -> I64 {
  let q = u64_divide(i64_abs(a), i64_abs(b)).xy;
  return select(q, i64_neg(q), ((a.y ^ b.y) >> 31u) != 0u);
}
fn i64_remainder(a: I64, b: I64) -> I64 {
  let r = u64_divide(i64_abs(a), i64_abs(b)).zw;
  return select(r, i64_neg(r), (a.y >> 31u) != 0u);
}
fn i64_floor_divide(a: I64, b: I64) -> I64 {
  let r = i64_remainder(a, b);
  let q = i64_divide(a, b);
  return select(q, i64_sub(q, I64(1u, 0u)), any(r != I64(0u, 0u)) && ((r.y ^ b.y) >> 31u) != 0u);
}
fn i64_floor_remainder(a: I64, b: I64) -> I64 {
  let r = i64_remainder(a, b);
  return select(r, i64_add(r, b), any(r != I64(0u, 0u)) && ((r.y ^ b.y) >> 31u) != 0u);
}
fn i64_power(a: I64, n: I64) -> I64 {
  let one = I64(1u, 0u);
  if (i32(n.y) < 0) {
    let odd = (n.x & 1u) != 0u;
    return select(select(I64(0u, 0u), select(one, a, odd), i64_equal(a, i64_of(-1))), one, i64_equal(a, one));
  }
  var r = one;
  var factor = a;
  for (var left = n; any(left != I64(0u, 0u)); left = i64_shr(left, one)) {
    if ((left.x & 1u) != 0u) { r = i64_mul(r, factor); }
    factor = i64_mul(factor, factor);
  }
  return r;
}
fn f32_of_i64(a: I64) -> f32 {
  let size = i64_abs(a);
  var r = f32(size.x);
  if (size.y != 0u) {
    let by = 32u - countLeadingZeros(size.y);
    let low = size.x & select((1u << by) - 1u, 0xffffffffu, by == 32u);
    let kept = i64_shr(size, I64(by, 0u)).x | select(0u, 1u, low != 0u);
    r = ldexp(f32(kept), i32(by));
  }
  return select(r, -r, (a.y >> 31u) != 0u);
}
fn i64_of_f32(a: f32) -> I64 {
  let size = min(abs(a), 9223371487098961920.0);
  let high = floor(size * 2.3283064365386963e-10);
  let r = I64(u32(size - high * 4294967296.0), u32(high));
  return select(r, i64_neg(r), a < 0.0);
}
fn f32_remainder(a: f32, b: f32) -> f32 {
  let divisor = abs(b);
  var r = abs(a);
  if (is_nan(a) || is_nan(b) || is_infinite(a) || divisor == 0.0) { return not_a_number(); }
  if (!is_infinite(b)) {
    var step = divisor;
    while (step <= r * 0.5) { step *= 2.0; }
    loop {
      if (r >= step) { r -= step; }
      if (step <= divisor) { break; }
      step *= 0.5;
    }
  }
  return select(r, -r, (bitcast<u32>(a) >> 31u) != 0u);
}
fn f32_floor_remainder(a: f32, b: f32) -> f32 { let r = f32_remainder(a, b); return select(r, r + b, r != 0.0 && (r < 0.0) != (b < 0.0)); }
fn f32_floor_divide(a: f32, b: f32) -> f32 {
  if (b == 0.0) { return a / b; }
  let r = f32_remainder(a, b);
  let q = (a - r) / b - select(0.0, 1.0, r != 0.0 && (r < 0.0) != (b < 0.0));
  let whole = floor(q);
  return select(whole + select(0.0, 1.0, q - whole > 0.5), a / b * 0.0, q == 0.0);
}
fn trig_far(x: f32, quarter: i32) -> f32 {
  let digits = array<u32, 6>(0x3c439041u, 0xdb629599u, 0xf534ddc0u, 0xfc2757d1u, 0x4e441529u, 0xa2f9836eu);
  let all = bitcast<u32>(x);
  if ((all & 0x7f800000u) == 0x7f800000u) { return not_a_number(); }
  let exponent = ((all >> 23u) & 255u) - 126u;
  let fraction = (all << 8u) | 0x80000000u;
  var product: array<u32, 7>;
  var carry = 0u;
  for (var i = 0; i < 6; i++) {
    let part = i64_add(u64_product(digits[i], fraction), I64(carry, 0u));
    product[i] = part.x;
    carry = part.y;
  }
  product[6] = carry;
  let word = 6 - i32(exponent >> 5u);
  let by = exponent & 31u;
  var turns = I64(product[word - 1], product[word]);
  if (by != 0u) { turns = I64((turns.x << by) | (product[word - 2] >> (32u - by)), (turns.y << by) | (turns.x >> (32u - by))); }
  var quadrant = i32(turns.y >> 30u);
  turns = I64(turns.x << 2u, (turns.y << 2u) | (turns.x >> 30u));
  var sign = select(1.0, -1.0, (all >> 31u) != 0u);
  if ((turns.y >> 31u) != 0u) {
    quadrant += 1;
    turns = i64_neg(turns);
    sign = -sign;
  }
  let odd_sign = select(1, -1, (all >> 31u) != 0u);
  let r = sign * (f32(turns.y) + f32(turns.x) * 2.3283064365386963e-10) * (1.57079632679489662 * 2.3283064365386963e-10);
  let turn = odd_sign * quadrant + quarter;
  let z = r * r;
  let sine = r + r * z * (-1.6666654611e-1 + z * (8.3321608736e-3 - z * 1.9515295891e-4));
  let cosine = 1.0 - 0.5 * z + z * z * (4.166664568298827e-2 + z * (-1.388731625493765e-3 + z * 2.443315711809948e-5));
  let value = select(sine, cosine, (turn & 1) != 0);
  return select(value, -value, (turn & 2) != 0);
}
fn sin_far(x: f32) -> f32 { return trig_far(x, 0); }
fn cos_far(x: f32) -> f32 { return trig_far(x, 1); }
fn tan_of(x: f32) -> f32 { return sin_of(x) / cos_of(x); }
fn atan_of(x: f32) -> f32 {
  let size = abs(x);
  var start = 0.0;
  var a = size;
  if (size > 2.414213562373095) {
    start = 1.5707963267948966;
    a = -1.0 / size;
  } else if (size > 0.4142135623730950) {
    start = 0.7853981633974483;
    a = (size - 1.0) / (size + 1.0);
  }
  let z = a * a;
  let r = start + (a + a * z * (-3.33329491539e-1 + z * (1.99777106478e-1 + z * (-1.38776856032e-1 + z * 8.05374449538e-2))));
  return select(r, -r, (bitcast<u32>(x) >> 31u) != 0u);
}
fn atan2_of(y: f32, x: f32) -> f32 {
  if (is_nan(x) || is_nan(y)) { return not_a_number(); }
  let negative = (bitcast<u32>(x) >> 31u) != 0u;
  var r = 0.0;
  if (is_infinite(x) && is_infinite(y)) { r = 0.7853981633974483; }
  else if (abs(x) >= abs(y)) { r = select(atan_of(abs(y) / abs(x)), 0.0, y == 0.0); }
  else { r = 1.5707963267948966 - atan_of(abs(x) / abs(y)); }
  if (negative) { r = 3.141592653589793 - r; }
  return select(r, -r, (bitcast<u32>(y) >> 31u) != 0u);
}
fn asin_of(x: f32) -> f32 {
  let size = abs(x);
  if (!(size <= 1.0)) { return not_a_number(); }
  let far = size > 0.5;
  let z = select(size * size, 0.5 * (1.0 - size), far);
  let a = select(size, sqrt(z), far);
  var r = a + a * z * (1.6666752422e-1 + z * (7.4953002686e-2 + z * (4.5470025998e-2 + z * (2.4181311049e-2 + z * 4.2163199048e-2))));
  if (far) { r = 1.5707963267948966 - 2.0 * r; }
  return select(r, -r, (bitcast<u32>(x) >> 31u) != 0u);
}
fn acos_of(x: f32) -> f32 {
  if (x > 0.5) { return 2.0 * asin_of(sqrt(0.5 * (1.0 - x))); }
  if (x < -0.5) { return 3.141592653589793 - 2.0 * asin_of(sqrt(0.5 * (1.0 + x))); }
  return 1.5707963267948966 - asin_of(x);
}
fn sinh_of(x: f32) -> f32 {
  let size = abs(x);
  let z = x * x;
  if (size < 1.0) { return x + x * z * (1.66667160211e-1 + z * (8.33028376239e-3 + z * 2.03721912945e-4)); }
  let half = exp_of(0.5 * size);
  let whole = exp_of(size);
  let r = select(0.5 * whole - 0.5 / whole, (0.5 * half) * half, size > 88.0);
  return select(r, -r, x < 0.0);
}
fn cosh_of(x: f32) -> f32 {
  let size = abs(x);
  let half = exp_of(0.5 * size);
  let whole = exp_of(size);
  return select(0.5 * whole + 0.5 / whole, (0.5 * half) * half, size > 88.0);
}
fn erfc_of(x: f32) -> f32 {
  let size = abs(x);
  let near = bitcast<f32>(bitcast<u32>(size) & 0xfffff000u);
  let t = 1.0 / (1.0 + 0.5 * size);
  let power = -1.26551223 + t * (1.00002368 + t * (0.37409196 + t * (0.09678418 + t * (-0.18628806 + t * (0.27886807 + t * (-1.13520398 + t * (1.48851587 + t * (-0.82215223 + t * 0.17087277))))))));
  let r = t * exp_of(power - (size - near) * (size + near)) * exp_of(-near * near);
  return select(select(r, 2.0 - r, x < 0.0), x, is_nan(x));
}
fn erfinv_of(x: f32) -> f32 {
  if (!(abs(x) < 1.0)) { return select(not_a_number(), x * infinity(), abs(x) == 1.0); }
  let w = -log_of((1.0 - x) * (1.0 + x));
  if (w < 5.0) {
    let a = w - 2.5;
    return x * (1.50140941 + a * (0.246640727 + a * (-0.00417768164 + a * (-0.00125372503 + a * (0.00021858087 + a * (-4.39150654e-06 + a * (-3.5233877e-06 + a * (3.43273939e-07 + a * 2.81022636e-08))))))));
  }
  let a = sqrt(w) - 3.0;
  return x * (2.83297682 + a * (1.00167406 + a * (0.00943887047 + a * (-0.0076224613 + a * (0.00573950773 + a * (-0.00367342844 + a * (0.00134934322 + a * (0.000100950558 - a * 0.000200214257))))))));
}
fn lgamma_above(x: f32) -> f32 {
  if (x < 1.25) {
    let a = x - 1.0;
    return a * (-5.772156501719101e-1 + a * (8.224670749082976e-1 + a * (-4.006931650563372e-1 + a * (2.705806208275915e-1 + a * (-2.067882815621965e-1 + a * (1.692415923504637e-1 + a * (-1.590086327657347e-1 + a * 1.369488127325832e-1)))))));
  }
  var z = x;
  var factor = 1.0;
  if (x < 6.5) {
    while (z >= 2.5) {
      z -= 1.0;
      factor *= z;
    }
    if (z < 1.5) {
      factor /= z;
      z += 1.0;
    }
    let a = z - 2.0;
    return log_of(factor) + a * (4.227843421859038e-1 + a * (3.224669577325661e-1 + a * (-6.735323259371034e-2 + a * (2.058355474821512e-2 + a * (-7.366775108654962e-3 + a * (2.863437556468661e-3 + a * (-1.311620815545743e-3 + a * 6.055172732649237e-4)))))));
  }
  let p = 1.0 / (x * x);
  return (x - 0.5) * log_of(x) - x + 0.91893853320467278 + (8.333316229807355e-2 + p * (-2.769887652139868e-3 + p * 6.789774945028216e-4)) / x;
}
fn lgamma_of(x: f32) -> f32 {
  if (is_nan(x)) { return x; }
  if (is_infinite(x)) { return abs(x); }
  if (x >= 0.75) { return lgamma_above(x); }
  if (x > 0.0) { return lgamma_above(x + 1.0) - log_of(x); }
  let rest = abs(x - round(x));
  if (rest == 0.0) { return infinity(); }
  return log_of(3.141592653589793 / (sin_of(3.141592653589793 * rest) * -x)) - select(lgamma_above(-x), lgamma_above(1.0 - x) - log_of(-x), x > -0.75);
}
fn high_bits(a: f32) -> f32 { return bitcast<f32>(bitcast<u32>(a) & 0xfffff000u); }
fn power_of_size(a: f32, b: f32) -> f32 {
  let tiny = a < 1.17549435e-38;
  let all = bitcast<i32>(select(a, a * 8388608.0, tiny)) - 0x3f3504f3;
  let n = f32((all >> 23u) - select(0, 23, tiny));
  let m = bitcast<f32>((all & 0x7fffff) + 0x3f3504f3);
  let s = (m - 1.0) / (m + 1.0);
  let sh = bitcast<f32>(bitcast<u32>(s) & 0xffffe000u);
  let mh = high_bits(m);
  let sl = (((mh - 1.0) - sh * (mh + 1.0)) + ((m - mh) - sh * (m - mh))) / (m + 1.0);
  let z = s * s;
  let curve = s * z * (0.961796693925975 + z * (0.577078016355585 + z * (0.412198583111132 + z * 0.320598897975325)));
  let exact = sh * 2.884765625;
  let rounded = n + exact;
  let error = ((n - rounded) + exact) + (sh * 0.000624456777927 + (sl * 2.885390081777927 + curve));
  let high = rounded + error;
  let rest = (rounded - high) + error;
  let hh = high_bits(high);
  let bh = high_bits(b);
  let first = hh * bh;
  let others = (high - hh) * b + (hh * (b - bh) + rest * b);
  let sum = first + others;
  if (sum > 129.0) { return infinity(); }
  if (sum < -151.0) { return 0.0; }
  let whole = round(sum);
  return exp2_of((first - whole) + others) * exp2_of(whole - trunc(whole * 0.5)) * exp2_of(trunc(whole * 0.5));
}
fn pow_of(a: f32, b: f32) -> f32 {
  if (b == 0.0 || a == 1.0) { return 1.0; }
  if (is_nan(a) || is_nan(b)) { return not_a_number(); }
  let size = abs(a);
  let whole = floor(b) == b;
  let odd = whole && abs(b) < 16777216.0 && (i32(b) & 1) != 0;
  let negative = (bitcast<u32>(a) >> 31u) != 0u;
  var r = 0.0;
  if (is_infinite(b)) { r = select(select(0.0, infinity(), (size > 1.0) == (b > 0.0)), 1.0, size == 1.0); }
  else if (size == 0.0 || is_infinite(a)) { r = select(0.0, infinity(), (size == 0.0) == (b < 0.0)); }
  else if (negative && !whole) { r = not_a_number(); }
  else if (b == 2.0) { r = a * a; }
  else { r = power_of_size(size, b); }
  return select(r, -r, negative && odd);
}
)";

// Functions whose bodies come from codegen/expand.h, with the names by which kernels call them.
struct Expanded {
  const char* name;
  loop::ScalarOp op;
};
constexpr Expanded kExpanded[] = {
    {"exp_of", loop::ScalarOp::kExp},     {"exp2_of", loop::ScalarOp::kExp2}, {"expm1_of", loop::ScalarOp::kExpm1},
    {"log_of", loop::ScalarOp::kLog},     {"log2_of", loop::ScalarOp::kLog2}, {"log10_of", loop::ScalarOp::kLog10},
    {"log1p_of", loop::ScalarOp::kLog1p}, {"sin_of", loop::ScalarOp::kSin},   {"cos_of", loop::ScalarOp::kCos},
    {"tanh_of", loop::ScalarOp::kTanh},   {"erf_of", loop::ScalarOp::kErf},   {"sigmoid_of", loop::ScalarOp::kSigmoid},
};

std::string expanded_text(const std::string& name, const Expansion& made) {
  std::string text = "fn " + name + "(x: f32) -> f32 {\n";
  const loop::Expr& result = made.exprs.at(made.result);
  const bool branches = result.op == loop::ScalarOp::kSelect && is_rare(made.exprs, result.operands[1]);
  std::vector<loop::ExprId> roots = {made.result};
  if (branches) roots = {result.operands[0], result.operands[2]};
  for (loop::ExprId id : needed_by(made.exprs, roots)) {
    const loop::Expr& e = made.exprs.at(id);
    std::string value =
        e.op == loop::ScalarOp::kInput ? "x" : wgsl_operation(made.exprs, e, wgsl_operands(made.exprs, e));
    text += "  let " + c_name(id) + " = " + value + ";\n";
  }
  if (branches)
    text += "  if (" + c_name(result.operands[0]) + ") { return " +
            (made.exprs.at(result.operands[1]).op == loop::ScalarOp::kSin ? "sin_far" : "cos_far") + "(x); }\n";
  return text + "  return " + c_name(branches ? result.operands[2] : made.result) + ";\n}\n";
}

struct Function {
  std::string name, text;
};

bool in_name(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; }

// The vector variant of a scalar function: "exp_of_4" from exp_of.
std::string for_vectors(const Function& scalar) {
  const std::string head = scalar.text.substr(0, scalar.text.find(" {"));
  std::string parameters, calls[4];
  size_t at = head.find('(') + 1;
  while (head[at] != ')') {
    size_t colon = head.find(": ", at), end = head.find_first_of(",)", colon);
    const std::string name = head.substr(at, colon - at), type = head.substr(colon + 2, end - colon - 2);
    parameters += (parameters.empty() ? "" : ", ") + name + ": vec4<" + type + ">";
    for (int lane = 0; lane < 4; ++lane)
      calls[lane] += (calls[lane].empty() ? "" : ", ") + name + "[" + number_text(lane) + "]";
    at = head[end] == ',' ? end + 2 : end;
  }
  std::string text = "fn " + scalar.name + "_4(" + parameters + ") -> vec4<" + head.substr(head.find("-> ") + 3) +
                     "> { return vec4<" + head.substr(head.find("-> ") + 3) + ">(";
  for (int lane = 0; lane < 4; ++lane) text += (lane ? ", " : "") + scalar.name + "(" + calls[lane] + ")";
  return text + "); }\n";
}

std::vector<Function> all_functions() {
  std::vector<Function> functions;
  std::string text = kFunctions;
  for (size_t at = text.find("\nfn "); at != std::string::npos;) {
    size_t next = text.find("\nfn ", at + 1);
    std::string one = text.substr(at + 1, next == std::string::npos ? next : next - at);
    functions.push_back({one.substr(3, one.find('(') - 3), one});
    at = next;
  }
  for (const Expanded& row : kExpanded) functions.push_back({row.name, expanded_text(row.name, expansion_of(row.op))});
  functions.push_back({"one_plus_erf", expanded_text("one_plus_erf", expansion_of_one_plus_erf())});
  for (size_t i = 0, count = functions.size(); i < count; ++i) {
    const std::string head = functions[i].text.substr(0, functions[i].text.find(" {"));
    const bool scalar = head.find("vec") == std::string::npos && head.find("I64") == std::string::npos &&
                        head.find("()") == std::string::npos;
    if (scalar) functions.push_back({functions[i].name + "_4", for_vectors(functions[i])});
  }
  return functions;
}

const char* const kDeclarations =
    "alias I64 = vec2<u32>;  // an integer of 64 bits: its low word and its high word\n"
    "var<private> infinity_bits: u32 = 0x7f800000u;\n";

void names_in(const std::string& text, std::set<std::string>& names) {
  for (size_t at = 0; at < text.size();) {
    if (!in_name(text[at])) {
      ++at;
      continue;
    }
    size_t end = at;
    while (end < text.size() && in_name(text[end])) ++end;
    names.insert(text.substr(at, end - at));
    at = end;
  }
}

const std::vector<Function>& functions() {
  static const std::vector<Function> all = all_functions();
  return all;
}

}  // namespace

std::string wgsl_prelude() {
  std::string text = kDeclarations;
  for (const Function& function : functions()) text += function.text;
  return text;
}

std::string wgsl_functions_for(const std::string& text) {
  std::set<std::string> wanted;
  names_in(text, wanted);
  std::vector<bool> taken(functions().size());
  for (bool more = true; more;) {
    more = false;
    for (size_t i = 0; i < taken.size(); ++i)
      if (!taken[i] && wanted.count(functions()[i].name)) {
        taken[i] = more = true;
        names_in(functions()[i].text, wanted);
      }
  }
  std::string made = kDeclarations;
  for (size_t i = 0; i < taken.size(); ++i)
    if (taken[i]) made += functions()[i].text;
  return made;
}

}  // namespace vt::codegen
