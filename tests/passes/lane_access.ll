; Memory accesses of four work-items by the shape of their addresses: one scalar access, one vector
; access, or one for each lane; and under a condition nothing that a lane does not ask for is touched.
declare i64 @__weft_local_id_x() memory(none)

; The same address for all: one load.
; CHECK-LABEL: define internal i32 @uniform.region.0.lanes(
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
; CHECK-LABEL: define internal i32 @contiguous.region.0.lanes(
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
; CHECK-LABEL: define internal i32 @indirect.region.0.lanes(
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
; CHECK-LABEL: define internal i32 @guarded.region.0.lanes(
; CHECK: %[[MASK:.*]] = icmp sgt <4 x i32> %{{.*}}, zeroinitializer
; CHECK: call <4 x i32> @llvm.masked.load{{.*}}<4 x i1> %[[MASK]]
; CHECK: %[[DIVISOR:.*]] = select <4 x i1> %[[MASK]], <4 x i32> %{{.*}}, <4 x i32> splat (i32 1)
; CHECK: sdiv <4 x i32> %{{.*}}, %[[DIVISOR]]
; CHECK-NOT: store <4 x i32>
; CHECK: call void @llvm.masked.store{{.*}}<4 x i1> %[[MASK]]
define void @guarded(ptr addrspace(1) %in, ptr addrspace(1) %out, i32 %n) convergent "weft-kernel"="guarded" {
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

!llvm.module.flags = !{!0, !1}
!0 = !{i32 1, !"weft.lanes", i32 4}
!1 = !{i32 1, !"weft.always-widen", i32 1}
