// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Clang's warnings as findings.
#pragma once

#include "compiler/frontend/findings/finding.h"

#include "clang/Basic/Diagnostic.h"

#include <memory>
#include <span>

namespace weft::compiler {

/// The options that make Clang look for all that may be wrong in a kernel. The user's come behind.
std::span<const char *const> findingOptions();

/// Appends warnings to `findings`, which outlives the consumer; errors and their notes go to
/// `errors`.
std::unique_ptr<clang::DiagnosticConsumer>
warningConsumer(Findings &findings, std::unique_ptr<clang::DiagnosticConsumer> errors);

/// Adds one at a place in the source, in the file and line that the user sees.
void addFinding(Findings &findings, const clang::SourceManager &sources,
                clang::SourceLocation place, llvm::StringRef kind, const llvm::Twine &text);

} // namespace weft::compiler
