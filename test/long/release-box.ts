/**
 * A machine in miniature for a program that updates itself: a folder for the program, an install with an account of its
 * own, a stand-in for systemctl that starts and stops it, and a root without the marks of a container.
 */
import {
  chmodSync,
  chownSync,
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { until } from '../e2e/appliance.ts'

export const ROOT = process.getuid?.() === 0
const UID = 10001

export type Said = { code: number; out: string; err: string }

export function ran(command: string[], options: { cwd?: string; env?: Record<string, string | undefined> } = {}): Said {
  const { exitCode, stdout, stderr } = Bun.spawnSync(command, { ...options, stdout: 'pipe', stderr: 'pipe' })
  return { code: exitCode, out: stdout.toString(), err: stderr.toString() }
}

/** Every folder of this machine under another root, which lacks the file that marks a container. */
const OUTSIDE = `set -e
root=$1; shift
mount -t tmpfs box "$root"
for path in /*; do
  if [ -L "$path" ]; then cp -P "$path" "$root$path"
  elif [ -d "$path" ]; then mkdir "$root$path"; mount --rbind "$path" "$root$path"; fi
done
exec chroot "$root" "$@"`

/** A command in a Debian that lies in a folder, with the devices of this machine. */
export const inDebian = (root: string, ...command: string[]): string[] => [
  'unshare',
  '-m',
  'sh',
  '-c',
  'mount -t proc proc "$0/proc" && mount --rbind /dev "$0/dev" && exec chroot "$0" "$@"',
  root,
  'env',
  '-i',
  'PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin',
  'HOME=/root',
  'DEBIAN_FRONTEND=noninteractive',
  ...command,
]

const canUnshare = ROOT && ran(['unshare', '-m', 'true']).code === 0
export const CAN_BOX = canUnshare && Bun.which('setpriv') !== null

const SYSTEMCTL = (folder: string, program: string) => `#!/bin/bash
# As much of systemctl as an update asks for, over one service.
[ "$1" = --user ] && shift
# One act after the other: a start that comes while an update that was killed still stops the service waits for it.
exec 9>${folder}/lock
flock 9
alive() { [ -e ${folder}/pid ] && kill -0 "$(cat ${folder}/pid)" 2>/dev/null; }
case $1 in
  list-units) echo "signalpost.service loaded active running Signalpost" ;;
  show)
    echo "ExecStart={ path=${program} ; argv[]=${program} serve ; }"
    echo "Environment=SIGNALPOST_CONFIG=${folder}/signalpost.env"
    if alive; then echo ActiveState=active; else echo ActiveState=inactive; fi ;;
  stop)
    if alive; then
      pid=$(cat ${folder}/pid); kill "$pid"
      for _ in $(seq 200); do kill -0 "$pid" 2>/dev/null || break; sleep 0.05; done
      kill -9 "$pid" 2>/dev/null
    fi
    rm -f ${folder}/pid ;;
  start)
    alive && exit 0
    cd /
    env -i PATH="$PATH" SIGNALPOST_CONFIG=${folder}/signalpost.env setsid setpriv --reuid ${UID} --regid ${UID} --clear-groups \\
      ${program} serve >>${folder}/log 2>&1 </dev/null 7>&- 8>&- 9>&- &
    echo $! >${folder}/pid ;;
esac
exit 0
`

export type Box = ReturnType<typeof box>

/** An install that runs `before`, in `under`. */
export function box(under: string, before: string) {
  const folder = mkdtempSync(join(under, 'box-'))
  const [bin, data, tools, root] = ['bin', 'data', 'tools', 'root'].map((name) => join(folder, name)) as [
    string,
    string,
    string,
    string,
  ]
  for (const path of [bin, data, tools, root]) mkdirSync(path)
  chmodSync(folder, 0o755)
  chmodSync(data, 0o700)
  chownSync(data, UID, UID)
  const program = join(bin, 'signalpost')
  copyFileSync(before, program)
  chmodSync(program, 0o755)
  const socket = join(data, 'socket')
  writeFileSync(join(folder, 'signalpost.env'), `SIGNALPOST_DATA_DIR=${data}\nSIGNALPOST_LISTEN=unix:${socket}\n`)
  writeFileSync(join(tools, 'systemctl'), SYSTEMCTL(folder, program), { mode: 0o755 })
  const env = { PATH: `${tools}:${process.env.PATH}`, HOME: '/nonexistent', TZ: 'UTC' }
  const asService = [
    'setpriv',
    '--reuid',
    String(UID),
    '--regid',
    String(UID),
    '--clear-groups',
    'env',
    `SIGNALPOST_CONFIG=${folder}/signalpost.env`,
  ]
  const systemctl = (act: string) => ran([join(tools, 'systemctl'), act], { env })
  const ask = async (path: string, init: RequestInit = {}) =>
    fetch(`http://localhost${path}`, { ...init, unix: socket } as BunFetchRequestInit)
  return {
    folder,
    bin,
    program,
    data,
    systemctl,
    ask,
    /** The same command outside of a container, as root. */
    command: (words: string[], keys: string) => [
      'unshare',
      '-m',
      'sh',
      '-c',
      OUTSIDE,
      'sh',
      root,
      'env',
      `SIGNALPOST_UPDATE_KEYS=${keys}`,
      ...words,
    ],
    env,
    setUp(): string {
      const set_up = ['setup', '--email', 'ada@northwind.example', '--name', 'Ada', '--workspace', 'Northwind']
      writeFileSync(join(folder, 'password'), 'seven lamps over the harbour')
      const { code, out, err } = ran(
        [...asService, program, ...set_up, '--password-file', join(folder, 'password'), '--api-key'],
        { env },
      )
      if (code !== 0) throw new Error(`setup: ${err}`)
      return (JSON.parse(out) as { api_key: string }).api_key
    },
    async start() {
      systemctl('start')
      await until('the install to answer', async () => (await ask('/readyz').catch(() => null))?.status === 200).catch(
        (error: Error) => {
          throw new Error(`${error.message}\n${readFileSync(join(folder, 'log'), 'utf8').slice(-2000)}`)
        },
      )
    },
    version: async () => ((await (await ask('/healthz')).json()) as { version?: string }).version,
    /** What `verify` of `judge` says of the data. */
    books: (judge: string) => ran([...asService, judge, 'verify', '--json'], { env }),
    log: () => readFileSync(join(folder, 'log'), 'utf8'),
    close() {
      systemctl('stop')
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
