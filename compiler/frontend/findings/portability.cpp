// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/frontend/findings/portability.h"

#include "compiler/frontend/findings/warnings.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/DynamicRecursiveASTVisitor.h"
#include "clang/Basic/SourceManager.h"
#include "clang/Lex/MacroArgs.h"
#include "clang/Lex/Token.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSet.h"

namespace weft::compiler {

using namespace clang;

namespace {

constexpr unsigned usualGroupLimit = 256;

/// What not every device has.
struct Feature {
  llvm::StringLiteral prefix; ///< of the functions' names; empty for the types below
  /// Extensions and feature macros, separated by spaces: a program that mentions one knows.
  llvm::StringLiteral names;
  bool isCoreInTwo = false; ///< every device of OpenCL C 2.0 has it
};

constexpr Feature doubles{"", "cl_khr_fp64 __opencl_c_fp64"};
constexpr Feature halves{"", "cl_khr_fp16"};

// Longer prefixes come first.
constexpr Feature functions[] = {
    {"intel_sub_group_", "cl_intel_subgroups"},
    {"sub_group_shuffle", "cl_khr_subgroup_shuffle cl_khr_subgroup_shuffle_relative"},
    {"sub_group_rotate", "cl_khr_subgroup_rotate"},
    {"sub_group_clustered_", "cl_khr_subgroup_clustered_reduce cl_khr_subgroup_rotate"},
    {"sub_group_non_uniform_",
     "cl_khr_subgroup_non_uniform_vote cl_khr_subgroup_non_uniform_arithmetic "
     "cl_khr_subgroup_ballot"},
    {"sub_group_ballot", "cl_khr_subgroup_ballot"},
    {"sub_group_", "cl_khr_subgroups __opencl_c_subgroups cl_intel_subgroups"},
    {"get_sub_group_", "cl_khr_subgroups __opencl_c_subgroups cl_intel_subgroups"},
    {"dot_4x8packed_", "cl_khr_integer_dot_product"},
    {"dot_acc_sat", "cl_khr_integer_dot_product"},
    {"bitfield_", "cl_khr_extended_bit_ops"},
    {"bit_reverse", "cl_khr_extended_bit_ops"},
    {"async_work_group_copy_2D2D", "cl_khr_extended_async_copies"},
    {"async_work_group_copy_3D3D", "cl_khr_extended_async_copies"},
    {"clock_read_", "cl_khr_kernel_clock"},
    {"atom_", "cl_khr_global_int32_base_atomics cl_khr_global_int32_extended_atomics "
              "cl_khr_local_int32_base_atomics cl_khr_local_int32_extended_atomics "
              "cl_khr_int64_base_atomics cl_khr_int64_extended_atomics"},
    {"work_group_reduce_", "__opencl_c_work_group_collective_functions", true},
    {"work_group_scan_", "__opencl_c_work_group_collective_functions", true},
    {"work_group_broadcast", "__opencl_c_work_group_collective_functions", true},
    {"work_group_all", "__opencl_c_work_group_collective_functions", true},
    {"work_group_any", "__opencl_c_work_group_collective_functions", true},
    {"read_pipe", "__opencl_c_pipes", true},
    {"write_pipe", "__opencl_c_pipes", true},
    {"enqueue_kernel", "__opencl_c_device_enqueue", true},
};

/// What an array, a vector or a pointer is made of.
QualType elementOf(QualType type) {
  for (;;) {
    type = type.getCanonicalType();
    if (const auto *array = type->getAsArrayTypeUnsafe())
      type = array->getElementType();
    else if (const auto *vector = type->getAs<VectorType>())
      type = vector->getElementType();
    else
      return type;
  }
}

QualType pointeeOf(QualType type) {
  while (type->isPointerType())
    type = type->getPointeeType();
  return elementOf(type);
}

} // namespace

struct Portability::State {
  explicit State(Findings &findings) : findings(findings) {}

  Findings &findings;
  llvm::StringSet<> mentioned; ///< names that pragmas and conditions have
  struct Use {
    SourceLocation place;
    std::string what;
  };
  llvm::MapVector<const Feature *, Use> uses; ///< the first of each
};

// Which extensions and macros the program asks for.
class Portability::Callbacks final : public PPCallbacks {
public:
  Callbacks(State &state, const SourceManager &sources) : state(state), sources(sources) {}

