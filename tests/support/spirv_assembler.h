// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// SPIR-V modules for tests, from their text form.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace weft::test {

/// The words of a module of SPIR-V 1.4. Fails the test, and gives no words, where the text is
/// wrong.
std::vector<std::uint32_t> assembleSpirv(const std::string &text);

} // namespace weft::test
