// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: weftc --emit=spirv %s -o - | weftc --emit=source-llvm - | FileCheck %s
// What is written can be read.
// RUN: weftc --emit=spirv -cl-opt-disable %s -o - | weftc --emit=source-llvm - | FileCheck --check-prefix=ALL %s
// ALL: define spir_kernel void @add(
// ALL: alloca float
// CHECK: define spir_kernel void @add(ptr addrspace(1){{.*}}%{{[0-9a-z]*}}, float %{{[0-9a-z]*}})
// CHECK: call spir_func i64 @_Z13get_global_idj(i32 0)
// CHECK: fadd float
kernel void add(global float *x, float y) { x[get_global_id(0)] += y; }
// CHECK: define spir_kernel void @turn(
// CHECK: call spir_func i32 @_Z16sub_group_rotateii(i32 %{{[0-9]+}}, i32 2)
kernel void turn(global int *x) { x[get_global_id(0)] = sub_group_rotate(x[get_global_id(0)], 2); }
// A zero of an event is a null without operands.
// RUN: weftc --emit=spirv %s -o %t.spv
// RUN: spirv-val %t.spv
// CHECK: define spir_kernel void @copy(
kernel void copy(global float *x, local float *y) {
  event_t event = 0;
  event = async_work_group_copy(y, x, 16, event);
  wait_group_events(1, &event);
  x[get_local_id(0)] = y[15 - get_local_id(0)];
}
