// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// How faulty kernels are built and run: the forms of their code, and the range.
#pragma once

#include "tests/checked/reports.h"
#include "tests/support/opencl.h"

#include <cstdlib>
#include <functional>
#include <numeric>
#include <string>
#include <vector>

namespace weft::test {

inline constexpr std::size_t items = 64, localSize = 16;

/// Options of builds.
inline constexpr const char *forms[] = {"-cl-weft-vectorise=off", "-cl-weft-vectorise=4",
                                        "-cl-weft-vectorise=16", "-cl-opt-disable",
                                        "-cl-weft-local-size=16"};

/// Whether only the first code is tested.
inline bool isFirstCode() { return std::string(std::getenv("WEFT_TIERS")) == "first"; }

/// Two forms for a fault, other ones for each, or all with WEFT_TEST_ALL=1: nearly all the time is
/// compilation. The first code has one form.
inline std::vector<const char *> formsFor(const std::string &fault) {
  const std::size_t first = std::hash<std::string>()(fault) % std::size(forms);
  const std::size_t count = std::getenv("WEFT_TEST_ALL") ? std::size(forms) : isFirstCode() ? 1 : 2;
  std::vector<const char *> list;
  for (std::size_t index = 0; index != count; ++index)
    list.push_back(forms[(first + index) % std::size(forms)]);
  return list;
}

/// A kernel k in file k.cl, whose body begins in line 3. It knows its global id i and its local id
/// l; `before` comes before it.
inline std::string kernelOf(const std::string &before, const std::string &parameters,
                            const std::string &body) {
  return before + "#line 1 \"k.cl\"\nkernel void k(" + parameters +
         ") {\nint i = get_global_id(0), l = get_local_id(0);\n" + body + "\n}\n";
}

/// Builds and runs a kernel of `out` and `in`, which have 64 numbers, in[i] is i, and `tile`, which
/// has 16 in local memory. Returns its reports.
inline std::vector<std::string> reportsOfKernel(const Session &session, const std::string &before,
                                                const std::string &body,
                                                const std::string &options) {
  const Program program = session.build(
      kernelOf(before, "global int *out, global const int *in, local int *tile", body),
      "-cl-std=CL3.0 " + options);
  return reportsOf([&] {
    std::vector<int> out(items), numbers(items);
    std::iota(numbers.begin(), numbers.end(), 0);
    session.run(program, "k", {{items}, {localSize}}, inOut(out), in(numbers),
                local(localSize * sizeof(int)));
  });
}

} // namespace weft::test