  void PragmaOpenCLExtension(SourceLocation, const IdentifierInfo *name, SourceLocation,
                             unsigned) override {
    state.mentioned.insert(name->getName());
  }
  void Ifdef(SourceLocation place, const Token &name, const MacroDefinition &) override {
    mention(place, name);
  }
  void Ifndef(SourceLocation place, const Token &name, const MacroDefinition &) override {
    mention(place, name);
  }
  void Defined(const Token &name, const MacroDefinition &, SourceRange range) override {
    mention(range.getBegin(), name);
  }
  void MacroExpands(const Token &name, const MacroDefinition &, SourceRange range,
                    const MacroArgs *) override {
    mention(range.getBegin(), name);
  }

private:
  void mention(SourceLocation place, const Token &name) {
    if (const IdentifierInfo *identifier = name.getIdentifierInfo();
        identifier && !sources.isInSystemHeader(place))
      state.mentioned.insert(identifier->getName());
  }

  State &state;
  const SourceManager &sources;
};

class Portability::Consumer final : public ASTConsumer, public DynamicRecursiveASTVisitor {
public:
  explicit Consumer(State &state) : state(state) {}

  void Initialize(ASTContext &given) override { context = &given; }

  bool HandleTopLevelDecl(DeclGroupRef declarations) override {
    for (Decl *declaration : declarations)
      if (!declaration->isFromASTFile() &&
          !context->getSourceManager().isInSystemHeader(declaration->getLocation()))
        TraverseDecl(declaration);
    return true;
  }

  void HandleTranslationUnit(ASTContext &) override {
    for (const auto &[feature, use] : state.uses) {
      llvm::SmallVector<llvm::StringRef, 8> names;
      llvm::StringRef(feature->names).split(names, ' ');
      if (none_of(names, [&](llvm::StringRef name) { return state.mentioned.contains(name); }))
        add(use.place,
            use.what + " without a pragma or a condition for " + llvm::join(names, " or "));
    }
  }

  // Of the visitor.

  bool VisitDeclaratorDecl(DeclaratorDecl *declaration) override {
    const QualType type = declaration->getType();
    if (type.isNull() || declaration->isImplicit())
      return true;
    const auto isOf = [](QualType element, BuiltinType::Kind kind) {
      const auto *plain = element->getAs<BuiltinType>();
      return plain && plain->getKind() == kind;
    };
    if (isOf(pointeeOf(type), BuiltinType::Double))
      use(doubles, declaration->getLocation(), "double");
    // Every device can load and store halves by functions.
    if (isOf(elementOf(type), BuiltinType::Half))
      use(halves, declaration->getLocation(), "half");
    return true;
  }

  bool VisitFunctionDecl(FunctionDecl *function) override {
    if (const auto *size = function->getAttr<ReqdWorkGroupSizeAttr>()) {
      std::uint64_t items = 1;
      for (const Expr *dimension : {size->getXDim(), size->getYDim(), size->getZDim()})
        if (const auto value = dimension->getIntegerConstantExpr(*context))
          items *= value->getZExtValue();
      if (items > usualGroupLimit)
        add(size->getLocation(), "work-groups of " + llvm::Twine(items) +
                                     " work-items; many devices allow no more than " +
                                     llvm::Twine(usualGroupLimit));
    }
    if (const auto *attribute = function->getAttr<OverloadableAttr>();
        attribute && !context->getLangOpts().OpenCLCPlusPlus)
      add(attribute->getLocation(), "the attribute 'overloadable' is Clang's");
    return true;
  }

  bool VisitDeclRefExpr(DeclRefExpr *reference) override {
    const auto *function = llvm::dyn_cast<FunctionDecl>(reference->getDecl());
    if (!function || !function->getDeclName().isIdentifier())
      return true;
    const llvm::StringRef name = function->getName();
    if (name.starts_with("__builtin_"))
      add(reference->getLocation(), "'" + name + "' is a function of Clang's");
    // A function that the program defines itself has nothing to do with the extension's.
    if (!function->isFromASTFile() && function->isDefined())
      return true;
    for (const Feature &feature : functions)
      if (name.starts_with(feature.prefix)) {
        if (!feature.isCoreInTwo || context->getLangOpts().OpenCLVersion != 200)
          use(feature, reference->getLocation(), ("'" + name + "'").str());
        break;
      }
    return true;
  }

private:
  void use(const Feature &feature, SourceLocation place, const std::string &what) {
    state.uses.try_emplace(&feature, State::Use{place, what});
  }
  void add(SourceLocation place, const llvm::Twine &text) {
    addFinding(state.findings, context->getSourceManager(), place, "portability", text);
  }

  State &state;
  ASTContext *context = nullptr;
};

Portability::Portability(Findings &findings) : state(std::make_unique<State>(findings)) {}
Portability::~Portability() = default;

std::unique_ptr<PPCallbacks> Portability::callbacks(const SourceManager &sources) {
  return std::make_unique<Callbacks>(*state, sources);
}

std::unique_ptr<ASTConsumer> Portability::consumer() { return std::make_unique<Consumer>(*state); }

} // namespace weft::compiler
