/** Jobs that are ticked in the list: asked once with the numbers, done one by one, and what is refused says why. */
import { afterEach, beforeEach, expect, test } from 'bun:test'
import { release } from '../../../src/domains/credits/index.ts'
import { refreshOutcome } from '../../../src/domains/jobs/index.ts'
import { sendLinksTask } from '../../../src/tasks/pushes/send-links.ts'
import { expectBooksToBalance } from '../../books.ts'
import { pushing, urls } from '../../pushing.ts'
import { CAST } from '../../world.ts'
import { browserOf, wordIn } from '../browser.ts'

const JOBS = `/app/w/${CAST.ada.tenant_id}/jobs`
let office: Awaited<ReturnType<typeof pushing>>
let browser: ReturnType<typeof browserOf>
beforeEach(async () => {
  office = await pushing(500, 500)
  browser = browserOf(office)
})
afterEach(() => {
  expectBooksToBalance(office.db)
  office.close()
})

const push = async (name: string, more: object = {}): Promise<string> =>
  (
    await office.call<{ id: string }>('ada', 'submit_index_job', {
      urls: urls(3, name.replace(/\W+/g, '-')),
      name,
      preflight: false,
      ...more,
    })
  ).id
const statusOf = async (id: string) => (await office.call<{ status: string }>('ada', 'get_job_status', { id })).status
const ticked = (...ids: string[]) => new URLSearchParams(ids.map((id) => ['id', id]))
const plain = (text: string) => text.replace(/\s+/g, ' ')
const wordOf = (headers: Headers): string => wordIn(office, headers)
/** What a form of the page posts. */
const fieldsOf = (html: string) =>
  new URLSearchParams(
    [...html.matchAll(/type="hidden" name="(\w+)" value="([^"]*)"/g)].map(([, name, value]) => [name!, value!]),
  )

test('one question names jobs, links and credits, leaves alone what it is not for, and one click cancels the others', async () => {
  const before = office.credits().index.available
  const done = await push('Over')
  await office.call('ada', 'cancel_job', { id: done })
  const open = [await push('One'), await push('Two')]
  const { main } = await browser.visit('ada', JOBS)
  expect(main.match(/form="picked" name="id"/g)?.length).toBe(3)
  const asked = await browser.send('ada', `${JOBS}/picked/cancel/ask`, ticked(...open, done, open[0]!))
  expect(plain(asked.text)).toContain('Cancel 2 pushes?')
  expect(plain(asked.text)).toContain('They have 6 links and 6 credits reserved.')
  expect(plain(asked.text)).toContain('1 push of those selected is left alone')
  expect(await statusOf(open[0]!)).toBe('queued')
  const { status, location, headers } = await browser.send('ada', `${JOBS}/picked/cancel`, fieldsOf(asked.main))
  expect([status, location, wordOf(headers)]).toEqual([303, JOBS, expect.stringContaining('2 pushes cancelled.')])
  expect([await statusOf(open[0]!), await statusOf(open[1]!)]).toEqual(['cancelled', 'cancelled'])
  expect(office.credits().index.available).toBe(before)
})

test('more than one request takes go on by themselves, or by a button; the numbers are those of all', async () => {
  const ids: string[] = []
  for (let n = 0; n < 25; n++) ids.push(await push(`Job ${n}`))
  const first = await browser.send('ada', `${JOBS}/picked/cancel`, ticked(...ids))
  expect(plain(first.text)).toContain('20 of 25 pushes done.')
  expect(first.main).toMatch(/hx-trigger="load, submit"/)
  expect(first.main).toContain('Continue')
  const last = await browser.send('ada', `${JOBS}/picked/cancel`, fieldsOf(first.main))
  expect([last.status, wordOf(last.headers)]).toEqual([303, expect.stringContaining('25 pushes cancelled.')])
  const { items } = await office.call<{ items: { status: string }[] }>('ada', 'list_jobs', { page_size: 50 })
  expect(items.filter(({ status }) => status === 'cancelled').length).toBe(25)
})

test('what is refused stays as it is and is told by name with the reason, beside what was done', async () => {
  const [over, open] = [await push('Over <b>'), await push('Still open')]
  await office.call('ada', 'cancel_job', { id: over })
  const seen = await browser.send('ada', `${JOBS}/picked/delete`, ticked(over, open))
  expect(seen.status).toBe(200)
  expect(plain(seen.text)).toContain('1 push deleted.')
  expect(plain(seen.text)).toMatch(/1 push was refused.*Still open: The job is still queued\./)
  expect(seen.main).not.toMatch(/POST \/|<b>Over/)
  expect(await statusOf(open)).toBe('queued')
})

test('nothing ticked, too many, nobody’s and nothing to do change nothing; a member deletes none, a viewer does nothing', async () => {
  const id = await push('Mine')
  const word = async (ids: string[], act = 'cancel') =>
    wordOf((await browser.send('ada', `${JOBS}/picked/${act}/ask`, ticked(...ids))).headers)
  expect(await word([])).toContain('Tick the pushes first.')
  expect(await word(Array.from({ length: 201 }, (_, n) => `job_${n}`))).toContain('At most 200 pushes at once.')
  expect(await word(['job_unknown'])).toContain('Nothing was changed.')
  expect(await word([id], 'retry')).toContain('Nothing was changed.')
  expect((await browser.send('ada', `${JOBS}/picked/explode/ask`, ticked(id))).status).toBe(404)
  expect((await browser.visit('ben', JOBS)).main).not.toContain('picked/delete')
  expect((await browser.send('ben', `${JOBS}/picked/delete`, ticked(id))).status).toBe(403)
  const bakery = `/app/w/${CAST.vera.tenant_id}/jobs`
  expect((await browser.visit('vera', bakery)).main).not.toContain('form="picked"')
  expect((await browser.send('vera', `${bakery}/picked/cancel`, ticked(id))).status).toBe(403)
  const foreign = `/app/w/${CAST.rita.tenant_id}/jobs/picked/cancel`
  await browser.send('rita', foreign, ticked(id))
  expect(await statusOf(id)).toBe('queued')
})

test('what is sent again waits for second thoughts, and can be taken back from the page of its job', async () => {
  const id = await push('Refused')
  await office.work()
  office.db.write((tx) => {
    tx.run("update links set state = 'failed', credit = 'released', settled_at = sent_at where job_id = ?", id)
    release(tx, { kind: 'index', amount: 3, reason: 'release', job_id: id })
    refreshOutcome(tx, id)
    return null
  })
  await browser.send('ada', `${JOBS}/picked/retry`, ticked(id))
  await office.run(sendLinksTask)
  expect((await browser.visit('ada', `${JOBS}/${id}`)).text).toContain('Until then you can take it all back.')
  await browser.send('ada', `${JOBS}/${id}/undo`, new URLSearchParams())
  const states = office.db.read((tx) => tx.rows('select distinct state from links where job_id = ?', id))
  expect(states).toEqual([{ state: 'failed' }])
})

test('asked how a program does the same, it tells the call of each', async () => {
  const ids = [await push('One'), await push('Two')]
  const { html } = await browser.send('ada', `${JOBS}/picked/cancel?same-as=api`, ticked(...ids))
  expect(html.match(/aria-label="cancel_job"/g)?.length).toBe(2)
  for (const id of ids) expect(html).toContain(id)
  expect(await statusOf(ids[0]!)).toBe('queued')
})
