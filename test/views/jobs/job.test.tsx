import { expect, test } from 'bun:test'
import { ENGLISH } from '../../../src/kernel/language/reader.ts'
import { DAY, plus } from '../../../src/kernel/time/clock.ts'
import { JobPage } from '../../../views/jobs/job.tsx'
import type { FlaggedLinks } from '../../../views/jobs/job-props.ts'
import { marksOf } from '../../../views/jobs/link-columns.tsx'
import { type JobDetail, type JobLink, shareInWords } from '../../../views/jobs/shapes.ts'
import { job, jobFacts, links, outcome, timeline } from '../../gallery/samples.ts'

const NOW = '2026-11-21T09:00:00.000Z'
const page = (
  one: Partial<JobDetail>,
  items: JobLink[] = [],
  suppliers_href: string | null = null,
  flagged: readonly FlaggedLinks[] = [],
  facts = jobFacts({ timeline: timeline(0, [], []) }),
) =>
  String(
    <JobPage
      job={job(one)}
      facts={facts}
      links={{ items, total: items.length, page: 1, page_size: 50 }}
      query={{}}
      can_write={flagged.length > 0}
      can_tell={flagged.length > 0}
      suppliers_href={suppliers_href}
      flagged={flagged}
      can_delete={false}
      base=""
      now={NOW}
      zone={ENGLISH}
    />,
  )

test('a push that ended without a link sent promises no look', () => {
  expect(page({ status: 'done', sent_at: null })).toContain('No link was sent')
  expect(page({ status: 'done', sent_at: null })).not.toContain('Day 7')
  expect(page({ status: 'preflight', sent_at: null })).toContain('Day 7')
})

test('a push that cannot send promises no day', () => {
  expect(page({ status: 'sending', sent_at: null, note: null })).toContain('<small>to come</small>')
  const waiting = page({ status: 'sending', sent_at: null, note: 'Waits for a supplier.' })
  expect(waiting).toContain('<small>on hold</small>')
  expect(waiting).not.toContain('<small>to come</small>')
})

test('the plot of a push that is over says what was not indexed, and that nothing waits', () => {
  const plot = (due: number) => {
    const facts = jobFacts({ timeline: timeline(200, [20, 60, 140 - due], [0, 0, due]) })
    const status = due > 0 ? 'watching' : 'done'
    const html = page({ status, sent_at: plus(NOW, -9 * DAY) }, [], null, [], facts)
    return /<svg class="plot".*?<\/svg>\s*<\/svg>|<svg class="plot".*?<ol class="tl-days">/s.exec(html)![0]
  }
  expect(plot(0)).toContain('60 not indexed, refunded')
  expect(plot(0)).toContain('class="f-out"')
  expect(plot(0)).not.toContain('>not yet<')
  expect(plot(30)).toContain('>not yet<')
  expect(plot(30)).not.toContain('f-out')
})

test('a link has a mark for each day: found on the day of its answer, none after it, or to come', () => {
  const sent = { ...links(1, 0)[0]!, sent_at: '2026-11-20T09:00:00.000Z', credit: 'reserved' as const }
  const marks = (more: Partial<JobLink>) => marksOf({ ...sent, ...more })
  expect(marks({ state: 'sent', looks: 0 })).toEqual(['todo', 'todo', 'todo'])
  expect(marks({ state: 'sent', looks: 2 })).toEqual(['no', 'no', 'todo'])
  expect(marks({ state: 'indexed', looks: 1, credit: 'consumed' })).toEqual(['yes', 'found', 'found'])
  expect(marks({ state: 'indexed', looks: 3, credit: 'consumed' })).toEqual(['no', 'no', 'yes'])
  expect(marks({ state: 'indexed', looks: 3, credit: 'released' })).toEqual(['no', 'no', 'no'])
  expect(marks({ state: 'not_indexed', looks: 3 })).toEqual(['no', 'no', 'no'])
  expect(marks({ state: 'failed' })).toBeNull()
  expect(marks({ state: 'flagged', sent_at: null })).toBeNull()
})

