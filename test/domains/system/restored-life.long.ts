/** Weeks of pushes with backups, restores and lost calls between them: no link is ordered twice, and the books are exact. */
import { expect, test } from 'bun:test'
import { between, DAY, HOUR, MINUTE, type Time } from '../../../src/kernel/time/clock.ts'
import { expectBooksToBalance } from '../../books.ts'
import { refusal } from '../../refusal.ts'
import { chance } from '../../upstreams/misfortune.ts'
import { pages } from '../providers/setting.ts'
import { type Kept, restorable } from './restoring.ts'

const LIVES = 8
const STEPS = 60

test.each(Array.from({ length: LIVES }, (_, i) => [i + 1]))('a life with restores, seed %i', async (seed) => {
  const { draw, upTo } = chance(seed)
  const install = await restorable(100_000)
  const { one } = install
  let since: { at: Time; call: () => Promise<unknown> }[] = []
  let backup: Kept | null = null
  let restores = 0
  let hosts = 0
  const push = () => {
    const urls = pages(1 + upTo(20), `h${hosts++}-${seed}.example`)
    const key = `push ${hosts}`
    const order = { urls, preflight: false, drip_days: [0, 0, 3, 7][upTo(4)]!, delay_s: [0, 600][upTo(2)]! }
    const call = () => one.call('ada', 'submit_index_job', order, { idempotency_key: key })
    since.push({ at: one.now(), call })
    return call()
  }
  const work = async (hours: number) => {
    for (let i = 0; i < hours; i += 6) {
      one.clock.turn(6 * HOUR)
      await install.everything(1)
    }
  }
  try {
    for (let step = 0; step < STEPS; step++) {
      if (draw() < 0.5) await push()
      if (draw() < 0.3) {
        backup = install.backUp()
        since = []
      }
      one.clock.turn(upTo(30) * MINUTE)
      await install.everything(1)
      if (draw() < 0.4) await work(upTo(48))
      if (!backup || draw() > 0.15) continue
      restores++
      // Answers are kept for two days: a later repeat is a new order in any install.
      since = since.filter(({ at }) => between(at, one.now()) < DAY)
      const is_known = draw() < 0.6
      await install.restore(backup, is_known)
      await install.everything(1)
      for (const { call } of since) expect(await refusal(call())).toMatchObject({ code: 'conflict' })
      if (draw() < 0.5) one.clock.turn(upTo(36) * HOUR)
      await install.release(draw() < 0.8 ? 'ask' : 'cancel', draw() < 0.5 ? 'send' : 'drop')
      await install.everything(1)
      if (is_known) for (const { call } of since) expect(await refusal(call())).toMatchObject({ code: 'conflict' })
      since = []
      backup = null
      expect(install.orderedTwice()).toEqual([])
      expectBooksToBalance(one.app.db)
    }
    await work(10 * 24)
    expect(restores).toBeGreaterThan(0)
    expect(install.orderedTwice()).toEqual([])
    expectBooksToBalance(one.app.db)
  } finally {
    await install.end()
  }
})
