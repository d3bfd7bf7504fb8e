; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; RUN: weft-opt -cpu=znver5 -passes=weft-transposed-gathers %s | FileCheck %s
; RUN: weft-opt -cpu=x86-64-v3 -passes=weft-transposed-gathers %s | FileCheck --check-prefix=HALVES %s
; RUN: weft-opt -cpu=znver5 -passes=weft-transposed-gathers -stats %s -o /dev/null 2>&1 | FileCheck --check-prefix=COUNT %s

; COUNT: 28 weft-transposed-gathers {{.*}}Gathers that became columns of loads

declare <4 x float> @llvm.masked.gather.v4f32.v4p3(<4 x ptr addrspace(3)>, <4 x i1>, <4 x float>)
declare <16 x float> @llvm.masked.gather.v16f32.v16p3(<16 x ptr addrspace(3)>, <16 x i1>, <16 x float>)
declare void @ends()

; The columns of a tile whose rows are 20 bytes apart, with stores to a buffer between.
; CHECK-LABEL: define void @columns(
; CHECK: %[[R0:.*]] = load <4 x float>, ptr addrspace(3) %tile, align 4
; CHECK: getelementptr i8, ptr addrspace(3) %tile, i64 20
; CHECK: %[[A2:.*]] = getelementptr i8, ptr addrspace(3) %tile, i64 40
; CHECK: %[[R2:.*]] = load <4 x float>, ptr addrspace(3) %[[A2]], align 4
; CHECK: getelementptr i8, ptr addrspace(3) %tile, i64 60
; CHECK: %[[LOWER_EVEN:.*]] = shufflevector <4 x float> %[[R0]], <4 x float> %[[R2]], <4 x i32> <i32 0, i32 4, i32 1, i32 5>
; CHECK: %[[C0:.*]] = shufflevector <4 x float> %[[LOWER_EVEN]], <4 x float> %[[LOWER_ODD:.*]], <4 x i32> <i32 0, i32 4, i32 1, i32 5>
; CHECK: %[[C1:.*]] = shufflevector <4 x float> %[[LOWER_EVEN]], <4 x float> %[[LOWER_ODD]], <4 x i32> <i32 2, i32 6, i32 3, i32 7>
; CHECK-NOT: gather
; CHECK: store <4 x float> %[[C0]], ptr addrspace(1) %to.0
; CHECK: store <4 x float> %[[C1]], ptr addrspace(1) %to.1
define void @columns(ptr addrspace(3) %tile, ptr addrspace(1) %out, ptr addrspace(3) %other) {
  %all = getelementptr i8, ptr addrspace(3) %tile, <4 x i64> <i64 0, i64 20, i64 40, i64 60>
  %at.0 = getelementptr i8, <4 x ptr addrspace(3)> %all, i64 0
  %column.0 = call <4 x float> @llvm.masked.gather.v4f32.v4p3(<4 x ptr addrspace(3)> align 4 %at.0, <4 x i1> splat (i1 true), <4 x float> poison)
  %to.0 = getelementptr i8, ptr addrspace(1) %out, i64 0
  store <4 x float> %column.0, ptr addrspace(1) %to.0, align 4
  %at.1 = getelementptr i8, <4 x ptr addrspace(3)> %all, i64 4
  %column.1 = call <4 x float> @llvm.masked.gather.v4f32.v4p3(<4 x ptr addrspace(3)> align 4 %at.1, <4 x i1> splat (i1 true), <4 x float> poison)
  %to.1 = getelementptr i8, ptr addrspace(1) %out, i64 100
  store <4 x float> %column.1, ptr addrspace(1) %to.1, align 4
  %at.2 = getelementptr i8, <4 x ptr addrspace(3)> %all, i64 8
  %column.2 = call <4 x float> @llvm.masked.gather.v4f32.v4p3(<4 x ptr addrspace(3)> align 4 %at.2, <4 x i1> splat (i1 true), <4 x float> poison)
  %to.2 = getelementptr i8, ptr addrspace(1) %out, i64 200
  store <4 x float> %column.2, ptr addrspace(1) %to.2, align 4
  %at.3 = getelementptr i8, <4 x ptr addrspace(3)> %all, i64 12
  %column.3 = call <4 x float> @llvm.masked.gather.v4f32.v4p3(<4 x ptr addrspace(3)> align 4 %at.3, <4 x i1> splat (i1 true), <4 x float> poison)
  %to.3 = getelementptr i8, ptr addrspace(1) %out, i64 300
  store <4 x float> %column.3, ptr addrspace(1) %to.3, align 4
  ret void
}

; In any order, and before the tile.
; CHECK-LABEL: define void @backwards(
; CHECK: %[[AT:.*]] = getelementptr i8, ptr addrspace(3) %tile, i64 -4
; CHECK: load <4 x float>, ptr addrspace(3) %[[AT]], align 4
; CHECK-NOT: gather
; CHECK: ret void
define void @backwards(ptr addrspace(3) %tile, ptr addrspace(1) %out, ptr addrspace(3) %other) {
  %all = getelementptr i8, ptr addrspace(3) %tile, <4 x i64> <i64 0, i64 20, i64 40, i64 60>
  %at.0 = getelementptr i8, <4 x ptr addrspace(3)> %all, i64 8
  %column.0 = call <4 x float> @llvm.masked.gather.v4f32.v4p3(<4 x ptr addrspace(3)> align 4 %at.0, <4 x i1> splat (i1 true), <4 x float> poison)
  %to.0 = getelementptr i8, ptr addrspace(1) %out, i64 0
  store <4 x float> %column.0, ptr addrspace(1) %to.0, align 4
  %at.1 = getelementptr i8, <4 x ptr addrspace(3)> %all, i64 4
  %column.1 = call <4 x float> @llvm.masked.gather.v4f32.v4p3(<4 x ptr addrspace(3)> align 4 %at.1, <4 x i1> splat (i1 true), <4 x float> poison)
  %to.1 = getelementptr i8, ptr addrspace(1) %out, i64 100
  store <4 x float> %column.1, ptr addrspace(1) %to.1, align 4
  %at.2 = getelementptr i8, <4 x ptr addrspace(3)> %all, i64 0
  %column.2 = call <4 x float> @llvm.masked.gather.v4f32.v4p3(<4 x ptr addrspace(3)> align 4 %at.2, <4 x i1> splat (i1 true), <4 x float> poison)
  %to.2 = getelementptr i8, ptr addrspace(1) %out, i64 200
  store <4 x float> %column.2, ptr addrspace(1) %to.2, align 4
  %at.3 = getelementptr i8, <4 x ptr addrspace(3)> %all, i64 -4
  %column.3 = call <4 x float> @llvm.masked.gather.v4f32.v4p3(<4 x ptr addrspace(3)> align 4 %at.3, <4 x i1> splat (i1 true), <4 x float> poison)
  %to.3 = getelementptr i8, ptr addrspace(1) %out, i64 300
  store <4 x float> %column.3, ptr addrspace(1) %to.3, align 4
  ret void
}

; What is written between may be of the tile, or the block may end there.
; CHECK-LABEL: define void @written(
; CHECK-COUNT-4: = call <4 x float> @llvm.masked.gather
; CHECK: ret void
define void @written(ptr addrspace(3) %tile, ptr addrspace(1) %out, ptr addrspace(3) %other) {
  %all = getelementptr i8, ptr addrspace(3) %tile, <4 x i64> <i64 0, i64 20, i64 40, i64 60>
  %at.0 = getelementptr i8, <4 x ptr addrspace(3)> %all, i64 0
  %column.0 = call <4 x float> @llvm.masked.gather.v4f32.v4p3(<4 x ptr addrspace(3)> align 4 %at.0, <4 x i1> splat (i1 true), <4 x float> poison)
  %to.0 = getelementptr i8, ptr addrspace(1) %out, i64 0
  store <4 x float> %column.0, ptr addrspace(1) %to.0, align 4
  %at.1 = getelementptr i8, <4 x ptr addrspace(3)> %all, i64 4
  %column.1 = call <4 x float> @llvm.masked.gather.v4f32.v4p3(<4 x ptr addrspace(3)> align 4 %at.1, <4 x i1> splat (i1 true), <4 x float> poison)
  %to.1 = getelementptr i8, ptr addrspace(1) %out, i64 100
  store <4 x float> %column.1, ptr addrspace(1) %to.1, align 4
  store float 1.0, ptr addrspace(3) %other
  %at.2 = getelementptr i8, <4 x ptr addrspace(3)> %all, i64 8
  %column.2 = call <4 x float> @llvm.masked.gather.v4f32.v4p3(<4 x ptr addrspace(3)> align 4 %at.2, <4 x i1> splat (i1 true), <4 x float> poison)
  %to.2 = getelementptr i8, ptr addrspace(1) %out, i64 200
  store <4 x float> %column.2, ptr addrspace(1) %to.2, align 4
  %at.3 = getelementptr i8, <4 x ptr addrspace(3)> %all, i64 12
  %column.3 = call <4 x float> @llvm.masked.gather.v4f32.v4p3(<4 x ptr addrspace(3)> align 4 %at.3, <4 x i1> splat (i1 true), <4 x float> poison)
  %to.3 = getelementptr i8, ptr addrspace(1) %out, i64 300
  store <4 x float> %column.3, ptr addrspace(1) %to.3, align 4
  ret void
}

; CHECK-LABEL: define void @leaves(
; CHECK-COUNT-4: = call <4 x float> @llvm.masked.gather
; CHECK: ret void
define void @leaves(ptr addrspace(3) %tile, ptr addrspace(1) %out, ptr addrspace(3) %other) {
  %all = getelementptr i8, ptr addrspace(3) %tile, <4 x i64> <i64 0, i64 20, i64 40, i64 60>
  %at.0 = getelementptr i8, <4 x ptr addrspace(3)> %all, i64 0
  %column.0 = call <4 x float> @llvm.masked.gather.v4f32.v4p3(<4 x ptr addrspace(3)> align 4 %at.0, <4 x i1> splat (i1 true), <4 x float> poison)
  %to.0 = getelementptr i8, ptr addrspace(1) %out, i64 0
  store <4 x float> %column.0, ptr addrspace(1) %to.0, align 4
  %at.1 = getelementptr i8, <4 x ptr addrspace(3)> %all, i64 4
  %column.1 = call <4 x float> @llvm.masked.gather.v4f32.v4p3(<4 x ptr addrspace(3)> align 4 %at.1, <4 x i1> splat (i1 true), <4 x float> poison)
  %to.1 = getelementptr i8, ptr addrspace(1) %out, i64 100
  store <4 x float> %column.1, ptr addrspace(1) %to.1, align 4
  call void @ends()
  %at.2 = getelementptr i8, <4 x ptr addrspace(3)> %all, i64 8
  %column.2 = call <4 x float> @llvm.masked.gather.v4f32.v4p3(<4 x ptr addrspace(3)> align 4 %at.2, <4 x i1> splat (i1 true), <4 x float> poison)
  %to.2 = getelementptr i8, ptr addrspace(1) %out, i64 200
  store <4 x float> %column.2, ptr addrspace(1) %to.2, align 4
  %at.3 = getelementptr i8, <4 x ptr addrspace(3)> %all, i64 12
  %column.3 = call <4 x float> @llvm.masked.gather.v4f32.v4p3(<4 x ptr addrspace(3)> align 4 %at.3, <4 x i1> splat (i1 true), <4 x float> poison)
  %to.3 = getelementptr i8, ptr addrspace(1) %out, i64 300
  store <4 x float> %column.3, ptr addrspace(1) %to.3, align 4
  ret void
}

; Some lanes are not there, a column is missing, or the rows are not evenly apart.
; CHECK-LABEL: define void @masked(
; CHECK-COUNT-4: = call <4 x float> @llvm.masked.gather
; CHECK: ret void
define void @masked(ptr addrspace(3) %tile, ptr addrspace(1) %out, ptr addrspace(3) %other, <4 x i1> %mask) {
  %all = getelementptr i8, ptr addrspace(3) %tile, <4 x i64> <i64 0, i64 20, i64 40, i64 60>
  %at.0 = getelementptr i8, <4 x ptr addrspace(3)> %all, i64 0
  %column.0 = call <4 x float> @llvm.masked.gather.v4f32.v4p3(<4 x ptr addrspace(3)> align 4 %at.0, <4 x i1> %mask, <4 x float> poison)
  %to.0 = getelementptr i8, ptr addrspace(1) %out, i64 0
  store <4 x float> %column.0, ptr addrspace(1) %to.0, align 4
  %at.1 = getelementptr i8, <4 x ptr addrspace(3)> %all, i64 4
  %column.1 = call <4 x float> @llvm.masked.gather.v4f32.v4p3(<4 x ptr addrspace(3)> align 4 %at.1, <4 x i1> %mask, <4 x float> poison)
  %to.1 = getelementptr i8, ptr addrspace(1) %out, i64 100
  store <4 x float> %column.1, ptr addrspace(1) %to.1, align 4
  %at.2 = getelementptr i8, <4 x ptr addrspace(3)> %all, i64 8
  %column.2 = call <4 x float> @llvm.masked.gather.v4f32.v4p3(<4 x ptr addrspace(3)> align 4 %at.2, <4 x i1> %mask, <4 x float> poison)
  %to.2 = getelementptr i8, ptr addrspace(1) %out, i64 200
  store <4 x float> %column.2, ptr addrspace(1) %to.2, align 4
  %at.3 = getelementptr i8, <4 x ptr addrspace(3)> %all, i64 12
  %column.3 = call <4 x float> @llvm.masked.gather.v4f32.v4p3(<4 x ptr addrspace(3)> align 4 %at.3, <4 x i1> %mask, <4 x float> poison)
  %to.3 = getelementptr i8, ptr addrspace(1) %out, i64 300
  store <4 x float> %column.3, ptr addrspace(1) %to.3, align 4
  ret void
}

; CHECK-LABEL: define void @gap(
; CHECK-COUNT-4: = call <4 x float> @llvm.masked.gather
; CHECK: ret void
define void @gap(ptr addrspace(3) %tile, ptr addrspace(1) %out, ptr addrspace(3) %other) {
  %all = getelementptr i8, ptr addrspace(3) %tile, <4 x i64> <i64 0, i64 20, i64 40, i64 60>
  %at.0 = getelementptr i8, <4 x ptr addrspace(3)> %all, i64 0
  %column.0 = call <4 x float> @llvm.masked.gather.v4f32.v4p3(<4 x ptr addrspace(3)> align 4 %at.0, <4 x i1> splat (i1 true), <4 x float> poison)
  %to.0 = getelementptr i8, ptr addrspace(1) %out, i64 0
  store <4 x float> %column.0, ptr addrspace(1) %to.0, align 4
  %at.1 = getelementptr i8, <4 x ptr addrspace(3)> %all, i64 4
  %column.1 = call <4 x float> @llvm.masked.gather.v4f32.v4p3(<4 x ptr addrspace(3)> align 4 %at.1, <4 x i1> splat (i1 true), <4 x float> poison)
  %to.1 = getelementptr i8, ptr addrspace(1) %out, i64 100
  store <4 x float> %column.1, ptr addrspace(1) %to.1, align 4
  %at.2 = getelementptr i8, <4 x ptr addrspace(3)> %all, i64 12
  %column.2 = call <4 x float> @llvm.masked.gather.v4f32.v4p3(<4 x ptr addrspace(3)> align 4 %at.2, <4 x i1> splat (i1 true), <4 x float> poison)
  %to.2 = getelementptr i8, ptr addrspace(1) %out, i64 200
  store <4 x float> %column.2, ptr addrspace(1) %to.2, align 4
  %at.3 = getelementptr i8, <4 x ptr addrspace(3)> %all, i64 16
  %column.3 = call <4 x float> @llvm.masked.gather.v4f32.v4p3(<4 x ptr addrspace(3)> align 4 %at.3, <4 x i1> splat (i1 true), <4 x float> poison)
  %to.3 = getelementptr i8, ptr addrspace(1) %out, i64 300
  store <4 x float> %column.3, ptr addrspace(1) %to.3, align 4
  ret void
}

; CHECK-LABEL: define void @uneven(
; CHECK-COUNT-4: = call <4 x float> @llvm.masked.gather
; CHECK: ret void
define void @uneven(ptr addrspace(3) %tile, ptr addrspace(1) %out, ptr addrspace(3) %other) {
  %all = getelementptr i8, ptr addrspace(3) %tile, <4 x i64> <i64 0, i64 20, i64 40, i64 64>
  %at.0 = getelementptr i8, <4 x ptr addrspace(3)> %all, i64 0
  %column.0 = call <4 x float> @llvm.masked.gather.v4f32.v4p3(<4 x ptr addrspace(3)> align 4 %at.0, <4 x i1> splat (i1 true), <4 x float> poison)
  %to.0 = getelementptr i8, ptr addrspace(1) %out, i64 0
  store <4 x float> %column.0, ptr addrspace(1) %to.0, align 4
  %at.1 = getelementptr i8, <4 x ptr addrspace(3)> %all, i64 4
  %column.1 = call <4 x float> @llvm.masked.gather.v4f32.v4p3(<4 x ptr addrspace(3)> align 4 %at.1, <4 x i1> splat (i1 true), <4 x float> poison)
  %to.1 = getelementptr i8, ptr addrspace(1) %out, i64 100
  store <4 x float> %column.1, ptr addrspace(1) %to.1, align 4
  %at.2 = getelementptr i8, <4 x ptr addrspace(3)> %all, i64 8
  %column.2 = call <4 x float> @llvm.masked.gather.v4f32.v4p3(<4 x ptr addrspace(3)> align 4 %at.2, <4 x i1> splat (i1 true), <4 x float> poison)
  %to.2 = getelementptr i8, ptr addrspace(1) %out, i64 200
  store <4 x float> %column.2, ptr addrspace(1) %to.2, align 4
  %at.3 = getelementptr i8, <4 x ptr addrspace(3)> %all, i64 12
  %column.3 = call <4 x float> @llvm.masked.gather.v4f32.v4p3(<4 x ptr addrspace(3)> align 4 %at.3, <4 x i1> splat (i1 true), <4 x float> poison)
  %to.3 = getelementptr i8, ptr addrspace(1) %out, i64 300
  store <4 x float> %column.3, ptr addrspace(1) %to.3, align 4
  ret void
}

; Rows that the block has written are not read again; one that is written in part is.
; CHECK-LABEL: define void @written_rows(
; CHECK: store <4 x float> %r3
; CHECK: %[[AT:.*]] = getelementptr i8, ptr addrspace(3) %tile, i64 40
; CHECK: %[[READ:.*]] = load <4 x float>, ptr addrspace(3) %[[AT]], align 4
; CHECK-NOT: load
; CHECK: shufflevector <4 x float> %r0, <4 x float> %[[READ]], <4 x i32> <i32 0, i32 4, i32 1, i32 5>
; CHECK: shufflevector <4 x float> %r1, <4 x float> %r3, <4 x i32> <i32 0, i32 4, i32 1, i32 5>
; CHECK-NOT: gather
; CHECK: ret void
define void @written_rows(ptr addrspace(3) %tile, ptr addrspace(1) %out, <4 x float> %r0, <4 x float> %r1, <4 x float> %r2, <4 x float> %r3) {
  %p1 = getelementptr i8, ptr addrspace(3) %tile, i64 20
  %p2 = getelementptr i8, ptr addrspace(3) %tile, i64 40
  %p3 = getelementptr i8, ptr addrspace(3) %tile, i64 60
  %part = getelementptr i8, ptr addrspace(3) %tile, i64 44
  store <4 x float> %r0, ptr addrspace(3) %tile, align 4
  store <4 x float> %r1, ptr addrspace(3) %p1, align 4
  store <4 x float> %r2, ptr addrspace(3) %p2, align 4
  store float 1.0, ptr addrspace(3) %part, align 4
  store <4 x float> %r3, ptr addrspace(3) %p3, align 4
  %all = getelementptr i8, ptr addrspace(3) %tile, <4 x i64> <i64 0, i64 20, i64 40, i64 60>
  %at.0 = getelementptr i8, <4 x ptr addrspace(3)> %all, i64 0
  %column.0 = call <4 x float> @llvm.masked.gather.v4f32.v4p3(<4 x ptr addrspace(3)> align 4 %at.0, <4 x i1> splat (i1 true), <4 x float> poison)
  %to.0 = getelementptr i8, ptr addrspace(1) %out, i64 0
  store <4 x float> %column.0, ptr addrspace(1) %to.0, align 4
  %at.1 = getelementptr i8, <4 x ptr addrspace(3)> %all, i64 4
  %column.1 = call <4 x float> @llvm.masked.gather.v4f32.v4p3(<4 x ptr addrspace(3)> align 4 %at.1, <4 x i1> splat (i1 true), <4 x float> poison)
  %to.1 = getelementptr i8, ptr addrspace(1) %out, i64 100
  store <4 x float> %column.1, ptr addrspace(1) %to.1, align 4
  %at.2 = getelementptr i8, <4 x ptr addrspace(3)> %all, i64 8
  %column.2 = call <4 x float> @llvm.masked.gather.v4f32.v4p3(<4 x ptr addrspace(3)> align 4 %at.2, <4 x i1> splat (i1 true), <4 x float> poison)
  %to.2 = getelementptr i8, ptr addrspace(1) %out, i64 200
  store <4 x float> %column.2, ptr addrspace(1) %to.2, align 4
  %at.3 = getelementptr i8, <4 x ptr addrspace(3)> %all, i64 12
  %column.3 = call <4 x float> @llvm.masked.gather.v4f32.v4p3(<4 x ptr addrspace(3)> align 4 %at.3, <4 x i1> splat (i1 true), <4 x float> poison)
  %to.3 = getelementptr i8, ptr addrspace(1) %out, i64 300
  store <4 x float> %column.3, ptr addrspace(1) %to.3, align 4
  ret void
}

; Sixteen lanes are one register, or two of eight; four blocks of a register change places in two
; steps. Lines of the cache that share a set are written in parts.
; CHECK-LABEL: define void @wide(
; CHECK-COUNT-16: load <16 x float>, ptr addrspace(3)
; CHECK: shufflevector <16 x float> %{{.*}}, <16 x float> %{{.*}}, <16 x i32> <i32 0, i32 16, i32 1, i32 17, i32 4, i32 20,
; CHECK: shufflevector <16 x float> %{{.*}}, <16 x float> %{{.*}}, <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 8, i32 9, i32 10, i32 11, i32 16, i32 17, i32 18, i32 19, i32 24,
; CHECK: shufflevector <16 x float> %{{.*}}, <16 x float> %{{.*}}, <16 x i32> <i32 4, i32 5, i32 6, i32 7, i32 12, i32 13, i32 14, i32 15, i32 20, i32 21, i32 22, i32 23, i32 28,
; HALVES-LABEL: define void @wide(
; HALVES-COUNT-32: load <8 x float>, ptr addrspace(3)
; HALVES-NOT: gather
; HALVES: ret void
; CHECK: %is.one.set = icmp eq i64 %{{.*}}, 0
; CHECK: br i1 %is.one.set
; CHECK-COUNT-128: store volatile i64 %{{.*}}, ptr addrspace(1)
; CHECK-COUNT-16: store <16 x float> %{{.*}}, ptr addrspace(1)
; CHECK-NOT: gather
; CHECK: ret void
define void @wide(ptr addrspace(3) %tile, ptr addrspace(1) %out) {
  %all = getelementptr float, ptr addrspace(3) %tile, <16 x i64> <i64 0, i64 17, i64 34, i64 51, i64 68, i64 85, i64 102, i64 119, i64 136, i64 153, i64 170, i64 187, i64 204, i64 221, i64 238, i64 255>
  %at.0 = getelementptr float, <16 x ptr addrspace(3)> %all, i64 0
  %column.0 = call <16 x float> @llvm.masked.gather.v16f32.v16p3(<16 x ptr addrspace(3)> align 4 %at.0, <16 x i1> splat (i1 true), <16 x float> poison)
  %to.0 = getelementptr i8, ptr addrspace(1) %out, i64 0
  store <16 x float> %column.0, ptr addrspace(1) %to.0, align 4
  %at.1 = getelementptr float, <16 x ptr addrspace(3)> %all, i64 1
  %column.1 = call <16 x float> @llvm.masked.gather.v16f32.v16p3(<16 x ptr addrspace(3)> align 4 %at.1, <16 x i1> splat (i1 true), <16 x float> poison)
  %to.1 = getelementptr i8, ptr addrspace(1) %out, i64 100
  store <16 x float> %column.1, ptr addrspace(1) %to.1, align 4
  %at.2 = getelementptr float, <16 x ptr addrspace(3)> %all, i64 2
  %column.2 = call <16 x float> @llvm.masked.gather.v16f32.v16p3(<16 x ptr addrspace(3)> align 4 %at.2, <16 x i1> splat (i1 true), <16 x float> poison)
  %to.2 = getelementptr i8, ptr addrspace(1) %out, i64 200
  store <16 x float> %column.2, ptr addrspace(1) %to.2, align 4
  %at.3 = getelementptr float, <16 x ptr addrspace(3)> %all, i64 3
  %column.3 = call <16 x float> @llvm.masked.gather.v16f32.v16p3(<16 x ptr addrspace(3)> align 4 %at.3, <16 x i1> splat (i1 true), <16 x float> poison)
  %to.3 = getelementptr i8, ptr addrspace(1) %out, i64 300
  store <16 x float> %column.3, ptr addrspace(1) %to.3, align 4
  %at.4 = getelementptr float, <16 x ptr addrspace(3)> %all, i64 4
  %column.4 = call <16 x float> @llvm.masked.gather.v16f32.v16p3(<16 x ptr addrspace(3)> align 4 %at.4, <16 x i1> splat (i1 true), <16 x float> poison)
  %to.4 = getelementptr i8, ptr addrspace(1) %out, i64 400
  store <16 x float> %column.4, ptr addrspace(1) %to.4, align 4
  %at.5 = getelementptr float, <16 x ptr addrspace(3)> %all, i64 5
  %column.5 = call <16 x float> @llvm.masked.gather.v16f32.v16p3(<16 x ptr addrspace(3)> align 4 %at.5, <16 x i1> splat (i1 true), <16 x float> poison)
  %to.5 = getelementptr i8, ptr addrspace(1) %out, i64 500
  store <16 x float> %column.5, ptr addrspace(1) %to.5, align 4
  %at.6 = getelementptr float, <16 x ptr addrspace(3)> %all, i64 6
  %column.6 = call <16 x float> @llvm.masked.gather.v16f32.v16p3(<16 x ptr addrspace(3)> align 4 %at.6, <16 x i1> splat (i1 true), <16 x float> poison)
  %to.6 = getelementptr i8, ptr addrspace(1) %out, i64 600
  store <16 x float> %column.6, ptr addrspace(1) %to.6, align 4
  %at.7 = getelementptr float, <16 x ptr addrspace(3)> %all, i64 7
  %column.7 = call <16 x float> @llvm.masked.gather.v16f32.v16p3(<16 x ptr addrspace(3)> align 4 %at.7, <16 x i1> splat (i1 true), <16 x float> poison)
  %to.7 = getelementptr i8, ptr addrspace(1) %out, i64 700
  store <16 x float> %column.7, ptr addrspace(1) %to.7, align 4
  %at.8 = getelementptr float, <16 x ptr addrspace(3)> %all, i64 8
  %column.8 = call <16 x float> @llvm.masked.gather.v16f32.v16p3(<16 x ptr addrspace(3)> align 4 %at.8, <16 x i1> splat (i1 true), <16 x float> poison)
  %to.8 = getelementptr i8, ptr addrspace(1) %out, i64 800
  store <16 x float> %column.8, ptr addrspace(1) %to.8, align 4
  %at.9 = getelementptr float, <16 x ptr addrspace(3)> %all, i64 9
  %column.9 = call <16 x float> @llvm.masked.gather.v16f32.v16p3(<16 x ptr addrspace(3)> align 4 %at.9, <16 x i1> splat (i1 true), <16 x float> poison)
  %to.9 = getelementptr i8, ptr addrspace(1) %out, i64 900
  store <16 x float> %column.9, ptr addrspace(1) %to.9, align 4
  %at.10 = getelementptr float, <16 x ptr addrspace(3)> %all, i64 10
  %column.10 = call <16 x float> @llvm.masked.gather.v16f32.v16p3(<16 x ptr addrspace(3)> align 4 %at.10, <16 x i1> splat (i1 true), <16 x float> poison)
  %to.10 = getelementptr i8, ptr addrspace(1) %out, i64 1000
  store <16 x float> %column.10, ptr addrspace(1) %to.10, align 4
  %at.11 = getelementptr float, <16 x ptr addrspace(3)> %all, i64 11
  %column.11 = call <16 x float> @llvm.masked.gather.v16f32.v16p3(<16 x ptr addrspace(3)> align 4 %at.11, <16 x i1> splat (i1 true), <16 x float> poison)
  %to.11 = getelementptr i8, ptr addrspace(1) %out, i64 1100
  store <16 x float> %column.11, ptr addrspace(1) %to.11, align 4
  %at.12 = getelementptr float, <16 x ptr addrspace(3)> %all, i64 12
  %column.12 = call <16 x float> @llvm.masked.gather.v16f32.v16p3(<16 x ptr addrspace(3)> align 4 %at.12, <16 x i1> splat (i1 true), <16 x float> poison)
  %to.12 = getelementptr i8, ptr addrspace(1) %out, i64 1200
  store <16 x float> %column.12, ptr addrspace(1) %to.12, align 4
  %at.13 = getelementptr float, <16 x ptr addrspace(3)> %all, i64 13
  %column.13 = call <16 x float> @llvm.masked.gather.v16f32.v16p3(<16 x ptr addrspace(3)> align 4 %at.13, <16 x i1> splat (i1 true), <16 x float> poison)
  %to.13 = getelementptr i8, ptr addrspace(1) %out, i64 1300
  store <16 x float> %column.13, ptr addrspace(1) %to.13, align 4
  %at.14 = getelementptr float, <16 x ptr addrspace(3)> %all, i64 14
  %column.14 = call <16 x float> @llvm.masked.gather.v16f32.v16p3(<16 x ptr addrspace(3)> align 4 %at.14, <16 x i1> splat (i1 true), <16 x float> poison)
  %to.14 = getelementptr i8, ptr addrspace(1) %out, i64 1400
  store <16 x float> %column.14, ptr addrspace(1) %to.14, align 4
  %at.15 = getelementptr float, <16 x ptr addrspace(3)> %all, i64 15
  %column.15 = call <16 x float> @llvm.masked.gather.v16f32.v16p3(<16 x ptr addrspace(3)> align 4 %at.15, <16 x i1> splat (i1 true), <16 x float> poison)
  %to.15 = getelementptr i8, ptr addrspace(1) %out, i64 1500
  store <16 x float> %column.15, ptr addrspace(1) %to.15, align 4
  ret void
}
