#!/usr/bin/env bash
# Soaks on a Slurm cluster: an array of jobs that play a shard each, and a job after them that puts the shards together.
#
#   contrib/slurm/submit.sh SHARDS FOLDER [soak's options, but for --shard, --out and --resume]
#   contrib/slurm/submit.sh 64 /shared/night --rules all --battles all --games 100000 --seed 7
#
# FOLDER is on a disk that all nodes see; it gets part-I.jsonl, their logs, and in the end all.jsonl, the bytes that one run
# would have written. Said again with the same words, it plays only what is not there yet: a shard that was killed goes on.
# GROGNARD names the program where it is not in PATH, SBATCH_OPTIONS what sbatch is to be told besides (partition, account, time).
set -euo pipefail

[ $# -ge 2 ] || { sed -n '2,10s/^# \{0,1\}//p' "$0" >&2; exit 2; }
shards=$1 folder=$2
shift 2
[[ $shards =~ ^[1-9][0-9]*$ ]] || { echo "cannot split into '$shards' shards; expected a number from 1" >&2; exit 2; }
here=$(cd "$(dirname "$0")" && pwd)
mkdir -p "$folder"
folder=$(cd "$folder" && pwd)
program=$(command -v "${GROGNARD:-grognard}") || { echo "no program '${GROGNARD:-grognard}'; set GROGNARD" >&2; exit 2; }

read -ra more <<< "${SBATCH_OPTIONS:-}"
array=$(sbatch --parsable "${more[@]}" --job-name grognard --array "1-$shards" --requeue --cpus-per-task 1 \
    --output "$folder/part-%a.log" --open-mode append "$here/shard.sh" "$program" "$shards" "$folder" "$@")
merge=$(sbatch --parsable "${more[@]}" --job-name grognard-merge --dependency "afterany:$array" --requeue --cpus-per-task 1 \
    --output "$folder/merge.log" "$here/merge.sh" "$program" "$shards" "$folder")
echo "array $array, then $merge writes $folder/all.jsonl"
