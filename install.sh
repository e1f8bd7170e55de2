#!/bin/sh
# Sets up what Signalpost needs on this machine, then installs it, shows it or tests it.
# What it fetches stays in this folder (.toolchain, node_modules, dist); only `install` and `uninstall` change
# anything outside, and `test` adds Debian packages that the tests need where it may.
set -eu
umask 022
unset CDPATH
called_from=$PWD
cd -- "$(dirname -- "$0")"

BUN_VERSION=1.4.5 # fetched when there is none on PATH that is at least as new

usage() {
  cat <<'EOF'
Usage: sh install.sh [COMMAND]

  (none)       build Signalpost and install it: as root for the whole machine with its own account and a service,
               otherwise for you alone under ~/.local. Run it again to upgrade; data and settings stay.
  release FOLDER
               install a release instead of a build: its signature and checksums are verified first
  demo [...]   build it and run `signalpost demo`: the main job on this machine, nothing to configure
  test         check types and style and run every test
  uninstall    remove the program and its service; data and settings stay
  help         print this

Bun comes from npm or from its own installer into .toolchain/ when it is missing.
EOF
}

main() {
  command=${1:-install}
  [ $# -eq 0 ] || shift
  case $command in
    help | -h | --help) usage && exit 0 ;;
    demo) ;;
    release) [ $# -eq 1 ] || refuse "release takes the folder of a release" ;;
    install | test | uninstall) [ $# -eq 0 ] || refuse "$command takes no arguments: $*" ;;
    *) refuse "unknown command: $command" ;;
  esac
  trap cleanup EXIT
  trap 'exit 129' HUP
  trap 'exit 130' INT
  trap 'exit 143' TERM
  case $command in
    demo)
      prepare
      build
      exec dist/signalpost demo "$@"
      ;;
    test)
      prepare
      need_for_tests
      exec bun run check
      ;;
    install)
      prepare
      build
      if [ "$(id -u)" -eq 0 ]; then install_for_machine; else install_for_user; fi
      ;;
    release)
      verify_release "$1"
      if [ "$(id -u)" -eq 0 ]; then install_for_machine; else install_for_user; fi
      ;;
    uninstall) uninstall ;;
  esac
}

say() { printf '%s\n' "$*"; }

fail() {
  printf 'install.sh: %s\n' "$*" >&2
  exit 1
}

refuse() {
  printf 'install.sh: %s\n\n' "$*" >&2
  usage >&2
  exit 2
}

stage= # a folder of half-made things
part=  # a file that is not under its name yet
made=  # a folder of verified files
dist=dist
release=
cleanup() {
  [ -z "$made" ] || rm -rf "$made"
  [ -z "$stage" ] || rm -rf "$stage"
  [ -z "$part" ] || rm -f "$part"
}

has() { command -v "$1" >/dev/null 2>&1; }

# ---- What it is built with --------------------------------------------------------------------------------------

prepare() {
  need_bun
  bun install --frozen-lockfile || fail "the packages could not be installed; run the command again when they can be reached"
}

need_bun() {
  new_enough bun && return
  PATH=$PWD/.toolchain/bin:$PATH
  export PATH
  new_enough bun && return
  say "Bun $BUN_VERSION is missing: fetching it into .toolchain/"
  mkdir -p .toolchain/bin
  stage=$(mktemp -d "$PWD/.toolchain/stage.XXXXXX")
  bun_from_npm || bun_from_its_installer ||
    fail "Bun $BUN_VERSION could not be fetched. Install it (https://bun.sh) or npm, and run this again."
  rm -rf "$stage"
  stage=
}

new_enough() {
  found=$("$1" --version 2>/dev/null) || return 1
  oldest=$(printf '%s\n' "$BUN_VERSION" "$found" | sort -t . -k 1,1n -k 2,2n -k 3,3n | head -n 1)
  [ "$oldest" = "$BUN_VERSION" ]
}

# npm chooses the package of this platform; its executable is used as it is, so no install script has to run.
bun_from_npm() {
  has npm || return 1
  npm install --prefix "$stage" --no-save --no-package-lock --ignore-scripts --include=optional --no-audit --no-fund \
    --loglevel=error "bun@$BUN_VERSION" >"$stage/npm.log" 2>&1 || {
    cat "$stage/npm.log" >&2
    return 1
  }
  for executable in "$stage"/node_modules/@oven/bun-*/bin/bun; do
    keep_bun "$executable" && return
  done
  return 1
}

