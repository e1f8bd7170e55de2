/**
 * How soon a page stands, and a part of one is answered: Chromium on a processor four times slower, behind a line of
 * 40 ms and 10 Mbit/s, opens pages of the sample agency with nothing in its cache. Run it with `bun run bench paint`.
 */
import type { Browser, Page } from 'playwright-core'
import { AGENCY, sampleAgency } from '../../scripts/sample-agency.ts'
import { createScheduler } from '../../src/doors/ops/scheduler.ts'
import { web } from '../../src/doors/pages/web.ts'
import { handler } from '../../src/doors/server.ts'
import { MINUTE } from '../../src/kernel/time/clock.ts'
import { site } from '../../views/site.tsx'
import { launch } from '../browser/chromium.ts'
import { browserOf } from '../views/browser.ts'
import { median } from './install.ts'

const ORIGIN = 'http://localhost:8080'
const LINE = { offline: false, latency: 40, downloadThroughput: 10e6 / 8, uploadThroughput: 10e6 / 8 }
const SLOWER = 4
const ROUNDS = 5
const ASKED = 100

/** Milliseconds to the largest paint, and what moved by itself until then and after. */
export type Painted = { name: string; lcp_ms: number; cls: number }
/** Milliseconds on the server below which 95 of 100 answers of a part stay. */
export type Answered = { name: string; p95_ms: number }

export async function paint(): Promise<{ pages: Painted[]; parts: Answered[] }> {
  const agency = await sampleAgency()
  const walker = browserOf(agency)
  await walker.visit('ada', '/app')
  const serve = handler(agency.app, createScheduler(agency.app), { web: web(agency.app, site) })
  const server = Bun.serve({ hostname: '127.0.0.1', port: 0, fetch: (request, own) => serve(request, own) })
  const browser = await launch(`--host-resolver-rules=MAP localhost:8080 127.0.0.1:${server.port}`)
  const job = `${AGENCY}/jobs/${agency.jobs.get('Bakery 30')!}`
  const cookie = walker.cookies.get('ada')!
  const pages = {
    dashboard: '',
    'new push': '/push',
    jobs: '/jobs',
    clients: '/clients',
    money: '/credits/clients',
    links: '/links',
  }
  const parts = {
    'progress of a job': `${job}/progress`,
    'what the palette finds': `${AGENCY}/palette?q=bak`,
    'jobs by a filter': `${AGENCY}/jobs?status=done`,
    'links by a search': `${AGENCY}/links?q=amber`,
    'clients by name': `${AGENCY}/clients?q=qu`,
  }
  try {
    const painted: Painted[] = []
    for (const [name, path] of [...Object.entries(pages), ['a job', job.slice(AGENCY.length)] as const])
      painted.push({ name, ...(await stands(browser, cookie, AGENCY + path)) })
    const answered: Answered[] = []
    for (const [name, path] of Object.entries(parts)) {
      // A session may ask so often in a minute.
      agency.clock.turn(MINUTE)
      answered.push({ name, p95_ms: await answers(`http://127.0.0.1:${server.port}${path}`, cookie) })
    }
    return { pages: painted, parts: answered }
  } finally {
    await browser.close()
    await server.stop(true)
    agency.close()
  }
}

async function stands(browser: Browser, cookie: string, path: string): Promise<Omit<Painted, 'name'>> {
  const rounds: { lcp: number; cls: number }[] = []
  for (let round = 0; round < ROUNDS; round++) {
    const context = await browser.newContext({ viewport: { width: 1360, height: 860 } })
    const [name, value] = cookie.split('=')
    await context.addCookies([{ name: name!, value: value!, url: ORIGIN }])
    const page = await context.newPage()
    const line = await context.newCDPSession(page)
    await line.send('Network.enable')
    await line.send('Network.emulateNetworkConditions', LINE)
    await line.send('Emulation.setCPUThrottlingRate', { rate: SLOWER })
    const answer = await page.goto(ORIGIN + path, { waitUntil: 'networkidle' })
    if (answer?.status() !== 200) throw new Error(`${answer?.status()} at ${path}`)
    rounds.push(await seen(page))
    await context.close()
  }
  return { lcp_ms: median(rounds.map(({ lcp }) => lcp)), cls: Math.max(...rounds.map(({ cls }) => cls)) }
}

/** By what the browser itself noted (w3.org/TR/largest-contentful-paint, wicg.github.io/layout-instability). */
const seen = (page: Page) =>
  page.evaluate(async () => {
    type Entry = PerformanceEntry & { value: number; hadRecentInput: boolean }
    const noted = (type: string) =>
      new Promise<Entry[]>((resolve) => {
        new PerformanceObserver((list) => resolve(list.getEntries() as Entry[])).observe({ type, buffered: true })
        setTimeout(() => resolve([]), 200)
      })
    const shifts = (await noted('layout-shift')).filter(({ hadRecentInput }) => !hadRecentInput)
    return {
      lcp: (await noted('largest-contentful-paint')).at(-1)?.startTime ?? Number.NaN,
      cls: shifts.reduce((sum, { value }) => sum + value, 0),
    }
  })

async function answers(url: string, cookie: string): Promise<number> {
  const times: number[] = []
  for (let n = 0; n < ASKED; n++) {
    const began = performance.now()
    const answer = await fetch(url, { headers: { cookie, host: 'localhost:8080', 'hx-request': 'true' } })
    await answer.text()
    if (!answer.ok) throw new Error(`${answer.status} at ${url}`)
    times.push(performance.now() - began)
  }
  return times.toSorted((a, b) => a - b)[Math.ceil(ASKED * 0.95) - 1]!
}
