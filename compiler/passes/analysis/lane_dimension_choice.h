// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Which dimension of the range a kernel's lanes should run along: the one whose neighbouring
// work-items access neighbouring memory.
//
// For each dimension whose local id the kernel asks for, the strides along it (stride_analysis.h)
// say how a gang would access memory, and so what its accesses cost; accesses in loops weigh more.
// Dimension 0 holds unless another one costs clearly less and has more accesses to memory side by
// side: launches mostly have their large local sizes there, and what is only uniform along a
// dimension says that the range may hardly extend in it. A dimension in which a required work-group
// has one work-item only is no choice where another has several. Dimension 0 also holds for kernels
// with much private memory. The choice depends on the kernel alone, so all code of a kernel agrees
// on it.
#pragma once

#include "llvm/IR/Function.h"
#include "llvm/IR/PassManager.h"
#include "llvm/Support/raw_ostream.h"

#include <array>
#include <cstdint>
#include <optional>

namespace weft::compiler {

struct LaneDimensionChoice {
  unsigned dimension = 0;
  /// What the memory accesses of a gang cost with lanes along each dimension, if that was asked.
  std::array<std::optional<std::uint64_t>, 3> costs{};

  void print(llvm::raw_ostream &stream) const;
};

/// The kernel still calls the primitives that read ids.
LaneDimensionChoice chooseLaneDimension(llvm::Function &kernel);

/// print<weft-lane-dimension>: prints the choice for each function.
class LaneDimensionPrinterPass : public llvm::PassInfoMixin<LaneDimensionPrinterPass> {
public:
  explicit LaneDimensionPrinterPass(llvm::raw_ostream &stream) : stream(stream) {}
  llvm::PreservedAnalyses run(llvm::Function &function, llvm::FunctionAnalysisManager &analyses);
  static bool isRequired() { return true; }

private:
  llvm::raw_ostream &stream;
};

} // namespace weft::compiler
