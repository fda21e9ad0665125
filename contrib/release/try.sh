#!/usr/bin/env bash
# Tries the packages of target/packages as somebody would who has nothing else: a Debian made anew in a folder, the package installed in it,
# a battle played in sentences, two soaked and verified; then the archive unpacked and its program asked the same. Takes root and debootstrap.
set -euo pipefail
cd "$(dirname "$0")/../.."

root=$(mktemp -d)
trap 'rm -rf "$root"' EXIT
debootstrap --variant=minbase "${1:-stable}" "$root" > "$root.log" 2>&1 || { tail "$root.log" >&2; exit 1; }
rm -f "$root.log"
cp target/packages/grognard-*.deb target/packages/grognard-*.tar.gz "$root/tmp/"

plays() {
    chroot "$root" env -i PATH=/usr/bin:/bin HOME=/tmp TERM=dumb sh -euc "
        $1 --version
        printf 'a\nhelp\nq\n' | $1 play drill-field --rules eagles --seed 3 --lines --data /tmp/data > /tmp/played.txt || true
        grep -m 1 -i 'turn 1' /tmp/played.txt
        $1 soak --games 2 --battles drill-field --rules all --records /tmp/records --data /tmp/data | tail -n 3
        $1 verify /tmp/records/*.jsonl
        rm -rf /tmp/records /tmp/data"
}

chroot "$root" sh -c 'dpkg -i /tmp/grognard-*.deb'
chroot "$root" sh -c 'ls /usr/share/man/man1/ | grep -c "^grognard"; ls /usr/share/bash-completion/completions/grognard'
plays grognard
chroot "$root" dpkg -r grognard > /dev/null
chroot "$root" sh -c '! command -v grognard'
tar -C "$root/tmp" -xzf "$root"/tmp/grognard-*.tar.gz
plays "/tmp/$(basename "$root"/tmp/grognard-*-linux)/grognard"
echo "both install and play"
