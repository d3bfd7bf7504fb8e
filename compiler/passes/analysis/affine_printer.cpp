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
          return info.isUniform(value) || (stride && stride->isRoot());
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
  void printName(const Value &value, StringRef rest = "") {
    value.printAsOperand(stream, /*PrintType=*/false, function.getParent());
    stream << rest;
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
      print(value, *stride);
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
    form.print(stream, [this](const Value &term) { printName(term); });
  }

  void printAccess(const Value &address, Type &type) {
    const MemoryAccess access = classifyAccess(info, function.getDataLayout(), address, type);
    stream << "  -->  access: " << nameOf(access.kind);
    if (access.kind == MemoryAccess::Kind::Interleaved ||
        access.kind == MemoryAccess::Kind::Overlapping)
      stream << ", " << access.count << " of each " << access.pitch;
    stream << "\n";
  }

  void print(const Value &value, const Stride &stride) {
    stream << "{";
    printBase(value, stride);
    stream << ",+," << stride.step << (value.getType()->isPointerTy() ? " bytes" : "") << "}";
    ListSeparator separator(" and ");
    for (const StrideCondition &condition : stride.conditions) {
      const StringRef before = separator;
      stream << (before.empty() ? " if " : before);
      print(condition);
    }
  }

  void printInLane0(const Value &value) {
    if (info.isUniform(value))
      return printName(value);
    stream << "lane0(";
    printName(value);
    stream << ")";
  }

  void printInLane0(const AffineForm &form) {
    form.print(stream, [this](const Value &term) { printInLane0(term); });
  }

  void printBase(const Value &value, const Stride &stride) {
    if (stride.isRoot())
      return printInLane0(value);
    if (stride.base == Stride::Base::Form)
      return printInLane0(stride.forms.front());
    const auto &instruction = cast<Instruction>(value);
    const bool isAddress = isa<GetElementPtrInst>(instruction);
    stream << (isAddress ? "gep" : instruction.getOpcodeName()) << "(";
    ListSeparator separator;
    const AffineForm *index = stride.forms.begin();
    for (const Use &operand : instruction.operands()) {
      stream << static_cast<StringRef>(separator);
      if (isAddress && operand.getOperandNo() != 0 && !isa<Constant>(operand))
        printInLane0(*index++);
      else
        printInLane0(*operand);
    }
    stream << ")";
  }

  void print(const StrideCondition &condition) {
    using Kind = StrideCondition::Kind;
    switch (condition.kind) {
    case Kind::AsFor:
      stream << "as ";
      return printName(*condition.value);
    case Kind::NoSignedWrap:
    case Kind::NoUnsignedWrap:
      stream << "{";
      printInLane0(*condition.value);
      stream << ",+," << condition.step << "}"
             << (condition.kind == Kind::NoSignedWrap ? "<nsw i" : "<nuw i") << condition.bits
             << ">";
      return;
    case Kind::InPeriod:
      return printName(*condition.value, " in one period");
    case Kind::InBounds:
      return printName(*condition.value, " in bounds");
    case Kind::IsFalse:
      stream << "not ";
      return printName(*condition.value);
    }
    llvm_unreachable("all kinds of conditions are printed");
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
