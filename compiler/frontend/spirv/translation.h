// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// One translation of a module to LLVM IR. Each chapter of the SPIR-V specification is a file in
// this folder, with a table of the instructions that it translates.
//
// The IR has the form that Clang emits for OpenCL C and spir64: kernels are `spir_kernel`,
// built-ins are calls of their mangled names, images and events are target types. Ids become values
// when their instruction is translated. The module is valid as far as SPIRV-Tools knows it; any
// other violation ends the translation with a line in the log.
#pragma once

#include "compiler/frontend/spirv/debug_lines.h"
#include "compiler/frontend/spirv/module/module_info.h"
#include "compiler/interface/messages/build.h"

#include "llvm/ADT/Twine.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Module.h"

#include <array>
#include <optional>
#include <string>

namespace weft::compiler::spirv {

class Translation;

/// The result of a failure, in place of a value, a type or success.
struct Failure {
  template <typename T> operator T *() const { return nullptr; }
  operator bool() const { return false; }
};

/// Returns the value of the result, or null if there is none or the translation failed.
using Translate = llvm::Value *(*)(Translation & translation, const Instruction &instruction);

/// One line of a chapter's table.
struct Handler {
  std::uint32_t op;
  Translate translate;
};

llvm::ArrayRef<Handler> arithmeticHandlers();
llvm::ArrayRef<Handler> bitHandlers();
llvm::ArrayRef<Handler> relationalHandlers();
llvm::ArrayRef<Handler> conversionHandlers();
llvm::ArrayRef<Handler> compositeHandlers();
llvm::ArrayRef<Handler> memoryHandlers();
llvm::ArrayRef<Handler> variableLengthArrayHandlers();
llvm::ArrayRef<Handler> functionHandlers();
llvm::ArrayRef<Handler> functionPointerHandlers();
llvm::ArrayRef<Handler> controlFlowHandlers();
llvm::ArrayRef<Handler> atomicHandlers();
llvm::ArrayRef<Handler> barrierHandlers();
llvm::ArrayRef<Handler> voteHandlers();
llvm::ArrayRef<Handler> collectiveHandlers();
llvm::ArrayRef<Handler> shuffleHandlers();
llvm::ArrayRef<Handler> blockHandlers();
llvm::ArrayRef<Handler> asyncCopyHandlers();
llvm::ArrayRef<Handler> pipeHandlers();
llvm::ArrayRef<Handler> deviceEnqueueHandlers();
llvm::ArrayRef<Handler> imageHandlers();
llvm::ArrayRef<Handler> extensionHandlers();

class Translation {
public:
  Translation(const ModuleInfo &source, const Specialisations &specialisations,
              llvm::Module &module, std::string &log);

  /// To be called before run(): the module gets line tables.
  void addLines() { lines.emplace(source, module); }

  /// Fills the module; false with lines in the log.
  bool run();

  const ModuleInfo &source;
  llvm::Module &module;
  llvm::LLVMContext &context;
  llvm::IRBuilder<> builder;

  /// Logs why the instruction cannot be translated; the translation ends after it.
  Failure fail(const Instruction &instruction, const llvm::Twine &reason);
  bool hasFailed() const { return failed; }
  /// Translates an instruction by the tables; false if none has it.
  bool dispatch(const Instruction &instruction, llvm::Value *&result);

  // Types (types.cpp). Null, with a line in the log, for invalid types.
  llvm::Type *type(Id id);
  llvm::Type *resultType(const Instruction &instruction) { return type(instruction.type); }
  /// The pointee of a pointer type; 0 for untyped pointers and other types.
  Id pointeeId(Id pointerType) const;
  /// The type of an element, a member or a component; 0 if there is none.
  Id elementId(Id compositeType, std::uint64_t index) const;
  unsigned addressSpace(const Instruction &instruction, std::uint32_t storageClass);
  /// The default alignment of a type.
  llvm::Align naturalAlignment(llvm::Type *type) const;

  // Constants (constants.cpp).
  bool declareConstant(const Instruction &instruction);
  /// The value of an integer constant, zero-extended; nothing for any other value.
  std::optional<std::uint64_t> number(Id id);

