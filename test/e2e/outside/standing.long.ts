/**
 * Standing pushes through the executable: what a person reads when a source is kept from search engines or asks to be left
 * alone, a page that is pushed again once it is fixed, and a source of any size beside other requests.
 */
import { afterEach, beforeEach, expect, setDefaultTimeout, test } from 'bun:test'
import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { DAY, HOUR, MINUTE } from '../../../src/kernel/time/clock.ts'
import { largeSitemap } from '../../features/standing/large-sitemap.ts'
import { type Agency, agency, expectBooksToBalance, type Job, type Link } from '../agency.ts'
import { CAN_TURN, until } from '../appliance.ts'
import { type Site, site } from '../site.ts'

setDefaultTimeout(6 * HOUR)

const FILES = Number(process.env.STANDING_FILES ?? 8)
const ENTRIES = Number(process.env.STANDING_ENTRIES ?? 5000)

const turning = test.skipIf(!CAN_TURN)

type Standing = { id: string; known: number; learned_at: string | null; last_run: { state: string } | null }
type Preview = { notes: string[]; partial: boolean; links: number }
type Repair = { url: string; state: string; job_id: string | null }

let one: Agency
let shop: Site
beforeEach(async () => {
  shop = site()
  one = await agency()
})
afterEach(async () => {
  shop.stop()
  await one.close()
})

async function restart(): Promise<void> {
  expect(await one.stop()).toBe(0)
  await one.start()
}

const urlset = (paths: string[]): string =>
  `<urlset>${paths.map((path) => `<url><loc>${shop.url}${path}</loc></url>`).join('')}</urlset>`

test('a preview says which line of robots.txt keeps search engines from the source', async () => {
  shop.files.set('/robots.txt', 'User-agent: *\nDisallow: /sitemap.xml\n')
  shop.files.set('/sitemap.xml', urlset(['/a', '/b']))
  const { notes } = await one.post<Preview>('/standing-pushes/preview', { address: `${shop.url}/sitemap.xml` })
  expect(notes).toContain('robots.txt says “Disallow: /sitemap.xml” in line 2: search engines do not read this source.')
})

turning('a file that answers 429 pauses its host, and another source of the host is refused until then', async () => {
  shop.files.set(
    '/index.xml',
    `<sitemapindex><sitemap><loc>${shop.url}/s1.xml</loc></sitemap><sitemap><loc>${shop.url}/s2.xml</loc></sitemap></sitemapindex>`,
  )
  shop.files.set('/s1.xml', urlset(['/a']))
  shop.files.set('/s2.xml', urlset(['/b']))
  const { id } = await one.post<Standing>('/standing-pushes', { address: `${shop.url}/index.xml` })
  // Its first run begins after the next second, which the host has between two files.
  shop.answers.set('/s2.xml', () => new Response('Later', { status: 429, headers: { 'retry-after': '3600' } }))
  const run = async () => (await one.get<Standing>(`/standing-pushes/${id}`)).last_run
  await until('the run', async () => (await run())?.state === 'partial')
  const asked = shop.hits.length
  const other = await one.ask('POST', '/standing-pushes/preview', { address: `${shop.url}/s1.xml` })
  expect([other.status, other.error.code, other.headers.get('retry-after')]).toEqual([
    429,
    'rate_limited',
    expect.stringMatching(/^3[56]\d\d$/),
  ])
  expect(other.error.message).toContain('asked to be left alone until')
  expect(shop.hits.length).toBe(asked)
  shop.answers.clear()
  one.clock.turn(HOUR + MINUTE)
  expect((await one.ask('POST', '/standing-pushes/preview', { address: `${shop.url}/s1.xml` })).status).toBe(200)
})

turning('pages that are pushed again once fixed go out by themselves, for a credit each, and once', async () => {
  const broken = ['/one', '/two'].map((path) => `${shop.url}${path}`)
  const whole = [`${shop.url}/three`]
  for (const path of ['/one', '/two'])
    shop.answers.set(path, () => new Response('A page', { headers: { 'x-robots-tag': 'noindex' } }))
  const { id } = await one.push([...broken, ...whole], { name: 'With faults' })
  await one.reaches(id, 'watching', 'done')
  const flagged = (await one.links(id)).filter((link: Link) => broken.includes(link.url))
  expect(flagged.map(({ flags }) => flags)).toEqual([['noindex'], ['noindex']])
  const before = await one.credits()
  expect(await one.post('/repairs', { uids: flagged.map(({ uid }) => uid) })).toEqual({ watched: 2 })
  // The second time nothing is left to watch.
  expect(await one.post('/repairs', { uids: flagged.map(({ uid }) => uid) })).toEqual({ watched: 0 })
  shop.answers.delete('/one')
  one.clock.turn(DAY / 2 + MINUTE)
  const repairs = () => one.all<Repair>('/repairs')
  // Watched pages are due by the clock of the install, its timers are not.
  await restart()
  const first = await until('the first repair', async () => (await repairs()).find(({ state }) => state === 'pushed'))
  expect([first.url, (await repairs()).filter(({ state }) => state === 'watching').map(({ url }) => url)]).toEqual([
    broken[0]!,
    [broken[1]!],
  ])
  shop.answers.delete('/two')
  one.clock.turn(DAY / 2 + MINUTE)
  await restart()
  await until('the second repair', async () => (await repairs()).every(({ state }) => state === 'pushed'))
  const jobs = await one.all<Job>('/jobs')
  await Promise.all(jobs.map((job) => one.reaches(job.id, 'watching', 'done')))
  expect(one.ordered().toSorted()).toEqual([...broken, ...whole].toSorted())
  const after = await one.credits()
  expect(before.index.available - after.index.available).toBe(2)
  await expectBooksToBalance(one)
})

