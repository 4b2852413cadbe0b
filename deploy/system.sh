#!/bin/sh
# Copies to the folder $1 what the image needs of Debian: programs, the libraries that they load, and the list of their
# packages, which scanners for vulnerabilities read.
set -eu

system=$1
chromium=/usr/lib/chromium

programs() {
  # The shell and what people use in it, `unshare` for the browser, and process 1.
  dpkg --listfiles coreutils dash | grep -E '^(/usr)?/s?bin/.'
  ls /usr/bin/unshare /usr/bin/tini /usr/local/bin/node $chromium/chromium-headless-shell
}

libraries() {
  # Node's packages load parts of the C library by name. So does the browser with its two, which say that there is no
  # graphics card. It has no network, so it needs no cryptography of NSS.
  dpkg --listfiles libc6 | grep -E '^(/usr)?/lib/[^/]+/lib[^/]+$'
  ls $chromium/lib*GL*.so
}

files() {
  programs
  libraries
  for file in $(programs) $(libraries); do ldd "$file" 2>/dev/null | grep -o '/[^ ]*' || true; done
  ls $chromium/headless_* $chromium/icudtl.dat $chromium/v8_context_snapshot*
  ls /etc/group /etc/nsswitch.conf /etc/os-release /etc/passwd
}

mkdir -p "$system/tmp" "$system/var/lib/dpkg"
chmod 1777 "$system/tmp"
# Debian's links from / into /usr.
for link in /bin /lib* /sbin; do
  mkdir -p "$system$(realpath "$link")"
  cp -a "$link" "$system"
done
files >/tmp/files
sort -u /tmp/files | while read -r file; do
  cp -L --parents --preserve=mode,timestamps "$file" "$system"
done
# Their packages, as scanners read them. Of a path, Debian 12 knows it with or without /usr.
sed 's|^/usr||; p; s|^|/usr|' /tmp/files | xargs dpkg --search 2>/dev/null |
  sed 's/: .*//; s/, /\n/g' | sort -u | xargs dpkg --status >"$system/var/lib/dpkg/status"
