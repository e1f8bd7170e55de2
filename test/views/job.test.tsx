import { expect, test } from 'bun:test'
import { JobPage } from '../../views/jobs/job.tsx'
import type { JobDetail, JobLink } from '../../views/jobs/shapes.ts'
import { job, jobFacts, links, outcome, timeline } from '../gallery/samples.ts'

const page = (one: Partial<JobDetail>, items: JobLink[] = []) =>
  String(
    <JobPage
      job={job(one)}
      facts={jobFacts({ timeline: timeline(0, [], []) })}
      links={{ items, total: items.length, page: 1, page_size: 50 }}
      query={{}}
      can_write={false}
      can_delete={false}
      base=""
      now="2026-11-21T09:00:00.000Z"
    />,
  )

test('a push that ended without a link sent promises no look', () => {
  expect(page({ status: 'done', sent_at: null })).toContain('No link was sent')
  expect(page({ status: 'done', sent_at: null })).not.toContain('First look')
  expect(page({ status: 'preflight', sent_at: null })).toContain('First look')
})

test('a link that was sent and not looked at yet has no day of a check', () => {
  const sent = { ...links(1, 0)[0]!, state: 'sent' as const, sent_at: '2026-11-20T09:00:00.000Z' }
  expect(page({}, [{ ...sent, checked_at: null }])).not.toMatch(/<span>Day \d<\/span>/)
  expect(page({}, [{ ...sent, checked_at: '2026-11-21T09:00:00.000Z' }])).toContain('<span>Day 1</span>')
})

test('what was skipped has one word in the legend and above the list, unless some of it was cancelled', () => {
  const tabs = (states: Parameters<typeof outcome>[0]) =>
    [...page({ outcome: outcome(states) }).matchAll(/<a id="tab-\d+"[^>]*>([^<]*)<\/a>/g)]
      .map(([, words]) => words)
      .filter((words) => /Skipped|Flagged|Cancelled/.test(words!))
  expect(tabs({ indexed: 3, flagged: 5 })).toEqual(['Skipped 5'])
  expect(tabs({ indexed: 3, flagged: 5, cancelled: 2 })).toEqual(['Flagged 5', 'Cancelled 2'])
})

test('a push whose links cannot be sent says that it waits, and not that it sends', () => {
  const held = page({ status: 'sending', note: 'The crawl supplier accepts no links now.' })
  expect(held).toContain('Waiting to send')
  expect(held).not.toContain('Sending links')
  expect(page({ status: 'sending', note: null })).toContain('Sending links')
})
