// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Operations of numbers whose result is none.
#include "tests/checked/faults/tables.h"

namespace weft::test {

std::vector<Fault> faultsOfNan() {
  return {
      {"division",
       "float x = in[i] - 3;\nout[i] = isnan(x / x);",
       "float x = in[i] + 3;\nout[i] = isnan(x / x);",
       {{{3}, "arithmetic: 4:18: NaN from numbers: 0 / 0"}}},
      {"function",
       "out[i] = isnan(log((float)(i - 1)));",
       "out[i] = isnan(log((float)(i + 1)));",
       {{{0}, "arithmetic: 3:16: NaN from numbers: log(-1)"}}},
      {"function_of_two",
       "out[i] = isnan(pow(i == 9 ? -2.0f : 2.0f, 0.5f));",
       "out[i] = isnan(pow(i == 9 ? 3.0f : 2.0f, 0.5f));",
       {{{9}, "arithmetic: 3:16: NaN from numbers: pow(-2, 0.5)"}}},
      {"vectors",
       "float4 v = (float4)(1, INFINITY, i, 2);\n"
       "out[i] = any(isnan(v - (float4)(1, i == 8 ? INFINITY : 0.0f, 1, 1)));",
       "float4 v = (float4)(1, INFINITY, i, 2);\n"
       "out[i] = any(isnan(v - (float4)(1, i == 8 ? 1.0f : 0.0f, 1, 1)));",
       {{{8}, "arithmetic: 4:22: NaN from numbers: inf - inf"}}},
      {"doubles",
       "double x = i == 1 ? 0.0 : 1.0;\nout[i] = isnan(x * INFINITY);",
       "double x = i == 1 ? 2.0 : 1.0;\nout[i] = isnan(x * INFINITY);",
       {{{1}, "arithmetic: 4:18: NaN from numbers: 0 * inf"}}},
      {"divergent_loop",
       "float s = 0;\nfor (int j = 0; j < i % 5; ++j) s += sqrt((float)(3 - j - (i == 14)));\n"
       "out[i] = isnan(s);",
       "float s = 0;\nfor (int j = 0; j < i % 5; ++j) s += sqrt((float)(4 - j - (i == 14)));\n"
       "out[i] = isnan(s);",
       {{{14}, "arithmetic: 4:38: NaN from numbers: sqrt(-1)"}}},
      // Only where a NaN comes into being; what it becomes is no mistake of its own.
      {"first_of_several",
       "float x = sqrt(i == 6 ? -1.0f : (float)i);\nout[i] = isnan(x * 2 + 1);",
       "float x = i == 6 ? NAN : (float)i;\nout[i] = isnan(x * 2 + sqrt(x));",
       {{{6}, "arithmetic: 3:11: NaN from numbers: sqrt(-1)"}}},
  };
}

} // namespace weft::test
