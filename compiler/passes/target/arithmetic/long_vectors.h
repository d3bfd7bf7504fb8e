// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Arithmetic of vectors of 64-bit integers by their 32-bit halves, which vector units multiply.
#pragma once

#include "llvm/IR/DerivedTypes.h"
#include "llvm/IR/IRBuilder.h"

namespace weft::compiler {

inline constexpr unsigned longWidth = 64, longHalf = 32;

inline bool isVectorOfLongs(const llvm::Type *type) {
  const auto *vector = llvm::dyn_cast<llvm::FixedVectorType>(type);
  return vector && vector->getElementType()->isIntegerTy(longWidth);
}

/// Halves of integers, zero-extended.
struct LongHalves {
  llvm::Value *low, *high;
};

/// Emits arithmetic of vectors of 64-bit integers, or of single ones, before an instruction.
class LongVectors {
public:
  explicit LongVectors(llvm::Instruction &place) : builder(&place) {}

  LongHalves halvesOf(llvm::Value *value) {
    return {builder.CreateAnd(value, llvm::APInt::getLowBitsSet(longWidth, longHalf)),
            highOf(value)};
  }

  /// x y / 2^64 = xh yh + (xh yl + xl yl / 2^32) / 2^32 + (xl yh + low half of the middle) / 2^32
  llvm::Value *highHalf(llvm::Value *first, const LongHalves &y) {
    const LongHalves x = halvesOf(first);
    const LongHalves cross = halvesOf(builder.CreateAdd(builder.CreateMul(x.high, y.low),
                                                        highOf(builder.CreateMul(x.low, y.low))));
    llvm::Value *middle = builder.CreateAdd(builder.CreateMul(x.low, y.high), cross.low);
    return builder.CreateAdd(builder.CreateAdd(builder.CreateMul(x.high, y.high), cross.high),
                             highOf(middle));
  }

  llvm::Value *highHalf(llvm::Value *x, llvm::Value *y) { return highHalf(x, halvesOf(y)); }

  llvm::Value *signedHighHalf(llvm::Value *x, llvm::Value *y) {
    return builder.CreateSub(builder.CreateSub(highHalf(x, y), builder.CreateAnd(signsOf(x), y)),
                             builder.CreateAnd(signsOf(y), x));
  }

  llvm::Value *remainder(llvm::Value *dividend, llvm::Value *quotient, llvm::Value *divisor) {
    return builder.CreateSub(dividend, builder.CreateMul(quotient, divisor));
  }

  /// All ones for negative numbers, else zeros.
  llvm::Value *signsOf(llvm::Value *x) { return builder.CreateAShr(x, longWidth - 1); }

  /// The negated value where the sign is all ones.
  llvm::Value *withSigns(llvm::Value *value, llvm::Value *signs) {
    return builder.CreateSub(builder.CreateXor(value, signs), signs);
  }

  llvm::IRBuilder<> builder;

private:
  llvm::Value *highOf(llvm::Value *x) { return builder.CreateLShr(x, longHalf); }
};

} // namespace weft::compiler
