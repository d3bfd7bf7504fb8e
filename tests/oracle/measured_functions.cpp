// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tests/oracle/measured_functions.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <limits>
#include <span>

namespace weft::test {
namespace {

using Real = long double;
using Arguments = std::span<const Real>;

Real dotOf(Arguments a, Arguments b) {
  Real sum = 0;
  for (std::size_t i = 0; i != a.size(); ++i)
    sum += a[i] * b[i];
  return sum;
}

Real distanceOf(Arguments a, Arguments b) {
  Real sum = 0;
  for (std::size_t i = 0; i != a.size(); ++i)
    sum += (a[i] - b[i]) * (a[i] - b[i]);
  return std::sqrt(sum);
}

Real crossOf(Arguments a, Arguments b, std::size_t i) {
  const std::size_t j = (i + 1) % 3, k = (i + 2) % 3;
  return i == 3 ? 0 : a[j] * b[k] - a[k] * b[j];
}

Real largest(Arguments a) {
  Real most = 0;
  for (const Real value : a)
    most = std::max(most, std::fabs(value));
  return most;
}

struct MeasuredFunction {
  const char *name;
  /// Of the component `i` of the result.
  Real (*reference)(Arguments a, Arguments b, std::size_t i);
  /// Units in the last place for arguments of so many components; 0 where the bound is absolute: a
  /// multiple of the product of the largest components.
  double (*ulps)(unsigned width);
};

// The bounds of the full profile. That of native_rsqrt is the implementation's; it is that of
// half_rsqrt here. The bound of dot holds for each component of cross.
const MeasuredFunction measuredFunctions[] = {
    {"sin", [](Arguments a, Arguments, std::size_t i) { return std::sin(a[i]); },
     [](unsigned) { return 4.0; }},
    {"cos", [](Arguments a, Arguments, std::size_t i) { return std::cos(a[i]); },
     [](unsigned) { return 4.0; }},
    {"exp", [](Arguments a, Arguments, std::size_t i) { return std::exp(a[i]); },
     [](unsigned) { return 3.0; }},
    {"tanh", [](Arguments a, Arguments, std::size_t i) { return std::tanh(a[i]); },
     [](unsigned) { return 5.0; }},
    {"pow", [](Arguments a, Arguments b, std::size_t i) { return std::pow(a[i], b[i]); },
     [](unsigned) { return 16.0; }},
    {"rsqrt", [](Arguments a, Arguments, std::size_t i) { return 1 / std::sqrt(a[i]); },
     [](unsigned) { return 2.0; }},
    {"half_rsqrt", [](Arguments a, Arguments, std::size_t i) { return 1 / std::sqrt(a[i]); },
     [](unsigned) { return 8192.0; }},
    {"native_rsqrt", [](Arguments a, Arguments, std::size_t i) { return 1 / std::sqrt(a[i]); },
     [](unsigned) { return 8192.0; }},
    {"length", [](Arguments a, Arguments, std::size_t) { return std::sqrt(dotOf(a, a)); },
     [](unsigned width) { return 2.75 + 0.5 * width; }},
    {"distance", [](Arguments a, Arguments b, std::size_t) { return distanceOf(a, b); },
     [](unsigned width) { return 2.5 + 2.0 * width; }},
    {"normalize",
     [](Arguments a, Arguments, std::size_t i) {
       const Real length = std::sqrt(dotOf(a, a));
       return length == 0 ? a[i] : a[i] / length;
     },
     [](unsigned width) { return 2.0 + width; }},
    {"dot", [](Arguments a, Arguments b, std::size_t) { return dotOf(a, b); },
     [](unsigned) { return 0.0; }},
    {"cross", crossOf, [](unsigned) { return 0.0; }},
};

const MeasuredFunction &functionOf(const oracle::MeasuredCall &call) {
  return *std::ranges::find(measuredFunctions, std::string(call.function), &MeasuredFunction::name);
}

bool isDouble(const oracle::MeasuredCall &call) { return std::string(call.element) == "double"; }

std::string typeName(const oracle::MeasuredCall &call, unsigned width) {
  return call.element + (width == 1 ? "" : std::to_string(width));
}

std::vector<Real> components(const oracle::MeasuredCall &call, const void *from, unsigned width) {
  std::vector<Real> values(width);
  for (unsigned i = 0; i != width; ++i)
    values[i] = isDouble(call) ? static_cast<const double *>(from)[i]
                               : Real(static_cast<const float *>(from)[i]);
  return values;
}

/// The distance of neighbours near `value`, and the largest number, of float or double.
template <class Type> Real ulpAt(Real value) {
  using Limits = std::numeric_limits<Type>;
  const int exponent = value == 0 ? Limits::min_exponent : std::ilogb(value) + 1;
  return std::ldexp(Real(1), std::max(exponent, Limits::min_exponent) - Limits::digits);
}

template <class Type> bool isWithin(Real found, Real expected, Real tolerance) {
  constexpr Real most = std::numeric_limits<Type>::max();
  if (std::isnan(expected) || std::isnan(found))
    return std::isnan(expected) == std::isnan(found);
  if (std::isinf(found)) // where the right result, or one within the bound, is too large
    return (found > 0) == (expected > 0) && std::fabs(expected) + tolerance > most;
  return std::fabs(found - expected) <= tolerance;
}

constexpr std::size_t argumentBytes = 128; // of double16

} // namespace

const weft_kernel_description &MeasuredFunctions::kernelFor(const oracle::MeasuredCall &call) {
  const std::string type = typeName(call, call.width), result = typeName(call, call.resultWidth);
  std::unique_ptr<LoadedProgram> &program = programs[call.function + (' ' + type)];
  if (!program) {
    const std::string arguments = call.arguments == 1 ? "*a" : "*a, *b";
    program = std::make_unique<LoadedProgram>(
        "kernel void k(global " + result + " *r, global const " + type + " *a, global const " +
            type + " *b) { *r = " + call.function + "(" + arguments + "); }\n",
        "-cl-std=CL3.0 -cl-weft-vectorise=off" + (cpu.empty() ? "" : " -cl-weft-cpu=" + cpu),
        /*verifies=*/false);
    if (!program->isLoaded()) {
      std::fprintf(stderr, "no kernel for %s: %s\n", call.function, program->log().c_str());
      std::abort();
    }
  }
  return *program->find("k");
}

void MeasuredFunctions::evaluate(const oracle::MeasuredCall &call, void *result) {
  const std::size_t elementBytes = isDouble(call) ? sizeof(double) : sizeof(float);
  const auto bytesOf = [&](unsigned width) { return elementBytes * (width == 3 ? 4 : width); };
  alignas(argumentBytes) unsigned char storage[3][argumentBytes] = {};
  for (unsigned i = 0; i != call.arguments; ++i)
    std::memcpy(storage[i + 1], call.argument[i], bytesOf(call.width));
  Launch launch(kernelFor(call));
  for (unsigned i = 0; i != 3; ++i)
    launch.set(i, static_cast<void *>(storage[i]));
  launch.run({});
  std::memcpy(result, storage[0], bytesOf(call.resultWidth));
  check(call, result);
}

void MeasuredFunctions::check(const oracle::MeasuredCall &call, const void *result) {
  const MeasuredFunction &function = functionOf(call);
  const auto a = components(call, call.argument[0], call.width);
  const auto b =
      call.arguments == 2 ? components(call, call.argument[1], call.width) : std::vector<Real>();
  const auto found = components(call, result, call.resultWidth);
  const double ulps = function.ulps(call.width);
  for (unsigned i = 0; i != call.resultWidth; ++i) {
    const Real expected = function.reference(a, b, i);
    const Real epsilon = isDouble(call) ? std::numeric_limits<double>::epsilon()
                                        : std::numeric_limits<float>::epsilon();
    const Real ulp = isDouble(call) ? ulpAt<double>(expected) : ulpAt<float>(expected);
    const Real tolerance =
        ulps != 0 ? ulps * ulp : largest(a) * largest(b) * (2 * call.width - 1) * epsilon;
    ++comparisons;
    const bool isRight = isDouble(call) ? isWithin<double>(found[i], expected, tolerance)
                                        : isWithin<float>(found[i], expected, tolerance);
    if (isRight || !firstFault.empty())
      continue;
    char text[256];
    std::snprintf(text, sizeof text, "%s of %s: %La instead of %La, for %La%s", call.function,
                  typeName(call, call.width).c_str(), found[i], expected,
                  a[std::min<std::size_t>(i, a.size() - 1)], call.width > 1 ? ", ..." : "");
    firstFault = text;
  }
}

} // namespace weft::test
