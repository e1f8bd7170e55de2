import { afterEach, beforeEach, expect, test } from 'bun:test'
import type { AnswerOf } from '../../../src/kernel/operation/operation.ts'
import { DAY } from '../../../src/kernel/time/clock.ts'
import type { getJobSummary } from '../../../src/operations/jobs/job.ts'
import { pages, type Setting, setting } from '../../domains/providers/setting.ts'

type Summary = AnswerOf<typeof getJobSummary>

let one: Setting
beforeEach(async () => {
  one = await setting()
  await one.call('pat', 'update_integrations', { engines: { scan_standard: { adapter: 'simulated' } } })
})
afterEach(() => one.end())

const summary = (id: string, who: 'ada' | 'pat' = 'ada') => one.call<Summary>(who, 'get_job_summary', { id })

test('the links of each day add up to those that were sent', async () => {
  const { id } = await one.push(pages(3))
  await one.work()
  one.clock.turn(DAY)
  await one.work()
  const { timeline } = await summary(id)
  expect(timeline.sent).toBe(3)
  for (const { indexed, not_indexed, due } of timeline.days) expect(indexed + not_indexed + due).toBe(3)
})

test('only the platform admin reads which supplier took the links', async () => {
  const { id } = await one.push(pages(2))
  await one.work()
  expect((await summary(id)).crawl).toMatchObject({ links: 2, adapters: [] })
  expect((await summary(id, 'pat')).crawl!.adapters).toHaveLength(1)
})
