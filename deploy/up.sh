#!/bin/sh
# Starts compose.yaml under the given name, without one at https://localhost. Creates missing secrets.
#   deploy/up.sh landfall.company.example
set -eu
cd "$(dirname "$0")/.."
deploy/make-secrets.sh
if [ $# -gt 0 ]; then
  # Kept for later commands of Docker Compose.
  others=$(grep -sv '^LANDFALL_HOST=' .env || true)
  printf '%s\n' "$others" "LANDFALL_HOST=$1" >.env
fi
docker compose up --build --wait
