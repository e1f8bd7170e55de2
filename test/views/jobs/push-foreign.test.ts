/** New push without JavaScript, with links on a host of another client: named before the click, and asked about once more. */
import { afterAll, beforeAll, expect, test } from 'bun:test'
import { pushing } from '../../pushing.ts'
import { CAST } from '../../world.ts'
import { browserOf } from '../browser.ts'

let office: Awaited<ReturnType<typeof pushing>>
let browser: ReturnType<typeof browserOf>
const kestrel = CAST.vera.tenant_id
let orchard: string
beforeAll(async () => {
  office = await pushing(1000)
  const made = { name: 'Orchard Outdoor', kind: 'client', parent_id: 'ten_northwind' }
  ;({ id: orchard } = await office.call<{ id: string }>('ada', 'create_sub_tenant', made))
  for (const tenant_id of [kestrel, orchard]) await office.call('ada', 'allocate_credits', { tenant_id, amount: 300 })
  await office.call('ada', 'add_indexnow_site', { tenant_id: orchard, host: 'orchard.example' })
  browser = browserOf(office)
})
afterAll(() => office.close())

const pages = (host: string, n: number) => Array.from({ length: n }, (_, i) => `https://${host}/${i}`)
type Form = Record<string, string>
const send = async (form: Form) => {
  // No page of an example answers.
  const all = { anyway_flag: 'unreachable', ...form }
  const answer = await browser.send('ada', `/app/w/${CAST.ada.tenant_id}/push`, all)
  const hidden = (name: string) => new RegExp(`name="${name}" value="([^"]*)"`).exec(answer.html)?.[1]
  const [quoted, foreign] = [hidden('quoted'), hidden('foreign')]
  return { ...answer, sent: { ...form, ...(quoted ? { quoted } : {}), ...(foreign ? { foreign } : {}) } }
}
const jobs = () => office.db.read((tx) => tx.rows<object>('select tenant_id, link_count from jobs order by id'))
const review = (urls: string[], more: Form = {}) => send({ urls: urls.join('\n'), step: 'review', ...more })

test('the links are named, the first act is to push for their client, and it pays', async () => {
  const shown = await review(pages('orchard.example', 40), { client: 'Bakery' })
  expect(shown.text).toContain('40 links are on a host of Orchard Outdoor.')
  expect(shown.html).toMatch(/class="btn wide primary"[^>]*value="for:/)
  const turned = await send({ ...shown.sent, step: `for:${orchard}` })
  expect(turned.text).toMatch(/Orchard Outdoor\s+has after\s+260/)
  expect(turned.text).not.toContain('are on a host of')
  expect(jobs()).toEqual([])
  expect((await send({ ...turned.sent, client: 'Orchard Outdoor', step: 'push' })).status).toBe(303)
  expect(jobs()).toEqual([{ tenant_id: orchard, link_count: 40 }])
})

test('a push for another client takes a second click, and the order says that it was meant', async () => {
  const shown = await review(pages('orchard.example', 7), { client: 'Bakery' })
  const asked = await send({ ...shown.sent, step: 'push' })
  expect([asked.status, asked.text]).toEqual([200, expect.stringContaining('Nothing was pushed yet.')])
  expect(asked.text).toContain('Yes, push 7 links for Bakery')
  expect(jobs()).toHaveLength(1)
  expect((await send({ ...asked.sent, step: 'push' })).status).toBe(303)
  expect(jobs().at(-1)).toEqual({ tenant_id: kestrel, link_count: 7 })
  const [line] = office.db.read((tx) =>
    tx.rows<{ after: string }>("select after from audit where action = 'submit_index_job' order by id desc limit 1"),
  )
  expect(JSON.parse(line!.after)).toMatchObject({ confirm_foreign_hosts: true })
})

test('the question stays while pages are screened, and ends with another list', async () => {
  const form = { client: 'Bakery', page: 'page_1' }
  const asked = await send({ ...(await review(pages('orchard.example', 4), form)).sent, step: 'push' })
  expect(asked.text).toContain('Yes, push 4 links for Bakery')
  const live = `/app/w/${CAST.ada.tenant_id}/push/preflight`
  expect((await browser.visit('ada', `${live}/page_1`)).html).toContain('Yes, push 4 links for Bakery')
  const typed = { ...form, anyway_flag: 'unreachable', urls: pages('orchard.example', 5).join('\n') }
  const { html } = await browser.send('ada', live, typed)
  expect(html).toContain('Push 5 links for Bakery')
  expect(html).not.toContain('Yes, push')
})

test('a consent to some links is no consent to more of them', async () => {
  const asked = await send({ ...(await review(pages('orchard.example', 3), { client: 'Bakery' })).sent, step: 'push' })
  const more = await review(pages('orchard.example', 9), { client: 'Bakery', foreign: asked.sent.foreign! })
  expect((await send({ ...more.sent, foreign: asked.sent.foreign!, step: 'push' })).text).toContain('Yes, push 9 links')
})

test('one odd link among many is listed and can be left out; the client of the others pays', async () => {
  const urls = [...pages('bakery.example', 12), 'https://orchard.example/odd']
  const shown = await review(urls)
  expect(shown.text).toMatch(/1 link is on a host of Orchard Outdoor\..*Bakery would pay/s)
  expect(shown.text).toMatch(/Bakery\s+has after/)
  const left = await send({ ...shown.sent, step: 'leave-foreign' })
  expect(left.text).toContain('1 link was removed from the list.')
  expect(left.html).not.toContain('orchard.example/odd')
  expect(left.text).not.toContain('of Orchard Outdoor')
})
