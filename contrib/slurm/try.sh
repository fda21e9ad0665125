#!/usr/bin/env bash
# Tries submit.sh on a Slurm of one machine, made of the distribution's packages (slurmctld, slurmd, slurm-client, munge) in a folder of
# its own: an array of 8, one job of it killed by its process and run again, the shards against one run, byte by byte. Takes root.
#
#   contrib/slurm/try.sh PROGRAM [GAMES]
set -euo pipefail

here=$(cd "$(dirname "$0")" && pwd)
program=$(realpath "$1") games=${2:-210}
for needed in munged slurmctld slurmd sbatch; do command -v "$needed" >/dev/null || { echo "no $needed" >&2; exit 2; }; done
root=$(mktemp -d)
host=$(hostname -s)
own=()
finish() {
    [ -e "$root/cgroup.conf" ] && scancel --state=RUNNING --state=PENDING 2>/dev/null || true
    for ((at = ${#own[@]} - 1; at >= 0; at--)); do kill "${own[at]}" 2>/dev/null || true; done
    wait
    rm -rf "$root"
}
trap finish EXIT

chmod 755 "$root"
mkdir "$root"/{state,spool,soak}
# Munge insists on folders that nobody else can write.
mkdir -m 700 "$root/munge"
chown munge: "$root/munge"
mkdir -m 711 "$root/run"
chown munge: "$root/run"
head -c 1024 /dev/urandom > "$root/munge/key"
chown munge: "$root/munge/key"
chmod 600 "$root/munge/key"
runuser -u munge -- munged --foreground --socket "$root/run/socket" --key-file "$root/munge/key" --pid-file "$root/munge/pid" \
    --log-file "$root/munge/log" --seed-file "$root/munge/seed" 2> "$root/munged.err" &
own+=($!)
cat > "$root/slurm.conf" <<CONF
ClusterName=try
SlurmctldHost=$host(127.0.0.1)
SlurmUser=root
SlurmctldPort=26817
SlurmdPort=26818
AuthType=auth/munge
AuthInfo=socket=$root/run/socket
CryptoType=crypto/munge
StateSaveLocation=$root/state
SlurmdSpoolDir=$root/spool
SlurmctldPidFile=$root/slurmctld.pid
SlurmdPidFile=$root/slurmd.pid
SlurmctldLogFile=$root/slurmctld.log
SlurmdLogFile=$root/slurmd.log
ProctrackType=proctrack/pgid
TaskPlugin=task/none
SelectType=select/cons_tres
SelectTypeParameters=CR_CPU
MpiDefault=none
ReturnToService=2
JobRequeue=1
NodeName=$host NodeAddr=127.0.0.1 CPUs=$(nproc) State=UNKNOWN
PartitionName=all Nodes=ALL Default=YES MaxTime=INFINITE State=UP
CONF
export SLURM_CONF=$root/slurm.conf
slurmctld -D 2> "$root/slurmctld.err" & own+=($!)
slurmd -D 2> "$root/slurmd.err" & own+=($!)
for _ in $(seq 60); do sinfo -h -o %t 2>/dev/null | grep -q idle && break; sleep 1; done
sinfo

options=(--rules eagles,on_war --battles all --games "$games" --seed 7)
GROGNARD=$program "$here/submit.sh" 8 "$root/soak" "${options[@]}"
# The first job that has written a result is killed as a machine dies: without a word to it.
for _ in $(seq 600); do
    victim=$(find "$root/soak" -name 'part-*.jsonl' -size +0 | head -n 1)
    shard=$(basename "${victim:-part-0}" .jsonl | cut -d- -f2)
    [ -z "$victim" ] || [ -e "$root/soak/part-$shard.done" ] || break
    sleep 0.1
done
echo "shard $shard has $(wc -l < "$victim") results and is killed"
pkill -KILL -f -- "--shard $shard/8 --out $victim"
while squeue -h | grep -q .; do sleep 1; done
squeue --states all || true
cat "$root/soak/merge.log"
[ ! -e "$root/soak/all.jsonl" ]
echo "said again"
GROGNARD=$program "$here/submit.sh" 8 "$root/soak" "${options[@]}"
while squeue -h | grep -q .; do sleep 1; done
tail -n 2 "$root/soak/merge.log"

"$program" --data "$root/data" soak "${options[@]}" --jobs "$(nproc)" --out "$root/one.jsonl" > /dev/null || [ $? -le 1 ]
cmp "$root/soak/all.jsonl" "$root/one.jsonl"
echo "the shards of $(wc -l < "$root/one.jsonl") battles, one of them killed and gone on with, are one run byte by byte ($(stat -c %s "$root/one.jsonl") bytes)"
