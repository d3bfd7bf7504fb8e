// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Gives each region function its vector versions.
//
// The scalar region function stays as the fallback. The vectoriser works on a copy:
// - it inlines small library functions;
// - group-stride loops get a part that all lanes execute together (group_stride_loops.h);
// - index-set splitting gives the interior of x ranges, or of rows that divisions of ids make, a
//   copy without conditions on ids (index_set_splitting.h);
// - the copy becomes canonical (canonical_form.h);
// - a plan says which versions there are, by their prices (plan_choice.h);
// - the widener writes these (region_widener.h).
//
// The *unmasked* version runs gangs with all lanes active. The *predicated* version takes an entry
// mask, for the ends of x ranges and for gangs with finished work-items. If operations wait for
// each other, a *wide* version runs unmasked gangs of more lanes. A short region that exchanges
// values through local memory also gets a *scalar tail* for the work-items behind the last whole
// gang: in a predicated gang, stores and loads of few lanes would overlap in part, and such loads
// wait for the cache. Where rows of work-items share what they load in a loop, a *row block* runs
// unmasked gangs of several rows together (row_blocks.h).
//
// There are none where work-items already fill registers with their vector types
// (vector_type_costs.h). A VF that is asked for has no budget. Each decision is a remark. A region
// with operations of sub-groups (sub_groups.h) gets its versions whatever they cost, as no scalar
// code does its work.
#pragma once

#include "compiler/passes/analysis/gang_analyses.h"
#include "compiler/passes/vectorise/plan_choice.h"
#include "compiler/passes/vectorise/prepare/canonical_form.h"
#include "compiler/passes/vectorise/prepare/loops/index_set_splitting.h"

#include "llvm/IR/Module.h"

#include <optional>

namespace weft::compiler {

class RegionVectoriser {
public:
  /// `factor`: the VF of all regions; 0: the cost model decides whether and how to vectorise a
  /// region.
  RegionVectoriser(llvm::Module &module, unsigned factor, VectorStages stages);

  /// Before the regions of a kernel, with the model of its costs, which must outlive them.
  /// `mostLanes`: gangs with more lanes, a power of two, would not be whole in its work-groups; 0
  /// where that is not known. `mayTry`: one region is all that matters in the kernel, and the
  /// executor may find out that its lanes are slower (any_order.h).
  void startKernel(const CostModel &kernelCosts, unsigned mostLanes, bool mayTry);

  /// The plan of a region function, with its vector versions if there are any. `laneParameters` are
  /// the indexes of the parameters that differ from lane to lane: they grow by one, or are ids of
  /// gangs of several dimensions (linear_gangs.h). `runsWholeXRanges`: all work-items of an x range
  /// run the region, so that it may have bounds. `joinsRows`: rows of work-items run in any order,
  /// so that several may run at a time.
  GangPlan vectorise(llvm::Function &region, llvm::ArrayRef<unsigned> laneParameters,
                     bool runsWholeXRanges, bool joinsRows);

  /// Emits the remark why the whole kernel stays scalar.
  void remarkScalar(const llvm::Function &kernel, const llvm::Twine &reason);
  /// The text of the last remark.
  const std::string &lastRemark() const { return lastText; }

private:
  std::optional<VectorisationFactors> requiredFactors(const llvm::Function &region) const;
  LinearStrides linearStrides(llvm::Function &source);
  llvm::Function *prepareCopy(llvm::Function &region, llvm::ArrayRef<unsigned> laneParameters);
  bool favoursVectorTypes(const llvm::Function &region, llvm::Function &copy);
  void release(llvm::Function &source);
  GangPlan stayCanonical(llvm::Function &region, llvm::Function &copy,
                         llvm::ArrayRef<unsigned> laneParameters);
  static void finalise(const llvm::Function &region, GangPlan &plan,
                       llvm::ArrayRef<unsigned> laneParameters);
  PlanChooser::Conditions conditionsOf(const llvm::Function &region, const WideningSource &usual,
                                       bool isMostlyInside, std::uint64_t scalarSize) const;
  GangPlan planAndWrite(llvm::Function &region, llvm::Function &copy, const IndexSetSplit &split,
                        std::uint64_t scalarSize);
  void addRowBlock(GangPlan &plan, const WideningSource &inside, unsigned mostOfRow,
                   std::uint64_t limit);
  static bool write(GangPlan &plan, const WideningSource &whole, const WideningSource &inside,
                    WideningRemark &problem);
  bool forgetRows(llvm::Function &copy);
  void emitRemark(const llvm::Function &region, const llvm::Twine &text,
                  const llvm::DebugLoc &place = {}, const GangPlan &versions = {});

  llvm::Module &module;
  const VectorStages moduleStages;
  VectorStages stages;              ///< of the region that is being vectorised
  const CostModel *costs = nullptr; ///< of its kernel
  unsigned mostLanes = 0;           ///< of its kernel
  bool mayTry = false;              ///< likewise
  VersionsBudget budget;            ///< likewise
  bool isFactorAsked;
  bool hasRowBlocks = false;      ///< the region may
  bool hasLargeFunctions = false; ///< inlined into the region
  VectorisationFactors factors;   ///< those of the options, if any
  std::unique_ptr<CanonicalForm> form;
  std::string lastText; ///< of a remark
  /// Where gangs are work-items of several dimensions.
  std::unique_ptr<GangAnalyses> pieceAnalyses, columnAnalyses;
};

} // namespace weft::compiler
