/** What the chain costs: a row that is written, a trail that is verified, and a long one that is exported. In the long run. */
import { afterEach, beforeEach, expect } from 'bun:test'
import { closeSync, openSync, rmSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { appendToChain } from '../../../src/kernel/audit/append.ts'
import { AUDIT_COLUMNS, type AuditRow } from '../../../src/kernel/audit/chain.ts'
import { verifiedFile } from '../../../src/kernel/audit/exported.ts'
import { verified } from '../../../src/kernel/audit/verify.ts'
import { openForReading } from '../../../src/kernel/database/database.ts'
import { newId } from '../../../src/kernel/secrets/ids.ts'
import { inLongRun } from '../../long/whole.ts'
import { type World, world } from '../../world.ts'

let w: World
let file: string
beforeEach(() => {
  w = world()
  file = join(tmpdir(), `signalpost-audit-${process.pid}.jsonl`)
})
afterEach(() => {
  w.close()
  rmSync(file, { force: true })
})

const ROW: Omit<AuditRow, 'seq' | 'id' | 'at'> = {
  ...{ actor: 'ada@northwind.example', user_id: 'usr_ada', key_id: null, via: 'session', app: null, door: 'api' },
  ...{ as_platform: 0, action: 'update_tenant', tenant_id: 'ten_bakery', target: 'ten_bakery' },
  ...{ before: '{"name":"Bakery"}', after: '{"name":"=Bakery of the harbour"}', ip: '192.0.2.7', request_id: 'r1' },
}

const write = (rows: number): void =>
  w.db.write((tx) => {
    for (let n = 0; n < rows; n++) appendToChain(tx, { id: newId(), at: tx.now, ...ROW })
    return undefined
  })

/** Microseconds of processor time. */
function cost(work: () => void): number {
  const before = process.cpuUsage()
  work()
  const { user, system } = process.cpuUsage(before)
  return user + system
}

const PLAIN = `insert into audit (${AUDIT_COLUMNS.join(', ')}) values (${AUDIT_COLUMNS.map(() => '?').join(', ')})`

inLongRun('a row in the chain costs less than 10 µs more than the same row without', () => {
  const ROWS = 20_000
  const chained: number[] = []
  const plain: number[] = []
  for (let round = 0; round < 5; round++) {
    chained.push(cost(() => write(ROWS)))
    plain.push(
      cost(() =>
        w.db.write((tx) => {
          const first = tx.number('select coalesce(max(seq), 0) + 1 from audit')
          for (let n = 0; n < ROWS; n++) {
            const row = { seq: first + n, id: newId(), at: tx.now, ...ROW }
            tx.run(PLAIN, ...AUDIT_COLUMNS.map((name) => row[name]))
          }
          return undefined
        }),
      ),
    )
  }
  const more = (Math.min(...chained) - Math.min(...plain)) / ROWS
  console.info(`a row costs ${more.toFixed(1)} µs more`)
  expect(more).toBeLessThan(10)
})

inLongRun('100,000 rows are verified in less than 2 s of processor time', () => {
  write(100_000)
  const db = openForReading(w.db.file, w.clock)
  let rows = 0
  const spent = cost(() => {
    rows = db.read((tx) => verified(tx, w.app.sealer)).rows
  })
  db.close()
  console.info(`verified in ${(spent / 1e6).toFixed(2)} s of processor time`)
  expect(rows).toBeGreaterThanOrEqual(100_000)
  expect(spent).toBeLessThan(2_000_000)
})

/** Until the statements are prepared and the code is compiled. */
const WARM = 400
const MOST = 20 * 2 ** 20

/** The most by which this process grew while it took a file, in the garbage collector's best case. */
async function grown(lines: AsyncIterable<string>): Promise<number> {
  const out = openSync(file, 'w')
  let steps = 0
  let [first, most] = [0, 0]
  for await (const text of lines) {
    writeSync(out, text)
    if (++steps !== WARM && steps % 500 !== 0) continue
    Bun.gc(true)
    const rss = process.memoryUsage().rss
    first ||= rss
    most = Math.max(most, rss)
  }
  closeSync(out)
  console.info(`an export of ${steps} steps took ${((most - first) / 2 ** 20).toFixed(1)} MB`)
  return most - first
}

inLongRun('an export of 1,000,000 rows takes less than 20 MB, and its file verifies', async () => {
  for (let n = 0; n < 20; n++) write(50_000)
  const linesOf = async (name: string) => (await w.call<{ lines: AsyncIterable<string> }>('pat', name)).lines
  expect(await grown(await linesOf('export_audit_csv'))).toBeLessThan(MOST)
  expect(await grown(await linesOf('export_audit_jsonl'))).toBeLessThan(MOST)
  const verdict = w.db.read((tx) => verifiedFile(tx, w.app.sealer, file, []))
  expect(verdict).toMatchObject({ whole: true })
  expect(verdict.rows).toBeGreaterThanOrEqual(1_000_000)
})
