/** `bun run screenshots [PAGE …]` redraws the pictures in docs/screens from the sample agency, in Chromium. */
import { mkdirSync, writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { createScheduler } from '../src/doors/ops/scheduler.ts'
import { web } from '../src/doors/pages/web.ts'
import { handler } from '../src/doors/server.ts'
import { launch } from '../test/browser/chromium.ts'
import { browserOf } from '../test/views/browser.ts'
import { site } from '../views/site.tsx'
import { sampleAgency } from './sample-agency.ts'
import { SAMPLE_PAGES, THEMES } from './sample-pages.ts'

const ORIGIN = 'http://localhost:8080'
const FOLDER = resolve(import.meta.dir, '../docs/screens')
const SCREENS = [
  { width: 1360, height: 860 },
  { width: 390, height: 844 },
]

const wanted = process.argv.slice(2)
const agency = await sampleAgency()
const walker = browserOf(agency)
await walker.visit('ada', '/app')
const serve = handler(agency.app, createScheduler(agency.app), { web: web(agency.app, site) })
const server = Bun.serve({ hostname: '127.0.0.1', port: 0, fetch: (request, own) => serve(request, own) })
const browser = await launch(`--host-resolver-rules=MAP localhost:8080 127.0.0.1:${server.port}`)
const context = await browser.newContext({ reducedMotion: 'reduce', locale: 'en-GB' })
const [cookie, value] = walker.cookies.get('ada')!.split('=')
await context.addCookies([{ name: cookie!, value: value!, url: ORIGIN }])
mkdirSync(FOLDER, { recursive: true })
for (const name of Object.keys(SAMPLE_PAGES)) if (wanted.length === 0 || wanted.includes(name)) await take(name)
await browser.close()
await server.stop(true)
agency.close()

async function take(name: string): Promise<void> {
  const { path, before } = SAMPLE_PAGES[name]!
  const page = await context.newPage()
  await page.setViewportSize(SCREENS[0]!)
  const answer = await page.goto(ORIGIN + (await path(agency)))
  if (answer?.status() !== 200) throw new Error(`${name}: ${answer?.status()} at ${page.url()}`)
  await before?.(page, agency)
  await page.waitForLoadState('networkidle')
  for (const screen of SCREENS)
    for (const colorScheme of THEMES) {
      await page.setViewportSize(screen)
      await page.emulateMedia({ colorScheme })
      await page.evaluate(() => scrollTo(0, 0))
      const file = `${name}-${screen.width}-${colorScheme}.webp`
      const shot = await page.screenshot({ animations: 'disabled' })
      const picture = await new Bun.Image(shot).webp({ lossless: true }).bytes()
      writeFileSync(resolve(FOLDER, file), picture)
      console.log(`${file} ${Math.round(picture.length / 1000)} KB`)
    }
  await page.close()
}
