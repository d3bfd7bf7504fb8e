// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A step of PageRank over incoming edges.
//
// global: 65536   local: 64
// arguments: int starts[65536+1] = offsets 1 23; int sources[65536*23] = random 0 65535
// arguments: float ranks[65536] = random 0 1; int degrees[65536] = random 1 20; float out[65536]
// arguments: float damping = 0.85
kernel void pagerank(global const int *starts, global const int *sources, global const float *ranks,
                     global const int *degrees, global float *out, float damping) {
  int v = get_global_id(0);
  float sum = 0.0f;
  for (int e = starts[v]; e < starts[v + 1]; ++e) {
    int s = sources[e];
    sum += ranks[s] / degrees[s];
  }
  out[v] = (1.0f - damping) / get_global_size(0) + damping * sum;
}
