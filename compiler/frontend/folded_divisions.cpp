// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/frontend/folded_divisions.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/Decl.h"
#include "clang/AST/Expr.h"

namespace weft::compiler {
namespace {

using namespace clang;

bool isUnsafe(const APValue &divisor) {
  if (divisor.isInt())
    return divisor.getInt().isZero() || divisor.getInt().isAllOnes();
  for (unsigned lane = 0; divisor.isVector() && lane != divisor.getVectorLength(); ++lane)
    if (isUnsafe(divisor.getVectorElt(lane)))
      return true;
  return false;
}

class FoldedDivisions final : public ASTConsumer {
public:
  void Initialize(ASTContext &given) override { context = &given; }

  bool HandleTopLevelDecl(DeclGroupRef declarations) override {
    for (Decl *declaration : declarations)
      if (auto *function = dyn_cast<FunctionDecl>(declaration))
        HandleInlineFunctionDefinition(function);
    return true;
  }

  // Clang deserialises bodies when it is asked for them; those of the prelude's snapshot have no
  // such divisions.
  void HandleInlineFunctionDefinition(FunctionDecl *function) override {
    if (function->doesThisDeclarationHaveABody() && !function->isFromASTFile() &&
        !function->isDependentContext())
      visit(function->getBody());
  }

private:
  void visit(Stmt *statement) {
    SmallVector<Stmt *, 32> statements{statement};
    while (!statements.empty()) {
      Stmt *next = statements.pop_back_val();
      if (!next)
        continue;
      if (auto *operation = dyn_cast<BinaryOperator>(next))
        keepDivision(*operation);
      if (auto *block = dyn_cast<BlockExpr>(next))
        statements.push_back(block->getBody());
      append_range(statements, next->children());
    }
  }

  void keepDivision(BinaryOperator &division) const {
    Expr *divisor = division.getRHS();
    const QualType type = divisor->getType();
    Expr::EvalResult value;
    if ((division.getOpcode() != BO_Div && division.getOpcode() != BO_Rem) ||
        !type->hasIntegerRepresentation() || divisor->isValueDependent() ||
        !divisor->EvaluateAsRValue(value, *context) || !isUnsafe(value.Val))
      return;
    const SourceLocation place = divisor->getExprLoc();
    auto *variable =
        new (*context) CompoundLiteralExpr(place, context->getTrivialTypeSourceInfo(type, place),
                                           type, VK_LValue, divisor, /*fileScope=*/false);
    division.setRHS(ImplicitCastExpr::Create(*context, type, CK_LValueToRValue, variable, nullptr,
                                             VK_PRValue, FPOptionsOverride()));
  }

  ASTContext *context = nullptr;
};

} // namespace

std::unique_ptr<ASTConsumer> foldedDivisionConsumer() {
  return std::make_unique<FoldedDivisions>();
}

} // namespace weft::compiler
