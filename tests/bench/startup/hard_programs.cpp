// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tests/bench/startup/hard_programs.h"

#include <functional>

namespace weft::bench {

namespace {

std::string text(unsigned number) { return std::to_string(number); }

// `line`, once for each number below `count`.
std::string repeat(unsigned count, const std::function<std::string(unsigned)> &line) {
  std::string result;
  for (unsigned i = 0; i != count; ++i)
    result += line(i);
  return result;
}

const std::string kernelStart = "kernel void run(global int *out, int n) {\n"
                                "  int l = get_local_id(0);\n"
                                "  int g = get_global_id(0);\n"
                                "  int x = n + g;\n";
const std::string kernelEnd = "  out[g] = x;\n}\n";

// Each helper asks for ids itself, and the kernel calls all of them in turn.
std::string idHelpers(unsigned helpers, unsigned calls) {
  const auto helper = [](unsigned i) {
    return "int helper" + text(i) + "(global int *out, int x, int n) {\n" +
           "  int id = get_global_id(0) + get_local_id(0) * " + text(i + 1) + ";\n" +
           "  int size = get_local_size(0) + get_global_size(0);\n" +
           "  for (int k = 0; k < n; ++k) {\n" + "    if ((x ^ id) & 1)\n      x = x * " +
           text(2 * i + 3) + " + id;\n" + "    else\n      x = (x >> 1) ^ (k * size);\n" +
           "    for (int m = k; m > 0; m >>= 1)\n      x += (m & id) * " + text(i + 5) +
           ";\n  }\n" + "  out[get_global_id(0) + " + text(i + 1) +
           " * get_global_size(0)] = x;\n" + "  return x + id;\n}\n";
  };
  const auto call = [helpers](unsigned i) {
    return "  x = helper" + text(i % helpers) + "(out, x, n & " + text(i % 7 + 1) + ");\n";
  };
  return repeat(helpers, helper) + kernelStart + repeat(calls, call) + kernelEnd;
}

// Each array is filled before one barrier and read behind it.
std::string localArrays(unsigned count) {
  return kernelStart +
         repeat(count, [](unsigned i) { return "  local int a" + text(i) + "[64];\n"; }) +
         repeat(count,
                [](unsigned i) { return "  a" + text(i) + "[l] = x + " + text(i * 7) + ";\n"; }) +
         "  barrier(CLK_LOCAL_MEM_FENCE);\n" +
         repeat(count,
                [](unsigned i) {
                  return "  if (x & " + text(i + 1) + ")\n    x += a" + text(i) + "[63 - l];\n" +
                         "  else\n    out[g + " + text(64 * (i % 63 + 1)) + "] = x;\n";
                }) +
         kernelEnd;
}

// The cases lie too far apart for a table, and work-items take different ones.
std::string sparseSwitch(unsigned cases) {
  return kernelStart + "  for (int k = 0; k < n; ++k) {\n    switch ((x ^ k) & 0xfffff) {\n" +
         repeat(cases,
                [](unsigned i) {
                  return "    case " + text(i * i * 13 + i * 7) + ": x = x * " + text(2 * i + 3) +
                         " + out[g + 64 * (x & 63)]; out[g] = x; break;\n";
                }) +
         "    default: x += 3;\n    }\n  }\n" + kernelEnd;
}

// Work-items exchange values with others at a distance, as reductions and sorting networks do.
std::string barriers(unsigned count) {
  return kernelStart + "  local int a[64];\n  a[l] = x;\n" +
         repeat(count,
                [](unsigned i) {
                  return "  barrier(CLK_LOCAL_MEM_FENCE);\n  x += a[(l + " + text(i % 63 + 1) +
                         ") & 63] * " + text(i + 3) +
                         ";\n  barrier(CLK_LOCAL_MEM_FENCE);\n  a[l] = x;\n";
                }) +
         kernelEnd;
}

std::string kernels(unsigned count) {
  return repeat(count, [count](unsigned i) {
    const bool isFirst = i == 0;
    return "kernel void run" + (isFirst ? "" : text(i)) + "(global int *out, int n) {\n" +
           "  int g = get_global_id(0);\n  int x = g;\n" + "  for (int k = 0; k < n; ++k)\n" +
           "    x = x * " + text(i + 3) + " + (k & " + text(count - i) + ");\n" + "  if (g & " +
           text(i + 1) + ")\n    x ^= out[g];\n  out[g] = x;\n}\n";
  });
}

// Values are used far behind their definition, and every 16th statement writes memory.
std::string statements(unsigned count) {
  constexpr unsigned live = 16;
  const auto variable = [](unsigned i) { return "v" + text(i % live); };
  return kernelStart +
         repeat(live,
                [&](unsigned i) {
                  return "  int " + variable(i) + " = x * " + text(i + 3) + " + out[g];\n";
                }) +
         repeat(count,
                [&](unsigned i) {
                  std::string line = "  " + variable(i) + " = " + variable(i * 5 + 1) + " * " +
                                     text(i % 97 + 3) + " + (" + variable(i * 3 + 2) + " ^ " +
                                     text(i) + ");\n";
                  if (i % 16 == 15)
                    line += "  out[g + " + text(64 * (i / 16 % 63 + 1)) + "] = " + variable(i) +
                            " + out[g];\n";
                  return line;
                }) +
         repeat(live, [&](unsigned i) { return "  x += " + variable(i) + ";\n"; }) + kernelEnd;
}

} // namespace

std::vector<HardProgram> makeHardPrograms() {
  return {
      {"helpers", "40 helpers that ask for ids, 480 calls", idHelpers(40, 480)},
      {"local-arrays", "300 local arrays, one barrier", localArrays(300)},
      {"switch", "a switch of 200 sparse cases", sparseSwitch(200)},
      {"barriers-50", "50 barriers in a row", barriers(25)},
      {"barriers-120", "120 barriers in a row", barriers(60)},
      {"barriers-400", "400 barriers in a row", barriers(200)},
      {"kernels", "200 kernels in one source", kernels(200)},
      {"statements-1250", "1,250 statements in one block", statements(1250)},
      {"statements-5000", "5,000 statements in one block", statements(5000)},
      {"statements-20000", "20,000 statements in one block", statements(20000)},
  };
}

} // namespace weft::bench
