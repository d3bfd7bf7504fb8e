; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; REQUIRES: x86-registered-target
; RUN: weft-opt -cpu=x86-64 '-passes=weft-kernel-arguments,weft-vectorise<vectorise=4>' %s 2>&1 | FileCheck %s

; Memory accesses of four work-items by the shape of their addresses: one scalar access, one vector
; access, or one for each lane; and under a condition nothing that a lane does not ask for is touched.
declare i64 @__weft_local_id_x() memory(none)

; The same address for all: one load.
; CHECK-LABEL: define internal i32 @uniform.region.0.unmasked(
; CHECK: %v = load i32, ptr addrspace(1) %at
; CHECK-NOT: gather
; CHECK: store <4 x i32> %{{.*}}, ptr addrspace(1)
; CHECK: ret i32 0
define void @uniform(ptr addrspace(1) %in, ptr addrspace(1) %out, i64 %n) convergent "weft-kernel"="uniform" {
  %id = call i64 @__weft_local_id_x()
  %at = getelementptr i32, ptr addrspace(1) %in, i64 %n
  %v = load i32, ptr addrspace(1) %at
  %out.at = getelementptr i32, ptr addrspace(1) %out, i64 %id
  store i32 %v, ptr addrspace(1) %out.at
  ret void
}

; Neighbours: vector accesses, of any element type, also where the offset is uniform.
; CHECK-LABEL: define internal i32 @contiguous.region.0.unmasked(
; CHECK: load <4 x i16>, ptr addrspace(1)
; CHECK: mul <4 x i16>
; CHECK: store <4 x i16> %{{.*}}, ptr addrspace(1)
; CHECK: ret i32 0
define void @contiguous(ptr addrspace(1) %in, ptr addrspace(1) %out, i64 %n) convergent "weft-kernel"="contiguous" {
  %id = call i64 @__weft_local_id_x()
  %index = add i64 %id, %n
  %at = getelementptr i16, ptr addrspace(1) %in, i64 %index
  %v = load i16, ptr addrspace(1) %at
  %square = mul i16 %v, %v
  %out.at = getelementptr i16, ptr addrspace(1) %out, i64 %id
  store i16 %square, ptr addrspace(1) %out.at
  ret void
}

; Addresses that the data decides: never one vector access.
; CHECK-LABEL: define internal i32 @indirect.region.0.unmasked(
; CHECK: %[[INDEX:.*]] = load <4 x i64>, ptr addrspace(1)
; CHECK-NOT: load <4 x i32>
; CHECK: {{masked.gather|extractelement}}
; CHECK: ret i32 0
define void @indirect(ptr addrspace(1) %in, ptr addrspace(1) %out, ptr addrspace(1) %indexes) convergent "weft-kernel"="indirect" {
  %id = call i64 @__weft_local_id_x()
  %index.at = getelementptr i64, ptr addrspace(1) %indexes, i64 %id
  %index = load i64, ptr addrspace(1) %index.at
  %at = getelementptr i32, ptr addrspace(1) %in, i64 %index
  %v = load i32, ptr addrspace(1) %at
  %out.at = getelementptr i32, ptr addrspace(1) %out, i64 %id
  store i32 %v, ptr addrspace(1) %out.at
  ret void
}

; Under a condition: the mask goes with load and store, and inactive lanes divide by one.
; CHECK-LABEL: define internal i32 @guarded.region.0.unmasked(
; CHECK: %[[MASK:.*]] = icmp sgt <4 x i32> %{{.*}}, zeroinitializer
; CHECK: call <4 x i32> @llvm.masked.load{{.*}}<4 x i1> %[[MASK]]
; CHECK: %[[DIVISOR:.*]] = select <4 x i1> %[[MASK]], <4 x i32> %{{.*}}, <4 x i32> splat (i32 1)
; CHECK: %[[REAL:.*]] = sitofp <4 x i32> %[[DIVISOR]] to <4 x float>
; CHECK: fdiv <4 x float> splat (float 1.000000e+00), %[[REAL]]
; CHECK-COUNT-2: fptosi <4 x float>
; CHECK: icmp uge <4 x i32>
; CHECK-NOT: store <4 x i32>
; CHECK: call void @llvm.masked.store{{.*}}<4 x i1> %[[MASK]]
define void @guarded(ptr addrspace(1) %in, ptr addrspace(1) %out, i32 %n) convergent "weft-kernel"="guarded" "target-features"="+avx,+avx512vl" {
entry:
  %id = call i64 @__weft_local_id_x()
  %at = getelementptr i32, ptr addrspace(1) %in, i64 %id
  %v = load i32, ptr addrspace(1) %at
  %test = icmp sgt i32 %v, 0
  br i1 %test, label %then, label %end
then:
  %out.at = getelementptr i32, ptr addrspace(1) %out, i64 %id
  %old = load i32, ptr addrspace(1) %out.at
  %q = sdiv i32 %old, %v
  store i32 %q, ptr addrspace(1) %out.at
  br label %end
end:
  ret void
}

; By what all lanes share: a product with its reciprocal. Of 24 bits: one quotient of floats.
; CHECK-LABEL: define internal i32 @shared.region.0.unmasked(
; CHECK: %[[REAL:.*]] = uitofp i32 %n to double
; CHECK: %[[RATIO:.*]] = fdiv double 1.000000e+00, %[[REAL]]
; CHECK: fmul double %[[RATIO]], 0x3FF0000000000004
; CHECK: %[[PRODUCT:.*]] = fmul <4 x double>
; CHECK: fptoui <4 x double> %[[PRODUCT]] to <4 x i32>
; CHECK: fdiv <4 x float>
; CHECK: fptoui <4 x float>
; CHECK-NOT: icmp uge
; CHECK: ret i32 0
define void @shared(ptr addrspace(1) %in, ptr addrspace(1) %out, i32 %n) convergent "weft-kernel"="shared" {
  %id = call i64 @__weft_local_id_x()
  %at = getelementptr i32, ptr addrspace(1) %in, i64 %id
  %v = load i32, ptr addrspace(1) %at
  %q = udiv i32 %v, %n
  %low = and i32 %v, 16777215
  %lower = or i32 %low, 1
  %small = udiv i32 %low, %lower
  %sum = add i32 %q, %small
  %out.at = getelementptr i32, ptr addrspace(1) %out, i64 %id
  store i32 %sum, ptr addrspace(1) %out.at
  ret void
}

; Where instructions do not mask: all lanes are read together where that stays in one page, else from copies
; of what active lanes read.
; CHECK-LABEL: define internal i32 @paged.region.0.unmasked(
; CHECK: %[[ALL:.*]] = icmp eq i4 %{{.*}}, -1
; CHECK: %[[OFFSET:.*]] = and i64 %{{.*}}, 4095
; CHECK: %[[INSIDE:.*]] = icmp ule i64 %[[OFFSET]], 4088
; CHECK: %[[SAFE:.*]] = or i1 %[[ALL]], %[[INSIDE]]
; CHECK: br i1 %[[SAFE]], label %together
; CHECK: %[[FROM:.*]] = phi ptr addrspace(1) [ %{{.*}}, %together ], [ %[[COPIES:.*]], %copied ]
; CHECK: load <4 x i16>, ptr addrspace(1) %[[FROM]]
; CHECK: %[[TO:.*]] = getelementptr i8, ptr addrspace(1) %[[COPIES]]
; CHECK: %[[ONE:.*]] = load i16, ptr addrspace(1)
; CHECK: store i16 %[[ONE]], ptr addrspace(1) %[[TO]]
; CHECK: ret i32 0
define void @paged(ptr addrspace(1) %in, ptr addrspace(1) %out) convergent "weft-kernel"="paged" {
entry:
  %id = call i64 @__weft_local_id_x()
  %test.at = getelementptr i32, ptr addrspace(1) %out, i64 %id
  %v = load i32, ptr addrspace(1) %test.at
  %test = icmp sgt i32 %v, 0
  br i1 %test, label %then, label %end
then:
  %at = getelementptr i16, ptr addrspace(1) %in, i64 %id
  %half = load i16, ptr addrspace(1) %at
  %wide = zext i16 %half to i32
  store i32 %wide, ptr addrspace(1) %test.at
  br label %end
end:
  ret void
}

; Without masked instructions: plain accesses where all lanes are active, else a store to a buffer, from
; which a loop copies what active lanes store.
; CHECK-LABEL: define internal i32 @unmasked.region.0.unmasked(
; CHECK: %bounce = alloca [8 x i8]
; CHECK-NOT: llvm.masked
; CHECK: %[[TEST:.*]] = icmp sgt <4 x i16> %{{.*}}, zeroinitializer
; CHECK: icmp eq i4 %{{.*}}, -1
; CHECK: store <4 x i16>
; CHECK: %[[BUFFER:.*]] = addrspacecast ptr %bounce to ptr addrspace(1)
; CHECK: store <4 x i16> %{{.*}}, ptr addrspace(1) %[[BUFFER]]
; CHECK: %[[BITS:.*]] = bitcast <4 x i1> %[[TEST]] to i4
; CHECK: %[[WORD:.*]] = zext i4 %[[BITS]] to i32
; CHECK: %[[LEFT:.*]] = phi i32 [ %[[WORD]], %{{.*}} ], [ %[[FEWER:.*]], %{{.*}} ]
; CHECK: icmp ne i32 %[[LEFT]], 0
; CHECK: call i32 @llvm.cttz.i32(i32 %[[LEFT]], i1 true)
; CHECK: load i16, ptr addrspace(1)
; CHECK: store i16
; CHECK: %[[LESS:.*]] = sub i32 %[[LEFT]], 1
; CHECK: %[[FEWER]] = and i32 %[[LEFT]], %[[LESS]]
; CHECK: ret i32 0
define void @unmasked(ptr addrspace(1) %in, ptr addrspace(1) %out, i32 %n) convergent "weft-kernel"="unmasked" {
entry:
  %id = call i64 @__weft_local_id_x()
  %at = getelementptr i16, ptr addrspace(1) %in, i64 %id
  %v = load i16, ptr addrspace(1) %at
  %test = icmp sgt i16 %v, 0
  br i1 %test, label %then, label %end
then:
  %out.at = getelementptr i16, ptr addrspace(1) %out, i64 %id
  store i16 %v, ptr addrspace(1) %out.at
  br label %end
end:
  ret void
}

; Vectors and members side by side: one wide access, from which shuffles take the components.
; CHECK-LABEL: define internal i32 @components.region.0.unmasked(
; CHECK: %[[ALL:.*]] = load <8 x float>, ptr addrspace(1)
; CHECK-DAG: shufflevector <8 x float> %[[ALL]], <8 x float> poison, <4 x i32> <i32 0, i32 2, i32 4, i32 6>
; CHECK-DAG: shufflevector <8 x float> %[[ALL]], <8 x float> poison, <4 x i32> <i32 1, i32 3, i32 5, i32 7>
; CHECK: store <8 x float>
; CHECK: ret i32 0
define void @components(ptr addrspace(1) %in, ptr addrspace(1) %out) convergent "weft-kernel"="components" {
  %id = call i64 @__weft_local_id_x()
  %at = getelementptr <2 x float>, ptr addrspace(1) %in, i64 %id
  %v = load <2 x float>, ptr addrspace(1) %at, align 4
  %sum = fadd <2 x float> %v, %v
  %out.at = getelementptr { float, float }, ptr addrspace(1) %out, i64 %id
  %first = extractelement <2 x float> %sum, i32 0
  %second = extractelement <2 x float> %sum, i32 1
  store float %second, ptr addrspace(1) %out.at
  %out.next = getelementptr i8, ptr addrspace(1) %out.at, i64 4
  store float %first, ptr addrspace(1) %out.next
  ret void
}

; A private array with a uniform index: neighbours.
; CHECK-LABEL: define internal i32 @array.region.0.unmasked(
; CHECK: alloca [128 x i8]
; CHECK: store <4 x i32> %{{.*}}, ptr %
; CHECK: load <4 x i32>, ptr %
; CHECK: ret i32 0
define void @array(ptr addrspace(1) %in, ptr addrspace(1) %out, i64 %j, i64 %k) convergent "weft-kernel"="array" {
  %a = alloca [8 x i32]
  %id = call i64 @__weft_local_id_x()
  %at = getelementptr i32, ptr addrspace(1) %in, i64 %id
  %v = load i32, ptr addrspace(1) %at
  %write = getelementptr [8 x i32], ptr %a, i64 0, i64 %j
  store i32 %v, ptr %write
  %read = getelementptr i32, ptr %a, i64 %k
  %w = load i32, ptr %read
  %out.at = getelementptr i32, ptr addrspace(1) %out, i64 %id
  store i32 %w, ptr addrspace(1) %out.at
  ret void
}

; One counter for all lanes: one atomic operation, and ranks.
; CHECK-LABEL: define internal i32 @counter.region.0.unmasked(
; CHECK: %[[OLD:.*]] = atomicrmw add ptr addrspace(1) %{{.*}}, i32 4
; CHECK-NOT: atomicrmw
; CHECK: add <4 x i32> %{{.*}}, <i32 0, i32 1, i32 2, i32 3>
; CHECK: ret i32 0
define void @counter(ptr addrspace(1) %in, ptr addrspace(1) %out) convergent "weft-kernel"="counter" {
  %id = call i64 @__weft_local_id_x()
  %old = atomicrmw add ptr addrspace(1) %in, i32 1 monotonic
  %out.at = getelementptr i32, ptr addrspace(1) %out, i64 %id
  store i32 %old, ptr addrspace(1) %out.at
  ret void
}

; A counter for each lane, under a condition: where all lanes are active, none is tested.
; CHECK-LABEL: define internal i32 @counters.region.0.unmasked(
; CHECK: %[[ALL:.*]] = icmp eq i4 %{{.*}}, -1
; CHECK: br i1 %[[ALL]], label %together
; CHECK: together:
; CHECK-COUNT-4: atomicrmw add ptr addrspace(1) %{{.*}}, i32 1
; CHECK-NOT: atomicrmw
; CHECK: scattered:
; CHECK: br i1 %{{.*}}, label %lane, label %lane.end
; CHECK: lane:
; CHECK: atomicrmw add ptr addrspace(1) %{{.*}}, i32 1
; CHECK: ret i32 0
define void @counters(ptr addrspace(1) %in, ptr addrspace(1) %out) convergent "weft-kernel"="counters" {
entry:
  %id = call i64 @__weft_local_id_x()
  %at = getelementptr i32, ptr addrspace(1) %in, i64 %id
  %v = load i32, ptr addrspace(1) %at
  %test = icmp sgt i32 %v, 0
  br i1 %test, label %then, label %end
then:
  %bin = getelementptr i32, ptr addrspace(1) %out, i32 %v
  %old = atomicrmw add ptr addrspace(1) %bin, i32 1 monotonic
  br label %end
end:
  ret void
}

; The lane that writes last is one of the gang's even where none is active.
; CHECK-LABEL: define internal i32 @last.region.0.predicated(
; CHECK: %[[BITS:.*]] = or i32 %{{.*}}, 1
; CHECK: call i32 @llvm.ctlz.i32(i32 %[[BITS]], i1 true)
; CHECK: extractelement <4 x i32>
define void @last(ptr addrspace(1) %out) convergent "weft-kernel"="last" {
  %id = call i64 @__weft_local_id_x()
  %v = trunc i64 %id to i32
  store i32 %v, ptr addrspace(1) %out
  ret void
}


; A 32-bit counter in the 64 bits that InstCombine gives it: neighbours in each round.
; CHECK-LABEL: define internal i32 @counted.region.0.unmasked(
; CHECK: load <4 x float>, ptr addrspace(3)
; CHECK: load <4 x float>, ptr addrspace(3)
; CHECK: ret i32 0
define void @counted(ptr addrspace(3) %tile, ptr addrspace(1) %out, i32 %n, i64 %size) convergent "weft-kernel"="counted" {
entry:
  %id = call i64 @__weft_local_id_x()
  br label %head
head:
  %wide = phi i64 [ %id, %entry ], [ %next, %body ]
  %sum = phi float [ 0.0, %entry ], [ %more, %body ]
  %i = trunc i64 %wide to i32
  %goes = icmp ult i32 %i, %n
  br i1 %goes, label %body, label %end
body:
  %low = and i64 %wide, 4294967295
  %at = getelementptr float, ptr addrspace(3) %tile, i64 %low
  %v = load float, ptr addrspace(3) %at
  %other = add i32 %i, %n
  %other.wide = zext i32 %other to i64
  %other.at = getelementptr float, ptr addrspace(3) %tile, i64 %other.wide
  %w = load float, ptr addrspace(3) %other.at
  %product = fmul float %v, %w
  %more = fadd float %sum, %product
  %next = add i64 %low, %size
  br label %head
end:
  %out.at = getelementptr float, ptr addrspace(1) %out, i64 %id
  store float %sum, ptr addrspace(1) %out.at
  ret void
}

; Prefetches of neighbours: one where they begin and one where they end, not one for each lane.
; CHECK-LABEL: define internal i32 @ahead.region.0.unmasked(
; CHECK-COUNT-2: call void @llvm.prefetch.p1(
; CHECK-NOT: llvm.prefetch
; CHECK: ret i32 0
declare void @llvm.prefetch.p1(ptr addrspace(1), i32, i32, i32)
define void @ahead(ptr addrspace(1) %in, ptr addrspace(1) %out) convergent "weft-kernel"="ahead" {
  %id = call i64 @__weft_local_id_x()
  %at = getelementptr float, ptr addrspace(1) %in, i64 %id
  %later = getelementptr i8, ptr addrspace(1) %at, i64 1024
  call void @llvm.prefetch.p1(ptr addrspace(1) %later, i32 0, i32 3, i32 1)
  %v = load float, ptr addrspace(1) %at
  %square = fmul float %v, %v
  %out.at = getelementptr float, ptr addrspace(1) %out, i64 %id
  store float %square, ptr addrspace(1) %out.at
  ret void
}

; A bound on indices counts for the active lanes alone: at the border of a tile, guards keep out those
; whose indices it changes.
; CHECK-LABEL: define internal i32 @bounded.region.0.unmasked(
; CHECK: %[[FIRST:.*]] = call i32 @llvm.cttz.i32(i32 %{{.*}}, i1 true)
; CHECK: %[[LANE:.*]] = zext i32 %[[FIRST]] to i64
; CHECK: %[[BEFORE:.*]] = add i64 %8, -1
; CHECK: %[[DISTANCE:.*]] = mul i64 %[[LANE]], 1
; CHECK: %[[LEAST:.*]] = add i64 %[[BEFORE]], %[[DISTANCE]]
; CHECK: icmp sge i64 %[[LEAST]], %{{.*}}
; CHECK: together:
; CHECK-NEXT: load <4 x i32>, ptr addrspace(1)
; CHECK: scattered:
; CHECK: ret i32 0
declare i32 @llvm.smax.i32(i32, i32)
define void @bounded(ptr addrspace(1) %in, ptr addrspace(1) %out, i32 %first) convergent "weft-kernel"="bounded" {
  %id = call i64 @__weft_local_id_x()
  %column = trunc i64 %id to i32
  %wanted.at = getelementptr i32, ptr addrspace(1) %in, i64 %id
  %wanted = load i32, ptr addrspace(1) %wanted.at
  %is.wanted = icmp sgt i32 %wanted, 0
  br i1 %is.wanted, label %then, label %end

then:
  %left = sub nsw i32 %column, 1
  %index = call i32 @llvm.smax.i32(i32 %left, i32 %first)
  %wide = sext i32 %index to i64
  %at = getelementptr i32, ptr addrspace(1) %in, i64 %wide
  %v = load i32, ptr addrspace(1) %at
  %out.at = getelementptr i32, ptr addrspace(1) %out, i64 %id
  store i32 %v, ptr addrspace(1) %out.at
  br label %end

end:
  ret void
}

; Lanes at any places access them one after the other. Inactive ones load zeros, and store to memory of
; the gang's own.
; CHECK-LABEL: define internal i32 @anywhere.region.0.unmasked(
; CHECK: %bounce = alloca [16 x i8], align 4
; CHECK: select <4 x i1> [[ACTIVE:%.*]], <4 x ptr addrspace(1)> %at, <4 x ptr addrspace(1)> <ptr addrspace(1) addrspacecast (ptr @weft.zeros to ptr addrspace(1)),
; CHECK-COUNT-4: load i32, ptr addrspace(1)
; CHECK: [[OWN:%.*]] = addrspacecast ptr %bounce to ptr addrspace(1)
; CHECK: [[OTHER:%.*]] = insertelement <4 x ptr addrspace(1)> poison, ptr addrspace(1) [[OWN]], i64 0
; CHECK: [[OTHERS:%.*]] = shufflevector <4 x ptr addrspace(1)> [[OTHER]]
; CHECK: select <4 x i1> [[ACTIVE]], <4 x ptr addrspace(1)> %{{.*}}, <4 x ptr addrspace(1)> [[OTHERS]]
; CHECK-COUNT-4: store i32
; CHECK: ret i32 0
define void @anywhere(ptr addrspace(1) %places, ptr addrspace(1) %out) convergent "weft-kernel"="anywhere" {
  %id = call i64 @__weft_local_id_x()
  %place.at = getelementptr i32, ptr addrspace(1) %places, i64 %id
  %place = load i32, ptr addrspace(1) %place.at
  %is.wanted = icmp sgt i32 %place, 0
  br i1 %is.wanted, label %then, label %end

then:
  %wide = sext i32 %place to i64
  %at = getelementptr i32, ptr addrspace(1) %places, i64 %wide
  %v = load i32, ptr addrspace(1) %at
  %out.at = getelementptr i32, ptr addrspace(1) %out, i64 %wide
  store i32 %v, ptr addrspace(1) %out.at
  br label %end

end:
  ret void
}
