/**
 * Power cuts of an install under load, from a record of its writes and syncs: whatever was synced is there, whatever was
 * not may be there, torn, or gone. No acknowledged push is lost, the file is sound, the books balance. Then the same over
 * a disk whose syncs fail, and whose cache shows what never arrives. `POWER_CUTS` says how many cuts of each.
 */
import { Database } from 'bun:sqlite'
import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test'
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { wrongBooks } from '../../src/domains/system/index.ts'
import { openDatabase } from '../../src/kernel/database/database.ts'
import { systemClock } from '../../src/kernel/time/clock.ts'
import { type Agency, agency } from '../e2e/agency.ts'
import { listening } from '../e2e/appliance.ts'
import { tally } from '../e2e/tally.ts'
import { chance } from '../upstreams/misfortune.ts'
import { Disk } from './disk-model.ts'
import { readTrace, type Step, traced } from './disk-trace.ts'

setDefaultTimeout(900_000)

const SEED = Number(process.env.POWER_SEED ?? 20_261_122)
const CUTS = Number(process.env.POWER_CUTS ?? 60)
const PUSHES = 120
/** Cuts after which the executable itself is started on what is left. */
const STARTED = 5
const LOG = 'signalpost.db-wal'

const { draw, upTo } = chance(SEED)
const CAN_TRACE = Bun.which('strace') !== null && Bun.spawnSync(['strace', '-D', '-f', 'true']).success
if (!CAN_TRACE) console.info("Power cuts are not modelled: Debian's package strace is missing, or may not trace here.")

let one: Agency
let before: Map<string, Buffer>
beforeAll(async () => {
  if (!CAN_TRACE) return
  one = await agency()
  for (const kind of ['index', 'check'])
    await one.post('/credits/adjust', { tenant_id: one.tenant_id, amount: 5000, kind, reason: 'For the run' })
  await one.stop()
  before = filesOf(one.data_dir)
})
afterAll(() => one?.close())

type Acknowledged = { name: string; at: number }
type Run = { steps: Step[]; acknowledged: Acknowledged[] }

test.skipIf(!CAN_TRACE)(
  'a power cut at any moment, with torn writes, loses no acknowledged push and leaves sound books',
  async () => {
    const run = await underLoad(`torn-${SEED}`, [''])
    expect(run.acknowledged.length).toBe(PUSHES)
    await expectNothingLost(run, CUTS)
    // The model finds what is lost where syncs of the log are lies, or it would show nothing.
    expect(cutsThatLose(run, CUTS)).toBeGreaterThan(0)
    tally({ power_cuts: CUTS, pushes: run.acknowledged.length })
  },
)

test.skipIf(!CAN_TRACE)(
  'a disk whose syncs fail, and whose cache shows what it never took, loses no acknowledged push either',
  async () => {
    before = await rested()
    const faults = Array.from({ length: 8 }, () => `-e inject=fsync:error=EIO:when=${30 + upTo(60)}`)
    const run = await underLoad(`failing-${SEED}`, faults)
    const failed = run.steps.filter((step) => step.call === 'sync' && !step.done).length
    expect(failed).toBeGreaterThan(2)
    await expectNothingLost(run, CUTS)
    tally({ power_cuts: CUTS, failed_syncs: failed, pushes: run.acknowledged.length })
  },
)

/** Started once more so that what a kill left is put in order, and stopped. */
async function rested(): Promise<Map<string, Buffer>> {
  await one.start()
  await one.stop()
  return filesOf(one.data_dir)
}

/** Lives of the process, each with its faults and with pushes from four writers, and what they did to the disk. */
async function underLoad(name: string, lives: string[]): Promise<Run> {
  const acknowledged: Acknowledged[] = []
  const steps: Step[] = []
  for (const [life, faults] of lives.entries()) {
    const trace = join(one.folder, `${name}-${life}`)
    await one.startIn(traced(trace, faults))
    await Promise.all([0, 1, 2, 3].map((writer) => write(`${name}-${life}-${writer}`, acknowledged)))
    await one.kill()
    steps.push(...(await readTrace(trace, one.data_dir)))
  }
  return { steps, acknowledged }
}

