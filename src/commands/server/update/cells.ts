/** The installs that run this program: their data, their accounts, and the services that start and stop them. */
import { Database } from 'bun:sqlite'
import { existsSync, mkdirSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { outgoing } from '../../../domains/index.ts'
import { holdCopy } from '../../../domains/system/index.ts'
import { putInPlace } from '../../../features/backups/index.ts'
import { copyDatabaseFile } from '../../../kernel/database/copy-database.ts'
import { databaseFile } from '../../../kernel/database/data-folder.ts'
import { assertFree } from '../../../kernel/database/lock.ts'
import { roomIn } from '../../../kernel/database/storage.ts'
import { type Listen, readConfig } from '../../../kernel/environment/config.ts'
import { SECOND, stopwatch, systemClock } from '../../../kernel/time/clock.ts'
import { probeInstall } from '../../../upstream/install.ts'
import { CommandError } from '../../framework/command.ts'
import { readSettings } from '../this-install.ts'

export type Cell = {
  /** Unit of systemd; null where something else starts it. */
  unit: string | null
  /** Whether the update stops and starts it. */
  running: boolean
  /** Its settings, as its process gets them. */
  env: Record<string, string>
  data_dir: string
  listen: Listen
  uid: number
  gid: number
  /** Before the update. */
  schema: number
  /** Whether it was ready for work before; else nothing more is asked of the new version. */
  was_ready: boolean
}

function systemctl(...words: string[]): string {
  const scope = process.getuid?.() === 0 ? [] : ['--user']
  const options = { env: { ...process.env, LC_ALL: 'C' }, stdout: 'pipe', stderr: 'pipe' } as const
  const { stdout, stderr, success } = Bun.spawnSync(['systemctl', ...scope, ...words], options)
  if (success) return stdout.toString()
  throw new CommandError(`systemctl ${words.join(' ')}: ${stderr.toString().trim() || 'failed'}`)
}

/** Every install on this machine whose service runs `program`; else the one of the settings, when it has data. */
export async function cellsOf(program: string): Promise<Cell[]> {
  const served = unitsOf(program).map(({ unit, env, running }) => cellOf(unit, running, env))
  const cells = served.length ? served : [cellOf(null, false, ownEnv())]
  const found = cells.filter((cell) => cell !== null)
  for (const cell of found)
    if (cell.running) cell.was_ready = (await probeInstall(cell.listen, '/readyz')).status === 200
    else if (cell.unit === null) asOwner(cell, () => assertFree(cell.data_dir))
  return found
}

/** The same installs, those running whose service runs now: it may have been started or stopped since they were recorded. */
export function withServiceState(cells: readonly Cell[], program: string): Cell[] {
  const now = new Map(unitsOf(program).map(({ unit, running }) => [unit, running]))
  return cells.map((cell) => ({ ...cell, running: now.get(cell.unit ?? '') ?? cell.running }))
}

function ownEnv(): Record<string, string> {
  const { file } = readSettings()
  const given = Object.entries(process.env).filter(([name]) => name.startsWith('SIGNALPOST_'))
  return { ...(Object.fromEntries(given) as Record<string, string>), ...(file ? { SIGNALPOST_CONFIG: file } : {}) }
}

function unitsOf(program: string): { unit: string; env: Record<string, string>; running: boolean }[] {
  if (!Bun.which('systemctl')) return []
  let listed: string
  try {
    listed = systemctl('list-units', '--all', '--plain', '--no-legend', '--type=service', 'signalpost*')
  } catch {
    // There is a systemctl, and no systemd that runs.
    return []
  }
  return listed.split('\n').flatMap((line) => {
    const unit = line.trim().split(/\s+/)[0]
    if (!unit) return []
    const shown = systemctl('show', '-p', 'ExecStart', '-p', 'Environment', '-p', 'ActiveState', unit)
    const shownAs = (name: string) => new RegExp(`^${name}=(.*)$`, 'm').exec(shown)?.[1] ?? ''
    if (!shownAs('ExecStart').includes(`path=${program} ;`)) return []
    const pairs = shownAs('Environment')
      .split(' ')
      .filter((pair) => pair.startsWith('SIGNALPOST_'))
    const env = Object.fromEntries(pairs.map((pair) => pair.split(/=(.*)/s).slice(0, 2)))
    return [{ unit, env, running: ['active', 'activating', 'reloading'].includes(shownAs('ActiveState')) }]
  })
}

/** Null where there is no data yet. */
function cellOf(unit: string | null, running: boolean, env: Record<string, string>): Cell | null {
  const { data_dir, listen } = readConfig(env).config
  const file = databaseFile({ data_dir })
  if (!existsSync(file)) return null
  const { uid, gid } = statSync(file)
  const cell: Cell = { unit, running, env, data_dir, listen, uid, gid, schema: 0, was_ready: false }
  return { ...cell, schema: schemaOf(cell) }
}

/** Works on the data with the rights of its account alone, because root must not trust the files there. */
function asOwner<T>({ uid, gid }: Pick<Cell, 'uid' | 'gid'>, work: () => T): T {
  const me = process.geteuid?.()
  if (me !== 0 || uid === 0) return work()
  process.setegid!(gid)
  process.seteuid!(uid)
  try {
    return work()
  } finally {
    process.seteuid!(0)
    process.setegid!(0)
  }
}

export const schemaOf = (cell: Pick<Cell, 'data_dir' | 'uid' | 'gid'>): number => numberIn(cell, 'PRAGMA user_version')

/** A number that the database of an install knows; `file` reads another one. */
export function numberIn(cell: Pick<Cell, 'data_dir' | 'uid' | 'gid'>, sql: string, file = databaseFile(cell)): number {
  return asOwner(cell, () => {
    const connection = new Database(file, { readonly: true, strict: true })
    try {
      return Number(Object.values(connection.query<Record<string, number>, []>(sql).get()!)[0])
    } finally {
      connection.close()
    }
  })
}

const backups = ({ data_dir }: Pick<Cell, 'data_dir'>): string => join(data_dir, 'backups')
const nameNow = (): string => systemClock.now().replace(/[:.]/g, '-')

/** The newest checked copy of the schema before the update: of its trial, or what the new version copied at its start. */
export function snapshotOf(cell: Cell): string | null {
  const found = asOwner(cell, () => (existsSync(backups(cell)) ? readdirSync(backups(cell)) : []))
  const copies = found.filter((name) => new RegExp(`^before-schema-${cell.schema + 1}-[\\dTZ-]+\\.db$`).test(name))
  const newest = copies.sort().at(-1)
  return newest ? join(backups(cell), newest) : null
}

/** Copies the database, and lets the new program upgrade the copy and balance its books. Returns the milliseconds. */
export async function tryOut(cell: Cell, program: string): Promise<number> {
  const elapsed = stopwatch()
  const copy = join(backups(cell), `before-schema-${cell.schema + 1}-${nameNow()}.db`)
  const folder = join(cell.data_dir, 'updating')
  asOwner(cell, () => {
    const need = statSync(databaseFile(cell)).size * 2.2 + (16 << 20)
    if (roomIn(cell.data_dir) < need)
      throw new CommandError(`${cell.data_dir} needs ${Math.ceil(need / 1e6)} MB of room for a trial of the update`)
    for (const path of [backups(cell), folder]) mkdirSync(path, { recursive: true, mode: 0o700 })
    copyDatabaseFile(databaseFile(cell), `${copy}.part`)
    // Named like a copy that an upgrade makes, since it is one: `restore` takes it.
    renameSync(`${copy}.part`, copy)
  })
  try {
    const { code, said } = await runAs(cell, [program, 'verify', copy, '--json'], { ...cell.env, TMPDIR: folder })
    if (code !== 0) throw new CommandError(`the new version cannot take over ${cell.data_dir}: ${said}`)
    return elapsed()
  } catch (error) {
    dropTrial(cell, copy)
    throw error
  } finally {
    asOwner(cell, () => rmSync(folder, { recursive: true, force: true }))
  }
}

/** After an update without a change of the schema its copy is of no use. */
export function dropTrial(cell: Cell, copy = snapshotOf(cell)): void {
  if (copy) asOwner(cell, () => rmSync(copy, { force: true }))
}

const TRIAL = 3600 * SECOND

/** Runs the program with the rights of an install, without the environment of this one. */
export async function runAs(
  { uid, gid }: Pick<Cell, 'uid' | 'gid'>,
  command: string[],
  env: Record<string, string>,
  timeout = TRIAL,
): Promise<{ code: number; out: string; said: string }> {
  const foreign = process.getuid?.() === 0 && uid !== 0
  const child = Bun.spawn(command, {
    cwd: '/',
    env: { PATH: '/usr/local/bin:/usr/bin:/bin', ...env },
    stdin: 'ignore',
    stdout: 'pipe',
    stderr: 'pipe',
    timeout,
    killSignal: 'SIGKILL',
    ...(foreign ? { uid, gid } : {}),
  })
  const [out, err, code] = await Promise.all([
    new Response(child.stdout).text(),
    new Response(child.stderr).text(),
    child.exited,
  ])
  return { code, out, said: (err.trim() || out.trim() || `it ended with ${code}`).slice(0, 500) }
}

const unitsIn = (cells: readonly Cell[]): string[] =>
  cells.flatMap(({ unit, running }) => (unit && running ? [unit] : []))

export function stopAll(cells: readonly Cell[]): void {
  const units = unitsIn(cells)
  if (units.length) systemctl('stop', ...units)
  for (const cell of cells) asOwner(cell, () => assertFree(cell.data_dir))
}

export function startAll(cells: readonly Cell[]): void {
  const units = unitsIn(cells)
  if (units.length) systemctl('start', '--no-block', ...units)
}

/** Waits until each install that ran answers as `version`, or as any; names those that do not. */
export async function waitReady(
  cells: readonly Cell[],
  version: string | null,
  patience: number,
): Promise<string | null> {
  const elapsed = stopwatch()
  let why: string | null = null
  for (const cell of cells.filter(({ running }) => running))
    for (;;) {
      why = await whyNotReady(cell, version)
      if (!why) break
      if (elapsed() > patience) return `${cell.unit}: ${why}`
      await Bun.sleep(250)
    }
  return null
}

async function whyNotReady({ listen, was_ready }: Cell, version: string | null): Promise<string | null> {
  const alive = await probeInstall(listen, '/healthz')
  if (alive.status !== 200) return alive.status === null ? 'it does not answer' : `it answers ${alive.status}`
  if (version && !alive.text.includes(`"version":"${version}"`)) return 'another version answers'
  if (!was_ready) return null
  const ready = await probeInstall(listen, '/readyz')
  return ready.status === 200 ? null : `it is not ready: ${ready.text.slice(0, 300)}`
}

/** Puts the snapshot back, held, where the schema moved. The database that it replaces stays in `backups/`. */
export function restore(cell: Cell): boolean {
  if (schemaOf(cell) === cell.schema) return false
  const snapshot = snapshotOf(cell)
  if (!snapshot) throw new CommandError(`there is no copy of the database before the update in ${backups(cell)}`)
  asOwner(cell, () => {
    holdCopy(snapshot, databaseFile(cell), outgoing)
    putInPlace(snapshot, cell.data_dir, join(backups(cell), `replaced-${nameNow()}.db`))
  })
  return true
}
