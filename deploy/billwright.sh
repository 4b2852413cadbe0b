#!/bin/sh
# For systemd, installed as /usr/local/bin/billwright: runs a command as the service's user with its settings,
# e.g. `billwright doctor`. It can write only below /var/lib/billwright.
set -eu

exec systemd-run --quiet --pipe --wait --collect \
  --property=User=billwright \
  --property=UMask=0077 \
  --property=WorkingDirectory=/opt/billwright \
  --property=EnvironmentFile=/etc/billwright/billwright.env \
  --setenv=NODE_ENV=production --setenv=DATA_DIR=/var/lib/billwright \
  /usr/bin/node bin/billwright.js "$@"
