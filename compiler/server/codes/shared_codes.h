// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What a code server has in common with other processes: the codes that they make of the same
// program, and the cache, which keeps the whole.
//
// Before a code is made, the server claims it. Where another process holds the claim, the code is
// awaited about as long as it would take to make, and then made here as well.
#pragma once

#include "compiler/cache/shared_work.h"
#include "compiler/server/codes/code_server.h"
#include "compiler/server/codes/code_state.h"
#include "compiler/server/processes/build_watch.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <span>

namespace weft::compiler {

class SharedCodes {
public:
  /// Where the order's program is not kept in a cache, all codes are made here.
  SharedCodes(const CodeOrder &order, CodeProgress &progress);

  /// Null where the program is not kept.
  const SharedWork *work() const { return shared.get(); }

  enum class Finding {
    Ours,        ///< it is to be made here; others are kept from that until it is released
    Others,      ///< another process is making it
    TakenKernel, ///< it is there, and in the table
    TakenWhole,  ///< the whole program is there, and in the table
  };
  /// What becomes of the best code of a kernel, or of the whole program, that is wanted.
  /// `isSpare`: nobody waits for it here.
  Finding claim(std::uint32_t kernel, bool isSpare);
  void release(std::uint32_t kernel);
  /// What is made without a claim is not left for others: they may have finished already.
  bool holdsClaim(std::uint32_t kernel, Tier tier) const;
  static bool isAwaited(const Code &code) {
    return code.state == CodeState::Wanted && code.isOthers;
  }

  /// The client has this in place of the whole program, so the cache gets the code under its name
  /// too.
  void noteIntermediate(std::span<const std::byte> binary);
  /// The cache has the whole program.
  void finish();

private:
  BuildWatch::Clock::duration patience(std::uint32_t kernel, bool isSpare) const;
  bool takeKernel(std::uint32_t kernel);
  bool takeWhole();
  void keepForIntermediate() const;

  const CodeOrder &order;
  CodeTable &codes;
  std::optional<Hash> &intermediateKey;
  std::unique_ptr<SharedWork> shared;
};

} // namespace weft::compiler
