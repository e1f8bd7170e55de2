/** Acceptance 7: the Indexing API takes pages with JobPosting or a live video alone, 200 a day for all, in turns. */
import { afterEach, beforeEach, expect, test } from 'bun:test'
import { publishPostings } from '../../../src/features/evidence/indexing/queue.ts'
import { markedIn } from '../../../src/features/evidence/indexing/structured-data.ts'
import { publishJobPostingsTask } from '../../../src/features/evidence/tasks.ts'
import { DAY, HOUR, MINUTE } from '../../../src/kernel/time/clock.ts'
import { momentAt } from '../../../src/kernel/time/zones.ts'
import { refusal } from '../../refusal.ts'
import { connect, googleSetting, type Setting, serve, VERA } from './setting.ts'

const JOB =
  '<script type="application/ld+json">{"@context":"https://schema.org","@type":"JobPosting","title":"Baker"}</script>'
const job = (i: number, host = 'bakery.example') => `https://${host}/jobs/${i}`
const jobs = (n: number, from = 0) => Array.from({ length: n }, (_, i) => job(from + i))
let s: Setting
/** Pages of the site that differ, by address; all others have a job. */
let pages: Record<string, { status?: number; body?: string; robots?: string }>
beforeEach(async () => {
  pages = {}
  const fetch = async (address: string | URL) => {
    const { status = 200, body = JOB, robots } = pages[String(address)] ?? {}
    const found = { url: String(address), status, body: Buffer.from(body) }
    const headers = { get: () => robots ?? null, all: () => (robots ? [robots] : []) }
    return { ...found, headers, truncated: false, head_ms: 1, hops: [] } as never
  }
  s = await googleSetting({ fetch })
})
afterEach(() => s.close())

const allowed = async () => {
  await connect(s, { input: { tenant_id: 'ten_bakery', indexing: true } })
  await serve(s, 'sc-domain:bakery.example', ['ten_bakery'], 'ada', { indexing: true })
}
type Answer = {
  results: { url: string; state: string; why: string | null }[]
  published_by: string | null
  used: number
}
const publish = (urls: string[], more: object = {}) =>
  s.w.call<Answer>('ada', 'publish_job_posting', { tenant_id: 'ten_bakery', urls, ...more })
const hasPosting = async (html: string) => (await markedIn(Buffer.from(html))).has_posting
const calls = () => s.op.received.filter(({ path }) => path.startsWith('/v3/')).length
const statesOf = ({ results }: Answer) => results.map(({ state }) => state)

test('a page with a job posting is one call; one without is none, and is refused by the rule of Google', async () => {
  await allowed()
  pages[job(1)] = { body: '<h1>Bread</h1><script type="application/ld+json">{"@type":"Product"}</script>' }
  const why = await refusal(publish([job(1)]))
  expect(why).toMatchObject({ code: 'validation_failed', message: expect.stringContaining('not_allowed_by_google') })
  expect(JSON.stringify(why)).toContain('developers.google.com/search/apis/indexing-api/v3/using-api')
  expect(calls()).toBe(0)
  const answer = await publish([job(0), job(1)])
  expect(answer.results).toMatchObject([
    { url: job(0), state: 'published', why: null },
    { url: job(1), state: 'refused', why: expect.stringContaining('not_allowed_by_google') },
  ])
  expect([calls(), s.op.published]).toMatchObject([1, [{ url: job(0), type: 'URL_UPDATED' }]])
})

test.each([
  [
    'a live video in a graph',
    { '@graph': [{ '@type': ['VideoObject'], publication: { '@type': 'BroadcastEvent' } }] },
    true,
  ],
  ['a job by its whole address', [{ '@type': 'https://schema.org/JobPosting' }], true],
  ['an event outside of a video', { '@type': 'BroadcastEvent' }, false],
  ['a video alone', { '@type': 'VideoObject' }, false],
  ['a job in a text', { '@type': 'Article', headline: 'JobPosting' }, false],
])('structured data: %s', async (_, data, is_allowed) => {
  expect(await hasPosting(`<script type='application/ld+json'>${JSON.stringify(data)}</script>`)).toBe(is_allowed)
})

