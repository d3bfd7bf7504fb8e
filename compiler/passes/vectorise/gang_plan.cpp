// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/passes/vectorise/gang_plan.h"

#include "compiler/passes/vectorise/prepare/loops/index_set_splitting.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/ErrorHandling.h"

namespace weft::compiler {

using namespace llvm;

StringRef nameOf(SegmentKind kind) {
  switch (kind) {
  case SegmentKind::RowBlock:
    return "row block";
  case SegmentKind::Outside:
    return "outside";
  case SegmentKind::Interior:
    return "interior";
  case SegmentKind::InteriorTail:
    return "interior tail";
  case SegmentKind::Tail:
    return "tail";
  case SegmentKind::Remainder:
    return "remainder";
  }
  llvm_unreachable("all kinds have names");
}

const Segment *GangPlan::find(SegmentKind kind) const {
  const auto found =
      find_if(reverse(segments), [kind](const Segment &segment) { return segment.kind == kind; });
  return found == segments.rend() ? nullptr : &*found;
}

GangPlan GangPlan::predicated() const {
  GangPlan result;
  result.isDoubtful = isDoubtful;
  if (isVectorised())
    result.segments.push_back(*find(SegmentKind::Remainder));
  return result;
}

SmallVector<Function *, 8> GangPlan::functions() const {
  SmallVector<Function *, 8> all;
  for (const Segment &segment : segments)
    if (segment.version && !is_contained(all, segment.version))
      all.push_back(segment.version);
  if (bounds)
    all.push_back(bounds);
  return all;
}

void GangPlan::print(raw_ostream &stream) const {
  if (bounds)
    stream << "bounds" << (hasRows(*bounds) ? " of each row: @" : ": @") << bounds->getName()
           << "\n";
  for (const Segment &segment : segments) {
    stream << nameOf(segment.kind) << ": @" << segment.version->getName() << ", " << segment.lanes
           << (segment.lanes == 1 ? " lane" : " lanes");
    if (segment.cost != 0)
      stream << ", cost " << segment.cost;
    stream << "\n";
  }
}

} // namespace weft::compiler
