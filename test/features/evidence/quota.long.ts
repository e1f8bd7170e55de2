/** The numbers of a quota are those that Google itself counts, at every minute. */
import { afterEach, expect, test } from 'bun:test'
import { HOUR, MINUTE, plus } from '../../../src/kernel/time/clock.ts'
import { localDay, momentAt } from '../../../src/kernel/time/zones.ts'
import { takeLooksTask } from '../../../src/tasks/checks/take-looks.ts'
import { PROPERTY, type Queued, queued } from './queued.ts'

let one: Queued
afterEach(() => one.end())

type Quota = {
  properties: {
    property: string
    used: number
    left: number
    ours: number
    classes: { used: number }[]
    workspaces: { used: number }[]
    others: number
  }[]
}

test("at every minute of a week with changed clocks, a quota's numbers are the stand-in's own", async () => {
  one = await queued()
  one.clients('ten_large', 'ten_small')
  const start = momentAt('America/Los_Angeles', '2026-10-29', 0)
  const end = momentAt('America/Los_Angeles', '2026-11-05', 0)
  const counts = new Map<string, number>()
  let seen = 0
  one.clock.set(start)
  for (let minute = 0; one.now() < end; minute++) {
    if (minute % (6 * 60) === 0) {
      one.wait('ten_large', 200, 4, 'recheck')
      one.wait('ten_small', 30, 1)
    }
    if (minute % 17 === 0) one.google.fail('cut', 1, /inspect/)
    await one.run(takeLooksTask)
    for (const { at } of one.inspections().slice(seen)) {
      const day = localDay('America/Los_Angeles', at)
      counts.set(day, (counts.get(day) ?? 0) + 1)
    }
    seen = one.inspections().length
    const { properties } = await one.call<Quota>('pat', 'get_google_quota')
    const shown = properties.find(({ property }) => property === PROPERTY)!
    const own = counts.get(localDay('America/Los_Angeles', one.now())) ?? 0
    const used = [shown.used, shown.ours - shown.left, sum(shown.classes), sum(shown.workspaces) + shown.others]
    if (used.some((n) => n !== own))
      expect({ at: one.now(), used }).toEqual({ at: one.now(), used: [own, own, own, own] })
    one.clock.turn(MINUTE)
  }
  expect([...counts.keys()]).toHaveLength(7)
  expect(plus(start, (7 * 24 + 1) * HOUR)).toBe(end)
  expect(seen).toBeGreaterThan(6000)
}, 900_000)

const sum = (rows: readonly { used: number }[]): number => rows.reduce((all, { used }) => all + used, 0)
