/** An answer that comes late counts for the same day on the push, the link, the portal and the report. */
import { afterAll, beforeAll, expect, test } from 'bun:test'
import { DAY, plus } from '../../../src/kernel/time/clock.ts'
import { advancePushesTask } from '../../../src/tasks/pushes/advance-pushes.ts'
import { sendLinksTask } from '../../../src/tasks/pushes/send-links.ts'
import { pushing, urls } from '../../pushing.ts'
import { CAST, START } from '../../world.ts'
import { browserOf } from '../browser.ts'

const CLIENT = CAST.vera.tenant_id
let office: Awaited<ReturnType<typeof pushing>>
let browser: ReturnType<typeof browserOf>
let report: string
const jobs: string[] = []

const outage = async (day: number) => {
  office.clock.set(plus(START, day * DAY))
  for (let i = 0; i < 3; i++) await office.run(advancePushesTask, sendLinksTask)
}
const push = async (path: string) =>
  jobs.push(
    (
      await office.call<{ id: string }>('ada', 'submit_index_job', {
        tenant_id: CLIENT,
        urls: urls(9, path),
        preflight: false,
      })
    ).id,
  )

beforeAll(async () => {
  office = await pushing(500, 500)
  await office.call('ada', 'allocate_credits', { tenant_id: CLIENT, amount: 100 })
  await push('first')
  await office.day(0)
  await office.day(1)
  await push('second')
  await outage(3)
  // The check of day 3 of the first push is answered on its day 6, that of day 1 of the second on its day 5.
  await office.day(6)
  await office.day(7)
  await push('third')
  await office.day(8)
  // The third push has its first answer after its day 7.
  await outage(10)
  await office.day(17)
  browser = browserOf(office)
  const { url } = await office.call<{ url: string }>('ada', 'share_month_report', { id: CLIENT, month: '2026-11' })
  report = new URL(url).pathname
})
afterAll(() => office.close())

type Detail = { checks: { counted_day: number | null; indexed: string | null }[] }
const DAYS = [1, 3, 7]
const plain = (html: string): string => html.replace(/<[^>]+>/g, ' ').replace(/\s+/g, ' ')
/** The words of the marks in an order of days: `Day 3: not yet`. */
const marksIn = (html: string): string[] =>
  [...html.matchAll(/class="ck [^"]*" role="img" aria-label="([^"]+)"/g)].map(([, label]) => label!)

const links = () =>
  office.db.read((tx) =>
    tx.rows<{ id: number; job_id: string; url: string; stage: string; looks: number }>(
      'select id, job_id, url, stage, looks from links',
    ),
  )

test('the page of a link says In Google on the day for which its push counts it', async () => {
  const stages = new Set<string>()
  for (const { id, url, stage } of links()) {
    stages.add(stage)
    const { checks } = await office.call<Detail>('ada', 'get_link', { uid: id })
    const found = checks.filter(({ indexed, counted_day }) => indexed === 'yes' && counted_day !== null)
    const day = Number(/\d/.exec(stage)?.[0] ?? 0)
    expect([url, stage, found.map(({ counted_day }) => counted_day)]).toEqual([url, stage, day ? [day] : []])
    for (const path of [`/app/w/${CLIENT}/links/${id}`, `/app/w/${CLIENT}?u=${encodeURIComponent(url)}`]) {
      const { main } = await browser.visit(path.includes('?') ? 'vera' : 'ada', path)
      const steps = plain(/<ol class="steps4">(.*?)<\/ol>/s.exec(main)![1]!)
      expect([url, path, /Day (\d) In Google/.exec(steps)?.[1]]).toEqual([url, path, day ? String(day) : undefined])
      // A miss has a check that says so on its last day, and no day of it needed none.
      if (stage === 'never') expect([url, steps]).toEqual([url, expect.stringContaining('Day 7 Not in Google, ')])
      if (stage === 'never') expect(steps).not.toContain('No check needed')
    }
  }
  for (const stage of ['day1', 'day7', 'never']) expect(stages).toContain(stage)
})

test('the marks of the push and of the report agree with it', async () => {
  const { main } = await browser.visit(null, `${report}?part=visible`)
  const { main: missed } = await browser.visit(null, `${report}?part=declined`)
  const rows = [...main.split('<details class="page">'), ...missed.split('<details class="page">')]
  for (const job of jobs) {
    const shown = (await browser.visit('ada', `/app/w/${CLIENT}/jobs/${job}?page_size=100`)).main.split('<tr>')
    for (const { url, stage } of links().filter(({ job_id }) => job_id === job)) {
      const path = new URL(url).pathname
      const [mine, told] = [shown, rows].map((all) => all.find((row) => row.includes(`>${path}<`))!)
      const day = DAYS.find((one) => stage === `day${one}`)
      const found = (marks: string[], word: RegExp) => marks.find((mark) => word.test(mark))?.slice(0, 5)
      expect([path, found(marksIn(mine!), /: indexed$/)]).toEqual([path, day ? `Day ${day}` : undefined])
      expect([path, found(marksIn(told!.slice(0, told!.indexOf('</summary>'))), /: in Google$/)]).toEqual([
        path,
        day ? `Day ${day}` : undefined,
      ])
      if (day === 1) expect(marksIn(mine!).slice(-2)).toEqual(['Day 3: no check needed', 'Day 7: no check needed'])
    }
  }
})