test('a link that was found on day 1 needs no check on the days to come', () => {
  const [one] = links(1, 0)
  const html = page({ status: 'done' }, [{ ...one!, state: 'indexed', sent_at: NOW, looks: 1, credit: 'consumed' }])
  for (const words of ['Day 1: indexed', 'Day 3: no check needed', 'Day 7: no check needed'])
    expect(html).toContain(words)
})

test('after the last check nothing is said to be open', () => {
  const [one] = links(1, 0)
  const html = page({ status: 'done' }, [{ ...one!, state: 'not_indexed', sent_at: NOW, looks: 3, credit: 'released' }])
  expect(html).toContain('Day 3: not yet')
  expect(html).toContain('Day 7: not indexed')
})

test('what was skipped has one word in the legend and above the list, unless some of it was cancelled', () => {
  const tabs = (states: Parameters<typeof outcome>[0]) =>
    [...page({ outcome: outcome(states) }).matchAll(/<a id="tab-[\w-]+"[^>]*>([^<]*)<\/a>/g)]
      .map(([, words]) => words)
      .filter((words) => /Skipped|Flagged|Cancelled/.test(words!))
  expect(tabs({ indexed: 3, flagged: 5 })).toEqual(['Skipped 5'])
  expect(tabs({ indexed: 3, flagged: 5, cancelled: 2 })).toEqual(['Flagged 5', 'Cancelled 2'])
})

test('a push whose links cannot be sent says the cause and not that it sends; the operator gets the act', () => {
  const note = 'The crawl supplier accepts no links now.'
  const states = { queued: 20 }
  const held = page({ status: 'sending', note, outcome: outcome(states) })
  expect(held).toContain('Waiting to send')
  expect(held).toContain(note)
  expect(held).not.toContain('Sending links')
  expect(held).not.toContain('Open suppliers')
  const operator = page({ status: 'sending', note, outcome: outcome(states) }, [], '/app/platform/suppliers')
  expect(operator).toContain('Open suppliers')
  expect(page({ status: 'sending', note: null })).toContain('Sending links')
})

test('what waits is hatched: a push without a link found has no solid bar', () => {
  const html = page({ status: 'watching', outcome: outcome({ sent: 20 }) })
  const bar = /<svg class="stack thick".*?<\/svg>/s.exec(html)![0]
  expect(bar).toContain('class="f-wait" x="0%" width="100%"')
  expect(bar).not.toMatch(/f-in|f-out/)
})

test('flagged links are told by cause, with a letter to the client', () => {
  const urls = ['https://bakery.example/a', 'https://bakery.example/b']
  const flagged = [{ flag: 'noindex', status: 200, urls, fix: 'Remove the noindex tag' }]
  const html = page({ outcome: outcome({ indexed: 1, flagged: 2 }) }, [], null, flagged)
  expect(html).toContain('Not indexed yet')
  const over = page({ status: 'done', outcome: outcome({ indexed: 1, flagged: 2 }) }, [], null, flagged)
  expect([over.includes('Not indexed yet'), over.includes('Not indexed')]).toEqual([false, true])
  expect(html).toContain('/a, /b. Not sent, free.')
  expect(html.match(/Tell the client/g)).toHaveLength(1)
  expect(html).toContain('Tell the client about 2 links')
  expect(html).not.toContain('mailto:')
})

test('a share says of how many links it is while others are to come, and is none before the first answer', () => {
  const push = { type: 'index' as const, outcome: outcome({ indexed: 9, queued: 87 }) }
  expect(shareInWords({ ...push, outcome: { ...push.outcome, indexed_rate: 1 } })).toEqual({
    share: '100%',
    of: 'of 9',
    title: '9 of 9 sent so far; 87 still to send',
  })
  const unanswered = { ...outcome({ sent: 9 }), indexed: { yes: 0, no: 0, unknown: 9 } }
  expect(shareInWords({ ...push, outcome: unanswered }).share).toBe('–')
})