# SHELL keeps the installer away from the start-up files of the person's own shell.
bun_from_its_installer() {
  for tool in bash curl unzip; do
    has "$tool" || {
      say "Bun's own installer needs $tool."
      return 1
    }
  done
  curl -fsSL https://bun.sh/install -o "$stage/install" || return 1
  SHELL=/bin/sh BUN_INSTALL=$stage bash "$stage/install" "bun-v$BUN_VERSION" >&2 || return 1
  keep_bun "$stage/bin/bun"
}

keep_bun() {
  new_enough "$1" || return 1
  mv -f "$1" .toolchain/bin/bun
}

build() { bun run build || fail "the build failed"; }

# ---- A release --------------------------------------------------------------------------------------------------

# verify_release FOLDER: its signature, its age, and each file that is used, which is copied into $made first.
verify_release() {
  release=$(cd -- "$called_from" && cd -- "$1" && pwd) || fail "there is no folder $1"
  made=$(mktemp -d)
  for file in manifest.json manifest.json.minisig; do
    cp "$release/$file" "$made/$file" || fail "$1 is not the folder of a release: it has no $file"
  done
  signed || fail "the signature of $1/manifest.json is not valid: nothing was changed. Get the release again from its source."
  [ "$(fact product)" = signalpost ] || fail "this is a release of $(fact product)"
  [ "$(date -u +%Y-%m-%dT%H:%M:%SZ)" \< "$(fact expires)" ] || fail "the release expired on $(fact expires): get a newer one"
  name=signalpost-$(fact version)-$(machine)
  for file in "$name" THIRD-PARTY-LICENSES.txt signalpost.cdx.json; do verified "$file"; done
  mv "$made/$name" "$made/signalpost"
  chmod 755 "$made/signalpost"
  dist=$made
}

# fact NAME: a text of the manifest itself; those of its files stand deeper.
fact() { sed -n "s/^ \"$1\": \"\([^\"]*\)\",\{0,1\}\$/\1/p" "$made/manifest.json"; }

verified() {
  sum=$(awk -v name="\"$1\"," '$1 == "\"name\":" { found = ($2 == name) } found && $1 == "\"sha256\":" { gsub(/[",]/, "", $2); print $2; exit }' "$made/manifest.json")
  [ -n "$sum" ] || fail "the release has no $1: it is not for this machine"
  cp "$release/$1" "$made/$1" || fail "$1 is missing in $release"
  [ "$(sha256sum "$made/$1" | cut -d ' ' -f 1)" = "$sum" ] || fail "$1 is not the file that was signed: nothing was changed"
}

machine() {
  case $(uname -m) in
    x86_64 | amd64) cpu=x64 ;;
    aarch64 | arm64) cpu=arm64 ;;
    *) cpu=$(uname -m) ;;
  esac
  case $(uname -s) in
    Darwin) printf 'darwin-%s' "$cpu" ;;
    *) if ls /lib/ld-musl-* >/dev/null 2>&1; then printf 'linux-%s-musl' "$cpu"; else printf 'linux-%s' "$cpu"; fi ;;
  esac
}

# signed: whether one of the keys signed the manifest.
signed() {
  keys=${SIGNALPOST_UPDATE_KEYS-$(grep -v '^#' src/features/releases/release-keys.txt || true)}
  [ -n "$keys" ] || fail "there are no release keys here: set SIGNALPOST_UPDATE_KEYS to those of the maker of the release"
  has minisign || has openssl || fail "verifying a release needs minisign or openssl"
  for key in $(printf '%s' "$keys" | tr ',' ' '); do
    if has minisign; then
      minisign -VHqm "$made/manifest.json" -P "$key" >/dev/null 2>&1 && return
    else
      signed_by "$key" && return
    fi
  done
  return 1
}

