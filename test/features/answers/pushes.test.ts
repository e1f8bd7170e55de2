/** Findings about answer engines from the screening to every screen: the same numbers, and no effect on the push. */
import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import type { ReaderHost } from '../../../src/domains/preflight/index.ts'
import { type Answers, answersOf } from '../../../src/features/answers/index.ts'
import { DAY } from '../../../src/kernel/time/clock.ts'
import { housekeepingTask } from '../../../src/tasks/install/housekeeping.ts'
import { advancePushesTask } from '../../../src/tasks/pushes/advance-pushes.ts'
import { expectBooksToBalance } from '../../books.ts'
import { browserOf } from '../../views/browser.ts'
import { type Watching, watching } from '../standing/watching.ts'

const TEXT = `<p>${'Fresh rye bread from our own oven, each morning. '.repeat(8)}</p>`
const pageWith = (head: string) => () =>
  new Response(`<html lang="en"><title>Bread</title>${head}${TEXT}`, { headers: { 'content-type': 'text/html' } })

let w: Watching
beforeEach(async () => {
  w = await watching(100)
  w.web.put('/robots.txt', 'User-agent: OAI-SearchBot\nDisallow: /kept/\nUser-agent: *\nDisallow: /shut/')
  w.web.put('/kept/rye', pageWith(''))
  w.web.put('/kept/spelt', pageWith('<meta name="robots" content="nosnippet">'))
  w.web.put('/open', pageWith(''))
  w.web.put('/shut/oven', pageWith(''))
  w.web.put('/quiet', pageWith('<meta name="robots" content="noarchive">'))
})
afterEach(() => w.stop())

const PATHS = ['/kept/rye', '/kept/spelt', '/open', '/shut/oven', '/quiet', '/gone']
const urls = () => PATHS.map((path) => w.web.at(path))

async function pushed(): Promise<string> {
  const { id } = await w.call<{ id: string }>('ada', 'submit_index_job', { tenant_id: 'ten_northwind', urls: urls() })
  await advancePushesTask.run(w.app, new AbortController().signal)
  expectBooksToBalance(w.db)
  return id
}

type Listed = { total: number; items: { uid: number; url: string }[] }
const closedTo = (answers: Answers) => Object.fromEntries(answers.closed.map(({ engine, links }) => [engine, links]))

async function csvOf(operation: string, input: Record<string, unknown>): Promise<string[][]> {
  const { lines } = await w.call<{ lines: AsyncIterable<string> }>('ada', operation, input)
  const text = (await Array.fromAsync(lines)).join('')
  return text
    .trim()
    .split('\r\n')
    .map((line) => line.split(','))
}

test('each number is that of the list it opens, of the file, of the pre-flight and of the page', async () => {
  const { counts } = await w.call<{ counts: { closed_to: Record<string, number> } }>('ben', 'preflight_urls', {
    urls: urls(),
  })
  const id = await pushed()
  const answers = await w.call<Answers>('ada', 'get_job_answers', { id })
  expect(answers.looked_at).toBe(6)
  expect(closedTo(answers)).toMatchObject({ chatgpt: 2, copilot: 2, google_ai: 2, claude: 1, perplexity: 1 })
  expect(counts.closed_to).toEqual(closedTo(answers))
  const rows = await csvOf('export_job_csv', { id })
  expect(rows[0]!.at(-1)).toBe('closed_to')
  const all = await csvOf('export_links_csv', {})
  expect(all[0]!.at(-1)).toBe('closed_to')
  const browser = browserOf(w)
  const { text } = await browser.visit('ada', `/app/w/ten_northwind/jobs/${id}`)
  const { answers: summed } = await w.call<{ answers: Answers }>('ada', 'get_job_summary', { id })
  expect([summed.looked_at, closedTo(summed)]).toEqual([6, closedTo(answers)])
  for (const { engine, name, links } of answers.closed) {
    const among = await w.call<Listed>('ada', 'list_links', { closed_to: engine, page_size: 1 })
    expect([engine, among.total, among.items.length]).toEqual([engine, links, 1])
    expect((await csvOf('export_links_csv', { closed_to: engine })).length - 1).toBe(links)
    const list = await w.call<Listed>('ada', 'list_job_urls', { id, closed_to: engine })
    expect([engine, list.total, list.items.length]).toEqual([engine, links, links])
    for (const file of [rows, all])
      expect([engine, file.filter((row) => row.at(-1)!.includes(`${engine}:`)).length]).toEqual([engine, links])
    expect(text.replace(/\s+/g, ' ')).toContain(`${name} may not use ${links} page${links === 1 ? '' : 's'}`)
  }
  expect(rows.find((row) => row[1]!.endsWith('/kept/rye'))!.at(-1)).toBe('chatgpt:trade')
  expect(rows.find((row) => row[1]!.endsWith('/open'))!.at(-1)).toBe('')
})

