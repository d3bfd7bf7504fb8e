; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; RUN: weft-opt -cpu=x86-64 '-passes=function(weft-division-versions)' %s 2>&1 | FileCheck %s
; RUN: weft-opt -cpu=x86-64 '-passes=function(weft-division-versions,print<weft-affine>)' %s -o /dev/null 2>&1 | FileCheck --check-prefix=STRIDES %s

; Where the row of lane 0 has room for all lanes, a copy runs in which the quotient is uniform and the
; remainder grows by one from lane to lane. The original divisions have no strides any more.
target datalayout = "e-m:e-i64:64-i128:128-n8:16:32:64-S128"

; CHECK-LABEL: define void @rows(
; CHECK: %[[FIRST:.*]] = call i32 @__weft_first_lane.i32(i32 %i)
; CHECK-NEXT: %[[VF:.*]] = call i64 @__weft_vf()
; CHECK-NEXT: %[[LANES:.*]] = trunc i64 %[[VF]] to i32
; CHECK-NEXT: %[[KNOWN:.*]] = freeze i32 %n
; CHECK-NEXT: %[[SAFE:.*]] = call i32 @llvm.umax.i32(i32 %[[KNOWN]], i32 1)
; CHECK-NEXT: %[[ROW:.*]] = udiv i32 %[[FIRST]], %[[SAFE]]
; CHECK-NEXT: %[[COLUMN:.*]] = urem i32 %[[FIRST]], %[[SAFE]]
; CHECK-DAG: icmp sle i32 0, %[[FIRST]]
; CHECK-DAG: icmp sle i32 %[[LANES]], %n
; CHECK-DAG: %[[LAST:.*]] = sub i32 %n, %[[LANES]]
; CHECK-DAG: icmp sle i32 %[[COLUMN]], %[[LAST]]
; CHECK: br i1 %in.one.row, label %entry.split.row, label %entry.split
; CHECK: entry.split:
; CHECK-NEXT: %column = srem i32 %i, %n, !weft.lanes.apart
; CHECK-NEXT: %row = sdiv i32 %i, %n, !weft.lanes.apart
; CHECK: entry.split.row:
; CHECK-NEXT: %[[NUMBER:.*]] = call i64 @__weft_lane()
; CHECK-NEXT: %[[LANE:.*]] = trunc nuw nsw i64 %[[NUMBER]] to i32
; CHECK-NEXT: %[[INROW:.*]] = add nuw nsw i32 %[[COLUMN]], %[[LANE]]
; CHECK-NEXT: %start.row = mul nsw i32 %[[ROW]], %n
; CHECK-NEXT: %place.row = add nsw i32 %start.row, %[[INROW]]
; STRIDES-LABEL: for function 'rows'
; STRIDES: store i32 %column, ptr addrspace(1) %to
; STRIDES-NEXT: -->  access: scattered
; STRIDES: store i32 %{{.*}}, ptr addrspace(1) %to.row
; STRIDES-NEXT: -->  access: contiguous
define void @rows(i64 "weft-lane-parameter" %id, i32 %n, ptr addrspace(1) %out) {
entry:
  %i = trunc i64 %id to i32
  %column = srem i32 %i, %n
  %row = sdiv i32 %i, %n
  %start = mul nsw i32 %row, %n
  %place = add nsw i32 %start, %column
  %wide = sext i32 %place to i64
  %to = getelementptr i32, ptr addrspace(1) %out, i64 %wide
  store i32 %column, ptr addrspace(1) %to
  ret void
}

; Behind a guard, with numbers without sign, and a second divisor. What follows takes the values of
; both ways.
; CHECK-LABEL: define i64 @planes(
; CHECK: some:
; CHECK: call i64 @__weft_first_lane.i64(i64 %id)
; CHECK-DAG: %[[WIDTH:.*]] = freeze i64 %width
; CHECK-DAG: call i64 @llvm.umax.i64(i64 %[[WIDTH]], i64 1)
; CHECK-DAG: %[[PLANE:.*]] = freeze i64 %plane
; CHECK-DAG: call i64 @llvm.umax.i64(i64 %[[PLANE]], i64 1)
; CHECK: br i1 %in.one.row, label %some.split.row, label %some.split
; CHECK: end:
; CHECK-NEXT: phi i64 [ 0, %entry ], [ %x, %some.split ], [ %{{.*}}, %some.split.row ]
; CHECK: some.split.row:
; CHECK-NOT: udiv
; CHECK-NOT: urem
; CHECK: br label %end
define i64 @planes(i64 "weft-lane-parameter" %id, i64 %width, i64 %plane, i64 %n, ptr addrspace(1) %out) {
entry:
  %guard = icmp ult i64 %id, %n
  br i1 %guard, label %some, label %end
some:
  %x = urem i64 %id, %width
  %z = udiv i64 %id, %plane
  %to = getelementptr i64, ptr addrspace(1) %out, i64 %x
  store i64 %z, ptr addrspace(1) %to
  br label %end
end:
  %result = phi i64 [ 0, %entry ], [ %x, %some ]
  ret i64 %result
}

; A division behind a condition does not join.
; CHECK-LABEL: define void @guarded(
; CHECK: br i1 %in.one.row
; CHECK: more.row:
; CHECK-NEXT: %more.rest.row = urem i32 %i, %other
; CHECK-NOT: !weft.lanes.apart
; CHECK-LABEL: define void @apart(
define void @guarded(i64 "weft-lane-parameter" %id, i32 %n, i32 %other, ptr addrspace(1) %out) {
entry:
  %i = trunc i64 %id to i32
  %rest = urem i32 %i, %n
  %wide = zext i32 %rest to i64
  %to = getelementptr i32, ptr addrspace(1) %out, i64 %wide
  store i32 1, ptr addrspace(1) %to
  %some = icmp ne i32 %other, 0
  br i1 %some, label %more, label %end
more:
  %more.rest = urem i32 %i, %other
  %more.wide = zext i32 %more.rest to i64
  %more.to = getelementptr i32, ptr addrspace(1) %out, i64 %more.wide
  store i32 2, ptr addrspace(1) %more.to
  br label %end
end:
  ret void
}

; No copy for lanes that are not neighbours.
; CHECK-NOT: call {{.*}}first_lane
define void @apart(i64 "weft-lane-parameter" %id, i64 %n, ptr addrspace(1) %out) {
  %twice = mul i64 %id, 2
  %x = urem i64 %twice, %n
  %to = getelementptr i32, ptr addrspace(1) %out, i64 %x
  store i32 1, ptr addrspace(1) %to
  ret void
}

; Nor for places in no memory.
; CHECK-LABEL: define i32 @none(
; CHECK-NOT: call {{.*}}first_lane
define i32 @none(i64 "weft-lane-parameter" %id, i32 %n) {
  %i = trunc i64 %id to i32
  %column = urem i32 %i, %n
  ret i32 %column
}

; The round in which a work-item leaves the loop differs between them, so that the lanes' sums do not
; follow each other.
; CHECK-LABEL: define void @behind_a_loop(
; CHECK-NOT: in.one.row
; CHECK: ret void
define void @behind_a_loop(i64 "weft-lane-parameter" %id, i32 %n, ptr addrspace(1) %out) {
entry:
  %i = trunc i64 %id to i32
  %found.at = getelementptr i32, ptr addrspace(1) %out, i64 %id
  br label %loop
loop:
  %round = phi i32 [ 0, %entry ], [ %next, %again ]
  %wanted = load i32, ptr addrspace(1) %found.at
  %is = icmp eq i32 %wanted, %round
  br i1 %is, label %maybe, label %again
maybe:
  %late = icmp ugt i32 %round, %n
  br i1 %late, label %end, label %again
again:
  %next = add i32 %round, 1
  br label %loop
end:
  %sum = add i32 %i, %round
  %column = urem i32 %sum, %n
  %wide = zext i32 %column to i64
  %to = getelementptr i32, ptr addrspace(1) %out, i64 %wide
  store i32 %column, ptr addrspace(1) %to
  ret void
}

; Gangs in which comparisons of the remainder let all lanes go where more code is have another copy,
; without the comparisons. The comparison of the quotient stays.
; CHECK-LABEL: define void @inside(
; CHECK: %[[ROW:.*]] = udiv i32
; CHECK: %[[COLUMN:.*]] = urem i32
; CHECK: br i1 %in.one.row, label %in.row, label %entry.split
; CHECK: in.row:
; CHECK: %[[BOUND:.*]] = add i32 %n, -1
; CHECK: %[[SPAN:.*]] = sub i32 %{{.*}}, 1
; CHECK: %[[LAST:.*]] = add i32 %[[COLUMN]], %[[SPAN]]
; CHECK: %[[BELOW:.*]] = icmp slt i32 %[[LAST]], %[[BOUND]]
; CHECK: %[[ABOVE:.*]] = icmp sgt i32 %[[COLUMN]], 0
; CHECK: %inside.row = freeze i1
; CHECK: br i1 %inside.row, label %entry.split.row, label %entry.split.row.ends
; CHECK: entry.split.row:
; CHECK: %[[LATE:.*]] = icmp sgt i32 %[[ROW]], 0
; CHECK: %[[BETWEEN:.*]] = and i1 true, true
; CHECK: select i1 %[[LATE]], i1 %[[BETWEEN]], i1 false
; CHECK: entry.split.row.ends:
; CHECK: icmp sgt i32 %[[ROW]], 0
; CHECK: %[[BELOWHERE:.*]] = icmp slt i32
; CHECK: %[[ABOVEHERE:.*]] = icmp sgt i32
; CHECK: and i1 %[[BELOWHERE]], %[[ABOVEHERE]]
define void @inside(i64 "weft-lane-parameter" %id, i32 %n, ptr addrspace(1) %out) {
entry:
  %i = trunc i64 %id to i32
  %column = srem i32 %i, %n
  %row = sdiv i32 %i, %n
  %is.late = icmp sgt i32 %row, 0
  %end = add nsw i32 %n, -1
  %below = icmp slt i32 %column, %end
  %above = icmp sgt i32 %column, 0
  %between = and i1 %below, %above
  %some = select i1 %is.late, i1 %between, i1 false
  br i1 %some, label %work, label %done
work:
  %start = mul nsw i32 %row, %n
  %place = add nsw i32 %start, %column
  %wide = sext i32 %place to i64
  %to = getelementptr i32, ptr addrspace(1) %out, i64 %wide
  store i32 %column, ptr addrspace(1) %to
  br label %done
done:
  ret void
}

; Sums that may wrap between two lanes are tested for it; an inequality needs no such test. Other
; comparisons than with what all lanes share stay.
; CHECK-LABEL: define void @wraps(
; CHECK: %[[COLUMN:.*]] = urem i32
; CHECK: %[[FROM:.*]] = add i32 %[[COLUMN]], -5
; CHECK: %[[MOST:.*]] = sub i32 -1, %{{.*}}
; CHECK: icmp ule i32 %[[FROM]], %[[MOST]]
; CHECK: icmp ult i32 %{{.*}}, %limit
; CHECK: %[[DISTANCE:.*]] = sub i32 %other, %[[COLUMN]]
; CHECK: icmp ugt i32 %[[DISTANCE]], %{{.*}}
; CHECK: %inside.row = freeze i1
; CHECK: entry.split.row:
; CHECK: icmp ult i32 %{{.*}}, %found.row
; CHECK: entry.split.row.ends:
define void @wraps(i64 "weft-lane-parameter" %id, i32 %n, i32 %limit, i32 %other, ptr addrspace(1) %out) {
entry:
  %i = trunc i64 %id to i32
  %column = urem i32 %i, %n
  %wide = zext i32 %column to i64
  %to = getelementptr i32, ptr addrspace(1) %out, i64 %wide
  %found = load i32, ptr addrspace(1) %to
  %sum = add i32 %column, -5
  %is.low = icmp ult i32 %sum, %limit
  %is.other = icmp ne i32 %column, %other
  %is.found = icmp ult i32 %column, %found
  %both = and i1 %is.low, %is.other
  %all = and i1 %both, %is.found
  br i1 %all, label %work, label %done
work:
  store i32 %column, ptr addrspace(1) %to
  br label %done
done:
  ret void
}

; Vectors stay as they are.
; CHECK-LABEL: define void @vectors(
; CHECK-NOT: in.one.row
; CHECK: udiv <2 x i32> %pair, %by
; CHECK-NOT: in.one.row
; CHECK: ret void
define void @vectors(i64 "weft-lane-parameter" %id, <2 x i32> %by, ptr addrspace(1) %out) {
entry:
  %i = trunc i64 %id to i32
  %pair = insertelement <2 x i32> splat (i32 7), i32 %i, i64 0
  %quotient = udiv <2 x i32> %pair, %by
  %to = getelementptr <2 x i32>, ptr addrspace(1) %out, i64 %id
  store <2 x i32> %quotient, ptr addrspace(1) %to
  ret void
}

; A row with room for the lanes has a divisor that is neither 0 nor -1: what safe_division.h has beside
; the results goes, also behind sums, and the test takes the divisor without its guard. Of numbers
; without signs, -1 is the largest divisor.
; CHECK-LABEL: define void @safe(
; CHECK: %[[KNOWN:.*]] = freeze i32 %n
; CHECK-NEXT: call i32 @llvm.umax.i32(i32 %[[KNOWN]], i32 1)
; CHECK-DAG: icmp sle i32 %{{.*}}, %n
; CHECK: br i1 %in.one.row, label %in.row, label %entry.split
; CHECK: in.row:
; CHECK: %[[ABOVE:.*]] = icmp sgt i32
; CHECK: %inside.row = freeze i1
; CHECK: entry.split.row:
; CHECK: %[[NEXT:next.row.*]] = add i32 %{{.*}}, 1
; CHECK: %start.row = mul nsw i32 %[[QUOTIENT:.*]], %n
; CHECK-NOT: %quotient
; CHECK: %place.row = add nsw i32 %start.row, %[[NEXT]]
; STRIDES-LABEL: for function 'safe'
; STRIDES: store i32 1, ptr addrspace(1) %to.row
; STRIDES-NEXT: -->  access: contiguous
define void @safe(i64 "weft-lane-parameter" %id, i32 %n, ptr addrspace(1) %out) {
entry:
  %i = trunc i64 %id to i32
  %more = add i32 %n, 1
  %unsafe = icmp ult i32 %more, 2
  %divisor = select i1 %unsafe, i32 1, i32 %n
  %zero = icmp eq i32 %n, 0
  %minus = icmp eq i32 %n, -1
  %row = sdiv i32 %i, %divisor
  %negative = sub i32 0, %i
  %signed = select i1 %minus, i32 %negative, i32 %row
  %quotient = select i1 %zero, i32 -1, i32 %signed
  %rest = srem i32 %i, %divisor
  %next = add i32 %rest, 1
  %next.i = add i32 %i, 1
  %column = select i1 %zero, i32 %next.i, i32 %next
  %above = icmp sgt i32 %column, 1
  br i1 %above, label %work, label %done
work:
  %start = mul nsw i32 %quotient, %n
  %place = add nsw i32 %start, %column
  %wide = sext i32 %place to i64
  %to = getelementptr i32, ptr addrspace(1) %out, i64 %wide
  store i32 1, ptr addrspace(1) %to
  br label %done
done:
  ret void
}

; CHECK-LABEL: define void @largest(
; CHECK: entry.split.row:
; CHECK: %some.row = select i1 %largest, i32 7, i32 %{{.*}}
define void @largest(i64 "weft-lane-parameter" %id, i32 %n, ptr addrspace(1) %out) {
entry:
  %i = trunc i64 %id to i32
  %divisor = call i32 @llvm.umax.i32(i32 %n, i32 1)
  %largest = icmp eq i32 %n, -1
  %column = urem i32 %i, %divisor
  %some = select i1 %largest, i32 7, i32 %column
  %wide = zext i32 %column to i64
  %to = getelementptr i32, ptr addrspace(1) %out, i64 %wide
  store i32 %some, ptr addrspace(1) %to
  ret void
}
