// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Calls of a gang: vector intrinsics if they exist, one prefetch per cache line, one routine for
// the texels of many lanes, otherwise one call per lane. Calls with possible side effects run only
// for active lanes.
#pragma once

#include "compiler/passes/vectorise/widen/lanes/emitted_strides.h"
#include "compiler/passes/vectorise/widen/lanes/replication.h"
#include "compiler/passes/vectorise/widen/memory/widen_images.h"

#include "llvm/IR/Instructions.h"

namespace weft::compiler {

class CallWidener {
public:
  CallWidener(const InterleavedRecords &records, LaneValues &values, EmittedStrides &strides,
              Replicator &replicator, GangBuilder &gang)
      : values(values), strides(strides), replicator(replicator), gang(gang),
        images(records, values, gang) {}

  /// Null without a result, and for vectors, whose components it sets.
  llvm::Value *widen(llvm::CallInst &call);

private:
  llvm::Value *widenIntrinsic(llvm::CallInst &call);
  bool prefetchTogether(llvm::CallInst &call);

  LaneValues &values;
  EmittedStrides &strides;
  Replicator &replicator;
  GangBuilder &gang;
  ImageWidener images;
};

} // namespace weft::compiler
