/** How many clicks the journeys of the design review take: by the links that the pages show, shortest way. */
import { afterAll, beforeAll, describe, expect } from 'bun:test'
import { AGENCY, type SampleAgency, sampleAgency } from '../../scripts/sample-agency.ts'
import { inLongRun, WHOLE } from '../long/whole.ts'
import { CAST } from '../world.ts'
import { browserOf } from './browser.ts'

const ID = '[0-9a-f-]{36}'

describe('a journey takes as many clicks', () => {
  let agency: SampleAgency
  let browser: ReturnType<typeof browserOf>
  beforeAll(async () => {
    if (!WHOLE) return
    agency = await sampleAgency()
    browser = browserOf(agency)
  }, 600_000)
  afterAll(() => agency?.close())

  const linksOn = async (who: 'ada' | 'pat', path: string): Promise<string[]> => {
    const { html } = await browser.visit(who, path)
    const links = [...html.matchAll(/<a [^>]*href="(\/app\/[^"#]*)/g)].map(([, link]) => link!.replaceAll('&amp;', '&'))
    return [...new Set(links)].filter((link) => !/csv|pdf/.test(link))
  }

  /** Clicks from a page to the nearest of those sought. */
  async function clicks(from: string, to: RegExp, who: 'ada' | 'pat' = 'ada', most = 3): Promise<number> {
    let [at, seen] = [[from], new Set([from])]
    for (let n = 1; n <= most; n++) {
      const next: string[] = []
      for (const page of at)
        for (const link of await linksOn(who, page)) {
          if (to.test(link)) return n
          if (!seen.has(link)) next.push(link)
          seen.add(link)
        }
      at = next
    }
    return Number.POSITIVE_INFINITY
  }

  inLongRun('Monday: each case has its act on Today', async () => {
    const { main } = await browser.visit('ada', AGENCY)
    const cases = main.split('data-row').slice(1)
    expect(cases.length).toBeGreaterThan(1)
    for (const one of cases) expect(one).toMatch(/<a [^>]*href|<button/)
  })

  inLongRun("a client's month, with its pages by cause: 2", async () => {
    const month = new RegExp(`^/app/w/(${ID}|${CAST.vera.tenant_id})/reports/2026-11$`)
    expect(await clicks(AGENCY, month)).toBe(2)
    const { main } = await browser.visit('ada', `/app/w/${CAST.vera.tenant_id}/reports/2026-11`)
    expect(main).toContain('<details')
  })

  inLongRun('a supplier that fails: 1 to its settings, 1 more to the other one', async () => {
    expect(await clicks('/app/platform/suppliers', /^\/app\/platform\/suppliers\/primary$/, 'pat')).toBe(1)
    expect(await clicks('/app/platform/suppliers', /^\/app\/platform\/suppliers\/fallback$/, 'pat')).toBe(1)
  })

  inLongRun('a credit that is missing: 2 to its line, 3 to its link', async () => {
    expect(await clicks(AGENCY, new RegExp(`/credits/${ID}$`))).toBe(2)
    expect(await clicks(`${AGENCY}/credits`, /\/links\/\d+$/)).toBe(2)
  })
})
