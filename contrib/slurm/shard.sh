#!/usr/bin/env bash
# One shard of a soak, begun or gone on with: PROGRAM SHARDS FOLDER [soak's options]. submit.sh hands it to Slurm.
set -euo pipefail

program=$1 shards=$2 folder=$3
shift 3
part=$folder/part-$SLURM_ARRAY_TASK_ID.jsonl
resume=()
[ ! -e "$part" ] || resume=(--resume)
data=$(mktemp -d)
trap 'rm -rf "$data"' EXIT
status=0
"$program" --data "$data" soak "$@" --shard "$SLURM_ARRAY_TASK_ID/$shards" --out "$part" "${resume[@]}" || status=$?
# 1 tells of battles that ended by a fault: they are results too.
[ "$status" -le 1 ] || exit "$status"
touch "$folder/part-$SLURM_ARRAY_TASK_ID.done"
