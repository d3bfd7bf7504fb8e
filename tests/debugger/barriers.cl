// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
struct pair { int first; float second; };

int twice(int x) {
  int y = x * 2;
  return y;
}

int near(global const int *in, int i) {
  int left = in[i];
  return left + (int)get_local_id(0);
}

kernel void demo(global int *out, global const int *in, local int *tile, struct pair p) {
  local int row[16];
  int gid = get_global_id(0);
  int lid = get_local_id(0);
  float4 v = (float4)(gid, lid, 1, 2);
  int list[4] = {lid, 1, 2, 3};
  tile[lid] = near(in, gid);
  row[lid] = gid;
  barrier(CLK_LOCAL_MEM_FENCE);
  int sum = twice(lid);
  for (int i = 0; i < 4; ++i) {
    sum += tile[(lid + i) % get_local_size(0)];
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  out[gid] = sum + p.first + list[0] + (int)v.x + row[0];
}

kernel void near_null(global int *out, int at) {
  int i = get_global_id(0);
  global int *place = i == at ? 0 : out + i;
  *place = i;
}
