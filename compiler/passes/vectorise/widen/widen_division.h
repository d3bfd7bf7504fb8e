// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Divisions of integers of a gang.
//
// Vector units divide only floating-point numbers. In the following |n| < 2^32, quotients are
// rounded towards zero, and "less" means closer to zero. A divisor is never 0, nor -1 if the
// dividend is the most negative number (safe_division.h); those of inactive lanes become 1. In 32
// bits, floating-point division gives the wrapped quotient of that dividend too. So if divisors
// diverge, the widener drops the guard against -1.
//
// Numbers of up to 24 bits: n and d are floats, and their rounded quotient, truncated, is exact.
// The number next below an integer k that a quotient can have is k - 1/d = k (1 - 1/(n + 1)), and
// no float is rounded up over more than k / 2^25 to a power of two or less than k / 2^24 to another
// k.
//
// One divisor for all lanes: the quotient is n times v, where v is 1 / d rounded to double and
// increased by 2^-50 of itself. With the rounding errors of v and of the product that is too large
// by less than 2^-49 of the quotient, and not too small, so that an integral quotient does not
// decrease. One that is not integral is less than the next integer k by at least 1/d, and k < 2^32
// / d + 1: by more than 2^-33 of k, so that it does not become k.
//
// Other 32-bit numbers, if the CPU divides doubles fast (cost_model.h): n and d are doubles, and
// their rounded quotient, truncated, is exact, as for 24 bits in float. The most negative number
// over -1 has the quotient 2^31, which is converted to 64 bits and truncated.
//
// Otherwise they take two steps in float. Let r be 1 / d decreased by 2^-21 of itself. Each
// conversion, the quotient and the products have an error of at most 2^-24, five together of 5 *
// 2^-24, so that the product of n and r is less than n / d, by at most 2^-20 of it. Truncated, it
// is a first quotient that is not too large, and leaves a remainder with n's sign, less than |n|
// 2^-20 + |d|. The same for the remainder gives a second quotient: the remainder over d is less
// than 2^12 + 1, so that its error before truncation is less than 1, and the sum of both is too
// small by 0 or 1. The last remainder, less than 2 |d|, decides. All remainders are less than n, so
// nothing overflows.
#pragma once

#include "compiler/passes/analysis/costs/cost_model.h"
#include "compiler/passes/vectorise/widen/lanes/lane_values.h"

#include "llvm/IR/Instructions.h"

namespace weft::compiler {

/// Whether lanes divide in floating point. If not, LLVM divides lane by lane, unless the next
/// holds.
bool dividesInFloatingPoint(const llvm::BinaryOperator &division);
/// Whether 64-bit integers of lanes are divided by one variable, by products with its inverse
/// (invariant_divisors.h).
bool isByInvariantLong(const llvm::BinaryOperator &division, bool hasUniformDivisor);

class DivisionWidener {
public:
  DivisionWidener(const CostModel &costs, LaneValues &values, GangBuilder &gang)
      : costs(costs), values(values), gang(gang) {}

  llvm::Value *widen(llvm::BinaryOperator &division);

  /// The division whose result with the -1 guard (safe_division.h) is the value, if lanes divide
  /// correctly without that guard; otherwise null.
  llvm::BinaryOperator *quotientWithoutGuard(const llvm::Value &value) const;

private:
  bool needsNoGuard(const llvm::BinaryOperator &division) const;
  llvm::Value *uniformDivisorOf(llvm::BinaryOperator &division);
  llvm::Value *divisorOf(llvm::BinaryOperator &division);

  const CostModel &costs;
  LaneValues &values;
  GangBuilder &gang;
};

} // namespace weft::compiler
