/** `list_links`, `get_link` and `export_links_csv`: links across jobs, in the caller's reach only. */
import { afterAll, beforeAll, expect, test } from 'bun:test'
import type { AnswerOf, CsvAnswer } from '../../../src/kernel/operation/operation.ts'
import type { getLink, listLinks } from '../../../src/operations/links.ts'
import { pushing, urls } from '../../pushing.ts'
import { refusal } from '../../refusal.ts'
import { CAST } from '../../world.ts'

type Listed = AnswerOf<typeof listLinks>
type Detail = AnswerOf<typeof getLink>

let w: Awaited<ReturnType<typeof pushing>>
let own: string
let client: string
beforeAll(async () => {
  w = await pushing(100, 50)
  await w.call('ada', 'allocate_credits', { tenant_id: CAST.vera.tenant_id, amount: 10 })
  const push = async (input: object) =>
    (await w.call<{ id: string }>('ada', 'submit_index_job', { preflight: false, ...input })).id
  own = await push({ name: 'Agency', urls: urls(20, 'agency') })
  client = await push({ name: 'Bakery', urls: urls(3, 'agency'), tenant_id: CAST.vera.tenant_id })
  for (const day of [0, 1, 3, 7]) await w.day(day)
})
afterAll(() => w.close())

const list = (input: Record<string, unknown>, who: 'ada' | 'vera' | 'rita' = 'ada') =>
  w.call<Listed>(who, 'list_links', input)
const uidsOf = ({ items }: Listed) => items.map(({ uid }) => uid)

test('the list has the links of every job in reach, and nothing beyond it', async () => {
  expect((await list({})).total).toBe(23)
  const below = await list({ tenant_id: CAST.vera.tenant_id })
  expect([below.total, new Set(below.items.map(({ job_id }) => job_id))]).toEqual([3, new Set([client])])
  expect(uidsOf(await list({}, 'vera')).toSorted()).toEqual(uidsOf(below).toSorted())
  expect((await list({}, 'rita')).total).toBe(0)
  const refused = await refusal(w.call('vera', 'list_links', { tenant_id: CAST.ada.tenant_id }))
  expect(refused).toMatchObject({ code: 'not_found' })
})

test('links are picked by their ids; those out of reach, and those that do not exist, are left out', async () => {
  const [one, two] = uidsOf(await list({ tenant_id: CAST.ada.tenant_id }))
  const [hers] = uidsOf(await list({}, 'vera'))
  const uids = [one, two, hers, 999_999].join(',')
  expect(uidsOf(await list({ uids })).toSorted()).toEqual([one!, two!, hers!].toSorted())
  expect(uidsOf(await list({ uids }, 'vera'))).toEqual([hers!])
  expect((await list({ uids, verdict: 'waiting' })).total).toBe(0)
  expect(uidsOf(await list({ uids: `00${one},0` }))).toEqual([one!])
  expect(await refusal(w.call('ada', 'list_links', { uids: '1;2' }))).toMatchObject({ code: 'validation_failed' })
})

test('filters find what the fields of the rows say, and `counted` is what the number of the days says', async () => {
  const all = (await list({ page_size: 200 })).items
  for (const credit of ['consumed', 'released'] as const) {
    const found = await list({ credit, page_size: 200 })
    expect(found.total).toBe(all.filter((link) => link.credit === credit).length)
    expect(found.counted).toBeNull()
  }
  const days = { moment: 'returned', from: '2026-10-01', to: '2026-12-31' }
  const returned = await list({ ...days, sort: 'at', dir: 'asc' })
  expect(returned.total).toBeGreaterThan(0)
  expect(returned.counted).toBe(returned.total)
  const moments = returned.items.map(({ at }) => at!)
  expect(moments).toEqual(moments.toSorted())
  expect((await list({ ...days, q: 'agency' })).counted).toBeNull()
})

test('a URL in any spelling finds its links in all jobs, each with the checks that the caller may see', async () => {
  const [first] = (await list({}, 'vera')).items
  const [, path] = first!.url.split('bakery.example')
  const ofAll = await list({ url: `HTTPS://Bakery.Example:443${path}#top` })
  expect(ofAll.items.map(({ job_id }) => job_id).toSorted()).toEqual([own, client].toSorted())
  expect(ofAll.items[0]!.checks.length).toBeGreaterThan(first!.checks.length)
})

test('one link comes with its job, its checks and the ledger lines of its credit', async () => {
  const [back] = (await list({ credit: 'released', tenant_id: CAST.ada.tenant_id })).items
  const { link, job, checks, ledger } = await w.call<Detail>('ada', 'get_link', { uid: back!.uid })
  expect(link).toMatchObject({ uid: back!.uid, credit: 'released', guarantee: true, simulated: true })
  expect(job).toMatchObject({ id: own, name: 'Agency' })
  expect(checks.map(({ day }) => day)).toEqual(expect.arrayContaining([1, 3, 7]))
  expect(checks.every(({ checked_at, has_raw }) => checked_at !== null && has_raw)).toBe(true)
  expect(ledger).toContainEqual(expect.objectContaining({ kind: 'index', direction: 'out', amount: 20 }))
  expect(ledger).toContainEqual(
    expect.objectContaining({ kind: 'index', direction: 'in', created_at: link.settled_at! }),
  )
  const stored = await w.call('ada', 'get_raw_check_result', { id: own, rid: checks[0]!.rid })
  expect(stored).toMatchObject({ rid: checks[0]!.rid })
})

test('a link of another workspace and none at all are the same 404', async () => {
  const [mine] = uidsOf(await list({ tenant_id: CAST.ada.tenant_id }))
  for (const [who, uid] of [
    ['vera', mine],
    ['rita', mine],
    ['ada', 999_999],
  ] as const)
    expect(await refusal(w.call(who, 'get_link', { uid }))).toMatchObject({ code: 'not_found' })
})

test('the file has the rows of the list in its order', async () => {
  const asked = { verdict: 'indexed', sort: 'tenant_name', dir: 'desc' }
  const { lines } = await w.call<CsvAnswer>('ada', 'export_links_csv', asked)
  let text = ''
  for await (const line of lines) text += line
  const uids = text
    .trim()
    .split('\r\n')
    .slice(1)
    .map((line) => Number(line.split(',')[0]))
  expect(uids).toEqual(uidsOf(await list({ ...asked, page_size: 200 })))
  expect(uids.length).toBeGreaterThan(0)
})
