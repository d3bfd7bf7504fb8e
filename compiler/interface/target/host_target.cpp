// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The host's instruction set as one short name. It covers everything that LLVM's host detection
// examines, so it changes whenever LLVM would generate other code.
#include "compiler/interface/target/host_target.h"

#include "compiler/interface/encoding/hash.h"
#include "compiler/interface/target/arch/host_cpu.h"
#include "device/base/threads/once.h"

namespace weft::compiler {

const std::string &hostTarget() {
  return once(
      [] { return new std::string(std::string(architectureName()) + "-" + toHex(hashCpu())); });
}

std::string hostLevel() { return bestLevel(); }

} // namespace weft::compiler
