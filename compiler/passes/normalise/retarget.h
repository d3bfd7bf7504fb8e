// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Turns a linked spir64 module into one for the host.
//
// The triple and the data layout become the host's: both layouts give every OpenCL type the same
// size and alignment, so that memory offsets in the IR stay true. SPIR calling conventions become
// C's, and kernels are from here on known by the attribute `weft-kernel`. Events and samplers,
// opaque in spir64, become i64 and i32 everywhere; functions whose signature names them are
// rebuilt. Functions of the program whose names the C library has are renamed, so that LLVM does
// not take them for the library's. Attributes that would contradict the host (Clang's target and
// optimisation attributes) are replaced by the target's; locations of variables in debug
// information lose their address spaces; `convergent` stays on what really ends a region and on
// nothing else.
#pragma once

#include "llvm/IR/PassManager.h"

#include <optional>
#include <string>
#include <vector>

namespace weft::compiler {

/// What code is generated for.
struct TargetDescription {
  std::string triple;
  std::string dataLayout;
  std::string cpu;
  std::string features;
};

/// The CPU that the process runs on. Needs the native target initialised.
const TargetDescription &hostTargetDescription();

/// Whether code is to run on the host or only to be read.
enum class CodeUse { Run, Read };

/// What all CPUs of LLVM's that are so named have; where the code is to run, without what the host
/// lacks. Empty names do not count; the host where there is no other. Empty with `error` set for a
/// name that LLVM does not know.
std::optional<TargetDescription> describeTarget(const std::vector<std::string> &cpus, CodeUse use,
                                                std::string &error);

class RetargetPass : public llvm::PassInfoMixin<RetargetPass> {
public:
  explicit RetargetPass(TargetDescription target) : target(std::move(target)) {}
  llvm::PreservedAnalyses run(llvm::Module &module, llvm::ModuleAnalysisManager &analyses);
  static bool isRequired() { return true; }

private:
  TargetDescription target;
};

} // namespace weft::compiler
