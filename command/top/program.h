// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The program that `weft top` runs. Its output to a terminal goes through here, so that it stands
// above the view; other output is the program's own.
#pragma once

#include "device/base/files/descriptor.h"

#include <poll.h>
#include <string>
#include <sys/types.h>
#include <vector>

namespace weft::command {

class Program {
public:
  /// Starts a program whose trace goes to a socket. `takesOutput`: of standard streams that are
  /// terminals. Throws runtime_error.
  Program(const std::vector<std::string> &words, const std::string &socket, bool takesOutput);

  void addTo(std::vector<pollfd> &waiting) const;
  /// The whole lines that have come for a terminal; all that is left when the program has ended.
  std::string takeOutput();
  bool hasEnded();
  /// When it has ended.
  int exitCode() const { return code; }

private:
  struct Stream {
    Descriptor pipe;
    std::string partial; ///< a line whose end has not come
  };

  pid_t child = -1;
  Descriptor handle; ///< can be read from when the program has ended
  std::vector<Stream> streams;
  bool ended = false;
  int code = 0;
};

} // namespace weft::command
