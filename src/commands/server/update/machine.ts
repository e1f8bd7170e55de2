/** The hands of an update on this machine, and the record of its last step. */
import {
  chmodSync,
  closeSync,
  createReadStream,
  fsyncSync,
  linkSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
  writeSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { hashOf } from '../../../features/backups/index.ts'
import type { Artefact, Manifest } from '../../../features/releases/index.ts'
import { lockFolder } from '../../../kernel/database/lock.ts'
import { roomIn } from '../../../kernel/database/storage.ts'
import { syncFolder } from '../../../kernel/environment/sync-folder.ts'
import { SECOND } from '../../../kernel/time/clock.ts'
import { CommandError } from '../../framework/command.ts'
import { tell } from '../../framework/terminal.ts'
import { type Cell, dropTrial, restore, runAs, schemaOf, startAll, stopAll, waitReady } from './cells.ts'
import type { InstallPaths } from './install-paths.ts'
import type { Source } from './source.ts'
import type { Step, UpdateActions } from './steps.ts'

export type Update = {
  step: Step
  from: string
  to: string
  /** Hash of the new program. */
  sha256: string
  /** How long each version may take until it is ready, in milliseconds. */
  patience: number
  cells: Cell[]
}

const recordIn = ({ work }: InstallPaths): string => join(work, 'update.json')
export const stagedIn = ({ work }: InstallPaths): string => join(work, 'new')

/** Refuses a second run beside this one. */
export function lockUpdates({ work }: InstallPaths): void {
  mkdirSync(work, { recursive: true, mode: 0o755 })
  try {
    lockFolder(work)
  } catch {
    const pid = readFileSync(join(work, 'lock.pid'), 'utf8').trim()
    throw new CommandError(`another update is at work (process ${pid})`, 'wait until it has ended')
  }
}

export function recorded(place: InstallPaths): Update | null {
  try {
    return JSON.parse(readFileSync(recordIn(place), 'utf8')) as Update
  } catch {
    return null
  }
}

function record(place: InstallPaths, update: Update, step: Step | null): void {
  if (step === null) rmSync(recordIn(place), { force: true })
  else {
    writeFileSync(`${recordIn(place)}.new`, JSON.stringify({ ...update, step }), { mode: 0o600, flush: true })
    renameSync(`${recordIn(place)}.new`, recordIn(place))
  }
  syncFolder(place.work)
  if (step === null || step === 'done') rmSync(stagedIn(place), { force: true })
}

export function updateActions(place: InstallPaths, update: Update): UpdateActions {
  const { program, previous } = place
  const { cells, patience } = update
  return {
    record(step) {
      // Where the schema stayed, the copy of the trial has served.
      if (step === null || step === 'done')
        for (const cell of cells) if (schemaIs(cell) === cell.schema) dropTrial(cell)
      record(place, update, step)
      if (step && step !== 'done') tell(SAID[step](update))
    },
    stop: () => stopAll(cells),
    start: () => startAll(cells),
    ready: (as) => waitReady(cells, as === 'new' ? update.to : null, patience),
    isNew: async () => (await hashOf(createReadStream(program))) === update.sha256,
    replace() {
      const link = join(place.work, 'previous')
      rmSync(link, { force: true })
      linkSync(program, link)
      renameSync(link, previous)
      renameSync(stagedIn(place), program)
      syncFolder(dirname(program))
    },
    putBack() {
      renameSync(previous, program)
      syncFolder(dirname(program))
    },
    restore() {
      for (const cell of cells) restore(cell)
    },
  }
}

/** -1 where the database cannot be read. */
function schemaIs(cell: Cell): number {
  try {
    return schemaOf(cell)
  } catch {
    return -1
  }
}

const SAID: Record<Exclude<Step, 'done'>, (update: Update) => string> = {
  stopping: () => 'Stopping the service.',
  replacing: ({ to }) => `Replacing the program by ${to}.`,
  starting: ({ to }) => `Starting ${to} and waiting until it is ready.`,
  'going back': ({ from }) => `Going back to ${from}.`,
}

const SELF_TEST = 10 * SECOND

/** Writes the new program beside the old one, and keeps it only when it is the one that was signed. */
export async function stage(place: InstallPaths, source: Source, { name, bytes, sha256 }: Artefact): Promise<void> {
  if (roomIn(place.work) < 2 * bytes)
    throw new CommandError(`${dirname(place.program)} needs ${Math.ceil((2 * bytes) / 1e6)} MB of room for the update`)
  const file = stagedIn(place)
  rmSync(file, { force: true })
  const fd = openSync(file, 'wx', 0o600)
  try {
    const hash = new Bun.CryptoHasher('sha256')
    for await (const piece of source.open(name, bytes)) {
      hash.update(piece)
      for (let done = 0; done < piece.length; ) done += writeSync(fd, piece, done)
    }
    if (hash.digest('hex') !== sha256 || statSync(file).size !== bytes) throw notSigned(name)
    fsyncSync(fd)
    chmodSync(file, 0o755)
  } finally {
    closeSync(fd)
  }
}

export const notSigned = (file: string): CommandError =>
  new CommandError(
    `${file} is not the file that was signed`,
    'nothing was changed; get the release again from its source, and report it if this repeats',
  )

/** The new program must start and match its manifest, before anything depends on it. */
export async function selfTest(
  place: InstallPaths,
  { version, schema }: Manifest,
  as: Pick<Cell, 'uid' | 'gid'>,
): Promise<void> {
  const { code, out, said } = await runAs(as, [stagedIn(place), 'version', '--json'], {}, SELF_TEST)
  let answer: { version?: string; schema?: number } = {}
  try {
    answer = JSON.parse(out)
  } catch {}
  if (code !== 0 || answer.version !== version || answer.schema !== schema)
    throw new CommandError(`the new version does not start on this machine: ${said}`, 'nothing was changed')
}

export function dropStaged(place: InstallPaths): void {
  rmSync(stagedIn(place), { force: true })
}
