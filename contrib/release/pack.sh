#!/usr/bin/env bash
# Makes what a release hands out, in target/packages: a Debian package, an archive with a program that runs on any Linux and needs no
# library, and their sums. Both bring manual pages, completions, pages to read, and the licences of everything that is in them.
#
# Takes make and a C compiler, one more for musl (Debian's musl-tools), Rust's part of it (`rustup target add $(uname -m)-unknown-linux-musl`),
# and `cargo install --locked cargo-deb`, `cargo install --locked --features cli cargo-about`.
set -euo pipefail
cd "$(dirname "$0")/../.."

version=$(sed -n '/^\[workspace.package\]/,/^$/s/^version = "\(.*\)"/\1/p' Cargo.toml)
target=$(uname -m)-unknown-linux-musl
built=${CARGO_TARGET_DIR:-target}
out=target/packages
files=$out/files
name=grognard-$version-$(uname -m)-linux-musl

missing() { echo "$1 is missing; the head of $0 says where it comes from" >&2; exit 2; }
library=$(rustc --print sysroot)/lib/rustlib/$target
std=$(rustc --print sysroot)/share/doc/rust/COPYRIGHT-library.html
musl=/usr/share/doc/musl-dev/copyright
for file in "$library" "$std" "$musl"; do [ -e "$file" ] || missing "$file"; done
for tool in deb about; do cargo "$tool" --version > /dev/null 2>&1 || missing "cargo-$tool"; done

cargo build --profile dist --locked --features jemalloc
cargo build --profile dist --locked --features jemalloc --target "$target"
program=$built/dist/grognard static=$built/$target/dist/grognard
for one in "$program" "$static"; do
    [ "$("$one" --version)" = "grognard $version" ] || { echo "$one is not version $version" >&2; exit 1; }
done
! readelf --dynamic --program-headers "$static" | grep -E 'NEEDED|INTERP' || { echo "$static needs libraries" >&2; exit 1; }

# Files carry the time of the last commit. Not for the compilers: C would be built anew after every commit.
SOURCE_DATE_EPOCH=$(git log -1 --format=%ct)
export SOURCE_DATE_EPOCH
rm -rf "$out"
mkdir -p "$files"/{completions,contrib,docs,maps,ai,armies,campaigns} "$out/debian"
"$program" man "$files/man"
for shell in bash zsh fish; do "$program" completions "$shell" > "$files/completions/grognard.$shell"; done
for page in README.md CHANGELOG.md docs/{hosting,soak,data-formats,random-battles}.md {maps,ai,armies,campaigns}/README.md contrib/grognard.{service,nft} LICENSE{,-MIT,-APACHE}; do
    cp "$page" "$files/$page"
done

# The texts of all licences: of the libraries by cargo-about, which names what it is not sure of; then of what comes with the compilers.
# It looks at the sources of all platforms' libraries, of which the builds above fetched only their own.
cargo fetch --locked
licences=$files/THIRD-PARTY-LICENSES
cargo about generate --locked --offline --fail --features jemalloc --config contrib/release/about.toml --output-file "$licences" \
    contrib/release/about.hbs 2> "$out/about.log" || { cat "$out/about.log" >&2; exit 1; }
! grep -E 'WARN|ERROR' "$out/about.log" || exit 1
line=$(printf '=%.0s' {1..80})
printf '\n%s\nmusl, the C library of the static program\n%s\n\n%s\n' "$line" "$line" "$(cat "$musl")" >> "$licences"
cp "$std" "$files/RUST-LIBRARY-LICENSES.html"

printf '%s\n\n%s\n\n%s\n' "$(cat LICENSE)" "$(cat LICENSE-MIT)" \
    "The text of the other is in /usr/share/common-licenses/Apache-2.0." > "$out/debian/copyright"
sed 's|/usr/local/bin/|/usr/bin/|' contrib/grognard.service > "$out/debian/grognard.service"
cargo deb --no-build --locked --output "$out/"

mv "$files" "$out/$name"
install -m 0755 "$static" "$out/$name/grognard"
tar -C "$out" --owner=0 --group=0 --numeric-owner --mode=u=rwX,go=rX --sort=name --mtime="@$SOURCE_DATE_EPOCH" -c "$name" | gzip -9n > "$out/$name.tar.gz"
rm -rf "${out:?}/$name" "$out/debian" "$out/about.log"
(cd "$out" && sha256sum -- *.deb *.tar.gz > SHA256SUMS)
ls -l "$out"
