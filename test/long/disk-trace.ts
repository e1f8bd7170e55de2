/**
 * What a process asked of the files of its database, from strace: every write with its bytes, every sync with its answer,
 * in order.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'

export type Step = {
  /** Milliseconds since 1970, by the microsecond, at which the call began. */
  at: number
  file: string
} & (
  | { call: 'write'; offset: number; bytes: Buffer }
  | { call: 'sync'; done: boolean }
  | { call: 'cut'; size: number }
  | { call: 'unlink' }
)

/** What bash does before it starts a program, so that the program stays its own child and strace looks on. */
export const traced = (to: string, more = ''): string =>
  `exec() { builtin exec strace -D --seccomp-bpf -f -ff -ttt -y -xx -s 1048576 ` +
  `-e trace=pwrite64,write,ftruncate,fsync,fdatasync,unlink,unlinkat ${more} -o ${to} "$@"; };`

/** Steps of all threads that wrote `<to>.<thread>`, on the database in `folder`: after the process has ended. */
export async function readTrace(to: string, folder: string): Promise<Step[]> {
  const names = readdirSync(dirname(to)).filter((name) => name.startsWith(`${basename(to)}.`))
  const texts = await Promise.all(names.map((name) => whole(join(dirname(to), name))))
  const lines = texts.flatMap((text) => text.split('\n'))
  return lines.flatMap((line) => stepOf(line, folder) ?? []).toSorted((one, other) => one.at - other.at)
}

/** What a recovery reads: the shared memory is made again. */
const DECIDES = /^signalpost\.db(-wal|-journal)?$/
/** The tracer outlives the process for a moment, and the last line of each thread says how it ended. */
async function whole(file: string): Promise<string> {
  for (let tries = 0; tries < 600; tries++) {
    const text = readFileSync(file, 'latin1')
    if (text.endsWith('+++\n')) return text
    await Bun.sleep(100)
  }
  throw new Error(`${file}: its tracer did not come to an end`)
}

const LINE =
  /^(\d+)\.(\d+) (\w+)\((?:\d+<((?:\\x..)*)>|AT_FDCWD<[^>]*>)?(.*?)(?:\) += (-?\d+|\?).*| <unfinished \.\.\.>)$/

function stepOf(line: string, folder: string): Step | null {
  const [, seconds, micros, call, path, rest, result = '?'] = LINE.exec(line) ?? []
  if (call === undefined) return null
  const at = Number(seconds) * 1000 + Number(micros) / 1000
  const removes = call.startsWith('unlink')
  const full = unhex(removes ? (/"((?:\\x..)*)"/.exec(rest!)?.[1] ?? '') : (path ?? '')).toString()
  const file = basename(full)
  if (dirname(full) !== folder || !DECIDES.test(file)) return null
  const done = Number(result) >= 0
  // A call that the kill cut off may have happened: the disk decides, as with all that was not synced.
  if (call === 'fsync' || call === 'fdatasync') return result === '?' ? null : { at, file, call: 'sync', done }
  if (!done && result !== '?') return null
  if (removes) return { at, file, call: 'unlink' }
  if (call === 'ftruncate') return { at, file, call: 'cut', size: Number(/\d+/.exec(rest!)![0]) }
  const [, hex, offset] = /"((?:\\x..)*)", \d+(?:, (\d+))?/.exec(rest!) ?? []
  if (hex === undefined) return null
  if (offset === undefined) throw new Error(`${file} was appended to: the model knows writes at a place alone`)
  return { at, file, call: 'write', offset: Number(offset), bytes: unhex(hex) }
}

const unhex = (text: string): Buffer => Buffer.from(text.replaceAll('\\x', ''), 'hex')
