#!/usr/bin/env bash
# Makes what a release hands out, in target/packages: an archive and a Debian package of the program with its manual pages, completions
# and the licences of everything in it. Takes a C compiler, make and dpkg-deb.
set -euo pipefail
cd "$(dirname "$0")/../.."

version=$(sed -n '/^\[workspace.package\]/,/^$/s/^version = "\(.*\)"/\1/p' Cargo.toml)
machine=$(uname -m)
out=target/packages
name="grognard-$version-$machine-linux"

cargo build --profile dist --features jemalloc --locked
program=target/dist/grognard
"$program" --version | grep -qx "grognard $version" || { echo "$program is not version $version" >&2; exit 1; }

rm -rf "$out"
mkdir -p "$out/$name"/{man,completions}
cp "$program" README.md CHANGELOG.md LICENSE LICENSE-APACHE LICENSE-MIT "$out/$name/"
"$program" man "$out/$name/man"
for shell in bash zsh fish; do "$program" completions "$shell" > "$out/$name/completions/grognard.$shell"; done
{
    echo "What grognard is made of, with the licence of each:"
    cargo tree --locked --edges normal --prefix none --format '{p} | {l}' | grep -v ' (/' | sed 's/ (\*)$//' | sort -u
} > "$out/$name/DEPENDENCIES"
if grep -q ' | $' "$out/$name/DEPENDENCIES"; then
    echo "a dependency states no licence:" >&2
    grep ' | $' "$out/$name/DEPENDENCIES" >&2
    exit 1
fi
tar -C "$out" --owner=0 --group=0 --sort=name -czf "$out/$name.tar.gz" "$name"

# The package: the same files where Debian looks for them.
tree=$out/debian
share=$tree/usr/share
install -D -m 0755 "$program" "$tree/usr/bin/grognard"
for page in "$out/$name"/man/*.1; do install -D -m 0644 "$page" "$share/man/man1/$(basename "$page")"; done
gzip -9n "$share"/man/man1/*.1
install -D -m 0644 "$out/$name/completions/grognard.bash" "$share/bash-completion/completions/grognard"
install -D -m 0644 "$out/$name/completions/grognard.zsh" "$share/zsh/vendor-completions/_grognard"
install -D -m 0644 "$out/$name/completions/grognard.fish" "$share/fish/vendor_completions.d/grognard.fish"
install -D -m 0644 contrib/grognard.service "$share/doc/grognard/examples/grognard.service"
for file in README.md CHANGELOG.md DEPENDENCIES; do install -D -m 0644 "$out/$name/$file" "$share/doc/grognard/$file"; done
install -D -m 0644 LICENSE "$share/doc/grognard/copyright"
cat LICENSE-MIT LICENSE-APACHE >> "$share/doc/grognard/copyright"
mkdir -p "$tree/DEBIAN"
cat > "$tree/DEBIAN/control" <<CONTROL
Package: grognard
Version: $version
Architecture: $(dpkg --print-architecture)
Maintainer: grognard <grognard@localhost>
Installed-Size: $(du -sk "$tree/usr" | cut -f1)
Depends: libc6, libgcc-s1
Section: games
Priority: optional
Description: horse-and-musket hex wargames in the terminal
 Five published tabletop rule systems play the same battles against a computer
 that does not cheat: alone, over SSH, or by itself a thousand times.
CONTROL
dpkg-deb --root-owner-group --build "$tree" "$out/$name.deb" > /dev/null
rm -rf "$tree" "${out:?}/$name"
ls -l "$out"
