// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Kernels that read and write images, beside native C++ with as many threads, and beside other
// platforms:
//
//   images [--beside <name>=<folder of ICD files>]... [rounds [size]]
//
// Each row has median times in nanoseconds for each texel, and the ratio of the native time to that
// of the kernel. Other platforms run alone, one after the other, in processes of their own; their
// ratios are how many times faster the first platform is, in the end as geometric means.
#include "tests/bench/images/session.h"

#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <map>

using weft::bench::check;
using weft::bench::ImageFigure;
using weft::bench::ImageSession;

namespace {

struct Other {
  std::string name, folder;
  std::map<std::string, double> times; ///< by format and name
  double logarithms = 0;
};

struct Request {
  std::vector<Other> others;
  std::vector<const char *> numbers;
  bool isRaw = false;
  std::string program;
};

Request parse(int count, char **arguments) {
  Request request;
  request.program = arguments[0];
  for (int index = 1; index < count; ++index) {
    const std::string argument = arguments[index];
    if (argument == "--raw") {
      request.isRaw = true;
    } else if (argument == "--beside") {
      check(index + 1 < count && std::strchr(arguments[index + 1], '='),
            "--beside <name>=<folder>");
      const std::string pair = arguments[++index];
      const std::size_t equals = pair.find('=');
      request.others.push_back(
          {.name = pair.substr(0, equals), .folder = pair.substr(equals + 1), .times = {}});
    } else {
      request.numbers.push_back(arguments[index]);
    }
  }
  return request;
}

std::string keyOf(const std::string &format, const std::string &name) {
  return format + ' ' + name;
}

// Runs this program with another platform alone.
void measureOther(Other &other, const Request &request, int rounds, int size) {
  const std::string command = "OCL_ICD_VENDORS='" + other.folder + "' '" + request.program +
                              "' --raw " + std::to_string(rounds) + ' ' + std::to_string(size);
  std::FILE *output = popen(command.c_str(), "r");
  check(output, "another platform cannot be measured");
  char format[32], name[32];
  double time = 0;
  while (std::fscanf(output, "%31s %31s %lf", format, name, &time) == 3)
    other.times[keyOf(format, name)] = time;
  if (pclose(output) != 0)
    std::printf("%s fails, or differs, behind %zu rows\n", other.name.c_str(), other.times.size());
}

void print(const ImageFigure &figure, std::vector<Other> &others) {
  std::printf("%-8s %-14s %7.3f ns  native %7.3f ns  %5.2f x", figure.format.c_str(),
              figure.name.c_str(), figure.device, figure.native, figure.native / figure.device);
  for (Other &other : others)
    if (const auto time = other.times.find(keyOf(figure.format, figure.name));
        time != other.times.end()) {
      other.logarithms += std::log(time->second / figure.device);
      std::printf("  %s %7.3f ns  %5.2f x", other.name.c_str(), time->second,
                  time->second / figure.device);
    }
  std::printf("\n");
}

} // namespace

int main(int count, char **arguments) {
  Request request = parse(count, arguments);
  const int rounds = request.numbers.empty() ? 15 : std::atoi(request.numbers[0]);
  const int size = request.numbers.size() < 2 ? 2048 : std::atoi(request.numbers[1]);
  check(rounds > 0 && size > 0 && size % 64 == 0,
        "usage: images [--beside <name>=<folder>]... [rounds [size]], the size in steps of 64");
  for (Other &other : request.others)
    measureOther(other, request, rounds, size);
  const ImageSession session(static_cast<unsigned>(rounds), static_cast<std::size_t>(size));
  if (!request.isRaw)
    std::printf("%s\n", session.platformName().c_str());
  for (const auto &[format, type] :
       {std::pair("RGBA8", CL_UNORM_INT8), std::pair("RGBA32F", CL_FLOAT)})
    for (const ImageFigure &figure : session.measure(format, type))
      if (request.isRaw)
        std::printf("%s %s %f\n", figure.format.c_str(), figure.name.c_str(), figure.device);
      else
        print(figure, request.others);
  for (const Other &other : request.others)
    if (!other.times.empty())
      std::printf("%s: %.2f x in the geometric mean\n", other.name.c_str(),
                  std::exp(other.logarithms / static_cast<double>(other.times.size())));
}
