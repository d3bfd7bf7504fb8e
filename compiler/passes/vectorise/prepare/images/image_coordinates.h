// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Computes the coordinates of reads from an image before the first of these reads.
//
// Kernels read what is around a texel, a texel at a time, and compute the next coordinates behind
// each read. Where lanes are neighbours in a row, one call of a routine does all reads of a block
// whose coordinates are known before it (widen_images.h). So the integers that coordinates are made
// of move in front of the first read, if they are uniform or strided: those cost no vector.
//
// The typical kernels have no images. Of those with images, convolutions take 1.5 to 1.7 times as
// long without it, and Gaussian filters of bytes 1.3 times.
#pragma once

#include "llvm/IR/PassManager.h"

namespace weft::compiler {

/// With a gang's analyses (gang_analyses.h).
class ImageCoordinatesPass : public llvm::PassInfoMixin<ImageCoordinatesPass> {
public:
  llvm::PreservedAnalyses run(llvm::Function &function, llvm::FunctionAnalysisManager &analyses);
  static bool isRequired() { return true; }
};

} // namespace weft::compiler
