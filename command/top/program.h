// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The program that `weft top` runs. Its terminal output is forwarded, so that it appears above the
// view; other output is not redirected.
#pragma once

#include "device/base/files/descriptor.h"

#include <poll.h>
#include <string>
#include <sys/types.h>
#include <vector>

namespace weft::command {

class Program {
public:
  /// Starts a program that sends its trace to a socket. `takesOutput`: for standard streams that
  /// are terminals. Throws runtime_error.
  Program(const std::vector<std::string> &words, const std::string &socket, bool takesOutput);

  void addTo(std::vector<pollfd> &waiting) const;
  /// The complete lines received for a terminal; everything remaining when the program has ended.
  std::string takeOutput();
  bool hasEnded();
  /// When it has ended.
  int exitCode() const { return code; }

private:
  struct Stream {
    Descriptor pipe;
    std::string partial; ///< an incomplete line
  };

  pid_t child = -1;
  Descriptor handle; ///< readable when the program has ended
  std::vector<Stream> streams;
  bool ended = false;
  int code = 0;
};

} // namespace weft::command
