// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Reads texels that are 32-bit words without a routine (weft_image_words in
// device/kernel_abi_image.h).
//
// Such a read takes a few instructions, while a call of a routine passes its arguments in arrays
// and clobbers all registers. Work-items that are neighbours in a row have better routines.
#pragma once

#include "compiler/passes/support/images/image_access.h"

#include "llvm/ADT/SmallBitVector.h"
#include "llvm/IR/IRBuilder.h"

#include <optional>

namespace weft::compiler {

/// The components extracted from a read's result; nothing if the read requires a routine. Without a
/// sampler, texels are read at integer coordinates from images that the kernel does not write.
std::optional<llvm::SmallBitVector> componentsOfDirectRead(const llvm::CallBase &call,
                                                           const ImageAccess &access);

/// One image, as an i64.
class ImageWords {
public:
  ImageWords(llvm::IRBuilder<> &builder, llvm::Value &image)
      : builder(builder), image(builder.CreateIntToPtr(&image, builder.getPtrTy())) {}

  /// Whether its texels are such words, and this routine, an i32, reads the nearest ones. If not,
  /// the others must not be executed.
  llvm::Value *areDirect(llvm::Value &routine);
  /// The byte offset of a texel. Coordinates are i32, or vectors of it, and any values are safe.
  llvm::Value *offsetAt(llvm::ArrayRef<llvm::Value *> coordinates);
  /// Whether the next component of each texel follows this one in memory.
  llvm::Value *isBeforeNext(unsigned component);
  /// The address of a component of the texel at an offset; a vector of addresses if that is one.
  llvm::Value *addressOf(unsigned component, llvm::Value *offset);

private:
  llvm::Value *field(llvm::Type *type, std::size_t offset, std::size_t index = 0);
  llvm::Value *baseOf(unsigned component);
  llvm::Value *maskOf(unsigned component);

  llvm::IRBuilder<> &builder;
  llvm::Value *image;
};

} // namespace weft::compiler
