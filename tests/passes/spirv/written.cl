// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: weftc --emit=spirv %s -o - | weftc --emit=source-llvm - | FileCheck %s
// What is written can be read.
// CHECK: define spir_kernel void @add(ptr addrspace(1){{.*}}%{{[0-9a-z]*}}, float %{{[0-9a-z]*}})
// CHECK: call spir_func i64 @_Z13get_global_idj(i32 0)
// CHECK: fadd float
kernel void add(global float *x, float y) { x[get_global_id(0)] += y; }
// CHECK: define spir_kernel void @turn(
// CHECK: call spir_func i32 @_Z16sub_group_rotateii(i32 %{{[0-9]+}}, i32 2)
kernel void turn(global int *x) { x[get_global_id(0)] = sub_group_rotate(x[get_global_id(0)], 2); }
