#!/bin/sh
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# halo_exchange_check.sh <mpirun> <program>: two ranks, each bound to a core of its own where there are
# two. Runs as root too and without ssh, as in a container.
set -eu
mpirun=$1
program=$2
export OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1
export OMPI_MCA_plm=isolated OMPI_MCA_btl_vader_single_copy_mechanism=none
if [ "$(nproc)" -ge 2 ]; then
  exec "$mpirun" -n 2 --map-by core --bind-to core "$program"
fi
export HALO_EXCHANGE_SHARED_CORES=1
exec "$mpirun" -n 2 --oversubscribe --bind-to none "$program"
