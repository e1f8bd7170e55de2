/** “Stop pushing” for links that are ticked: what is asked before is what happens after. */
import { afterEach, beforeEach, expect, test } from 'bun:test'
import { expectBooksToBalance } from '../../../books.ts'
import { pushing, urls } from '../../../pushing.ts'
import { browserOf, wordIn } from '../../../views/browser.ts'
import { CAST } from '../../../world.ts'

const BASE = `/app/w/${CAST.ada.tenant_id}`
let office: Awaited<ReturnType<typeof pushing>>
let browser: ReturnType<typeof browserOf>

beforeEach(async () => {
  office = await pushing(100, 100)
  browser = browserOf(office)
})
afterEach(() => {
  expectBooksToBalance(office.db)
  office.close()
})

const push = async (name: string, more: object = {}) =>
  (
    await office.call<{ id: string }>('ada', 'submit_index_job', {
      name,
      urls: urls(6, name),
      preflight: false,
      drip_days: 3,
      ...more,
    })
  ).id
const links = (id: string) =>
  office.db.read((tx) =>
    tx.rows<{ id: number; state: string }>('select id, state from links where job_id = ? order by id', id),
  )
const ticked = (name: string, ids: readonly (number | string)[]) =>
  new URLSearchParams(ids.map((id) => [name, String(id)]))
/** The hidden fields of the question's form. */
const fieldsOf = (html: string, name: string): string[] =>
  [...html.matchAll(new RegExp(`type="hidden" name="${name}" value="([^"]*)"`, 'g'))].map(([, value]) => value!)
const wordOf = (headers: Headers): string => wordIn(office, headers)

test('on the page of a job, those that wait are not sent and those that left are told', async () => {
  const id = await push('drip')
  await office.work()
  const job = `${BASE}/jobs/${id}`
  expect((await browser.visit('ada', job)).main).toContain(`formaction="${job}/links/stop"`)
  const [sent, , first, second] = links(id)
  const asked = await browser.send('ada', `${job}/links/stop`, ticked('url_ids', [sent!.id, first!.id, second!.id]))
  expect(asked.text).toContain('2 links will not be sent, and 2 index credits are refunded.')
  expect(asked.text).toContain('1 link of your choice has left already and stays as it is, under the guarantee.')
  expect(links(id).map(({ state }) => state)).not.toContain('cancelled')
  const before = office.credits().index
  const { location, headers } = await browser.send(
    'ada',
    `${job}/links/call-off`,
    ticked('url_ids', fieldsOf(asked.html, 'url_ids')),
  )
  expect([location, wordOf(headers)]).toEqual([
    job,
    expect.stringContaining('2 links are not sent, and their credits are refunded.'),
  ])
  expect(office.credits().index).toEqual({ available: before.available + 2, reserved: before.reserved - 2 })
  expect(links(id).map(({ state }) => state)).toEqual([
    'sent',
    'sent',
    'cancelled',
    'cancelled',
    'scheduled',
    'scheduled',
  ])
})

test('over all jobs, each push loses what was ticked of it, looks before the push included', async () => {
  const [one, two] = [await push('one'), await push('two', { pre_check: true })]
  const page = await browser.visit('ada', `${BASE}/links`)
  expect(page.main).toContain(`formaction="${BASE}/links/stop"`)
  const uids = [...links(one).slice(4), ...links(two).slice(3)].map((link) => link.id)
  const asked = await browser.send('ada', `${BASE}/links/stop`, ticked('uids', uids))
  expect(asked.text).toContain(
    '5 links of 2 pushes will not be sent, and 5 index credits and 3 check credits are refunded.',
  )
  await browser.send('ada', `${BASE}/links/call-off`, ticked('uids', fieldsOf(asked.html, 'uids')))
  expect(office.credits()).toEqual({ index: { available: 93, reserved: 7 }, check: { available: 97, reserved: 3 } })
  await office.work()
  expect(links(two).map(({ state }) => state)).toEqual([
    'sent',
    'scheduled',
    'scheduled',
    ...Array(3).fill('cancelled'),
  ])
})

test('what left between the question and the click stays, and that is said', async () => {
  const id = await push('drip')
  const job = `${BASE}/jobs/${id}`
  const ids = links(id).map((link) => link.id)
  const asked = await browser.send('ada', `${job}/links/stop`, ticked('url_ids', ids.slice(0, 3)))
  expect(asked.text).toContain('3 links will not be sent')
  await office.work()
  const [promised] = fieldsOf(asked.html, 'promised')
  const form = ticked('url_ids', ids.slice(0, 3))
  form.append('promised', promised!)
  const late = await browser.send('ada', `${job}/links/call-off`, form)
  expect(wordOf(late.headers)).toContain('1 link is not sent, and its credit is refunded. 2 links had left')
  const more = ticked('url_ids', ids)
  more.append('promised', '2')
  const refused = await browser.send('ada', `${job}/links/call-off`, more)
  expect(wordOf(refused.headers)).toContain('More links wait now than the question named')
  const none = await browser.send('ada', `${job}/links/call-off`, ticked('url_ids', ids.slice(0, 2)))
  expect(wordOf(none.headers)).toContain('None of these links waits to be sent')
})

test('it is offered only where something can be stopped, and only to whoever may', async () => {
  const id = await push('all', { drip_days: 0 })
  await office.work()
  for (const path of [`/jobs/${id}`, '/links'])
    expect((await browser.visit('ada', `${BASE}${path}`)).text).not.toContain('Stop pushing')
  await office.call('ada', 'allocate_credits', { tenant_id: CAST.vera.tenant_id, amount: 20 })
  const client = await push('client', { tenant_id: CAST.vera.tenant_id })
  const there = `/app/w/${CAST.vera.tenant_id}`
  const uid = links(client)[5]!.id
  expect((await browser.visit('vera', `${there}/links`)).text).not.toContain('Stop pushing')
  for (const act of ['stop', 'call-off']) {
    expect((await browser.send('vera', `${there}/links/${act}`, ticked('uids', [uid]))).status).toBe(403)
    expect((await browser.send('vera', `${there}/jobs/${client}/links/${act}`, ticked('url_ids', [uid]))).status).toBe(
      403,
    )
    await browser.send('rita', `/app/w/${CAST.rita.tenant_id}/links/${act}`, ticked('uids', [uid]))
  }
  expect(links(client)[5]!.state).toBe('queued')
})
