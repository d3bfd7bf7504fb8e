// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Shows a user at a terminal weftc's progress through several inputs.
#pragma once

#include "device/base/clock.h"

#include <cstddef>
#include <string>

namespace weft::compiler {

/// One line on standard error that is overwritten, and finally replaced by a summary. Nothing for a
/// single input, or if standard error is not a terminal.
class InputProgress {
public:
  explicit InputProgress(std::size_t count);
  /// Clears the line, so that errors stand alone.
  ~InputProgress();
  InputProgress(const InputProgress &) = delete;
  InputProgress &operator=(const InputProgress &) = delete;

  /// The next step: an input, or the work after the last one; empty: none.
  void begin(const std::string &name);
  /// Everything is done.
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
