// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tests/bench/startup/fresh_processes.h"

#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>

namespace weft::bench {

namespace fs = std::filesystem;

namespace {

double median(std::vector<double> values) {
  if (values.empty())
    return 0;
  std::nth_element(values.begin(), values.begin() + values.size() / 2, values.end());
  return values[values.size() / 2];
}

} // namespace

CacheFolder::CacheFolder()
    : path(fs::temp_directory_path() / ("startup-" + std::to_string(getpid()))) {
  empty();
}

CacheFolder::~CacheFolder() { fs::remove_all(path); }

void CacheFolder::empty() const {
  fs::remove_all(path);
  fs::create_directories(path);
}

Figures runOnce(const Platform &platform, const CacheFolder &cache, const std::string &mode,
                unsigned seconds) {
  const std::string self = fs::read_symlink("/proc/self/exe");
  const std::string folder = cache.path;
  const std::string limit = seconds ? "timeout " + std::to_string(seconds) + " '" : "'";
  const std::string command = platform.environment() + "WEFT_CACHE_DIR='" + folder +
                              "' POCL_CACHE_DIR='" + folder + "' XDG_CACHE_HOME='" + folder + "' " +
                              limit + self + "' " + mode + " 2>/dev/null";
  int status;
  Figures figures = figuresOf(command, status);
  constexpr int codeOfTimeout = 124;
  const bool ranOutOfTime = WIFEXITED(status) && WEXITSTATUS(status) == codeOfTimeout;
  if (status != 0 && !ranOutOfTime)
    figures.clear();
  return figures;
}

Figures medians(const std::vector<Figures> &runs, const std::string &suffix) {
  std::map<std::string, std::vector<double>> columns;
  for (const Figures &run : runs)
    for (const auto &[name, value] : run)
      columns[name + suffix].push_back(value);
  Figures result;
  for (const auto &[name, values] : columns)
    result[name] = median(values);
  return result;
}

} // namespace weft::bench
