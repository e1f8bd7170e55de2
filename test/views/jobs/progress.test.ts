/** Long work: one line with the time that is left, and one bar. */
import { expect, test } from 'bun:test'
import { ENGLISH } from '../../../src/kernel/language/reader.ts'
import { DAY, HOUR, MINUTE, plus, SECOND, type Time } from '../../../src/kernel/time/clock.ts'
import { Timeline } from '../../../views/kit/timeline.tsx'
import { timeLeft } from '../../../views/parts/progress.tsx'
import { pushing, urls } from '../../pushing.ts'
import { CAST } from '../../world.ts'
import { browserOf } from '../browser.ts'

const now = '2026-11-02T09:00:00.000Z' as Time
const left = (done: number, all: number, took: number) => timeLeft({ done, all, since: plus(now, -took), now })

test('the time that is left follows the pace until now', () => {
  expect(left(10, 20, 14 * SECOND)).toBe('About 20 s left.')
  expect(left(100, 300, MINUTE)).toBe('About 2 min left.')
  expect(left(10, 100, 20 * MINUTE)).toBe('About 3 h left.')
})

test('no time is named without a pace: before the first, after the last, and after an interruption', () => {
  expect(left(0, 20, MINUTE)).toBe('')
  expect(left(20, 20, MINUTE)).toBe('')
  expect(left(1, 20, SECOND)).toBe('')
  expect(left(1, 100, 11 * HOUR)).toBe('')
  expect(left(10, 20, 3 * DAY)).toBe('')
})

test('a running job has one bar, in a line; a job whose links are all sent has its outcome instead', async () => {
  const office = await pushing(100, 100)
  const browser = browserOf(office)
  const order = { urls: urls(20), preflight: false }
  const { id } = await office.call<{ id: string }>('ada', 'submit_index_job', order)
  const page = async () => (await browser.visit('ada', `/app/w/${CAST.ada.tenant_id}/jobs/${id}`)).main
  const bars = (html: string) => [/<progress/.test(html), html.includes('class="stack thick"')]
  expect(bars(await page())).toEqual([true, false])
  await office.day(0)
  expect(bars(await page())).toEqual([false, true])
  office.close()
})

const plot = (final: boolean) =>
  String(
    Timeline({
      ...{ to: ENGLISH, total: 100, final, label: 'Links' },
      moments: [1, 3, 7].map((day) => ({ day, in: day * 10 })),
      words: { total: '100 sent', above: final ? '30 not indexed' : 'not yet' },
    }),
  )

test('a timeline hatches nothing that is past, and ends with a bar when all is final', () => {
  expect(plot(false)).not.toMatch(/f-wait|f-out/)
  expect(plot(true)).toMatch(/f-out/)
  expect(plot(true)).not.toContain('f-wait')
})
