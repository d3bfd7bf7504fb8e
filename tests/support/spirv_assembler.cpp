// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tests/support/spirv_assembler.h"

#include <gtest/gtest.h>
#include <spirv-tools/libspirv.h>

namespace weft::test {

std::vector<std::uint32_t> assembleSpirv(const std::string &text) {
  std::vector<std::uint32_t> words;
  spv_context context = spvContextCreate(SPV_ENV_UNIVERSAL_1_4);
  spv_binary binary = nullptr;
  spv_diagnostic diagnostic = nullptr;
  const spv_result_t result =
      spvTextToBinary(context, text.data(), text.size(), &binary, &diagnostic);
  EXPECT_EQ(result, SPV_SUCCESS) << (diagnostic ? diagnostic->error : "");
  if (binary)
    words.assign(binary->code, binary->code + binary->wordCount);
  spvBinaryDestroy(binary);
  spvDiagnosticDestroy(diagnostic);
  spvContextDestroy(context);
  return words;
}

} // namespace weft::test
