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

#include "compiler/passes/analysis/strides/stride_analysis.h"

#include "llvm/IR/Function.h"

namespace weft::compiler {

/// Returns whether the function changed.
bool hoistImageCoordinates(llvm::Function &function, const StrideInfo &strides);

} // namespace weft::compiler
