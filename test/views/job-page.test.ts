import { afterAll, beforeAll, expect, test } from 'bun:test'
import { pushing, urls } from '../pushing.ts'
import { CAST } from '../world.ts'
import { browserOf } from './browser.ts'

let office: Awaited<ReturnType<typeof pushing>>
let job = ''
beforeAll(async () => {
  office = await pushing(300, 300)
  const order = { urls: urls(220, 'blog/2026/november/page'), preflight: false, pre_check: true }
  const { id } = await office.call<{ id: string }>('ada', 'submit_index_job', order)
  for (const day of [0, 1, 3, 7]) await office.day(day)
  job = `/app/w/${CAST.ada.tenant_id}/jobs/${id}`
})
afterAll(() => office.close())

const elements = (html: string): number => [...html.matchAll(/<[a-z]/g)].length
const uidsIn = (html: string) => [...html.matchAll(/name="url_ids" value="(\d+)"/g)].map(([, uid]) => uid!)

test('a job of two hundred rows stays a page of fewer than 4,000 elements', async () => {
  const { html } = await browserOf(office).visit('ada', `${job}?page_size=200`)
  expect(uidsIn(html)).toHaveLength(200)
  expect(elements(html)).toBeLessThan(4000)
})

test('links that are ticked are removed after a question, and those that are not stay', async () => {
  const { visit, send } = browserOf(office)
  const [one, two, three] = uidsIn((await visit('ada', job)).html) as [string, string, string]
  const asked = await send('ada', `${job}/links/remove`, new URLSearchParams([one, two].map((uid) => ['url_ids', uid])))
  expect(asked.text).toContain('Remove 2 links?')
  expect(uidsIn(asked.html)).toEqual([one, two])
  await send('ada', `${job}/links/delete`, new URLSearchParams([one, two].map((uid) => ['url_ids', uid])))
  const left = uidsIn((await visit('ada', job)).html)
  expect([left.includes(one), left.includes(two), left.includes(three)]).toEqual([false, false, true])
})

test('nothing ticked is nothing done: no look is paid and no link goes', async () => {
  const { send } = browserOf(office)
  const before = office.credits()
  for (const act of ['check', 'links/remove', 'links/delete']) {
    const { status, location } = await send('ada', `${job}/${act}`)
    expect([act, status, location]).toEqual([act, 303, job])
  }
  expect(office.credits()).toEqual(before)
})

test('a viewer gets no boxes, and whoever asks for the question of others is refused', async () => {
  const { visit, send } = browserOf(office)
  const [uid] = uidsIn((await visit('ada', job)).html) as [string]
  const asked = await send('vera', `${job.replace(CAST.ada.tenant_id, CAST.vera.tenant_id)}/links/remove`, {
    url_ids: uid,
  })
  expect(asked.status).toBe(403)
})
