#!/bin/sh
# For systemd, as /usr/local/bin/billwright: runs a command beside the service, as its user and with its
# settings, e.g. `billwright doctor`. What it writes belongs below /var/lib/billwright.
set -eu

exec systemd-run --quiet --pipe --wait --collect \
  --property=User=billwright \
  --property=UMask=0077 \
  --property=WorkingDirectory=/opt/billwright \
  --property=EnvironmentFile=/etc/billwright/billwright.env \
  --setenv=NODE_ENV=production --setenv=DATA_DIR=/var/lib/billwright \
  /usr/bin/node bin/billwright.js "$@"
