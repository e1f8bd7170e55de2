/** The list of New push and New check: how it is taken apart, what of it is refused, and what reading it costs. */
import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { listOf, MOST_ENTRIES, MOST_LETTERS } from '../../../views/push/parse-list.ts'
import { PreflightRows } from '../../../views/push/preflight-rows.tsx'
import { pushing } from '../../pushing.ts'
import { CAST } from '../../world.ts'
import { browserOf } from '../browser.ts'

const AT_ONCE = () => undefined

describe('a list', () => {
  const costOf = async (text: string) => {
    let best = Number.POSITIVE_INFINITY
    for (let i = 0; i < 3; i++) {
      const began = performance.now()
      expect((await listOf(text, AT_ONCE))?.entries).toHaveLength(1)
      best = Math.min(best, performance.now() - began)
    }
    return best
  }
  test.each([' ', ',', ' ,;', 'http://', ',http:/'])('a run of %p costs no more than as many letters', async (run) => {
    const letters = 'x'.repeat(40_000)
    const runs = `x${run.repeat(40_000 / run.length)}x`
    // What looks at a letter again and again takes tens of thousands of times as long.
    expect((await costOf(runs)) / (await costOf(letters))).toBeLessThan(1000)
  })

  test('of 6 MB is read with a pause for every 16 KiB', async () => {
    let pauses = 0
    expect((await listOf('x'.repeat(6 << 20), () => void pauses++))?.entries).toHaveLength(1)
    expect(pauses).toBe(385)
  })

  test('of more than 50,000 entries is not read to its end', async () => {
    let pauses = 0
    expect((await listOf('a\n'.repeat(MOST_ENTRIES), AT_ONCE))?.entries).toHaveLength(MOST_ENTRIES)
    expect(await listOf('a\n'.repeat(3 << 20), () => void pauses++)).toBeNull()
    expect(pauses).toBeLessThan(10)
  })

  test('of more than 8 million letters is not read at all', async () => {
    expect((await listOf('x'.repeat(MOST_LETTERS), AT_ONCE))?.entries).toHaveLength(1)
    expect(await listOf('x'.repeat(MOST_LETTERS + 1), AT_ONCE)).toBeNull()
  })
})

test('a dropped line is shown up to 200 letters', () => {
  const dropped = [{ entry: 'x'.repeat(5000), reason: 'longer than 2048 characters' }]
  const preflight = { rows: [], dropped, duplicates: 0, pending: [], slow: [] }
  const html = String(PreflightRows({ preflight, values: { push_anyway: [], anyway_flag: [] } }))
  expect(html).toContain(`<code>${'x'.repeat(200)}…</code>`)
})

describe('the form with a list of too many entries', () => {
  let office: Awaited<ReturnType<typeof pushing>>
  let browser: ReturnType<typeof browserOf>
  beforeAll(async () => {
    office = await pushing()
    browser = browserOf(office)
  })
  afterAll(() => office.close())

  const urls = 'a\n'.repeat(200_000)
  const at = (path: string) => `/app/w/${CAST.ada.tenant_id}${path}`

  test.each([
    ['/push', 'review', 'POST /jobs'],
    ['/push', 'push', 'POST /jobs'],
    ['/push', 'sitemap', 'POST /jobs'],
    ['/checks/new', 'review', 'POST /check'],
  ])('%s refuses it at %s, says what to do, and does not send it back', async (path, step, route) => {
    const { status, html } = await browser.send('ben', at(path), { urls, step, sitemap: 'https://bakery.example/' })
    expect([status, html.length < 200_000]).toEqual([422, true])
    expect(html).toContain(
      `The list has more than 50,000 entries or 8,000,000 characters and was not read. Split it into shorter lists, or send them by the API (${route}).`,
    )
    expect(/<textarea[^>]*>([^<]*)<\/textarea>/.exec(html)?.[1]).toBe('')
  })

  test('no other field is sent back at any length', async () => {
    const long = 'y'.repeat(1 << 20)
    const fields = { urls: '', step: 'review', name: long, client: long, sitemap: '', page: long }
    const { html } = await browser.send('ben', at('/push'), fields)
    expect(html.length).toBeLessThan(200_000)
  })

  test.each(['/push/preflight', '/checks/bill'])('%s says so while one types', async (path) => {
    const { status, html } = await browser.send('ben', at(path), { urls })
    expect([status, html.length < 20_000]).toEqual([200, true])
    expect(html).toContain('The list has more than 50,000 entries')
  })
})
