// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Unrolls short loops that read from images.
//
// Loops over what is around a texel have a constant number of rounds, a few for each dimension.
// Their reads become reads of one block, which the widener does by one call (image_coordinates.h).
//
// The typical kernels have no images. Of those with images, convolutions and Gaussian filters take
// 1.1 to 1.6 times as long without it.
#pragma once

#include "llvm/IR/Function.h"

namespace weft::compiler {

/// Returns whether the function changed.
bool unrollImageLoops(llvm::Function &function);

} // namespace weft::compiler
