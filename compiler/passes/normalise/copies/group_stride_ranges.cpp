// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/passes/normalise/copies/group_stride_ranges.h"

#include "compiler/passes/analysis/affine/extensions.h"
#include "compiler/passes/support/builtin_traits.h"
#include "compiler/passes/support/limits.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/Instructions.h"

namespace weft::compiler {

using namespace llvm;

namespace {

// A sum of products of ids and sizes, each product sorted, and the list of products too.
using Factor = std::pair<PrimitiveKind, unsigned>;
using Product = SmallVector<Factor, 3>;
using Sum = SmallVector<Product, 3>;

Sum inOrder(Sum products) {
  for (Product &product : products)
    sort(product);
  sort(products);
  return products;
}

Sum multiply(const Sum &left, const Sum &right) {
  Sum result;
  for (const Product &first : left)
    for (const Product &second : right) {
      result.push_back(first);
      append_range(result.back(), second);
    }
  return result;
}

// Empty if the number has another form.
Sum expand(const Value &number, unsigned depth = 0) {
  const Value &value = *withoutCasts(&number);
  if (const auto *call = dyn_cast<CallInst>(&value)) {
    const auto primitive = findPrimitive(*call);
    return primitive ? Sum{Product{{primitive->kind, primitive->dimension}}} : Sum{};
  }
  const auto *operation = dyn_cast<BinaryOperator>(&value);
  if (!operation || depth == limits::shortValueDepth)
    return {};
  Sum left = expand(*operation->getOperand(0), depth + 1);
  const Sum right = expand(*operation->getOperand(1), depth + 1);
  if (left.empty() || right.empty())
    return {};
  if (operation->getOpcode() == Instruction::Mul)
    return multiply(left, right);
  if (operation->getOpcode() != Instruction::Add)
    return {};
  append_range(left, right);
  return left;
}

} // namespace

const Value *withoutCasts(const Value *value) {
  const auto *cut = dyn_cast<TruncInst>(value);
  const auto extension = cut ? Extension{cut->getOperand(0), 32, false} : Extension::of(*value);
  const auto holds = [](const Type &type) { return type.getScalarSizeInBits() >= 32; };
  return extension && extension->bits >= 31 && extension->shift == 0 && holds(*value->getType()) &&
                 holds(*extension->operand->getType())
             ? withoutCasts(extension->operand)
             : value;
}

// The range uses dimension 0 alone, and the other dimensions repeat it, or it uses linear ids of
// two or three dimensions.
bool isGroupStrideRange(const Value &begin, const Value &step) {
  const Sum begins = inOrder(expand(begin)), steps = inOrder(expand(step));
  Sum ids;
  Product sizes;
  for (unsigned dimension = 0; dimension != 3; ++dimension) {
    ids.push_back(sizes);
    ids.back().emplace_back(PrimitiveKind::LocalId, dimension);
    sizes.emplace_back(PrimitiveKind::LocalSize, dimension);
    if (begins == inOrder(ids) && steps == inOrder({sizes}))
      return true;
  }
  return false;
}

} // namespace weft::compiler
