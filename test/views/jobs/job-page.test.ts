import { afterAll, beforeAll, expect, test } from 'bun:test'
import { pushing, urls } from '../../pushing.ts'
import { CAST } from '../../world.ts'
import { browserOf, wordIn } from '../browser.ts'

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

test('ticked links that are checked have a chip until the answer, and the message leads to them', async () => {
  const { visit, send } = browserOf(office)
  const [one, two] = uidsIn((await visit('ada', job)).html) as [string, string]
  const ordered = await send('ada', `${job}/check`, new URLSearchParams([one, two].map((uid) => ['url_ids', uid])))
  expect(wordIn(office, ordered.headers)).toContain(`"href":"${job}?look=charged#list"`)
  const chips = async () => (await visit('ada', job)).html.match(/>Checking</g)?.length ?? 0
  expect(await chips()).toBe(2)
  expect(uidsIn((await visit('ada', `${job}?look=charged`)).html).toSorted()).toEqual([one, two].toSorted())
  const tag = /hx-ptag="([^"]+)"/.exec((await visit('ada', job)).html)![1]!
  await office.work()
  const poll = await visit('ada', `${job}/progress`, {
    'hx-request': 'true',
    'hx-request-type': 'partial',
    'hx-ptag': tag,
  })
  expect(poll.headers.get('hx-refresh')).toBe('true')
  expect(await chips()).toBe(0)
})

test('a viewer gets no boxes, and whoever asks for the question of others is refused', async () => {
  const { visit, send } = browserOf(office)
  const [uid] = uidsIn((await visit('ada', job)).html) as [string]
  const asked = await send('vera', `${job.replace(CAST.ada.tenant_id, CAST.vera.tenant_id)}/links/remove`, {
    url_ids: uid,
  })
  expect(asked.status).toBe(403)
})

test('a link is copied from its row, and the menu of a push follows the push without a reload', async () => {
  const { visit } = browserOf(office)
  expect((await visit('ada', job)).html).toMatch(/data-do="copy-url" data-url="https:\/\/bakery\.example\/[^"]+"/)
  const order = { urls: urls(3, 'moving'), preflight: false }
  const { id } = await office.call<{ id: string }>('ada', 'submit_index_job', order)
  const acts = async () => {
    const { html } = await visit('ada', `/app/w/${CAST.ada.tenant_id}/jobs/${id}/progress`)
    return /<hx-partial hx-target="#page-acts".*?<\/hx-partial>/s.exec(html)![0]
  }
  expect(await acts()).toContain('Cancel push')
  await office.work()
  const sent = await acts()
  expect([sent.includes('Cancel push'), sent.includes('Ask the supplier now')]).toEqual([false, true])
})

const stripOf = ({ main }: { main: string }) =>
  /<div id="job-live".*?<h2>Links/s
    .exec(main)![0]
    .replace(/<svg.*?<\/svg>|<[^>]+>/gs, ' ')
    .replace(/\s+/g, ' ')

test('the strip and the title say the rate, the timeline what each look has found', async () => {
  const seen = await browserOf(office).visit('ada', job)
  const links = office.db.read((tx) =>
    tx.rows<{ state: string; looks: number; sent: string; at: string }>(
      'select state, looks, sent_at as sent, settled_at as at from links where job_id = ?',
      job.split('/').at(-1)!,
    ),
  )
  const indexed = links.filter(({ state }) => state === 'indexed')
  const rate = `${Math.round((indexed.length / links.length) * 100)}%`
  const back = links.length - indexed.length
  const strip = stripOf(seen)
  expect(strip).toContain(`Indexed in Google ${indexed.length} of ${links.length} ${rate}`)
  expect(strip).toContain(`Credits ${indexed.length} used 0 reserved, ${back} refunded`)
  for (const day of [1, 3, 7]) {
    const until = indexed.filter(({ sent, at }) => Date.parse(at) - Date.parse(sent) <= day * 86_400_000).length
    expect(strip).toMatch(new RegExp(`Day ${day} \\w{3} \\d+ Nov ${until} indexed`))
  }
  expect(strip).toMatch(/Day 7 Mon 9 Nov \d+ indexed \d+ not indexed/)
  expect(seen.html).toMatch(new RegExp(`<title>${rate} · [^<]* · Northwind</title>`))
  expect(strip).not.toContain('Sending links')
})

