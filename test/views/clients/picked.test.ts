/** Clients that are ticked in the list: each act is asked once and done in one call. */
import { afterEach, beforeEach, expect, test } from 'bun:test'
import { balances } from '../../../src/domains/credits/index.ts'
import { expectBooksToBalance } from '../../books.ts'
import { pushing } from '../../pushing.ts'
import { CAST } from '../../world.ts'
import { browserOf, wordIn } from '../browser.ts'

const CLIENTS = `/app/w/${CAST.ada.tenant_id}/clients`
let office: Awaited<ReturnType<typeof pushing>>
let browser: ReturnType<typeof browserOf>
let ids: string[]
beforeEach(async () => {
  office = await pushing(1_000, 1_000)
  browser = browserOf(office)
  ids = []
  for (const name of ['Flower shop', 'Market'])
    ids.push((await office.call<{ id: string }>('ada', 'create_sub_tenant', { name })).id)
})
afterEach(() => {
  expectBooksToBalance(office.db)
  office.close()
})

const ticked = (...more: [string, string][]) =>
  new URLSearchParams([...ids.map((id) => ['id', id] as [string, string]), ...more])
const plain = (text: string) => text.replace(/\s+/g, ' ')
const wordOf = (headers: Headers): string => wordIn(office, headers)
/** Fields that a form of the page posts. */
const fieldsOf = (html: string, ...more: [string, string][]) =>
  new URLSearchParams([
    ...[...html.matchAll(/<input[^>]* name="([\w-]+)"[^>]* value="([^"]*)"/g)].map(([, name, value]) => [
      name!,
      value!,
    ]),
    ...more,
  ])
const available = (id: string) => office.db.read((tx) => balances(tx, id).index.available)
const tagsOf = async (id: string) => (await office.call<{ tags: string[] }>('ada', 'get_tenant', { id })).tags

test('a transfer shows its bill before the click, moves an amount for each, and a repeated form moves nothing more', async () => {
  const own = available(CAST.ada.tenant_id)
  const { main } = await browser.visit('ada', CLIENTS)
  expect(main.match(/form="picked" name="id"/g)?.length).toBe(3)
  const asked = await browser.send('ada', `${CLIENTS}/picked/transfer/ask`, ticked())
  expect(plain(asked.text)).toContain('Transfer credits to 2 clients')
  expect(plain(asked.text)).toContain('Transfer 200 credits')
  const other = await browser.send('ada', `${CLIENTS}/picked/transfer/ask`, ticked(['each', '30'], ['fill', 'each']))
  expect(plain(other.text)).toContain('Transfer 60 credits')

  const fields = fieldsOf(asked.main)
  fields.set(`amount-${ids[1]}`, '25')
  const billed = await browser.send('ada', `${CLIENTS}/picked/transfer/ask`, fields)
  expect(plain(billed.text)).toContain('Transfer 125 credits')
  for (let n = 0; n < 2; n++) {
    const { status, location, headers } = await browser.send('ada', `${CLIENTS}/picked/transfer`, fields)
    expect([status, location, wordOf(headers)]).toEqual([
      303,
      CLIENTS,
      expect.stringContaining('125 credits transferred to 2 clients.'),
    ])
  }
  expect([available(ids[0]!), available(ids[1]!), available(CAST.ada.tenant_id)]).toEqual([100, 25, own - 125])
})

test('more than there is: the bill says so, the button is off, and a form that is sent anyway moves nothing', async () => {
  const own = available(CAST.ada.tenant_id)
  const much = ticked(['each', '9999'], ['fill', 'each'])
  const { main, text } = await browser.send('ada', `${CLIENTS}/picked/transfer/ask`, much)
  expect(plain(text)).toContain('19,998 credits in all')
  expect(main).toMatch(/<button[^>]*disabled/)
  const sent = await browser.send('ada', `${CLIENTS}/picked/transfer`, fieldsOf(main))
  expect(sent.status).toBe(402)
  expect(available(CAST.ada.tenant_id)).toBe(own)
})

