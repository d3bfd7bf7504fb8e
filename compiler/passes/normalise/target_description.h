// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The CPU that code is generated for.
#pragma once

#include "llvm/IR/Function.h"

#include <optional>
#include <string>
#include <vector>

namespace weft::compiler {

/// The target of code generation.
struct TargetDescription {
  std::string triple;
  std::string dataLayout;
  std::string cpu;
  std::string features;
};

/// The CPU that the process runs on. Needs the native target initialised.
const TargetDescription &hostTargetDescription();

/// Whether the host will run the code, or it is only printed.
enum class CodeUse { Run, Read };

/// The common features of the named CPUs (LLVM's names), and for code to run, without those that
/// the host lacks. Empty names are ignored; without any name, the host. Empty with `error` set if
/// LLVM does not know a name.
std::optional<TargetDescription> describeTarget(const std::vector<std::string> &cpus, CodeUse use,
                                                std::string &error);

/// Sets a function's target attributes for code generation.
void addTargetAttributes(llvm::Function &function, const TargetDescription &target);

} // namespace weft::compiler
