// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/passes/target/arithmetic/bfloat16_conversions.h"

#include "compiler/passes/support/lanes/vector_pieces.h"

#include "llvm/ADT/Statistic.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/PatternMatch.h"
#include "llvm/Transforms/Utils/Local.h"

#define DEBUG_TYPE "weft-target-arithmetic"

namespace weft::compiler {

using namespace llvm;
using namespace llvm::PatternMatch;

ALWAYS_ENABLED_STATISTIC(conversionsOfCpu, "Conversions to bfloat16 by the CPU's instruction");

namespace {

constexpr std::uint64_t quietBit = 0x400000, infinity = 0x7f800000, magnitude = 0x7fffffff;
constexpr std::uint64_t belowHalf = 0x7fff; ///< of the last place of a bfloat16 number

// Whether `condition` is true for NaNs alone (`Uno`), or for all others (`Ord`).
bool tests(Value *condition, FCmpInst::Predicate predicate, Value *bits) {
  CmpPredicate found;
  if (match(condition, m_FCmp(found, m_ElementWiseBitCast(m_Specific(bits)), m_NonNaN())) ||
      (match(bits, m_ElementWiseBitCast(m_Value(bits))) &&
       match(condition, m_FCmp(found, m_Specific(bits), m_NonNaN()))))
    return found == predicate;
  return predicate == FCmpInst::FCMP_UNO &&
         match(condition,
               m_SpecificICmp(ICmpInst::ICMP_UGT, m_And(m_Specific(bits), m_SpecificInt(magnitude)),
                              m_SpecificInt(infinity)));
}

// Whether `sum` is bits + belowHalf + (bits >> 16 & 1), whatever is added first.
bool rounds(Value *sum, Value *bits) {
  Value *terms[3], *last;
  if (!match(sum, m_Add(m_Add(m_Value(terms[0]), m_Value(terms[1])), m_Value(terms[2])))) {
    if (!match(sum, m_Add(m_Value(last), m_Add(m_Value(terms[0]), m_Value(terms[1])))))
      return false;
    terms[2] = last;
  }
  bool hasBits = false, hasHalf = false, hasParity = false;
  for (Value *term : terms) {
    hasBits |= term == bits;
    hasHalf |= match(term, m_SpecificInt(belowHalf));
    hasParity |= match(term, m_And(m_LShr(m_Specific(bits), m_SpecificInt(16)), m_One()));
  }
  return hasBits && hasHalf && hasParity;
}

// The bits of the float whose conversion the truncation ends; null if it ends none.
Value *convertedBits(Instruction &truncation) {
  Value *condition, *first, *second, *bits;
  if (!truncation.getType()->isIntOrIntVectorTy(16) ||
      !match(&truncation,
             m_Trunc(m_LShr(m_Select(m_Value(condition), m_Value(first), m_Value(second)),
                            m_SpecificInt(16)))))
    return nullptr;
  const auto isQuiet = [&](Value *value) {
    return match(value, m_c_Or(m_Value(bits), m_SpecificInt(quietBit))) &&
           bits->getType()->isIntOrIntVectorTy(32);
  };
  if (isQuiet(first) && rounds(second, bits) && tests(condition, FCmpInst::FCMP_UNO, bits))
    return bits;
  if (isQuiet(second) && rounds(first, bits) && tests(condition, FCmpInst::FCMP_ORD, bits))
    return bits;
  return nullptr;
}

// Of a register of 128 bits, as the instruction has: LLVM cannot select it for longer ones of SVE.
constexpr unsigned registerLanes = 4;

// The conversion of a float, or of a register of them, as integers.
Value *converted(IRBuilder<> &builder, Value *number) {
  Type *type = number->getType();
  Value *rounded = builder.CreateFPTrunc(number, type->getWithNewType(builder.getBFloatTy()));
  return builder.CreateBitCast(rounded, type->getWithNewType(builder.getInt16Ty()));
}

} // namespace

bool replaceBFloat16Conversions(Function &function, const TargetFeatures &features) {
  if (!features.convertsToBFloat16())
    return false;
  SmallVector<std::pair<Instruction *, Value *>> conversions;
  for (Instruction &instruction : instructions(function))
    if (Value *bits = convertedBits(instruction))
      conversions.emplace_back(&instruction, bits);
  for (const auto &[truncation, bits] : conversions) {
    IRBuilder<> builder(truncation);
    Type *type = bits->getType();
    Value *number = bits;
    if (!match(bits, m_ElementWiseBitCast(m_Value(number))))
      number = builder.CreateBitCast(bits, type->getWithNewType(builder.getFloatTy()));
    Value *result =
        type->isVectorTy()
            ? inPieces(builder, number, registerLanes,
                       [&](ArrayRef<Value *> piece) { return converted(builder, piece.front()); })
            : converted(builder, number);
    truncation->replaceAllUsesWith(result);
    RecursivelyDeleteTriviallyDeadInstructions(truncation);
    ++conversionsOfCpu;
  }
  return !conversions.empty();
}

} // namespace weft::compiler
