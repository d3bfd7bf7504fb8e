// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Chooses the versions of a region by their prices, before any of them is written.
//
// A region gets none if the widener could not write it, or if the estimated cost of a gang is not
// clearly below that of as many single work-items (cost_model.h). The versions share a budget of
// instructions: beyond it a region goes without a wide version, then without an unmasked one, so
// that all its gangs are predicated (with more lanes where its operations wait for each other),
// then has fewer lanes, and in the end no vector version.
#pragma once

#include "compiler/passes/vectorise/gang_plan.h"
#include "compiler/passes/vectorise/vectorisation_factor.h"
#include "compiler/passes/vectorise/version_price.h"

#include <optional>

namespace weft::compiler {

struct PlanChoice {
  GangPlan plan; ///< versions are yet to be written; no segments: the region stays scalar
  std::string whyScalar;
  llvm::DebugLoc place;   ///< of what keeps it scalar, if known
  VersionPrice price;     ///< of the version that most gangs run
  std::uint64_t left = 0; ///< instructions of the limit that the plan leaves
};

class PlanChooser {
public:
  /// What a choice depends on besides the code.
  struct Conditions {
    VectorisationFactors factors;
    bool isRequired;          ///< lanes are wanted whatever they cost
    bool mayTry;              ///< the executor may find out that lanes are slower (any_order.h)
    bool mayHaveWide;         ///< gangs
    bool isMostlyInside;      ///< nearly all gangs run the interior
    std::uint64_t limit;      ///< instructions of all versions
    std::uint64_t limitOfOne; ///< of one that runs all gangs
    std::uint64_t limitOfFew; ///< of one with the fewest lanes; 0: there is none
  };
  explicit PlanChooser(const Conditions &conditions) : conditions(conditions) {}
  /// Lanes of a gang.
  unsigned most() const { return conditions.factors.wide; }

  /// All versions that the code calls for; nothing if they exceed the limit. `interior`: the
  /// source of unmasked versions where the index set is split, or null.
  std::optional<PlanChoice> allVersions(const WideningSource &whole,
                                        const WideningSource *interior) const;
  /// A predicated version that runs all gangs, or none.
  PlanChoice oneVersion(const WideningSource &source) const;

private:
  std::optional<PlanChoice> oneVersion(const WideningSource &source, unsigned lanes,
                                       std::uint64_t limit) const;
  std::string whyNotWorthwhile(const WideningSource &source, const VersionPrice &price,
                               unsigned lanes) const;
  bool isDoubtful(const WideningSource &source, const VersionPrice &price, unsigned lanes) const;

  const Conditions conditions;
};

} // namespace weft::compiler
