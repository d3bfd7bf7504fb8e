// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Decides for each region function whether it gets a vector version, and makes it.
//
// The scalar region function stays as the fall-back. On a copy of it, small library functions are
// inlined, loops over shares of a range get a part that all lanes go through together
// (group_stride_loops.h), conditions on ids are decided for the middle of x ranges
// (index_set_splitting.h), the gang form is made (canonical_form.h), and the widener writes the
// vector versions (region_widener.h): one for whole gangs, one with a mask for the ends of x ranges
// and for gangs of which some work-items have finished, and, where operations wait for each other,
// one for whole gangs of more lanes. Short regions that exchange values through local memory also
// keep scalar versions for the few work-items behind the last whole gang: what a few lanes write
// and others read next would come from stores and loads that overlap in part, and these wait for
// the cache. The versions are dropped when the widener cannot go on, or when its estimated cost for
// a gang is not clearly below VF times the scalar cost: there a varying instruction counts 1, a
// gather or scatter and a loop over the lanes count for every lane. Each decision is a remark.
#pragma once

#include "compiler/passes/vectorise/prepare/canonical_form.h"
#include "compiler/passes/vectorise/vectorisation_factor.h"
#include "compiler/passes/vectorise/widen/region_widener.h"

#include "llvm/IR/Module.h"

#include <optional>

namespace weft::compiler {

/// The vector versions of a region function: for gangs of which all lanes are active, and for any
/// others, with a last parameter that tells the active lanes. With `bounds`
/// (index_set_splitting.h), the former is only for gangs inside of them. `wide`, or null, is like
/// `full` for more lanes. `single`, or null, is for one work-item anywhere, `interiorScalarTail`,
/// or null, for one inside of the bounds.
struct VectorRegion {
  llvm::Function *unmasked = nullptr;
  llvm::Function *predicated = nullptr;
  llvm::Function *bounds = nullptr;
  llvm::Function *wide = nullptr;
  llvm::Function *scalarTail = nullptr;
  llvm::Function *interiorScalarTail = nullptr;
  /// In place of all the others: the region in canonical form, for one work-item.
  llvm::Function *canonical = nullptr;
  bool isAlwaysPredicated = false; ///< gangs with all lanes active run `masked` as well
  unsigned vf = 1;
  unsigned wideVf = 0; ///< of `wide`

  /// Those that there are.
  llvm::SmallVector<llvm::Function *, 6> functions() const {
    llvm::SmallVector<llvm::Function *, 6> all{unmasked, predicated, bounds,
                                               wide,     scalarTail, interiorScalarTail};
    llvm::erase(all, nullptr);
    return all;
  }
};

class RegionVectoriser {
public:
  /// `factor`: the VF of all regions; 0: the cost model decides whether and how to vectorise a
  /// region.
  RegionVectoriser(llvm::Module &module, unsigned factor, VectorStages stages);

  /// The vector versions of a region function, or none. `laneParameters` are the indexes of the
  /// parameters that grow by one from lane to lane. `runsWholeXRanges`: all work-items of an x
  /// range run the region, so that it may have bounds. `kernelCosts`: the model of its kernel.
  VectorRegion vectorise(llvm::Function &region, llvm::ArrayRef<unsigned> laneParameters,
                         bool runsWholeXRanges, const CostModel &kernelCosts);

  /// Tells why the whole kernel stays scalar.
  void remarkScalar(const llvm::Function &kernel, const llvm::Twine &reason) const;

private:
  std::optional<VectorisationFactors> requiredFactors(const llvm::Function &region) const;
  llvm::Function *widen(llvm::Function &region, llvm::Function &source, unsigned lanes,
                        bool takesMask, WideningStatistics &counts);
  llvm::Function *prepareCopy(llvm::Function &region, llvm::ArrayRef<unsigned> laneParameters);
  VectorRegion stayCanonical(llvm::Function &region, llvm::Function &copy,
                             llvm::ArrayRef<unsigned> laneParameters);
  static bool finalise(const VectorRegion &versions, llvm::ArrayRef<unsigned> laneParameters);
  VectorRegion widenAll(llvm::Function &region, llvm::Function &copy, llvm::Function *interior);
  llvm::Function *widenMore(llvm::Function &source, unsigned lanes);
  void emitRemark(const llvm::Function &region, const llvm::Twine &text,
                  const llvm::DebugLoc &place = {}) const;

  llvm::Module &module;
  const VectorStages moduleStages;
  VectorStages stages;              ///< of the region that is being vectorised
  const CostModel *costs = nullptr; ///< of its kernel
  bool isFactorAsked;
  VectorisationFactors factors; ///< those of the options, if any
  std::unique_ptr<CanonicalForm> form;
};

} // namespace weft::compiler
