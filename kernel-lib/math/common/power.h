// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A body: powers and roots (OpenCL C 3.0, 6.15.2), with the special values of each function. Before
// it stand
//   power_of_magnitude(x, y): |x|^y, and NaN for 0^0, infinity^0 and 1^infinity;
//   whole_power_of_magnitude(x, n) and root_of_magnitude(x, n): |x|^n and |x|^(1/n).

OVERLOAD gentype pow(gentype x, gentype y) {
  gentype magnitude = FABS(x), half_of_y = y * (gentype)0.5;
  gentype result = power_of_magnitude(x, y);
  bitsn is_whole = ROUND(y) == y;
  bitsn is_odd = is_whole & (ROUND(half_of_y) != half_of_y);
  ubitsn sign = is_odd ? AS_UBITS(x) & SIGN_BIT : (ubitsn)0;
  result = AS_FLOATING(AS_UBITS(result) ^ sign);
  bitsn is_root_of_negative = (x < (gentype)0) & (magnitude < (gentype)INFINITY) & (is_whole == 0);
  result = is_root_of_negative ? (gentype)NAN : result;
  bitsn is_one = (y == (gentype)0) | (x == (gentype)1) |
                 ((magnitude == (gentype)1) & (FABS(y) == (gentype)INFINITY));
  return is_one ? (gentype)1 : result;
}

// powr gives NaN where pow gives 1 for 0^0, infinity^0, 1^infinity, NaN^0 and 1^NaN, and for
// negative bases. A zero counts as positive, whatever its sign.
OVERLOAD gentype powr(gentype x, gentype y) {
  gentype result = power_of_magnitude(x, y);
  return x < (gentype)0 ? (gentype)NAN : result;
}

OVERLOAD gentype pown(gentype x, intn n) {
  gentype result = whole_power_of_magnitude(x, n);
  bitsn is_odd = (CONVERT(n, bits) & 1) != 0;
  ubitsn sign = is_odd ? AS_UBITS(x) & SIGN_BIT : (ubitsn)0;
  result = AS_FLOATING(AS_UBITS(result) ^ sign);
  return CONVERT(n, bits) == 0 ? (gentype)1 : result;
}

OVERLOAD gentype rootn(gentype x, intn n) {
  gentype result = root_of_magnitude(x, n);
  bitsn is_odd = (CONVERT(n, bits) & 1) != 0;
  ubitsn sign = is_odd ? AS_UBITS(x) & SIGN_BIT : (ubitsn)0;
  result = AS_FLOATING(AS_UBITS(result) ^ sign);
  bitsn is_undefined = (CONVERT(n, bits) == 0) | ((x < (gentype)0) & (is_odd == 0));
  return is_undefined ? (gentype)NAN : result;
}
