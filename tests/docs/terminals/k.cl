int twice(int x) {
  int y = x * 2;
  return y;
}

kernel void demo(global int *out, global const int *in, local int *tile) {
  int gid = get_global_id(0);
  int lid = get_local_id(0);
  float4 v = (float4)(gid, lid, 0, 1);
  tile[lid] = in[gid];
  barrier(CLK_LOCAL_MEM_FENCE);
  int sum = twice(lid);
  for (int i = 0; i < 4; ++i)
    sum += tile[(lid + i) % 4];
  out[gid] = sum + (int)v.x;
}
