#!/usr/bin/env bash
# Puts the shards of a soak together: PROGRAM SHARDS FOLDER. A shard that is lost or not done is named, and nothing is written.
set -euo pipefail

program=$1 shards=$2 folder=$3
parts=()
for ((shard = 1; shard <= shards; shard++)); do
    part=$folder/part-$shard.jsonl
    [ -e "$folder/part-$shard.done" ] || { echo "shard $shard is lost or not done; say submit.sh again" >&2; exit 1; }
    parts+=("$part")
done
new=$folder/all.new.jsonl
rm -f "$new"
status=0
"$program" report --merge "${parts[@]}" --out "$new" || status=$?
[ "$status" -le 1 ] || exit "$status"
mv "$new" "$folder/all.jsonl"
