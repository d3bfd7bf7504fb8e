; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; RUN: weft-opt -cpu=%baseline '-passes=weft-full-unroll,early-cse' %s 2>&1 | FileCheck %s

declare i64 @__weft_local_id_x()
declare i64 @__weft_local_id_y()
declare void @__weft_barrier() convergent

; Loops over a record of four numbers for each work-item: places become constants, and what both
; loops load is loaded once.
; CHECK-LABEL: define void @pairs(
; CHECK-NOT: phi
; CHECK-COUNT-4: load float
; CHECK-NOT: load
; CHECK: ret void
define void @pairs(ptr addrspace(1) %a, ptr addrspace(1) %out) {
entry:
  %id = call i64 @__weft_local_id_x()
  %narrow = trunc i64 %id to i32
  %record = mul nsw i32 %narrow, 4
  br label %rows
rows:
  %i = phi i32 [ 0, %entry ], [ %i.next, %row.end ]
  %total = phi float [ 0.0, %entry ], [ %all, %row.end ]
  br label %row
row:
  %k = phi i32 [ 0, %rows ], [ %k.next, %row ]
  %sum = phi float [ %total, %rows ], [ %all, %row ]
  %line = shl i32 %i, 1
  %base = add nsw i32 %record, %line
  %index = add nsw i32 %base, %k
  %wide = sext i32 %index to i64
  %place = getelementptr float, ptr addrspace(1) %a, i64 %wide
  %number = load float, ptr addrspace(1) %place, align 4
  %column = shl i32 %k, 1
  %turned = add nsw i32 %column, %i
  %other = add nsw i32 %record, %turned
  %other.wide = sext i32 %other to i64
  %mirrored = getelementptr float, ptr addrspace(1) %a, i64 %other.wide
  %partner = load float, ptr addrspace(1) %mirrored, align 4
  %product = fmul float %number, %partner
  %all = fadd float %sum, %product
  %k.next = add i32 %k, 1
  %k.more = icmp ult i32 %k.next, 2
  br i1 %k.more, label %row, label %row.end
row.end:
  %i.next = add i32 %i, 1
  %i.more = icmp ult i32 %i.next, 2
  br i1 %i.more, label %rows, label %end
end:
  %to = getelementptr float, ptr addrspace(1) %out, i64 %id
  store float %all, ptr addrspace(1) %to, align 4
  ret void
}

; Along another dimension too, also where the record is a structure.
; CHECK-LABEL: define void @structures(
; CHECK-NOT: phi
; CHECK: ret void
define void @structures(ptr addrspace(1) %a, i64 %width) {
entry:
  %x = call i64 @__weft_local_id_x()
  %y = call i64 @__weft_local_id_y()
  %row = mul i64 %x, %width
  %item = add i64 %row, %y
  br label %loop
loop:
  %k = phi i64 [ 0, %entry ], [ %next, %loop ]
  %sum = phi i32 [ 0, %entry ], [ %all, %loop ]
  %place = getelementptr { i32, [3 x i32] }, ptr addrspace(1) %a, i64 %item, i32 1, i64 %k
  %number = load i32, ptr addrspace(1) %place, align 4
  %scaled = mul i32 %sum, 3
  %all = add i32 %scaled, %number
  %next = add i64 %k, 1
  %more = icmp ult i64 %next, 3
  br i1 %more, label %loop, label %end
end:
  store i32 %all, ptr addrspace(1) %a, align 4
  ret void
}

; Not loops that only make one element of another: LLVM vectorises them for single work-items; and
; not loops that index a private array at places that are not known.
; CHECK-LABEL: define void @elements(
; CHECK-COUNT-2: phi i64
; CHECK: ret void
define void @elements(ptr addrspace(1) %a, i32 %choice) {
entry:
  %array = alloca [8 x i32], align 4
  %x = call i64 @__weft_local_id_x()
  %record = mul i64 %x, 8
  br label %loop
loop:
  %k = phi i64 [ 0, %entry ], [ %next, %loop ]
  %index = add i64 %record, %k
  %place = getelementptr i32, ptr addrspace(1) %a, i64 %index
  %number = load i32, ptr addrspace(1) %place, align 4
  %more.of.it = add i32 %number, 1
  store i32 %more.of.it, ptr addrspace(1) %place, align 4
  %next = add i64 %k, 1
  %more = icmp ult i64 %next, 8
  br i1 %more, label %loop, label %fill
fill:
  %f = phi i64 [ 0, %loop ], [ %f.next, %fill ]
  %last = phi i32 [ %choice, %loop ], [ %chosen, %fill ]
  %f.index = add i64 %record, %f
  %f.place = getelementptr i32, ptr addrspace(1) %a, i64 %f.index
  %f.number = load i32, ptr addrspace(1) %f.place, align 4
  %chosen = xor i32 %last, %f.number
  %private = getelementptr [8 x i32], ptr %array, i64 0, i32 %chosen
  store i32 %f.number, ptr %private, align 4
  %f.next = add i64 %f, 1
  %f.more = icmp ult i64 %f.next, 8
  br i1 %f.more, label %fill, label %end
end:
  ret void
}

; A private array that stays in memory, as one index is not known, is filled in straight-line code.
; CHECK-LABEL: define void @filled(
; CHECK-NOT: phi
; CHECK-COUNT-8: store i32 %{{.*}}, ptr %
; CHECK: ret void
define void @filled(ptr addrspace(1) %a, i32 %choice) {
entry:
  %array = alloca [8 x i32], align 4
  %x = call i64 @__weft_local_id_x()
  %record = mul i64 %x, 8
  br label %loop
loop:
  %k = phi i64 [ 0, %entry ], [ %next, %loop ]
  %index = add i64 %record, %k
  %place = getelementptr i32, ptr addrspace(1) %a, i64 %index
  %number = load i32, ptr addrspace(1) %place, align 4
  %element = getelementptr [8 x i32], ptr %array, i64 0, i64 %k
  store i32 %number, ptr %element, align 4
  %next = add i64 %k, 1
  %more = icmp ult i64 %next, 8
  br i1 %more, label %loop, label %end
end:
  %chosen = getelementptr [8 x i32], ptr %array, i64 0, i32 %choice
  %result = load i32, ptr %chosen, align 4
  store i32 %result, ptr addrspace(1) %a, align 4
  ret void
}

; Not what lies side by side for neighbours, such as windows in a picture; not loops whose rounds are
; many or unknown; not places that loads choose; not loops with barriers; not local memory.
; CHECK-LABEL: define void @others(
; CHECK-COUNT-6: phi i64
; CHECK: ret void
define void @others(ptr addrspace(1) %a, ptr addrspace(3) %l, i64 %n) {
entry:
  %x = call i64 @__weft_local_id_x()
  %record = mul i64 %x, 8
  br label %window
window:
  %w = phi i64 [ 0, %entry ], [ %w.next, %window ]
  %near = add i64 %x, %w
  %side = getelementptr i32, ptr addrspace(1) %a, i64 %near
  store i32 1, ptr addrspace(1) %side, align 4
  %w.next = add i64 %w, 1
  %w.more = icmp ult i64 %w.next, 8
  br i1 %w.more, label %window, label %long
long:
  %m = phi i64 [ 0, %window ], [ %m.next, %long ]
  %m.index = add i64 %record, %m
  %m.place = getelementptr i32, ptr addrspace(1) %a, i64 %m.index
  store i32 2, ptr addrspace(1) %m.place, align 4
  %m.next = add i64 %m, 1
  %m.more = icmp ult i64 %m.next, 40
  br i1 %m.more, label %long, label %unknown
unknown:
  %u = phi i64 [ 0, %long ], [ %u.next, %unknown ]
  %u.index = add i64 %record, %u
  %u.place = getelementptr i32, ptr addrspace(1) %a, i64 %u.index
  store i32 3, ptr addrspace(1) %u.place, align 4
  %u.next = add i64 %u, 1
  %u.more = icmp ult i64 %u.next, %n
  br i1 %u.more, label %unknown, label %chosen
chosen:
  %c = phi i64 [ 0, %unknown ], [ %c.next, %chosen ]
  %table = getelementptr i64, ptr addrspace(1) %a, i64 %c
  %choice = load i64, ptr addrspace(1) %table, align 8
  %c.index = add i64 %record, %choice
  %c.place = getelementptr i32, ptr addrspace(1) %a, i64 %c.index
  store i32 4, ptr addrspace(1) %c.place, align 4
  %c.next = add i64 %c, 1
  %c.more = icmp ult i64 %c.next, 8
  br i1 %c.more, label %chosen, label %steps
steps:
  %s = phi i64 [ 0, %chosen ], [ %s.next, %steps ]
  %s.index = add i64 %record, %s
  %s.place = getelementptr i32, ptr addrspace(1) %a, i64 %s.index
  store i32 5, ptr addrspace(1) %s.place, align 4
  call void @__weft_barrier()
  %s.next = add i64 %s, 1
  %s.more = icmp ult i64 %s.next, 8
  br i1 %s.more, label %steps, label %tile
tile:
  %t = phi i64 [ 0, %steps ], [ %t.next, %tile ]
  %t.index = add i64 %record, %t
  %t.place = getelementptr i32, ptr addrspace(3) %l, i64 %t.index
  store i32 6, ptr addrspace(3) %t.place, align 4
  %t.next = add i64 %t, 1
  %t.more = icmp ult i64 %t.next, 8
  br i1 %t.more, label %tile, label %end
end:
  ret void
}
