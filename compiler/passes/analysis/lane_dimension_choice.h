// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Which dimension of the range a kernel's lanes should run along: the one whose neighbouring
// work-items access neighbouring memory.
//
// For each dimension whose local id the kernel queries, the strides along it (stride_analysis.h)
// determine how a gang would access memory, and so the cost of its accesses, weighted by loop
// depth. Dimension 0 is the default unless another one costs clearly less and has more contiguous
// accesses: launches mostly have their large local sizes there, and values that are uniform along a
// dimension suggest that the range hardly extends in it. A dimension in which a required work-group
// size is 1 is not chosen if it is larger in another. Dimension 0 is also the default for kernels
// with much private memory. The choice depends only on the kernel, so all its code agrees on it.
#pragma once

#include "compiler/passes/support/passes/required_pass.h"

#include "llvm/IR/Function.h"
#include "llvm/Support/raw_ostream.h"

#include <array>
#include <cstdint>
#include <optional>

namespace weft::compiler {

struct LaneDimensionChoice {
  unsigned dimension = 0;
  /// The cost of a gang's memory accesses with lanes along each dimension, if requested.
  std::array<std::optional<std::uint64_t>, 3> costs{};

  void print(llvm::raw_ostream &stream) const;
};

/// The kernel still calls the primitives that read ids.
LaneDimensionChoice chooseLaneDimension(llvm::Function &kernel);

/// print<weft-lane-dimension>: prints the choice for each function.
class LaneDimensionPrinterPass : public RequiredPass<LaneDimensionPrinterPass> {
public:
  explicit LaneDimensionPrinterPass(llvm::raw_ostream &stream) : stream(stream) {}
  llvm::PreservedAnalyses run(llvm::Function &function, llvm::FunctionAnalysisManager &analyses);

private:
  llvm::raw_ostream &stream;
};

} // namespace weft::compiler
