// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The faulty kernels, by class.
#pragma once

#include "tests/checked/faults/fault.h"

namespace weft::test {

std::vector<Fault> faultsOfGlobalMemory();
std::vector<Fault> faultsOfOtherMemory();
std::vector<Fault> faultsOfCopies();
std::vector<Fault> faultsOfAlignment();
std::vector<Fault> faultsOfArithmetic();
std::vector<Fault> faultsOfNan();

} // namespace weft::test
