// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The code of a program that a build has left to be made: what comes from the compiler, and how to
// ask for it.
//
// The process that built the program goes on to compile its kernels by itself: the best code, those
// first that somebody asked for. First code is made for those who wait. At the end it sends the
// program as a whole, which is what the cache keeps and CL_PROGRAM_BINARIES returns. If somebody
// kills it, the program is built again from the same request.
#pragma once

#include "compiler/client/binary.h"
#include "compiler/client/program_interface.h"
#include "compiler/client/protocol.h"
#include "device/base/descriptor.h"

#include <cstdint>
#include <memory>
#include <string>

namespace weft::compiler {

class ProgramCode {
public:
  ProgramCode(ProgramInterface interface, std::uint32_t flags, TierChoice tiers, Descriptor socket,
              std::string buildRequest)
      : programInterface(std::move(interface)), binaryFlags(flags), tierChoice(tiers),
        socket(std::move(socket)), buildRequest(std::move(buildRequest)) {}

  const ProgramInterface &interface() const { return programInterface; }
  std::uint32_t flags() const { return binaryFlags; } ///< BinaryFlags
  TierChoice tiers() const { return tierChoice; }     ///< as the user wants them for this program

  /// Asks for a kernel's code, or for the whole program. What the compiler loses is not said: ask
  /// again after a call of restart().
  void request(std::uint32_t kernel, Tier tier) const { sendRequest(socket.get(), {kernel, tier}); }

  /// Code that has come, or, as its text says, that cannot be made.
  struct Arrival {
    std::uint32_t kernel = wholeProgram;
    Tier tier = Tier::Best;
    std::shared_ptr<const Binary> binary; ///< null: there is none
    std::string log;                      ///< why
  };
  /// Takes one arrival. Closed: nothing comes any more. Throws bad_alloc.
  Passage receive(Arrival &arrival, bool waits) const;

  /// Has the program built again, when the socket is closed before all has come. False if that does
  /// not succeed, or has been tried before. Throws bad_alloc.
  bool restart();

private:
  ProgramInterface programInterface;
  std::uint32_t binaryFlags;
  TierChoice tierChoice;
  Descriptor socket;
  std::string buildRequest;
  int restartsLeft = 1;
};

} // namespace weft::compiler
