// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Parses a program as clang::ParseAST does, but for pragmas that concern loops (`#pragma unroll`)
// between declarations: there Clang has an error. Programs have them above functions, where other
// OpenCL compilers ignore them, and so does this parser, with a warning.
#pragma once

namespace clang {
class Sema;
}

namespace weft::compiler {

/// Parses the main file of the preprocessor and gives what it declares to Sema's consumer.
void parseProgram(clang::Sema &sema);

} // namespace weft::compiler
