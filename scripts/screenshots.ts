/** `bun run screenshots [NAME …]` redraws the pictures in docs/screens from the sample agency, in Chromium. */
import { mkdirSync, writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { type BrowserContextOptions, chromium, type Page } from 'playwright-core'
import { createScheduler } from '../src/doors/ops/scheduler.ts'
import { web } from '../src/doors/pages/web.ts'
import { handler } from '../src/doors/server.ts'
import { browserOf } from '../test/views/browser.ts'
import { site } from '../views/site.tsx'
import { AGENCY, type SampleAgency, sampleAgency } from './sample-agency.ts'

const ORIGIN = 'http://localhost:8080'
const FOLDER = resolve(import.meta.dir, '../docs/screens')
const MOST = 120_000

type Shot = {
  name: string
  shape: 'light' | 'dark' | 'phone'
  path: (agency: SampleAgency) => string | Promise<string>
  before?: (page: Page, agency: SampleAgency) => Promise<unknown>
}

const SHAPES: Record<Shot['shape'], BrowserContextOptions> = {
  light: { viewport: { width: 1360, height: 860 }, colorScheme: 'light' },
  dark: { viewport: { width: 1360, height: 860 }, colorScheme: 'dark' },
  phone: { viewport: { width: 390, height: 844 }, colorScheme: 'light', deviceScaleFactor: 2, isMobile: true },
}

const jobOf = (agency: SampleAgency, of: string) => `${AGENCY}/jobs/${agency.jobs.get(of)!}`

async function reportOf(agency: SampleAgency, of: string): Promise<string> {
  const { url } = await agency.call<{ url: string }>('ada', 'share_job_report', { id: agency.jobs.get(of)! })
  return new URL(url).pathname
}

async function screened(page: Page, { list }: SampleAgency): Promise<void> {
  await page.fill('[name=urls]', list.join('\n'))
  await page.waitForFunction(() => document.querySelector('#preflight')?.textContent?.includes('Ready'))
  await page.waitForTimeout(600)
  await page.evaluate(() => {
    scrollTo(0, 0)
    document.querySelector('[name=urls]')!.scrollTop = 0
  })
}

const SHOTS: Shot[] = [
  { name: '01-morning', shape: 'light', path: () => AGENCY },
  { name: '02-push', shape: 'light', path: () => `${AGENCY}/push`, before: screened },
  { name: '03-job', shape: 'light', path: (agency) => jobOf(agency, 'Bakery 30') },
  { name: '04-clients', shape: 'light', path: () => `${AGENCY}/clients` },
  { name: '05-money', shape: 'light', path: () => `${AGENCY}/money` },
  { name: '06-report', shape: 'light', path: (agency) => reportOf(agency, 'Bakery 30') },
  { name: '07-morning-dark', shape: 'dark', path: () => AGENCY },
  { name: '08-job-dark', shape: 'dark', path: (agency) => jobOf(agency, 'Marlow Books 29') },
  { name: '09-morning-phone', shape: 'phone', path: () => AGENCY },
  { name: '10-push-phone', shape: 'phone', path: () => `${AGENCY}/push`, before: screened },
]

const wanted = process.argv.slice(2)
const agency = await sampleAgency()
const walker = browserOf(agency)
await walker.visit('ada', '/app')
const serve = handler(agency.app, createScheduler(agency.app), { web: web(agency.app, site) })
const server = Bun.serve({ hostname: '127.0.0.1', port: 0, fetch: (request, own) => serve(request, own) })
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
  args: ['--no-sandbox', '--disable-gpu', `--host-resolver-rules=MAP localhost:8080 127.0.0.1:${server.port}`],
})
mkdirSync(FOLDER, { recursive: true })
for (const shot of SHOTS.filter(({ name }) => wanted.length === 0 || wanted.some((part) => name.includes(part))))
  await take(shot)
await browser.close()
await server.stop(true)
agency.close()

async function take({ name, shape, path, before }: Shot): Promise<void> {
  const context = await browser.newContext({ ...SHAPES[shape], reducedMotion: 'reduce' })
  const [cookie, value] = walker.cookies.get('ada')!.split('=')
  await context.addCookies([{ name: cookie!, value: value!, url: ORIGIN }])
  const page = await context.newPage()
  const answer = await page.goto(ORIGIN + (await path(agency)))
  if (answer?.status() !== 200) throw new Error(`${name}: ${answer?.status()} at ${page.url()}`)
  await before?.(page, agency)
  await page.waitForLoadState('networkidle')
  const picture = await small(await page.screenshot())
  writeFileSync(resolve(FOLDER, `${name}.png`), picture)
  console.log(`${name}.png ${Math.round(picture.length / 1000)} KB`)
  await context.close()
}

/** Few colours are enough for a page, and a README is read on slow lines too. */
async function small(picture: Uint8Array): Promise<Uint8Array> {
  const made = await new Bun.Image(picture).png({ palette: true, colors: 256, compressionLevel: 9 }).bytes()
  if (made.length > MOST) console.warn(`${made.length} bytes: more than ${MOST}`)
  return made
}
