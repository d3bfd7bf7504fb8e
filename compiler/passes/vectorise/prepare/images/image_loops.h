// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Unrolls short loops that read from images.
//
// Loops over the neighbourhood of a texel have a constant trip count, a few iterations per
// dimension. Their reads become reads of one block, which the widener performs by one call
// (image_coordinates.h).
//
// The typical kernels have no images. Among those with images, convolutions and Gaussian filters
// take 1.1 to 1.6 times as long without it.
#pragma once

#include "compiler/passes/support/passes/required_pass.h"

namespace weft::compiler {

/// The loops are rotated and simple.
class ImageLoopsPass : public RequiredPass<ImageLoopsPass> {
public:
  llvm::PreservedAnalyses run(llvm::Function &function, llvm::FunctionAnalysisManager &analyses);
};

} // namespace weft::compiler
