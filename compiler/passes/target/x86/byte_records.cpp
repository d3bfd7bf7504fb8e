// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/passes/target/x86/byte_records.h"

#include "compiler/passes/analysis/costs/target_features.h"
#include "compiler/passes/support/lanes/vector_pieces.h"
#include "compiler/passes/support/preserved_control_flow.h"

#include "llvm/ADT/Statistic.h"
#include "llvm/Analysis/VectorUtils.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"

#define DEBUG_TYPE "weft-byte-records"

namespace weft::compiler {

using namespace llvm;

ALWAYS_ENABLED_STATISTIC(recordsRead, "Loads of records of three bytes");

namespace {

constexpr unsigned three = 3;

// Whether the load's users take components of records of three bytes.
bool loadsRecords(const LoadInst &load) {
  const auto *bytes = dyn_cast<FixedVectorType>(load.getType());
  if (!bytes || !load.isSimple() || load.getPointerAddressSpace() == 0 || load.use_empty() ||
      !bytes->getElementType()->isIntegerTy(8))
    return false;
  const unsigned records = bytes->getNumElements() / three;
  return (records == 16 || records == 32 || records == 64) &&
         bytes->getNumElements() == three * records && all_of(load.users(), [&](const User *user) {
           const auto *shuffle = dyn_cast<ShuffleVectorInst>(user);
           unsigned component = 0;
           return shuffle && elementsOf(*shuffle) == records &&
                  ShuffleVectorInst::isDeInterleaveMaskOfFactor(shuffle->getShuffleMask(), three,
                                                                component);
         });
}

} // namespace

PreservedAnalyses ByteRecordsPass::run(Function &function, FunctionAnalysisManager &analyses) {
  const TargetFeatures &features = analyses.getResult<TargetFeaturesAnalysis>(function);
  if (!features.permutesSixteenBytes() || features.permutesBytes())
    return PreservedAnalyses::all();
  bool changed = false;
  for (Instruction &instruction : instructions(function)) {
    auto *load = dyn_cast<LoadInst>(&instruction);
    if (!load || !loadsRecords(*load))
      continue;
    IRBuilder<> builder(load);
    load->setOperand(LoadInst::getPointerOperandIndex(),
                     builder.CreateAddrSpaceCast(load->getPointerOperand(), builder.getPtrTy()));
    changed = true;
    ++recordsRead;
  }
  return preservedControlFlow(changed);
}

} // namespace weft::compiler