test('structured data: attributes count, broken and deep JSON does not, and ends', async () => {
  expect(await hasPosting('<div itemscope itemtype="https://schema.org/JobPosting">')).toBe(true)
  expect(await hasPosting('<div vocab="https://schema.org/" typeof="JobPosting">')).toBe(true)
  expect(await hasPosting('<script type="application/ld+json">{"@type":"JobPosting"')).toBe(false)
  const deep = `${'{"a":'.repeat(4000)}1${'}'.repeat(4000)}`
  expect(await hasPosting(`<script type="application/ld+json">${deep}</script>`)).toBe(false)
  expect(await hasPosting(`<p>JobPosting</p>`)).toBe(false)
  expect(await hasPosting(`<!-- ${JOB} -->`)).toBe(false)
})

test.each([
  ['a type that is an object without a text', '{"@type":{"toString":1,"valueOf":1}}'],
  ['a type of 30,000 lists', `{"@type":${'['.repeat(30_000)}${']'.repeat(30_000)}}`],
])('structured data: %s is no posting, and no error', async (_, data) => {
  expect(await hasPosting(`<script type="application/ld+json">${data}</script>`)).toBe(false)
})

test.each(['<script ', 'itemtype= ', '<p typeof=a ', '<meta name=robots '])(
  'structured data: a page of nothing but “%s” is read to its end',
  async (unit) => expect(await hasPosting(unit.repeat((1 << 20) / unit.length))).toBe(false),
)

test('it is off at first: without the scope, and with it until the property allows it', async () => {
  await connect(s)
  await serve(s, 'sc-domain:bakery.example', ['ten_bakery'])
  const SCOPE = 'https://www.googleapis.com/auth/indexing'
  const first = await refusal(publish([job(0)]))
  expect(first).toMatchObject({ code: 'conflict', message: expect.stringContaining(SCOPE), details: { scope: SCOPE } })
  expect(
    await refusal(serve(s, 'sc-domain:bakery.example', ['ten_bakery'], 'ada', { indexing: true }) as Promise<unknown>),
  ).toMatchObject({ ...{ code: 'conflict', message: expect.stringContaining('Connect the account again') } })
  await connect(s, { input: { tenant_id: 'ten_bakery', indexing: true } })
  expect(s.op.grants.at(-1)!.scopes).toContain(SCOPE)
  expect(await refusal(publish([job(0)]))).toMatchObject({ message: expect.stringContaining('switched off') })
  expect(await refusal(publish([job(0, 'strange.example')]))).toMatchObject({ code: 'validation_failed' })
  expect(await refusal(s.w.call('vera', 'publish_job_posting', { urls: [job(0)] }))).toMatchObject({
    code: 'forbidden',
  })
  expect(calls()).toBe(0)
})

test('the 201st of a day waits until midnight in California, and workspaces take turns', async () => {
  await allowed()
  const { id } = await s.w.call<{ id: string }>('ada', 'create_sub_tenant', { name: 'Cafe', kind: 'client' })
  await serve(s, 'sc-domain:bakery.example', ['ten_bakery', id], 'ada', { indexing: true })
  s.w.clock.set(momentAt('America/Los_Angeles', '2026-11-10', 9))
  for (const from of [0, 100]) expect(new Set(statesOf(await publish(jobs(100, from))))).toEqual(new Set(['published']))
  const midnight = momentAt('America/Los_Angeles', '2026-11-11', 0)
  const late = await publish(jobs(3, 200))
  expect(late).toMatchObject({ published_by: midnight, used: 200 })
  expect(statesOf(late)).toEqual(['queued', 'queued', 'queued'])
  await s.w.call('ada', 'publish_job_posting', { tenant_id: id, urls: jobs(2, 900) })
  s.op.publishes_a_day = 4
  s.w.clock.set(momentAt('America/Los_Angeles', '2026-11-10', 23))
  await s.w.run(publishJobPostingsTask)
  expect(s.op.published).toHaveLength(200)
  s.w.clock.set(midnight)
  await s.w.run(publishJobPostingsTask)
  const today = s.op.published.slice(200).map(({ url }) => url)
  expect(today).toHaveLength(4)
  expect(today.filter((url) => jobs(2, 900).includes(url))).toHaveLength(2)
  // Google ended that day early: nothing further is asked of it, and what is left is published on the next one.
  const asked = calls()
  s.w.clock.turn(30 * MINUTE)
  await s.w.run(publishJobPostingsTask)
  expect(calls()).toBe(asked)
  s.w.clock.turn(DAY)
  await s.w.run(publishJobPostingsTask)
  expect(s.op.published).toHaveLength(205)
})