test('links are searched within a tab, and without a script', async () => {
  const { visit } = browserOf(office)
  const tab = await visit('ada', `${job}?state=indexed`)
  expect(tab.main).toContain('<input type="hidden" form="find" name="state" value="indexed">')
  const found = await visit('ada', `${job}?state=indexed&q=page-21`)
  const shown = [...found.main.matchAll(/<a class="url" href="[^"]+" data-row title="([^"]+)"/g)].map(([, url]) => url!)
  expect(shown.length).toBeGreaterThan(0)
  for (const url of shown) expect(url).toContain('page-21')
  expect((await visit('ada', `${job}?q=nowhere`)).text).toContain('No link is like that.')
})

test('links that are ticked stand in a new push with their bill, and nothing is pushed by that', async () => {
  const { visit, send } = browserOf(office)
  const [one, two] = uidsIn((await visit('ada', `${job}?state=not_indexed`)).html) as [string, string]
  const before = office.credits()
  const push = await send('ada', `${job}/links/again`, new URLSearchParams([one, two].map((uid) => ['url_ids', uid])))
  expect(push.status).toBe(200)
  const list = /<textarea[^>]*name="urls"[^>]*>([^<]*)</.exec(push.html)![1]!.trim().split('\n')
  expect(list).toHaveLength(2)
  expect(push.html).toContain('New push')
  expect(office.credits()).toEqual(before)
  const foreign = await send('rita', `${job.replace(CAST.ada.tenant_id, CAST.rita.tenant_id)}/links/again`, {
    url_ids: one,
  })
  expect(foreign.status).toBe(404)
})

test('a running check is cancelled as a check', async () => {
  const { id } = await office.call<{ id: string }>('ada', 'check_index', { urls: urls(2, 'running') })
  const page = await browserOf(office).visit('ada', job.replace(/[^/]+$/, id))
  expect(page.main).toContain('Cancel check')
  expect(page.main).not.toContain('Cancel push')
})

test('what cannot work is not offered: no look without check credits, no cancel of what has left', async () => {
  const { visit } = browserOf(office)
  const done = await visit('ada', job)
  expect(done.main).not.toContain('/cancel"')
  expect(done.text).not.toContain('can still be cancelled')
  expect((await visit('ada', `${job}/cancel`)).status).toBe(409)
  expect(done.main).not.toContain('/sync"')
  const client = await office.call<{ id: string }>('ada', 'submit_index_job', {
    urls: urls(3, 'poor'),
    preflight: false,
    drip_days: 3,
    tenant_id: 'ten_northwind',
  })
  const path = job.replace(/[^/]+$/, client.id)
  expect((await visit('ada', path)).main).toContain('Cancel push')
  await office.work()
  const dripping = await visit('ada', path)
  expect(stripOf(dripping)).toContain('Sent 1 · today 0 · to come 2 · done by')
  expect(dripping.text).toContain('Sending, day 1 of 3')
  expect(dripping.text).toContain('2 of 3 links can still be cancelled.')
  const asked = (await visit('ada', `${path}/cancel`)).text
  expect(asked).toContain('2 links are not sent. 2 index credits refunded.')
  expect(asked).toContain('1 link was sent already and cannot be taken back')
  expect(dripping.main).toMatch(/>Sent 1</)
  expect(dripping.main).toMatch(/>Scheduled 2</)
  const { check } = office.credits()
  expect(dripping.main).toContain('Check these {n}: at most {n} check credits')
  await office.call('ada', 'check_index', { urls: urls(check.available, 'spent') })
  const poor = await visit('ada', path)
  expect(poor.text).toContain('Northwind has no check credits.')
  expect(poor.main).not.toContain('Check these {n}')
})

test('a sync says what the supplier answered, and names it to nobody but the operator', async () => {
  const { visit, send } = browserOf(office)
  const { id } = await office.call<{ id: string }>('ada', 'submit_index_job', {
    urls: urls(5, 'sync'),
    preflight: false,
  })
  await office.work()
  const path = job.replace(/[^/]+$/, id)
  await send('ada', `${path}/sync`)
  const told = stripOf(await visit('ada', path))
  expect(told).toMatch(/Supplier: \d of 5 crawled, asked/)
  expect(told).not.toContain('simulated')
})
