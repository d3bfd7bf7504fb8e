// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Code that reports mistakes to the driver (device/kernel_abi_checks.h).
//
// A report is a call that remains a call, one for each work-item, in a block that is not reached
// unless a work-item is wrong. Its place is a constant of the module.
#pragma once

#include "compiler/passes/support/passes/required_pass.h"
#include "device/kernel_abi_checks.h"

#include "llvm/ADT/StringRef.h"
#include "llvm/IR/DebugLoc.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/IRBuilder.h"

#include <cstdint>
#include <string>

namespace weft::compiler {

/// What is known about a place; weft_check_site has the meaning of each member.
struct CheckSite {
  weft_mistake mistake;
  std::uint32_t bytes = 0;
  weft_origin origin = WEFT_ORIGIN_ADDRESS;
  std::uint32_t argument = 0;
  std::string name;
  llvm::DebugLoc related; ///< another place in the same file
};

/// Before work-item code is inlined, functions do not know their kernel and ids: a call that stands
/// for a report of a mistake with operands of 64 bits. `type`: the name of an arithmetic type, as
/// long as the process.
void callMistake(llvm::IRBuilderBase &builder, weft_mistake mistake, llvm::StringRef type,
                 llvm::Value *first, llvm::Value *second);

/// Turns these calls into reports. Code outside of the program's kernels, as in the constructors of
/// static objects, reports nothing: there is no launch of the host.
class CheckReportsPass : public RequiredPass<CheckReportsPass> {
public:
  llvm::PreservedAnalyses run(llvm::Function &function, llvm::FunctionAnalysisManager &analyses);
};

/// On branches, memory accesses and group steps that only checks need: they are not checked
/// themselves.
inline constexpr llvm::StringLiteral checkMetadata = "weft.check";
void markCheckBranch(llvm::BranchInst &branch);

/// Inserts a block for work-items that are wrong, and returns its end:
///
///   br all_lanes(isRight), next, cold
///   cold: br isRight, next, mistake
///
/// `name`: of the block. `next` begins with the instruction.
llvm::BranchInst *insertMistake(llvm::Instruction &before, llvm::Value &isRight,
                                const llvm::DebugLoc &place, const llvm::Twine &name);

/// Group steps that only tell the driver something have such names.
inline constexpr llvm::StringLiteral checkStepPrefix = "__weft_group_step_check_";

/// Operands that a function of the driver gets in a structure, or, if they are dropped, not at all.
struct PackedOperands {
  unsigned first = 0, count = 0;
  bool areDropped = false;
};

/// The checks of one kernel. It emits what a kernel loads from its launch into the entry block, on
/// demand.
class CheckReports {
public:
  explicit CheckReports(llvm::Function &kernel) : kernel(kernel) {}

  /// Where values that the kernel needs everywhere may be computed.
  llvm::IRBuilder<> atEntry();

  /// Calls the driver's report with 64-bit operands. The builder's debug location is the place.
  void report(llvm::IRBuilderBase &builder, const CheckSite &site, llvm::Value *first,
              llvm::Value *second);

  /// Whether this is the work-item of its group whose local ids are 0.
  llvm::Value *isFirstItem(llvm::IRBuilderBase &builder);

  /// A member of the weft_extent of a pointer argument.
  llvm::Value *ofArgument(unsigned argument, std::size_t member);
  /// What the driver knows of the object that contains an address, all as i64.
  llvm::Value *lookUp(llvm::IRBuilderBase &builder, llvm::Value *address, weft_look_up what);

  /// A 64-bit member of weft_launch, and of weft_checks.
  llvm::Value *ofLaunch(std::size_t member, const llvm::Twine &name);
  llvm::Value *ofChecks(std::size_t member, const llvm::Twine &name);
  /// weft_worker::local_memory.
  llvm::Value *localMemory();
  /// A function of the driver in weft_checks, through one named `name` that stays a call; it gets
  /// weft_checks::check_context first, and may be called with this kernel's ids last.
  void call(llvm::IRBuilderBase &builder, llvm::StringRef name, std::size_t member,
            llvm::ArrayRef<llvm::Value *> operands);
  /// Calls a function of the driver in weft_checks once for the group, as a step between its
  /// regions: it gets weft_checks::check_context first. It gets the operands in `packed` as a
  /// pointer to a structure of them.
  llvm::CallInst *callOnce(llvm::IRBuilderBase &builder, llvm::StringRef name, std::size_t member,
                           llvm::Type *result, llvm::ArrayRef<llvm::Value *> operands,
                           PackedOperands packed = {});
  /// The global id of the group's first work-item, as call() passes ids.
  llvm::SmallVector<llvm::Value *, 3> firstIds(llvm::IRBuilderBase &builder);

  /// The launch, as a pointer in the generic part of weft_report_race_function.
  llvm::Value *launchPointer(llvm::IRBuilderBase &builder);
  llvm::Constant *siteConstant(const CheckSite &site, const llvm::DebugLoc &place);

private:
  llvm::Value *launch();
  llvm::Value *checks();
  llvm::Value *loadField(llvm::IRBuilderBase &builder, llvm::Value *structure, std::size_t offset,
                         const llvm::Twine &name);
  llvm::Value *globalId(llvm::IRBuilderBase &builder, unsigned dimension);
  llvm::Value *firstId(llvm::IRBuilderBase &builder, unsigned dimension);
  llvm::Constant *text(llvm::StringRef content);

  llvm::Function &kernel;
  llvm::Instruction *entry = nullptr; ///< before it
  llvm::Value *launchAddress = nullptr, *checksAddress = nullptr, *extents = nullptr;
};

} // namespace weft::compiler
