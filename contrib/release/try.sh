#!/usr/bin/env bash
# Tries the packages of target/packages as somebody would who has nothing else: the Debian package is installed in a Debian made anew in a
# folder, the archive's program runs in a folder with nothing beside it. In both a battle is played to its end in sentences, battles are
# soaked and verified, and somebody comes in over SSH. Takes root, debootstrap and an ssh client; debootstrap's suite may be named.
set -euo pipefail
cd "$(dirname "$0")/../.."

packages=$(realpath target/packages)
(cd "$packages" && sha256sum --check --quiet SHA256SUMS)
work=$(mktemp -d)
host=
finish() {
    [ -z "$host" ] || kill "$host" 2>/dev/null || true
    wait
    rm -rf "$work"
}
trap finish EXIT

# Before a root and a command: as nobody, with nothing of this machine's surroundings.
within=(env -i PATH=/usr/bin:/bin:/usr/sbin:/sbin HOME=/tmp TERM=dumb chroot --userspec=65534:65534)

# ROOT PROGRAM: everything that is tried of a program in a root.
tries() {
    local root=$1 run=("${within[@]}" "$1" "$2")
    "${run[@]}" --version
    { for _ in {1..600}; do printf '%s\n' advice 1 advice 1 advice 1 "done" "done"; done; } |
        "${run[@]}" play drill-field --rules eagles --red hold --seed 3 --lines --data /tmp/data > "$work/told"
    grep '^Points: Blue ' "$work/told"
    "${run[@]}" verify /tmp/data/saves/drill-field-eagles-3.jsonl
    "${run[@]}" soak --rules all --battles all --games 21 --seed 7 --records /tmp/records --out /tmp/out.jsonl --data /tmp/data | grep '^seats'
    mv "$root/tmp/out.jsonl" "$root.jsonl"
    mapfile -t records < <(cd "$root" && find tmp/records -name '*.jsonl' -printf '/%p\n')
    "${run[@]}" verify "${records[@]}" > "$work/told"
    echo "battles that verify: $(grep -c 'every hash agrees' "$work/told")"
    serves "${run[@]}"
    rm -rf "${root:?}"/tmp/*
}

# COMMAND: somebody comes in over SSH, takes a name, begins a battle, gives orders and leaves; the battle is on the disk.
serves() {
    : > "$work/host.log"
    "$@" serve --listen 127.0.0.1:2322 --data /tmp/host 2> "$work/host.log" &
    host=$!
    for _ in {1..300}; do grep -q listening "$work/host.log" && break; sleep 0.1; done
    [ -e "$work/key" ] || ssh-keygen -q -t ed25519 -N '' -f "$work/key"
    printf '%s\n' anna new 1 1 1 1 orders 1 "done" "done" quit quit |
        ssh -F none -p 2322 -i "$work/key" -o IdentitiesOnly=yes -o StrictHostKeyChecking=no -o UserKnownHostsFile=/dev/null \
            -o LogLevel=ERROR 127.0.0.1 lines > "$work/told"
    grep '^You are anna' "$work/told"
    grep '^You command' "$work/told"
    kill "$host"
    # It says goodbye, saves, and ends without a fault.
    wait "$host"
    host=
    "$@" verify /tmp/host/records/1.jsonl
}

echo "== the Debian package"
clean=$work/clean
debootstrap --variant=minbase --include=man-db "${1:-stable}" "$clean" > "$work/log" 2>&1 || { tail "$work/log" >&2; exit 1; }
dpkg-deb --info "$packages"/*.deb
dpkg-deb --contents "$packages"/*.deb | grep '^-'
cp "$packages"/*.deb "$clean/tmp/grognard.deb"
chroot "$clean" dpkg --install /tmp/grognard.deb
"${within[@]}" "$clean" man grognard-soak 2> /dev/null | grep -A 1 '^NAME'
"${within[@]}" "$clean" bash -c '. /usr/share/bash-completion/completions/grognard
    COMP_WORDS=(grognard so) COMP_CWORD=1
    _grognard grognard so grognard
    echo "so<Tab> completes to ${COMPREPLY[*]}"'
tries "$clean" grognard
chroot "$clean" dpkg --purge grognard
[ -z "$(find "$clean/usr" "$clean/etc" -name '*grognard*')" ]

echo "== the archive, with nothing beside it"
bare=$work/bare
mkdir -p "$bare/tmp"
chmod 1777 "$bare/tmp"
tar -C "$bare" --strip-components 1 -xzf "$packages"/*.tar.gz
tar -tvzf "$packages"/*.tar.gz | grep '^-'
tries "$bare" /grognard
"${within[@]}" "$bare" /grognard man /tmp/man
diff -r "$bare/man" "$bare/tmp/man"

cmp "$clean.jsonl" "$bare.jsonl"
echo "both install, play, soak and serve"
