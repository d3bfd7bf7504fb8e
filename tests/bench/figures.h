// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Figures that a process prints, a line "<name> <figure>" each.
#pragma once

#include <cmath>
#include <cstdio>
#include <functional>
#include <map>
#include <string>

namespace weft::bench {

using Figures = std::map<std::string, double>;

/// NAN if there is none.
inline double figure(const Figures &figures, const std::string &name) {
  const auto found = figures.find(name);
  return found == figures.end() ? NAN : found->second;
}

/// What a shell command prints. `status`: of waitpid, or -1 if it could not be started. Calls
/// `each` with the name of each figure when it is there.
inline Figures figuresOf(
    const std::string &command, int &status,
    const std::function<void(const std::string &)> &each = [](const std::string &) {}) {
  Figures figures;
  status = -1;
  FILE *pipe = popen(command.c_str(), "r");
  if (!pipe)
    return figures;
  char name[64];
  double value;
  while (std::fscanf(pipe, "%63s %lf", name, &value) == 2) {
    figures[name] = value;
    each(name);
  }
  status = pclose(pipe);
  return figures;
}

} // namespace weft::bench
