// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The state of a program's code.
#pragma once

#include "compiler/backend/linking/object_linking.h"
#include "compiler/interface/encoding/hash.h"
#include "compiler/interface/messages/protocol.h"
#include "compiler/options/tier.h"
#include "compiler/server/processes/build_watch.h"
#include "device/base/files/descriptor.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace weft::compiler {

enum class CodeState { None, Wanted, Running, Done, Failed };

/// The code of one kernel in one tier, or of the whole program.
struct Code {
  CodeState state = CodeState::None;
  bool isRequested = false; ///< the client waits for it, or would use it
  int losses = 0;
  bool needsOwnChild = false; ///< it has failed in a child that had compiled other kernels
  bool isGivenUp = false;     ///< best code that took too long, and is now made like the first
  std::string text;           ///< why it failed; or a whole program's path in the cache
  Descriptor binary;          ///< when done
  ObjectFile object;          ///< of a kernel, when done
  bool isOthers = false;      ///< another process is compiling it, and is awaited
  std::optional<BuildWatch::Clock::time_point> othersSince;
  bool isAlone = false; ///< the others have been awaited long enough
};

/// The code of a program.
class CodeTable {
  template <class Table> static auto &find(Table &table, std::uint32_t kernel, Tier tier) {
    return kernel == wholeProgram ? table.program
                                  : table.kernels[kernel][static_cast<std::size_t>(tier)];
  }

public:
  explicit CodeTable(std::size_t kernels) : kernels(kernels) {}

  std::uint32_t kernelCount() const { return static_cast<std::uint32_t>(kernels.size()); }
  /// `kernel`: a position in the interface, or wholeProgram, which has only the best tier.
  Code &of(std::uint32_t kernel, Tier tier) { return find(*this, kernel, tier); }
  const Code &of(std::uint32_t kernel, Tier tier) const { return find(*this, kernel, tier); }
  Code &whole() { return program; }
  const Code &whole() const { return program; }

  /// Nothing is left to generate.
  bool isConcluded() const {
    return program.state == CodeState::Done || program.state == CodeState::Failed;
  }
  /// The best code of all kernels is wanted.
  void wantAll() {
    for (auto &tiers : kernels)
      want(tiers[static_cast<std::size_t>(Tier::Best)]);
  }
  static void want(Code &code) {
    if (code.state == CodeState::None)
      code.state = CodeState::Wanted;
  }

private:
  std::vector<std::array<Code, 2>> kernels; ///< by tier
  Code program;
};

struct CodeProgress {
  CodeTable table;
  /// Of the client's intermediate binary.
  std::optional<Hash> intermediateKey{}; // NOLINT(readability-redundant-member-init): as below
};

} // namespace weft::compiler
