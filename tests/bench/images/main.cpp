// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Kernels that read and write images, beside native C++ with as many threads, and beside other
// platforms:
//
//   images [--no-peers] [--beside <name>=<folder of ICD files>[:<folder of libraries>]]...
//          [--only copy,histogram] [rounds [size]]
//
// Each row has median times in nanoseconds for each texel, and the ratio of the native time to that
// of the kernel. Other platforms run alone, one after the other, in processes of their own; their
// ratios are how many times faster the first platform is, in the end as geometric means.
#include "tests/bench/images/native.h"
#include "tests/bench/images/session.h"
#include "tests/bench/own_build.h"
#include "tests/bench/platforms.h"
#include "tests/support/command_line.h"
#include "tests/support/progress.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <iterator>
#include <map>

using weft::bench::check;
using weft::bench::ImageFigure;
using weft::bench::ImageSession;
using weft::bench::Platform;
using weft::test::Progress;

namespace {

struct Other {
  Platform platform;
  std::map<std::string, double> times = {}; ///< by format and name
  double logarithms = 0;
};

std::string keyOf(const std::string &format, const std::string &name) {
  return format + ' ' + name;
}

// Which kernels to measure, all or some, and how.
struct Selection {
  int rounds = 15, size = 2048;
  std::vector<std::string> only = {};

  std::size_t kernels() const {
    return only.empty() ? std::size(weft::bench::nativeWorks) : only.size();
  }
  std::string words() const {
    std::string text = std::to_string(rounds) + ' ' + std::to_string(size);
    for (std::size_t index = 0; index != only.size(); ++index)
      text += (index ? "," : " --only ") + only[index];
    return text;
  }
};

// Runs this program with another platform alone.
void measureOther(Other &other, const Selection &selection, Progress &progress) {
  const std::string &name = other.platform.name;
  const std::string command = other.platform.environment() + "'" +
                              std::filesystem::read_symlink("/proc/self/exe").string() +
                              "' --raw " + selection.words();
  progress.step(name);
  std::FILE *output = popen(command.c_str(), "r");
  check(output, "another platform cannot be measured");
  char format[32], kernel[32];
  double time = 0;
  while (std::fscanf(output, "%31s %31s %lf", format, kernel, &time) == 3) {
    other.times[keyOf(format, kernel)] = time;
    progress.step(name + ", behind " + keyOf(format, kernel));
  }
  if (pclose(output) != 0) {
    progress.clear();
    std::printf("%s fails, or differs, behind %zu rows\n", name.c_str(), other.times.size());
  }
}

bool isKernel(const std::string &name) {
  return std::ranges::any_of(weft::bench::nativeWorks,
                             [&](const auto &work) { return work.name == name; });
}

void print(const ImageFigure &figure, std::vector<Other> &others) {
  std::printf("%-8s %-14s %7.3f ns  native %7.3f ns  %5.2f x", figure.format.c_str(),
              figure.name.c_str(), figure.device, figure.native, figure.native / figure.device);
  for (Other &other : others)
    if (const auto time = other.times.find(keyOf(figure.format, figure.name));
        time != other.times.end()) {
      other.logarithms += std::log(time->second / figure.device);
      std::printf("  %s %7.3f ns  %5.2f x", other.platform.name.c_str(), time->second,
                  time->second / figure.device);
    }
  std::printf("\n");
}

} // namespace

int main(int count, char **arguments) {
  weft::bench::weftVendors();
  std::vector<std::string> words;
  weft::bench::PlatformOptions platforms;
  bool isRaw = false;
  Selection selection;
  weft::test::CommandLine line("images");
  line.flag("--raw", isRaw).option("--only", selection.only).words(words);
  weft::bench::addPlatformOptions(line, platforms);
  line.parse(count, arguments);
  if (!words.empty())
    selection.rounds = std::atoi(words[0].c_str());
  if (words.size() > 1)
    selection.size = std::atoi(words[1].c_str());
  check(selection.rounds > 0 && selection.size > 0 && selection.size % 64 == 0,
        "the size is in steps of 64");
  check(std::ranges::all_of(selection.only, isKernel), "--only takes names of kernels");
  std::vector<Other> others;
  if (!isRaw)
    for (const Platform &platform : weft::bench::weftAndOthers(platforms))
      others.push_back({platform});
  if (!others.empty())
    others.erase(others.begin()); // Weft itself
  const std::pair<const char *, cl_channel_type> formats[] = {{"RGBA8", CL_UNORM_INT8},
                                                              {"RGBA32F", CL_FLOAT}};
  Progress progress(std::size(formats) * selection.kernels() * (1 + others.size()));
  for (Other &other : others)
    measureOther(other, selection, progress);
  const ImageSession session(static_cast<unsigned>(selection.rounds),
                             static_cast<std::size_t>(selection.size), selection.only);
  progress.clear();
  if (!isRaw)
    std::printf("%s\n", session.platformName().c_str());
  double logarithms = 0;
  std::size_t rows = 0;
  for (const auto &[format, type] : formats) {
    const auto step = [&](const std::string &name) { progress.step(keyOf(format, name)); };
    for (const ImageFigure &figure : session.measure(format, type, step)) {
      progress.clear();
      logarithms += std::log(figure.native / figure.device);
      ++rows;
      if (isRaw)
        std::printf("%s %s %f\n", figure.format.c_str(), figure.name.c_str(), figure.device);
      else
        print(figure, others);
      std::fflush(stdout);
    }
  }
  if (isRaw)
    return 0;
  for (const Other &other : others)
    if (!other.times.empty())
      std::printf("%s: %.2f x in the geometric mean\n", other.platform.name.c_str(),
                  std::exp(other.logarithms / static_cast<double>(other.times.size())));
  std::printf("%zu rows in %s, %.2f x native in the geometric mean\n", rows,
              weft::test::clockText(progress.seconds()).c_str(),
              std::exp(logarithms / static_cast<double>(rows)));
}
