// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The code of a program that a build has left to be made: what comes from the compiler, and how to
// ask for it.
//
// The process that built the program goes on to compile its kernels by itself: the best code, those
// first that somebody asked for. First code is made for those who wait. At the end it sends the
// program as a whole, which is what the cache keeps and CL_PROGRAM_BINARIES returns. If somebody
// kills it, the program is built again from the same request.
#pragma once

#include "compiler/interface/messages/protocol.h"
#include "compiler/interface/program/binary.h"
#include "compiler/interface/program/program_interface.h"
#include "device/base/files/descriptor.h"

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace weft::compiler {

class ProgramCode {
public:
  /// What the user wants of the program.
  struct Wishes {
    TierChoice tiers = TierChoice::Auto;
    bool binaryHasCode = false; ///< the binary that the host gets has the code of all kernels
  };

  ProgramCode(ProgramInterface interface, std::uint32_t flags, Wishes wishes, Descriptor socket,
              std::string buildRequest)
      : programInterface(std::move(interface)), binaryFlags(flags), userWishes(wishes),
        socket(std::move(socket)), buildRequest(std::move(buildRequest)) {}

  const ProgramInterface &interface() const { return programInterface; }
  std::uint32_t flags() const { return binaryFlags; } ///< BinaryFlags
  const Wishes &wishes() const { return userWishes; }

  /// Asks for a kernel's code, for the whole program, or for what it is made from. May run beside
  /// receive() and buildAgain(). Nothing tells of a request that is lost with the compiler: ask
  /// again after restart().
  void request(std::uint32_t kernel, Tier tier) const { sendRequest(socket.get(), {kernel, tier}); }

  /// Code that has come, or, as its text says, that cannot be made. `kernel` may be noCode.
  struct Arrival {
    std::uint32_t kernel = wholeProgram;
    Tier tier = Tier::Best;
    std::shared_ptr<const Binary> binary; ///< null: there is none
    std::string log;                      ///< why
    std::vector<CodeRecord> records;      ///< how codes came to be since the last arrival
  };
  /// Takes one arrival. Closed: nothing comes any more. Throws bad_alloc.
  Passage receive(Arrival &arrival, bool waits) const;

  /// Writes the source with its options into a new file in the folder, for a report of what went
  /// wrong. Its path; empty where there is no source, or the file cannot be written. Throws
  /// bad_alloc.
  std::string keepSource(const std::string &folder, const std::string &wrong) const;

  /// Becomes readable when receive() has something to take.
  int file() const { return socket.get(); }

  // When the socket is closed before all has come:

  /// Whether it has not been tried before to build again.
  bool mayRestart() const { return !hasRestarted; }
  /// Has the program built again. The socket for its code; none if that fails. Throws bad_alloc.
  Descriptor buildAgain() const;
  /// Goes on with another compiler, which nothing has been asked yet.
  void restart(Descriptor other) {
    socket = std::move(other);
    hasRestarted = true;
  }

private:
  ProgramInterface programInterface;
  std::uint32_t binaryFlags;
  Wishes userWishes;
  Descriptor socket;
  std::string buildRequest;
  bool hasRestarted = false;
};

} // namespace weft::compiler
