/**
 * Acts that move credits, one after the other and by chance, on the release before; then on this one, which takes its
 * database over. After every act each credit belongs somewhere; in the end none was made and none was lost.
 * `ACTS` says how many there are on either side, `MISCHIEF_SEED` which.
 */
import { expect, test } from 'bun:test'
import { join } from 'node:path'
import { wrongBooks } from '../../src/domains/system/index.ts'
import { openForReading } from '../../src/kernel/database/database.ts'
import { DAY, HOUR, MINUTE, systemClock } from '../../src/kernel/time/clock.ts'
import { CAN_TURN } from '../e2e/appliance.ts'
import { binary } from '../e2e/binary.ts'
import { ACTS, draw, expectHoldsToBelong, peace, pick, type Run, SEED, start, upTo } from '../e2e/mischief.ts'
import { tally } from '../e2e/tally.ts'
import { releaseBefore } from './release.ts'

const BEFORE = '0.2.0'
const N = Number(process.env.ACTS ?? 300)

const release = CAN_TURN ? releaseBefore(BEFORE) : null
if (!release) console.info(`Nothing is upgraded: it needs libfaketime, and the history back to ${BEFORE}.`)

test.skipIf(!release)(
  `${N} acts on ${BEFORE}, the upgrade, ${N} acts on this one: the books are right after each (seed ${SEED})`,
  async () => {
    const one = await start(release!)
    try {
      await act(one, N, () => expectHoldsToBelong(one))
      const schema = schemaOf(one)
      await one.stop()
      await one.start(await binary())
      expect(schemaOf(one)).toBeGreaterThan(schema)
      expectBooksToBeRight(one)
      await act(one, N, () => expectBooksToBeRight(one))
      expect(one.unexpected).toEqual([])
      await peace(one)
      expectBooksToBeRight(one)
      tally({ acts: 2 * N, schemas: 2 })
    } finally {
      await one.close()
    }
  },
  120_000 + N * 4000,
)

async function act(one: Run, n: number, books: () => void): Promise<void> {
  for (let i = 0; i < n; i++) {
    if (i % 10 === 0) await one.refresh()
    const chosen = pick(ACTS)
    if (draw() < 0.1) one.crawler.fail({ status: 503 }, 1 + upTo(2))
    await chosen(one)
    if (draw() < 0.3) one.clock.turn(pick([MINUTE, 10 * MINUTE, 6 * HOUR, DAY]))
    if (draw() < 0.5) await one.tick()
    books()
  }
}

function expectBooksToBeRight(one: Run): void {
  expectHoldsToBelong(one)
  expect(reading(one, (db) => db.read((tx) => wrongBooks(tx) as never) as unknown[])).toEqual([])
}

const schemaOf = (one: Run): number => reading(one, (db) => db.read((tx) => tx.number('pragma user_version')))

function reading<T>(one: Run, look: (db: ReturnType<typeof openForReading>) => T): T {
  const db = openForReading(join(one.data_dir, 'signalpost.db'), systemClock)
  try {
    return look(db)
  } finally {
    db.close()
  }
}
