// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Texel accesses: the kernel library's calls (kernel-lib/weft_internal.h), and calls of an image's
// routines that replace them (device/kernel_abi_image.h).
#pragma once

#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstrTypes.h"

#include <optional>

namespace weft::compiler {

enum class ImageAccessKind { Read, ReadMutable, Write };

/// The kind of access of an undefined library function, if it is one.
std::optional<ImageAccessKind> imageAccessKind(llvm::StringRef name);

/// A call of such a function.
struct ImageAccess {
  static std::optional<ImageAccess> of(llvm::CallBase &call);

  ImageAccessKind kind;
  llvm::Value *image, *sampler, *routine, *coordinates;
  llvm::Value *texel; ///< to write; null for reads
};

/// Sets the memory effects of such a function. Generated code does not access texels in another
/// way: OpenCL does not define what a kernel does with both a buffer and an image in it.
void setImageAccessAttributes(llvm::Function &function, ImageAccessKind kind);

/// Whether a routine runs for up to WEFT_IMAGE_LANES work-items, or for one.
enum class RoutineLanes { All, One };

/// Whether the routine takes integer coordinates and has a form for neighbours in a row.
bool hasRowRoutine(const llvm::Value &routine);
/// Whether one call may perform these reads, provided that lanes are neighbours in each.
bool areReadsOfOneKind(const ImageAccess &first, const ImageAccess &second);

/// Calls the image's routine for neighbours in a row, starting at the given coordinates.
void callImageRowRoutine(llvm::IRBuilder<> &builder, const ImageAccess &operands,
                         llvm::Value *active, llvm::ArrayRef<llvm::Value *> first,
                         llvm::Value *texels);

/// The same for several reads, each with three coordinates in the array `first`.
void callImageRowsRoutine(llvm::IRBuilder<> &builder, const ImageAccess &operands,
                          llvm::Value *active, unsigned count, llvm::Value *first,
                          llvm::Value *texels);

/// Likewise, with the components of each texel in memory order. The texels of read r are at pointer
/// r of the array `where`, possibly in the array `texels`.
void callImageTexelsRoutine(llvm::IRBuilder<> &builder, const ImageAccess &operands,
                            llvm::Value *active, unsigned count, llvm::Value *first,
                            llvm::Value *where, llvm::Value *texels);

/// Writes such texels to neighbours in a row.
void callImageWriteTexelsRoutine(llvm::IRBuilder<> &builder, const ImageAccess &operands,
                                 llvm::Value *active, llvm::ArrayRef<llvm::Value *> first,
                                 llvm::Value *texels);

/// Calls the image's routine. `operands` replace those of the access; `active` is an i64,
/// `coordinates` and `texels` are the arrays.
void callImageRoutine(llvm::IRBuilder<> &builder, const ImageAccess &operands, RoutineLanes lanes,
                      llvm::Value *active, llvm::Value *coordinates, llvm::Value *texels);

} // namespace weft::compiler
