// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/backend/stack_needs.h"

#include "compiler/backend/linking/object_linking.h"
#include "compiler/passes/support/builtin_traits.h"
#include "device/kernel_abi.h"

#include "llvm/IR/Constants.h"
#include "llvm/IR/DataLayout.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/Support/MathExtras.h"

#include <algorithm>
#include <cstring>

namespace weft::compiler {

using namespace llvm;

namespace {

/// The largest frame: offsets in it have 32 bits.
constexpr std::uint64_t largestFrame = std::uint64_t{1} << 30;
/// The bytes pushed by a call itself.
constexpr std::uint64_t returnAddressBytes = 8;
/// The alignment of spilled vectors, to which a frame's start may be moved.
constexpr std::uint64_t vectorAlignment = 64;
/// The requirement of recursive functions, at any depth.
constexpr std::uint64_t recursionBytes = std::uint64_t{8} << 20;

/// The functions that the program table names as kernels, in its order.
SmallVector<const Function *> kernelsOf(const GlobalVariable &table) {
  SmallVector<const Function *> kernels;
  for (const Use &entry : table.getInitializer()->operands())
    for (const Use &field : cast<Constant>(entry)->operands())
      if (const auto *function = dyn_cast<Function>(field))
        kernels.push_back(function);
  return kernels;
}

/// The array of kernel descriptions; null when there are no kernels.
const GlobalVariable *kernelTable(const Module &module) {
  const GlobalVariable *program = module.getGlobalVariable(WEFT_PROGRAM_SYMBOL);
  if (!program || !program->hasInitializer())
    return nullptr;
  for (const Use &field : program->getInitializer()->operands())
    if (const auto *table = dyn_cast<GlobalVariable>(field))
      return table;
  return nullptr;
}

/// Why no memory can bound a function's frame, or an empty string.
std::string whyUnbounded(const Function &function) {
  const DataLayout &layout = function.getDataLayout();
  std::uint64_t bytes = 0;
  for (const Instruction &instruction : instructions(function)) {
    const auto *array = dyn_cast<AllocaInst>(&instruction);
    if (!array)
      continue;
    const auto size = array->getAllocationSize(layout);
    if (!array->isStaticAlloca() || !size)
      return "allocates private memory of a size that is not constant";
    bytes = SaturatingAdd(bytes, size->getFixedValue());
  }
  return bytes > largestFrame ? "has " + std::to_string(bytes) + " bytes of private arrays" : "";
}

/// Sums frames along calls.
class Needs {
public:
  explicit Needs(const FrameSizes &sizes) : sizes(sizes) {}

  std::uint64_t of(const Function &function) {
    const auto [known, isNew] = needs.try_emplace(&function, recursionBytes);
    if (!isNew)
      return known->second;
    std::uint64_t calls = 0;
    std::uint64_t alignment = vectorAlignment;
    for (const Instruction &instruction : instructions(function)) {
      if (const auto *array = dyn_cast<AllocaInst>(&instruction))
        alignment = std::max(alignment, array->getAlign().value());
      else if (const auto *call = dyn_cast<CallBase>(&instruction);
               call && !isa<IntrinsicInst>(call))
        calls = std::max(calls, ofCall(*call));
    }
    const std::uint64_t frame = SaturatingAdd(sizes.lookup(&function), alignment);
    return needs[&function] = SaturatingAdd(frame, calls);
  }

private:
  /// The bytes that the caller pushes and that the callee needs, without host functions.
  std::uint64_t ofCall(const CallBase &call) {
    const DataLayout &layout = call.getDataLayout();
    std::uint64_t bytes = returnAddressBytes;
    for (unsigned index = 0; index != call.arg_size(); ++index) {
      Type *type = call.isByValArgument(index) ? call.getParamByValType(index)
                                               : call.getArgOperand(index)->getType();
      if (type->isSized())
        bytes += alignTo(layout.getTypeAllocSize(type).getFixedValue(), vectorAlignment);
    }
    const Function *callee = call.getCalledFunction();
    return callee && !callee->isDeclaration() ? SaturatingAdd(bytes, of(*callee)) : bytes;
  }

  const FrameSizes &sizes;
  /// For a function whose calls are being summed, recursionBytes: it is recursive.
  DenseMap<const Function *, std::uint64_t> needs;
};

} // namespace

bool requestFrameSizes(Module &module, std::string &log) {
  for (Function &function : module) {
    if (function.isDeclaration())
      continue;
    if (const std::string reason = whyUnbounded(function); !reason.empty()) {
      const StringRef kernel = function.getFnAttribute(kernelAttribute).getValueAsString();
      log += kernel.empty() ? "error: function '" + function.getName().str()
                            : "error: kernel '" + kernel.str();
      log += "' " + reason + "\n";
      return false;
    }
    function.addFnAttr("warn-stack-size", "0");
  }
  return true;
}

bool describeStackNeeds(const Module &module, const FrameSizes &sizes,
                        MutableArrayRef<char> object) {
  const GlobalVariable *table = kernelTable(module);
  if (!table)
    return true;
  char *descriptions = findContents(object, table->getName());
  if (!descriptions)
    return false;
  Needs needs(sizes);
  for (const Function *kernel : kernelsOf(*table)) {
    const std::uint64_t need = needs.of(*kernel);
    std::memcpy(descriptions + offsetof(weft_kernel_description, stack_bytes), &need, sizeof need);
    descriptions += sizeof(weft_kernel_description);
  }
  return true;
}

} // namespace weft::compiler
