// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A code server's state shared with other processes: the code of the same program that they
// compile, and the cache, which stores the result.
//
// Before code is generated, the server claims it. If another process holds the claim, its code is
// awaited about as long as compiling would take, and then compiled here as well.
#pragma once

#include "compiler/cache/shared_work.h"
#include "compiler/server/codegen/state/code_order.h"
#include "compiler/server/codegen/state/code_state.h"
#include "compiler/server/processes/build_watch.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <span>

namespace weft::compiler {

class SharedCode {
public:
  /// If the order's program is not cached, all code is compiled here.
  SharedCode(const CodeOrder &order, CodeProgress &progress);

  /// Null if the program is not cached.
  const SharedWork *work() const { return shared.get(); }

  enum class Finding {
    Ours,        ///< to be compiled here; others must wait until it is released
    Others,      ///< another process is compiling it
    TakenKernel, ///< available, and in the table
    TakenWhole,  ///< the whole program is available, and in the table
  };
  /// The state of wanted best code of a kernel, or of the whole program. `isSpare`: nobody waits
  /// for it here.
  Finding claim(std::uint32_t kernel, bool isSpare);
  void release(std::uint32_t kernel);
  /// Code compiled without a claim is not stored for others: they may have finished already.
  bool holdsClaim(std::uint32_t kernel, Tier tier) const;
  static bool isAwaited(const Code &code) {
    return code.state == CodeState::Wanted && code.isOthers;
  }
  /// Whether any code is awaited.
  bool isAwaitingOthers() const;

  /// The client has this instead of the whole program, so the cache stores the code under its name
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
  CodeTable &table;
  std::optional<Hash> &intermediateKey;
  std::unique_ptr<SharedWork> shared;
};

} // namespace weft::compiler
