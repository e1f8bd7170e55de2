/** What the chain costs: a row that is written, and a trail that is verified. In the long run. */
import { afterEach, beforeEach, expect } from 'bun:test'
import { AUDIT_COLUMNS } from '../../../src/kernel/audit/chain.ts'
import { verified } from '../../../src/kernel/audit/verify.ts'
import { openForReading } from '../../../src/kernel/database/database.ts'
import { newId } from '../../../src/kernel/secrets/ids.ts'
import { inLongRun } from '../../long/whole.ts'
import { type World, world } from '../../world.ts'
import { ROW, writeRows } from './rows.ts'

let w: World
beforeEach(() => {
  w = world()
})
afterEach(() => w.close())

const write = (rows: number): void => writeRows(w.db, rows)

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
