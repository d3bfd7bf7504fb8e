// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Parses a program like clang::ParseAST, except for loop pragmas (`#pragma unroll`) between
// declarations, which are errors in Clang. Programs have them before functions, where other OpenCL
// compilers ignore them, and so does this parser, with a warning.
#pragma once

namespace clang {
class Sema;
}

namespace weft::compiler {

/// Parses the main file of the preprocessor and passes its declarations to Sema's consumer.
void parseProgram(clang::Sema &sema);

} // namespace weft::compiler