test('tags are added to all that are ticked, shown in the list, and filter it', async () => {
  const { status } = await browser.send('ada', `${CLIENTS}/picked/tags`, ticked(['new_tags', 'Retainer, Q4']))
  expect(status).toBe(303)
  expect(await Promise.all(ids.map(tagsOf))).toEqual([
    ['Q4', 'Retainer'],
    ['Q4', 'Retainer'],
  ])
  const { main } = await browser.visit('ada', `${CLIENTS}?tag=Q4`)
  expect(main.match(/class="tag"/g)?.length).toBe(4)
  expect(main).not.toContain('>Bakery<')
  const asked = await browser.send('ada', `${CLIENTS}/picked/tags/ask`, ticked())
  expect(asked.main).toContain('name="remove_tags"')
  await browser.send('ada', `${CLIENTS}/picked/tags`, ticked(['remove_tags', 'Q4'], ['new_tags', '']))
  expect(await Promise.all(ids.map(tagsOf))).toEqual([['Retainer'], ['Retainer']])
  const file = await browser.visit('ada', `${CLIENTS}/csv?tag=Retainer`)
  expect(file.html.trim().split('\n')).toHaveLength(3)
  expect(file.html).toContain('Retainer')
})

test('a tag that another client has is ticked, and one that is too long is named', async () => {
  await office.call('ada', 'update_tenant', { id: ids[0], tags: ['Retainer'] })
  const asked = await browser.send('ada', `${CLIENTS}/picked/tags/ask`, ticked())
  expect(asked.main).toMatch(/<input type="checkbox" name="add_tags"[^>]*value="Retainer"/)
  const long = 'Spring campaign of all shops in the south'
  const refused = await browser.send('ada', `${CLIENTS}/picked/tags`, ticked(['new_tags', `Q4, ${long}`]))
  expect([refused.status, plain(refused.text)]).toEqual([
    422,
    expect.stringContaining('“Spring campaign of all s…” must'),
  ])
  await browser.send('ada', `${CLIENTS}/picked/tags`, ticked(['add_tags', 'Retainer'], ['new_tags', 'Q4']))
  expect(await Promise.all(ids.map(tagsOf))).toEqual([
    ['Q4', 'Retainer'],
    ['Q4', 'Retainer'],
  ])
})

test('one question says what stops, and archives all; restored in the same way', async () => {
  const asked = await browser.send('ada', `${CLIENTS}/picked/archive/ask`, ticked())
  expect(plain(asked.text)).toContain('Archive 2 clients?')
  expect(plain(asked.text)).toContain('standing pushes, deploy hooks and scheduled reports pause')
  const { headers } = await browser.send('ada', `${CLIENTS}/picked/archive`, fieldsOf(asked.main))
  expect(wordOf(headers)).toContain('2 clients archived.')
  expect((await browser.visit('ada', CLIENTS)).main).not.toContain('Flower shop')
  const shown = await browser.visit('ada', `${CLIENTS}?include_archived=true`)
  expect(shown.main).toContain('picked/restore/ask')
  await browser.send('ada', `${CLIENTS}/picked/restore`, ticked())
  expect((await browser.visit('ada', CLIENTS)).main).toContain('Flower shop')
})

test('a client that is refused is named on a page of its own, and nothing ticked is said as such', async () => {
  const many = Array.from({ length: 10 }, (_, n) => `tag ${n}`)
  await office.call('ada', 'update_tenant', { id: ids[0], tags: many })
  const { text } = await browser.send('ada', `${CLIENTS}/picked/tags`, ticked(['new_tags', 'One more']))
  expect(plain(text)).toContain('Tags of 1 client changed.')
  expect(plain(text)).toContain('Flower shop')
  expect(await tagsOf(ids[1]!)).toEqual(['One more'])
  const none = await browser.send('ada', `${CLIENTS}/picked/archive/ask`, new URLSearchParams())
  expect([none.status, wordOf(none.headers)]).toEqual([303, expect.stringContaining('Tick the clients first.')])
})

test('reports of a month are shared once for all, and a client that is refused does not hold up the others', async () => {
  type Shared = { shared: { tenant_id: string; url: string; is_new: boolean }[]; refused: { id: string }[] }
  const month = office.app.clock.now().slice(0, 7)
  const share = () => office.call<Shared>('ada', 'share_month_reports', { ids, month })
  await office.call('ada', 'update_tenant', { id: ids[1], archived: true })
  const first = await share()
  expect(first.refused.map(({ id }) => id)).toEqual([ids[1]!])
  expect(first.shared.map(({ tenant_id, is_new }) => [tenant_id, is_new])).toEqual([[ids[0]!, true]])
  await office.call('ada', 'update_tenant', { id: ids[1], archived: false })
  const again = await share()
  expect(again.shared.map(({ is_new }) => is_new)).toEqual([false, true])
  expect(again.shared[0]!.url).toBe(first.shared[0]!.url)
})

test('a member ticks no client: no act is theirs', async () => {
  const { main } = await browser.visit('ben', CLIENTS)
  expect(main).not.toContain('form="picked"')
  expect((await browser.send('ben', `${CLIENTS}/picked/archive`, ticked())).status).toBe(403)
})
