import { dueAt, nextDue } from '../../../src/features/retention/grid.ts'
import { falseNoRate, noesNeeded } from '../../../src/features/retention/noise.ts'
import type { WatchRow } from '../../../src/features/retention/tables.ts'
import { judge } from '../../../src/features/retention/watches/judge.ts'
import { DAY, millis, plus } from '../../../src/kernel/time/clock.ts'
import { START } from '../../world.ts'

type Simulated = WatchRow & { gone_at: string | null; missed_at: string | null }

const watchOf = (link_id: number): Simulated => ({
  ...{ link_id, job_id: 'j', tenant_id: 't', host: 'h', adapter: 'a', week: '2026-11-02', first_seen_at: START },
  ...{
    state: 'kept',
    entered: 0,
    counted: 0,
    is_over: 0,
    due_at: dueAt({ link_id, first_seen_at: START }, 1),
    rank: 1,
  },
  ...{ streak: 0, vantage: 'a', last_yes_at: START, first_no_at: null, last_no_at: null, dropped_at: null },
  ...{ returned_at: null, examine: 0, cause: null, facts: null, google_cause: null, google_canonical: null },
  ...{ crawled_at: null, pushed_again: 0, pushed_at: null, drop_id: null, gone_at: null, missed_at: null },
})

/** A year of an engine that misses a page that is there with probability `noise`; some pages really go. */
export function simulatedYear(seed: number, { links = 10_000, noise = 0.05, gone = 0.05 } = {}) {
  let state = seed * 7919 + 1
  const draw = () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return state / 2 ** 32
  }
  const watches = Array.from({ length: links }, (_, i) => {
    const one = watchOf(i + 1)
    return { ...one, gone_at: draw() < gone ? plus(START, Math.floor(draw() * 365) * DAY) : null }
  })
  const counts = { looks: 0, flips: 0 }
  let [false_drops, late] = [0, 0]
  const confirmed: number[] = []
  for (let day = 1; day <= 365 + 12; day++) {
    const now = plus(START, day * DAY)
    const needed = noesNeeded(falseNoRate(counts), links, { k_min: 2, k_max: 4 })
    for (const [i, one] of watches.entries()) {
      if (one.due_at === null || one.due_at > now || (day > 365 && one.missed_at === null)) continue
      const is_gone = one.gone_at !== null && one.gone_at <= now
      if (is_gone && one.missed_at === null) one.missed_at = now
      const indexed = is_gone || draw() < noise ? 'no' : 'yes'
      const { watch, flips } = judge(one, { indexed, is_inspection: false, vantage: 'a', at: now }, needed)
      if (one.state !== 'dropped') Object.assign(counts, { looks: counts.looks + 1, flips: counts.flips + flips })
      watches[i] = watch
      if (watch.state !== 'dropped' || one.state === 'dropped') continue
      if (is_gone) confirmed.push((millis(now) - millis(one.missed_at!)) / DAY)
      else {
        false_drops++
        watches[i] = { ...watch, state: 'returned', due_at: nextDue(one, now) }
      }
    }
  }
  late = watches.filter(({ missed_at, state }) => missed_at !== null && state !== 'dropped').length
  const in_time = confirmed.filter((days) => days <= 12).length / (confirmed.length + late)
  return { false_drops, in_time, confirmed: confirmed.length, rate: counts.flips / counts.looks }
}