test('a link says which engines may not use it, by which rule, and that others may', async () => {
  const id = await pushed()
  const { items } = await w.call<Listed>('ada', 'list_job_urls', { id, q: '/kept/rye' })
  const { link } = await w.call<{ link: { answers: unknown } }>('ada', 'get_link', { uid: items[0]!.uid })
  expect(link.answers).toEqual([
    {
      ...{ engine: 'chatgpt', verdict: 'closed', why: 'trade', rule: { line: 2, text: 'Disallow: /kept/' } },
      says: 'ChatGPT search may not use the page in answers; it may still show a bare link. GPTBot for training may read it, OAI-SearchBot may not.',
    },
  ])
  const { text } = await browserOf(w).visit('ada', `/app/w/ten_northwind/links/${items[0]!.uid}`)
  expect(text).toContain('The other 9 engines may read and quote it, as far as the page and robots.txt say.')
  expect(text).toContain('robots.txt, line 2: Disallow: /kept/')
})

test('a removed link is no longer counted, and one of an older version was not judged', async () => {
  const id = await pushed()
  const { items } = await w.call<Listed>('ada', 'list_job_urls', { id, closed_to: 'chatgpt' })
  w.db.write((tx) => tx.run('delete from links where id = ?', items[0]!.uid))
  expect(closedTo(w.db.read((tx) => answersOf(tx, [id]))).chatgpt).toBe(1)
  w.db.write((tx) => tx.run('update links set answers = null where id = ?', items[1]!.uid))
  expect(closedTo(w.db.read((tx) => answersOf(tx, [id]))).chatgpt).toBeUndefined()
  const { link } = await w.call<{ link: { answers: unknown } }>('ada', 'get_link', { uid: items[1]!.uid })
  expect(link.answers).toBeNull()
  expect((await browserOf(w).visit('ada', `/app/w/ten_northwind/links/${items[1]!.uid}`)).text).toContain('Not judged.')
  const rows = await csvOf('export_job_csv', { id })
  expect(rows.find((row) => row[0] === String(items[1]!.uid))!.at(-1)).toBe('not judged')
})

type Hosted = { link: { host: ReaderHost | null } }

test('a site says what no page says: training refused, its wishes, and a firewall that may be there', async () => {
  w.web.put(
    '/robots.txt',
    'User-agent: *\nContent-Signal: search=yes, ai-input=no\nAllow: /\nUser-agent: GPTBot\nUser-agent: CCBot\nDisallow: /',
  )
  w.web.put(
    '/open',
    () =>
      new Response(`<title>Bread</title>${TEXT}`, { headers: { 'content-type': 'text/html', 'cf-ray': '8f1-VIE' } }),
  )
  const origin = new URL(w.web.at('/')).origin
  const host = {
    ...{ origin, training_refused: ['GPTBot', 'CCBot'], signal: 'search=yes, ai-input=no', cdn: 'Cloudflare' },
  }
  const { hosts } = await w.call<{ hosts: ReaderHost[] }>('ben', 'preflight_urls', {
    urls: [w.web.at('/open'), w.web.at('/quiet')],
  })
  expect(hosts).toEqual([host])
  const { id } = await w.call<{ id: string }>('ada', 'submit_index_job', { urls: [w.web.at('/open')] })
  await advancePushesTask.run(w.app, new AbortController().signal)
  const { items } = await w.call<Listed>('ada', 'list_job_urls', { id })
  const uid = items[0]!.uid
  expect((await w.call<Hosted>('ada', 'get_link', { uid })).link.host).toEqual(host)
  const { text } = await browserOf(w).visit('ada', `/app/w/ten_northwind/links/${uid}`)
  expect(text).toContain('crawlers for training (GPTBot, CCBot), which has no effect on answers')
  expect(text).toContain('its firewall may turn AI crawlers away')
  w.clock.turn(181 * DAY)
  expect((await w.call<Hosted>('ada', 'get_link', { uid })).link.host).toBeNull()
  await housekeepingTask.run(w.app, new AbortController().signal)
  expect(w.db.read((tx) => tx.number('select count(*) from answer_hosts'))).toBe(0)
})

test('one engine is combined with other filters, and a name that is none finds nothing', async () => {
  await pushed()
  const total = async (more: Record<string, unknown>) => (await w.call<Listed>('ada', 'list_links', more)).total
  expect(await total({ closed_to: 'chatgpt', q: 'spelt' })).toBe(1)
  expect(await total({ closed_to: 'chatgpt', host: 'nobody.example' })).toBe(0)
  expect(await total({ closed_to: 'chat' })).toBe(0)
  expect(await total({ closed_to: 'chatgpt', verdict: 'waiting' })).toBe(
    (await w.call<Listed>('ada', 'list_links', { verdict: 'waiting' })).items.filter(({ url }) =>
      url.includes('/kept/'),
    ).length,
  )
})