# signed_by KEY: as minisign verifies it, by openssl: Ed25519 over the BLAKE2b-512 hash, and over signature and comment.
signed_by() {
  work=$made/signature
  mkdir -p "$work"
  printf '%s' "$1" | base64 -d >"$work/key" || return 1
  sed -n 2p "$made/manifest.json.minisig" | base64 -d >"$work/own" || return 1
  sed -n 4p "$made/manifest.json.minisig" | base64 -d >"$work/over" || return 1
  [ "$(head -c 2 "$work/own")" = ED ] || return 1
  [ "$(head -c 10 "$work/key" | tail -c 8 | od -An -tx1)" = "$(head -c 10 "$work/own" | tail -c 8 | od -An -tx1)" ] || return 1
  { printf '\060\052\060\005\006\003\053\145\160\003\041\000' && tail -c 32 "$work/key"; } >"$work/key.der"
  tail -c 64 "$work/own" >"$work/value"
  openssl dgst -blake2b512 -binary "$made/manifest.json" >"$work/hash" || return 1
  { cat "$work/value" && sed -n '3s/^trusted comment: //p' "$made/manifest.json.minisig" | tr -d '\n'; } >"$work/whole"
  is_signed hash value && is_signed whole over
}

is_signed() {
  openssl pkeyutl -verify -pubin -keyform DER -inkey "$work/key.der" -rawin -in "$work/$1" -sigfile "$work/$2" >/dev/null 2>&1
}

# put_program TARGET: a release replaces an installed program by its own update, which goes back when that fails.
put_program() {
  if [ -n "$release" ] && [ -x "$1" ]; then
    "$dist/signalpost" update "$release" --program "$1" || fail "the update did not succeed"
  else
    put "$dist/signalpost" "$1" 755
  fi
}

# ---- Tests ------------------------------------------------------------------------------------------------------

need_for_tests() {
  for strangers in test/generators test/inspector; do
    bun install --frozen-lockfile --cwd "$strangers" ||
      fail "what $strangers hands our answers to could not be installed; run the command again when it can be reached"
  done
  # The shell of Chromium draws the same pages in half of the time, since it has no windows.
  has "${CHROMIUM:-chromium-headless-shell}" || debian_package chromium-headless-shell || true
  browser || {
    CHROMIUM=none
    export CHROMIUM
    say "Browser tests are skipped (CHROMIUM=none): there is no Chromium, and Debian's package chromium-headless-shell cannot be installed."
  }
  faketime || debian_package libfaketime || true
  pdf_readers || debian_package qpdf poppler-utils mupdf-tools || true
  pdf_readers || say "Tests that read PDF files are skipped: Debian's packages qpdf, poppler-utils and mupdf-tools are missing."
  faketime || say "Tests that turn the clock are skipped: Debian's package libfaketime is missing and cannot be installed."
}

