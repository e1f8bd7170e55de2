/** The list of jobs: found by client, by what asks for somebody, in every order; and what a row offers. */
import { afterAll, beforeAll, expect, test } from 'bun:test'
import { grant } from '../../../src/domains/credits/index.ts'
import { refreshOutcome } from '../../../src/domains/jobs/index.ts'
import { pushing, urls } from '../../pushing.ts'
import { CAST } from '../../world.ts'
import { browserOf, type Seen } from '../browser.ts'

let office: Awaited<ReturnType<typeof pushing>>
const ids = new Map<string, string>()
const BASE = `/app/w/${CAST.ada.tenant_id}`

beforeAll(async () => {
  office = await pushing(300, 300)
  office.db.write((tx) => {
    grant(tx, { tenant_id: 'ten_bakery', kind: 'index', amount: 100, reason: 'adjustment', actor: 'test' })
    return null
  })
  const order = async (name: string, operation: string, input: object) =>
    ids.set(name, (await office.call<{ id: string }>('ada', operation, { name, ...input })).id)
  await order('Bread', 'submit_index_job', { urls: urls(20, 'bread'), preflight: false, tenant_id: 'ten_bakery' })
  await order('Cakes', 'submit_index_job', { urls: urls(30, 'cake'), preflight: false })
  await order('Looks', 'check_index', { urls: urls(25, 'look') })
  for (const day of [0, 1, 3, 7, 8]) await office.day(day)
  await order('Rolls', 'submit_index_job', { urls: urls(5, 'roll'), preflight: false })
  await office.work()
  office.db.write((tx) => {
    const failed =
      "update links set state = 'failed' where id = (select min(id) from links where job_id = ? and state = 'not_indexed')"
    tx.run(failed, ids.get('Cakes')!)
    refreshOutcome(tx, ids.get('Cakes')!)
    return null
  })
})
afterAll(() => office.close())

const list = (query = '') => browserOf(office).visit('ada', `${BASE}/jobs${query}`)
const namesIn = ({ main }: Seen) => [...main.matchAll(/<a class="name"[^>]*>([^<]+)</g)].map(([, name]) => name!)
const rowOf = ({ main }: Seen, name: string) => main.split('<tr>').find((row) => row.includes(`>${name}<`))!

test('what needs attention is found, whichever state it is in', async () => {
  const found = await list('?status=attention')
  expect(namesIn(found)).toEqual(['Cakes'])
  expect(found.text).toContain('1–1 of 1')
  expect(rowOf(found, 'Cakes')).toContain('Needs attention')
})

test('a client is chosen by name, and the list is put in the order of clients and of rates', async () => {
  expect(namesIn(await list('?tenant_id=ten_bakery'))).toEqual(['Bread'])
  expect((await list()).main).toContain('<option value="ten_bakery">Bakery</option>')
  expect(namesIn(await list('?sort=tenant_name'))[0]).toBe('Bread')
  expect(namesIn(await list('?sort=tenant_name&dir=desc')).at(-1)).toBe('Bread')
  const seen = await list('?sort=indexed_rate')
  const rates = namesIn(seen).map((name) =>
    Number(/<td class="num"[^>]*><span[^>]*>(\d+)%/.exec(rowOf(seen, name))?.[1] ?? 0),
  )
  expect(rates).toEqual(rates.toSorted((a, b) => b - a))
  expect(rates.length).toBe(4)
})

test("a client's name leads to the client; the own one leads nowhere else", async () => {
  const seen = await list()
  expect(rowOf(seen, 'Bread')).toContain('<a href="/app/w/ten_bakery"><bdi class="nm" title="Bakery">Bakery</bdi></a>')
  expect(rowOf(seen, 'Cakes')).not.toContain(`<a href="${BASE}">`)
})

test('a row opens, exports, shares, sends again and deletes: each where it can be done', async () => {
  const seen = await list()
  const acts = (name: string) => rowOf(seen, name)
  for (const name of ['Bread', 'Rolls']) expect(acts(name)).toContain(`/jobs/${ids.get(name)}/csv"`)
  for (const act of ['send-unindexed', 'delete']) {
    expect(acts('Bread')).toContain(`/jobs/${ids.get('Bread')}/${act}"`)
    expect(acts('Rolls')).not.toContain(`/${act}"`)
  }
  const share = `${BASE}/jobs/${ids.get('Bread')}/share`
  expect(acts('Bread')).toContain(`action="${share}"`)
  expect((await browserOf(office).send('ada', share)).status).toBe(303)
  const vera = await browserOf(office).visit('vera', `/app/w/${CAST.vera.tenant_id}/jobs`)
  expect(vera.main).not.toMatch(/<form method="post"|\/delete"|name="tenant_id"/)
})

test('what is offered to be sent again is what is sent, and a retry names its price', async () => {
  const browser = browserOf(office)
  const cakes = `${BASE}/jobs/${ids.get('Cakes')}`
  const { states } = (
    await office.call<{ outcome: { states: Record<string, number> } }>('ada', 'get_job_status', {
      id: ids.get('Cakes'),
    })
  ).outcome
  expect([states.failed, states.not_indexed! > 1]).toEqual([1, true])
  expect((await browser.visit('ada', cakes)).text).toContain('Retry 1 not sent, 1 credit')
  expect((await browser.visit('ada', `${cakes}/send-unindexed`)).text).toContain(`Push ${states.not_indexed} links`)
  const { location } = await browser.send('ada', `${cakes}/send-unindexed`)
  const id = location!.split('/').at(-1)
  const made = await office.call<{ link_count: number }>('ada', 'get_job_status', { id })
  expect(made.link_count).toBe(states.not_indexed!)
  await browser.send('ada', `${location}/undo`)
  await office.call('ada', 'delete_job', { id })
  office.db.write((tx) => tx.run("update jobs set status = 'cancelled' where id = ?", ids.get('Cakes')!))
  expect((await browser.visit('ada', cakes)).text).not.toContain('Retry')
  office.db.write((tx) => {
    tx.run("update jobs set status = 'done' where id = ?", ids.get('Cakes')!)
    tx.run("update links set state = 'failed' where job_id = ? and state = 'not_indexed'", ids.get('Cakes')!)
    refreshOutcome(tx, ids.get('Cakes')!)
    return null
  })
  expect(rowOf(await list(), 'Cakes')).not.toContain('/send-unindexed')
  expect((await browser.visit('ada', cakes)).main).not.toContain('/send-unindexed')
})

test('jobs are marked as simulated only among others that are not', async () => {
  const all = await list()
  expect(all.text).toContain('Simulated.')
  expect(all.main).not.toContain(' simulated</span>')
  office.db.write((tx) => tx.run('update jobs set simulated = 0 where id = ?', ids.get('Rolls')!))
  const mixed = await list()
  expect(mixed.text).not.toContain('Simulated.')
  expect(rowOf(mixed, 'Bread')).toContain(' simulated</span>')
  expect(rowOf(mixed, 'Rolls')).not.toContain(' simulated</span>')
})
