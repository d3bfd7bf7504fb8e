// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Three things happen here, each on one of Clang's events:
//
// - A function is declared at file scope under a built-in's name: the built-ins of that name are
//   declared in the program too, and overload resolution chooses among all. If the function has
//   exactly the type of one of them, it replaces that one; if it is not itself an overload (it
//   lacks the attribute), it is the only function of its name, as in C.
// - A name is read for the first time that the device supports and the language version lacks: the
//   functions of OpenCL C 3.0 with that name are declared. For this, the identifier is marked as
//   out of date, which makes Clang ask before it uses it.
// - A kernel is declared inline: the specifier is removed, since C would omit the definition from
//   the program (C99, 6.7.4), and a kernel's caller is always elsewhere. So is an assembly label,
//   which Clang would give to both the kernel and the function that it makes of its body.
#include "compiler/frontend/declarations.h"

#include "clang/AST/ASTMutationListener.h"
#include "clang/AST/Attr.h"
#include "clang/Lex/ExternalPreprocessorSource.h"
#include "clang/Lex/Preprocessor.h"
#include "clang/Sema/Lookup.h"
#include "clang/Sema/Scope.h"
#include "clang/Sema/Sema.h"

namespace weft::compiler {
namespace {

using namespace clang;

// OpenCL C 2.0 and 3.0 have work-group collectives, and the device reports them for all versions
// (CL_DEVICE_WORK_GROUP_COLLECTIVE_FUNCTIONS_SUPPORT).
constexpr llvm::StringLiteral promised[] = {
    "work_group_all",
    "work_group_any",
    "work_group_broadcast",
    "work_group_reduce_add",
    "work_group_reduce_min",
    "work_group_reduce_max",
    "work_group_scan_exclusive_add",
    "work_group_scan_exclusive_min",
    "work_group_scan_exclusive_max",
    "work_group_scan_inclusive_add",
    "work_group_scan_inclusive_min",
    "work_group_scan_inclusive_max",
};

class Declarations final : public SemaConsumer,
                           public ASTMutationListener,
                           public ExternalPreprocessorSource {
public:
  explicit Declarations(CompilerInstance &compiler) : compiler(compiler) {}

  void InitializeSema(Sema &given) override {
    sema = &given;
    if (compiler.getLangOpts().getOpenCLCompatibleVersion() >= 200)
      return;
    Preprocessor &preprocessor = compiler.getPreprocessor();
    snapshot = preprocessor.getExternalSource();
    preprocessor.setExternalSource(this);
    for (const llvm::StringLiteral name : promised)
      preprocessor.getIdentifierInfo(name)->setOutOfDate(true);
  }
  void ForgetSema() override { sema = nullptr; }

  ASTMutationListener *GetASTMutationListener() override { return this; }
  void AddedVisibleDecl(const DeclContext *context, const Decl *declaration) override {
    // Declarations are for the program to read and for Clang to create; this is still creation.
    auto *function = dyn_cast<FunctionDecl>(const_cast<Decl *>(declaration));
    if (!function || !sema || !context->isTranslationUnit() || function->isImplicit())
      return;
    if (function->hasAttr<DeviceKernelAttr>()) {
      function->setInlineSpecified(false);
      function->dropAttr<AsmLabelAttr>();
    }
    declareBuiltInOverloads(*function);
  }

  void updateOutOfDateIdentifier(const IdentifierInfo &identifier) override {
    if (snapshot)
      snapshot->updateOutOfDateIdentifier(identifier);
    if (!is_contained(promised, identifier.getName()))
      return;
    const_cast<IdentifierInfo &>(identifier).setOutOfDate(false);
    LangOptions &language = compiler.getLangOpts();
    const unsigned version = language.OpenCLVersion;
    language.OpenCLVersion = 300;
    for (FunctionDecl *builtIn : builtInsOf(&identifier, SourceLocation()))
      declare(*builtIn);
    language.OpenCLVersion = version;
  }
  // This source adds no macros, identifiers or modules of its own.
  void ReadDefinedMacros() override {
    if (snapshot)
      snapshot->ReadDefinedMacros();
  }
  IdentifierInfo *GetIdentifier(uint64_t number) override {
    return snapshot ? snapshot->GetIdentifier(number) : nullptr;
  }
  Module *getModule(unsigned number) override {
    return snapshot ? snapshot->getModule(number) : nullptr;
  }

private:
  using Functions = SmallVector<FunctionDecl *, 16>;

  /// New declarations of all built-ins of a name; none if the name is not a built-in's.
  Functions builtInsOf(DeclarationName name, SourceLocation location) const {
    LookupResult found(*sema, name, location, Sema::LookupOrdinaryName);
    found.suppressDiagnostics();
    Functions functions;
    if (sema->LookupBuiltin(found))
      for (NamedDecl *declaration : found)
        if (auto *function = dyn_cast<FunctionDecl>(declaration);
            function && function->hasAttr<OverloadableAttr>())
          functions.push_back(function);
    return functions;
  }

  void declareBuiltInOverloads(FunctionDecl &function) {
    const IdentifierInfo *name = function.getIdentifier();
    if (!name || sema->IdResolver.begin(name) != sema->IdResolver.end())
      return; // an earlier declaration did it
    const Functions builtIns = builtInsOf(name, function.getLocation());
    const auto *same = llvm::find_if(builtIns, [&](FunctionDecl *builtIn) {
      return !sema->IsOverload(&function, builtIn, /*UseMemberUsingDeclRules=*/false);
    });
    if (same != builtIns.end() && !function.hasAttr<OverloadableAttr>())
      return;
    for (FunctionDecl *builtIn : builtIns)
      if (same == builtIns.end() || builtIn != *same)
        declare(*builtIn);
  }

  void declare(FunctionDecl &function) const {
    sema->TUScope->AddDecl(&function);
    sema->IdResolver.AddDecl(&function);
  }

  CompilerInstance &compiler;
  Sema *sema = nullptr;
  ExternalPreprocessorSource *snapshot = nullptr; ///< of the prelude, if Clang reads one
};

} // namespace

std::unique_ptr<SemaConsumer> declarationConsumer(CompilerInstance &compiler) {
  return std::make_unique<Declarations>(compiler);
}

} // namespace weft::compiler
