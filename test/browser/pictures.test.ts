/**
 * The five pages that carry the day look as when they were last approved. A change of looks on purpose:
 * `UPDATE_PICTURES=1 bun test test/browser/pictures.test.ts`, then look at the full pictures in signalpost-pictures in the
 * temporary folder, for what is approved is a small one.
 */
import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test'
import { mkdirSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import type { Browser, Page } from 'playwright-core'
import { type SampleAgency, sampleAgency } from '../../scripts/sample-agency.ts'
import { SAMPLE_PAGES, THEMES } from '../../scripts/sample-pages.ts'
import { createScheduler } from '../../src/doors/ops/scheduler.ts'
import { web } from '../../src/doors/pages/web.ts'
import { handler } from '../../src/doors/server.ts'
import { site } from '../../views/site.tsx'
import { WHOLE } from '../long/whole.ts'
import { browserOf } from '../views/browser.ts'
import { complaintsOf, FOR_TESTS, HAS_CHROMIUM, launch } from './chromium.ts'
import { differences, differing, drawn } from './picture.ts'

setDefaultTimeout(3_600_000)

const ORIGIN = 'http://localhost:8080'
const APPROVED = resolve(import.meta.dir, 'pictures')
const FOUND = join(tmpdir(), 'signalpost-pictures')
const APPROVE = Boolean(process.env.UPDATE_PICTURES)
const WIDTHS = [1360, 390]
const SAME_LETTERS = ['--font-render-hinting=none', '--disable-lcd-text', '--force-color-profile=srgb']

let agency: SampleAgency

describe.skipIf(!HAS_CHROMIUM || !(WHOLE || APPROVE))('pages as last approved', () => {
  let server: ReturnType<typeof Bun.serve>
  let browser: Browser
  let page: Page
  let reader: Page
  let complaints: string[]

  beforeAll(async () => {
    agency = await sampleAgency()
    const walker = browserOf(agency)
    await walker.visit('ada', '/app')
    const serve = handler(agency.app, createScheduler(agency.app), { web: web(agency.app, site) })
    server = Bun.serve({ hostname: '127.0.0.1', port: 0, fetch: (request, own) => serve(request, own) })
    browser = await launch(
      FOR_TESTS,
      ...SAME_LETTERS,
      `--host-resolver-rules=MAP localhost:8080 127.0.0.1:${server.port}`,
    )
    const context = await browser.newContext({ reducedMotion: 'reduce', timezoneId: 'UTC', locale: 'en-GB' })
    const [name, value] = walker.cookies.get('ada')!.split('=')
    await context.addCookies([{ name: name!, value: value!, url: ORIGIN }])
    page = await context.newPage()
    complaints = complaintsOf(page)
    reader = await browser.newPage()
  })
  afterAll(async () => {
    await browser?.close()
    await server?.stop(true)
    agency?.close()
  })

  test.each(Object.keys(SAMPLE_PAGES))('%s', async (name) => {
    const { path, before } = SAMPLE_PAGES[name]!
    await page.setViewportSize({ width: WIDTHS[0]!, height: 900 })
    expect((await page.goto(ORIGIN + (await path(agency))))?.status()).toBe(200)
    await before?.(page, agency)
    const wrong: string[] = []
    for (const width of WIDTHS)
      for (const colorScheme of THEMES) {
        await page.setViewportSize({ width, height: 900 })
        await page.emulateMedia({ colorScheme })
        const file = `${name}-${width}-${colorScheme}.png`
        const picture = await drawn(page)
        const found = await differing(reader, picture, join(APPROVED, file), APPROVE)
        if (found.length === 0 && !APPROVE) continue
        mkdirSync(FOUND, { recursive: true })
        writeFileSync(join(FOUND, file), picture)
        wrong.push(...found.map((what) => `${file}: ${what}; see ${join(FOUND, file)}`))
      }
    expect([...wrong, ...complaints.splice(0)]).toEqual([])
  })
})

test('a picture differs by what is moved or recoloured, not by how letters are smoothed', () => {
  const flat = (cells: number[]) => ({ width: 100, height: 100, cells })
  const paper = Array.from({ length: 10_000 }, () => 240)
  expect(differences(flat(paper), flat(paper.map((it, at) => it - (at % 12))))).toEqual([])
  const withBox = paper.map((it, at) => (at % 100 < 8 && at < 800 ? 120 : it))
  expect(differences(flat(paper), flat(withBox))).toEqual(['0.6 % of the picture differs: x 0 to 64, y 0 to 64 px'])
  expect(differences(flat(paper), { width: 100, height: 102, cells: [] })).toEqual(['816 px high instead of 800'])
})
