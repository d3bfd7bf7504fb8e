; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; REQUIRES: x86-registered-target
; RUN: weft-opt -cpu=x86-64-v3 -passes=weft-masked-prefetches %s | FileCheck %s
; RUN: weft-opt -cpu=x86-64-v4 -passes=weft-masked-prefetches %s | FileCheck --check-prefix=FOLLOWED %s
; RUN: weft-opt -cpu=x86-64-v2 -passes=weft-masked-prefetches %s | FileCheck --check-prefix=FOLLOWED %s

; FOLLOWED-NOT: call void @llvm.prefetch

; Each line of what an iteration touches is prefetched once: here two, of 32 lanes, although they
; are read, partly read again, and written.
; CHECK-LABEL: @gangs
; CHECK: loop:
; CHECK: %[[AHEAD:.*]] = getelementptr i8, ptr addrspace(1) %p, i64 1024
; CHECK-NEXT: call void @llvm.prefetch.p1(ptr addrspace(1) %[[AHEAD]], i32 0, i32 3, i32 1)
; CHECK-NEXT: %[[AGAIN:.*]] = getelementptr i8, ptr addrspace(1) %p, i64 1024
; CHECK-NEXT: %[[NEXT:.*]] = getelementptr i8, ptr addrspace(1) %[[AGAIN]], i64 64
; CHECK-NEXT: call void @llvm.prefetch.p1(ptr addrspace(1) %[[NEXT]], i32 0, i32 3, i32 1)
; CHECK-NEXT: call <32 x float> @llvm.masked.load
; CHECK-NOT: @llvm.prefetch
; CHECK: ret void
define void @gangs(ptr addrspace(1) %a, i64 %n, <32 x i1> %mask, <8 x i1> %some) {
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %p = getelementptr float, ptr addrspace(1) %a, i64 %i
  %x = call <32 x float> @llvm.masked.load.v32f32.p1(ptr addrspace(1) align 4 %p, <32 x i1> %mask, <32 x float> zeroinitializer)
  %q = getelementptr i8, ptr addrspace(1) %p, i64 32
  %y = call <8 x float> @llvm.masked.load.v8f32.p1(ptr addrspace(1) align 4 %q, <8 x i1> %some, <8 x float> zeroinitializer)
  call void @llvm.masked.store.v32f32.p1(<32 x float> %x, ptr addrspace(1) align 4 %p, <32 x i1> %mask)
  call void @llvm.masked.store.v8f32.p1(<8 x float> %y, ptr addrspace(1) align 4 %q, <8 x i1> %some)
  %next = add nuw i64 %i, 32
  %more = icmp ult i64 %next, %n
  br i1 %more, label %loop, label %end
end:
  ret void
}

; Sixteen iterations ahead, where that is less than a kibibyte either way.
; CHECK-LABEL: @backwards
; CHECK: getelementptr i8, ptr addrspace(1) %p, i64 -512
; CHECK-NEXT: call void @llvm.prefetch
; CHECK: ret float
define float @backwards(ptr addrspace(1) %a, i64 %n, <8 x i1> %mask) {
entry:
  br label %loop
loop:
  %i = phi i64 [ %n, %entry ], [ %next, %loop ]
  %sum = phi <8 x float> [ zeroinitializer, %entry ], [ %more, %loop ]
  %p = getelementptr float, ptr addrspace(1) %a, i64 %i
  %x = call <8 x float> @llvm.masked.load.v8f32.p1(ptr addrspace(1) align 4 %p, <8 x i1> %mask, <8 x float> zeroinitializer)
  %more = fadd <8 x float> %sum, %x
  %next = add nsw i64 %i, -8
  %again = icmp sgt i64 %next, 0
  br i1 %again, label %loop, label %end
end:
  %first = extractelement <8 x float> %more, i32 0
  ret float %first
}

; A step known at the launch alone, as of loops over a grid.
; CHECK-LABEL: @grid
; CHECK: call i64 @llvm.smax.i64(i64 %{{.*}}, i64 -1024)
; CHECK: call i64 @llvm.smin.i64(i64 %{{.*}}, i64 1024)
; CHECK: loop:
; CHECK: call void @llvm.prefetch
; CHECK: ret float
define float @grid(ptr addrspace(1) %a, i64 %n, i64 %step, <8 x i1> %mask) {
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %sum = phi <8 x float> [ zeroinitializer, %entry ], [ %more, %loop ]
  %p = getelementptr float, ptr addrspace(1) %a, i64 %i
  %x = call <8 x float> @llvm.masked.load.v8f32.p1(ptr addrspace(1) align 4 %p, <8 x i1> %mask, <8 x float> zeroinitializer)
  %more = fadd <8 x float> %sum, %x
  %next = add i64 %i, %step
  %again = icmp slt i64 %next, %n
  br i1 %again, label %loop, label %end
end:
  %first = extractelement <8 x float> %more, i32 0
  ret float %first
}

; Not local memory, not elements whose masked accesses are branches, not loops of few iterations,
; and not what stays where it is.
; CHECK-LABEL: @others
; CHECK-NOT: call void @llvm.prefetch
; CHECK: ret void
define void @others(ptr addrspace(1) %a, ptr addrspace(3) %l, i64 %n, <8 x i1> %mask, <8 x float> %v, <8 x i16> %h) {
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %near = getelementptr float, ptr addrspace(3) %l, i64 %i
  call void @llvm.masked.store.v8f32.p3(<8 x float> %v, ptr addrspace(3) align 4 %near, <8 x i1> %mask)
  %short = getelementptr i16, ptr addrspace(1) %a, i64 %i
  call void @llvm.masked.store.v8i16.p1(<8 x i16> %h, ptr addrspace(1) align 2 %short, <8 x i1> %mask)
  call void @llvm.masked.store.v8f32.p1(<8 x float> %v, ptr addrspace(1) align 4 %a, <8 x i1> %mask)
  %next = add nuw i64 %i, 8
  %more = icmp ult i64 %next, %n
  br i1 %more, label %loop, label %few
few:
  %k = phi i64 [ 0, %loop ], [ %k.next, %few ]
  %p = getelementptr float, ptr addrspace(1) %a, i64 %k
  call void @llvm.masked.store.v8f32.p1(<8 x float> %v, ptr addrspace(1) align 4 %p, <8 x i1> %mask)
  %k.next = add nuw i64 %k, 8
  %k.more = icmp ult i64 %k.next, 40
  br i1 %k.more, label %few, label %end
end:
  ret void
}
