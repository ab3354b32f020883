#!/bin/sh
# Creates the secrets of compose.yaml in ./secrets. Existing ones are kept.
set -eu
cd "$(dirname "$0")/.."
mkdir -p secrets
# Containers read the files as other users; the folder keeps everyone else on this machine out.
chmod 700 secrets

make() {
  [ -s "secrets/$1" ] || printf '%s\n' "$2" >"secrets/$1"
  chmod 644 "secrets/$1"
}

make postgres-password "$(openssl rand -hex 24)"
make database-url "postgres://landfall:$(cat secrets/postgres-password)@postgres:5432/landfall"
make landfall-key "$(openssl rand -base64 32)"
make nextauth-secret "$(openssl rand -hex 32)"
make metrics-token "$(openssl rand -hex 24)"
echo "The secrets are in ./secrets. Back up landfall-key: without it, stored secrets and customer links are lost."