/** Milliseconds of processor that a process has had, and MB that it held at most. */
function usedBy(pid: number): { cpu_ms: number; peak_mb: number } {
  const stat = readFileSync(`/proc/${pid}/stat`, 'latin1')
  const [user, system] = stat
    .slice(stat.lastIndexOf(')') + 2)
    .split(' ')
    .slice(11, 13)
  const peak_kb = Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'latin1'))![1])
  return { cpu_ms: (Number(user) + Number(system)) * 10, peak_mb: peak_kb / 1024 }
}

/** Asks again and again; `end` gives the milliseconds that answers took, the longest last. */
function prober(address: string) {
  const times: number[] = []
  let is_over = false
  const asking = (async () => {
    while (!is_over) {
      const began = performance.now()
      await (await fetch(`${address}/healthz`, { keepalive: false })).text()
      times.push(performance.now() - began)
      await Bun.sleep(2)
    }
  })()
  return {
    async end(): Promise<number[]> {
      is_over = true
      await asking
      return times.toSorted((a, b) => a - b)
    },
  }
}

/** What the install said of its event loop: how long it stood still, and how long of that the processor worked. */
const stallsIn = (log: string): { ms: number; cpu_ms: number; doing: unknown }[] =>
  log
    .split('\n')
    .filter((line) => line.includes('the event loop stood still'))
    .map((line) => JSON.parse(line) as { ms: number; cpu_ms: number; doing: unknown })
    .map(({ ms, cpu_ms, doing }) => ({ ms, cpu_ms, doing }))

const report = (times: number[]): string =>
  `${times.length} answers: 99 of 100 within ${times[Math.floor(times.length * 0.99)]!.toFixed(1)} ms, the longest ${times.at(-1)!.toFixed(1)} ms, ${times.filter((ms) => ms > 20).length} above 20 ms`

turning(
  'a source of any size is learned in little memory beside other requests, and a run without a change costs little',
  async () => {
    await using sender = await largeSitemap(FILES, ENTRIES)
    const idle = prober(one.address())
    await Bun.sleep(5000)
    const quiet_times = await idle.end()
    const database = join(one.data_dir, 'signalpost.db')
    const { id } = await one.post<Standing>('/standing-pushes', { address: sender.address })
    const standing = () => one.get<Standing>(`/standing-pushes/${id}`)
    const before = statSync(database).size
    const beside = prober(one.address())
    // Its first run begins by itself.
    while ((await standing()).learned_at === null) await Bun.sleep(2000)
    const times = await beside.end()
    const { peak_mb } = usedBy(one.pid())
    expect((await standing()).known).toBe(FILES * ENTRIES)
    expect((await one.all<Job>('/jobs')).length).toBe(0)
    const stalls = stallsIn(one.log())
    console.info(`${FILES * ENTRIES} links, ${Math.round(peak_mb)} MB at most; stalls: ${JSON.stringify(stalls)}`)
    console.info(`  idle: ${report(quiet_times)}`)
    console.info(`  beside the run: ${report(times)}`)
    expect(peak_mb).toBeLessThanOrEqual(250)
    // A wait for the disk is not ours to shorten: only what the processor did counts.
    expect(stalls.filter(({ cpu_ms }) => cpu_ms > 50)).toEqual([])
    expect(times[Math.floor(times.length * 0.99)]!).toBeLessThanOrEqual(20)

    // A person may ask for a run each five minutes.
    one.clock.turn(6 * MINUTE)
    const cpu = usedBy(one.pid()).cpu_ms
    const runs = () => one.all<{ state: string; seen: number }>(`/standing-pushes/${id}/runs`)
    await one.post(`/standing-pushes/${id}/run`)
    // A second passes between two files of a host.
    while ((await runs()).filter(({ state }) => state === 'done').length < 2) await Bun.sleep(1000)
    console.info(
      `  a run without a change: ${usedBy(one.pid()).cpu_ms - cpu} ms of processor, questions about it included`,
    )
    expect(await one.stop()).toBe(0)
    const per_link = (statSync(database).size - before) / (FILES * ENTRIES)
    console.info(`  ${per_link.toFixed(1)} bytes of disk a link`)
    if (FILES * ENTRIES >= 1_000_000) expect(per_link).toBeLessThanOrEqual(50)
  },
)