test('a page that lost its posting while it waited is not published', async () => {
  await allowed()
  s.w.db.write((tx) =>
    tx.run("insert into day_counters (name, day, n) values ('quota:google_indexing', ?, 200)", '2026-11-02'),
  )
  expect(statesOf(await publish([job(0)]))).toEqual(['queued'])
  pages[job(0)] = { body: '<h1>Taken</h1>' }
  s.w.clock.turn(DAY)
  await s.w.run(publishJobPostingsTask)
  expect(calls()).toBe(0)
  expect(await s.w.call<{ items: object[] }>('ada', 'list_job_postings')).toMatchObject({
    items: [{ url: job(0), state: 'refused', why: expect.stringContaining('not_allowed_by_google') }],
  })
})

test.each([
  ['comes back', 2 * HOUR, 'published'],
  ['stays away', 3 * DAY, 'refused'],
])('a page that waits and answers 503 is read again later, until it %s', async (_, hours, state) => {
  await allowed()
  s.w.db.write((tx) =>
    tx.run("insert into day_counters (name, day, n) values ('quota:google_indexing', ?, 200)", '2026-11-02'),
  )
  expect(statesOf(await publish([job(0)]))).toEqual(['queued'])
  pages[job(0)] = { status: 503 }
  s.w.clock.turn(DAY)
  const read = () => s.w.call<{ items: { state: string; why: string | null }[] }>('ada', 'list_job_postings')
  await s.w.run(publishJobPostingsTask)
  expect((await read()).items).toMatchObject([{ state: 'queued', why: 'the page answers 503' }])
  expect(calls()).toBe(0)
  if (state === 'published') delete pages[job(0)]
  for (let passed = 0; passed < hours; passed += HOUR) {
    s.w.clock.turn(HOUR)
    await s.w.run(publishJobPostingsTask)
  }
  expect((await read()).items).toMatchObject([{ state }])
  expect(calls()).toBe(state === 'published' ? 1 : 0)
})

test('an answer that was lost is asked for, and not published twice', async () => {
  await allowed()
  s.op.fail('cut', 1, /publish/)
  expect(statesOf(await publish([job(0)]))).toEqual(['sending'])
  s.w.clock.turn(5 * MINUTE)
  await s.w.run(publishJobPostingsTask)
  expect(s.op.published).toHaveLength(1)
  expect(statesOf(await publish([job(1)]))).toEqual(['published'])
  s.op.fail({ status: 503 }, 1, /publish/)
  await publish([job(2)])
  s.w.clock.turn(15 * MINUTE)
  await s.w.run(publishJobPostingsTask)
  expect(s.op.published.map(({ url }) => url)).toEqual([job(0), job(1), job(2)])
})

test('a lost answer that Google refuses to tell ends as unknown, and the page may be handed over again', async () => {
  await allowed()
  s.op.fail('cut', 1, /publish/)
  await publish([job(0)])
  s.op.fail({ status: 403 }, 9, /metadata/)
  s.w.clock.turn(5 * MINUTE)
  await s.w.run(publishJobPostingsTask)
  const { items } = await s.w.call<{ items: { state: string; why: string }[] }>('ada', 'list_job_postings', {
    tenant_id: 'ten_bakery',
  })
  expect(items).toMatchObject([
    { state: 'refused', why: expect.stringContaining('whether it was published is unknown') },
  ])
  expect(statesOf(await publish([job(0)]))).toEqual(['published'])
})

