/**
 * Everything that moves credits, at once and at random, by an owner, a member and a viewer who mean no good, over suppliers
 * that fail and a process that is killed: after every death each credit that is set aside belongs to a link or to a look,
 * job by job, and in the end none was made and none was lost. `MISCHIEF_SEED` makes another run, `MISCHIEF_LIVES` a longer one.
 */
import { expect, test } from 'bun:test'
import { join } from 'node:path'
import { openForReading } from '../../src/kernel/database/database.ts'
import { DAY, HOUR, MINUTE, systemClock } from '../../src/kernel/time/clock.ts'
import { ACCOUNT, BEFORE } from '../upstreams/misfortune.ts'
import { expectBooksToBalance } from './agency.ts'
import { CAN_TURN } from './appliance.ts'
import { ACTS, draw, expectHoldsToBelong, peace, pick, type Run, SEED, start, total, upTo } from './mischief.ts'
import { tally } from './tally.ts'

const LIVES = Number(process.env.MISCHIEF_LIVES ?? 6)
const ACTS_A_LIFE = 24
const LONGEST_LIFE_MS = 400
/** Acts of which some must have been let through, or a run of a dozen lives shows little. */
const CERTAIN = ['push', 'recheck', 'check', 'cancel', 'remove', 'allocate', 'archive', 'trespass']

test.skipIf(!CAN_TURN)(
  `whatever a member, a viewer and chance do at once, and whenever the process dies, no credit is made or lost (seed ${SEED})`,
  async () => {
    const one = await start()
    try {
      for (let life = 0; life < LIVES; life++) {
        await live(one)
        await one.kill()
        expectHoldsToBelong(one)
        for (const server of [one.crawler, one.engine]) server.heal()
        await one.start()
        await one.refresh()
      }
      if (process.env.MISCHIEF_SHOW) console.info(one.done)
      expect(one.unexpected).toEqual([])
      for (const act of LIVES < 12 ? [] : CERTAIN) expect([act, one.done[act]]).not.toEqual([act, 0])
      await peace(one)
      await expectNoneMadeNoneLost(one)
      tally({ kills: LIVES + 1, acts: Object.values(one.done).reduce((sum, n) => sum + n, 0) })
    } finally {
      await one.close()
    }
  },
  120_000 + LIVES * 20_000,
)

/** One life: two dozen acts at once, time going by, suppliers failing, work being done. */
async function live(one: Run): Promise<void> {
  one.pages.pause = upTo(3) * 10
  const anything = [...BEFORE, 'cut' as const, 'lost' as const, ...ACCOUNT]
  for (const server of [one.crawler, one.engine]) if (draw() < 0.4) server.fail(pick(anything), 1 + upTo(2))
  // Refused for good: links that can be pushed again.
  if (draw() < 0.5) one.crawler.fail({ status: 422 }, 1, /create/)
  for (let n = 0; n < ACTS_A_LIFE; n++) {
    void pick(ACTS)(one)
    if (draw() < 0.2) one.clock.turn(pick([MINUTE, 10 * MINUTE, 6 * HOUR, DAY]))
    if (draw() < 0.3) one.tick().catch(() => {})
    if (draw() < 0.3) await Bun.sleep(upTo(40))
  }
  await Bun.sleep(upTo(LONGEST_LIFE_MS))
}

/** What was given from outside, less what was used up, is what is left. */
async function expectNoneMadeNoneLost(one: Run): Promise<void> {
  const left = await total(one, [one.tenant_id, one.client])
  for (const id of [one.tenant_id, one.client]) await expectBooksToBalance(one, id)
  await one.kill()
  expectHoldsToBelong(one)
  const db = openForReading(join(one.data_dir, 'signalpost.db'), systemClock)
  const moved = db.read((tx) =>
    tx.rows<{ kind: 'index' | 'check'; used: number; packs: number }>(
      `select k.value as kind, (select sum(used) from reservations where kind = k.value) as used,
         (select sum(iif(direction = 'in', amount, -amount)) from ledger
          where kind = k.value and job_id is null and id > ?) as packs
       from json_each('["index", "check"]') k`,
      one.since,
    ),
  )
  db.close()
  for (const { kind, used, packs } of moved) expect([kind, left[kind]]).toEqual([kind, one.given[kind] + packs - used])
  expect(Math.min(...moved.map(({ used }) => used))).toBeGreaterThan(0)
  const tags = one.engine.tasks.map(({ data }) => data.tag)
  expect(new Set(tags).size).toBe(tags.length)
}
