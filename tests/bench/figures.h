// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Figures that a process prints, a line "<name> <figure>" each.
#pragma once

#include <cstdio>
#include <map>
#include <string>

namespace weft::bench {

using Figures = std::map<std::string, double>;

/// What a shell command prints. `status`: of waitpid, or -1 if it could not be started.
inline Figures figuresOf(const std::string &command, int &status) {
  Figures figures;
  status = -1;
  FILE *pipe = popen(command.c_str(), "r");
  if (!pipe)
    return figures;
  char name[64];
  double value;
  while (std::fscanf(pipe, "%63s %lf", name, &value) == 2)
    figures[name] = value;
  status = pclose(pipe);
  return figures;
}

} // namespace weft::bench
