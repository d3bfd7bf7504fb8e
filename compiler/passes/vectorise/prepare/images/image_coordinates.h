// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Computes the coordinates of an image's reads before the first of these reads.
//
// Kernels read the neighbourhood of a texel one texel at a time, and compute the next coordinates
// after each read. If lanes are neighbours in a row, one call of a routine performs all reads of a
// block whose coordinates are known before it (widen_images.h). So the integers from which
// coordinates are computed move before the first read, if they are uniform or strided: those need
// no vector.
//
// The typical kernels have no images. Among those with images, convolutions take 1.5 to 1.7 times
// as long without it, and Gaussian filters of bytes 1.3 times.
#pragma once

#include "compiler/passes/support/passes/required_pass.h"

namespace weft::compiler {

/// With a gang's analyses (gang_analyses.h).
class ImageCoordinatesPass : public RequiredPass<ImageCoordinatesPass> {
public:
  llvm::PreservedAnalyses run(llvm::Function &function, llvm::FunctionAnalysisManager &analyses);
};

} // namespace weft::compiler