test('New push groups pages by the rule, and pushes them all the same', async () => {
  const form = {
    urls: [w.web.at('/kept/rye'), w.web.at('/open')].join('\n'),
    step: 'review',
    tenant_id: 'ten_northwind',
  }
  let text = ''
  for (let tries = 0; tries < 20 && !text.includes('Answer engines'); tries++)
    text = (await browserOf(w).send('ada', '/app/w/ten_northwind/push', form)).text
  expect(text).toContain('Kept from ChatGPT search by robots.txt')
  expect(text).toContain('robots.txt, line 2: Disallow: /kept/')
  expect(text).toContain('The owner of the site may want this.')
})

describe('a push is the same with and without them', () => {
  const COLUMNS = 'url, state, credit, guarantee, flags, fix, warnings, bing_flags, facts, due_at is null as undue'
  const rowsOf = (id: string) =>
    w.db.read((tx) => tx.rows(`select ${COLUMNS} from links where job_id = ? order by id`, id))

  test('in links, credits and requests', async () => {
    const first = await pushed()
    const [asked, rows] = [[...w.web.asked].sort(), rowsOf(first)]
    w.web.asked.length = 0
    Object.defineProperty(w.app, 'readers', { value: null })
    const second = await pushed()
    expect(
      w.db.read((tx) => tx.number('select count(*) from links where job_id = ? and answers is not null', second)),
    ).toBe(0)
    expect(rowsOf(second)).toEqual(rows)
    expect([...w.web.asked].sort()).toEqual(asked)
    expect(asked.length).toBeGreaterThan(5)
  })
})

test('no page is asked for by the name of another crawler, and one that turns us away is not asked again so', async () => {
  const agents = new Set<string | null>()
  const paths = ['/robots.txt', '/a', '/b', '/c', '/d']
  for (const [at, path] of paths.entries())
    w.web.put(path, (request) => {
      agents.add(request.headers.get('user-agent'))
      const status = [200, 200, 403, 402, 429][at]!
      return new Response(at === 0 ? '' : TEXT, {
        status,
        headers: { 'cf-ray': '8f1-VIE', 'content-type': 'text/html' },
      })
    })
  await w.call('ben', 'preflight_urls', { urls: paths.slice(1).map((path) => w.web.at(path)) })
  expect([...agents]).toEqual([expect.stringContaining('Signalpost')])
})

test('the shared report of the push and that of the month say the same numbers', async () => {
  const id = await pushed()
  const { closed, looked_at } = await w.call<Answers>('ada', 'get_job_answers', { id })
  const browser = browserOf(w)
  const { url } = await w.call<{ url: string }>('ada', 'share_job_report', { id })
  const shared = (await browser.visit(null, new URL(url).pathname)).text.replace(/\s+/g, ' ')
  const month = await w.call<{ answers: Answers }>('ada', 'get_month_report', { id: 'ten_northwind', month: '2026-11' })
  expect(month.answers).toEqual({ looked_at, closed } as Answers)
  for (const { name, links } of closed) expect(shared).toContain(`${name} may not use ${links} of ${looked_at} pages.`)
  const { text } = await browser.visit('ada', '/app/w/ten_northwind/reports/2026-11')
  for (const { name, links } of closed) expect(text).toContain(`${name} may not use ${links} of ${looked_at} pages.`)
})

test('a page on the host of another client is counted for the agency, and not in what the client reads', async () => {
  const client = async (name: string) => (await w.call<{ id: string }>('ada', 'create_sub_tenant', { name })).id
  const [orchard, kestrel] = [await client('Orchard'), await client('Kestrel')]
  await w.call('ada', 'allocate_credits', { tenant_id: kestrel, kind: 'index', amount: 50 })
  await w.call('ada', 'add_indexnow_site', { tenant_id: orchard, host: new URL(w.web.origin).host })
  const { id } = await w.call<{ id: string }>('ada', 'submit_index_job', {
    tenant_id: kestrel,
    urls: urls(),
    confirm_foreign_hosts: true,
  })
  await advancePushesTask.run(w.app, new AbortController().signal)
  const [all, own] = w.db.read((tx) => [answersOf(tx, [id]), answersOf(tx, [id], true)])
  expect([all.looked_at, own.looked_at, own.closed, own.groups]).toEqual([6, 0, [], []])
  const mine = await pushed()
  expect(w.db.read((tx) => answersOf(tx, [mine, id], true))).toEqual(w.db.read((tx) => answersOf(tx, [mine])))
})

test('the portal says of a page which engines may not use it, and nothing before it is asked', async () => {
  await pushed()
  const { url } = await w.call<{ url: string }>('ada', 'put_portal', {
    ...{ id: 'ten_northwind', enabled: true, origins: ['https://agency.example'] },
  })
  const browser = browserOf(w)
  const { pathname } = new URL(url)
  const kept = await browser.visit(null, `${pathname}?u=${encodeURIComponent(w.web.at('/kept/rye'))}`)
  expect(kept.text).toContain('ChatGPT search may not use the page in answers')
  expect((await browser.visit(null, pathname)).text).not.toContain('Answer engines')
})
