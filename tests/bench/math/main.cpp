// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Built-in functions in plain kernels, on one thread, in millions of elements a second: over arrays
// that the first-level cache holds and over arrays that no cache does. Elementary functions are
// measured beside the same loops over glibc's libmvec and SLEEF, 32 bytes at a time, and native_
// ones beside the accurate ones, which stand in libmvec's column; integer functions beside scalar
// loops; saturating conversions beside what moves as many bytes in and out.
//
//   math [rounds] [float|double|integer|conversion] [function...]
//
// The kernels are vectorised (-cl-weft-vectorise=auto). Each figure is the best of the rounds, in
// which the competitors take turns; large arrays have a quarter of them.
#include "tests/bench/math/device.h"
#include "tests/bench/math/native.h"
#include "tests/bench/math/request.h"
#include "tests/bench/math/whole_numbers.h"
#include "tests/bench/own_build.h"
#include "tests/support/command_line.h"
#include "tests/support/progress.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <random>
#include <string>
#include <vector>

using namespace weft::bench;

namespace {

/// Between which limits the operands lie.
struct Operands {
  double leastX, greatestX, leastY, greatestY;
};

struct Case {
  std::string name;
  Operands operands;
  int count = 1;
  bool floatOnly = false;
};

const std::vector<Case> cases = {
    {"exp", {-20, 20, 0, 0}},
    {"exp2", {-20, 20, 0, 0}},
    {"exp10", {-20, 20, 0, 0}},
    {"expm1", {-5, 5, 0, 0}},
    {"log", {0.001, 1000, 0, 0}},
    {"log2", {0.001, 1000, 0, 0}},
    {"log10", {0.001, 1000, 0, 0}},
    {"log1p", {-0.5, 100, 0, 0}},
    {"sin", {-100, 100, 0, 0}},
    {"cos", {-100, 100, 0, 0}},
    {"tan", {-100, 100, 0, 0}},
    {"sinpi", {-100, 100, 0, 0}},
    {"cospi", {-100, 100, 0, 0}},
    {"asin", {-1, 1, 0, 0}},
    {"acos", {-1, 1, 0, 0}},
    {"atan", {-10, 10, 0, 0}},
    {"sinh", {-5, 5, 0, 0}},
    {"cosh", {-5, 5, 0, 0}},
    {"tanh", {-3, 3, 0, 0}},
    {"asinh", {-50, 50, 0, 0}},
    {"acosh", {1, 50, 0, 0}},
    {"atanh", {-1, 1, 0, 0}},
    {"cbrt", {-100, 100, 0, 0}},
    {"pow", {0.01, 10, -5, 5}, 2},
    {"atan2", {-5, 5, -5, 5}, 2},
    {"hypot", {-5, 5, -5, 5}, 2},
    {"fmod", {-100, 100, -5, 5}, 2},
    {"remainder", {-100, 100, -5, 5}, 2},
    {"erf", {-3, 3, 0, 0}},
    {"erfc", {-3, 3, 0, 0}},
    {"tgamma", {0.5, 20, 0, 0}},
    {"lgamma", {0.5, 50, 0, 0}},
    {"native_exp", {-20, 20, 0, 0}, 1, true},
    {"native_exp2", {-20, 20, 0, 0}, 1, true},
    {"native_log", {0.001, 1000, 0, 0}, 1, true},
    {"native_log2", {0.001, 1000, 0, 0}, 1, true},
    {"native_sin", {-100, 100, 0, 0}, 1, true},
    {"native_cos", {-100, 100, 0, 0}, 1, true},
    {"native_tan", {-100, 100, 0, 0}, 1, true},
    {"native_powr", {0.01, 10, -5, 5}, 2, true},
    {"powr", {0.01, 10, -5, 5}, 2, true},
};

template <class T> constexpr const char *typeName = sizeof(T) == 4 ? "float" : "double";

template <class T> std::string kernelSource(const Case &test) {
  const std::string type = typeName<T>, call = test.count == 1 ? "(x[i])" : "(x[i], y[i])";
  return "kernel void run(global const " + type + " *x, global const " + type + " *y, global " +
         type + " *results) {\n  size_t i = get_global_id(0);\n  results[i] = " + test.name + call +
         ";\n}\n";
}

/// Millions of elements a second of Weft, libmvec and SLEEF, 0 for one that is not there.
template <class T>
std::vector<double> measure(const Device &device, const Case &test, const NativeFunction<T> *native,
                            const Size &size, int rounds) {
  const auto [count, repetitions, part] = size;
  std::mt19937 random(1);
  const auto fill = [&](double least, double greatest) {
    std::uniform_real_distribution<T> values(static_cast<T>(least), static_cast<T>(greatest));
    return repeated<T>(count, [&] { return values(random); });
  };
  Vector<T> x = fill(test.operands.leastX, test.operands.greatestX),
            y = fill(test.operands.leastY, test.operands.greatestY), results(count);
  const std::size_t bytes = count * sizeof(T);
  const auto workOf = [&](const Case &function) {
    return device.work(kernelSource<T>(function),
                       {{x.data(), bytes}, {y.data(), bytes}, {results.data(), bytes}});
  };
  const Work work = workOf(test);
  std::vector<std::function<void()>> competitors = {[&] { work.run(count, repetitions); }, nullptr,
                                                    nullptr};
  const auto loop = [&](ArrayFunction<T> function) -> std::function<void()> {
    if (!function)
      return nullptr;
    return [&, function] {
      for (std::size_t i = 0; i < size.repetitions; ++i)
        function(x.data(), y.data(), results.data(), x.size());
    };
  };
  constexpr const char *prefix = "native_";
  const bool isNative = test.name.starts_with(prefix);
  Case ordinary = test;
  ordinary.name.erase(0, isNative ? std::strlen(prefix) : 0);
  const Work accurate = workOf(ordinary);
  if (isNative)
    competitors[1] = [&] { accurate.run(count, repetitions); };
  if (native) {
    competitors[1] = loop(native->libmvec);
    competitors[2] = loop(native->sleef);
  }
  std::vector<double> rates = minSeconds(competitors, 1 + rounds / part);
  for (double &rate : rates)
    rate = rate > 0 ? static_cast<double>(count * repetitions) / rate * 1e-6 : 0;
  return rates;
}

std::string text(const std::vector<double> &rates) {
  char cell[64];
  std::snprintf(cell, sizeof cell, " | %8.0f", rates[0]);
  std::string line = cell;
  for (std::size_t i = 1; i < rates.size(); ++i) {
    std::snprintf(cell, sizeof cell, " | %8.0f (%5.2f)", rates[i], rates[0] / rates[i]);
    line += rates[i] > 0 ? cell : " |                 ";
  }
  return line;
}

/// Of Weft's rates over the others', for the summary.
class Shares {
public:
  void add(const std::vector<double> &rates) {
    for (std::size_t i = 1; i < rates.size(); ++i)
      if (rates[i] > 0)
        logarithms += std::log(rates[0] / rates[i]), ++count;
  }
  void print(const char *what) const {
    if (count)
      std::printf("%s: %.2f of the others in the geometric mean of %d\n", what,
                  std::exp(logarithms / count), count);
  }

private:
  double logarithms = 0;
  int count = 0;
};

template <class T> bool isWanted(const Case &test, const Request &request) {
  return request.wantsGroup(typeName<T>) && request.wants(test.name) &&
         (!test.floatOnly || sizeof(T) == 4);
}

template <class T> std::size_t countOfElementary(const Request &request) {
  return static_cast<std::size_t>(
      std::ranges::count_if(cases, [&](const Case &test) { return isWanted<T>(test, request); }));
}

template <class T>
void runElementary(const Device &device, const Request &request, weft::test::Progress &progress) {
  if (!request.wantsGroup(typeName<T>))
    return;
  constexpr Size cached = {8192 / sizeof(T), 256, 1};
  std::printf("%-12s | L1: Weft | libmvec          | SLEEF            | DRAM: Weft | libmvec"
              "         | SLEEF\n",
              typeName<T>);
  const auto functions = nativeFunctions<T>();
  Shares shares;
  for (const Case &test : cases) {
    if (!isWanted<T>(test, request))
      continue;
    const auto native = std::find_if(functions.begin(), functions.end(), [&](const auto &function) {
      return test.name == function.name;
    });
    const NativeFunction<T> *found = native == functions.end() ? nullptr : &*native;
    progress.step(test.name + " of " + typeName<T>);
    const std::vector<double> ofCached = measure(device, test, found, cached, request.rounds),
                              ofLarge = measure(device, test, found, large, request.rounds);
    progress.clear();
    std::printf("%-12s%s%s\n", test.name.c_str(), text(ofCached).c_str(), text(ofLarge).c_str());
    std::fflush(stdout);
    shares.add(ofCached);
  }
  shares.print("L1");
}

Request parse(int count, char **arguments) {
  Request request;
  std::vector<std::string> words;
  weft::test::CommandLine line("math");
  line.words(words);
  line.parse(count, arguments);
  for (const std::string &word : words)
    if (word == "float" || word == "double" || word == "integer" || word == "conversion")
      request.group = word;
    else if (std::isdigit(static_cast<unsigned char>(word.front())))
      request.rounds = std::max(1, std::stoi(word));
    else
      request.functions.push_back(word);
  return request;
}

} // namespace

int main(int count, char **arguments) {
  weft::bench::weftVendors();
  setenv("WEFT_TIERS", "best", /*overwrite=*/0); // kernels are measured in their best code
  setenv("WEFT_THREADS", "1", 1);                // the native loops have one thread, too
  const Request request = parse(count, arguments);
  if (!__builtin_cpu_supports("avx2") || !__builtin_cpu_supports("fma")) {
    std::printf("this CPU has no AVX2 to compare with\n");
    return EXIT_SUCCESS;
  }
  const Device device;
  std::printf("Millions of elements a second; in brackets Weft's share of them.\n");
  const std::size_t rows = countOfElementary<float>(request) + countOfElementary<double>(request) +
                           countOfWholeNumbers(request);
  weft::test::Progress progress(rows);
  runElementary<float>(device, request, progress);
  runElementary<double>(device, request, progress);
  runIntegers(device, request, progress);
  runConversions(device, request, progress);
  std::printf("%zu rows in %s\n", rows, weft::test::clockText(progress.seconds()).c_str());
}
