// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Divisions of integers of a gang.
//
// Vector units divide floating-point numbers only. In the following |n| < 2^32, quotients are
// rounded towards zero, and "less" means nearer to zero. A divisor is never 0, nor -1 where the
// dividend is the most negative number (safe_division.h); those of inactive lanes become 1. In 32
// bits, floating-point division gives the wrapped quotient of that dividend too. So if divisors
// diverge, the widener drops the guard against -1.
//
// Numbers of up to 24 bits: n and d are floats, and their rounded quotient, truncated, is exact.
// The number next below an integer k that a quotient can have is k - 1/d = k (1 - 1/(n + 1)), and
// no float is rounded up over more than k / 2^25 to a power of two or less than k / 2^24 to another
// k.
//
// One divisor for all lanes: the quotient is n times v, where v is 1 / d rounded to double and made
// greater by 2^-50 of it. With the roundings of v and of the product that is too great by less than
// 2^-49 of it, and not too small, so that a whole quotient does not become less. One that is not
// whole is less than the next integer k by 1/d at least, and k < 2^32 / d + 1: by more than 2^-33
// of k, so that it does not become k.
//
// Other numbers of 32 bits, where the CPU divides doubles fast (cost_model.h): n and d are doubles,
// and their rounded quotient, truncated, is exact, as in float those of 24 bits are. The most
// negative number over -1 has the quotient 2^31, which is converted to 64 bits and cut off.
//
// Elsewhere these take two steps in float. Let r be 1 / d made less by 2^-21 of it. Each
// conversion, the quotient and the products are off by 2^-24 at most, five together by 5 * 2^-24,
// so that the product of n and r is less than n / d, by 2^-20 of it at most. Truncated, it is a
// first quotient that is not too great, and leaves a rest of n's sign, less than |n| 2^-20 + |d|.
// The same of the rest is a second quotient: the rest over d is less than 2^12 + 1, so that what it
// lacks before it is truncated is less than 1, and the sum of both lacks 0 or 1. The last rest,
// less than 2 |d|, decides. All rests are less than n, so that nothing overflows.
#pragma once

#include "compiler/passes/analysis/costs/cost_model.h"
#include "compiler/passes/vectorise/widen/lanes/lane_values.h"

#include "llvm/IR/Instructions.h"

namespace weft::compiler {

/// Whether lanes divide as floating-point numbers. If not, LLVM divides lane by lane.
bool dividesAsReals(const llvm::BinaryOperator &division);

class DivisionWidener {
public:
  DivisionWidener(const CostModel &costs, LaneValues &values, GangBuilder &gang)
      : costs(costs), values(values), gang(gang) {}

  llvm::Value *widen(llvm::BinaryOperator &division);

  /// The division of which the value is the result with the -1 guard (safe_division.h), if lanes
  /// divide right without that guard; else null.
  llvm::BinaryOperator *quotientWithoutGuard(const llvm::Value &value) const;

private:
  bool needsNoGuard(const llvm::BinaryOperator &division) const;
  llvm::Value *divisorOf(llvm::BinaryOperator &division);

  const CostModel &costs;
  LaneValues &values;
  GangBuilder &gang;
};

} // namespace weft::compiler