test('a removal needs a page that was published here and is gone', async () => {
  await allowed()
  const removal = { type: 'URL_DELETED' }
  expect(await refusal(publish([job(0)], removal))).toMatchObject({
    message: expect.stringContaining('nothing to remove'),
  })
  await publish([job(0)])
  expect(await refusal(publish([job(0)], removal))).toMatchObject({ message: expect.stringContaining('still there') })
  pages[job(0)] = { status: 410 }
  expect(statesOf(await publish([job(0)], removal))).toEqual(['published'])
  expect(s.op.published.at(-1)).toMatchObject({ url: job(0), type: 'URL_DELETED' })
})

test('an owner whom Google does not know is refused in its words, and the others of the call are published', async () => {
  await allowed()
  s.op.people.get(VERA)!.sites = { 'https://bakery.example/jobs/': 'siteOwner' }
  const { results } = await publish([job(0), 'https://bakery.example/other'])
  expect(results).toMatchObject([
    { state: 'published' },
    { state: 'refused', why: expect.stringContaining('Failed to verify the URL ownership') },
  ])
  s.w.clock.turn(HOUR)
  await s.w.run(publishJobPostingsTask)
  expect(s.op.published).toHaveLength(1)
})

test.each([
  ['max-image-preview:none', '<meta name="robots" content="max-image-preview:none">', false],
  ['otherbot: noindex', '<meta name="otherbot" content="noindex">', false],
  ['max-image-preview:none', '<meta content="noindex" name="googlebot">', true],
  ['noindex', '<p>Taken</p>', true],
])('a removal with X-Robots-Tag %s and %s', async (robots, body, is_gone) => {
  await allowed()
  await publish([job(0)])
  pages[job(0)] = { robots, body }
  const answer = await publish([job(0)], { type: 'URL_DELETED' }).catch((error: Error) => error.message)
  if (is_gone) expect(answer).toMatchObject({ results: [{ state: 'published' }] })
  else expect(answer).toContain('still there')
})

test('an account that Google refuses stops no page of others, and a refused call is not counted', async () => {
  await allowed()
  s.op.fail({ status: 401 }, 2, /publish/)
  expect((await publish([job(0)])).results).toMatchObject([{ state: 'refused', why: expect.stringContaining('401') }])
  expect(await publish([job(1)])).toMatchObject({ results: [{ state: 'published' }], used: 1 })
  s.op.fail({ status: 503 }, 1, /publish/)
  expect(await publish([job(2)])).toMatchObject({ results: [{ state: 'queued' }], used: 1 })
})

test('a page that fails again and again goes behind others of its workspace', async () => {
  await allowed()
  s.op.fail({ status: 503 }, 1, /publish/)
  expect(statesOf(await publish([job(0)]))).toEqual(['queued'])
  await publish([job(1)])
  s.w.clock.turn(15 * MINUTE)
  await s.w.run(publishJobPostingsTask)
  expect(s.op.published.map(({ url }) => url)).toEqual([job(1), job(0)])
})

test('a lost answer that two runs ask for at once is published once', async () => {
  await allowed()
  s.op.fail('cut', 1, /publish/)
  await publish([job(0)])
  s.op.published.length = 0
  s.w.clock.turn(5 * MINUTE)
  const { signal } = new AbortController()
  await Promise.all([publishPostings(s.w.app, signal), publishPostings(s.w.app, signal)])
  expect(s.op.published).toHaveLength(1)
})

test('pages of an archived client wait until it is restored', async () => {
  await allowed()
  s.op.fail({ status: 503 }, 1, /publish/)
  expect(statesOf(await publish([job(0)]))).toEqual(['queued'])
  const asked = calls()
  await s.w.call('ada', 'update_tenant', { id: 'ten_bakery', archived: true })
  s.w.clock.turn(HOUR)
  await s.w.run(publishJobPostingsTask)
  expect(calls()).toBe(asked)
  await s.w.call('ada', 'update_tenant', { id: 'ten_bakery', archived: false })
  await s.w.run(publishJobPostingsTask)
  expect(s.op.published.map(({ url }) => url)).toEqual([job(0)])
})
