// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/frontend/parser.h"

#include "clang/AST/ASTConsumer.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/ExternalASTSource.h"
#include "clang/Lex/Preprocessor.h"
#include "clang/Parse/Parser.h"
#include "clang/Sema/EnterExpressionEvaluationContext.h"
#include "clang/Sema/Sema.h"

namespace weft::compiler {
namespace {

/// Skips loop pragmas, each of which the preprocessor turns into a token.
void skipLoopPragmas(clang::Parser &parser, clang::Sema &sema) {
  while (parser.getCurToken().is(clang::tok::annot_pragma_loop_hint)) {
    clang::DiagnosticsEngine &diagnostics = sema.getDiagnostics();
    const unsigned warning = diagnostics.getDiagnosticIDs()->getCustomDiagID(
        {clang::diag::Severity::Warning, "loop pragma ignored outside functions",
         clang::DiagnosticIDs::CLASS_WARNING, /*ShowInSystemHeader=*/false,
         /*ShowInSystemMacro=*/true, clang::diag::Group::IgnoredPragmas});
    diagnostics.Report(parser.getCurToken().getLocation(), warning);
    parser.ConsumeAnyToken();
  }
}

void parseDeclarations(clang::Parser &parser, clang::Sema &sema) {
  const clang::EnterExpressionEvaluationContext evaluated(
      sema, clang::Sema::ExpressionEvaluationContext::PotentiallyEvaluated);
  clang::Parser::DeclGroupPtrTy declarations;
  clang::Sema::ModuleImportState imports{};
  skipLoopPragmas(parser, sema);
  bool isAtEnd = parser.ParseFirstTopLevelDecl(declarations, imports);
  while (!isAtEnd) {
    if (declarations && !sema.getASTConsumer().HandleTopLevelDecl(declarations.get()))
      return;
    skipLoopPragmas(parser, sema);
    isAtEnd = parser.ParseTopLevelDecl(declarations, imports);
  }
}

} // namespace

void parseProgram(clang::Sema &sema) {
  clang::Parser parser(sema.getPreprocessor(), sema, /*SkipFunctionBodies=*/false);
  sema.getPreprocessor().EnterMainSourceFile();
  if (clang::ExternalASTSource *snapshot = sema.getASTContext().getExternalSource())
    snapshot->StartTranslationUnit(&sema.getASTConsumer());
  parser.Initialize();
  parseDeclarations(parser, sema);
  for (clang::Decl *weak : sema.WeakTopLevelDecls())
    sema.getASTConsumer().HandleTopLevelDecl(clang::DeclGroupRef(weak));
  sema.getASTConsumer().HandleTranslationUnit(sema.getASTContext());
}

} // namespace weft::compiler
