// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Prints strides in the style of LLVM's scalar evolution: {base,+,step}, where lane0(%x) is the
// value of %x in lane 0; and the reason: the affine forms of strided values, as if nothing wrapped,
// over uniform values and those where strides begin.
#include "compiler/passes/analysis/affine/affine_form.h"
#include "compiler/passes/analysis/gang_analyses.h"
#include "compiler/passes/analysis/strides/memory_access.h"
#include "compiler/passes/analysis/strides/stride_analysis.h"

#include "llvm/ADT/StringExtras.h"

namespace weft::compiler {

using namespace llvm;

namespace {

class AffinePrinter {
public:
  AffinePrinter(raw_ostream &stream, const Function &function, const StrideInfo &info)
      : stream(stream), function(function), info(info),
        forms(WrapPolicy::Assumed, function.getDataLayout(), [&](const Value &value) {
          const Stride *stride = info.strideOf(value);
          return info.isUniform(value) || (stride && stride->isRoot(value));
        }) {}

  void run() {
    stream << "Printing analysis 'weft-affine' for function '" << function.getName() << "':\n";
    for (const Argument &argument : function.args()) {
      stream << "  ";
      argument.print(stream);
      stream << "\n";
      printClass(argument);
    }
    for (const BasicBlock &block : function) {
      printName(block);
      stream << ":\n";
      for (const Instruction &instruction : block)
        if (!instruction.isTerminator())
          print(instruction);
    }
  }

private:
  void printName(const Value &value) {
    value.printAsOperand(stream, /*PrintType=*/false, function.getParent());
  }

  void print(const Instruction &instruction) {
    const Value *address = getLoadStorePointerOperand(&instruction);
    const bool isValue = !instruction.getType()->isVoidTy();
    if (!address && !isValue)
      return;
    instruction.print(stream);
    stream << "\n";
    if (isValue)
      printClass(instruction);
    if (address)
      printAccess(*address, *getLoadStoreType(&instruction));
  }

  void printClass(const Value &value) {
    stream << "  -->  ";
    if (const Stride *stride = info.strideOf(value)) {
      print(*stride, value.getType()->isPointerTy());
      printForm(value);
    } else {
      stream << (info.isUniform(value) ? "uniform" : "divergent");
    }
    stream << "\n";
  }

  void printForm(const Value &value) {
    const AffineForm form = forms.of(const_cast<Value &>(value));
    if (form.isJust(value))
      return;
    stream << "\n  ==   ";
    form.print(stream, function.getParent());
  }

  void printAccess(const Value &address, Type &type) {
    const MemoryAccess access = classifyAccess(info, function.getDataLayout(), address, type);
    stream << "  -->  access: " << nameOf(access.kind);
    if (access.kind == MemoryAccess::Kind::Interleaved ||
        access.kind == MemoryAccess::Kind::Overlapping)
      stream << ", " << access.count << " of each " << access.pitch;
    stream << "\n";
  }

  void print(const Stride &stride, bool isAddress) {
    stream << "{";
    print(*stride.base);
    stream << ",+," << stride.step << (isAddress ? " bytes" : "") << "}";
    ListSeparator separator(" and ");
    for (const StrideCondition &condition : stride.conditions) {
      const StringRef before = separator;
      stream << (before.empty() ? " if " : before);
      print(condition);
    }
  }

  void print(const StrideCondition &condition) {
    using Kind = StrideCondition::Kind;
    if (condition.kind == Kind::AsFor) {
      stream << "as ";
      return printName(*condition.value);
    }
    stream << "{";
    print(*condition.base);
    stream << ",+," << condition.step << "}";
    switch (condition.kind) {
    case Kind::NoSignedWrap:
      stream << "<nsw>";
      break;
    case Kind::NoUnsignedWrap:
      stream << "<nuw>";
      break;
    default:
      stream << (condition.kind == Kind::AtMost ? " <= " : " >= ");
      print(*condition.bound);
    }
  }

  void print(const UniformExpression &expression) {
    switch (expression.kind) {
    case UniformExpression::Kind::Value:
      return printName(*expression.value);
    case UniformExpression::Kind::FirstLane:
      stream << "lane0(";
      printName(*expression.value);
      stream << ")";
      return;
    case UniformExpression::Kind::Operation:
      stream << Instruction::getOpcodeName(expression.opcode);
      break;
    case UniformExpression::Kind::Address:
      stream << "gep";
      break;
    }
    stream << "(";
    ListSeparator separator;
    for (const UniformExpression *operand : expression.operands) {
      stream << static_cast<StringRef>(separator);
      print(*operand);
    }
    stream << ")";
    if (Instruction::isCast(expression.opcode))
      stream << ":" << *expression.type;
  }

  raw_ostream &stream;
  const Function &function;
  const StrideInfo &info;
  AffineForms forms;
};

} // namespace

void StrideInfo::print(raw_ostream &stream) const { AffinePrinter(stream, *function, *this).run(); }

PreservedAnalyses AffinePrinterPass::run(Function &function, FunctionAnalysisManager &) {
  GangAnalyses gang;
  gang.manager().getResult<StrideAnalysis>(function).print(stream);
  return PreservedAnalyses::all();
}

} // namespace weft::compiler
