// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Emits the loops over an x range, or over a context array block, from a plan (gang_plan.h).
//
// Whole gangs of the interior run unmasked: wide gangs first, then others. Gangs outside the
// bounds, and partial ones, run the predicated version. The segments before and after the interior
// share a version, so they are one loop inside a loop that runs twice: the code of each version
// exists once. If divisions of ids form rows (division_rows.h), each row has an interior, and the
// outer loop runs once for each row.
#pragma once

#include "compiler/passes/vectorise/gang_plan.h"
#include "compiler/passes/workgroup/loop_builder.h"

namespace weft::compiler {

/// The results of a bounds function (index_set_splitting.h), as indices of work-items.
struct XRangeBounds {
  llvm::Value *first, *last, *outerFirst, *outerLast;
  llvm::Value *rowEnd = nullptr;              ///< null: there are no rows
  llvm::SmallVector<llvm::Value *> quotients; ///< of the row
};

/// Calls of a version: the work-items from `index` on.
struct GangCall {
  const Segment &segment;
  llvm::Value *index;
  llvm::Value *left; ///< work-items from there to the end of the x range; null: the gang is whole
  llvm::ArrayRef<llvm::Value *> quotients; ///< in the interior of a row
};

class XRangeLoops {
public:
  struct Choices {
    Unrolling unrolling;  ///< of loops over whole gangs
    Unrolling inBounds;   ///< of those inside of bounds
    bool leavesFewNarrow; ///< few gangs are left after wide ones
  };
  using Body = llvm::function_ref<void(const GangCall &)>;
  /// The bounds at a work-item, which matters if there are rows.
  using BoundsAt = llvm::function_ref<XRangeBounds(llvm::Value *)>;

  /// The others must outlive it. `name`: of blocks. The body writes a call.
  XRangeLoops(LoopBuilder &builder, const GangPlan &plan, llvm::StringRef name, Choices choices,
              Body body)
      : builder(builder), plan(plan), name(name), choices(choices), body(body) {}

  /// Runs the work-items from `begin` to the count; gangs begin at multiples of all VFs. `bounds`:
  /// null if the plan has none.
  void emit(llvm::Value *begin, llvm::Value *count, BoundsAt bounds);

private:
  /// Gangs run the work-items [begin, end). Those in [interiorBegin, interiorEnd) are whole gangs
  /// inside of the bounds; the bounds end at `boundsEnd`. From `last` on there is no work.
  struct Parts {
    llvm::Value *begin, *interiorBegin, *interiorEnd, *boundsEnd, *last, *end;
    bool beginsInside; ///< of the bounds, in all launches: no gang comes before `interiorBegin`
  };

  void emitInterior(llvm::Value *begin, llvm::Value *end, Unrolling unrolling,
                    llvm::ArrayRef<llvm::Value *> quotients = {});
  void emitPart(const Segment &segment, llvm::Value *begin, llvm::Value *end,
                const llvm::Twine &suffix, llvm::Value *count);
  Parts split(llvm::Value *begin, llvm::Value *count, const XRangeBounds &bounds);
  void emitBounded(const Parts &parts, llvm::Value *count);
  void emitTwice(const Parts &parts, llvm::Value *count, llvm::BasicBlock *after);
  void emitRows(llvm::Value *begin, llvm::Value *count, BoundsAt bounds);
  llvm::BranchInst *emitTails(const Parts &parts, llvm::BasicBlock *remainder,
                              llvm::BasicBlock *after);

  LoopBuilder &builder;
  const GangPlan &plan;
  const llvm::StringRef name;
  const Choices choices;
  const Body body;
};

} // namespace weft::compiler
