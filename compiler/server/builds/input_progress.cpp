// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/server/builds/input_progress.h"

#include <algorithm>
#include <cstdio>
#include <unistd.h>

namespace weft::compiler {

InputProgress::InputProgress(std::size_t count)
    : count(count), isWanted(count > 1 && ::isatty(STDERR_FILENO)) {}

InputProgress::~InputProgress() { clear(); }

void InputProgress::clear() {
  if (isDrawn)
    std::fputs("\r\033[K", stderr);
  isDrawn = false;
}

void InputProgress::begin(const std::string &name) {
  // Diagnostics of the previous input are where its line was.
  clear();
  const std::size_t finished = std::min(begun++, count);
  if (!isWanted || name.empty())
    return;
  std::fprintf(stderr, "[%zu/%zu] %s", std::min(begun, count), count, name.c_str());
  const double seconds = time.milliseconds() / 1000;
  if (finished && finished < count)
    std::fprintf(stderr, ", about %.0f s left",
                 seconds / static_cast<double>(finished) * static_cast<double>(count - finished));
  isDrawn = true;
}

void InputProgress::finish() {
  clear();
  if (isWanted)
    std::fprintf(stderr, "%zu inputs in %.1f s\n", count, time.milliseconds() / 1000);
}

} // namespace weft::compiler