async function write(name: string, acknowledged: Acknowledged[]): Promise<void> {
  for (let i = 0; i < PUSHES / 4; i++) {
    const order = { name: `${name}-${i}`, urls: [0, 1, 2].map((n) => `https://bakery.example/${name}/${i}/${n}`) }
    const answer = await one.ask('POST', '/jobs', { ...order, preflight: false, smart: draw() < 0.3 }).catch(() => null)
    // It ends when its disk fails.
    if (answer === null) return
    if (answer.status === 200) acknowledged.push({ name: order.name, at: performance.timeOrigin + performance.now() })
  }
}

/** Cuts at moments drawn by chance, and looks at what each leaves. */
async function expectNothingLost({ steps, acknowledged }: Run, cuts: number): Promise<void> {
  expect(steps.length).toBeGreaterThan(500)
  const moments = Array.from({ length: cuts }, () => 1 + upTo(steps.length)).sort((one, other) => one - other)
  const disk = new Disk(before)
  let taken = 0
  for (const [n, moment] of moments.entries()) {
    while (taken < moment) disk.take(steps[taken++]!)
    const at = steps[moment]?.at ?? Number.POSITIVE_INFINITY
    const folder = restored(disk)
    const names = acknowledged.filter((push) => push.at < at).map((push) => push.name)
    expect({ moment, ...judged(folder) }).toEqual({ moment, sound: ['ok'], foreign: [], wrong: [] })
    expect([moment, lostIn(folder, names)]).toEqual([moment, []])
    if (n % Math.ceil(cuts / STARTED) === 0) await expectToStart(folder)
    rmSync(folder, { recursive: true })
  }
}

function cutsThatLose({ steps, acknowledged }: Run, cuts: number): number {
  let losing = 0
  for (let cut = 0; cut < cuts && losing === 0; cut++) {
    const disk = new Disk(before, (file) => file === LOG)
    const moment = Math.floor(((cut + 1) * (steps.length - 1)) / cuts)
    for (const step of steps.slice(0, moment)) disk.take(step)
    const folder = restored(disk)
    const names = acknowledged.filter((push) => push.at < steps[moment]!.at).map((push) => push.name)
    try {
      losing += lostIn(folder, names).length || judged(folder).sound[0] !== 'ok' ? 1 : 0
    } catch {
      losing += 1
    }
    rmSync(folder, { recursive: true })
  }
  return losing
}

function restored(disk: Disk): string {
  const folder = join(one.folder, 'after')
  mkdirSync(folder, { mode: 0o700 })
  for (const [name, bytes] of disk.cut({ draw, upTo } as ReturnType<typeof chance>))
    writeFileSync(join(folder, name), bytes, { mode: 0o600 })
  return folder
}

type Judged = { sound: string[]; foreign: object[]; wrong: object[] }

function judged(folder: string): Judged {
  try {
    return lookedAt(folder)
  } catch (error) {
    return { sound: [String(error)], foreign: [], wrong: [] }
  }
}

function lookedAt(folder: string): Judged {
  const db = openDatabase(join(folder, 'signalpost.db'), systemClock)
  const found = db.read((tx) => ({
    sound: tx.rows<{ integrity_check: string }>('pragma integrity_check').map((row) => row.integrity_check),
    foreign: tx.rows<object>('pragma foreign_key_check'),
    wrong: wrongBooks(tx),
  }))
  db.close()
  return found
}

function lostIn(folder: string, names: string[]): string[] {
  const db = new Database(join(folder, 'signalpost.db'), { readonly: true })
  const kept = new Set(
    db
      .query<{ name: string }, []>('select name from jobs')
      .all()
      .map(({ name }) => name),
  )
  db.close()
  return names.filter((name) => !kept.has(name))
}

async function expectToStart(folder: string): Promise<void> {
  const started = one.bash('', { SIGNALPOST_DATA_DIR: folder, SIGNALPOST_PASSIVE: '1' })
  const { address } = await listening(started)
  expect((await fetch(`${address}/readyz`)).status).toBe(200)
  started.kill('SIGKILL')
  await started.exited
}

/** The files of the data folder itself. */
function filesOf(folder: string): Map<string, Buffer> {
  const files = readdirSync(folder, { withFileTypes: true }).filter((entry) => entry.isFile())
  const names = files.map(({ name }) => name).filter((name) => !/-shm$/.test(name))
  return new Map(names.map((name) => [name, readFileSync(join(folder, name))]))
}
