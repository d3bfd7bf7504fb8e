// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/frontend/builtin_headers.h"

asm(".pushsection .rodata\n"
    "weft_opencl_base_header:\n"
    ".incbin \"" WEFT_OPENCL_BASE_HEADER "\"\n"
    "weft_opencl_base_header_end:\n"
    ".byte 0\n"
    "weft_prelude_header:\n"
    ".incbin \"" WEFT_PRELUDE_HEADER "\"\n"
    "weft_prelude_header_end:\n"
    ".byte 0\n"
    "weft_sub_groups_header:\n"
    ".incbin \"" WEFT_SUB_GROUPS_HEADER "\"\n"
    "weft_sub_groups_header_end:\n"
    ".byte 0\n"
    ".popsection\n");

extern "C" {
extern const char headerBegin[] asm("weft_opencl_base_header");
extern const char headerEnd[] asm("weft_opencl_base_header_end");
extern const char preludeBegin[] asm("weft_prelude_header");
extern const char preludeEnd[] asm("weft_prelude_header_end");
extern const char subGroupsBegin[] asm("weft_sub_groups_header");
extern const char subGroupsEnd[] asm("weft_sub_groups_header_end");
}

namespace weft::compiler {

llvm::StringRef openclBaseHeader() {
  return {headerBegin, static_cast<std::size_t>(headerEnd - headerBegin)};
}

llvm::StringRef preludeHeader() {
  return {preludeBegin, static_cast<std::size_t>(preludeEnd - preludeBegin)};
}

llvm::StringRef subGroupsHeader() {
  return {subGroupsBegin, static_cast<std::size_t>(subGroupsEnd - subGroupsBegin)};
}

} // namespace weft::compiler
