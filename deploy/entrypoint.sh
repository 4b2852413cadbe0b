#!/bin/sh
# Reads secrets from files: NAME_FILE=/run/secrets/name sets NAME to the file's first line, which hides it
# from `docker inspect`. Then runs the given command.
set -eu

for name in ADMIN_PASSWORD API_KEY DATABASE_URL DATABASE_REPLICA_URL OIDC_CLIENT_SECRET RENDER_SECRET INTERNAL_SECRET AWS_SECRET_ACCESS_KEY SMTP_URL; do
  eval "file=\${${name}_FILE:-}"
  [ -n "$file" ] || continue
  if [ ! -r "$file" ]; then
    echo "${name}_FILE names $file, which cannot be read by user $(id -u)." >&2
    exit 78
  fi
  IFS= read -r value <"$file" || [ -n "$value" ]
  export "$name=$value"
  unset "${name}_FILE" value
done

exec "$@"
