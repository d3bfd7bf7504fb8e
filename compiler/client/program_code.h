// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The remaining code of a built program: what arrives from the compiler, and how to request it.
//
// The process that built the program goes on to compile its kernels by itself: the best code,
// requested kernels first. First code is generated on request. At the end it sends the whole
// program, which is what the cache stores and CL_PROGRAM_BINARIES returns. If somebody kills it,
// the program is rebuilt from the same request.
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
  /// The user's requirements for the program.
  struct Wishes {
    TierChoice tiers = TierChoice::Auto;
    bool binaryHasCode = false; ///< the binary for the host contains the code of all kernels
  };

  ProgramCode(ProgramInterface interface, std::uint32_t flags, Wishes wishes, Descriptor socket,
              std::string buildRequest)
      : programInterface(std::move(interface)), binaryFlags(flags), userWishes(wishes),
        socket(std::move(socket)), buildRequest(std::move(buildRequest)) {}

  const ProgramInterface &interface() const { return programInterface; }
  std::uint32_t flags() const { return binaryFlags; } ///< BinaryFlags
  const Wishes &wishes() const { return userWishes; }

  /// Requests a kernel's code, the whole program, or its intermediate binary. May run concurrently
  /// with receive() and buildAgain(). A request that is lost with the compiler is not reported:
  /// repeat it after restart().
  void request(std::uint32_t kernel, Tier tier) const { sendRequest(socket.get(), {kernel, tier}); }

  /// Code that has arrived or, as its text says, cannot be generated. `kernel` may be noCode.
  struct Arrival {
    std::uint32_t kernel = wholeProgram;
    Tier tier = Tier::Best;
    std::shared_ptr<const Binary> binary; ///< null: there is none
    std::string log;                      ///< why
    std::vector<CodeRecord> records;      ///< how code was generated since the last arrival
  };
  /// Takes one arrival. Closed: there are no more. Throws bad_alloc.
  Passage receive(Arrival &arrival, bool waits) const;

  /// Writes the source with its options to a new file in the folder, for a bug report. Returns its
  /// path; empty if there is no source, or the file cannot be written. Throws bad_alloc.
  std::string keepSource(const std::string &folder, const std::string &wrong) const;

  /// Becomes readable when receive() has something to take.
  int file() const { return socket.get(); }

  // If the socket is closed before everything has arrived:

  /// Whether rebuilding has not been tried yet.
  bool mayRestart() const { return !hasRestarted; }
  /// Rebuilds the program. Returns the socket for its code; none if that fails. Throws bad_alloc.
  Descriptor buildAgain() const;
  /// Continues with another compiler, without pending requests.
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
