#!/usr/bin/env bash
# Checks this package: format, lints, types, tests. Makes a venv in the folder that is named, or uses the one that is there.
#
#   contrib/python/check.sh target/python        GROGNARD names the game's program; without it tests that need it are skipped
set -euo pipefail

folder=${1:?usage: check.sh FOLDER, where the venv is or is to be}
mkdir -p "$folder"
folder=$(cd "$folder" && pwd)
case ${GROGNARD:-} in "" | /*) ;; *) export GROGNARD="$PWD/$GROGNARD" ;; esac
cd "$(dirname "$0")"

[ -x "$folder/bin/python" ] || "${PYTHON:-python3}" -m venv "$folder"
installed="$folder/installed-$(cksum <pyproject.toml | cut -d' ' -f1)"
[ -e "$installed" ] || "$folder/bin/pip" install --quiet --disable-pip-version-check --editable '.[dev]'
touch "$installed"

export RUFF_CACHE_DIR="$folder/ruff" MYPY_CACHE_DIR="$folder/mypy" PYTHONPYCACHEPREFIX="$folder/pycache"
"$folder/bin/ruff" format --check .
"$folder/bin/ruff" check .
"$folder/bin/mypy"
"$folder/bin/pytest" -o cache_dir="$folder/pytest" "${@:2}"
