// Decides for each region function whether it gets a vector version, and makes it.
//
// The scalar region function stays as the fall-back and the remainder. On a copy of it, small
// library functions are inlined, the bundle form is made (bundle_form.h), and the widener writes
// the vector version (region_widener.h). The version is dropped when the widener cannot go on, or
// when its estimated cost for a bundle is not clearly below VF times the scalar cost: there a
// varying instruction counts 1, a gather or scatter and a loop over the lanes count for every lane.
// Each decision is told as a remark.
#pragma once

#include "compiler/passes/bundle_form.h"
#include "compiler/passes/region_widener.h"

#include "llvm/IR/Module.h"

namespace weft::compiler {

/// Module flags: the number of lanes (0: as the target likes; absent or 1: no vector versions), and
/// whether the estimate of costs is overruled.
inline constexpr llvm::StringLiteral lanesFlag = "weft.lanes";
inline constexpr llvm::StringLiteral alwaysWidenFlag = "weft.always-widen";

class RegionVectoriser {
public:
  /// `targetLanes`: what fits the target's vectors of 32-bit values.
  RegionVectoriser(llvm::Module &module, unsigned targetLanes);

  /// 1 when no region gets a vector version.
  unsigned lanes() const { return laneCount; }

  /// The vector version of a region function, or null. `laneParameters` are the indexes of the
  /// parameters that grow by one from lane to lane.
  llvm::Function *vectorise(llvm::Function &region, llvm::ArrayRef<unsigned> laneParameters);

  /// Tells why the whole kernel stays scalar.
  void tellScalar(const llvm::Function &kernel, const llvm::Twine &reason) const;

private:
  bool isWorthwhile(const WideningStatistics &counts) const;
  void tell(const llvm::Function &region, const llvm::Twine &text,
            const llvm::DebugLoc &place = {}) const;

  llvm::Module &module;
  unsigned laneCount;
  bool alwaysWiden;
  std::unique_ptr<BundleForm> form;
};

} // namespace weft::compiler
