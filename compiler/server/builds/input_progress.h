// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Tells a user at a terminal how far weftc has come with several inputs.
#pragma once

#include "device/base/clock.h"

#include <cstddef>
#include <string>

namespace weft::compiler {

/// One line on standard error that is written over, and a summary in its place at the end. Nothing
/// where there is one input, or where standard error is no terminal.
class InputProgress {
public:
  explicit InputProgress(std::size_t count);
  /// Clears the line, so that what failed stands alone.
  ~InputProgress();
  InputProgress(const InputProgress &) = delete;
  InputProgress &operator=(const InputProgress &) = delete;

  /// The next step: an input, or what comes behind the last one; empty: nothing does.
  void begin(const std::string &name);
  /// All is done.
  void finish();

private:
  const std::size_t count;
  const bool isWanted;
  std::size_t begun = 0;
  bool isDrawn = false;
  const Elapsed time;
  void clear();
};

} // namespace weft::compiler
