// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Accesses to texels: the calls that the kernel library makes (kernel-lib/weft_internal.h), and
// calls of an image's routines in their place (device/kernel_abi_image.h).
#pragma once

#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstrTypes.h"

#include <optional>

namespace weft::compiler {

enum class ImageAccessKind { Read, ReadMutable, Write };

/// The kind of access that a library function without a body makes, if it is one.
std::optional<ImageAccessKind> imageAccessKind(llvm::StringRef name);

/// A call of such a function.
struct ImageAccess {
  static std::optional<ImageAccess> of(llvm::CallBase &call);

  ImageAccessKind kind;
  llvm::Value *image, *sampler, *routine, *coordinates;
  llvm::Value *texel; ///< that is written; null for reads
};

/// Says what memory such a function accesses. Texels are not in memory that generated code accesses
/// in another way: OpenCL leaves undefined what a kernel does with a buffer and an image in it.
void setImageAccessAttributes(llvm::Function &function, ImageAccessKind kind);

/// Whether a routine runs for up to WEFT_IMAGE_LANES work-items, or for one.
enum class RoutineLanes { All, One };

/// Whether the routine is one by integers that there is for neighbours in a row too.
bool hasRowRoutine(const llvm::Value &routine);
/// Whether the accesses are reads that one call may do, given that lanes are neighbours in both.
bool areReadsOfOneKind(const ImageAccess &first, const ImageAccess &second);

/// Calls the image's routine for neighbours in a row, of which the first has the given coordinates.
void callImageRowRoutine(llvm::IRBuilder<> &builder, const ImageAccess &operands,
                         llvm::Value *active, llvm::ArrayRef<llvm::Value *> first,
                         llvm::Value *texels);

/// The same for several reads, of which each has three coordinates in the array `first`.
void callImageRowsRoutine(llvm::IRBuilder<> &builder, const ImageAccess &operands,
                          llvm::Value *active, unsigned count, llvm::Value *first,
                          llvm::Value *texels);

/// Likewise, with the components of each texel side by side. What read number r has read is where
/// pointer r of the array `where` points to, perhaps in the array `texels`.
void callImageTexelsRoutine(llvm::IRBuilder<> &builder, const ImageAccess &operands,
                            llvm::Value *active, unsigned count, llvm::Value *first,
                            llvm::Value *where, llvm::Value *texels);

/// Writes such texels to neighbours in a row.
void callImageWriteTexelsRoutine(llvm::IRBuilder<> &builder, const ImageAccess &operands,
                                 llvm::Value *active, llvm::ArrayRef<llvm::Value *> first,
                                 llvm::Value *texels);

/// Calls the image's routine. `operands` are what replaces those of the access; `active` is an i64,
/// `coordinates` and `texels` are the arrays.
void callImageRoutine(llvm::IRBuilder<> &builder, const ImageAccess &operands, RoutineLanes lanes,
                      llvm::Value *active, llvm::Value *coordinates, llvm::Value *texels);

} // namespace weft::compiler