faketime() { ls /usr/lib/*/faketime/libfaketimeMT.so.1 >/dev/null 2>&1; }

pdf_readers() { has qpdf && has pdftotext && has mutool; }

browser() {
  for name in "${CHROMIUM:-chromium-headless-shell}" chromium chromium-browser google-chrome-stable google-chrome; do
    "$name" --version >/dev/null 2>&1 || continue
    CHROMIUM=$(command -v "$name")
    export CHROMIUM
    return
  done
  return 1
}

debian_package() {
  has apt-get || return 1
  if [ "$(id -u)" -eq 0 ]; then root=; elif sudo -n true 2>/dev/null; then root=sudo; else return 1; fi
  say "Installing Debian's package: $*"
  # A machine without a way out is told so within seconds.
  $root apt-get -qq -o Acquire::Retries=0 -o Acquire::http::Timeout=10 -o Acquire::https::Timeout=10 update &&
    $root env DEBIAN_FRONTEND=noninteractive apt-get -qq -y -o DPkg::Lock::Timeout=120 --no-install-recommends \
      install "$@" >/dev/null
}

# ---- Installing -------------------------------------------------------------------------------------------------

install_for_machine() {
  settings=/etc/signalpost/signalpost.env
  account
  put_program /usr/local/bin/signalpost
  documents /usr/local/share
  licences /usr/local/share/doc/signalpost
  mkdir -p /etc/signalpost
  default_settings /var/lib/signalpost 640 root:signalpost
  # It is there before root runs a command, so that its owner is known.
  install -d -m 700 -o signalpost -g signalpost /var/lib/signalpost
  if [ -d /run/systemd/system ]; then
    put deploy/signalpost.service /etc/systemd/system/signalpost.service 644
    start_service /usr/local/bin/signalpost
  else
    say "Installed /usr/local/bin/signalpost. There is no systemd here."
    still_running
    say "Start it as the account signalpost:"
    say "  su -s /bin/sh signalpost -c 'BUN_CONFIG_MAX_HTTP_REQUESTS=1024 SIGNALPOST_CONFIG=$settings signalpost serve'"
    say "It logs the address where the first account is made."
  fi
}

install_for_user() {
  settings=${XDG_CONFIG_HOME:-$HOME/.config}/signalpost/signalpost.env
  units=${XDG_CONFIG_HOME:-$HOME/.config}/systemd/user
  data=${XDG_DATA_HOME:-$HOME/.local/share}/signalpost
  mkdir -p "$HOME/.local/bin" "$(dirname "$settings")" "$(dirname "$data")"
  put_program "$HOME/.local/bin/signalpost"
  documents "${XDG_DATA_HOME:-$HOME/.local/share}"
  licences "${XDG_DATA_HOME:-$HOME/.local/share}/doc/signalpost"
  default_settings "$data" 600
  [ -d "$data" ] || mkdir -m 700 "$data"
  if systemctl --user show-environment >/dev/null 2>&1; then
    mkdir -p "$units"
    put deploy/signalpost-user.service "$units/signalpost.service" 644
    start_service "$HOME/.local/bin/signalpost" --user
    say "It stops when you sign out, unless you run once: loginctl enable-linger"
  else
    say "Installed $HOME/.local/bin/signalpost. There is no systemd for users here."
    still_running
    say "Start it with:"
    say "  BUN_CONFIG_MAX_HTTP_REQUESTS=1024 SIGNALPOST_CONFIG='$settings' '$HOME/.local/bin/signalpost' serve"
    say "It logs the address where the first account is made."
  fi
  case :$PATH: in
    *":$HOME/.local/bin:"*) ;;
    *) say "$HOME/.local/bin is not in PATH: add it, or sign in again if your shell adds it." ;;
  esac
  ! has zsh || say "For completion in zsh, add this to ~/.zshrc before compinit: fpath=(${XDG_DATA_HOME:-$HOME/.local/share}/zsh/site-functions \$fpath)"
}

# still_running: says which process has the data folder of $settings. It keeps the program that it was started from.
still_running() {
  folder=$(sed -n 's/^SIGNALPOST_DATA_DIR=//p' "$settings" 2>/dev/null) || return 0
  pid=$(cat "$folder/lock.pid" 2>/dev/null) || return 0
  case $(readlink "/proc/$pid/exe" 2>/dev/null) in
    *signalpost*) say "Signalpost still runs as process $pid, with the program before. Stop it: kill $pid" ;;
  esac
}

account() {
  id signalpost >/dev/null 2>&1 && return
  if has useradd; then
    useradd --system --user-group --home-dir /var/lib/signalpost --no-create-home --shell /usr/sbin/nologin signalpost
  elif has adduser; then
    addgroup -S signalpost && adduser -S -D -H -h /var/lib/signalpost -s /sbin/nologin -G signalpost signalpost
  else
    fail "cannot make the account signalpost here: neither useradd nor adduser"
  fi
}

# put SOURCE TARGET MODE [OWNER]: the target is the old file or the whole new one, never half of it.
put() {
  part=$2.part$$
  cp "$1" "$part"
  [ -z "${4-}" ] || chown "$4" "$part"
  chmod "$3" "$part"
  mv -f "$part" "$2"
  part=
}

# What the program says of itself, under a folder such as /usr/local/share: FILE COMMAND, a line each.
DOCUMENTS='man/man1/signalpost.1 man
bash-completion/completions/signalpost completion bash
zsh/site-functions/_signalpost completion zsh
fish/vendor_completions.d/signalpost.fish completion fish'

# documents FOLDER: the manual page, and the completions of the shells.
documents() {
  stage=$(mktemp -d)
  printf '%s\n' "$DOCUMENTS" | while read -r file command; do
    # shellcheck disable=SC2086 # the command has words
    "$dist/signalpost" $command >"$stage/document"
    mkdir -p "$(dirname "$1/$file")"
    put "$stage/document" "$1/$file" 644
  done
  rm -rf "$stage"
  stage=
}

# licences FOLDER: ours, and those of what the program is made of, which want to come along.
licences() {
  mkdir -p "$1"
  put LICENSE "$1/LICENSE" 644
  put "$dist/THIRD-PARTY-LICENSES.txt" "$1/THIRD-PARTY-LICENSES.txt" 644
  put "$dist/signalpost.cdx.json" "$1/signalpost.cdx.json" 644
}

# default_settings DATA_FOLDER MODE [OWNER]: only where there are none yet.
default_settings() {
  [ ! -e "$settings" ] || return 0
  stage=$(mktemp -d)
  cat >"$stage/settings" <<EOF
# Settings of Signalpost, KEY=VALUE; \`signalpost config\` shows them all. Everything else is set through the API, see /docs.
SIGNALPOST_DATA_DIR=$1

# The public address, and the proxy in front of it whose X-Forwarded-For counts:
# SIGNALPOST_SITE_URL=https://push.agency.example
# SIGNALPOST_TRUSTED_PROXIES=127.0.0.1/32
# SIGNALPOST_LISTEN=127.0.0.1:8080
EOF
  put "$stage/settings" "$settings" "$2" "${3-}"
  rm -rf "$stage"
  stage=
}

# start_service EXECUTABLE [--user]: starts it, or restarts it after an upgrade, and waits until it answers.
start_service() {
  since=$(date '+%Y-%m-%d %H:%M:%S')
  systemctl ${2:+"$2"} daemon-reload
  systemctl ${2:+"$2"} enable --quiet signalpost
  systemctl ${2:+"$2"} restart signalpost
  seconds=0
  until SIGNALPOST_CONFIG=$settings "$1" healthcheck >/dev/null 2>&1; do
    seconds=$((seconds + 1))
    [ "$seconds" -le 30 ] || {
      journalctl ${2:+"$2"} -u signalpost --since "$since" -o cat -n 20 >&2 || true
      fail "Signalpost is installed but does not answer; settings: $settings, log: journalctl${2:+ $2} -u signalpost"
    }
    sleep 1
  done
  say "Signalpost is installed and running: $("$1" version)"
  say "Settings: $settings   Log: journalctl${2:+ $2} -u signalpost"
  for _ in 1 2 3; do
    address=$(journalctl ${2:+"$2"} -u signalpost --since "$since" -o cat 2>/dev/null |
      grep -o 'https\{0,1\}://[^"[:space:]]*/setup[^"[:space:]]*' | tail -n 1) || true
    [ -z "$address" ] || break
    sleep 1
  done
  [ -z "$address" ] || say "Make the first account here, within 30 minutes: $address"
}

uninstall() {
  if [ "$(id -u)" -eq 0 ]; then
    settings=/etc/signalpost/signalpost.env
    program=/usr/local/bin/signalpost unit=/etc/systemd/system/signalpost.service scope= share=/usr/local/share
    kept="/etc/signalpost, /var/lib/signalpost and the account signalpost"
  else
    settings=${XDG_CONFIG_HOME:-$HOME/.config}/signalpost/signalpost.env
    program=$HOME/.local/bin/signalpost unit=${XDG_CONFIG_HOME:-$HOME/.config}/systemd/user/signalpost.service scope=--user
    share=${XDG_DATA_HOME:-$HOME/.local/share}
    kept="${XDG_CONFIG_HOME:-$HOME/.config}/signalpost and ${XDG_DATA_HOME:-$HOME/.local/share}/signalpost"
  fi
  if [ -e "$unit" ]; then
    systemctl $scope disable --now --quiet signalpost || say "The service could not be stopped; is it running?"
    rm -f "$unit"
    systemctl $scope daemon-reload || true
  fi
  rm -f "$program"
  printf '%s\n' "$DOCUMENTS" | while read -r file _; do rm -f "$share/$file"; done
  rm -rf "$share/doc/signalpost"
  say "Removed $program. Kept: $kept."
  still_running
}

main "$@"