  // Values.
  void define(Id id, llvm::Value *value) { values[id] = value; }
  /// Null, with a line in the log, for an id without a value.
  llvm::Value *value(Id id);
  llvm::Value *operand(const Instruction &instruction, std::size_t index) {
    return value(instruction[index]);
  }
  /// The values of `count` operands from `first`; nothing if one has none.
  template <std::size_t count>
  std::optional<std::array<llvm::Value *, count>> operands(const Instruction &instruction,
                                                           std::size_t first = 0) {
    std::array<llvm::Value *, count> result;
    for (std::size_t index = 0; index != count; ++index)
      if (!(result[index] = operand(instruction, first + index)))
        return std::nullopt;
    return result;
  }

  /// An integer, or a vector of integers, in the width of another such type; null, with a line in
  /// the log, otherwise.
  llvm::Value *resized(const Instruction &instruction, llvm::Value *value, llvm::Type *type);

  // Memory (memory.cpp).
  bool declareVariable(const Instruction &instruction);

  // Variable-length arrays (variable_length_arrays.cpp).
  struct BlockOfArrays {
    llvm::AllocaInst *memory = nullptr;
    llvm::AllocaInst *top = nullptr; ///< its number of allocated bytes
  };
  /// The current function's, created on first use.
  const BlockOfArrays &blockOfArrays();

  // Built-in variables (built_in_variables.cpp).
  bool declareBuiltIn(const Instruction &variable);
  bool isBuiltIn(Id variable) const { return builtIns.contains(variable); }
  /// The value of a built-in variable at the builder's position.
  llvm::Value *loadBuiltIn(const Instruction &user, Id variable);
  /// Private memory with that value, which lives as long as the function's call.
  llvm::Value *addressOfBuiltIn(Id variable);

  // Functions (functions.cpp).
  /// The declaration of a function, created on first use. That of an entry point is the kernel,
  /// which nobody calls.
  llvm::Function *function(Id id);
  llvm::Function *currentFunction = nullptr;
  /// The value of an OpConstantFunctionPointerINTEL (function_pointers.cpp).
  llvm::Constant *functionPointer(const Instruction &instruction);

  // Control flow (control_flow.cpp).
  llvm::BasicBlock *block(Id label);
  /// Phis get their values when the function is complete.
  void addPhi(llvm::PHINode &phi, const Instruction &instruction) {
    phis.emplace_back(&phi, &instruction);
  }
  void completePhis();
  /// Makes the blocks of each loop of a complete function contiguous. Modules may have them
  /// anywhere; blocks between those of a loop count as part of it, as in Clang's code
  /// (passes/normalise/control_flow/loop_exits.h).
  static void arrangeLoops(llvm::Function &function);

  // Images (images.cpp): a sampled image is a pair that lives in one block.
  struct SampledImage {
    Id image = 0, sampler = 0;
  };
  IdMap<SampledImage> sampledImages;
  /// A kernel argument's sampler unchanged, a constant one as Clang initialises it.
  llvm::Value *samplerFrom(llvm::Value *value);

  /// The fast-math flags permitted by a result's decorations.
  llvm::FastMathFlags fastMathFlags(Id result) const;

private:
  bool declare(const Instruction &instruction);
  llvm::Type *makeType(const Instruction &instruction);
  bool declareModule();
  bool declareKernels();
  bool translateFunctions();
  bool copyKernels();
  bool translateFunction(llvm::ArrayRef<Instruction> body);
  bool defineParameters(llvm::ArrayRef<Instruction> body);
  bool translateBody(llvm::ArrayRef<Instruction> body);
  llvm::Function *declareFunction(const Instruction &instruction);

  const Specialisations &specialisations;
  std::string &log;
  bool failed = false;
  std::optional<DebugLines> lines;
  IdMap<llvm::Type *> types;
  IdMap<llvm::Value *> values;
  IdMap<std::uint32_t> builtIns;
  IdMap<llvm::AllocaInst *> builtInCopies; ///< of the current function
  BlockOfArrays arrays;                    ///< of the current function
  IdMap<llvm::Function *> functions;
  IdMap<llvm::BasicBlock *> blocks; ///< of the current function
  std::vector<std::pair<llvm::PHINode *, const Instruction *>> phis;
};

} // namespace weft::compiler::spirv
