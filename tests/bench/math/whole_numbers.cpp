// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tests/bench/math/whole_numbers.h"

#include <algorithm>
#include <cstdio>
#include <cstring>
#include <random>

namespace weft::bench {
namespace {

// One row: `measure` gives the seconds of both sides for a size.
template <class Measure>
void printRow(const std::string &name, test::Progress &progress, const Measure &measure) {
  progress.step(name);
  std::string line;
  for (const Size &size : {small, large}) {
    const std::vector<double> seconds = measure(size);
    const double elements = static_cast<double>(size.count * size.repetitions) * 1e-6;
    char text[64];
    std::snprintf(text, sizeof text, " | %8.0f | %8.0f (%5.2f)", elements / seconds[0],
                  elements / seconds[1], seconds[1] / seconds[0]);
    line += text;
  }
  progress.clear();
  std::printf("%-30s%s\n", name.c_str(), line.c_str());
  std::fflush(stdout);
}

std::string kernelSource(const std::string &from, const std::string &to,
                         const std::string &expression) {
  return "kernel void run(global const " + from + " *x, global const " + from + " *y, global " +
         to + " *results) {\n  size_t i = get_global_id(0);\n  results[i] = " + expression +
         ";\n}\n";
}

std::vector<double> measure(const Device &device, const ScalarLoop &loop, const Size &size,
                            int rounds) {
  std::mt19937 random(1);
  Vector<std::int32_t> x = repeated<std::int32_t>(size.count, random),
                       y = repeated<std::int32_t>(size.count, random), results(size.count);
  const std::size_t bytes = size.count * sizeof(std::int32_t);
  const std::string call =
      std::string(loop.name) + (loop.operands == 1 ? "(x[i])" : "(x[i], y[i])");
  const Work work = device.work(kernelSource("int", "int", call),
                                {{x.data(), bytes}, {y.data(), bytes}, {results.data(), bytes}});
  return minSeconds({[&] { work.run(size.count, size.repetitions); },
                     [&] {
                       for (std::size_t i = 0; i < size.repetitions; ++i)
                         loop.run(x.data(), y.data(), results.data(), size.count);
                     }},
                    1 + rounds / size.part);
}

struct Conversion {
  const char *from;
  std::size_t fromBytes;
  const char *to;
  std::size_t toBytes;
  const char *function;
};

constexpr Conversion conversions[] = {
    {"float", 4, "uchar", 1, "convert_uchar_sat"},
    {"float", 4, "uchar", 1, "convert_uchar_sat_rte"},
    {"float", 4, "short", 2, "convert_short_sat_rte"},
    {"float", 4, "int", 4, "convert_int_sat"},
    {"float", 4, "uint", 4, "convert_uint_sat_rtp"},
    {"double", 8, "int", 4, "convert_int_sat_rte"},
    {"double", 8, "long", 8, "convert_long_sat"},
    {"int", 4, "uchar", 1, "convert_uchar_sat"},
    {"int", 4, "short", 2, "convert_short_sat"},
    {"long", 8, "int", 4, "convert_int_sat"},
    {"half", 2, "uchar", 1, "convert_uchar_sat_rte"},
    {"half", 2, "int", 4, "convert_int_sat"},
    {"float", 4, "half", 2, "convert_half_rtz"},
    {"double", 8, "half", 2, "convert_half"},
};

constexpr unsigned char notThere = 0xff;

// Reads and writes as many bytes as there are, of which the lesser number is copied and others are
// searched or filled.
void move(const Vector<unsigned char> &from, Vector<unsigned char> &to) {
  const std::size_t copied = std::min(from.size(), to.size());
  std::memcpy(to.data(), from.data(), copied);
  std::memset(to.data() + copied, 1, to.size() - copied);
  const void *found = std::memchr(from.data() + copied, notThere, from.size() - copied);
  asm volatile("" ::"r"(found) : "memory"); // each time
}

std::vector<double> measure(const Device &device, const Conversion &conversion, const Size &size,
                            int rounds) {
  std::mt19937 random(1);
  const auto make = [&] { return random() & 0x3f; }; // moderate numbers in any type
  Vector<unsigned char> from = repeated<unsigned char>(size.count * conversion.fromBytes, make),
                        to(size.count * conversion.toBytes);
  const Work work = device.work(
      kernelSource(conversion.from, conversion.to, std::string(conversion.function) + "(x[i])"),
      {{from.data(), from.size()}, {from.data(), from.size()}, {to.data(), to.size()}});
  Vector<unsigned char> target(to.size());
  return minSeconds({[&] { work.run(size.count, size.repetitions); },
                     [&] {
                       for (std::size_t i = 0; i < size.repetitions; ++i)
                         move(from, target);
                     }},
                    1 + rounds / size.part);
}

} // namespace

std::size_t countOfWholeNumbers(const Request &request) {
  std::ptrdiff_t count = 0;
  if (request.wantsGroup("integer"))
    count += std::ranges::count_if(
        scalarLoops(), [&](const ScalarLoop &loop) { return request.wants(loop.name); });
  if (request.wantsGroup("conversion"))
    count += std::ranges::count_if(conversions, [&](const Conversion &conversion) {
      return request.wants(conversion.function);
    });
  return static_cast<std::size_t>(count);
}

void runIntegers(const Device &device, const Request &request, test::Progress &progress) {
  if (!request.wantsGroup("integer"))
    return;
  std::printf("%-30s | L1: Weft | scalar loop      | DRAM: Weft | scalar loop\n", "integer (int)");
  for (const ScalarLoop &loop : scalarLoops()) {
    if (!request.wants(loop.name))
      continue;
    printRow(loop.name, progress,
             [&](const Size &size) { return measure(device, loop, size, request.rounds); });
  }
}

void runConversions(const Device &device, const Request &request, test::Progress &progress) {
  if (!request.wantsGroup("conversion"))
    return;
  std::printf("%-30s | L1: Weft | moved bytes      | DRAM: Weft | moved bytes\n", "conversion");
  for (const Conversion &conversion : conversions) {
    if (!request.wants(conversion.function))
      continue;
    printRow(std::string(conversion.function) + " of " + conversion.from, progress,
             [&](const Size &size) { return measure(device, conversion, size, request.rounds); });
  }
}

} // namespace weft::bench
